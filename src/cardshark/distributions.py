"""How likely is this by chance alone? Student's t, chi-squared, Fisher's F, and the exact interval of a share.

All of them are Fisher's F in disguise, the ratio of two mean squares: t squared is F with one degree of freedom on top, chi-squared
divided by its degrees of freedom is F with infinitely many below, and the odds of a share are F with twice its counts. So `Fisher` is
the only distribution that is worked out here: to about 13 digits, with 1 to 1e9 degrees of freedom, however far out in a tail.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import stdev
from typing import NamedTuple

STEP = 1 / 8  # between the spots at which a tail is summed up: 1 / 7 leaves an error of 2e-13, and 1 / 8 none that shows
NEGLIGIBLE = 50  # exp(-50) of a tail is nothing
CLOSE = 1e-5  # a step of `quantile` as small as this is the last one: the error that it leaves is its third power


def student_chance(t: float, freedom: float) -> float:
    """The two-sided p-value: how likely Student's t lies at least this far from zero, to either side."""
    return Fisher(1, freedom).beyond(t * t)


@lru_cache(4096)  # a quantile takes a quarter of a millisecond, and leagues and the coach ask for the same ones again and again
def student_reach(level: float, freedom: float) -> float:
    """How far from zero Student's t lies at most, to either side, in this share of all cases."""
    return math.sqrt(Fisher(1, freedom).quantile(level))


def mean_reach(values: Sequence[float], level: float = 0.95) -> float:
    """How far the true mean may lie from that of these values, to either side; NaN for fewer than two of them."""
    count = len(values)
    return student_reach(level, count - 1) * stdev(values) / math.sqrt(count) if count > 1 else math.nan


def chi_squared_chance(value: float, freedom: float) -> float:
    """The p-value: how likely chi-squared is at least this large."""
    return Fisher(freedom).beyond(value / freedom if freedom else math.nan)


def chi_squared_quantile(share: float, freedom: float) -> float:
    """The value below which chi-squared lies in this share of all cases."""
    return freedom * Fisher(freedom).quantile(share)


def share_interval(count: int, tried: int, level: float) -> tuple[float, float]:
    """Where the true share lies if `count` of `tried` were found: the exact interval of Clopper and Pearson."""

    def end(chance: float, found: int, others: int) -> float:
        odds = found / others * Fisher(2 * found, 2 * others).quantile(chance)
        return odds / (1 + odds)

    others = tried - count
    low = end((1 - level) / 2, count, others + 1) if count else 0.0
    high = end((1 + level) / 2, count + 1, others) if others else 1.0
    return low, high


class Place(NamedTuple):
    """What `Fisher` says of one value."""

    below: float  # the chance of a smaller value
    beyond: float  # and of a larger one
    density: float  # of the logarithm of F
    slope: float  # of minus the logarithm of that density


@dataclass(frozen=True)
class Fisher:
    """Fisher's F with its degrees of freedom. What makes no sense gives NaN, as elsewhere in arithmetic."""

    top: float
    bottom: float = math.inf

    def sensible(self) -> bool:
        """Is there such a distribution?"""
        return 0 < self.top < math.inf and self.bottom > 0

    def beyond(self, value: float) -> float:
        """The p-value: how likely F is at least this large."""
        return self.place(value).beyond

    def quantile(self, share: float) -> float:
        """The value below which F lies in this share of all cases."""
        if not (self.sensible() and 0 <= share <= 1):
            return math.nan
        if share in (0, 1):
            return math.inf if share else 0.0
        side, wanted = (1, 1 - share) if share > 0.5 else (-1, share)
        value, step = 1.0, math.inf
        while abs(step) >= CLOSE:  # Halley's method, on the logarithm of the chance: in a tail that is nearly a straight line
            here = self.place(value)
            chance = here.beyond if side > 0 else here.below
            if not chance:
                break  # as far out as numbers go
            steepness, missing = here.density / chance, math.log(chance) - math.log(wanted)
            step = missing / max(0.5, 1 + missing * (1 - side * here.slope / steepness) / 2)
            value *= math.exp(side * step / steepness)
        return value

    def place(self, value: float) -> Place:
        """The chances on both sides of a value. The smaller one is summed up, so that it keeps its digits however small it is.

        A beta variable stands behind F: x = 1 - y, where x / y is `odds`, with density x^(a-1) y^(b-1) / B(a, b). It is at its usual
        value where F is 1, and `surprise` says how much less likely the logarithm of F is here than there. Nothing in it subtracts
        numbers that are large and nearly equal, or a thousand million degrees of freedom would cost half of the digits.
        """
        if math.isnan(value) or not self.sensible():
            return Place(math.nan, math.nan, math.nan, math.nan)
        a, b, ratio = self.top / 2, self.bottom / 2, self.top / self.bottom
        odds = ratio * value
        if value <= 0:
            return Place(0.0, 1.0, 0.0, -a)
        if max(value, odds) == math.inf:
            return Place(1.0, 0.0, 0.0, b)
        y = 1 / (1 + odds)
        x = odds * y
        more = (value - 1) * y  # x is its usual value times 1 + this, and y is its own times 1 - ratio * this
        surprise = a * gap(more, (1 + ratio) * value * y) + (b * gap(-ratio * more, (1 + ratio) * y) if ratio else 0.0)
        scale = stirling_error(a + b) - stirling_error(a) - stirling_error(b)
        density = math.sqrt(a / (1 + ratio) / (2 * math.pi)) * math.exp(scale - surprise)
        if value < 1:
            chance = density * tail(x - a * more, a * value * y - x, y, x)
            return Place(chance, 1 - chance, density, a * more)
        chance = density * tail(y + a * more, (a - 1) * y, x, y)
        return Place(1 - chance, chance, density, a * more)


def tail(slope: float, mass: float, near: float, far: float) -> float:
    """The area of a tail whose height is 1 at its edge: a sum over spots that lie ever closer towards the edge (double exponential).

    Above 1, the sum runs over w = -log(y) / x, counted from the edge, with x and y as they are there (`near` and `far`); below 1 they
    change places. The height falls by exp(-fall): fall = slope w + mass w^2 / 2 at the edge, and a straight line far out.
    """
    length = 1 / (slope + math.sqrt(max(mass, 0.0)))
    area = 0.0
    for spot, weight in SPOTS:
        w = spot * length
        part = -math.expm1(-near * w) / near if near else w
        fall = slope * w + mass * ((bend(near * w) / near if near else 0.0) + (gap(far * part, 1 + far * part) / far if far else 0.0))
        if fall > NEGLIGIBLE:
            break
        area += weight * math.exp(-fall)
    return area * length


def gap(w: float, whole: float) -> float:
    """w - log(1 + w), with all digits also where w is small. `whole` is 1 + w, which the caller may know better."""
    if abs(w) > 0.25:
        return w - math.log(whole)
    r = w / (2 + w)  # log(1 + w) is 2 artanh(r)
    q = r * r
    return r * (w - 2 * q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * (1 / 13 + q * (1 / 15 + q / 17))))))))


def bend(w: float) -> float:
    """w - 1 + exp(-w), with all digits also where w is small."""
    if w > 0.1:
        return w + math.expm1(-w)
    return w * w / 2 * (1 - w / 3 * (1 - w / 4 * (1 - w / 5 * (1 - w / 6 * (1 - w / 7 * (1 - w / 8 * (1 - w / 9 * (1 - w / 10))))))))


def stirling_error(a: float) -> float:
    """The logarithm of the gamma function, less Stirling's formula."""
    if a < 16:
        return math.lgamma(a) - (a - 0.5) * math.log(a) + a - math.log(2 * math.pi) / 2
    q = 1 / (a * a)
    return (1 / 12 - q * (1 / 360 - q * (1 / 1260 - q * (1 / 1680 - q * (1 / 1188 - q * 691 / 360360))))) / a


def spots() -> list[tuple[float, float]]:
    """Where `tail` looks, and how much each spot counts."""
    steps = [STEP * step for step in range(-30, 37)]
    return [(spot := math.exp(u - math.exp(-u)), STEP * spot * (1 + math.exp(-u))) for u in steps]


SPOTS = spots()
