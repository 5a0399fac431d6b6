"""What a sample of imagined deals tells of each choice: means, intervals, and the chance to be the best.

Both judges use this. A judge has a table of costs, deals x choices, and the weight of each deal; `conclude` makes a `Thinking` of it:

    thinking.values                                   # of each legal choice: mean, 95 % interval, chance that none is better
    thinking.difference(card("KS"), thinking.best)    # how much worse, with its own interval, from the same deals
    thinking.beliefs[seat, card("QS")]                # how likely that seat holds the queen of spades
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import draw_all
from cardshark.distributions import student_reach
from cardshark.text import UserError

Costs = NDArray[np.float64]  # deals x choices

NORMAL = 1.96  # standard errors to each side of a 95 % interval
DRAWS = 2000  # random draws of all means at once, which show how often each is the best
MOST_DEALS = 1_000_000


class Sample(NamedTuple):
    """What each choice costs in each of some deals, and the weights of the deals."""

    costs: Costs
    weights: NDArray[np.float64]  # of the deals; their sum is 1
    worth: float  # the number of independent deals that would tell as much
    exact: bool = False  # are these all possible deals?


class ChoiceValue(NamedTuple):
    """What a choice is expected to cost, its 95 % interval, and the chance that none is better."""

    choice: int  # where cards are passed: a set of cards
    mean: float
    low: float
    high: float
    best: float


class Glance(NamedTuple):
    """What a network makes of a choice at a glance, without imagined deals."""

    chance: float  # that it makes this choice
    cost: float  # what it expects of the hand then; the least is the best


class Thinking(NamedTuple):
    """What the coach thinks of one position."""

    values: list[ChoiceValue]  # of the legal choices, in their order
    deals: int  # that were tried
    effective: float  # the number of equally likely deals that would tell as much; if all possible deals were tried, the number asked for
    beliefs: NDArray[np.float64]  # chance that a seat holds a card [seats, 64]; the own row is 0
    clear: bool  # is the best clearly better than the next best? A choice with the same cost in every deal does not count
    best: int  # the coach's advice
    costs: Costs  # of each choice in each deal
    weights: NDArray[np.float64]  # of the deals; their sum is 1
    exact: bool = False  # were all possible deals tried?
    fates: np.ndarray = np.zeros((0, 0))  # the result of each choice in each deal: records of the game's own judge
    ends: np.ndarray = np.zeros((0, 0))  # the same of the first deals, played to their end, where the others were not
    worlds: np.ndarray = np.zeros((0, 0))  # the deals themselves, where the judge may want to play on in them
    glances: tuple[Glance, ...] = ()  # of the choices, in their order, where a network judges

    def column(self, choice: int) -> int:
        """Where a choice stands among the values."""
        return [value.choice for value in self.values].index(choice)

    def glance(self, choice: int) -> Glance | tuple[None, None]:
        """What a network makes of a choice at a glance; nothing where none judges."""
        return self.glances[self.column(choice)] if self.glances else (None, None)

    @property
    def expected(self) -> float:
        """What the best choice is expected to cost."""
        return self.values[self.column(self.best)].mean

    def difference(self, choice: int, other: int) -> tuple[float, float, float]:
        """How much more a choice costs than another, and the 95 % interval of that, from the same deals."""
        paired = self.costs[:, self.column(choice)] - self.costs[:, self.column(other)]
        mean, reach = estimate(Sample(paired[:, None], self.weights, self.effective, self.exact))
        return float(mean[0]), float(mean[0] - reach[0]), float(mean[0] + reach[0])


# ---- what a sample of deals tells ----


def jackknife(costs: Costs, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], Costs]:
    """Weighted means, and how leaving out each deal would change them: the jackknife of a ratio, right also where one deal weighs much."""
    mean = weights @ costs
    return mean, (costs - mean) * (weights / np.maximum(1.0 - weights, 1e-9))[:, None]


def estimate(sample: Sample) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means of columns, and how far their 95 % intervals reach to each side.

    One more deal that costs a point more is always thought possible, because what did not happen in a hundred deals may happen in the
    next. A row may be the mean of several deals that resemble each other, so no more degrees of freedom are used than there are rows.
    """
    mean, changes = jackknife(sample.costs, sample.weights)
    if sample.exact:
        return mean, np.zeros_like(mean)
    spread = (changes**2).sum(axis=0) * repetition(sample) + sample.worth**-2
    return mean, quantile(min(sample.worth, len(sample.costs))) * np.sqrt(spread)


def effective_number(weights: NDArray[np.float64]) -> float:
    """How many equally likely deals would tell as much as these weighted ones: (sum of w)^2 / sum of w^2, and 0 if all are 0.

    The numbers are added one after the other, as a kernel does it, so that the last bit is the same everywhere.
    """
    total, squares = float(np.cumsum(weights)[-1]), float(np.cumsum(weights * weights)[-1])
    return total * total / squares if squares > 0.0 else 0.0


def repetition(sample: Sample) -> float:
    """The factor by which the variance of a mean grows because the deals are not independent; 1 if they are."""
    return max(1.0, effective_number(sample.weights) / sample.worth)


def quantile(deals: float) -> float:
    """How many standard errors a 95 % interval reaches to each side, if the error comes from this number of deals (Student's t)."""
    return student_reach(0.95, max(deals - 1.0, 1.0))


def chances_to_be_best(sample: Sample, luck: int) -> NDArray[np.float64]:
    """The chance of each choice that no other is better, from random draws of all means at once, which vary as they do in the deals."""
    distinct, where = np.unique(sample.costs, axis=1, return_inverse=True)  # choices with the same cost in every deal are equally good
    mean, changes = jackknife(distinct, sample.weights)
    if sample.exact or len(mean) == 1:
        return (mean <= mean.min() + 1e-12).astype(float)[where]
    scale, axes = np.linalg.eigh(changes.T @ changes)
    widening = quantile(min(sample.worth, len(sample.costs))) / NORMAL * repetition(sample) ** 0.5
    spread = axes * np.sqrt(np.maximum(scale, 0.0)) * widening
    drawn = mean + normals(luck, DRAWS * len(mean)).reshape(DRAWS, -1) @ spread.T
    return np.bincount(drawn.argmin(axis=1), minlength=len(mean))[where] / DRAWS


def normals(word: int, count: int) -> NDArray[np.float64]:
    """Normally distributed random numbers from a word (Box-Muller)."""
    found = np.empty((2, count), np.uint64)
    draw_all(np.uint64(word), 1 << 40, found[0])
    draw_all(np.uint64(word), 1 << 41, found[1])
    one, other = (found >> np.uint64(11)) * 2.0**-53
    return np.sqrt(-2.0 * np.log1p(-one)) * np.cos(2.0 * np.pi * other)


def marginals(deals: NDArray[np.uint64], weights: NDArray[np.float64], seats: int, own: int) -> NDArray[np.float64]:
    """The chance that each seat holds each card; 0 for the own seat."""
    cards = np.arange(64, dtype=np.uint64)
    found = np.zeros((seats, 64))
    for seat in range(seats):
        if seat != own:
            found[seat] = weights @ (deals[:, seat, None] >> cards & np.uint64(1)).astype(float)
    return found


def shares(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights scaled so that they add up to 1; if all are 0, all become equal."""
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def value_choices(choices: list[int], sample: Sample, luck: int) -> list[ChoiceValue]:
    """The value of each choice from a sample; `luck` is the random word for draws of means."""
    mean, reach = estimate(sample)
    chances = chances_to_be_best(sample, luck)
    rows = zip(choices, mean.tolist(), (mean - reach).tolist(), (mean + reach).tolist(), chances.tolist(), strict=True)
    return [ChoiceValue(*row) for row in rows]


def conclude(choices: list[int], sample: Sample, luck: int, beliefs: NDArray[np.float64], best: int | None = None) -> Thinking:
    """What the coach thinks of a position, from what each choice costs in each deal. `best` is the advice, where that is settled."""
    values = value_choices(choices, sample, luck)
    best = min(values, key=lambda value: value.mean).choice if best is None else best
    found = Thinking(values, len(sample.costs), sample.worth, beliefs, True, best, sample.costs, sample.weights, sample.exact)
    second = runner_up(found)
    return found._replace(clear=second is None or found.difference(second, best)[1] > 0)


def runner_up(thinking: Thinking) -> int | None:
    """The next best choice, without those that cost the same as the best in every deal; None if there is none."""
    best = thinking.costs[:, thinking.column(thinking.best)]
    others = [value for i, value in enumerate(thinking.values) if (thinking.costs[:, i] != best).any()]
    return min(others, key=lambda value: value.mean).choice if others else None


def check_deals(deals: int) -> int:
    """The number of deals to imagine, if it is in range."""
    if not 1 <= deals <= MOST_DEALS:
        raise UserError(f"deals to imagine are 1 to {MOST_DEALS:,}, not {deals}")
    return deals
