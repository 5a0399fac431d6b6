"""The one way to compile: `kernel` for what Python calls, `rule` and `routine` for what kernels call.

Nobody else in the package imports Numba. Options, the cache and their reasons stand here once.
"""

import hashlib
import importlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.caching import UserProvidedCacheLocator
from numba.core.event import Event, Listener, TimingListener, install_listener, register

from cardshark import sources

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
at = np.uint64  # around an index that is never negative: Numba then does not look for one counted from the end
AHEAD = 8  # how many games ahead memory is asked for
BLOCK = 32  # how many games fit into the first-level cache at once
STALE_AFTER = 30 * 24 * 3600  # seconds after which the cache of sources that nobody runs any more is thrown away


# Numba checks only the file a kernel stands in, not those it calls into, and no option at all. So the kernels of each source file have
# a cache of their own, named after that file and all that it imports; another Numba, processor or NUMBA_ setting gets another one.
@cache
def digest(source: Path, root: Path) -> str:
    """A hash of everything that decides what the compiled code of a source file does."""
    settings = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("NUMBA_"))
    machine = [numba.__version__, llvmlite.__version__, llvm.get_host_cpu_name(), sys.version, str(source.relative_to(root))]
    written = sources.digest(source, (PACKAGE.parent, root))
    return hashlib.sha256(b"\0".join([written, *map(str.encode, settings + machine)])).hexdigest()[:16]


def cache_home() -> Path | None:
    """The folder that keeps compiled kernels between runs, with a folder for each source file; None where nothing can be written."""
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardshark"
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
        for old in home.iterdir():
            if time.time() - old.stat().st_mtime > STALE_AFTER:
                shutil.rmtree(old, ignore_errors=True)
    except (OSError, RuntimeError):
        return None
    return home


CACHE = cache_home()


@cache
def cache_folder(source: Path, root: Path) -> Path | None:
    """Where the kernels of a source file are kept; None where they cannot be."""
    if CACHE is None:
        return None
    try:
        folder = CACHE / digest(source, root)
        folder.mkdir(exist_ok=True)
        os.utime(folder)  # still in use
    except OSError:
        return None
    return folder


def place_of(function: Callable[..., Any]) -> tuple[Path, Path]:
    """The source file of a function, and the folder that its imports count from."""
    source = Path(function.__code__.co_filename)
    depth = function.__module__.count(".") + (source.stem == "__init__")
    return source, source.parents[depth]


class Folder(UserProvidedCacheLocator):
    """Keeps kernels directly in the given folder, so that a copy of the same sources elsewhere finds them too."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return ""


def compiled(function: F, **options: Any) -> F:
    """`function`, compiled on first use, or taken from the cache if exactly these sources were compiled before."""
    folder, config = cache_folder(*place_of(function)), numba.config  # type: ignore[attr-defined]
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES  # type: ignore[attr-defined]
    # Both are read once, here; the user's own kernels keep theirs.
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder or ""), f"{__name__}.Folder"  # type: ignore[attr-defined]
    try:
        return numba.njit(function, cache=folder is not None, nogil=True, **options)  # type: ignore[return-value]
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before  # type: ignore[attr-defined]


def kernel(function: F) -> F:
    """Compile a function that Python calls."""
    return compiled(function)


def rule(function: F) -> F:
    """Compile a small function that kernels call: it is inlined, which is worth up to a tenth of the speed."""
    return compiled(function, forceinline=True)


def routine(function: F) -> F:
    """Compile a large function that kernels call: it is called, not inlined, so that it is compiled once."""
    return compiled(function)


class Announcer(Listener):
    """Says once that a first run compiles, so that nobody thinks it hangs."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.announced = False

    def on_start(self, event: Event) -> None:
        if not self.announced:
            self.announced = True
            self.say("Compiling the kernels, once (under a minute) …")

    def on_end(self, event: Event) -> None:
        pass


def start_quickly() -> None:
    """Keep Numba from importing SciPy. It would do so only to look for a faster np.correlate, and that takes a fifth of a second."""
    if "scipy.linalg" not in sys.modules:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]  # an import now fails at once
        importlib.import_module("numba.np.arraymath")
        del sys.modules["scipy.linalg"]


def announce(say: Callable[[str], None]) -> None:
    """Call `say` when something must be compiled; never when the cache has it."""
    register("numba:compile", Announcer(say))


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
