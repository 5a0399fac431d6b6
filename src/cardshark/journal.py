"""A journal: one file of JSON lines that only grows, a header with the settings, then one line for each finished piece of work.

Every line is on disk before the next piece counts, so a run that is interrupted, even by kill -9, goes on where it was. Whoever has a
journal open has it locked. The lines are chained (`chain`), so none can be changed, moved or brought in from elsewhere unseen. Duels and
leagues (`arena.records`), papers and challenges (`KeyedJournal`) are all kept this way.
"""

import contextlib
import math
import os
import time
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from stat import S_ISREG
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec

from cardshark.chain import LINK, Chain
from cardshark.files import is_at, is_locked, lock, path_of, read_json, sync_folder
from cardshark.origin import made_now
from cardshark.text import UserError, brief

MOST_NAMES = 4  # of settings that differ
NEW_FILE = "name another file, or move this one away to begin anew"


class Journal:
    """Finished pieces in a file that is locked as long as it is open; without a path nothing is kept.

    A journal goes on only under the settings of its header. A last line that was torn off by a kill is cut away.
    """

    ESCAPED = True  # letters beyond ASCII are written as \\u00e9: journals of duels and leagues always were

    def __init__(self, path: Path | None, header: Mapping[str, Any]) -> None:
        """Open the journal, or begin one."""
        self.header = dict(header)
        self.path = None if path is None else path_of(path)
        self.file, self.is_new, self.chain = None, False, Chain()
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file = self.path.open("ab+")
            self.lock()
            self.resume()
        except OSError as error:
            self.give_up()
            raise UserError(f"{path} cannot be written: {error.strerror}") from None
        except BaseException:
            self.give_up()
            raise

    def take(self, line: dict[str, Any]) -> None:
        """Take in a finished piece from a line of the file; raises KeyError, TypeError, ValueError or the like if it is not one."""
        raise NotImplementedError

    def lock(self) -> None:
        """Lock the file: two runs that write into it would spoil it."""
        assert self.file and self.path
        try:
            lock(self.file)
        except BlockingIOError:
            raise being_written(self.path) from None
        self.check_there()

    def check_there(self) -> None:
        """Refuse to write into a file that is no longer at its place: nobody would ever find what stands in it."""
        if not is_at(self.path, self.file):  # type: ignore[arg-type]
            raise UserError(f"{self.path} is gone: somebody has moved or removed it; the same command begins it anew")

    def resume(self) -> None:
        """Read what is there. A file that is no journal, or the journal of something else, is left as it is."""
        assert self.file
        if not S_ISREG(os.fstat(self.file.fileno()).st_mode):
            raise UserError(f"{self.path} is not a file that can be kept: {NEW_FILE}")
        self.file.seek(0)
        whole = self.file.read()
        self.is_new = not whole  # and as long as there is nothing but a header
        *lines, torn = whole.split(b"\n")
        if not lines and not self.is_begun_header(torn):  # a saved hand, perhaps
            raise UserError(f"{self.path} is not a journal of cardshark: {NEW_FILE}")
        if lines:
            self.compare(self.parsed(1, lines[0]))
        for number, line in enumerate(lines[1:], 2):
            piece = self.parsed(number, line)
            try:
                self.take(piece)
            except (KeyError, TypeError, AttributeError, ValueError, OverflowError):
                raise UserError(f"line {number} of {self.path} is not a finished piece of work: {NEW_FILE}") from None
            except OutOfOrder:
                raise UserError(f"line {number} of {self.path} does not follow on the lines before: {NEW_FILE}") from None
        self.file.truncate(len(whole) - len(torn))
        if not lines:
            self.write(self.header)

    def is_begun_header(self, torn: bytes) -> bool:
        """Is this the begin of a header of our kind? What comes after its first setting may differ: a seed, say, that is drawn anew."""
        certain = Chain().add(self.header, self.ESCAPED).partition(b",")[0]
        return torn[: len(certain)] == certain[: len(torn)]

    @property
    def first_key(self) -> str:
        """The first key of the header. It tells the kinds of journals apart, and journals from other files."""
        return next(iter(self.header))

    def parsed(self, number: int, line: bytes) -> dict[str, Any]:
        """One line, parsed; `number` counts from 1."""
        try:
            found = read_json(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or (number == 1 and self.first_key not in found):
            raise UserError(f"{self.path} is not a journal of cardshark: line {number} is not one of its lines; {NEW_FILE}")
        assert self.path
        if number == 1 and LINK not in found:
            self.compare(found)  # something else altogether, a saved hand perhaps, is called so, and not an old journal
        self.chain.follow(self.path, number, line)
        return {name: value for name, value in found.items() if name != LINK}

    def compare(self, found: dict[str, Any]) -> None:
        """Refuse to go on under other settings than those in the file."""
        there, here = settings_of(found), settings_of(self.header)
        names = [name for name in {**here, **there} if here.get(name) != there.get(name)]
        if names:
            differences = ", ".join(
                f"{name} is {brief(there.get(name))} there and {brief(here.get(name))} here" for name in names[:MOST_NAMES]
            )
            raise UserError(f"{self.path} records something else: {differences}; give the same settings, or {NEW_FILE}")

    def write(self, line: Mapping[str, Any]) -> None:
        """Add a line; it is safely on disk when this returns."""
        if self.file is None:
            return
        try:
            self.file.write(self.chain.add(line, self.ESCAPED))
            self.file.flush()
            os.fsync(self.file.fileno())
            if line is self.header:
                sync_folder(self.path.parent)  # type: ignore[union-attr]
            self.check_there()
        except OSError as error:
            raise UserError(f"{self.path} cannot be written: {error.strerror}; the same command goes on where it was") from None
        self.is_new = self.is_new and line is self.header

    def keep_file(self) -> None:
        """Keep the file even if nothing was done: a part without any work is a part all the same."""
        self.is_new = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind:
            self.give_up()
        self.close()

    def give_up(self) -> None:
        """Close the file after something went wrong. A new one in which no piece of work stands is removed."""
        if self.is_new and self.path:
            with contextlib.suppress(OSError):
                self.path.unlink()
        self.close()

    def close(self) -> None:
        """Close the file, which unlocks it."""
        if self.file:
            with contextlib.suppress(OSError):  # a full disk, which was told before
                self.file.close()


def being_written(path: Path) -> UserError:
    """The sentence for a journal that another run has."""
    return UserError(f"{path} is being written by another run: wait for its end or name another file")


def check_free(path: Path) -> None:
    """Refuse a journal that another run is writing; whoever opens it later is refused in the same words."""
    if path.exists() and is_locked(path):
        raise being_written(path)


class OutOfOrder(Exception):
    """A line that cannot follow the lines before it."""


def settings_of(header: Mapping[str, Any]) -> Mapping[str, Any]:
    """The settings in a header; a keyed journal keeps them under one key."""
    inside = header.get("settings")
    return inside if isinstance(inside, dict) else header


class PieceNote(NamedTuple):
    """How a piece came about."""

    seconds: float  # of one core
    made: dict[str, Any]  # see `origin.made_now`


class KeyedLine(msgspec.Struct):
    """The line of a finished piece that has a name."""

    key: str
    value: Any
    seconds: float
    made: dict[str, Any]


class KeyedJournal(Journal):
    """Finished pieces of a long computation, by name; a piece in the journal is not computed again."""

    ESCAPED = False  # journals of papers always had letters as they are

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Open the journal, or begin one; `settings` is everything that decides the figures."""
        self.done: MutableMapping[str, Any] = {}
        self.notes: dict[str, PieceNote] = {}  # how each piece came about
        super().__init__(path, {"settings": json_value(settings)})

    def take(self, line: dict[str, Any]) -> None:
        """Take in a piece that was computed before."""
        found = msgspec.convert(line, KeyedLine)
        self.done[found.key], self.notes[found.key] = line["value"], PieceNote(found.seconds, found.made)

    def refresh(self) -> None:
        """Look at what others have done meanwhile. This journal is nobody else's; see `workshop.PieceJournal`."""

    def get(self, key: str, compute: Callable[[], Any]) -> Any:
        """The value of a piece, computed only if it is not in the journal.

        A fresh value also comes back as JSON gives it (lists for tuples), so that a resumed run gets exactly the same values.
        """
        if key not in self.done:
            began = time.process_time()
            value = compute()
            self.put(key, value, time.process_time() - began)
        return self.done[key]

    def put(self, key: str, value: Any, seconds: float = 0.0, made: Mapping[str, Any] | None = None) -> None:
        """Keep the value of a piece, how long it took a core, and how it was made: here and now, unless a worker says otherwise."""
        made = made_now() if made is None else made
        line = {"key": key, "value": json_value(value), "seconds": round(seconds, 3), "made": made}
        self.write(line)
        self.take(line)


def json_value(value: Any) -> Any:
    """A value as JSON can say it: NumPy's numbers as Python's, and nothing at all (None) for what is not a finite number."""
    if is_dataclass(value):
        return json_value(asdict(value))  # pyright: ignore[reportArgumentType]: a value, not a class
    if isinstance(value, Mapping):
        return {str(key): json_value(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_value(each) for each in value]
    if hasattr(value, "tolist"):  # an array or a number of NumPy
        return json_value(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
