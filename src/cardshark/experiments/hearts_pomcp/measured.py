"""What was measured for the POMCP report, read back: differences in words, and scores as parts of the greedy players'."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate
from cardshark.experiments.hearts_pomcp.hands import Hands, read_hands
from cardshark.experiments.hearts_pomcp.runs import LUCK, TRIALS
from cardshark.experiments.hearts_pomcp.tables import HANDS, PRINTED, PROGRAMMED, SWAPPED, Kind
from cardshark.experiments.seeds import Split, variance_split
from cardshark.experiments.workshop import read_standings
from cardshark.report.figures import with_interval
from cardshark.report.record import Record


class Measured(NamedTuple):
    """Everything of a record."""

    standings: dict[str, Standing]
    trials: dict[str, list[Hands]]  # of each candidate: its single hands at every printed table
    luck: dict[str, list[list[int]]]  # points on each deal with each luck, by name of the trial

    @property
    def hands(self) -> list[Hands]:
        """Single hands as the author's program plays them: from their spread come the errors of the printed figures."""
        return self.trials[PROGRAMMED]

    def splits(self) -> dict[str, Split]:
        """How much of the variance of a deal's points is the deal's, and how much the luck of the player who looks ahead."""
        return {name.removeprefix("luck of "): variance_split(points, ("luck", "deal")) for name, points in self.luck.items()}


def read_measured(record: Record) -> Measured:
    """What a record holds."""
    luck = {row["name"]: row["points"] for row in record.rows(LUCK)}
    return Measured(read_standings(record), read_hands(record.rows(TRIALS)), luck)


# ---- in words ----


def describe_difference(difference: Estimate) -> str:
    """What one player takes more than another, in words that claim no more than the interval allows."""
    value, low, high = difference.interval()
    if low <= 0 <= high:
        return f"makes no difference that shows ({with_interval(value, low, high)} points a hand)"
    near, far = sorted((abs(low), abs(high)))
    return f"{'costs' if value > 0 else 'saves'} {with_interval(abs(value), near, far)} points a hand"


def more_or_fewer(difference: Estimate) -> str:
    """What one player takes more than another as a figure without a sign: "0.1 ± 0.5 fewer"."""
    value, low, high = difference.interval()
    near, far = (low, high) if value > 0 else (-high, -low)
    return f"{with_interval(abs(value), near, far)} {more_word(value)}"


def more_word(difference: float) -> str:
    """The word for a difference of points."""
    return "more" if difference > 0 else "fewer"


def describe_gap(standing: Standing, one: int, other: int = 0) -> str:
    """The first seat of a table compared with that of another, in words."""
    return describe_difference(standing.points(one, 0) - standing.points(other, 0))


def time_a_move(standing: Standing, table: int) -> float:
    """How long the first player of a table takes for a move, in microseconds."""
    return standing.microseconds(standing.contest.tables[table][0])


def moons_of(standing: Standing, table: int) -> Estimate:
    """Moons in a thousand hands of a table."""
    size = len(standing.contest.tables[table])
    weights = [Fraction(0)] * len(standing.moments.sums)
    weights[table * (size + 1) + size] = Fraction(1000, size)
    return Estimate.of(standing.moments, weights)


# ---- parts of the greedy players' points ----


def greedy_seats(table: int) -> list[int]:
    """Where greedy players sit at a printed table."""
    return [seat for seat, (kind, _) in enumerate(PRINTED[table]) if kind == Kind.GREEDY]


def ratio_to_greedy(standing: Standing, table: int, seat: int) -> Estimate:
    """A seat's points divided by those of the greedy players. Where two who look ahead meet (tables 5 and 6) they sit in both orders."""
    greedy = greedy_seats(table)
    if table not in SWAPPED:
        return standing.points(table, seat) / standing.points(table, *greedy)
    points = standing.points(table, seat) + standing.points(SWAPPED[table], 1 - seat)
    return points / (standing.points(table, *greedy) + standing.points(SWAPPED[table], *greedy))


def ratio_in_hands(hands: Hands, seat: int) -> Estimate:
    """The same ratio in single hands, seated as printed."""
    return hands.points(seat) / hands.points(*greedy_seats(hands.table))


def printed_ratio(table: int, seat: int) -> float:
    """The ratio to the greedy players, as printed."""
    greedy = [PRINTED[table][place].score for place in greedy_seats(table)]
    return PRINTED[table][seat].score * len(greedy) / sum(greedy)


def printed_gap(table: int, ones: Sequence[int], others: Sequence[int]) -> float:
    """The printed points a hand of some seats less those of others."""
    mean = [sum(PRINTED[table][seat].score for seat in seats) / len(seats) / HANDS for seats in (ones, others)]
    return mean[0] - mean[1]


def printed_share(table: int, seat: int) -> float:
    """The share of the table's points, as printed."""
    return PRINTED[table][seat].score / sum(each.score for each in PRINTED[table])
