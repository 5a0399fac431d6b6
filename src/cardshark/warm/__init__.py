"""Everything that a user may meet, compiled beforehand: errands that play, train, judge and measure a little of everything.

The errands (`errands`) are shared among processes. What one of them compiles the others find, and no two compile the same kernel. A
run that was interrupted goes on where it ended, because what is compiled is kept.
"""

import contextlib
import io
import json
import multiprocessing
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NamedTuple

from cardshark.arena.jobs import cores, start_worker
from cardshark.compiler import cache, store
from cardshark.compiler.progress import PROGRESS
from cardshark.files import write_whole
from cardshark.text import UserError
from cardshark.warm.errands import ERRANDS, TABLE

GROUPS = {"everything": list(ERRANDS), "table": list(TABLE)[::-1]}  # gin first: the table itself begins with Hearts


class Done(NamedTuple):
    """What came of an errand."""

    compiled: list[str]  # kernels
    used: list[str]  # files of the cache


def run_errand(name: str) -> Done:
    """Do an errand."""
    compiled, used = len(PROGRESS.begun), len(cache.USED)
    with contextlib.redirect_stdout(io.StringIO()):
        ERRANDS[name]()
    return Done(PROGRESS.begun[compiled:], cache.USED[used:])


def run_errands(names: Sequence[str], workers: int | None) -> Iterator[Done]:
    """Errands side by side; what came of each, as soon as it is done."""
    pool = ProcessPoolExecutor(min(workers or cores(), len(names)), multiprocessing.get_context("spawn"), initializer=start_worker)
    others = set(multiprocessing.active_children())
    try:
        for done in as_completed([pool.submit(run_errand, name) for name in names]):
            yield done.result()
    except BrokenProcessPool:
        raise UserError(
            "a process that compiled was ended from outside, perhaps for want of memory: try again with fewer workers"
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - others:
            worker.kill()


class Warmed(NamedTuple):
    """What `warm` did."""

    compiled: int
    seconds: float
    already: bool  # an earlier run had done everything


def check_place() -> None:
    """Refuse to compile where nothing could be kept."""
    home = store.home()
    if home is None:
        raise UserError("there is no folder to keep kernels in: name one in CARDSHARK_CACHE")
    try:
        home.mkdir(parents=True, mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as error:
        raise UserError(f"kernels cannot be kept in {home} ({error.strerror}): name another folder in CARDSHARK_CACHE") from None


def warm(group: str = "everything", workers: int | None = None, progress: Callable[[int], None] = lambda done: None) -> Warmed:
    """Compile all that a group of errands needs; `progress` is called with the number of errands that were finished."""
    began, done = time.perf_counter(), cache.stamp(group)
    if done and done.exists():
        return Warmed(0, time.perf_counter() - began, already=True)
    check_place()
    compiled = 0
    for found in run_errands(GROUPS[group], workers):
        compiled += len(found.compiled)
        progress(1)
    if done:
        write_whole(done, "")
    return Warmed(compiled, time.perf_counter() - began, already=False)


def pack(folder: Path, workers: int | None = None) -> list[str]:
    """Copy what a second start needs into a folder, for a package that brings its kernels along. Everything must be compiled already."""
    places = list(filter(None, (cache.SHIPPED, store.home())))
    used = sorted({name for found in run_errands(list(ERRANDS), workers) for name in found.used})
    for name in used:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(next(place / name for place in places if (place / name).exists()), folder / name)
    write_whole(folder / cache.MADE_BY, json.dumps(cache.maker(), indent=1))
    return used
