"""Something to measure, and how."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

SEED = 1
BATCH = 4096

AMERICAN = "american:passing=none,hands=1"  # the game that bare C plays too
GIN = "eaai:hands=1"


class BenchTask(NamedTuple):
    """Something to measure: `once` does it and returns the seconds it took. Rivals do the same, in C or on one core."""

    once: Callable[[], float]
    amount: int  # hands or decisions each time
    unit: str
    rules: str
    note: str
    bare: Callable[[], float] | None = None
    one_core: Callable[[], float] | None = None
    rehearsed: bool = True  # or is it the very first time that counts?


def seconds(work: Callable[..., Any], *arguments: Any) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start
