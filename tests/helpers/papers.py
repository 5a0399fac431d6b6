"""Papers that are run, cut off and gone on with; and their published records."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from cardshark.arena.jobs import Crew
from cardshark.experiments import reproduce
from cardshark.report.record import Record, read
from helpers.paths import ROOT, TESTS

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


def second_reading(path: Path) -> Record:
    """A published record; whoever needs one of the second reading waits where it is not measured yet."""
    record = read(path)
    if record.claims is None:
        check_first_reading(path.parent.name)
        pytest.xfail("measured at the first reading of the papers: its page stays as it was until the second reading is measured")
    return record


def check_first_reading(paper: str) -> None:
    """The record and the pages of a paper that waits are, to the byte, those that were measured and published before."""
    lines = [line.split() for line in (TESTS / "golden" / "first_reading.txt").read_text(encoding="utf-8").splitlines()]
    published = {file: digest for digest, file in lines if Path(file).name.startswith(paper) or Path(file).parent.name == paper}
    there = {*(ROOT / "docs" / "papers").glob(f"{paper}*"), *(ROOT / "results" / paper).iterdir()}
    assert {str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest() for path in there} == published
