"""Pieces of work, side by side: in this process, on all cores, or on a Ray cluster, with the same results.

A piece of work is a function of what is handed to it and of nothing else, so who does it does not matter. The first
piece is always done in this process: it imports and compiles what is needed, once, and shows how long a piece takes. Workers
that are forked afterwards have all of that from the start.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cardshark.arena.cluster import ENDED, Helpers, check_cluster, cluster_helpers
from cardshark.jit import compiling, start_quickly
from cardshark.origin import made_now
from cardshark.text import UserError, brief, choice, whole_number

P = TypeVar("P")
R = TypeVar("R")

PLACES = ("here", "cores", "ray")
WORTH = {"fork": 0.2, "forkserver": 3.0, "spawn": 3.0}  # seconds of work below which workers are not started in this way
MOST_WORKERS = 1024
AHEAD = 4  # pieces handed out for each worker, so that nobody waits
GONE_WITHIN = 0.05  # seconds for which a thread that has ended may still be counted


class Crew(NamedTuple):
    """Who does the work."""

    on: str = "cores"
    workers: int | None = None


HERE = Crew("here")


class Done(NamedTuple):
    """A finished piece of work, as whoever did it tells of it."""

    value: Any
    seconds: float  # of one core
    made: dict[str, Any]  # see `origin.made_now`


def timed(work: Callable[[P], Any], piece: P) -> Done:
    """A piece of work, how long it took, and how it was made. Workers of another machine say what they are."""
    began = time.process_time()
    value = work(piece)
    return Done(value, time.process_time() - began, made_now())


def run(work: Callable[[P], R], pieces: Sequence[P], on: str = "cores", workers: int | None = None) -> Iterator[R]:
    """The result of `work` for each piece, in the order of the pieces.

    `on` is "here" (this process), "cores" (processes of this machine, if there is enough to do or `workers` says so) or
    "ray" (a Ray cluster). Work that leaves this process must be a module's function, perhaps with arguments filled in by
    `functools.partial`. The workers end when no more results are asked for.
    """
    return (result for _, result in share_out(in_order, work, pieces, on, workers))


def run_as_done(work: Callable[[P], R], pieces: Sequence[P], on: str = "cores", workers: int | None = None) -> Iterator[tuple[int, R]]:
    """As `run`, but each result comes when it is there, with the number of its piece: one that takes long keeps no other waiting."""
    return share_out(as_done, work, pieces, on, workers)


Order = Callable[[Helpers, Sequence[P]], Iterator[tuple[int, Any]]]


def share_out(order: Order[P], work: Callable[[P], R], pieces: Sequence[P], on: str, workers: int | None) -> Iterator[tuple[int, R]]:
    """Results and the numbers of their pieces: the first ones from this process, the others from helpers in this order."""
    check(on, workers)
    if not callable(work) or not isinstance(pieces, Sequence):
        raise UserError(f"work is a function, and pieces are a list: not {brief(work)} and {brief(pieces)}")
    number, method, done = workers or cores(), cache(start_method), 0  # the method is found when it is needed, and once
    while done < len(pieces):
        with compiling() as waited:
            began = time.perf_counter()
            result = work(pieces[done])
            took = time.perf_counter() - began - waited()
        yield done, result
        done += 1
        if on == "ray" or (on == "cores" and number > 1 and (workers or worth_it(took * (len(pieces) - done), method))):
            break
    if done < len(pieces):
        rest = pieces[done:]
        with cluster_helpers(work, number) if on == "ray" else core_helpers(work, min(number, len(rest)), method()) as helpers:
            yield from ((done + place, result) for place, result in order(helpers, rest))


def check(on: str, workers: int | None) -> None:
    """Refuse impossible settings before anything is played."""
    choice("place to work", on, PLACES)
    if workers is not None:
        whole_number("the number of workers", workers, 1, MOST_WORKERS)
    if on == "ray":
        check_cluster()


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def worth_it(seconds: float, method: Callable[[], str]) -> bool:
    """Is this much work worth starting workers? The method by which they would start is asked for only if it matters."""
    return seconds > min(WORTH.values()) and seconds > WORTH[method()]


def in_order(helpers: Helpers, pieces: Iterable[P]) -> Iterator[tuple[int, Any]]:
    """Hand out pieces, a few at a time for each helper, and wait for the results in order."""
    waiting: deque[tuple[int, Any]] = deque()
    for number, piece in enumerate(pieces):
        waiting.append((number, helpers.submit(piece)))
        if len(waiting) >= AHEAD * helpers.number:
            oldest, handed = waiting.popleft()
            yield oldest, helpers.wait(handed)
    for number, handed in waiting:
        yield number, helpers.wait(handed)


def as_done(helpers: Helpers, pieces: Iterable[P]) -> Iterator[tuple[int, Any]]:
    """Hand out pieces, a few at a time for each helper, and wait for any result."""
    waiting: dict[Any, int] = {}
    left = enumerate(pieces)
    while True:
        while len(waiting) < AHEAD * helpers.number and (following := next(left, None)):
            waiting[helpers.submit(following[1])] = following[0]
        if not waiting:
            return
        handed = helpers.first(list(waiting))
        yield waiting.pop(handed), helpers.wait(handed)


# ---- processes of this machine ----


def start_method() -> str:
    """How workers start: forked from this process if that is safe, so that they have everything that it has.

    Otherwise from a server that has imported the package, or each by itself. System libraries of macOS do not survive a fork.
    """
    if sys.platform != "linux":
        return "spawn"
    return "fork" if is_alone() else "forkserver"


def is_alone() -> bool:
    """Is there nothing in this process but this thread? A lock that another one holds during a fork stays locked in the worker.

    Libraries have threads of which Python does not know. Those of OpenBLAS end at any fork and start again when they are needed,
    but those of OpenMP make a worker hang. So there is one fork for nothing, and then all that are left are counted.
    """
    if threading.active_count() > 1:
        return False
    with undisturbed(), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of a fork beside threads
        child = os.fork()
        if child == 0:
            os._exit(0)
    os.waitpid(child, 0)
    patience = time.monotonic() + GONE_WITHIN
    while len(list(Path("/proc/self/task").glob("*"))) != 1:
        if time.monotonic() > patience:
            return False
        time.sleep(0.001)
    return True


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C waits until this is done. A process that is started meanwhile does not hear it at all, until it says otherwise."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def core_helpers(work: Callable[[P], R], workers: int, method: str) -> Iterator[Helpers]:
    """Other processes, which find the kernels compiled."""
    check_travels(work)
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload([name for name in sys.modules if name.startswith("cardshark.")])
    pool = ProcessPoolExecutor(workers, context, initializer=start_worker)

    def submit(piece: P) -> Future[R]:
        with undisturbed():  # the first one starts the workers
            return pool.submit(work, piece)

    try:
        yield Helpers(submit, Future.result, lambda handed: wait(handed, return_when=FIRST_COMPLETED).done.pop(), workers)
        pool.shutdown()
    except BrokenProcessPool:
        raise UserError(ENDED) from None
    finally:  # after Ctrl-C, a mistake, or a duel decided early nobody needs the other pieces
        for worker in set(multiprocessing.active_children()) - others:
            worker.kill()  # what it was doing is done again, or goes on from a checkpoint
        pool.shutdown(cancel_futures=True)  # they are gone now, and with them their hold on files that were open at a fork


def check_travels(work: Callable[..., Any]) -> None:
    """Refuse work that no other process could find: a lambda, or a function inside another."""
    try:
        ForkingPickler.dumps(work)
    except Exception:
        raise UserError(f"{brief(work)} cannot be sent to workers: hand in a function of a module, or work here") from None


def start_worker() -> None:
    """Prepare a worker: it starts quickly, leaves Ctrl-C to the process that started it, and never outlives that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_parent, daemon=True).start()
    start_quickly()


def leave_with_parent() -> None:
    """Wait until the process that started this one has ended, even by kill -9, and end too."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
