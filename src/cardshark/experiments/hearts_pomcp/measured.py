"""What was measured for the POMCP report, read back: differences in words, and scores as parts of the greedy players'."""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate
from cardshark.experiments.hearts_pomcp.tables import GREEDY, HANDS, PRINTED
from cardshark.report.figures import with_interval


def describe_difference(difference: Estimate) -> str:
    """What one player takes more than another, in words that claim no more than the interval allows."""
    value, low, high = difference.interval()
    if low <= 0 <= high:
        return f"makes no difference that shows ({with_interval(value, low, high)} points a hand)"
    near, far = sorted((abs(low), abs(high)))
    return f"{'costs' if value > 0 else 'saves'} {with_interval(abs(value), near, far)} points a hand"


def describe_gap(standing: Standing, one: int, other: int = 0) -> str:
    """The first seat of a table compared with that of another, in words."""
    return describe_difference(standing.points(one, 0) - standing.points(other, 0))


def time_a_move(standing: Standing, table: int) -> float:
    """How long the first player of a table takes for a move, in microseconds."""
    return standing.microseconds(standing.contest.tables[table][0])


def ratio_to_greedy(standing: Standing, table: int, seat: int) -> Estimate:
    """A seat's points divided by those of the greedy players of its table."""
    greedy = [place for place, (player, _) in enumerate(PRINTED[table]) if player == GREEDY]
    return standing.points(table, seat) / standing.points(table, *greedy)


def ratio_in_both_orders(standing: Standing, table: int, seat: int) -> Estimate:
    """The ratio to the greedy players. Where simple Monte Carlo and POMCP meet (tables 5 and 6) they sit in both orders."""
    if table < 4:
        return ratio_to_greedy(standing, table, seat)
    greedy = [place for place, (player, _) in enumerate(PRINTED[table]) if player == GREEDY]
    points = standing.points(table, seat) + standing.points(table + 2, 1 - seat)
    return points / (standing.points(table, *greedy) + standing.points(table + 2, *greedy))


def printed_ratio(table: int, seat: int) -> float:
    """The ratio to the greedy players, as printed."""
    greedy = [score for player, score in PRINTED[table] if player == GREEDY]
    return PRINTED[table][seat].score * len(greedy) / sum(greedy)


def printed_gap(table: int, ones: Sequence[int], others: Sequence[int]) -> float:
    """The printed points a hand of some seats less those of others."""
    mean = [sum(PRINTED[table][seat].score for seat in seats) / len(seats) / HANDS for seats in (ones, others)]
    return round(mean[0] - mean[1], 2)
