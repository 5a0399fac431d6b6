"""Where a paper is measured: contests and other pieces of work side by side, each kept in the journal when it is done.

The result of a piece depends on what is handed to it and on nothing else. So a run that is interrupted goes on where it was,
and gives the same figures on any number of cores. Brains that are trained on the way are files in the run's folder.
"""

import hashlib
import time
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cardshark.arena.contest import Contest, Missing, Standing, play_contests, read_standing
from cardshark.arena.jobs import HERE, Crew, run
from cardshark.arena.parts import PIECE, Share, parse_line
from cardshark.arena.records import Progress, ignore
from cardshark.journal import KeyedJournal, json_value, settings_of
from cardshark.report.record import Experiment, Record
from cardshark.text import UserError

P = TypeVar("P")

BRAIN = "brain"  # the key under which a result names the brain that was trained


def everything(place: int) -> bool:
    """All pieces are ours to do."""
    return True


@dataclass
class Workshop:
    """A paper's measurement in progress."""

    scale: float
    seed: int
    folder: Path  # of this run: its journal, its record, its brains
    journal: KeyedJournal
    crew: Crew = HERE
    progress: Progress = ignore
    is_ours: Callable[[int], bool] = everything  # which pieces of a list to do, by their places; `Missing` is raised if others are left
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
        found = play_contests(contests, self.seed, self.journal, self.crew, self.progress, paths, self.is_ours)
        standings = [found[contest.name] for contest in contests]
        self.seconds_of_players += sum(clock.seconds for standing in standings for clock in standing.clocks.values())
        return Experiment("contests", [standing.to_json() for standing in standings])

    def do(self, work: Callable[[P], Any], pieces: Mapping[str, P], size: Callable[[P], int]) -> dict[str, Any]:
        """The result of `work` on each piece, by its name. A piece whose result stands in the journal is not done again.

        `work` is a function of a module and gives plain data. A piece that has changed under its name counts as another one. If
        `work` trains brains, its result has a `brain_entry`, or a list of them, as its `brain`; where such a file is gone, the piece
        is done again. `size` says how much work a piece is, for the progress.
        """
        keys = {name: key_of(name, piece) for name, piece in pieces.items()}
        known = [name for name in pieces if self.has(keys[name])]
        for name in known:
            self.progress(size(pieces[name]))
        order = sorted(pieces, key=lambda name: size(pieces[name]), reverse=True)
        order = [name for place, name in enumerate(order) if self.is_ours(place) and name not in known]
        # The first piece is done before workers are called, so it is a short one; long ones at the end would be waited for.
        order = order[-1:] + order[:-1]
        results = run(partial(time_work, work), [pieces[name] for name in order], *self.crew)
        for name, (value, seconds) in zip(order, results, strict=True):
            self.journal.put(keys[name], value, seconds)
            self.check_brain(keys[name])
            self.progress(size(pieces[name]))
        self.journal.refresh()
        missing = sum(not self.has(key) for key in keys.values())
        if missing:
            raise Missing(missing, len(keys))
        return {name: self.journal.done[keys[name]] for name in pieces}

    def check_brain(self, key: str) -> None:
        """Refuse to go on with brains that a worker has written where nobody sees them."""
        if not self.has(key):
            raise UserError(f"a worker's brain did not arrive in {self.folder}: all nodes must share that folder, under the same name")

    def has(self, key: str) -> bool:
        """Whether a piece is done, and the brain that came of it still there."""
        value = self.journal.done.get(key)
        return value is not None and all(is_there(self.folder, each) for each in brains_in(value))


def brains_in(value: Any) -> list[dict[str, str]]:
    """The entries of the brains that came of a piece of work."""
    found = value.get(BRAIN, []) if isinstance(value, dict) else []
    return found if isinstance(found, list) else [found]


def is_there(folder: Path, brain: Mapping[str, str]) -> bool:
    """Is this very brain in a run's folder?"""
    path = folder / brain["file"]
    return path.is_file() and digest(path) == brain["sha256"]


class PieceJournal(KeyedJournal):
    """The journal of one part of a paper's work. What other parts have in the same folder is known, and done by nobody again."""

    def __init__(self, folder: Path, settings: Mapping[str, Any], share: Share) -> None:
        self.folder, self.settings, self.others = folder, json_value(settings), {}
        self.path = folder / f"journal-{share.number}-of-{share.of}.jsonl"
        self.refresh()
        super().__init__(self.path, {**settings, PIECE: str(share)})
        self.done = ChainMap(dict(self.done), self.others)

    def refresh(self) -> None:
        """Read what the other parts have, as far as they are."""
        for path in sorted(self.folder.glob("journal*.jsonl")):
            if path != self.path:
                header, *lines = whole_lines(path) or [{"settings": self.settings}]
                check_same_work(path, header, self.settings)
                self.others.update({line["key"]: line["value"] for line in lines})


def whole_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a journal that somebody else may be writing just now: a last one that is not whole yet is left out."""
    lines = path.read_bytes().split(b"\n")[:-1]
    return [parse_line(path, number, line) for number, line in enumerate(lines, 1)]


def check_same_work(path: Path, header: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Refuse a journal of other work than this."""
    found = {name: value for name, value in settings_of(header).items() if name != PIECE}
    if found != settings:
        raise UserError(f"{path} records something else ({found}, not {settings}): name another folder, or move it away")


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
