"""Simple Monte Carlo: imagine the hidden hands, play every legal card in each imagined deal, and take the card that costs least.

All cards are tried in the same deals with the same luck, so that their costs can be compared. Everybody finishes the hand by
rules of thumb (`playout`), and by the rules of this table: playouts that score a moon which is not played lose half a point a
hand.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from cardshark.cards import lowest
from cardshark.chance import draw
from cardshark.games import hearts
from cardshark.jit import at, kernel, rule
from cardshark.players.handmade import play_out
from cardshark.players.search import Search, Thought, without_thinking
from cardshark.players.table import Choices, Views
from cardshark.players.worlds import CHUNK, charge, imagine_worlds, seat_styles, set_up
from cardshark.text import UserError


@kernel
def think_all(views, rules, search, models, desk, thought, choices):
    """Add what every legal choice costs in more worlds to the thought about each view, and choose the cheapest."""
    rules, search = rules[0], search[0]
    for i in range(len(views)):
        view = views[i]
        choices[i] = without_thinking(view, rules, search, models)
        if choices[i] < 0:
            for begin in range(search.begin, search.begin + search.worlds, CHUNK):
                amount = min(CHUNK, search.begin + search.worlds - begin)
                thought[4][i] += imagine_worlds(view, rules, search, models, desk, begin, amount)
                thought[3][i] += amount
                weigh(view, rules, models, desk, begin, amount, thought[0][i], thought[1][i])
            thought[2][i] = thought[3][i]
            choices[i] = cheapest(view.legal, thought[0][i])


@rule
def weigh(view, rules, models, desk, begin, amount, sums, squares):
    """Play every legal choice in each of these worlds."""
    games, worlds, minds, styles = desk[0], desk[3], desk[4], desk[5]
    seat = np.int64(view.table.turn)
    for k in range(amount):
        word = draw(~view.luck, begin + k)
        seat_styles(models, minds[at(k)], seat, styles)
        set_up(view, rules, worlds[at(k)], styles, word, games[1])
        rest = view.legal
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            games[0] = games[1]
            game = games[0]
            if game.table.phase == hearts.PASS:
                hearts.pass_card(game, rules, choice)
            else:
                hearts.lay_card(game, rules, choice)
            play_out(game, rules, styles, word)
            cost = charge(game, seat)
            sums[at(choice)] += cost
            squares[at(choice)] += cost * cost


@rule
def cheapest(legal, sums):
    """The legal choice with the lowest sum."""
    best = lowest(legal)
    rest = legal
    while rest:
        choice = lowest(rest)
        rest &= rest - np.uint64(1)
        if sums[at(choice)] < sums[at(best)]:
            best = choice
    return best


@dataclass
class MonteCarlo(Search):
    """Plays every legal card in imagined deals, finishes the hands by rules of thumb, and takes the cheapest card."""

    deals: Annotated[int, "imagined deals for each decision"] = 100

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= 1_000_000:
            raise UserError(f"deals to imagine are 1 to 1,000,000, not {self.deals}")
        super().__post_init__()

    @property
    def pace(self) -> int:
        """Deals of a duel that are finished before anything is written down."""
        return 1 if self.seconds else max(1, min(2048, 4000 // self.deals))

    def worlds(self) -> int:
        """The number of deals."""
        return self.deals

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int) -> None:
        """Weigh every legal choice in more deals."""
        self._search["begin"], self._search["worlds"] = begin, worlds
        think_all(views, self._rules, self._search, self._models, self._desk, tuple(thought), choices)
