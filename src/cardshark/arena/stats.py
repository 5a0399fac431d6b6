"""How sure is that? Exact sums over deals, and the intervals and tests that follow from them.

The deal is the unit: each deal gives a row of whole numbers (points of A, points of B, moons ...), and only the sums of
these figures and of their products are kept. Whole numbers add up to the same bits in any order, so a result depends on
what was played and not on how the work was cut up; any mean, difference or ratio of the figures can be asked for later.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cardshark.distributions import Fisher, chi_squared_quantile, share_interval, student_chance, student_reach
from cardshark.text import UserError

Weights = Sequence[int | Fraction]  # one for each figure: a linear combination of them
Reach = Callable[[int], float]  # from a number of deals, how many standard errors an interval extends to each side

LEVEL = 0.95
LARGEST = 1 << 128  # no sum of a billion deals comes near it
SHARPEST = 1000  # the number of deals at which the always-valid interval is tuned to be narrow
POWER = (1.96 + 0.84) ** 2  # deals x (difference / spread)^2 at which a true difference is found four times out of five


class Interval(NamedTuple):
    """An estimate and where the truth lies, 95 times out of 100."""

    value: float
    low: float
    high: float


class SumsLine(msgspec.Struct):
    """The sums of some deals as a file has them."""

    count: int
    sums: list[int]
    products: list[int]


@dataclass(frozen=True)
class Moments:
    """The number of deals, the sum of each figure, and the sum of the product of every two figures (i <= j, row by row)."""

    count: int
    sums: tuple[int, ...]
    products: tuple[int, ...]

    @classmethod
    def of(cls, figures: np.ndarray) -> "Moments":
        """The sums of whole numbers, one row a figure and one column a deal."""
        largest = max(abs(int(figures.max(initial=0))), abs(int(figures.min(initial=0))))
        fits = figures.shape[1] * largest**2 < 1 << 62
        table = figures.astype(np.int64 if fits else object)  # Python's own numbers never overflow
        products = (table @ table.T)[np.triu_indices(len(table))]
        return cls(figures.shape[1], tuple(map(int, table.sum(axis=1))), tuple(map(int, products)))

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Moments":
        """Back from `to_json`; a ValueError if these are no sums."""
        found = msgspec.convert(data, SumsLine)
        figures = len(found.sums)
        if found.count < 0 or len(found.products) != figures * (figures + 1) // 2:
            raise ValueError("there is a product of every two figures")
        if any(abs(each) >= LARGEST for each in (found.count, *found.sums, *found.products)):
            raise ValueError("no sum is as large as that")
        return cls(found.count, tuple(found.sums), tuple(found.products))

    def to_json(self) -> dict[str, Any]:
        """For JSON, which keeps whole numbers of any length."""
        return {"count": self.count, "sums": list(self.sums), "products": list(self.products)}

    def __add__(self, other: "Moments") -> "Moments":
        add = int.__add__
        return Moments(
            self.count + other.count, tuple(map(add, self.sums, other.sums)), tuple(map(add, self.products, other.products))
        )  # fmt: skip

    def total(self, weights: Weights) -> Fraction:
        """The sum of a combination of figures over all deals."""
        return sum((Fraction(weight) * figure for weight, figure in zip(weights, self.sums, strict=True)), Fraction(0))

    def mean(self, weights: Weights) -> Fraction:
        """The mean of a combination of figures, exactly."""
        return self.total(weights) / self.count

    def covariance(self, one: Weights, other: Weights) -> Fraction:
        """The covariance of two combinations from deal to deal, exactly."""
        products = iter(self.products)
        together = Fraction(0)
        for i in range(len(self.sums)):
            for j in range(i, len(self.sums)):
                weight = Fraction(one[i]) * other[j] + (Fraction(one[j]) * other[i] if i != j else 0)
                together += weight * next(products)
        return (together - self.total(one) * self.total(other) / self.count) / (self.count - 1)

    def error(self, weights: Weights) -> float:
        """The standard error of a mean."""
        variance = self.covariance(weights, weights)
        if variance < 0:
            raise UserError("sums that no deals can have, because a variance would be below 0: whoever wrote them was not cardshark")
        return math.sqrt(variance / self.count)

    def interval(self, weights: Weights, reach: Reach | None = None) -> Interval:
        """The mean of a combination with its interval; Student's for a number of deals fixed beforehand, or another `reach`."""
        return around(float(self.mean(weights)), (reach or student)(self.count) * self.error(weights))

    def ratio(self, top: Weights, bottom: Weights, reach: Reach | None = None) -> Interval:
        """The mean of one combination divided by the mean of another, by the delta method; NaN where that would divide by zero."""
        if not self.total(bottom):
            return Interval(math.nan, math.nan, math.nan)
        ratio = self.total(top) / self.total(bottom)
        rest = [over - ratio * under for over, under in zip(top, bottom, strict=True)]
        return around(float(ratio), (reach or student)(self.count) * self.error(rest) / abs(float(self.mean(bottom))))

    def chance_of_equality(self, weights: Weights) -> float:
        """The two-sided p-value of Student's test that the true mean is zero."""
        return t_test(float(self.mean(weights)), self.error(weights), self.count - 1).p

    def deals_to_decide(self, weights: Weights) -> int | None:
        """The number of deals that would show the difference four times out of five, if it is as large as it seems; None if it is zero."""
        mean = self.mean(weights)
        return math.ceil(POWER * self.covariance(weights, weights) / mean**2) if mean else None


@dataclass(frozen=True)
class Estimate:
    """A figure worked out from means over the same deals, with its slope in each of these means: the delta method as arithmetic."""

    moments: Moments
    value: float
    slopes: tuple[Fraction, ...]  # how much the value grows with the mean of each figure

    @classmethod
    def of(cls, moments: Moments, weights: Weights) -> "Estimate":
        """The mean of a combination of figures."""
        return cls(moments, float(moments.mean(weights)), tuple(map(Fraction, weights)))

    def interval(self) -> Interval:
        """The figure with its 95 % interval."""
        return around(self.value, student(self.moments.count) * self.moments.error(self.slopes))

    def __add__(self, other: "Estimate") -> "Estimate":
        return self.combine(self.value + other.value, (1.0, self), (1.0, other))

    def __sub__(self, other: "Estimate") -> "Estimate":
        return self.combine(self.value - other.value, (1.0, self), (-1.0, other))

    def __truediv__(self, other: "Estimate | float") -> "Estimate":
        if not isinstance(other, Estimate):
            return self.combine(self.value / other, (1 / other, self))
        if not other.value:
            return self.combine(math.nan)
        return self.combine(self.value / other.value, (1 / other.value, self), (-self.value / other.value**2, other))

    def combine(self, value: float, *parts: tuple[float, "Estimate"]) -> "Estimate":
        """A figure whose slopes are those of its parts, each times a factor."""
        slopes = [Fraction(0)] * len(self.slopes)
        for factor, part in parts:
            slopes = [slope + Fraction(factor) * more for slope, more in zip(slopes, part.slopes, strict=True)]
        return Estimate(self.moments, value, tuple(slopes))


def mean_estimate(found: Sequence[Estimate]) -> Estimate:
    """The mean of figures from the same deals."""
    return reduce(Estimate.__add__, found) / len(found)


def around(value: float, radius: float) -> Interval:
    """An interval that extends equally far to both sides."""
    return Interval(value, value - radius, value + radius)


# ---- how far an interval reaches ----


def student(count: int) -> float:
    """Student's interval, for a number of deals that was fixed before anybody looked."""
    return student_reach(LEVEL, count - 1)


def always_valid(count: int) -> float:
    """An interval that may be looked at after every deal: it errs at any time at all in at most 5 of 100 duels.

    Robbins' mixture, for an unknown spread: the likelihood of Student's t under effects that are themselves normal,
    against no effect, is a fair bet whose capital hardly ever grows twentyfold (Lai 1976; Wang and Ramdas 2024). Exact
    for normal figures; the mean of a deal's placements is near enough from a hundred deals on.
    """
    spread = -2 * math.log(1 - LEVEL)
    growth = 1 + count * (spread + math.log(spread + 1)) / SHARPEST  # 1 + count x variance of the effects
    bet = (math.sqrt(growth) / (1 - LEVEL)) ** (2 / count)
    if bet >= growth:
        return math.inf  # too few deals to tell anything
    return math.sqrt((count - 1) * (bet - 1) / (1 - bet / growth))


# ---- many comparisons, control variates ----


def holm(chances: Sequence[float], level: float = 1 - LEVEL) -> list[bool]:
    """Which of many p-values are significant, so that all of them together err once in twenty times (Holm 1979)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found = [False] * len(chances)
    for place, i in enumerate(order):
        if chances[i] > level / (len(chances) - place):
            break
        found[i] = True
    return found


def coefficient(held_out: Moments, figure: Weights, control: Weights) -> Fraction:
    """How much of a control variate to subtract: the slope of a regression on deals that are used for nothing else.

    If it were fitted on the deals that it adjusts, it would be biased towards what they happen to show.
    """
    spread = held_out.covariance(control, control)
    return (held_out.covariance(figure, control) / spread).limit_denominator(1000) if spread else Fraction(0)


# ---- the tests that papers use ----


class TTest(NamedTuple):
    """A t-test: the difference of two means, its 95 % interval, t, its degrees of freedom and p."""

    difference: float
    low: float
    high: float
    t: float
    freedom: int
    p: float


def t_test(difference: float, error: float, freedom: int) -> TTest:
    """Student's test of a difference with its standard error. Figures that never vary are equal or not, and that is sure."""
    t = difference / error if error else math.copysign(math.inf, difference) if difference else 0.0
    return TTest(*around(difference, student(freedom + 1) * error), t, freedom, student_chance(t, freedom))


def pooled(a: Sequence[float], b: Sequence[float]) -> TTest:
    """Two independent samples with the same spread, as many papers assume."""
    freedom = len(a) + len(b) - 2
    if freedom < 1 or min(len(a), len(b)) < 1:  # too few to tell anything
        return TTest(math.nan, math.nan, math.nan, math.nan, freedom, math.nan)
    variance = sum(float(np.var(side)) * len(side) for side in (a, b)) / freedom
    return t_test(float(np.mean(a) - np.mean(b)), math.sqrt(variance * (1 / len(a) + 1 / len(b))), freedom)


def paired(a: Sequence[float], b: Sequence[float]) -> TTest:
    """Two samples taken in pairs, on the same deals."""
    differences = np.subtract(a, b)
    return t_test(float(np.mean(differences)), float(np.std(differences, ddof=1)) / math.sqrt(len(a)), len(a) - 1)


# ---- over the runs of a training ----


def mean_of(values: Sequence[float]) -> Interval:
    """The mean over runs with its interval; from a single run there is none."""
    if len(values) < 2:
        return Interval(values[0] if values else math.nan, math.nan, math.nan)
    return around(float(np.mean(values)), student(len(values)) * float(np.std(values, ddof=1)) / math.sqrt(len(values)))


def difference_of(ones: Sequence[float], others: Sequence[float]) -> Interval:
    """The mean of some runs less that of others, with the interval of Student's test. Runs may all be equal."""
    return Interval(*pooled(ones, others)[:3])


def spread_of(values: Sequence[float]) -> Interval:
    """The standard deviation over runs with its interval."""
    freedom, sd = len(values) - 1, float(np.std(values, ddof=1))
    return Interval(sd, *(sd * math.sqrt(freedom / chi_squared_quantile(end, freedom)) for end in (0.975, 0.025)))


def ratio_of_spreads(ones: Sequence[Sequence[float]], others: Sequence[Sequence[float]]) -> Interval:
    """The spread of the runs of some settings divided by that of others; each setting spreads around its own mean."""
    sides = [[values for values in side if len(values) > 1] for side in (ones, others)]
    freedoms = [sum(len(values) - 1 for values in side) for side in sides]
    if min(freedoms) < 1 or not any(np.ptp(values) for values in sides[1]):  # too few runs, or none of the others differ
        return Interval(math.nan, math.nan, math.nan)
    variances = [
        sum(float(np.var(values, ddof=1)) * (len(values) - 1) for values in side) / freedom
        for side, freedom in zip(sides, freedoms, strict=True)
    ]
    ratio = variances[0] / variances[1]
    return Interval(math.sqrt(ratio), *(math.sqrt(ratio / Fisher(*freedoms).quantile(end)) for end in (0.975, 0.025)))


def share_of(count: int, tried: int) -> Interval:
    """A share of a few runs with its exact interval (Clopper and Pearson)."""
    return Interval(count / tried, *share_interval(count, tried, LEVEL))


def independent_difference(one: Interval, other: Interval) -> Interval:
    """One figure less another that is independent of it."""
    return around(one.value - other.value, math.hypot(one.high - one.value, other.high - other.value))


def independent_mean(found: Sequence[Interval]) -> Interval:
    """The mean of figures that are independent of each other."""
    return around(float(np.mean([each.value for each in found])), math.hypot(*(each.high - each.value for each in found)) / len(found))
