"""Everything that writes, as small as it can be: command lines, and clocks that stand still, so that the same work is the same bytes."""

import io
import json
import os
import shlex
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardshark.chain import LINK
from helpers.writes import table

LEARNERS = {
    "hindsight": "--hidden 16 --games 3 --rules dutch:limit=20 --save-every 0.001",
    "apprentice": "--hidden 16 --games 2 --deals 1 --rules dutch:limit=20 --save-every 0.001",
    "falcon": "--games 2 --save-every 0.001",
    "td": "--hidden 4 --games 3 --rules paper:hands=1,max_turns=60 --save-every 0.001",
    "evolution": "--hidden 4 --games 8 --rules eaai --save-every 0.05",
    "policy": "--rules dutch:hands=1 --games 8 --tables 4 --groups 1 --steps 32 --tests 0 --save-every 0.001"
    " --width 16 --critic 16 --blocks 1",
}
TRAIN = "--seed 3 --json --out out/my.safetensors"
TABLE = "the table"
HERE = "--seed 1 --on here --json"
DUEL = f"duel hearts random greedy --rules dutch {HERE}"
JOBS = {
    "duel": f"{DUEL} --deals 3000 --record out/duel.jsonl",
    "duel with a control": f"{DUEL} --deals 8 --control random --record out/duel.jsonl",
    "a part of a duel": f"{DUEL} --deals 40 --piece 2/2 --record out/part.jsonl",
    "sprt": f"sprt hearts random greedy --rules dutch {HERE} --most 100 --record out/sprt.jsonl",
    "league": f"league hearts random greedy jake --rules dutch {HERE} --deals 8 --record out/league.jsonl",
    **{f"train {name}": f"train {name} {flags} {TRAIN}" for name, flags in LEARNERS.items()},
    "train with ages": f"train hindsight {LEARNERS['hindsight']} --keep 3 {TRAIN}",
    "export npz": f"export hearts random --rules dutch --deals 3 {HERE} --out out/play.npz",
    "export polars": f"export hearts random --rules dutch --deals 3 {HERE} --out out/play.parquet",
    "reproduce": f"reproduce toy --scale 0.4 {HERE} --folder out/toy",
    "a part of reproduce": f"reproduce toy --scale 0.4 {HERE} --folder out/toy --piece 1/1",
    "hands": "hands simple --rules eaai --deals 2 --seed 1 --on here --out out/hands.html",
    "a match that is saved": "play hearts random --watch --terminal --rules dutch:hands=1 --seed 1 --save out/match.txt",
}


def nothing_lost(told: str, wanted: str, folder: Path) -> list[str]:
    """A command tells nothing before its end; that its journals keep their lines is seen elsewhere."""
    return []


class Job(NamedTuple):
    """Something that writes into `out`, in the folder where it is run, and what must be the same in the end."""

    name: str
    work: Callable[[], int]  # an exit status
    kept: Callable[[Path], dict[str, bytes]]  # what stands in `out`, by its name
    lost: Callable[[str, str, Path], list[str]] = nothing_lost  # of what was told: what was printed, what should be, and `out`
    sentences: int = 1  # that it may say about a disk that is full


def job_named(name: str) -> Job:
    """The job of this name."""
    if name == TABLE:
        return Job(name, table.evening, table.rows_in, table.lost, table.PATIENCE + 1)
    return Job(name, lambda: command(JOBS[name]), files_in)


NAMES = (*JOBS, TABLE)


def command(line: str) -> int:
    """The work of a command line."""
    from cardshark.cli import main

    sys.argv = ["cardshark", *shlex.split(line)]
    main()
    return 0


def files_in(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, hidden files too; a folder is an entry without content."""
    return {path.relative_to(folder).as_posix(): content_of(path) for path in sorted(folder.rglob("*"))}


def content_of(path: Path) -> bytes:
    """What stands in a file. Pieces in a journal may be in any order, and nobody knows how long they will take."""
    if path.suffix != ".jsonl" or not path.is_file():
        return path.read_bytes() if path.is_file() else b""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return json.dumps(sorted(({**line, "clocks": "", LINK: ""} for line in lines), key=str)).encode()


def get_ready() -> None:
    """Import what jobs need, stop all clocks, and let the toy be a paper."""
    os.environ["PATH"] = ""  # no git: nobody needs to know the commit
    stop_clocks()
    from cardshark.experiments import reproduce

    reproduce.PAPERS["toy"] = "helpers.toy_paper"
    table.leave_nothing_to_chance(StillTime)


class StillDate(date):
    """It is always the same day."""

    @classmethod
    def today(cls) -> date:
        return cls(2026, 11, 1)


class StillTime(datetime):
    """It is always the same second."""

    @classmethod
    def now(cls, tz=None) -> datetime:
        return cls(2026, 11, 1, tzinfo=tz or UTC)


def stop_clocks() -> None:
    """The date never changes, and other clocks tick only when somebody looks at them: what is measured is the same at every run."""
    from cardshark import origin
    from cardshark.report import record

    origin.datetime, record.date = StillTime, StillDate
    time.process_time = lambda: 0.0
    ticks = count()
    time.monotonic = time.perf_counter = lambda: next(ticks) / 256


def warm(job: "Job") -> None:
    """Do a job once in this process, so that its forks find everything imported and compiled."""
    if "polars" not in job.name:  # whose threads would not live on in a fork
        said = io.StringIO()
        with redirect_stdout(io.StringIO()), redirect_stderr(said):
            try:
                job.work()
            except SystemExit as stop:
                raise AssertionError(said.getvalue()) from stop
