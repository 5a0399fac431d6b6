"""Papers that are run, cut off and gone on with; and their published records."""

from pathlib import Path
from typing import Any

from cardshark.arena.jobs import Crew
from cardshark.experiments import reproduce
from cardshark.report.record import read

SEED = 3


def rows_of(paper: str, scale: float, folder: Path, crew: Crew, timed: tuple[str, str] = ("contests", "clocks")) -> list[Any]:
    """What a small run of a paper measures, without the time it took; progress adds up to what was promised."""
    heard: list[int] = []
    record = read(reproduce.measure(paper, scale, SEED, folder, crew, heard.append))
    assert sum(heard) == reproduce.size_of(paper, scale)[1]
    experiment, time = timed
    for row in record.rows(experiment):
        row.pop(time)
    return record.experiments


def lose_half(folder: Path) -> None:
    """Half of the journal is lost."""
    journal = (folder / "journal.jsonl").read_bytes()
    (folder / "journal.jsonl").write_bytes(journal[: len(journal) // 2])
