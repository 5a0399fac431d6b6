"""A nursery: processes for players that are there at once, because they are forked from one that has imported everything.

    python -P -m cardshark.players.apart.nursery

Its standard input is a socket, over which the folder and the pipes of each new process come. It is told no text of a player, no rules
and no card. So whatever a player finds in the memory that it was born with, it finds nothing about any game. Each has three pipes of its
own and no other open file. The fourth pipe that comes is the nursery's: it tells there how the process ended. Only on Linux: elsewhere
every player starts a Python for itself.
"""

import ctypes
import os
import select
import signal
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from cardshark.players.apart.there import answer_all
from cardshark.players.external.engine import GRACE_SECONDS, let_go, start_on_leash, streams
from cardshark.text import UserError

COMMAND = [sys.executable, "-P", "-m", "cardshark.players.apart.nursery"]
DEATH_SIGNAL, DUMPABLE = 1, 4  # of prctl
PIPES = 3  # of a process: standard input, output and error
STATUS = struct.Struct("<i")  # how a process ended: its exit status, or less than 0 for a signal
LONGEST_PATH = 4096  # bytes


# ---- here ----


class Child:
    """A process of the nursery, as an `Engine` sees it. It ends when its standard input does, and the nursery buries it."""

    def __init__(self, say: int, hear: int, listen: int, fate: int) -> None:
        self.stdin, self.stdout, self.stderr, self.fate = (
            os.fdopen(say, "wb", 0), os.fdopen(hear, "rb", 0), os.fdopen(listen, "rb", 0), os.fdopen(fate, "rb", 0)
        )  # fmt: skip

    def poll(self) -> None:
        """Whether it has ended is seen by the end of its output."""

    def wait(self, timeout: float | None = None) -> int:
        """How it ended, if it has ended by itself. Nobody needs to wait for one that was told to end."""
        if timeout is None:
            self.fate.close()
            return 0
        poll = select.poll()
        poll.register(self.fate, select.POLLIN)
        told = self.fate.read(STATUS.size) if not self.stdin.closed and poll.poll(timeout * 1000) else b""
        if len(told) < STATUS.size:
            raise subprocess.TimeoutExpired("", timeout)
        return STATUS.unpack(told)[0]

    def terminate(self) -> None:
        """Closing its standard input does this."""


class Nursery:
    """The process from which others are forked."""

    def __init__(self) -> None:
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = start_on_leash(COMMAND, None, theirs.fileno())
        self.end = Finalize(self, close, (self.line, self.process), exitpriority=0)  # not in a fork, as with `Engine`

    def birth(self) -> Any:
        """A new process in the folder where we are, which answers questions."""
        (ask, say), (hear, answer), (listen, complain), (fate, tell) = (os.pipe() for _ in range(PIPES + 1))
        try:
            socket.send_fds(self.line, [os.fsencode(Path.cwd())], [ask, answer, complain, tell])
        except OSError:
            for pipe in (say, hear, listen, fate):
                os.close(pipe)
            raise UserError(f"the process in which strangers play has ended{self.last_words()}") from None
        finally:
            for pipe in (ask, answer, complain, tell):
                os.close(pipe)
        return Child(say, hear, listen, fate)

    def last_words(self) -> str:
        """What the process complained of before it ended."""
        with suppress(subprocess.TimeoutExpired, OSError, ValueError):
            self.process.wait(GRACE_SECONDS)
            said = streams(self.process)[2].read().decode(errors="replace").split("\n")
            return "".join(f"; its last words: {line}" for line in said[-2:-1])
        return ""


@lru_cache(1)
def nursery_of(process_id: int) -> Nursery:
    """The nursery of this process; a fork has one of its own."""
    return Nursery()


def birth() -> Any:
    """A new process for a player."""
    return nursery_of(os.getpid()).birth()


def close(line: socket.socket, process: subprocess.Popen[bytes]) -> None:
    """End a nursery, and all processes that were forked from it."""
    line.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE_SECONDS)
    process.terminate()
    process.wait()
    for stream in streams(process)[1:]:
        stream.close()
    let_go(process)


# ---- there ----


def be_private() -> None:
    """Let no other process of the same user look into the memory of this one, or of what is forked from it. Root may all the same."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DUMPABLE, 0, 0, 0, 0)


def look_after_children() -> None:
    """Fork a process for each folder and four pipes that come, until nobody can ask for one."""
    be_private()
    woken, alive = wake_at_an_end(), dict[int, int]()  # processes, and the pipe over which the end of each is told
    with socket.socket(fileno=0) as line:
        while True:
            ready = select.select([line, woken], [], [])[0]
            if woken in ready:
                bury(alive, woken)
            if line not in ready:
                continue
            folder, pipes, _, _ = socket.recv_fds(line, LONGEST_PATH, PIPES + 1)
            if not pipes:
                return
            *theirs, tell = pipes
            born = os.fork()
            if born == 0:
                break
            alive[born] = tell
            for pipe in theirs:
                os.close(pipe)
        line.detach()  # its number becomes that of the child's own standard input
    os.chdir(folder)
    grow_up(theirs)


def wake_at_an_end() -> int:
    """A pipe in which something stands when a process has ended."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return woken


def bury(alive: dict[int, int], woken: int) -> None:
    """Tell how each process ended that has, to whoever still listens."""
    os.read(woken, 1 << 12)
    for child in [*alive]:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            tell = alive.pop(child)
            with suppress(OSError):
                os.write(tell, STATUS.pack(os.waitstatus_to_exitcode(status)))
            os.close(tell)


def grow_up(pipes: list[int]) -> None:
    """Be a process for one player: with three pipes, and with nothing else that is open."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)  # with the nursery
    for number, pipe in enumerate(pipes):
        os.dup2(pipe, number)
    os.closerange(PIPES, os.sysconf("SC_OPEN_MAX"))
    answer_all()


if __name__ == "__main__":
    look_after_children()
