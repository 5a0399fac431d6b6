"""Work in parts, for machines that do not talk to each other: `3/20` is the third of twenty.

Each part is a journal that says in its header which part it is. Only parts that belong together are put together.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from cardshark import __version__
from cardshark.chain import LINK, Chain
from cardshark.files import read_json, write_whole
from cardshark.journal import settings_of
from cardshark.text import UserError

PIECE = "piece"  # where the header of a part says which part it is
MOST_PIECES = 999_999
MOST_NAMED = 5  # missing parts, in a sentence


class Share(NamedTuple):
    """One of several parts of some work."""

    number: int  # from 1
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def span(self, count: int) -> range:
        """Its part of `count` things that follow each other. The spans of all parts are equally long, or nearly so."""
        return range(count * (self.number - 1) // self.of, count * self.number // self.of)

    def has(self, place: int) -> bool:
        """Is the thing at this place of a list its own? Things go round, so that long ones at one end are shared out evenly."""
        return place % self.of == self.number - 1


def read_share(text: str) -> Share:
    """A part as it is typed: 3/20."""
    found = re.fullmatch(r"([0-9]{1,40})/([0-9]{1,40})", text.strip())
    share = Share(*map(int, found.groups())) if found else Share(0, 0)
    if not 1 <= share.number <= share.of:
        raise UserError(f"a piece is its number and how many there are, from 1/20 to 20/20, not {text!r}")
    if share.of > MOST_PIECES:
        raise UserError(f"there can be 1 to {MOST_PIECES:,} pieces, not {share.of:,}")
    return share


# ---- parts in files ----


class Part(NamedTuple):
    """A journal that is a part."""

    path: Path
    header: dict[str, Any]
    share: Share
    lines: list[dict[str, Any]]

    def settings(self) -> dict[str, Any]:
        """What all parts must have in common."""
        return {name: value for name, value in settings_of(self.header).items() if name != PIECE}


def read_parts(paths: Sequence[Path]) -> list[Part]:
    """All parts of some work, in their order. What does not belong together, is missing or stands there twice is refused."""
    if not paths:
        raise UserError("there is nothing to merge: name the records of all pieces")
    parts = [read_part(path) for path in paths]
    first, by_number = parts[0], {}
    for part in parts:
        check_alike(first, part)
        if part.share.number in by_number:
            raise UserError(f"{by_number[part.share.number].path} and {part.path} are the same piece {part.share}: leave one of them out")
        by_number[part.share.number] = part
    missing = [str(Share(number, first.share.of)) for number in range(1, first.share.of + 1) if number not in by_number]
    if missing:
        more = f" and {len(missing) - MOST_NAMED:,} more" if len(missing) > MOST_NAMED else ""
        verb = "is" if len(missing) == 1 else "are"
        raise UserError(f"{len(missing):,} of {first.share.of:,} pieces {verb} missing: {', '.join(missing[:MOST_NAMED])}{more}")
    return [by_number[number] for number in sorted(by_number)]


def check_alike(first: Part, part: Part) -> None:
    """Refuse parts of different work."""
    ours, theirs = first.settings(), part.settings()
    for name in ours | theirs:
        if ours.get(name) != theirs.get(name):
            raise UserError(
                f"{part.path} is a piece of something else than {first.path}: {name} is {theirs.get(name)!r} there "
                f"and {ours.get(name)!r} here"
            )
    if part.share.of != first.share.of:
        raise UserError(f"{part.path} is one of {part.share.of} pieces, and {first.path} one of {first.share.of}: they do not fit together")


def read_part(path: Path) -> Part:
    """A part from its file, if nobody is writing it and nothing in it is torn."""
    try:
        with path.open("rb") as file:
            check_unlocked(path, file)
            whole = file.read()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    *lines, torn = whole.split(b"\n")
    settings = settings_of(parse_line(path, 1, lines[0])) if lines else {}
    if lines and not isinstance(settings.get(PIECE), str):
        raise UserError(f"{path} is not a piece: one is written by --piece 3/20 --record FILE")
    parsed = parse_lines(path, lines)
    if not parsed or torn:
        raise UserError(f"{path} is not whole: run the command that writes it again, which goes on where it ended")
    if settings.get("version") != __version__:
        raise UserError(f"{path} was written by cardshark {settings.get('version')}, and this is {__version__}: merge it with that version")
    return Part(path, parsed[0], read_share(settings[PIECE]), parsed[1:])


def check_unlocked(path: Path, file: BinaryIO) -> None:
    """Refuse a journal that is open elsewhere: whoever writes one has it locked."""
    with suppress(ImportError):  # where there is no such lock, nobody is stopped
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"{path} is still being written: wait for its end") from None


def parse_lines(path: Path, lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """The lines of a journal, if they are still what was written there."""
    chain, found = Chain(), []
    for number, line in enumerate(lines, 1):
        parsed = parse_line(path, number, line)
        chain.follow(path, number, line)
        found.append({name: value for name, value in parsed.items() if name != LINK})
    return found


def parse_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    """One line of a part; `number` counts from 1."""
    try:
        found = read_json(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise UserError(f"{path} is damaged, or not a journal of cardshark: line {number} is not one of its lines")
    return found


def write_merged(out: Path, content: bytes) -> None:
    """Write what was put together, whole or not at all, and never over something else."""
    with suppress(OSError):
        if out.read_bytes() != content:
            raise UserError(f"{out} is there already and holds something else: name another file, or move this one away")
    write_whole(out, content)
