"""The one way to compile: `kernel` for what Python calls, `rule` and `routine` for what kernels call.

Nobody else in the package imports Numba. Options, the cache and their reasons stand here once.
"""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.event import TimingListener, install_listener

from cardshark.compiler import store
from cardshark.compiler.cache import KernelCache
from cardshark.compiler.parts import KernelCompiler, PartCompiler
from cardshark.compiler.progress import PROGRESS

F = TypeVar("F", bound=Callable[..., Any])

at = np.uint64  # around an index that is never negative: Numba then does not look for one counted from the end
AHEAD = 8  # how many games ahead memory is asked for
BLOCK = 32  # how many games fit into the first-level cache at once


def compiled(function: F, ending: str, **options: Any) -> F:
    """`function`, compiled on first use, or taken from the cache if exactly these sources were compiled before."""
    settings: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True, **options}  # nobody calls kernels from C
    found: Any = numba.njit(**settings)(function)
    if found is not function:  # as it is where compilation is off
        found._cache = KernelCache(function, ending)
    return found


def kernel(function: F) -> F:
    """Compile a function that Python calls."""
    return compiled(function, store.KERNEL, pipeline_class=KernelCompiler)


def rule(function: F) -> F:
    """Compile a small function that kernels call: it is inlined, which is worth up to a tenth of the speed."""
    return compiled(function, store.PART, forceinline=True, pipeline_class=PartCompiler)


def routine(function: F) -> F:
    """Compile a large function that kernels call: it is called, not inlined, so that it is compiled once."""
    return compiled(function, store.PART, pipeline_class=PartCompiler)


def start_quickly() -> None:
    """Keep Numba from importing SciPy. It would do so only to look for a faster np.correlate, and that takes a fifth of a second."""
    if "scipy.linalg" not in sys.modules:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]  # an import now fails at once
        importlib.import_module("numba.np.arraymath")
        del sys.modules["scipy.linalg"]


def announce(say: Callable[[str], None]) -> None:
    """Call `say` with what must be compiled, and with what is wrong with the cache; never when the cache has it all."""
    PROGRESS.say = say


def record(fields: list[tuple]) -> np.dtype:
    """A record type whose fields are attributes inside and outside kernels.

    Small numbers in it are signed: an unsigned one mixed with a signed one silently becomes a float in Numba.
    Only sets of cards and random words are np.uint64.
    """
    return np.dtype((np.record, np.dtype(fields, align=True)))


@contextmanager
def compiling() -> Iterator[Callable[[], float]]:
    """Tells for how many seconds kernels were compiled meanwhile, or loaded from the cache."""
    with install_listener("numba:compiler_lock", TimingListener()) as clock:
        yield lambda: clock.duration if clock.done else 0.0
