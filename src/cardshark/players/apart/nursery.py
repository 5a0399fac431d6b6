"""A nursery: processes for players that are there at once, because they are forked from one that has imported everything.

    python -P -m cardshark.players.apart.nursery

Its standard input is a socket, over which the folder and the pipes of each new process come. It is told no text of a player, no rules
and no card. So whatever a player finds in the memory that it was born with, it finds nothing about any game. Each has three pipes of its
own and no other open file. Only on Linux: elsewhere every player starts a Python for itself.
"""

import ctypes
import os
import signal
import socket
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
LONGEST_PATH = 4096  # bytes


# ---- here ----


class Child:
    """A process of the nursery, as an `Engine` sees it. It ends when its standard input does, and the nursery buries it."""

    def __init__(self, pipes: list[int]) -> None:
        self.stdin, self.stdout, self.stderr = os.fdopen(pipes[0], "wb", 0), os.fdopen(pipes[1], "rb", 0), os.fdopen(pipes[2], "rb", 0)

    def poll(self) -> None:
        """Whether it has ended is seen by the end of its output."""

    def wait(self, timeout: float | None = None) -> int:
        """Nobody needs to wait for it."""
        if timeout is not None:
            raise subprocess.TimeoutExpired("", timeout)
        return 0

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
        (ask, say), (hear, answer), (listen, complain) = os.pipe(), os.pipe(), os.pipe()
        try:
            socket.send_fds(self.line, [os.fsencode(Path.cwd())], [ask, answer, complain])
        except OSError:
            for pipe in (say, hear, listen):
                os.close(pipe)
            raise UserError(f"the process in which strangers play has ended{self.last_words()}") from None
        finally:
            for pipe in (ask, answer, complain):
                os.close(pipe)
        return Child([say, hear, listen])

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
    """Fork a process for each folder and three pipes that come, until nobody can ask for one."""
    be_private()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    with socket.socket(fileno=0) as line:
        while True:
            folder, pipes, _, _ = socket.recv_fds(line, LONGEST_PATH, PIPES)
            if not pipes:
                return
            if os.fork() == 0:
                break
            for pipe in pipes:
                os.close(pipe)
        line.detach()  # its number becomes that of the child's own standard input
    os.chdir(folder)
    grow_up(pipes)


def grow_up(pipes: list[int]) -> None:
    """Be a process for one player: with three pipes, and with nothing else that is open."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)  # with the nursery
    for number, pipe in enumerate(pipes):
        os.dup2(pipe, number)
    os.closerange(PIPES, os.sysconf("SC_OPEN_MAX"))
    answer_all()


if __name__ == "__main__":
    look_after_children()
