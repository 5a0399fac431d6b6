"""Keeps a program on a leash: it ends with all that it has started, whatever ends us. Only on Linux; run as a process of its own.

    python -I -S warden.py LEASH REPORT 2 FILE FILE PROGRAM ...

LEASH and REPORT are numbers of open pipes. So many files are closed to the program (`fence`). Whatever the program starts becomes this
process's child at the latest when its own parent ends, also in a session of its own (`setsid`); so all of it can be found and ended here:
when the program has ended, when this process is
told to (SIGTERM), and when nobody holds the other end of LEASH any more, because we were killed. If the program cannot be started, the
number of the error goes to REPORT. This process ends as the program did.

It imports nothing of cardshark: it is started once for every program, and takes 20 milliseconds.
"""

import ctypes
import os
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

DEATH_SIGNAL, SUBREAPER = 1, 36  # of prctl
PATIENCE = 5.0  # seconds in which everything must have ended
NOT_STARTED = 127

fence: dict = {}  # what `fence.py` defines; it is read by its path, because this process looks for no modules in its folder
exec(Path(__file__).with_name("fence.py").read_bytes(), fence)


def main(leash: int, report: int, closed: list[str], command: list[str]) -> None:
    """Start the program, wait, and end everything."""
    prctl = ctypes.CDLL(None).prctl
    prctl(SUBREAPER, 1, 0, 0, 0)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    for pipe in (leash, report):
        os.set_inheritable(pipe, False)
    program = os.fork()
    if program == 0:
        become(command, report, closed, prctl)
    os.close(report)
    for pipe in (0, 1, 2):  # they are the program's: whoever listens must hear when it closes them
        os.close(pipe)
    status = watch(program, leash, woken)
    end_all()
    end_like(status)


def become(command: list[str], report: int, closed: list[str], prctl) -> None:
    """Be the program, behind a fence."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)  # if somebody kills the warden
    fence["fence_in"](closed)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(report, str(error.errno).encode())
    os._exit(NOT_STARTED)


def watch(program: int, leash: int, woken: int) -> int:
    """Wait until the program has ended, or must: its status, or that of a process that was killed."""
    poll = select.poll()
    poll.register(leash, select.POLLIN)
    poll.register(woken, select.POLLIN)
    while True:
        for pipe, _ in poll.poll():
            if pipe == leash or signal.SIGTERM in os.read(woken, 512):
                return signal.SIGKILL
            with suppress(ChildProcessError):
                while True:
                    child, status = os.waitpid(-1, os.WNOHANG)
                    if child == program:
                        return status
                    if child == 0:
                        break


def end_all() -> None:
    """End all children, and theirs, which become ours."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for child in children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def children() -> list[int]:
    """The processes whose parent this one is."""
    found, own = [], str(os.getpid())
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError):
            if stat.read_text(errors="replace").rpartition(")")[2].split()[1] == own:
                found.append(int(stat.parent.name))
    return found


def end_like(status: int) -> None:
    """End with the exit status of the program, or by the signal that ended it."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        os._exit(128 + number)
    os._exit(os.WEXITSTATUS(status))


if __name__ == "__main__":
    leash, report, closed = map(int, sys.argv[1:4])
    main(leash, report, sys.argv[4 : 4 + closed], sys.argv[4 + closed :])
