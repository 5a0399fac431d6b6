"""Future work that the runs for the network thesis answer."""

from cardshark.experiments.hearts_network.future import future_answers
from cardshark.experiments.hearts_network.measured import read_runs
from cardshark.report.record import Record
from cardshark.report.result import Answer


def answers(record: Record) -> list[Answer]:
    """The items that a record answers."""
    return future_answers(read_runs(record))
