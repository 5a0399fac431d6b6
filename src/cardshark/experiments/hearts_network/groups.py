"""What was measured for the network thesis, read back: the runs of a setting together, and the games of an order at the table."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.stats import Estimate, Interval, Moments, around, student
from cardshark.experiments.hearts_network.runs import BINS, TEST_BINS, bin_sizes
from cardshark.experiments.hearts_network.tables import LIMIT, NOTHING, OVER
from cardshark.games import hearts, house
from cardshark.report.record import Record
from cardshark.report.result import Series


def limit_of(rules: str) -> int:
    """Where a game by these rules ends."""
    return house.parse(hearts.PRESETS, rules).limit


def mean_of(values: Sequence[float]) -> Interval:
    """The mean over runs with its interval; from a single run there is none."""
    if len(values) < 2:
        return Interval(values[0] if values else math.nan, math.nan, math.nan)
    return around(float(np.mean(values)), student(len(values)) * float(np.std(values, ddof=1)) / math.sqrt(len(values)))


def spread_of(values: Sequence[float]) -> Interval:
    """The standard deviation over runs with its interval."""
    from scipy.stats import chi2

    freedom, sd = len(values) - 1, float(np.std(values, ddof=1))
    return Interval(sd, *(sd * math.sqrt(freedom / float(chi2.ppf(end, freedom))) for end in (0.975, 0.025)))


def ratio_of_spreads(ones: Sequence[Sequence[float]], others: Sequence[Sequence[float]]) -> Interval:
    """How many times as far the runs of some settings lie apart as those of others, each setting around its own mean."""
    from scipy.stats import f

    freedoms = [sum(len(values) - 1 for values in side) for side in (ones, others)]
    variances = [
        sum(float(np.var(values, ddof=1)) * (len(values) - 1) for values in side) / freedom
        for side, freedom in zip((ones, others), freedoms, strict=True)
    ]
    ratio = variances[0] / variances[1]
    return Interval(math.sqrt(ratio), *(math.sqrt(ratio / float(f.ppf(end, *freedoms))) for end in (0.975, 0.025)))


def difference_of(ones: Sequence[float], others: Sequence[float]) -> Interval:
    """The mean of some runs less that of others, with the interval of Student's test; runs that are all alike are no trouble."""
    freedom = len(ones) + len(others) - 2
    variance = sum(float(np.var(side)) * len(side) for side in (ones, others)) / freedom
    error = math.sqrt(variance * (1 / len(ones) + 1 / len(others)))
    return around(float(np.mean(ones) - np.mean(others)), student(freedom + 1) * error)


def share_of(count: int, tried: int) -> Interval:
    """A share of a few runs with its exact interval, that of Clopper and Pearson."""
    from scipy.stats import beta

    low = float(beta.ppf(0.025, count, tried - count + 1)) if count else 0.0
    high = float(beta.ppf(0.975, count + 1, tried - count)) if count < tried else 1.0
    return Interval(count / tried, low, high)


@dataclass(frozen=True)
class Group:
    """The runs of one setting. Scores are told as if a game ended at 10,000 points, wherever it did."""

    rows: Sequence[Mapping[str, Any]]

    @property
    def tested(self) -> list[Mapping[str, Any]]:
        """The runs that could be tested: those that did not blow up."""
        return [row for row in self.rows if row["tests"]]

    @property
    def blown_up(self) -> int:
        """How many did."""
        return len(self.rows) - len(self.tested)

    @property
    def tests(self) -> int:
        """Test games of each run."""
        return self.tested[0]["tests"]["games"]

    def factor(self) -> float:
        """From points of these games to points of games to 10,000."""
        return LIMIT / limit_of(self.rows[0]["rules"])

    def means(self) -> list[float]:
        """The mean final score of each run in its test games."""
        return [self.factor() * row["tests"]["learner"] / row["tests"]["games"] for row in self.tested]

    def gaps(self) -> list[float]:
        """The lead of each run: by how much it ends below its opponents, in the mean of its test games."""
        found = [(row["tests"]["others"] / 3 - row["tests"]["learner"]) / row["tests"]["games"] for row in self.tested]
        return [self.factor() * gap for gap in found]

    def at_worst(self) -> list[float]:
        """The same, where a run that blew up counts as one that learnt nothing."""
        gaps = iter(self.gaps())
        return [next(gaps) if row["tests"] else float(NOTHING) for row in self.rows]

    def losses(self) -> str:
        """Words on the runs that blew up; none where none did."""
        return f"{self.blown_up} of {len(self.rows)} blew up" if self.blown_up else ""

    def table(self) -> float:
        """The mean final score of everybody in the test games: of four equal players, that of each."""
        return float(np.mean([mean + 3 / 4 * gap for mean, gap in zip(self.means(), self.gaps(), strict=True)]))

    def wins(self) -> Interval:
        """The share of test games won."""
        return mean_of([row["tests"]["wins"] / FIRST_PLACE / row["tests"]["games"] for row in self.tested])

    def lowest(self) -> tuple[float, float]:
        """The mean of the best run, and the lowest score of any single game."""
        return min(self.means()), self.factor() * min(row["tests"]["lowest"] for row in self.tested)

    def curves(self, who: str) -> np.ndarray:
        """Scores in the course of training, of the learner or its opponents: one row a run."""
        games = self.rows[0]["games"]
        share = self.factor() / (3 if who == "others" else 1)
        return np.array([row[who] for row in self.tested], float) * share / bin_sizes(games, BINS)

    def series(self, label: str, who: str = "learner", paper: float | None = None) -> Series:
        """The learning curve, averaged over the runs; the paper prints what the network scored in its test games."""
        games = self.rows[0]["games"]
        ends = np.cumsum(bin_sizes(games, BINS))
        return drawn(label, ends, self.curves(who), paper, games if paper else None)

    def test_series(self, label: str, paper: float | None) -> Series:
        """The test games in their order, averaged over the runs."""
        sizes = bin_sizes(self.tests, TEST_BINS)
        found = np.array([row["tested"] for row in self.tested], float) * self.factor() / sizes
        return drawn(label, np.cumsum(sizes), found, paper, None)


def drawn(label: str, x: np.ndarray, rows: np.ndarray, paper: float | None, paper_x: float | None) -> Series:
    """A line with its band."""
    found = [mean_of(column) for column in rows.T.tolist()]
    values, lows, highs = zip(*found, strict=True)
    return Series(label, [float(each) for each in x], values, lows, highs, paper, paper_x)


@dataclass(frozen=True)
class Groups:
    """All runs, by experiment and setting."""

    found: Mapping[tuple[str, str], Group]

    def __call__(self, experiment: str, setting: str) -> Group:
        """The runs of a setting."""
        return self.found[experiment, setting]

    @property
    def equal(self) -> float:
        """Where four equal players end: four of the training opponent."""
        return self("opponent", "best of four").table()

    @property
    def loser(self) -> float:
        """Where a player ends who loses every game."""
        return LIMIT + OVER * self("opponent", "best of four").factor()


def groups(record: Record) -> Groups:
    """The runs of a record."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in record.rows("runs"):
        found.setdefault((row["experiment"], row["setting"]), []).append(row)
    return Groups({key: Group(rows) for key, rows in found.items()})


# ---- four at a table ----


@dataclass(frozen=True)
class Meeting:
    """Games of four networks in one order at the table."""

    order: tuple[str, ...]
    limit: int
    moments: Moments  # the first places of each seat, then the final totals

    def wins(self, name: str) -> Estimate:
        """The share of games that a player wins."""
        place = self.order.index(name)
        return Estimate.of(self.moments, [int(each == place) for each in range(len(self.moments.sums))]) / FIRST_PLACE


def meetings(record: Record) -> list[Meeting]:
    """The competition of a record, order by order."""
    return [Meeting(tuple(row["order"]), row["limit"], Moments.read(row["moments"])) for row in record.rows("competition")]


def apart(one: Interval, other: Interval) -> Interval:
    """The difference of figures of two orders, as if they were independent.

    They are not quite: all orders play the same deals. How the figures move together is not recorded; over the many hands of
    a game the luck of the deal evens out.
    """
    return around(one.value - other.value, math.hypot(one.high - one.value, other.high - other.value))


def together(found: Sequence[Interval]) -> Interval:
    """The mean of figures of several orders, as if they were independent (see `apart`)."""
    return around(float(np.mean([each.value for each in found])), math.hypot(*(each.high - each.value for each in found)) / len(found))
