"""All studies by name: measured through a journal like a paper, and read back."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from cardshark import __version__
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.records import Progress, ignore
from cardshark.experiments.workshop import Workshop
from cardshark.journal import KeyedJournal
from cardshark.report.record import Record, this_run, write
from cardshark.text import choice

STUDIES = {
    "endgame": "cardshark.experiments.beyond.endgame",
    "beliefs": "cardshark.experiments.beyond.beliefs",
}


def study(name: str) -> ModuleType:
    """A study."""
    return import_module(STUDIES[choice("study", name, STUDIES)])


def measure_study(name: str, scale: float, seed: int, folder: Path, crew: Crew = HERE, progress: Progress = ignore) -> Record:
    """Measure a study in its folder, or go on with it, and write its record there."""
    settings = {"study": name, "scale": scale, "seed": seed, "version": __version__}
    with KeyedJournal(folder.resolve() / "journal.jsonl", settings) as journal:
        workshop = Workshop(scale, seed, folder.resolve(), journal, crew, progress)
        experiments = study(name).measure(workshop)
    found = Record(name, this_run(scale, seed, workshop.seconds), experiments)
    write(found, folder / "record.json")
    return found
