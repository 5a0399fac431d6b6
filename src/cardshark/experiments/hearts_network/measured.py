"""What was measured for the network thesis, read back: runs, and the games of an order at the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cardshark.arena.contest import Standing
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.stats import Estimate, Interval, Moments, mean_estimate
from cardshark.experiments.hearts_network.grouped import NetworkRuns, group_runs
from cardshark.experiments.hearts_network.tables import LIMIT, ORDERS, PLAYERS
from cardshark.report.record import Record


def read_runs(record: Record) -> NetworkRuns:
    """The runs of a record."""
    return group_runs(record.rows("runs"))


def read_luck(record: Record) -> np.ndarray:
    """Mean final scores by seed, opponent and block of deals, of one network that met them all."""
    rows = record.rows("luck")
    return np.array([row["scores"] for row in rows], float) * [[[LIMIT / row["limit"] / row["games"]]] for row in rows]


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
    run: int = 0  # of the second experiment whose networks they are; 0 for the best of all

    def wins(self, name: str) -> Estimate:
        """The share of games that a player wins."""
        place = self.order.index(name)
        return Estimate.of(self.moments, [int(each == place) for each in range(len(self.moments.sums))]) / FIRST_PLACE

    def score(self, name: str) -> float:
        """A player's mean final score."""
        return self.moments.sums[len(self.order) + self.order.index(name)] / self.moments.count

    def is_left_of(self, other: str, name: str) -> bool:
        """Does one player sit on another's left?"""
        return self.order[(self.order.index(name) + 1) % len(self.order)] == other


def read_orders(record: Record, experiment: str = "competition") -> list[OrderResult]:
    """The competition of a record, order by order; or the meetings of each seed's networks."""
    return [OrderResult(tuple(row["order"]), row["limit"], Moments.read(row["moments"]), row["run"]) for row in record.rows(experiment)]


def by_run(meetings: Sequence[OrderResult]) -> dict[int, list[OrderResult]]:
    """The meetings of each seed's networks."""
    return {run: [each for each in meetings if each.run == run] for run in sorted({each.run for each in meetings})}


def find_order(orders: Sequence[OrderResult], order: Iterable[str]) -> OrderResult:
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
    return worst, mean_estimate([*left_changes(standing, worst).values()]).interval()


def left_changes(standing: Standing, worst: str) -> dict[str, Estimate]:
    """The same of each other player."""
    found = {}
    for name in PLAYERS:
        if name != worst:
            places = points_by_place(standing, name, worst)
            found[name] = places["left"] - (places["across"] + places["right"]) / 2
    return found
