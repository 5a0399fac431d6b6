"""Reproduce a paper: play its contests, keep the exact sums, and write the report.

A paper is a module with `PAPER`, `contests(scale)` and `result(standings, run)`. Everything that is played goes through a
journal, so a run that is interrupted goes on where it was.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

from cardshark import __version__
from cardshark.arena.contest import Standing, play_contests, read_standing
from cardshark.arena.jobs import HERE, Crew
from cardshark.experiments.record import Experiment, Journal, Record, read, this_run, write
from cardshark.experiments.report import save
from cardshark.experiments.result import Result
from cardshark.text import UserError, choice

PAPERS = {"hearts_pomcp": "cardshark.experiments.hearts_pomcp"}


def page(name: str) -> ModuleType:
    """The page of a paper."""
    return import_module(PAPERS[choice("paper", name, PAPERS)])


def deals_of(name: str, scale: float) -> int:
    """How many deals a paper takes at a scale."""
    if not 0 < scale <= 100 or not math.isfinite(scale):
        raise UserError(f"a scale is above 0 and at most 100 (1 is what we publish), not {scale}")
    return sum(contest.deals for contest in page(name).contests(scale))


def measure(
    name: str, scale: float, seed: int, folder: Path, crew: Crew = HERE, progress: Callable[[int], None] = lambda deals: None
) -> Path:
    """Play everything, and write the record: its file."""
    deals_of(name, scale)
    journal = Journal(folder / "journal.jsonl", {"paper": name, "scale": scale, "seed": seed, "version": __version__})
    standings = play_contests(page(name).contests(scale), seed, journal, crew, progress)
    thought = sum(clock.seconds for standing in standings.values() for clock in standing.clocks.values())
    rows = [standing.plain() for standing in standings.values()]
    write(Record(name, this_run(scale, seed, thought), [Experiment("contests", rows)]), folder / "record.json")
    return folder / "record.json"


def judge(path: Path) -> Result:
    """The result that follows from a record; nothing is played."""
    record = read(path)
    try:
        standings: dict[str, Standing] = {row["name"]: read_standing(dict(row)) for row in record.rows("contests")}
        return replace(page(record.paper).result(standings, record.run), data=path.name)
    except (KeyError, IndexError, TypeError) as error:
        raise UserError(f"{path} does not hold what the page of {record.paper} needs: {error}") from None


def publish(result: Result, folder: Path) -> list[Path]:
    """Write the report as one HTML file and as a page of Markdown with its pictures."""
    return save(result, folder / "report.html", folder / f"{result.paper.name}.md")
