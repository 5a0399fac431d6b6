"""What every choice of a hand of Hearts is worth, from what a seat may know and nothing else.

    judge = HeartsJudge(rules)
    thinking = judge.think(view)                      # about a thousand imagined deals
    thinking.values                                   # of each legal choice: mean, 95 % interval, chance that none is better

Values are points that the seat takes in this hand, so fewer is better. Everybody is thought to play on by one style (`judge.name`).
Every choice is tried in the same deals. A deal's weight is how well it explains what the others have played, if they follow that style
except for slips (`SLIP_CHANCE`); `effective` is the number of equally likely deals that would tell as much. If fewer deals are
possible than were asked for, all of them are tried. Then the values are exact, and their intervals have no width.

While cards are passed, sets of cards are judged (`passes`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.coach.hearts.pass_words import why_pass
from cardshark.coach.hearts.passes import Round, all_sets, consider_set, is_passing, think_of_pass
from cardshark.coach.hearts.story import why
from cardshark.coach.hearts.tries import FATE, finish_all, imagine_and_weigh, new_workspace, try_all, try_open
from cardshark.coach.reasons import Why
from cardshark.coach.statistics import (
    ChoiceValue,
    Glance,
    Sample,
    Thinking,
    check_deals,
    conclude,
    effective_number,
    marginals,
    shares,
    value_choices,
)
from cardshark.games import hearts, house
from cardshark.players.hearts.styles import style_of
from cardshark.text import UserError

USUAL_STYLE = "jake"
DEALS = 1000  # imagined for a decision
# How often the others are thought to play any legal card, when deals are weighed. It is high because no player follows the style exactly.
# Measured on played hands, it helps to guess the hands of Jake, Stock and greedy players, hardly misleads about players who think ahead,
# and is worth 200 to 400 of 1000 deals in the middle of a hand. With 0.3 only ten were left, and they misled about players who think.
SLIP_CHANCE = 0.8
OPEN_SLIP_CHANCE = 0.1  # how often everybody slips when all cards are known, so that a value is a mean over several plays of the hand
PASS_DEALS = 2000  # the same for a pass: by rules of thumb results differ much from deal to deal
MANY_SETS = 300  # more cannot all be tried in the first round, so those without the cards that cost most to keep are left out
FIRST_DEALS = 20  # in which cards are tried one by one for that


class HeartsJudge:
    """A coach who tries every choice in imagined deals. Several threads may ask at the same time."""

    ROUNDS = Round(1 / 16, 32), Round(1 / 4, 8), Round(1, 5)

    def __init__(self, rules: Any, deals: int | None = None, style: str | None = None) -> None:
        rules.check()
        self.rules, self.deals = rules, check_deals(DEALS if deals is None else deals)
        self.name = style or USUAL_STYLE
        self._style = style_of(self.name)
        self._certain = self._style["slip_chance"][0] == 0 and self._style["kind"][0] != 0
        self._rules = house.record(rules)

    def think(self, view: Any, deals: int | None = None) -> Thinking:
        """Try every legal choice in the same deals. Their number is fixed before any result is known."""
        views = one_view(view)
        if is_passing(view):
            return think_of_pass(self, views, check_deals(deals or self.pass_deals))
        asked = check_deals(deals or self.deals)
        worlds, weights, exact = self.imagine(views, asked)
        choices = listed(int(views["legal"][0]))
        fates = self.try_out(views, worlds, [1 << choice for choice in choices])
        beliefs = marginals(worlds, weights, self.rules.players, int(views["table"]["turn"][0]))
        costs, worth = np.ascontiguousarray(fates["cost"]), float(asked) if exact else effective_number(weights)
        return conclude(choices, Sample(costs, weights, worth, exact), int(views["luck"][0]), beliefs)._replace(fates=fates, worlds=worlds)

    def consider(self, view: Any, thinking: Thinking, cards: int) -> Thinking:
        """What was thought of a pass, and another set of cards in the same deals."""
        return consider_set(self, one_view(view), thinking, cards)

    def open_values(self, games: np.ndarray, deals: int = 100) -> list[ChoiceValue]:
        """What every legal choice is worth if all cards are known. `games` holds the true game and is not changed.

        Each choice is played out `deals` times. Everybody plays by the style, but slips now and then (`OPEN_SLIP_CHANCE`). The luck is
        the same for every choice.
        """
        views = look_at(games, self._rules)
        choices = listed(int(views["legal"][0]))
        return self.try_openly(games, views, choices, [1 << choice for choice in choices], deals)

    def open_sets(self, games: np.ndarray, sets: list[int], deals: int = 100) -> list[ChoiceValue]:
        """The same of these sets, while cards are passed."""
        views = look_at(games, self._rules)
        return self.try_openly(games, views, sets, rest_of_sets(views, sets), deals)

    def try_openly(self, games: np.ndarray, views: np.ndarray, choices: list[int], options: list[int], deals: int) -> list[ChoiceValue]:
        """What choices are worth at the true table; `options` are the cards of each."""
        check_deals(deals)
        style = self._style.copy()
        style["slip_chance"] = np.maximum(style["slip_chance"], round(OPEN_SLIP_CHANCE * 2**32))
        fates = np.zeros((deals, len(choices)), FATE)
        try_open(games[:1].copy(), views, self._rules, style, new_workspace(), np.array(options, np.uint64), fates)
        costs = np.ascontiguousarray(fates["cost"])
        return value_choices(choices, Sample(costs, np.full(deals, 1 / deals), float(deals)), int(views["luck"][0]))

    def why(self, view: Any, thinking: Thinking, chosen: int | None = None) -> Why:
        """Why the best choice is better than `chosen`, or else than the next best."""
        return why_pass(self, view, thinking, chosen) if is_passing(view) else why(self.rules, view, thinking, chosen)

    # ---- sets of cards to pass ----

    @property
    def pass_deals(self) -> int:
        """Deals that are imagined for a pass: more than for a card, in the same proportion whatever was asked for."""
        return self.deals * PASS_DEALS // DEALS

    def first_sets(self, views: np.ndarray) -> list[int]:
        """All sets; where there are very many, those of the cards that look most dangerous."""
        sets = all_sets(views, self.rules)
        if len(sets) <= MANY_SETS:
            return sets
        deals, weights, _ = self.imagine(views, FIRST_DEALS)
        cards = listed(int(views["legal"][0]))
        alone = dict(zip(cards, weights @ self.try_out(views, deals, [1 << card for card in cards])["cost"], strict=True))
        danger = {cards: sum(alone.get(card, 0.0) for card in listed(cards)) for cards in sets}
        return sorted(sets, key=danger.__getitem__)[:MANY_SETS]

    def glances_at_sets(self, views: np.ndarray, sets: list[int]) -> tuple[Glance, ...]:
        """None: rules of thumb have no opinion at a glance."""
        return ()

    def prepare(self, views: np.ndarray, deals: NDArray[np.uint64]) -> np.ndarray:
        """The deals as they are: the table is set up anew for every try."""
        return deals

    def try_sets(self, views: np.ndarray, tables: np.ndarray, sets: list[int], to_the_end: bool = False) -> np.ndarray:
        """The result of passing each of these sets in each deal; a hand is always played to its end."""
        return self.try_out(views, tables, rest_of_sets(views, sets))

    def finish_sets(self, views: np.ndarray, tables: np.ndarray, sets: list[int]) -> np.ndarray:
        """The finished hands after each of these sets, in each deal."""
        options, games = np.array(rest_of_sets(views, sets), np.uint64), np.zeros((len(tables), len(sets)), hearts.GAME)
        finish_all(views, self._rules, self._style, new_workspace(), tables, options, games)
        return games

    # ---- deals ----

    def imagine(self, views: np.ndarray, asked: int) -> tuple[NDArray[np.uint64], NDArray[np.float64], bool]:
        """Imagined deals, the weight of each, and whether they are all possible deals."""
        deals, weights = np.zeros((asked, hearts.SEATS), np.uint64), np.zeros(asked)
        amount = int(imagine_and_weigh(views, self._rules, self._style, SLIP_CHANCE, bool(self._certain), new_workspace(), deals, weights))
        if amount == 0:
            raise UserError("no deal agrees with this view: a view must come from a hand that was played by these very rules")
        return deals[: abs(amount)], shares(weights[: abs(amount)]), amount < 0

    def try_out(self, views: np.ndarray, deals: NDArray[np.uint64], sets: list[int]) -> np.ndarray:
        """The result of each of these choices (sets of cards) in each deal."""
        fates = np.zeros((len(deals), len(sets)), FATE)
        try_all(views, self._rules, self._style, new_workspace(), deals, np.array(sets, np.uint64), fates)
        return fates


def one_view(view: Any) -> np.ndarray:
    """A view in an array of its own."""
    views = np.zeros(1, hearts.VIEW)
    views[0] = view
    views.flags.writeable = False  # as at the table, so that kernels are compiled once
    return views


def look_at(games: np.ndarray, rules: np.ndarray) -> np.ndarray:
    """What the seat in turn of a game sees."""
    views: np.ndarray = np.zeros(1, hearts.VIEW)
    hearts.look_all(games, rules, np.zeros(1, np.uint32), views)
    views.flags.writeable = False
    return views


def rest_of_sets(views: np.ndarray, sets: list[int]) -> list[int]:
    """The cards of these sets that are not put aside yet."""
    return [cards & ~int(views["given"][0]) for cards in sets]
