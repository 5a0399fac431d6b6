"""Simple Monte Carlo at Hearts: imagine the hidden hands, play every legal card in each imagined deal, and take the cheapest card.

All cards are tried in the same deals with the same luck, so that their costs can be compared. Everybody finishes the hand by rules
of thumb (`playout`). Playouts follow the house rules of this match: scoring a moon where none is played costs half a point a hand.
"""

from typing import Any, ClassVar

import numpy as np

from cardshark.cards import lowest
from cardshark.games import house
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.search.shared import search_record, style_models, without_thinking
from cardshark.players.hearts.search.worlds import (
    imagine_worlds,
    make_choice,
    new_workspace,
    set_up_world,
    thought_cost,
    uncounted_workspace,
)
from cardshark.players.hearts.styles import STYLES, play_out, style_of
from cardshark.players.player import Choices, Views
from cardshark.players.thinking import CHUNK, Thinker, Thought, ViewTally, cheapest


@kernel
def think_all(views, rules, search, models, workspace, thought, choices):
    """Add what every legal choice costs in more worlds to the thought about each view, and choose the cheapest."""
    rules, search, workspace = rules[0], search[0], uncounted_workspace(workspace)
    for i in range(len(views)):
        view = views[i]
        choices[i] = without_thinking(view, rules, search, models)
        if choices[i] < 0:
            tally = ViewTally(thought.sums[i], thought.squares[i], thought.visits[i])
            for begin in range(search.begin, search.begin + search.worlds, CHUNK):
                amount = min(CHUNK, search.begin + search.worlds - begin)
                thought.effective[i] += imagine_worlds(view, rules, search, models, workspace, begin, amount)
                thought.worlds[i] += amount
                try_choices(view, rules, search, models, workspace, tally)
            thought.visits[i] = thought.worlds[i]
            choices[i] = cheapest(view.legal, tally.sums)


@rule
def try_choices(view, rules, search, models, workspace, tally):
    """Make every legal choice in each of these worlds, and finish the hand."""
    start, playout, styles = workspace.start, workspace.playout, workspace.styles
    sums, squares = tally.sums, tally.squares
    seat = np.int64(view.table.turn)
    for k in range(workspace.span[0].amount):
        word = set_up_world(view, rules, models, workspace, k)
        rest = view.legal
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            playout[0] = start[0]
            game = playout[0]
            make_choice(game, rules, choice)
            play_out(game, rules, styles, word)
            cost = thought_cost(game, rules, seat, search.own_moon)
            sums[at(choice)] += cost
            squares[at(choice)] += cost * cost


class HeartsMonteCarlo:
    """How simple Monte Carlo thinks at Hearts."""

    TITLE = "Hearts"
    STYLES = STYLES
    WITHOUT: ClassVar = ("habit", "loyal", "slack")  # options that mean nothing here

    def __init__(self, options: Thinker, game: Any, rules: Any) -> None:
        self.rules = house.record(rules)
        self.models = style_models(options.style_texts(usual="greedy"), options.epsilon)
        self.workspace = new_workspace(options.pool, len(self.models) - 1)
        self.search = search_record(options)

    @staticmethod
    def check(options: Any) -> None:
        """Nothing to check beside the options of every player who thinks ahead."""

    @staticmethod
    def check_style(text: str) -> None:
        """Refuse a style that nobody plays."""
        style_of(text)

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int, even_if_forced: bool) -> None:
        """Weigh every legal choice in more deals."""
        self.search["begin"], self.search["worlds"], self.search["even_if_forced"] = begin, worlds, even_if_forced
        think_all(views, self.rules, self.search, self.models, self.workspace, thought, choices)
