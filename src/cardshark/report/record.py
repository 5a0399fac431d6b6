"""What was measured for a paper, as plain data that can be committed.

A page measures piece by piece through a journal (`cardshark.journal`), so that a long computation survives being killed, and puts the
figures into a `Record`. It also says of every piece who made it, when, and at what cost. Reports are made from records: to change a word or
a verdict nothing is played again. Tables have their names once. A seal, a hash over the whole text, ends the file: a record in
which anything was changed is refused.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, convert

import cardshark
from cardshark import __version__
from cardshark.files import read_json, read_text, write_whole
from cardshark.journal import json_value
from cardshark.origin import commit
from cardshark.text import UserError

FORMAT = 3
WORDY = 2  # the format of before: every row repeats its names
UNSEALED = 1  # the one before that: one stamp for all pieces, and no seal
SEAL = ',\n "seal": "'


@dataclass(frozen=True)
class Run:
    """How figures were made. Scale, seed and what was asked for beyond the scale decide them; the rest is for whoever runs it again."""

    scale: float  # 1 is the size that we publish
    seed: int
    seconds: float
    version: str
    commit: str | None  # None where the sources are not under git
    date: str
    cores: int
    more: Mapping[str, float] = field(default_factory=dict)  # what `cardshark decide` added: see `experiments.amounts`


@dataclass(frozen=True)
class Experiment:
    """Rows of figures. Each has the entries that name it, and usually `ours`, `low`, `high` and `n`."""

    name: str
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Piece:
    """A piece of work that a record rests on, as far as one maker made it: a task, or some blocks of the deals of a contest."""

    name: str  # with a hash of its settings
    blocks: int
    value: str  # a hash of what came of it
    made: int  # by which of the record's makers
    first: str  # when the first block was done, and the last
    last: str
    seconds: float  # of one core

    def row(self) -> dict[str, Any]:
        """For a record, without what nearly all pieces have alike: one block, so the first is the last."""
        usual = {"blocks": 1, "last": self.first}
        return {name: value for name, value in vars(self).items() if name not in usual or value != usual[name]}

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Piece":
        """Back from `row`."""
        return cls(**{"blocks": 1, "last": row["first"], **row})


@dataclass(frozen=True)
class Frozen:
    """The claims of a paper as they stood when it was measured: a hash of all, and of each by its key."""

    file: str
    claims: Mapping[str, str]


@dataclass(frozen=True)
class Record:
    """All that was measured for a paper, in one run."""

    paper: str
    run: Run
    experiments: Sequence[Experiment]
    made: Sequence[Mapping[str, Any]] = ()  # who made the pieces: commit, Python, tools, processor
    pieces: Sequence[Piece] = ()  # none in a record of before: one stamp for all
    claims: Frozen | None = None

    def rows(self, experiment: str) -> Sequence[Mapping[str, Any]]:
        """The rows of one experiment."""
        for each in self.experiments:
            if each.name == experiment:
                return each.rows
        raise KeyError(f"the record of {self.paper} has no experiment {experiment!r}")

    def seconds_of(self, names: Sequence[str]) -> float:
        """What the pieces took whose names begin so."""
        return sum(piece.seconds for piece in self.pieces if piece.name.startswith(tuple(names)))


def published() -> Path:
    """The results that come with the lab: inside the package if it was installed, in the repository if it runs from there."""
    package = Path(cardshark.__file__).resolve().parent
    installed = package / "results"
    return installed if installed.is_dir() else package.parents[1] / "results"


def this_run(scale: float, seed: int, seconds: float, cores: int | None = None) -> Run:
    """The conditions here and now."""
    return Run(float(scale), seed, round(seconds, 1), __version__, commit(), date.today().isoformat(), cores or os.cpu_count() or 1)


# ---- tables whose names are written once ----
#
# The shape of a row is its names in their order; where a value has names of its own, a pair of the name and the shape of that value. A
# table is written as its few shapes, and rows that begin with the number of their shape.

Row = Mapping[str, Any]
Shape = Sequence[Any]  # names, and pairs of a name and a shape


class Packed(NamedTuple):
    """A table in short."""

    shapes: list[Shape]
    rows: list[list[Any]]


def shape_of(row: Row) -> Shape:
    """The names of a row."""
    return [[name, shape_of(value)] if isinstance(value, Mapping) else name for name, value in row.items()]


def cells_of(row: Row) -> list[Any]:
    """The values of a row, without their names."""
    return [cells_of(value) if isinstance(value, Mapping) else value for value in row.values()]


def pack(rows: Sequence[Row]) -> Packed:
    """Rows in short."""
    shapes: list[Shape] = []
    packed = []
    for row in rows:
        shape = shape_of(row)
        if shape not in shapes:
            shapes.append(shape)
        packed.append([shapes.index(shape), *cells_of(row)])
    return Packed(shapes, packed)


def unpack(shapes: Sequence[Shape], rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Rows from their short form; a cell too many or too few is a `ValueError`, a shape that there is not an `IndexError`."""
    return [named(shapes[shape], cells) for shape, *cells in rows]


def named(shape: Shape, cells: Sequence[Any]) -> dict[str, Any]:
    """Values under their names."""
    found = {}
    for part, cell in zip(shape, cells, strict=True):
        name, inner = (part, None) if isinstance(part, str) else part
        found[name] = cell if inner is None else named(inner, cell)
    return found


# ---- files ----


def write(record: Record, path: Path) -> None:
    """Write a record, one row a line, so that a change of one figure is a change of one line; the seal comes last."""
    found = json_value(record)
    head = {"format": FORMAT, **{name: found[name] for name in ("paper", "run", "claims")}}
    parts = [f" {json.dumps(key)}: {text_of(value)}" for key, value in head.items()]
    parts.append(f' "made": {lines_of(found["made"], "  ")}')
    parts.append(f' "pieces": {{{table_of(pack([piece.row() for piece in record.pieces]), "  ")}}}')
    tables = [f'  {{"name": {json.dumps(each["name"])}, {table_of(pack(each["rows"]), "   ")}}}' for each in found["experiments"]]
    parts.append(' "experiments": [\n' + ",\n".join(tables) + "\n ]")
    text = "{\n" + ",\n".join(parts)
    write_whole(path, f'{text}{SEAL}{seal_of(text)}"\n}}\n')


def text_of(value: Any) -> str:
    """A value as one line."""
    return json.dumps(value, ensure_ascii=False)


def table_of(packed: Packed, indent: str) -> str:
    """The shapes of a table and its rows."""
    return f'"shapes": {lines_of(packed.shapes, indent)}, "rows": {lines_of(packed.rows, indent, (",", ":"))}'


def lines_of(values: Sequence[Any], indent: str, separators: tuple[str, str] = (", ", ": ")) -> str:
    """Values as a list with one of them a line."""
    lines = [indent + json.dumps(value, ensure_ascii=False, separators=separators) for value in values]
    return "[\n" + ",\n".join(lines) + f"\n{indent[1:]}]"


def seal_of(text: str) -> str:
    """The seal of everything that stands before it."""
    return hashlib.sha256(text.encode()).hexdigest()


class SaidBefore(Struct):
    """What the file of a record says, as `Record` does, before there were seals."""

    paper: str
    run: Run
    experiments: list[Experiment]


class SaidNow(SaidBefore):
    """What the file of a record says."""

    made: list[dict[str, Any]]
    pieces: list[Piece]
    claims: Frozen | None


def read(path: Path) -> Record:
    """A record from its file, if nothing in it was changed."""
    text = read_text(path)
    try:
        found = read_json(text)
        if found["format"] not in (FORMAT, WORDY, UNSEALED):
            raise UserError(f"{path} is a record of format {found['format']}; this version reads format {FORMAT}")
        if found["format"] != UNSEALED or "seal" in found:  # also of a record that only calls itself an old one
            check_seal(path, text, found["seal"])
        if found["format"] == FORMAT:
            found = in_full(found)
        said = convert(found, SaidBefore if found["format"] == UNSEALED else SaidNow)
        return record_of(said)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{path} is not a record of a paper; `cardshark reproduce` writes one") from None


def check_seal(path: Path, text: str, seal: str) -> None:
    """Refuse a record in which something was changed after it was sealed."""
    if text != f'{text.partition(SEAL)[0]}{SEAL}{seal}"\n}}\n' or seal != seal_of(text.partition(SEAL)[0]):
        raise UserError(f"{path} is not what was written: a piece of it was changed, or comes from elsewhere, after it was sealed")


def in_full(found: Mapping[str, Any]) -> dict[str, Any]:
    """What a file says, with the names of its tables in every row."""
    tables = [{"name": each["name"], "rows": unpack(each["shapes"], each["rows"])} for each in found["experiments"]]
    pieces = [vars(Piece.of(row)) for row in unpack(found["pieces"]["shapes"], found["pieces"]["rows"])]
    return {**found, "experiments": tables, "pieces": pieces}


def record_of(said: SaidBefore) -> Record:
    """A record from what its file says."""
    if not isinstance(said, SaidNow):
        return Record(said.paper, said.run, said.experiments)
    return Record(said.paper, said.run, said.experiments, tuple(said.made), tuple(said.pieces), said.claims)
