"""What was measured for a paper, as plain data that can be committed.

A page measures piece by piece through a journal (`cardshark.journal`), so that a long computation survives being killed, and puts the
figures into a `Record`. Reports are made from records: to change a word or a verdict nothing is played again.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from cardshark import __version__
from cardshark.files import read_text, write_whole
from cardshark.journal import json_value
from cardshark.origin import commit
from cardshark.text import UserError

FORMAT = 1


@dataclass(frozen=True)
class Run:
    """How figures were made. Scale and seed decide them; the rest is for whoever runs it again."""

    scale: float  # 1 is the size that we publish
    seed: int
    seconds: float
    version: str
    commit: str | None  # None where the sources are not under git
    date: str
    cores: int


@dataclass(frozen=True)
class Experiment:
    """Rows of figures. Each has the entries that name it, and usually `ours`, `low`, `high` and `n`."""

    name: str
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Record:
    """All that was measured for a paper, in one run."""

    paper: str
    run: Run
    experiments: Sequence[Experiment]

    def rows(self, experiment: str) -> Sequence[Mapping[str, Any]]:
        """The rows of one experiment."""
        for each in self.experiments:
            if each.name == experiment:
                return each.rows
        raise KeyError(f"the record of {self.paper} has no experiment {experiment!r}")


def this_run(scale: float, seed: int, seconds: float, cores: int | None = None) -> Run:
    """The conditions here and now."""
    return Run(scale, seed, round(seconds, 1), __version__, commit(), date.today().isoformat(), cores or os.cpu_count() or 1)


def write(record: Record, path: Path) -> None:
    """Write a record, one row a line, so that a change of one figure is a change of one line."""
    found = json_value(record)
    head = {"format": FORMAT, "paper": found["paper"], "run": found["run"]}
    tables = []
    for each in found["experiments"]:
        rows = ",\n".join("   " + json.dumps(row, ensure_ascii=False) for row in each["rows"])
        tables.append(f'  {{"name": {json.dumps(each["name"])}, "rows": [\n{rows}\n  ]}}')
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    lines.append(' "experiments": [\n' + ",\n".join(tables) + "\n ]")
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read(path: Path) -> Record:
    """A record from its file."""
    try:
        found = json.loads(read_text(path))
        if found["format"] != FORMAT:
            raise UserError(f"{path} is a record of format {found['format']}; this version reads format {FORMAT}")
        return Record(found["paper"], Run(**found["run"]), [Experiment(each["name"], each["rows"]) for each in found["experiments"]])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{path} is not a record of a paper; `cardshark reproduce` writes one") from None
