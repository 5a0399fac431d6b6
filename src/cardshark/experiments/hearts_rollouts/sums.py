"""What a record keeps of a contest: sums over the deals of one seed.

The seed is the unit of every interval, so the products of figures, by which deals could be compared one by one, are left out: with a
contest for each seed they would be nine tenths of the record.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from cardshark.arena.contest import Standing
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.stats import Estimate, mean_estimate

CONTESTS = "contests"  # the experiment of a record that has them


@dataclass(frozen=True)
class Sums:
    """A contest of one seed. Lists go table by table, then seat by seat, counted from the player that the table is about."""

    name: str  # of its group, and the number of the seed
    deals: int  # or series of matches
    first: int  # number of the first deal
    points: list[list[int]]  # over all turns of the table; of matches: final totals
    clocks: list[list[float]]  # of the first player: seconds, and moves
    has_network: bool  # at the last table the network, or whoever else is the measure, has the first place
    wins: list[list[int]] | None = None  # of matches: FIRST_PLACE each, shared by equals
    squares: list[list[int]] | None = None  # of the final totals
    lowest: list[list[int]] | None = None
    hands: list[int] | None = None
    gap_variance: float | None = None  # of the mean of `gap` over all tables of rollouts, by what its deals show

    @property
    def seed(self) -> int:
        """The number of the seed."""
        return int(self.name.rpartition(" ")[2])

    def mean(self, sums: list[list[int]] | None, table: int, seats: tuple[int, ...]) -> float:
        """The mean of a figure over some seats of a table, or all, and its turns."""
        if sums is None:
            raise ValueError(f"{self.name} was played in single hands, not in matches")
        row = sums[table]
        chosen = seats or range(len(row))
        return sum(row[seat] for seat in chosen) / (len(row) * len(chosen) * self.deals)

    def score(self, table: int, *seats: int) -> float:
        """The mean points of some seats of a table, or of all: of a hand, or the final totals of matches."""
        return self.mean(self.points, table, seats)

    def gap(self, table: int) -> float:
        """The points of the first player of a table less those of the three others."""
        return self.score(table, 0) - self.score(table, 1, 2, 3)

    def share(self, table: int, *seats: int) -> float:
        """The share of matches that one of these seats wins."""
        return self.mean(self.wins, table, seats) / FIRST_PLACE

    def spread(self, table: int, seat: int = 0) -> float:
        """The standard deviation of a player's final totals, from match to match."""
        matches, mean = len(self.points[table]) * self.deals, self.score(table, seat)
        return math.sqrt((self.mean(self.squares, table, (seat,)) - mean**2) * matches / (matches - 1))

    def length(self, table: int) -> float:
        """How many hands a match takes."""
        return self.mean([[hands] for hands in self.hands or []], table, (0,)) / len(self.points[table])

    def milliseconds(self, table: int) -> float:
        """How long the first player of a table thinks about a move, forced ones included."""
        seconds, moves = self.clocks[table]
        return 1000 * seconds / moves if moves else math.nan

    def to_json(self) -> dict[str, Any]:
        """For JSON, without what single hands do not have."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def condensed(standing: Standing) -> Sums:
    """What is kept of a contest."""
    contest, ends = standing.contest, standing.ends
    seats = [len(table) for table in contest.tables]
    found = Sums(
        contest.name, standing.moments.count, contest.first, cut(standing.moments.sums, [size + 1 for size in seats], seats),
        [[round(clock.seconds, 4), clock.moves] for clock in (standing.clocks[table[0]] for table in contest.tables)],
        contest.tables[-1][0].startswith(("network", "jake")),
    )  # fmt: skip
    if ends is None:
        return found
    variance = gap_variance(standing) if standing.moments.count > 1 else None
    by_seat = (cut(figures, seats, seats) for figures in (ends.wins.sums, ends.squares, ends.lowest))
    won, squares, lowest = by_seat
    return replace(found, wins=won, squares=squares, lowest=lowest, hands=list(ends.hands), gap_variance=variance)


def cut(figures: tuple[int, ...], widths: list[int], kept: list[int]) -> list[list[int]]:
    """A row of figures cut table by table, with those of the seats."""
    found, place = [], 0
    for width, size in zip(widths, kept, strict=True):
        found.append(list(figures[place : place + size]))
        place += width
    return found


def gap_variance(standing: Standing) -> float:
    """The squared error of the mean gap of all rollout agents, from deal to deal."""
    tables = [table for table, players in enumerate(standing.contest.tables) if players[0].startswith("rollouts")]
    gaps: list[Estimate] = [standing.points(table, 0) - standing.points(table, 1, 2, 3) for table in tables]
    mean = mean_estimate(gaps)
    return mean.moments.error(mean.slopes) ** 2


def read_sums(row: Mapping[str, Any]) -> Sums:
    """Back from `to_json`."""
    return Sums(**row)
