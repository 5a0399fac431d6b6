"""A journal of what was played: JSON Lines, a header with the settings, then one line a finished piece.

Every line is on disk before the next piece counts, so a run that is interrupted, even by kill -9, goes on where it was;
and a run for more deals plays only those that are missing. What is kept are exact sums (`stats.Moments`), so the result
is the same to the bit as without any interruption.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

from cardshark import __version__
from cardshark.arena.jobs import HERE, Crew, run
from cardshark.arena.stats import Moments
from cardshark.text import UserError

FORMAT = 1
DEALS = "deal"  # the stream of the deals that count
HELD_OUT = "held out"  # a stream for what must be fitted before the deals that count are looked at

Progress = Callable[[int], None]  # hears how many deals have been added


class Piece(NamedTuple):
    """Some deals of a stream, which one worker plays at one time."""

    stream: str
    start: int
    deals: int


class Clock(NamedTuple):
    """How long a player thought, and about how many choices; no part of what can be reproduced."""

    seconds: float
    moves: int

    def each(self) -> float | None:
        """Seconds for a choice; None if none was timed."""
        return self.seconds / self.moves if self.moves else None

    def __add__(self, other: Any) -> "Clock":
        return Clock(self.seconds + other.seconds, self.moves + other.moves)


class Played(NamedTuple):
    """What a piece showed: sums by name, and the clock of each player."""

    piece: Piece
    moments: dict[str, Moments]
    clocks: list[Clock]

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        moments = {name: found.plain() for name, found in self.moments.items()}
        return {**self.piece._asdict(), "moments": moments, "clocks": [list(clock) for clock in self.clocks]}


Work = Callable[[Piece], Played]


def ignore(done: int) -> None:
    """Tell nobody."""


def read(plain: dict[str, Any]) -> Played:
    """A piece back from its line."""
    moments = {name: Moments.read(found) for name, found in plain["moments"].items()}
    return Played(Piece(plain["stream"], plain["start"], plain["deals"]), moments, [Clock(*clock) for clock in plain["clocks"]])


@dataclass
class Tally:
    """The sums of the deals played so far, however they were cut into pieces."""

    deals: int = 0
    moments: dict[str, Moments] = field(default_factory=dict)
    clocks: list[Clock] = field(default_factory=list)

    def add(self, played: Played) -> None:
        """One more piece."""
        self.deals += played.piece.deals
        self.moments = {name: self.moments[name] + more if name in self.moments else more for name, more in played.moments.items()}
        self.clocks = (
            [reduce(Clock.__add__, pair) for pair in zip(self.clocks, played.clocks, strict=True)] if self.clocks else played.clocks
        )


class Journal:
    """A file with the pieces played so far; without a path nothing is kept."""

    def __init__(self, path: Path | None, kind: str, settings: dict[str, Any]) -> None:
        self.header = {"cardshark": kind, "format": FORMAT, "version": __version__, **settings}
        self.path, self.pieces, self.file = path, [], None
        if path is None:
            return
        try:
            self.file = path.open("ab+")
            self.lock()
            self.resume()
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}") from None
        except UserError:
            self.close()
            raise

    def lock(self) -> None:
        """Two runs that write into one file would spoil it."""
        with contextlib.suppress(ImportError):  # where there is no such lock, nobody is stopped
            import fcntl

            try:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # type: ignore[arg-type]
            except BlockingIOError:
                raise UserError(f"{self.path} is being written by another run: wait for its end or name another file") from None

    def resume(self) -> None:
        """Read what is there; a last line that was not finished is taken off."""
        assert self.file and self.path
        first = json.dumps(self.header).encode() + b"\n"
        self.file.seek(0)
        whole = self.file.read()
        *lines, torn = whole.split(b"\n")
        if not lines and not first.startswith(torn):
            raise UserError(f"{self.path} is not a journal of cardshark: name a new file")
        if lines:
            self.compare(self.parsed(1, lines[0]))
        self.pieces = [self.piece(number, line) for number, line in enumerate(lines[1:], 2)]
        self.check_order()
        self.file.truncate(len(whole) - len(torn))
        if not lines:
            self.write(self.header)

    def parsed(self, number: int, line: bytes) -> dict[str, Any]:
        """One line as what it says."""
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or (number == 1 and "cardshark" not in found):
            raise UserError(f"{self.path} is not a journal of cardshark: line {number} is not one of its lines")
        return found

    def piece(self, number: int, line: bytes) -> Played:
        """One line as a piece."""
        try:
            return read(self.parsed(number, line))
        except (KeyError, TypeError, AttributeError):
            raise UserError(f"line {number} of {self.path} is not a piece that was played") from None

    def compare(self, found: dict[str, Any]) -> None:
        """Only the same settings can be gone on with."""
        names = [name for name in {**self.header, **found} if self.header.get(name) != found.get(name)]
        if names:
            differences = ", ".join(f"{name} is {found.get(name)!r} there and {self.header.get(name)!r} here" for name in names)
            raise UserError(f"{self.path} records something else: {differences}; name another file or the same settings")

    def check_order(self) -> None:
        """Pieces of a stream follow each other without a gap."""
        reached: dict[str, int] = {}
        for number, (piece, *_) in enumerate(self.pieces, 2):
            if piece.start != reached.get(piece.stream, 0) or piece.deals < 1:
                raise UserError(f"line {number} of {self.path} does not follow on the lines before")
            reached[piece.stream] = piece.start + piece.deals

    def reached(self, stream: str) -> int:
        """How many deals of a stream are on record."""
        return sum(played.piece.deals for played in self.pieces if played.piece.stream == stream)

    def add(self, played: Played) -> None:
        """Keep one more piece."""
        if self.file:
            self.pieces.append(played)
            self.write(played.plain())

    def write(self, line: dict[str, Any]) -> None:
        """A line is there for good when this returns."""
        assert self.file
        self.file.write(json.dumps(line).encode() + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        if self.file:
            self.file.close()


def cut(stream: str, start: int, end: int, size: int) -> list[Piece]:
    """Deals `start` to `end` in pieces whose ends are multiples of the size, but for the last."""
    ends = [*range((start // size + 1) * size, end, size), end]
    return [Piece(stream, first, last - first) for first, last in zip([start, *ends], ends, strict=False) if last > first]


def pieces_of(work: Work, journal: Journal, deals: int, size: int, stream: str = DEALS, crew: Crew = HERE) -> Iterator[Played]:
    """The first deals of a stream, piece by piece in their order; what the journal has is not played again."""
    reached = 0
    known = [played for played in journal.pieces if played.piece.stream == stream]
    for played in known:
        if played.piece.start + played.piece.deals > deals:
            break
        reached += played.piece.deals
        yield played
    is_new = reached == journal.reached(stream)
    for played in run(work, cut(stream, reached, deals, size), *crew):
        if is_new:
            journal.add(played)
        yield played


def tallied(
    pieces: Iterator[Played], size: int, progress: Progress = ignore, enough: Callable[[Tally], bool] = lambda tally: False
) -> Tally:
    """The sums of these pieces; `enough` looks at them at every multiple of the size and may end the run there."""
    tally = Tally()
    for played in pieces:
        tally.add(played)
        progress(played.piece.deals)
        if tally.deals % size == 0 and enough(tally):
            break
    return tally
