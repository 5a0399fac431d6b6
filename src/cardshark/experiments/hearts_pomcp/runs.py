"""The POMCP report, measured: contests in which the same deals are played at every table."""

from cardshark.experiments.hearts_pomcp.tables import contests
from cardshark.experiments.workshop import Workshop
from cardshark.report.record import Experiment


def size(scale: float) -> int:
    """How many deals are played."""
    return sum(contest.deals for contest in contests(scale))


def measure(workshop: Workshop) -> list[Experiment]:
    """Play all contests."""
    return [workshop.play(contests(workshop.scale))]
