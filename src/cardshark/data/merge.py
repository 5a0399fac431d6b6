"""The files of several pieces as one: the same bytes as if all deals had been played in one run."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cardshark.data.formats import JoinedTables, check_place, check_suffix, open_table, write_table
from cardshark.data.schema import COUNTS, difference
from cardshark.text import UserError


class PieceFile(NamedTuple):
    """The file of a piece: where it is, and what it says of itself."""

    path: Path
    about: dict[str, Any]

    @property
    def start(self) -> int:
        """Its first deal."""
        return self.about["start"]

    @property
    def end(self) -> int:
        """The first deal that is not in it any more."""
        return self.about["end"]

    def settings(self) -> dict[str, Any]:
        """What it has in common with the other pieces."""
        return {name: value for name, value in self.about.items() if name not in ("start", "end", *COUNTS)}


def merge_exports(files: list[Path], out: Path) -> None:
    """Join the files of all pieces of an export. They may come in any order, and in either format."""
    check_suffix(out)
    check_place(out)
    if out.exists():
        raise UserError(f"{out} is there already: name another file")
    pieces = [PieceFile(path, open_table(path).about) for path in files]
    if not pieces:
        raise UserError("name the files of all pieces: there is nothing to merge")
    pieces.sort(key=lambda piece: piece.start)
    check_alike(pieces)
    check_complete(pieces)
    counts = {name: sum(piece.about[name] for piece in pieces) for name in COUNTS}
    about = {**pieces[0].about, "start": pieces[0].start, "end": pieces[-1].end, **counts}
    write_table(out, JoinedTables(about, [partial(open_table, piece.path) for piece in pieces]))


def check_alike(pieces: Sequence[PieceFile]) -> None:
    """Refuse pieces of different exports."""
    one = pieces[0]
    for other in pieces[1:]:
        ours, theirs = one.settings(), other.settings()
        name = difference(ours, theirs)
        if name:
            raise UserError(
                f"{one.path} and {other.path} are no pieces of one export: {name} is {ours.get(name)!r} in the first "
                f"and {theirs.get(name)!r} in the second"
            )


def check_complete(pieces: Sequence[PieceFile]) -> None:
    """Refuse pieces that overlap, or that leave out deals. They are in their order."""
    reached, end = 0, pieces[0].about["deals"]
    for number, piece in enumerate(pieces):
        if piece.start < reached:
            raise UserError(f"{pieces[number - 1].path} and {piece.path} overlap: name each piece once")
        if piece.start > reached:
            raise UserError(what_is_missing(piece.about["unit"], reached, piece.start))
        reached = piece.end
    if reached < end:
        raise UserError(what_is_missing(pieces[0].about["unit"], reached, end))


def what_is_missing(unit: str, start: int, end: int) -> str:
    """The sentence for deals from `start` to before `end` that no file has. People count them from 1."""
    units = {"deal": "deals", "match": "matches"}[unit]
    which = f"{units} {start + 1:,} to {end:,} are" if end - start > 1 else f"{unit} {end:,} is"
    return f"{which} missing: name the file of every piece"
