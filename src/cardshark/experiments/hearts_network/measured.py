"""What was measured for the network thesis, read back: the runs of a setting together, and the games of an order at the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardshark.arena.contest import Standing
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.stats import Estimate, Interval, Moments, mean_estimate, mean_of
from cardshark.experiments.curves import bin_sizes, series_of_runs
from cardshark.experiments.hearts_network.runs import BINS, TEST_BINS
from cardshark.experiments.hearts_network.tables import LIMIT, NOTHING, ORDERS, OVER, PLAYERS
from cardshark.games import hearts, house
from cardshark.report.record import Record
from cardshark.report.result import Series


def limit_of(rules: str) -> int:
    """Where a game by these rules ends."""
    return house.parse(hearts.PRESETS, rules).limit


@dataclass(frozen=True)
class SettingRuns:
    """The runs of one setting. Scores are scaled as if every game ended at 10,000 points."""

    rows: Sequence[Mapping[str, Any]]

    @property
    def tested(self) -> list[Mapping[str, Any]]:
        """The runs that could be tested: those that did not blow up."""
        return [row for row in self.rows if row["tests"]]

    @property
    def blown_up(self) -> int:
        """How many runs blew up."""
        return len(self.rows) - len(self.tested)

    @property
    def tests(self) -> int:
        """Test games of each run."""
        return self.tested[0]["tests"]["games"]

    def to_full_limit(self) -> float:
        """The factor from points of these games to points of games to 10,000."""
        return LIMIT / limit_of(self.rows[0]["rules"])

    def means(self) -> list[float]:
        """The mean final score of each run in its test games."""
        return [self.to_full_limit() * row["tests"]["learner"] / row["tests"]["games"] for row in self.tested]

    def leads(self) -> list[float]:
        """The lead of each run: its opponents' mean final score less its own, in its test games."""
        found = [(row["tests"]["others"] / 3 - row["tests"]["learner"]) / row["tests"]["games"] for row in self.tested]
        return [self.to_full_limit() * gap for gap in found]

    def leads_at_worst(self) -> list[float]:
        """The lead of each run, where one that blew up counts as one that learnt nothing."""
        gaps = iter(self.leads())
        return [next(gaps) if row["tests"] else float(NOTHING) for row in self.rows]

    def blown_up_words(self) -> str:
        """Words on the runs that blew up; none where none did."""
        return f"{self.blown_up} of {len(self.rows)} blew up" if self.blown_up else ""

    def mean_of_table(self) -> float:
        """The mean final score of all four in the test games."""
        return float(np.mean([mean + 3 / 4 * gap for mean, gap in zip(self.means(), self.leads(), strict=True)]))

    def wins(self) -> Interval:
        """The share of test games won."""
        return mean_of([row["tests"]["wins"] / FIRST_PLACE / row["tests"]["games"] for row in self.tested])

    def lowest(self) -> tuple[float, float]:
        """The mean of the best run, and the lowest score of any single game."""
        return min(self.means()), self.to_full_limit() * min(row["tests"]["lowest"] for row in self.tested)

    def curves(self, who: str) -> np.ndarray:
        """Scores in the course of training, of the learner or its opponents: one row a run."""
        games = self.rows[0]["games"]
        share = self.to_full_limit() / (3 if who == "others" else 1)
        return np.array([row[who] for row in self.tested], float) * share / bin_sizes(games, BINS)

    def series(self, label: str, who: str = "learner", paper: float | None = None) -> Series:
        """The learning curve, averaged over the runs; the paper prints what the network scored in its test games."""
        games = self.rows[0]["games"]
        ends = np.cumsum(bin_sizes(games, BINS))
        return series_of_runs(label, ends, self.curves(who), paper, games if paper else None)

    def test_series(self, label: str, paper: float | None) -> Series:
        """The test games in their order, averaged over the runs."""
        sizes = bin_sizes(self.tests, TEST_BINS)
        found = np.array([row["tested"] for row in self.tested], float) * self.to_full_limit() / sizes
        return series_of_runs(label, np.cumsum(sizes), found, paper)


@dataclass(frozen=True)
class NetworkRuns:
    """All runs, by experiment and setting."""

    found: Mapping[tuple[str, str], SettingRuns]

    def __call__(self, experiment: str, setting: str) -> SettingRuns:
        """The runs of a setting."""
        return self.found[experiment, setting]

    @property
    def equal_score(self) -> float:
        """Where four equal players end: four of the training opponent."""
        return self("opponent", "best of four").mean_of_table()

    @property
    def loser_score(self) -> float:
        """Where a player ends who loses every game."""
        return LIMIT + OVER * self("opponent", "best of four").to_full_limit()


def read_runs(record: Record) -> NetworkRuns:
    """The runs of a record."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in record.rows("runs"):
        found.setdefault((row["experiment"], row["setting"]), []).append(row)
    return NetworkRuns({key: SettingRuns(rows) for key, rows in found.items()})


# ---- four at a table ----


@dataclass(frozen=True)
class OrderResult:
    """Games of four networks in one order at the table.

    Figures of two orders are compared as if they were independent. They are not quite: all orders play the same deals. How the
    figures move together is not recorded; over the many hands of a game the luck of the deal evens out.
    """

    order: tuple[str, ...]
    limit: int
    moments: Moments  # the first places of each seat, then the final totals

    def wins(self, name: str) -> Estimate:
        """The share of games that a player wins."""
        place = self.order.index(name)
        return Estimate.of(self.moments, [int(each == place) for each in range(len(self.moments.sums))]) / FIRST_PLACE


def read_orders(record: Record) -> list[OrderResult]:
    """The competition of a record, order by order."""
    return [OrderResult(tuple(row["order"]), row["limit"], Moments.read(row["moments"])) for row in record.rows("competition")]


def find_order(orders: list[OrderResult], order: Iterable[str]) -> OrderResult:
    """The games in this order at the table."""
    return next(each for each in orders if each.order == tuple(order))


def mean_points(standing: Standing, where: Sequence[tuple[int, int]]) -> Estimate:
    """The mean points a hand on these seats of these tables."""
    return mean_estimate([standing.points(table, seat) for table, seat in where])


def find_worst_player(standing: Standing) -> str:
    """Who takes most points over all orders."""
    means = {name: mean_points(standing, [(table, order.index(name)) for table, order in enumerate(ORDERS)]).value for name in PLAYERS}
    return max(means, key=lambda name: means[name])


def points_by_place(standing: Standing, name: str, worst: str) -> dict[str, Estimate]:
    """What a player takes with the worst one on its left, across, and on its right."""
    found: dict[int, list[tuple[int, int]]] = {1: [], 2: [], 3: []}
    for table, order in enumerate(ORDERS):
        found[(order.index(worst) - order.index(name)) % 4].append((table, order.index(name)))
    return {words: mean_points(standing, found[step]) for step, words in ((1, "left"), (2, "across"), (3, "right"))}


def worst_on_the_left(standing: Standing) -> tuple[str, Interval]:
    """The worst player, and what the others take with it on their left less what they take with it elsewhere."""
    worst = find_worst_player(standing)
    changes = []
    for name in PLAYERS:
        if name != worst:
            places = points_by_place(standing, name, worst)
            changes.append(places["left"] - (places["across"] + places["right"]) / 2)
    return worst, mean_estimate(changes).interval()
