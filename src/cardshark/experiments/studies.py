"""Future work that belongs to no single paper: every study by its name, measured through a journal like a paper.

A study is a module of `beyond` with `UNITS` and `measure(workshop)`, as a paper's page has them, and with `size(scale)` and
`answers(record)`. Its record has the same form, and is sealed in the same way.
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.records import Progress, ignore
from cardshark.experiments.reproduce import JOURNAL, RECORD, run_of, settings_of_run
from cardshark.experiments.workshop import Workshop, pieces_made
from cardshark.journal import KeyedJournal
from cardshark.report.record import Record, read, write
from cardshark.report.result import Answer
from cardshark.text import choice

STUDIES = {
    "endgame": "cardshark.experiments.beyond.endgame",
    "beliefs": "cardshark.experiments.beyond.beliefs",
    "second_stage": "cardshark.experiments.beyond.second_stage",
    "expert": "cardshark.experiments.beyond.expert",
}


def study(name: str) -> ModuleType:
    """A study."""
    return import_module(STUDIES[choice("study", name, STUDIES)])


def measure_study(name: str, scale: float, seed: int, folder: Path, crew: Crew = HERE, progress: Progress = ignore) -> Record:
    """Measure a study in its folder, or go on with it, and write its record there."""
    folder = folder.resolve()
    with KeyedJournal(folder / JOURNAL, settings_of_run(name, scale, seed)) as journal:
        workshop = Workshop(scale, seed, folder, journal, crew, progress)
        experiments = study(name).measure(workshop)
        makers, pieces = pieces_made(workshop)
    found = Record(name, run_of(workshop, makers, pieces), experiments, makers, pieces)
    write(found, folder / RECORD)
    return found


def answers_of(folder: Path) -> list[Answer]:
    """What the studies answer whose records lie in a folder (results/beyond), by the number of the question."""
    records = {name: folder / f"{name}.json" for name in STUDIES}
    found = [answer for name, path in records.items() if path.exists() for answer in study(name).answers(read(path))]
    return sorted(found, key=lambda answer: answer.item)
