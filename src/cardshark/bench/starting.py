"""How long a command takes from its start to its end: with everything compiled, with nothing compiled, and compiling everything."""

import os
import subprocess
import sys
import tempfile
from functools import partial

from cardshark.bench.task import BenchTask, seconds
from cardshark.text import UserError

DUEL = "duel hearts montecarlo jake --deals 10 --on here"


def command(line: str, **variables: str) -> None:
    """Run cardshark in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "cardshark", *line.split()], env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise UserError(f"cardshark {line} failed: {done.stderr.strip()}")


def with_nothing_compiled(line: str) -> float:
    """The seconds of a command that finds no kernel anywhere."""
    with tempfile.TemporaryDirectory() as folder:
        return seconds(partial(command, line, CARDSHARK_CACHE=folder))


def warm_start() -> BenchTask:
    """A command whose kernels are kept already."""
    return BenchTask(partial(seconds, command, DUEL), 1, "starts", "american", DUEL)


def cold_start() -> BenchTask:
    """The same command, the very first time."""
    return BenchTask(partial(with_nothing_compiled, DUEL), 1, "starts", "american", f"{DUEL}, nothing compiled", rehearsed=False)


def everything() -> BenchTask:
    """`cardshark warm`, the very first time."""
    return BenchTask(partial(with_nothing_compiled, "warm"), 1, "times", "every game", "everything compiled, on all cores", rehearsed=False)
