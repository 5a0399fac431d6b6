"""Hearts in bare C: the yardstick beside which our own kernels are measured."""

import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cardshark import play
from cardshark.bench.task import AMERICAN, BATCH, SEED, seconds
from cardshark.games import hearts, house
from cardshark.games.hearts import rules as hearts_rules

DUTCH = "dutch:hands=1"
BARE = {AMERICAN: "american", DUTCH: "dutch"}  # the functions of bare.c


@cache
def bare_library() -> ctypes.CDLL | None:
    """bare.c compiled for this very machine; None without a compiler that can."""
    source = Path(__file__).with_name("bare.c")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "bare.so"
        command = ["cc", "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=60)
            return ctypes.CDLL(str(library))
        except (OSError, subprocess.SubprocessError):
            return None


def bare_hands(function: str, games: np.ndarray) -> tuple[Callable[[], None], NDArray[np.int16]] | None:
    """The first hands of fresh games in C: a call that plays them at random, and where it writes the scores, one row a hand."""
    library = bare_library()
    if library is None:
        return None
    scores = np.empty((len(games), hearts.SEATS), np.int16)
    arrays = [*(np.ascontiguousarray(games[name]) for name in ("deals", "luck", "first")), scores]
    return partial(
        getattr(library, function), ctypes.c_int64(len(games)), *(array.ctypes.data_as(ctypes.c_void_p) for array in arrays)
    ), scores


def bare_rival(text: str) -> Callable[[], float] | None:
    """A batch in C, where there is a compiler."""
    rules = house.parse(hearts_rules.PRESETS, text)
    bare = bare_hands(BARE[text], play.deal(hearts, rules, SEED, BATCH))
    return partial(seconds, bare[0]) if bare else None
