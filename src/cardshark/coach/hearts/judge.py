"""What every choice is worth, from what a seat may know and nothing else.

    judge = Judge(hearts, rules)                      # or gin: the same interface, `gin_values.py`
    thinking = judge.think(view)                      # about a thousand imagined deals
    thinking.values                                   # of each legal choice: mean, 95 % interval, chance that none is better
    thinking.difference(card("KS"), thinking.best)    # how much worse, with its own interval, from the same deals
    thinking.beliefs[seat, card("QS")]                # how likely that seat holds the queen of spades

Values are points that the seat takes in this hand, so fewer is better. Everybody is thought to play on by one style (`judge.name`).
Every choice is tried in the same deals. A deal counts as much as it explains what the others have played, if they mostly play by that
style (`LOOSE`); `effective` says how many equally likely deals that is worth. If no more deals are possible than were asked for, all of
them are tried: then the values are exact, and their intervals are points.
"""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import Card, add, listed
from cardshark.chance import draw_all
from cardshark.coach.hearts.tries import FATE, imagine_and_weigh, new_workspace, try_all, try_open
from cardshark.games import gin, hearts, house
from cardshark.players.hearts.search.beliefs import effective
from cardshark.players.hearts.styles import style_of
from cardshark.text import UserError

Costs = NDArray[np.float64]  # deals x choices

USUAL_STYLE = "jake"
# How often the others are thought to play just any legal card, when deals are weighed. So high because nobody is the style: measured on
# played hands it tells more than nothing about hands of Jake, Stock and greedy players, hardly misleads about those of players who think
# ahead, and leaves 200 to 400 of 1000 deals in the middle of a hand. With 0.3 ten were left, and they were wrong about the thinkers.
LOOSE = 0.8
OPEN_LOOSE = 0.1  # how often everybody plays any card when all cards are known, so that a value is a mean and not one hand's accident
NORMAL = 1.96  # standard errors to each side of a 95 % interval
DRAWS = 2000  # of all means together, to find out how often each is the best
PASS_CANDIDATES = 7  # cards among which the best set to pass is sought
MOST_DEALS = 1_000_000


class Value(NamedTuple):
    """What a choice is expected to cost, its 95 % interval, and the chance that none is better."""

    choice: int
    mean: float
    low: float
    high: float
    best: float


class Thinking(NamedTuple):
    """What the coach thinks of one position."""

    values: list[Value]  # of the legal choices, in their order
    deals: int  # that were tried
    effective: float  # so many equally likely deals would tell as much; as many as were asked for if all possible ones were tried
    beliefs: NDArray[np.float64]  # chance that a seat holds a card [seats, 64]; the own row is 0
    clear: bool  # can the best be told from the next best, other than one that comes to the same in every deal?
    best: int
    costs: Costs  # of each choice in each deal
    weights: NDArray[np.float64]  # of the deals; their sum is 1
    exact: bool = False  # were all possible deals tried?
    fates: np.ndarray = np.zeros((0, 0), FATE)  # what came of each choice in each deal of Hearts

    def column(self, choice: int) -> int:
        """Where a choice stands among the values."""
        return [value.choice for value in self.values].index(choice)

    def difference(self, choice: int, other: int) -> tuple[float, float, float]:
        """How much more a choice costs than another, and the 95 % interval of that, from the same deals."""
        paired = self.costs[:, self.column(choice)] - self.costs[:, self.column(other)]
        mean, reach = estimate(paired[:, None], self.weights, self.effective, self.exact)
        return float(mean[0]), float(mean[0] - reach[0]), float(mean[0] + reach[0])


# ---- what a sample says ----


def errors(costs: Costs, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], Costs]:
    """Weighted means, and what leaving out each deal would change: the jackknife of a ratio, honest also where one deal weighs much."""
    mean = weights @ costs
    return mean, (costs - mean) * (weights / np.maximum(1.0 - weights, 1e-9))[:, None]


def estimate(costs: Costs, weights: NDArray[np.float64], worth: float, exact: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means of columns, and how far their 95 % intervals reach to each side.

    One more deal that costs a point more is always thought possible: what never happened in a hundred deals may happen in the next.
    A row may be several deals (gin's walks): how far rows differ is known from as many as there are, whatever they are worth.
    """
    mean, changes = errors(costs, weights)
    if exact:
        return mean, np.zeros_like(mean)
    return mean, quantile(min(worth, len(costs))) * np.sqrt((changes**2).sum(axis=0) * repeated(weights, worth) + worth**-2)


def repeated(weights: NDArray[np.float64], worth: float) -> float:
    """How much more a mean varies because the deals are not independent: 1 if they are worth what their weights say."""
    return max(1.0, float(effective(weights)) / worth)


def quantile(deals: float) -> float:
    """How many standard errors an interval reaches, if they were found from so many deals: Student's."""
    from scipy.special import stdtrit

    return float(stdtrit(max(deals - 1.0, 1.0), 0.975))


def chances_to_be_best(costs: Costs, weights: NDArray[np.float64], worth: float, exact: bool, luck: int) -> NDArray[np.float64]:
    """How likely it is that no other choice is better: from draws of all means at once, which vary together as they do in the deals."""
    distinct, where = np.unique(costs, axis=1, return_inverse=True)  # what comes to the same in every deal is equally good
    mean, changes = errors(distinct, weights)
    if exact or len(mean) == 1:
        return (mean <= mean.min() + 1e-12).astype(float)[where]
    scale, axes = np.linalg.eigh(changes.T @ changes)
    spread = axes * np.sqrt(np.maximum(scale, 0.0)) * (quantile(min(worth, len(costs))) / NORMAL * repeated(weights, worth) ** 0.5)
    drawn = mean + normals(luck, DRAWS * len(mean)).reshape(DRAWS, -1) @ spread.T
    return np.bincount(drawn.argmin(axis=1), minlength=len(mean))[where] / DRAWS


def normals(word: int, count: int) -> NDArray[np.float64]:
    """Normal numbers out of a word (Box and Muller's way)."""
    found = np.empty((2, count), np.uint64)
    draw_all(np.uint64(word), 1 << 40, found[0])
    draw_all(np.uint64(word), 1 << 41, found[1])
    one, other = (found >> np.uint64(11)) * 2.0**-53
    return np.sqrt(-2.0 * np.log1p(-one)) * np.cos(2.0 * np.pi * other)


def marginals(deals: NDArray[np.uint64], weights: NDArray[np.float64], seats: int, own: int) -> NDArray[np.float64]:
    """The chance that each seat holds each card; nothing for the own seat."""
    cards = np.arange(64, dtype=np.uint64)
    found = np.zeros((seats, 64))
    for seat in range(seats):
        if seat != own:
            found[seat] = weights @ (deals[:, seat, None] >> cards & np.uint64(1)).astype(float)
    return found


def shares(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights that add up to 1; if nothing explains what was played, all deals count alike."""
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def valued(choices: list[int], costs: Costs, weights: NDArray[np.float64], worth: float, luck: int, exact: bool) -> list[Value]:
    """What a sample says of each choice."""
    mean, reach = estimate(costs, weights, worth, exact)
    chances = chances_to_be_best(costs, weights, worth, exact, luck)
    rows = zip(choices, mean.tolist(), (mean - reach).tolist(), (mean + reach).tolist(), chances.tolist(), strict=True)
    return [Value(*row) for row in rows]


def conclude(
    choices: list[int],
    costs: Costs,
    weights: NDArray[np.float64],
    worth: float,
    luck: int,
    beliefs: NDArray[np.float64],
    exact: bool = False,
) -> Thinking:
    """What to think of a position, from what each choice costs in each deal; the deals are worth so many independent ones."""
    values = valued(choices, costs, weights, worth, luck, exact)
    best = min(values, key=lambda value: value.mean).choice
    found = Thinking(values, len(costs), worth, beliefs, True, best, costs, weights, exact)
    second = runner_up(found)
    return found._replace(clear=second is None or found.difference(second, best)[1] > 0)


def runner_up(thinking: Thinking) -> int | None:
    """The best choice that is not the same as the best one in every deal; None if there is none."""
    best = thinking.costs[:, thinking.column(thinking.best)]
    others = [value for i, value in enumerate(thinking.values) if (thinking.costs[:, i] != best).any()]
    return min(others, key=lambda value: value.mean).choice if others else None


# ---- the judge ----


class Judge:
    """A coach who tries every choice in imagined deals. Several threads may ask at the same time."""

    def __new__(cls, game: Any, rules: Any, deals: int = 1000, style: str | None = None) -> Any:
        """Gin has a judge of its own."""
        if cls is Judge and game is gin:
            from cardshark.coach.gin.judge import GinJudge  # type: ignore[import-not-found]

            return GinJudge(game, rules, deals, style)
        return super().__new__(cls)

    def __init__(self, game: Any, rules: Any, deals: int = 1000, style: str | None = None) -> None:
        check_deals(deals)
        rules.check()
        self.game, self.rules, self.deals = game, rules, deals
        self.name = style or USUAL_STYLE
        self._style = style_of(self.name)
        self._certain = self._style["slip_chance"][0] == 0 and self._style["kind"][0] != 0
        self._rules = house.record(rules)

    def think(self, view: Any, deals: int | None = None) -> Thinking:
        """Try every legal choice in so many deals; how many is fixed before anything is known about them."""
        views = one_view(view)
        asked = check_deals(deals or self.deals)
        worlds, weights, exact = self.imagine(views, asked)
        choices = listed(int(views["legal"][0]))
        fates = self.try_out(views, worlds, [1 << choice for choice in choices])
        beliefs = marginals(worlds, weights, self.rules.players, int(views["table"]["turn"][0]))
        costs, worth = np.ascontiguousarray(fates["cost"]), float(asked) if exact else float(effective(weights))
        return conclude(choices, costs, weights, worth, int(views["luck"][0]), beliefs, exact)._replace(fates=fates)

    def best_pass(self, view: Any, deals: int | None = None) -> list[Card]:
        """The best cards to pass, with those that are put aside already: all sets of the most dangerous cards, tried in the same deals."""
        views = one_view(view)
        given = int(views["given"][0])
        missing = self.rules.pass_count - given.bit_count()
        asked = check_deals(deals or max(self.deals // 2, 1))
        worlds, weights, _ = self.imagine(views, asked)
        choices = listed(int(views["legal"][0]))
        alone = weights @ self.try_out(views, worlds, [1 << choice for choice in choices])["cost"]
        dangerous = [choices[i] for i in np.argsort(alone, kind="stable")[:PASS_CANDIDATES]]
        sets = [add(some) for some in combinations(dangerous, missing)]
        together = weights @ self.try_out(views, worlds, sets)["cost"]
        return listed(given | sets[int(together.argmin())])

    def open_values(self, games: np.ndarray, deals: int = 100) -> list[Value]:
        """What every legal choice is worth if all cards are known: `games` holds the true game, which stays as it is.

        Each is played out so many times; everybody plays by the style, but now and then (`OPEN_LOOSE`) any card, and the same luck
        serves every choice.
        """
        check_deals(deals)
        views: np.ndarray = np.zeros(1, hearts.VIEW)
        hearts.look_all(games, self._rules, np.zeros(1, np.uint32), views)
        views.flags.writeable = False
        choices = listed(int(views["legal"][0]))
        style = self._style.copy()
        style["slip_chance"] = np.maximum(style["slip_chance"], round(OPEN_LOOSE * 2**32))
        fates = np.zeros((deals, len(choices)), FATE)
        options = np.array([1 << choice for choice in choices], np.uint64)
        try_open(games[:1].copy(), views, self._rules, style, new_workspace(), options, fates)
        costs = np.ascontiguousarray(fates["cost"])
        return valued(choices, costs, np.full(deals, 1 / deals), float(deals), int(views["luck"][0]), False)

    def imagine(self, views: np.ndarray, asked: int) -> tuple[NDArray[np.uint64], NDArray[np.float64], bool]:
        """Deals, what each of them counts, and whether they are all that are possible."""
        deals, weights = np.zeros((asked, hearts.SEATS), np.uint64), np.zeros(asked)
        amount = int(imagine_and_weigh(views, self._rules, self._style, LOOSE, bool(self._certain), new_workspace(), deals, weights))
        if amount == 0:
            raise UserError("no deal agrees with this view: a view must come from a hand that was played by these very rules")
        return deals[: abs(amount)], shares(weights[: abs(amount)]), amount < 0

    def try_out(self, views: np.ndarray, deals: NDArray[np.uint64], sets: list[int]) -> np.ndarray:
        """What comes of each of these choices (sets of cards) in each deal."""
        fates = np.zeros((len(deals), len(sets)), FATE)
        try_all(views, self._rules, self._style, new_workspace(), deals, np.array(sets, np.uint64), fates)
        return fates


def one_view(view: Any) -> np.ndarray:
    """A view in an array of its own."""
    views = np.zeros(1, hearts.VIEW)
    views[0] = view
    views.flags.writeable = False  # as at the table, so that kernels are compiled once
    return views


def check_deals(deals: int) -> int:
    """Refuse a number of deals that nobody can try."""
    if not 1 <= deals <= MOST_DEALS:
        raise UserError(f"deals to imagine are 1 to {MOST_DEALS:,}, not {deals}")
    return deals
