"""Which reading of the lost equations fits best: every one is compared with figures 2 to 4 and table 3 together, on seeds of their own.

A misfit adds up squares of distances in standard errors, one for each thing that the paper prints or says:

    figure 2    F_weight is below F_base over the first 5,000 games, and not below 0.25
    figure 3    F_separate is below F_weight over the first 10,000 games
    figure 4    one of F_weight, F_separate and F_multi is below 0.25 from game 8,000 on, and ends below 0.24
    table 3     ten ratios

A saying that holds costs nothing. The errors are those of ten runs here, because the paper prints none; "about 8,000" is allowed a factor
of two, as two standard errors.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from cardshark.experiments.amounts import Amounts
from cardshark.experiments.curves import bin_sizes, sum_in_bins
from cardshark.experiments.hearts_falcon.settings import (
    BASE,
    BEST_GROUPS,
    FITS,
    MULTI,
    SEPARATE,
    WEIGHT,
    Setting,
    agents_of,
)
from cardshark.experiments.hearts_falcon.tables import (
    CONVERGED,
    CROSSED,
    EQUAL,
    FIGURE_2,
    FIGURE_3,
    FIT_RUNS,
    FIT_SEEDS,
    GAMES,
    GROUPINGS,
    POINTS,
    TESTS,
    crossing,
    games_of,
    tests_of,
)
from cardshark.learning.falcon.course import FalconCourse
from cardshark.report.verdict import NORMAL

CURVES = (WEIGHT, SEPARATE, MULTI)  # agents whose course is kept
BINS = 50
OF_TEST = 0.0036  # standard deviation of a run's ratio after training
OF_EARLY = 0.006  # of its ratio over the first thousands of games
OF_PAIR = 0.004  # of the difference of two agents there, on the same deals
PAPER_RUNS = 10
OCTAVES = 0.5  # standard error of the number of games after which a curve crosses
# The misfit of a right reading. Ten ratios and the crossing add 1 each on average; each of the four sayings that cost on one side only
# adds 1/2 if it holds by a hair, less if it holds clearly. The limits are of that mixture of chi-squares with all four halves (mean 13).
EXPECTED = "11 to 13"
PARTS = 11  # the ten ratios and the crossing
SELDOM, HARDLY_EVER = 22.5, 35.0  # more than this once in twenty, and once in a thousand


@dataclass(frozen=True)
class FitTask:
    """One run of all agents of figures 2 to 4 and table 3 under one reading."""

    reading: str
    setting: Setting
    run: int
    seed: int
    games: int
    tests: int

    @property
    def name(self) -> str:
        """What it is called in the journal."""
        return f"fit {self.reading}, run {self.run}"


def fit_tasks(amounts: Amounts) -> list[FitTask]:
    """Every reading, several runs each; the seeds are the same whatever the seed of the whole."""
    games, tests = sizes_of(amounts)
    return [
        FitTask(name, setting, run, FIT_SEEDS + run, games, tests)
        for name, setting in FITS.items()
        for run in range(1, amounts.seeds("fit", FIT_RUNS) + 1)
    ]


def sizes_of(amounts: Amounts) -> tuple[int, int]:
    """How many training hands and test hands."""
    return games_of(amounts, GAMES), tests_of(amounts, TESTS)


def hands_of_fit(task: FitTask) -> int:
    """About how many hands a run takes."""
    return (len(GROUPINGS) + 1) * (task.games + task.tests)


def fit_one(task: FitTask) -> dict[str, Any]:
    """Train and test every agent: points in tests by way of grouping, of F_weight too, and points in the course of the training."""
    agents, tested, curves = agents_of(task.setting), {}, {}
    grouped = {groups: agents[SEPARATE].changed(groups=groups) for groups in GROUPINGS}
    for name, setting in {WEIGHT: agents[WEIGHT], **grouped}.items():
        course = course_of(setting, task, task.games)
        tested[name] = int(course.test("test", task.tests)[:, 0].sum())
        label = {"": SEPARATE, BEST_GROUPS: MULTI}.get(name, name)
        if label in CURVES:
            curves[label] = sum_in_bins(course.totals[:, 0], BINS)
    early = max(1, task.games * FIGURE_2 // GAMES)
    curves[BASE] = [int(course_of(agents[BASE], task, early).totals[:, 0].sum())]
    return {"tested": tested, "curves": curves}


def course_of(setting: Setting, task: FitTask, games: int) -> FalconCourse:
    """A course that has come to its end."""
    course = FalconCourse(setting.design, replace(setting.lesson, games=games), task.seed)
    course.advance(games)
    return course


# ---- how well it fits ----


class Misfit(NamedTuple):
    """How far a reading is from what is printed: squares of distances in standard errors."""

    figure_2: float
    figure_3: float
    figure_4: float
    table_3: float

    @property
    def total(self) -> float:
        """All of it."""
        return sum(self)


class Fit(NamedTuple):
    """What was measured under a reading, as means over its runs, and how well that fits."""

    early: dict[str, float]  # ratios over the games of figure 2 (F_base, F_weight) and of figure 3 (F_weight, F_separate)
    crossed: int | None  # after how many games the best agent of figure 4 is below the others
    ratios: dict[str, float]  # in tests: F_weight, and F_separate by way of grouping
    misfit: Misfit
    runs: int


def beyond(distance: float, error: float) -> float:
    """What a saying costs that is wrong by this distance; nothing if it holds."""
    return max(0.0, distance / error) ** 2


def added(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a record keeps of the runs of a reading: how many there are, and the points of all of them together."""
    return {
        "runs": len(rows),
        "tested": {name: sum(row["tested"][name] for row in rows) for name in rows[0]["tested"]},
        "curves": {name: np.sum([row["curves"][name] for row in rows], axis=0).tolist() for name in rows[0]["curves"]},
    }


def fit_of(sums: Mapping[str, Any], games: int, tests: int) -> Fit:
    """How well a reading fits, from the sums of its runs."""
    runs, curves = sums["runs"], sums["curves"]
    ratios = {name: points / (POINTS * runs * tests) for name, points in sums["tested"].items()}
    hands = np.array(bin_sizes(games, len(curves[WEIGHT])))
    since = {name: np.cumsum(curves[name]) / (POINTS * runs * np.cumsum(hands)) for name in CURVES}

    def ratio_until(name: str, full: int) -> float:
        return float(since[name][max(1, round(len(hands) * full / GAMES)) - 1])

    first = max(1, games * FIGURE_2 // GAMES)
    early = {
        "base": curves[BASE][0] / (POINTS * runs * first),
        "weight": ratio_until(WEIGHT, FIGURE_2),
        "weight, figure 3": ratio_until(WEIGHT, FIGURE_3),
        "separate": ratio_until(SEPARATE, FIGURE_3),
    }
    ends = {WEIGHT: ratios[WEIGHT], SEPARATE: ratios[""], MULTI: ratios[BEST_GROUPS]}
    crossings = {name: crossing(np.cumsum(hands), curve[None]) for name, curve in since.items()}
    costs = {name: crossing_cost(crossings[name], ends[name], games) for name in CURVES}
    best, pair = min(costs, key=costs.__getitem__), OF_PAIR / PAPER_RUNS**0.5
    misfit = Misfit(
        beyond(early["weight"] - early["base"], pair) + beyond(EQUAL - early["weight"], OF_EARLY / PAPER_RUNS**0.5),
        beyond(early["separate"] - early["weight, figure 3"], pair),
        costs[best],
        sum(cell_cost(ratios, groups, runs) for groups in GROUPINGS),
    )
    return Fit(early, crossings[best], ratios, misfit, runs)


def cell_cost(ratios: Mapping[str, float], groups: str, runs: int) -> float:
    """What one way of grouping of table 3 costs."""
    return ((ratios[groups] - GROUPINGS[groups]) / error_of_ratio(runs)) ** 2


def cost_of_cell(fit: Fit, groups: str) -> float:
    """The same, of a reading."""
    return cell_cost(fit.ratios, groups, fit.runs)


def luck_of(misfit: float) -> float:
    """By how much a misfit of this size would move with other seeds: one standard deviation. What is printed stays as it is, so with ten
    runs on either side half of the variance of each of the eleven distances is drawn anew."""
    fixed = max(0.0, misfit - PARTS / 2)  # the squares of distances that no luck of ours is in
    return float((2 * fixed + PARTS / 2) ** 0.5)


def is_below_equals(fit: Fit, groups: str) -> bool:
    """Whether an agent of table 3 beats the rule-based ones under a reading, by more than the luck of its runs."""
    return fit.ratios[groups] + NORMAL * OF_TEST / fit.runs**0.5 < EQUAL


def plays_alike(fit: Fit) -> bool:
    """Whether separate networks have taken the very same points as one, in figure 3 and in tests."""
    return fit.early["separate"] == fit.early["weight, figure 3"] and fit.ratios[""] == fit.ratios[WEIGHT]


def error_of_ratio(runs: int) -> float:
    """The standard error of the difference between a printed ratio, of ten runs, and ours."""
    return OF_TEST * (1 / PAPER_RUNS + 1 / runs) ** 0.5


def crossing_cost(crossed: int | None, end: float, games: int) -> float:
    """What figure 4 costs; who never crosses counts as crossing at twice the last game."""
    octaves = float(np.log2((crossed or 2 * games) / (CROSSED * games / GAMES)))
    return (octaves / OCTAVES) ** 2 + beyond(end - CONVERGED, OF_TEST / PAPER_RUNS**0.5)
