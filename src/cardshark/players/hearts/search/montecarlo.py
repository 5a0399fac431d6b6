"""Simple Monte Carlo at Hearts: imagine the hidden hands, play every legal card in each imagined deal, and take the cheapest card.

All cards are tried in the same deals with the same luck, so that their costs can be compared. Everybody finishes the hand by rules
of thumb (`playout`). Playouts follow the house rules of this match: scoring a moon where none is played costs half a point a hand.
The last tricks can be solved instead (`endgame`, `finish`).
"""

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import lowest
from cardshark.games import house
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.search.endgame import MOST_TRICKS, new_endgame, solve, tricks_left, uncounted_endgame
from cardshark.players.hearts.search.hidden import OTHERS
from cardshark.players.hearts.search.owners import USUAL, Owners
from cardshark.players.hearts.search.shared import search_record, style_models, without_thinking
from cardshark.players.hearts.search.worlds import (
    imagine_worlds,
    make_choice,
    new_workspace,
    set_up_world,
    thought_cost,
    uncounted_workspace,
)
from cardshark.players.hearts.styles import STYLES, play_out, play_until, style_of
from cardshark.players.player import Choices, Views
from cardshark.players.thinking import CHUNK, Sampler, Thought, ViewTally, cheapest
from cardshark.text import UserError


@kernel
def think_all(views, rules, search, models, workspace, endgame, thought, choices):
    """Add what every legal choice costs in more worlds to the thought about each view, and choose the cheapest."""
    rules, search, workspace, endgame = rules[0], search[0], uncounted_workspace(workspace), uncounted_endgame(endgame)
    for i in range(len(views)):
        view = views[i]
        choices[i] = without_thinking(view, rules, search, models)
        if choices[i] < 0:
            tally = ViewTally(thought.sums[i], thought.squares[i], thought.visits[i])
            for begin in range(search.begin, search.begin + search.worlds, CHUNK):
                amount = min(CHUNK, search.begin + search.worlds - begin)
                thought.effective[i] += imagine_worlds(view, rules, search, models, workspace, begin, amount)
                thought.worlds[i] += amount
                try_choices(view, rules, search, models, workspace, endgame, tally)
            thought.visits[i] = thought.worlds[i]
            choices[i] = cheapest(view.legal, tally.sums)


@rule
def try_choices(view, rules, search, models, workspace, endgame, tally):
    """Make every legal choice in each of these worlds, and finish the hand."""
    start, playout, styles = workspace.start, workspace.playout, workspace.styles
    sums, squares = tally.sums, tally.squares
    seat, solved = np.int64(view.table.turn), solved_tricks(view.table, rules, search)
    for k in range(workspace.span[0].amount):
        word = set_up_world(view, rules, models, workspace, k)
        rest = view.legal
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            playout[0] = start[0]
            game = playout[0]
            make_choice(game, rules, choice)
            if solved:
                play_until(game, rules, styles, word, rules.hand_size - solved)
                cost = solve(game, rules, seat, search.foes, endgame)
            else:
                play_out(game, rules, styles, word)
                cost = thought_cost(game, rules, seat, search.own_moon)
            sums[at(choice)] += cost
            squares[at(choice)] += cost * cost


@rule
def solved_tricks(table, rules, search):
    """How many of the last tricks are solved, for a decision at this table."""
    return search.endgame if tricks_left(table, rules) <= search.endgame else search.finish


@kernel
def count_owners(views, rules, search, models, workspace, open_cards, found):
    """In how many of `search.worlds` worlds each of the others holds each card: [view, card, other]; and which cards are not known."""
    rules, search, workspace = rules[0], search[0], uncounted_workspace(workspace)
    for i in range(len(views)):
        for begin in range(0, search.worlds, CHUNK):
            amount = min(CHUNK, search.worlds - begin)
            imagine_worlds(views[i], rules, search, models, workspace, begin, amount)
            hidden, worlds = workspace.hidden[0], workspace.worlds
            open_cards[i] = hidden.open
            for k in range(amount):
                for j in range(rules.players - 1):
                    rest = worlds[at(k), at(hidden.others[j])] & hidden.open
                    while rest:
                        found[i, at(lowest(rest)), j] += 1
                        rest &= rest - np.uint64(1)


class HeartsMonteCarlo:
    """How simple Monte Carlo thinks at Hearts."""

    TITLE = "Hearts"
    STYLES = STYLES
    WITHOUT: ClassVar = ("habit", "loyal", "slack")  # options that mean nothing here

    def __init__(self, options: Any, game: Any, rules: Any) -> None:
        self.rules = house.record(rules)
        self.models = style_models(options.style_texts(usual="greedy"), options.epsilon)
        self.workspace = new_workspace(options.pool, len(self.models) - 1)
        self.search, self.endgame = search_record(options), new_endgame()
        self.owners = Owners(rules, options.beliefs) if options.sampler == Sampler.NETWORK else None
        for name in ("endgame", "finish", "foes"):
            self.search[name] = getattr(options, name)

    @staticmethod
    def check(options: Any) -> None:
        """Refuse to solve more than can be solved, and a network that nobody would ask."""
        for name in ("endgame", "finish"):
            if not 0 <= getattr(options, name) <= MOST_TRICKS:
                raise UserError(f"{name} is 0 to {MOST_TRICKS} tricks that are solved, not {getattr(options, name)}")
        if options.own_moon and (options.endgame or options.finish):
            raise UserError("what is solved knows no wish for moons: leave out own_moon, or endgame and finish")
        if options.beliefs != USUAL and options.sampler != Sampler.NETWORK:
            raise UserError("beliefs are asked only with sampler=network: add it, or leave them out")

    @staticmethod
    def check_style(text: str) -> None:
        """Refuse a style that nobody plays."""
        style_of(text)

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int, even_if_forced: bool) -> None:
        """Weigh every legal choice in more deals."""
        self.search["begin"], self.search["worlds"], self.search["even_if_forced"] = begin, worlds, even_if_forced
        if self.owners is None:
            think_all(views, self.rules, self.search, self.models, self.workspace, self.endgame, thought, choices)
            return
        for one in self.believed(views):
            part = Thought(*(each[one] for each in thought))
            think_all(views[one], self.rules, self.search, self.models, self.workspace, self.endgame, part, choices[one])

    def believed(self, views: Views) -> Iterator[slice]:
        """One view after the other, with what the network believes of it in the workspace."""
        assert self.owners
        for i in range(len(views)):
            self.workspace.weights[:] = self.owners.weights(views[i : i + 1])
            yield slice(i, i + 1)

    def owner_counts(self, views: Views, worlds: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Of each view the cards whose place is not proved, and in how many worlds each of the others holds them: [view, card, other]."""
        self.search["begin"], self.search["worlds"] = 0, worlds
        cards, found = np.zeros(len(views), np.uint64), np.zeros((len(views), 64, OTHERS), np.int64)
        for one in self.believed(views) if self.owners else [slice(0, len(views))]:
            count_owners(views[one], self.rules, self.search, self.models, self.workspace, cards[one], found[one])
        return cards, found
