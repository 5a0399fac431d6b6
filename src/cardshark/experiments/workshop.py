"""Where a paper is measured: contests and other pieces of work side by side, each kept in the journal when it is done.

The result of a piece depends on what is handed to it and on nothing else. So a run that is interrupted goes on where it was,
and gives the same figures on any number of cores. Brains that are trained on the way are files in the run's folder.
"""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cardshark.arena.contest import Contest, Standing, play_contests, read_standing
from cardshark.arena.jobs import HERE, Crew, run
from cardshark.arena.records import Progress, ignore
from cardshark.journal import KeyedJournal
from cardshark.report.record import Experiment, Record

P = TypeVar("P")

BRAIN = "brain"  # the key under which a result names the brain that was trained


@dataclass
class Workshop:
    """A paper's measurement in progress."""

    scale: float
    seed: int
    folder: Path  # of this run: its journal, its record, its brains
    journal: KeyedJournal
    crew: Crew = HERE
    progress: Progress = ignore
    seconds_of_players: float = 0.0  # that players of contests took

    @property
    def seconds(self) -> float:
        """How long everything took, all cores together, also in earlier runs."""
        return self.journal.seconds + self.seconds_of_players

    def play(self, contests: Sequence[Contest], brains: Mapping[str, str] | None = None) -> Experiment:
        """Play contests: an experiment that `read_standings` reads back.

        Players may name brains of this run in braces, as `network:brain={best}`; `brains` has the file of each. So the
        record says who played, and not where the files were.
        """
        paths = {name: str(self.folder / file) for name, file in (brains or {}).items()}
        real = [
            contest._replace(tables=tuple(tuple(each.format(**paths) for each in table) for table in contest.tables))
            for contest in contests
        ]
        found = play_contests(real, self.seed, self.journal, self.crew, self.progress)
        rows = []
        for contest in contests:
            standing = found[contest.name]
            self.seconds_of_players += sum(clock.seconds for clock in standing.clocks.values())
            clocks = {name: standing.clocks[name.format(**paths)] for table in contest.tables for name in table}
            rows.append(standing._replace(contest=contest, clocks=clocks).to_json())
        return Experiment("contests", rows)

    def do(self, work: Callable[[P], Any], pieces: Mapping[str, P], size: Callable[[P], int]) -> dict[str, Any]:
        """The result of `work` on each piece, by its name. A piece whose result stands in the journal is not done again.

        `work` is a function of a module and gives plain data. A piece that has changed under its name counts as another one. If
        `work` trains brains, its result has a `brain_entry`, or a list of them, as its `brain`; where such a file is gone, the piece
        is done again. `size` says how much work a piece is, for the progress.
        """
        keys = {name: key_of(name, piece) for name, piece in pieces.items()}
        missing = {name: piece for name, piece in pieces.items() if not self.has(keys[name])}
        for name in pieces.keys() - missing.keys():
            self.progress(size(pieces[name]))
        # The first piece is done before workers are called, so it is a short one; long ones at the end would be waited for.
        order = sorted(missing, key=lambda name: size(missing[name]), reverse=True)
        order = order[-1:] + order[:-1]
        results = run(partial(time_work, work), [missing[name] for name in order], *self.crew)
        for name, (value, seconds) in zip(order, results, strict=True):
            self.journal.put(keys[name], value, seconds)
            self.progress(size(missing[name]))
        return {name: self.journal.done[keys[name]] for name in pieces}

    def has(self, key: str) -> bool:
        """Whether a piece is done, and the brain that came of it still there."""
        value = self.journal.done.get(key)
        if isinstance(value, dict) and BRAIN in value:
            brains = value[BRAIN] if isinstance(value[BRAIN], list) else [value[BRAIN]]
            paths = [self.folder / each["file"] for each in brains]
            return all(path.is_file() and digest(path) == each["sha256"] for path, each in zip(paths, brains, strict=True))
        return value is not None


def key_of(name: str, piece: Any) -> str:
    """What a piece is called in the journal: its name and what it is."""
    return f"{name} {hashlib.sha256(repr(piece).encode()).hexdigest()[:8]}"


def time_work(work: Callable[[P], Any], piece: P) -> tuple[Any, float]:
    """A piece of work, and how long it took."""
    began = time.perf_counter()
    return work(piece), time.perf_counter() - began


def brain_entry(folder: Path, file: str) -> dict[str, str]:
    """What the journal keeps of a brain that was just written under the run's folder."""
    return {"file": file, "sha256": digest(folder / file)}


def digest(path: Path) -> str:
    """A digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_standings(record: Record) -> dict[str, Standing]:
    """The contests of a record, by name."""
    return {row["name"]: read_standing(dict(row)) for row in record.rows("contests")}
