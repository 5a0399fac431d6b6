"""What was measured for the rollout thesis, read back: what rollouts change, in points a hand and in final scores."""

from math import sqrt

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, Interval, independent_difference, mean_estimate
from cardshark.experiments.hearts_rollouts.tables import CALLED, NS, numbered, rollouts
from cardshark.report.figures import with_interval


def mean_final_gap(standing: Standing) -> Estimate:
    """The final score of the rollout agents less that of the networks at their tables, all n together."""
    return mean_estimate([final_gap(standing, table) for table in range(len(NS))])


def change_by_rollouts(standing: Standing, table: int, base: int = -1) -> Estimate:
    """What the first seat of a table takes, less what the network takes there: at the table `base`, which is the last one."""
    if base < 0 and standing.contest.tables[base][0].startswith("rollouts"):
        raise ValueError(f"{standing.contest.name} has no table of the network alone")
    return standing.points(table, 0) - standing.points(base % len(standing.contest.tables), 0)


def difference_between_contests(one: Estimate, other: Estimate) -> Interval:
    """One figure less another one that comes from other deals."""
    return independent_difference(one.interval(), other.interval())


def name_of_brain(brain: str) -> str:
    """A brain's name on the page."""
    return CALLED.get(brain, "our inputs")


def estimate_text(estimate: Estimate) -> str:
    """A figure and its interval in a sentence."""
    return with_interval(*estimate.interval())


def describe_change(standing: Standing, table: int, base: int = -1) -> str:
    """What rollouts change, in a sentence."""
    return estimate_text(change_by_rollouts(standing, table, base))


def final_gap(standing: Standing, table: int = 0) -> Estimate:
    """The final score of a rollout agent less that of the networks at its table."""
    return standing.points(table, 0) - standing.points(table, 1, 2, 3)


def changes_by_seed(played: dict[str, Standing], level: str) -> list[Estimate]:
    """What rollouts change with each brain of a level."""
    first = played[f"{level} n"]
    place = next(i for i, table in enumerate(first.contest.tables) if table[0] == rollouts(level))
    return [change_by_rollouts(first, place), *(change_by_rollouts(played[f"brain {numbered(level, run)}"], 0) for run in (2, 3))]


def milliseconds(standing: Standing, table: int) -> float:
    """How long the first player of a table thinks about a move."""
    return standing.microseconds(standing.contest.tables[table][0]) / 1000


def spread_error(standing: Standing, table: int) -> float:
    """Half an interval of a standard deviation, as if scores were normal."""
    return 1.96 * standing.spread(table, 0) / sqrt(8 * standing.moments.count)
