"""From the sums of a duel to what it showed: points, shares, wins, intervals, and whether it is decided."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from cardshark.arena import stats
from cardshark.arena.dealing.secret import Strangers
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.records import DealTally
from cardshark.arena.stats import Interval, Moments, Reach
from cardshark.notebook.shell import as_html
from cardshark.text import UserError, brief

FIGURES = ("points_a", "points_b", "moons_a", "moons_b", "wins_a", "hands", "control")  # of a deal, summed over all its placements
PLACES = "places"  # the sums of places taken, kept for matches: of A from the first to the last place, then of B
FIRST_LOOK = 100  # deals before which a duel cannot end


@dataclass(frozen=True)
class Duel:
    """What a duel showed. Points are those of the game: few are good in Hearts, many in gin rummy. Intervals are 95 %."""

    game: str
    rules: str
    a: str
    b: str
    seats: str  # 1v3: how many A and B take
    seed: int
    unit: str  # deal, or match: what is counted
    control: str | None  # whose luck on the same deals was subtracted
    points_a: float  # a hand, for each seat of A
    points_b: float
    difference: float  # points_a - points_b
    low: float
    high: float
    share_a: float | None  # of all points, for each seat of A: 0.25 is equal in Hearts; None if nobody made any
    share_low: float | None
    share_high: float | None
    wins_a: float  # first places (of hands, or of matches) for each seat of A, ties shared: 0.25 is equal among four
    wins_low: float
    wins_high: float
    places_a: list[Interval] | None  # of matches: how often a seat of A came in first, second and so on, ties shared
    places_b: list[Interval] | None
    deals: int  # or matches
    hands: int
    moons: int
    moons_a: int
    moons_b: int
    adjusted: float | None  # the difference (of matches: wins_a) without that luck
    adjusted_low: float | None
    adjusted_high: float | None
    variance_ratio: float | None  # adjusted variance to raw: a quarter means that each deal counts for four
    stopped: str | None  # why a duel that may end early ended; its intervals are then valid however often one looked
    seconds: float  # that this run took
    hands_a_second: float | None  # in this run; None if everything came from the journal
    seconds_a: float | None  # for a choice of A, and of B; None if none was timed
    seconds_b: float | None
    strangers: Strangers | None = None  # the secret word of its deals, where players from outside took part

    _repr_html_ = as_html


class Questions:
    """Which combination of a deal's figures answers which question."""

    def __init__(self, places: np.ndarray, matches: bool) -> None:
        count, seats = places.shape
        of_a = int((places == 0).sum())  # seats of A over all placements
        of_b = places.size - of_a
        self.matches = matches
        self.taken = of_a, of_b
        self.hands = weights(hands=Fraction(1, count))
        self.points_a = weights(points_a=Fraction(1, of_a))
        self.points_b = weights(points_b=Fraction(1, of_b))
        self.difference = weights(points_a=Fraction(1, of_a), points_b=Fraction(-1, of_b))
        self.all_points = weights(points_a=Fraction(1, count), points_b=Fraction(1, count))
        self.wins = weights(wins_a=Fraction(1, FIRST_PLACE * of_a))
        # The chief question: the difference of single hands, or the share of matches won. The control is in the same units.
        self.chief = self.wins if matches else self.difference
        self.even = Fraction(1, seats) if matches else Fraction(0)
        scale = FIRST_PLACE * of_a * seats if matches else Fraction(of_a * of_b, count)
        self.control = weights(control=1 / Fraction(scale))


def weights(**figures: Fraction) -> list[Fraction]:
    """A combination of the figures by name; those that are not named do not count."""
    return [figures.get(name, Fraction(0)) for name in FIGURES]


class Goal:
    """When a duel may end before all its deals are played: never, when it is decided, or when it is precise enough."""

    def __init__(self, until: str | float | None, deals: int, questions: Questions) -> None:
        self.questions = questions
        self.slope: Fraction | None = None  # how much of the control is subtracted, where there is one
        self.reach: Reach = stats.student
        self.precision: float | None = None
        self.reason: str | None = None
        if until is None:
            return
        if not (isinstance(until, str) and until == "decided"):
            try:
                self.precision = float(until)
            except (TypeError, ValueError):
                self.precision = -1.0
            if not 0 < self.precision < math.inf:
                raise UserError(
                    f"a duel can be played until it is decided or until it is precise to a number above 0, not until {brief(until)}"
                )
        if deals < FIRST_LOOK:
            raise UserError(
                f"a duel that may end early needs at least {FIRST_LOOK} {'matches' if questions.matches else 'deals'}, not {deals}"
            )
        self.reach, self.reason = stats.always_valid, "all deals were played"

    def chief(self) -> list[Fraction]:
        """What the duel is about, less the luck that the control explains."""
        questions, slope = self.questions, self.slope or 0
        return [figure - slope * luck for figure, luck in zip(questions.chief, questions.control, strict=True)]

    def enough(self, tally: DealTally) -> bool:
        """Has the goal been reached?"""
        if self.reason is None or tally.deals < FIRST_LOOK:
            return False
        _, low, high = tally.moments["deals"].interval(self.chief(), self.reach)
        if self.precision is None and not low <= self.questions.even <= high:
            self.reason = "decided"
        elif self.precision is not None and high - low <= 2 * self.precision:
            self.reason = "precise enough"
        return self.reason in ("decided", "precise enough")


def duel_figures(tally: DealTally, goal: Goal) -> dict[str, Any]:
    """The figures of a duel, by the names they have in `Duel`."""
    moments, questions, reach = tally.moments["deals"], goal.questions, goal.reach
    sums = dict(zip(FIGURES, moments.sums, strict=True))
    points_a, points_b = (moments.ratio(points, questions.hands).value for points in (questions.points_a, questions.points_b))
    difference = moments.ratio(questions.difference, questions.hands, reach)
    share = as_share(moments.ratio(questions.points_a, questions.all_points, reach))
    wins = as_share(moments.interval(questions.wins, reach))
    thinking = [clock.each() for clock in tally.clocks]
    return {
        "points_a": points_a, "points_b": points_b, **by_names("difference low high", difference),
        **by_names("share_a share_low share_high", share if share.value == share.value else None),
        **by_names("wins_a wins_low wins_high", wins),
        "places_a": places_of(0, tally, goal), "places_b": places_of(1, tally, goal),
        "deals": tally.deals, "hands": sums["hands"], "moons": sums["moons_a"] + sums["moons_b"],
        "moons_a": sums["moons_a"], "moons_b": sums["moons_b"],
        **without_luck(moments, goal),
        "stopped": goal.reason, "seconds_a": thinking[0], "seconds_b": thinking[1],
    }  # fmt: skip


def places_of(side: int, tally: DealTally, goal: Goal) -> list[Interval] | None:
    """How often a seat of A (side 0) or B came first, second and so on; None where single hands were played."""
    moments = tally.moments.get(PLACES)
    if moments is None:
        return None
    figures = range(len(moments.sums))
    once = Fraction(1, FIRST_PLACE * goal.questions.taken[side])
    asked = figures[len(figures) // 2 :] if side else figures[: len(figures) // 2]
    return [as_share(moments.interval([once * (figure == place) for figure in figures], goal.reach)) for place in asked]


def without_luck(moments: Moments, goal: Goal) -> dict[str, float | None]:
    """What a control variate leaves of the difference, and of its variance."""
    names = "adjusted adjusted_low adjusted_high"
    if goal.slope is None:
        return {**by_names(names, None), "variance_ratio": None}
    chief, left = goal.questions.chief, goal.chief()
    raw = moments.covariance(chief, chief)
    ratio = float(moments.covariance(left, left) / raw) if raw else None
    found = moments.interval(left, goal.reach)
    return {**by_names(names, as_share(found) if goal.questions.matches else found), "variance_ratio": ratio}


def as_share(found: Interval) -> Interval:
    """The interval of a share of wins, places or points, which ends at 0 and 1. Where points are taken off, one of points may not."""
    value, low, high = found
    return Interval(value, max(low, 0.0), min(high, 1.0)) if 0 <= value <= 1 else found


def by_names(names: str, interval: Interval | None) -> dict[str, float | None]:
    """An interval under the names that it has in a result."""
    values: Sequence[float | None] = interval or (None, None, None)
    return dict(zip(names.split(), values, strict=True))
