"""Between a process and the system: Linux hands every call that could change a file to us first, and waits for what we say.

That is seccomp's user notification. It sees the calls of Python, SQLite and Polars alike, so no write goes around it; only what is written
through a mapped file does not come by here. The numbers are those of x86-64.
"""

import ctypes
import fcntl
import os
import platform
import select
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

NUMBERS = {
    "write": 1, "pwrite64": 18, "writev": 20, "open": 2, "openat": 257, "fsync": 74, "fdatasync": 75, "truncate": 76, "ftruncate": 77,
    "fallocate": 285, "rename": 82, "renameat": 264, "renameat2": 316, "unlink": 87, "unlinkat": 263, "mkdir": 83, "mkdirat": 258,
    "rmdir": 84, "link": 86, "linkat": 265, "symlink": 88, "symlinkat": 266, "chmod": 90, "fchmod": 91, "fchmodat": 268, "exit_group": 231,
}  # fmt: skip
NAMES = {number: name for name, number in NUMBERS.items()}
BY_FILE = {"write", "pwrite64", "writev", "fsync", "fdatasync", "ftruncate", "fallocate", "fchmod"}  # the first argument is an open file
BY_FOLDER = {"openat": 1, "unlinkat": 1, "mkdirat": 1, "fchmodat": 1, "renameat": 3, "renameat2": 3, "linkat": 3, "symlinkat": 2}
BY_NAME = {"open": 0, "truncate": 0, "unlink": 0, "mkdir": 0, "rmdir": 0, "chmod": 0, "rename": 1, "link": 1, "symlink": 1}
TO_WRITE = 0o1 | 0o2 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC: other files are only read

SECCOMP, PIDFD_GETFD = 317, 438
LOAD, EQUAL, ANY_OF, ANSWER = 0x20, 0x15, 0x45, 0x06  # instructions of the filter
ALLOW, NOTIFY = 0x7FFF0000, 0x7FC00000
NO_NEW_PRIVILEGES, WITH_FILTER = 38, 1
NEW_LISTENER, NO_SIGNAL_BETWEEN = 8, 32  # a call that was heard is not begun again because of a signal
RECEIVE, SEND = 0xC0502100, 0xC0182101  # SECCOMP_IOCTL_NOTIF_RECV, SECCOMP_IOCTL_NOTIF_SEND
ASKED, ANSWERED = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
GO_ON = 1
PAGE = 4096

libc = ctypes.CDLL(None, use_errno=True)


class Instruction(ctypes.Structure):
    """One step of a filter."""

    _fields_ = (("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("value", ctypes.c_uint))


class Program(ctypes.Structure):
    """A filter."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.POINTER(Instruction)))


def works_here() -> bool:
    """Can calls be handed to us on this system? It takes Linux 5.19 on x86-64, and nobody who forbids it."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return False
    try:
        return run_watched(lambda: 0, lambda child, call: call.answer(go_on=True), 10.0) == 0
    except OSError:
        return False


def hand_over() -> int:
    """From now on this process, and whoever comes of it, asks before it changes a file: the listener that must answer."""
    names = [name for name in NUMBERS if name not in ("open", "openat")]
    steps = [Instruction(LOAD, 0, 0, 0)]
    for name, flags in (("open", 24), ("openat", 32)):  # where a call has its flags
        steps += [
            Instruction(EQUAL, 0, 4, NUMBERS[name]), Instruction(LOAD, 0, 0, flags), Instruction(ANY_OF, 0, 1, TO_WRITE),
            Instruction(ANSWER, 0, 0, NOTIFY), Instruction(ANSWER, 0, 0, ALLOW),
        ]  # fmt: skip
    steps += [Instruction(EQUAL, len(names) - place, 0, NUMBERS[name]) for place, name in enumerate(names)]
    steps += [Instruction(ANSWER, 0, 0, ALLOW), Instruction(ANSWER, 0, 0, NOTIFY)]
    program = Program(len(steps), (Instruction * len(steps))(*steps))
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    listener = libc.syscall(SECCOMP, WITH_FILTER, NEW_LISTENER | NO_SIGNAL_BETWEEN, ctypes.byref(program))
    if listener < 0:
        raise OSError(ctypes.get_errno(), "calls cannot be handed over")
    return listener


class Call(NamedTuple):
    """A call that waits for an answer."""

    listener: int
    cookie: int
    process: int
    name: str
    arguments: tuple[int, ...]

    def answer(self, value: int = 0, error: int = 0, go_on: bool = False) -> None:
        """Let the process have this result instead of the call; or let the call happen."""
        answer = ANSWERED.pack(self.cookie, value, -error, GO_ON if go_on else 0)
        with suppress(FileNotFoundError):  # nobody waits any more: killed
            fcntl.ioctl(self.listener, SEND, bytearray(answer))

    def path(self) -> Path:
        """The file or folder that would change."""
        arguments = self.arguments
        if self.name in BY_FILE:
            return self.opened(arguments[0])
        if self.name in BY_NAME:
            return Path(f"/proc/{self.process}/cwd").readlink() / self.text(arguments[BY_NAME[self.name]])
        place = BY_FOLDER[self.name]
        folder = ctypes.c_int(arguments[place - 1]).value
        start = Path(f"/proc/{self.process}/cwd").readlink() if folder < 0 else self.opened(folder)
        return start / self.text(arguments[place])

    def opened(self, number: int) -> Path:
        """An open file of the process."""
        return Path(f"/proc/{self.process}/fd/{number}").readlink()

    def text(self, address: int) -> str:
        """A text in the memory of the process."""
        found = b""
        while b"\0" not in found:
            found += self.memory(address + len(found), PAGE - (address + len(found)) % PAGE)
        return os.fsdecode(found.partition(b"\0")[0])

    def memory(self, address: int, size: int) -> bytes:
        """Memory of the process."""
        with Path(f"/proc/{self.process}/mem").open("rb", buffering=0) as memory:
            return os.pread(memory.fileno(), size, address)

    def write_half(self) -> int:
        """Write the first half of what is to be written, in the name of the process: how many bytes; 0 if it cannot be halved."""
        if self.name not in ("write", "pwrite64"):
            return 0
        number, address, size, *more = self.arguments
        half = self.memory(address, size // 2)
        leader = os.pidfd_open(int(Path(f"/proc/{self.process}/status").read_text().partition("Tgid:")[2].split()[0]))
        file = libc.syscall(PIDFD_GETFD, leader, number, 0)
        if half:
            os.pwrite(file, half, more[0]) if self.name == "pwrite64" else os.write(file, half)
        os.close(file)
        os.close(leader)
        return len(half)


def run_watched(work: Callable[[], int], answer: Callable[[int, Call], None], seconds: float) -> int | None:
    """Do some work in a fork of this process, whose calls are answered here: its exit status, -9 if it was killed; None if it hangs."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            listener = hand_over()
            socket.send_fds(theirs, [b"!"], [listener])
            os.close(listener)
            status = work()
        finally:
            theirs.close()
            os._exit(status)
    theirs.close()
    with ours:
        _, found, _, _ = socket.recv_fds(ours, 1, 1)
    if not found:
        os.waitpid(child, 0)
        raise OSError(0, "calls cannot be handed over")
    (listener,) = found
    try:
        for call in calls(listener, seconds):
            answer(child, call)
    except TimeoutError:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return None
    finally:
        os.close(listener)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def calls(listener: int, seconds: float) -> Iterator[Call]:
    """The calls of a process until it ends. None for so long is an error."""
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    while True:
        events = poll.poll(seconds * 1000)
        if not events:
            raise TimeoutError
        if not events[0][1] & select.POLLIN:
            return
        asked = bytearray(ASKED.size)
        try:
            fcntl.ioctl(listener, RECEIVE, asked)
        except FileNotFoundError:  # killed before it was heard
            continue
        cookie, process, _, number, _, _, *arguments = ASKED.unpack(asked)
        yield Call(listener, cookie, process, NAMES[number], tuple(arguments))
