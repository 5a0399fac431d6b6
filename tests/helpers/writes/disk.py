"""What happens to the changes of files under one folder: which is refused, cut short, or the last thing that a process does."""

import errno
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from helpers.writes.calls import Call, run_watched

SECONDS = 60.0  # without any change: the process hangs
OUT = "out"  # the folder that all jobs write into, under the one that is watched
END = "exit_group"  # the end of a process counts as its last change: killed there, it was killed after everything
WRITES = ("write", "pwrite64")  # they can be cut short
NEEDS_ROOM = {*WRITES, "writev", "fsync", "fdatasync", "fallocate", "open", "openat", "mkdir", "mkdirat"}

KILLS = ("killed", "torn")  # before a change, and after half of a write
ONCE = {"no space": errno.ENOSPC, "i/o error": errno.EIO}  # one change fails, and the next ones do not
FOR_GOOD = {"full": errno.ENOSPC, "broken": errno.EIO, "read-only": errno.EROFS}  # from a change on all of them fail
SHORT = "short"  # half of a write is done, which is no error
VANISHED = "vanished"  # somebody removes the folder
STOPPED, STOPPED_FULL = "ctrl-c", "ctrl-c on a full disk"
KINDS = (*KILLS, SHORT, *ONCE, *FOR_GOOD, VANISHED, STOPPED, STOPPED_FULL)


class Trouble(NamedTuple):
    """What happens, and to which change, counted from 1."""

    kind: str = ""
    number: int = 0

    def fits(self, call: str) -> bool:
        """Can this happen to such a call?"""
        if self.kind in ("torn", SHORT):
            return call in WRITES
        return call != END or self.kind == "killed"


NONE = Trouble()


class Change(NamedTuple):
    """A change that a process wanted to make."""

    call: str
    path: str  # under the folder


class Ended(NamedTuple):
    """How some work ended."""

    status: int | None  # None: it hung; -9: it was killed
    out: str
    err: str
    changes: list[Change]


class Disk:
    """A folder in which something happens to a change."""

    def __init__(self, folder: Path, trouble: Trouble) -> None:
        self.folder, self.trouble = folder, trouble
        self.changes: list[Change] = []

    def answer(self, child: int, call: Call) -> None:
        """Let a call happen, or not."""
        path = self.changed(child, call)
        if path is None:
            return call.answer(go_on=True)
        self.changes.append(Change(call.name, path))
        kind, number = self.trouble
        if len(self.changes) == number:
            return self.strike(child, call, kind)
        kind = "full" if kind == STOPPED_FULL else kind
        fails = len(self.changes) > number and kind in FOR_GOOD and call.name != END and (kind != "full" or call.name in NEEDS_ROOM)
        return call.answer(error=FOR_GOOD[kind]) if fails else call.answer(go_on=True)

    def strike(self, child: int, call: Call, kind: str) -> None:
        """What was planned happens now."""
        half = call.write_half() if kind in ("torn", SHORT, "full", STOPPED_FULL) else 0
        if kind in KILLS:
            return os.kill(child, signal.SIGKILL)  # and whoever is dead needs no answer
        if kind in (STOPPED, STOPPED_FULL):
            os.kill(child, signal.SIGINT)
        if kind == VANISHED:
            shutil.rmtree(self.folder / OUT, ignore_errors=True)
        if half:
            return call.answer(half)
        error = {**ONCE, **FOR_GOOD, STOPPED_FULL: errno.ENOSPC}.get(kind, 0)
        return call.answer(error=error) if error else call.answer(go_on=True)

    def changed(self, child: int, call: Call) -> str | None:
        """What a call would change under the folder; None if nothing."""
        if call.name == END:
            return "" if call.process == child else None
        try:
            path = Path(os.path.normpath(call.path()))
        except FileNotFoundError:  # killed meanwhile
            return None
        return path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else None


def run(folder: Path, work: Callable[[], int], trouble: Trouble = NONE) -> Ended:
    """Do some work in a fork of this process, in this folder, where something happens to it."""
    disk = Disk(folder.resolve(), trouble)
    printed = [os.memfd_create(name) for name in ("out", "err")]
    status = run_watched(lambda: talk(folder, work, *printed), disk.answer, SECONDS)
    said = [os.pread(each, 1 << 24, 0).decode(errors="replace") for each in printed]
    for each in printed:
        os.close(each)
    return Ended(status, *said, disk.changes)


def talk(folder: Path, work: Callable[[], int], out: int, err: int) -> int:
    """Do the work with its own standard output and error, and end as a process does: its exit status."""
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever was started in the background does not hear Ctrl-C
    for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), out, err)):
        os.dup2(file, number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, "rww"[number], encoding="utf-8") for number in range(3))
    try:
        status = work()
    except SystemExit as stop:
        status = int(stop.code or 0)
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status
