"""Future work that the runs for the network thesis answer."""

from cardshark.experiments.hearts_network.future import future_answers, left_answer, reading_answers
from cardshark.experiments.hearts_network.measured import read_runs
from cardshark.experiments.workshop import read_standings
from cardshark.report.record import Record
from cardshark.report.result import Answer


def answers(record: Record) -> list[Answer]:
    """The items that a record answers."""
    runs = read_runs(record)
    found = [*future_answers(runs), *reading_answers(runs), left_answer(read_standings(record)["orders"])]
    return sorted(found, key=lambda answer: answer.item)
