"""What was measured for a paper, as plain data that can be committed, and a journal of finished pieces on the way there.

A page measures piece by piece through a `Journal`, so that a long computation survives being killed, and puts the
figures into a `Record`. Reports are made from records: to change a word or a verdict nothing is played again.
"""

import json
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from datetime import date
from pathlib import Path
from typing import Any

from cardshark import __version__
from cardshark.files import write_whole
from cardshark.origin import commit
from cardshark.text import UserError

FORMAT = 1
BEGINNING = b'{"settings"'  # of a journal


@dataclass(frozen=True)
class Run:
    """Under which conditions figures were made; scale and seed decide them, the rest is for whoever runs it again."""

    scale: float  # 1 is the size that we publish
    seed: int
    seconds: float
    version: str
    commit: str | None  # None where the sources are not under git
    date: str
    cores: int


@dataclass(frozen=True)
class Experiment:
    """Rows of figures, each with whatever names it and, as a rule, `ours`, `low`, `high` and `n`."""

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


def plain(value: Any) -> Any:
    """A value as JSON can say it: NumPy's numbers as Python's, and nothing at all (None) for what is not a finite number."""
    if is_dataclass(value):
        return plain(asdict(value))  # pyright: ignore[reportArgumentType]: a value, not a class
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "tolist"):  # an array or a number of NumPy
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def write(record: Record, path: Path) -> None:
    """Write a record, one row a line, so that a change of one figure is a change of one line."""
    found = plain(record)
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
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["format"] != FORMAT:
            raise UserError(f"{path} is a record of format {found['format']}; this version reads format {FORMAT}")
        return Record(found["paper"], Run(**found["run"]), [Experiment(each["name"], each["rows"]) for each in found["experiments"]])
    except OSError as error:
        raise UserError(f"the record {path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{path} is not a record of a paper; `cardshark reproduce` writes one") from None


class Journal:
    """Finished pieces of a long computation in a file, one JSON line each; what stands there is not computed again.

    The first line holds the settings that decide the figures, and a journal refuses to go on under others.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Open the journal, or begin one."""
        self.path = path
        self.done: dict[str, Any] = {}
        self.seconds = 0.0  # what all pieces took, also those of earlier runs
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = self.whole_lines()
        if lines:
            self.check(lines[0].get("settings"), plain(settings))
        else:
            self.append({"settings": settings})
        for line in lines[1:]:
            self.done[line["key"]] = line["value"]
            self.seconds += line["seconds"]

    def get(self, key: str, compute: Callable[[], Any]) -> Any:
        """The value of a piece, computed only if it does not stand in the journal.

        A fresh value also comes back as JSON says it (lists for tuples), so that a resumed run gets the very same values.
        """
        if key not in self.done:
            began = time.perf_counter()
            value = compute()
            self.put(key, value, time.perf_counter() - began)
        return self.done[key]

    def put(self, key: str, value: Any, seconds: float = 0.0) -> None:
        """Keep the value of a piece, and how long it took."""
        value, seconds = plain(value), round(seconds, 3)
        self.append({"key": key, "value": value, "seconds": seconds})
        self.done[key] = value
        self.seconds += seconds

    def whole_lines(self) -> list[dict[str, Any]]:
        """The lines of the file; a last line that a kill tore off is cut away."""
        if not self.path.exists():
            return []
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
            if not all(
                isinstance(line, dict) and ({"key", "value", "seconds"} <= line.keys()) == (place > 0) for place, line in enumerate(lines)
            ):
                raise ValueError
            if not whole and not content.startswith(BEGINNING[: len(content)]):  # one torn line, but none of ours
                raise ValueError
        except ValueError:
            raise UserError(f"{self.path} is not a journal of a computation; move it away to begin a new one") from None
        if whole != content:
            os.truncate(self.path, len(whole))
        return lines

    def check(self, found: Any, wanted: dict[str, Any]) -> None:
        """Refuse a journal that was begun under other settings."""
        found = found if isinstance(found, dict) else {}
        for name in wanted | found:
            if found.get(name) != wanted.get(name):
                raise UserError(
                    f"{self.path} was begun with {name}={found.get(name)}, not {name}={wanted.get(name)}; move it away to begin a new one"
                )

    def append(self, line: Mapping[str, Any]) -> None:
        """Add a line and see it safely on disk."""
        text = json.dumps(plain(line), ensure_ascii=False) + "\n"
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
