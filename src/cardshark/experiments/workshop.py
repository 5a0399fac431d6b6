"""Where a paper is measured: contests and other pieces of work side by side, each kept in the journal when it is done.

The result of a piece depends on what is handed to it and on nothing else. So a run that is interrupted goes on where it was,
and gives the same figures on any number of cores. A piece is known by a hash of its settings and of the brains that it names, so what has
changed is done again. Brains that are trained on the way are files in the run's folder.
"""

import hashlib
import json
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cardshark.arena.contest import KEY_DIGITS, Contest, Missing, Standing, blocks_of, key_of, play_contests, read_standing
from cardshark.arena.jobs import HERE, Crew, run_as_done, timed
from cardshark.arena.parts import PIECE, Share, parse_lines
from cardshark.arena.records import Progress, ignore
from cardshark.experiments.amounts import Amounts
from cardshark.journal import KeyedJournal, json_value, settings_of
from cardshark.origin import commit_with, maker
from cardshark.report.record import Experiment, Piece, Record
from cardshark.text import UserError

P = TypeVar("P")

BRAIN = "brain"  # the key under which a result names the brain that was trained
MORE = "more of "  # what `cardshark decide` has asked for stands in the journal under this and the name of the group


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
    known: Progress | None = None  # is told of work that was done before; without it `progress` is
    asked: Mapping[str, float] = field(default_factory=dict)  # so many times as much of some groups, beside what the journal says
    used: dict[str, list[str]] = field(default_factory=dict)  # what was asked for so far, and under which keys it stands in the journal
    brains: dict[str, tuple[str, str]] = field(default_factory=dict)  # of this run, by file and name: which piece made it, and its hash

    amounts: Amounts = field(init=False)  # how much to do of each group of work
    tell_known: Progress = field(init=False)

    def __post_init__(self) -> None:
        """What `cardshark decide` has asked for stands in the journal."""
        asked = {key.removeprefix(MORE): times for key, times in self.journal.done.items() if key.startswith(MORE) and times != 1}
        self.amounts = Amounts(self.scale, {**asked, **self.asked})
        self.tell_known = self.known or self.progress

    def keep_asked(self) -> None:
        """All that was asked for is done: from now on it belongs to this run."""
        for group, times in self.asked.items():
            self.journal.put(f"{MORE}{group}", times)

    def amount(self, group: str, base: float, least: int = 1) -> int:
        """How many deals, games or tests of a group to do; `base` at scale 1."""
        return self.amounts.amount(group, base, least)

    def seeds(self, group: str, base: int) -> int:
        """How many seeds of a group; `base` at scale 1, and never fewer than two."""
        return self.amounts.seeds(group, base)

    @property
    def seconds(self) -> float:
        """How long everything that was asked for took, all cores together, also in earlier runs."""
        return sum(self.journal.notes[key].seconds for keys in self.used.values() for key in keys)

    def play(self, contests: Sequence[Contest], brains: Mapping[str, str] | None = None) -> Experiment:
        """Play contests: an experiment that `read_standings` reads back.

        Players may name brains of this run in braces, as `network:brain={best}`; `brains` has the file of each. So the
        record says who played, and not where the files were.
        """
        paths = {name: str(self.folder / file) for name, file in (brains or {}).items()}
        found = play_contests(contests, self.seed, self.journal, self.crew, self.progress, paths, self.is_ours, self.tell_known)
        for contest in contests:
            blocks = blocks_of(contest, self.seed, paths, self.journal.done)
            self.used[key_of(contest, self.seed, paths)] = [block.key for block in blocks]
        return Experiment("contests", [found[contest.name].to_json() for contest in contests])

    def do(self, work: Callable[[P], Any], pieces: Mapping[str, P], size: Callable[[P], int]) -> dict[str, Any]:
        """The result of `work` on each piece, by its name. A piece whose result stands in the journal is not done again.

        `work` is a function of a module and gives plain data. A piece that has changed under its name counts as another one, and so
        does one that names a brain of this run (by its file, or by the piece that trained it) which has changed. If `work` trains
        brains, its result has a `brain_entry`, or a list of them, as its `brain`; where such a file is gone, the piece is done again.
        `size` says how much work a piece is, for the progress.
        """
        keys = {name: key_of_piece(name, piece, self.brains) for name, piece in pieces.items()}
        known = [name for name in pieces if self.has(keys[name])]
        for name in known:
            self.tell_known(size(pieces[name]))
        order = sorted(pieces, key=lambda name: size(pieces[name]), reverse=True)
        order = [name for place, name in enumerate(order) if self.is_ours(place) and name not in known]
        # The first piece is done before workers are called, so it is a short one; long ones at the end would be waited for.
        order = order[-1:] + order[:-1]
        for place, done in run_as_done(partial(timed, work), [pieces[name] for name in order], *self.crew):
            name = order[place]
            self.journal.put(keys[name], *done)
            self.check_brain(keys[name])
            self.progress(size(pieces[name]))
        self.journal.refresh()
        missing = sum(not self.has(key) for key in keys.values())
        if missing:
            raise Missing(missing, len(keys))
        self.used |= {key: [key] for key in keys.values()}
        found = {name: self.journal.done[keys[name]] for name in pieces}
        for name, value in found.items():
            for brain in brains_in(value):
                self.brains |= dict.fromkeys((name, brain["file"], Path(brain["file"]).stem), (name, brain["sha256"]))
        return found

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
    return parse_lines(path, path.read_bytes().split(b"\n")[:-1])


def check_same_work(path: Path, header: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Refuse a journal of other work than this."""
    found = {name: value for name, value in settings_of(header).items() if name != PIECE}
    if found != settings:
        raise UserError(f"{path} records something else ({found}, not {settings}): name another folder, or move it away")


def key_of_piece(name: str, piece: Any, brains: Mapping[str, tuple[str, str]]) -> str:
    """What a piece is called in the journal: its name, and a hash of what it is and of the brains that it names, but for its own."""
    plain = json.dumps(json_value(piece), default=repr)  # `repr` alone shortens long arrays, and this alone forgets the class
    found = {brains[text] for text in texts_in(json.loads(plain)) if text in brains}
    named = sorted(digest for maker, digest in found if maker != name)
    return f"{name} {hashlib.sha256(f'{piece!r} {plain} {named}'.encode()).hexdigest()[:KEY_DIGITS]}"


def texts_in(value: Any) -> Iterator[str]:
    """All texts in a value that JSON has read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def pieces_made(workshop: Workshop) -> tuple[list[dict[str, Any]], list[Piece]]:
    """Who made what a record rests on, and the pieces: those of one maker in one row."""
    makers: list[dict[str, Any]] = []
    pieces = []
    for name, keys in workshop.used.items():
        by_maker: dict[int, list[str]] = {}
        for key in keys:
            made = known_maker(workshop.journal.notes[key].made)
            if made not in makers:
                makers.append(made)
            by_maker.setdefault(makers.index(made), []).append(key)
        pieces += [piece_row(workshop.journal, name, number, keys) for number, keys in by_maker.items()]
    return makers, pieces


def known_maker(made: Mapping[str, Any]) -> dict[str, Any]:
    """Who made a piece. A machine without git has no commit to tell; it is that which has its sources, here or in the past."""
    found, here = {name: value for name, value in made.items() if name != "when"}, maker()
    if not found["commit"]:
        found["commit"] = here["commit"] if found["sources"] == here["sources"] else commit_with(found["sources"])
    return found


def piece_row(journal: KeyedJournal, name: str, maker: int, keys: Sequence[str]) -> Piece:
    """What a record says of the blocks of a piece that one maker made."""
    values = "".join(json.dumps(journal.done[key], ensure_ascii=False) for key in keys)
    times = sorted(journal.notes[key].made["when"] for key in keys)
    seconds = sum(journal.notes[key].seconds for key in keys)
    return Piece(name, len(keys), hashlib.sha256(values.encode()).hexdigest()[:16], maker, times[0], times[-1], round(seconds, 3))


def brain_entry(folder: Path, file: str) -> dict[str, str]:
    """What the journal keeps of a brain that was just written under the run's folder."""
    return {"file": file, "sha256": digest(folder / file)}


def digest(path: Path) -> str:
    """A digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_standings(record: Record) -> dict[str, Standing]:
    """The contests of a record, by name."""
    return {row["name"]: read_standing(dict(row)) for row in record.rows("contests")}
