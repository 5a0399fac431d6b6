"""Pieces of work on a Ray cluster; docs/cluster.md tells how to start one.

A node may die, or come later: its pieces are begun again elsewhere, and give the same bits. Standard output belongs to whoever asked for
the work, because a program may read it; what Ray has to say goes to standard error.
"""

import importlib
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TextIO, TypeVar

from cardshark import __version__
from cardshark.text import UserError

P = TypeVar("P")
R = TypeVar("R")

PATIENCE = 20  # seconds for a cluster to answer
RETRIES = 20  # how often a piece is begun again after its node or worker died; beyond that the piece itself is to blame
LOCAL = "local"  # Ray's name for a cluster that is started here and ended afterwards
PROBE = "import sys, ray; ray.init(address=sys.argv[1], log_to_driver=False, logging_level='ERROR')"
ENDED = "a worker was ended from outside, perhaps for want of memory: try again with fewer workers"


# ---- reaching a cluster ----


def ray_itself() -> Any:
    """The package Ray, which is an extra."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # leave graphics cards alone, and say nothing about it
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise UserError("Ray is not installed: pip install 'cardshark[ray]', or work on cores") from None


def address() -> str:
    """The cluster to work on."""
    return os.environ.get("RAY_ADDRESS") or LOCAL


def check_cluster() -> None:
    """Refuse to begin without Ray, or with a cluster that does not answer."""
    ray = ray_itself()
    if address() != LOCAL and not ray.is_initialized():
        check_address(address())


@cache
def check_address(where: str) -> None:
    """Refuse an address where no cluster answers. Ray itself would try for minutes and not hear Ctrl-C, so another process asks."""
    sentence = f"no Ray cluster answers at RAY_ADDRESS={where}"
    try:
        asked = subprocess.run([sys.executable, "-c", PROBE, where], capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise UserError(
            f"{sentence} within {PATIENCE} seconds: start one (ray start --head), see that the token is the same here, "
            "or unset RAY_ADDRESS to work without it"
        ) from None
    if asked.returncode:
        raise UserError(f"{sentence}: {last_words(asked.stderr)}")


def last_words(text: str) -> str:
    """What an error that was printed with its traceback says, in one sentence."""
    last = next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "it ended without a word")
    return re.sub(r"^[\w.]+: ", "", last).split(". ")[0].removesuffix(".")


@contextmanager
def connected(ray: Any, workers: int) -> Iterator[None]:
    """Connected to the cluster; one that a script has connected to before stays so."""
    if ray.is_initialized():
        yield
        return
    size = {"num_cpus": workers, "include_dashboard": False} if address() == LOCAL else {}
    with own_output():
        try:
            with redirect_stdout(sys.stderr):
                ray.init(address=address(), log_to_driver=False, logging_level="ERROR", **size)
        except Exception as error:
            raise UserError(f"Ray does not start: {last_words(str(error))}") from None
        try:
            yield
        finally:
            with redirect_stdout(sys.stderr):  # it may have kept something to say for the end
                ray.shutdown()


# ---- standard output ----


class OwnOutput:
    """Standard output for the thread that asked for it. What other threads print goes to standard error."""

    def __init__(self, out: TextIO) -> None:
        self.out, self.thread = out, threading.get_ident()

    def write(self, text: str) -> int:
        """Write where this thread's words belong."""
        return (self.out if threading.get_ident() == self.thread else sys.stderr).write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.out, name)


@contextmanager
def own_output() -> Iterator[None]:
    """Ray prints from threads of its own when a node dies. Its compiled part knows no `sys.stdout`, only the file behind it, number 1."""
    before, kept = sys.stdout, None
    with suppress(OSError, ValueError, AttributeError):  # a notebook, or a test, has no such file
        if before.fileno() == 1:
            before.flush()
            kept = os.dup(1)
            os.dup2(2, 1)
    out = os.fdopen(kept, "w", encoding=before.encoding, errors=before.errors, closefd=False) if kept is not None else before
    try:
        with redirect_stdout(OwnOutput(out)):  # pyright: ignore[reportArgumentType]: it has whatever `out` has
            yield
    finally:
        out.flush()
        if kept is not None:
            os.dup2(kept, 1)
            os.close(kept)


# ---- pieces ----


class Errand(NamedTuple):
    """What a node must know beside the piece."""

    work: Callable[[Any], Any]
    folder: str  # where the run was started,
    host: str  # on which machine,
    version: str  # and of what


def do(errand: Errand, piece: Any) -> Any:
    """One piece, on a node. Names of files mean the same there as where the run was started, if the nodes share that folder.

    Most work needs no files, so it is tried without the folder as well. A mistake tells on which node it was made.
    """
    host, lacks = socket.gethostname(), ""
    if errand.version != __version__:
        raise UserError(f"{host} has cardshark {__version__}, not {errand.version} as here: install the same version on all nodes")
    try:
        os.chdir(errand.folder)
    except OSError:
        lacks = f", which has no {errand.folder}: start in a folder that all nodes share"
    try:
        return errand.work(piece)
    except UserError as error:
        if host == errand.host and not lacks:
            raise
        raise UserError(f"{error} (on {host}{lacks})") from None


class Helpers(NamedTuple):
    """Who does the work, on a cluster or on cores."""

    submit: Callable[[Any], Any]  # hands out a piece
    wait: Callable[[Any], Any]  # for the result of what was handed out
    first: Callable[[list[Any]], Any]  # of those that were handed out: one that is done
    number: int


@contextmanager
def cluster_helpers(work: Callable[[P], R], workers: int) -> Iterator[Helpers]:
    """Helpers from the cluster that RAY_ADDRESS names, or from one that is started here with this many workers and ended afterwards."""
    ray = ray_itself()
    with connected(ray, workers):
        task = ray.remote(max_retries=RETRIES)(do)
        errand = ray.put(Errand(work, str(Path.cwd()), socket.gethostname(), __version__))
        number = max(workers, int(ray.cluster_resources().get("CPU", 1)))
        try:
            yield Helpers(lambda piece: task.remote(errand, piece), ray.get, lambda handed: ray.wait(handed)[0][0], number)
        except ray.exceptions.RayTaskError as error:
            raise cause_of(error) from None
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError, ray.exceptions.NodeDiedError):
            raise UserError(ENDED) from None
        except ray.exceptions.RayError as error:
            raise UserError(f"the Ray cluster failed: {last_words(str(error))}") from None


def cause_of(error: Any) -> Exception:
    """The mistake behind a task that failed."""
    if "failed to import on the worker" in str(error.cause) or isinstance(error.cause, ImportError):
        return UserError(f"a node cannot import cardshark {__version__}: install it in the Python of every node")
    return error.cause
