"""Pieces of work, side by side: in this process, on all cores, or on a Ray cluster, with the same results in the same order.

A piece of work is a function of what is handed to it and of nothing else, so who does it does not matter. The first
piece is always done in this process: it compiles what must be compiled, once, and shows how long a piece takes.
"""

import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

from cardshark.jit import start_quickly
from cardshark.text import UserError, choice

P = TypeVar("P")
R = TypeVar("R")
H = TypeVar("H")

PLACES = ("here", "cores", "ray")
WORTH = 3.0  # seconds of work below which no workers are started: they take a second or two to start
AHEAD = 4  # pieces handed out for each worker, so that nobody waits


class Crew(NamedTuple):
    """Who does the work."""

    on: str = "cores"
    workers: int | None = None


HERE = Crew("here")


def run(work: Callable[[P], R], pieces: Sequence[P], on: str = "cores", workers: int | None = None) -> Iterator[R]:
    """The result of `work` for each piece, in the order of the pieces.

    `on` is "here" (this process), "cores" (processes of this machine, if there is enough to do or `workers` says so) or
    "ray" (a Ray cluster). Work that leaves this process must be a module's function, perhaps with arguments filled in by
    `functools.partial`. The workers end when no more results are asked for.
    """
    check(on, workers)
    helpers = workers or cores()
    done = 0
    while done < len(pieces):
        began = time.perf_counter()
        result = work(pieces[done])
        took = time.perf_counter() - began
        done += 1
        yield result
        if on == "ray" or (on == "cores" and helpers > 1 and (workers or worth_it(took, done, len(pieces)))):
            break
    if done < len(pieces):
        yield from (on_ray if on == "ray" else on_cores)(work, pieces[done:], helpers)


def check(on: str, workers: int | None) -> None:
    """Refuse impossible settings before anything is played."""
    choice("place to work", on, PLACES)
    if workers is not None and workers < 1:
        raise UserError(f"at least 1 worker is needed, not {workers}")
    if on == "ray":
        ray_itself()


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def worth_it(took: float, done: int, pieces: int) -> bool:
    """Is what remains worth starting workers? The very first piece may have waited for the compiler, so its time alone does not count."""
    return took * (pieces - done) > WORTH and (done > 1 or took > WORTH)


def in_order(submit: Callable[[P], H], wait: Callable[[H], R], pieces: Iterable[P], ahead: int) -> Iterator[R]:
    """Hand out pieces, `ahead` of them at a time, and wait for the results in order."""
    waiting: deque[H] = deque()
    for piece in pieces:
        waiting.append(submit(piece))
        if len(waiting) >= ahead:
            yield wait(waiting.popleft())
    while waiting:
        yield wait(waiting.popleft())


# ---- processes of this machine ----


def on_cores(work: Callable[[P], R], pieces: Sequence[P], workers: int) -> Iterator[R]:
    """Work in other processes, which find the kernels compiled."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(min(workers, len(pieces)), multiprocessing.get_context("spawn"), initializer=start_worker)
    try:
        yield from in_order(lambda piece: pool.submit(work, piece), lambda future: future.result(), pieces, AHEAD * workers)
        pool.shutdown()
    except BrokenProcessPool:
        raise UserError("a worker was ended from outside, perhaps for want of memory: try again with fewer workers") from None
    finally:  # after Ctrl-C, a mistake, or a duel decided early nobody needs the other pieces
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - others:
            worker.kill()  # what it was doing is done again, or goes on from a checkpoint


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


# ---- a Ray cluster ----


def ray_itself() -> Any:
    """The package Ray, which is an extra."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # leave graphics cards alone, and say nothing about it
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise UserError("Ray is not installed: pip install 'cardshark[ray]', or work on cores") from None


def do(work: Callable[[P], R], piece: P) -> R:
    """One piece, as a function of a module: Ray takes nothing else."""
    return work(piece)


def on_ray(work: Callable[[P], R], pieces: Sequence[P], workers: int) -> Iterator[R]:
    """On the cluster that RAY_ADDRESS names, or on one that is started here with this many workers and ended afterwards."""
    ray = ray_itself()
    ours = not ray.is_initialized()
    if ours:
        size = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": workers, "include_dashboard": False}
        ray.init(log_to_driver=False, logging_level="ERROR", **size)
    try:
        task = ray.remote(do)
        ahead = AHEAD * max(workers, int(ray.cluster_resources().get("CPU", 1)))
        yield from in_order(lambda piece: task.remote(work, piece), ray.get, pieces, ahead)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.WorkerCrashedError:
        raise UserError("a worker was ended from outside, perhaps for want of memory: try again with fewer workers") from None
    finally:
        if ours:
            ray.shutdown()
