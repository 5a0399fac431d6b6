"""What was measured for a paper, as plain data that can be committed.

A page measures piece by piece through a journal (`cardshark.journal`), so that a long computation survives being killed, and puts the
figures into a `Record`. It also says of every piece who made it, when, and at what cost. Reports are made from records: to change a word or
a verdict nothing is played again. A seal, a hash over the whole text, ends the file: a record in which anything was changed is refused.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

import cardshark
from cardshark import __version__
from cardshark.files import read_json, read_text, write_whole
from cardshark.journal import json_value
from cardshark.origin import commit
from cardshark.text import UserError

FORMAT = 2
UNSEALED = 1  # the format of before: one stamp for all pieces, and no seal
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
    return Run(scale, seed, round(seconds, 1), __version__, commit(), date.today().isoformat(), cores or os.cpu_count() or 1)


def write(record: Record, path: Path) -> None:
    """Write a record, one row a line, so that a change of one figure is a change of one line; the seal comes last."""
    found = json_value(record)
    head = {"format": FORMAT, **{name: found[name] for name in ("paper", "run", "claims")}}
    parts = [f" {json.dumps(key)}: {text_of(value)}" for key, value in head.items()]
    parts += [f' "{name}": {rows_of(found[name], "  ")}' for name in ("made", "pieces")]
    tables = [f'  {{"name": {json.dumps(each["name"])}, "rows": {rows_of(each["rows"], "   ")}}}' for each in found["experiments"]]
    parts.append(' "experiments": [\n' + ",\n".join(tables) + "\n ]")
    text = "{\n" + ",\n".join(parts)
    write_whole(path, f'{text}{SEAL}{seal_of(text)}"\n}}\n')


def text_of(value: Any) -> str:
    """A value as one line."""
    return json.dumps(value, ensure_ascii=False)


def rows_of(rows: Sequence[Any], indent: str) -> str:
    """Values as a list with one row a line."""
    return "[\n" + ",\n".join(indent + text_of(row) for row in rows) + f"\n{indent[1:]}]"


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
        if found["format"] not in (FORMAT, UNSEALED):
            raise UserError(f"{path} is a record of format {found['format']}; this version reads format {FORMAT}")
        if found["format"] == FORMAT or "seal" in found:  # also of a record that only calls itself an old one
            check_seal(path, text, found["seal"])
        convert(found, SaidNow if found["format"] == FORMAT else SaidBefore)
        return record_of(found)
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{path} is not a record of a paper; `cardshark reproduce` writes one") from None


def check_seal(path: Path, text: str, seal: str) -> None:
    """Refuse a record in which something was changed after it was sealed."""
    if text != f'{text.partition(SEAL)[0]}{SEAL}{seal}"\n}}\n' or seal != seal_of(text.partition(SEAL)[0]):
        raise UserError(f"{path} is not what was written: a piece of it was changed, or comes from elsewhere, after it was sealed")


def record_of(found: Mapping[str, Any]) -> Record:
    """A record from what its file says."""
    run, experiments = Run(**found["run"]), [Experiment(each["name"], each["rows"]) for each in found["experiments"]]
    if found["format"] == UNSEALED:
        return Record(found["paper"], run, experiments)
    pieces = [Piece(**each) for each in found["pieces"]]
    claims = Frozen(**found["claims"]) if found["claims"] else None
    return Record(found["paper"], run, experiments, tuple(found["made"]), tuple(pieces), claims)
