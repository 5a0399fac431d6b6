"""One running program: the pipes to it, a deadline for every wait, and an end for all of its processes.

Many questions may be sent before the first is answered, because waiting for each answer would take most of the time.
"""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any, NoReturn

from cardshark.players.external.trace import Trace
from cardshark.text import UserError

GRACE_SECONDS = 0.5  # to end by itself, and between two looks whether it still runs
MOST_TALK = 1 << 20  # bytes before an answer, remarks included
LAST_WORDS = 300  # bytes of standard error that are kept
LEASHED = sys.platform == "linux"  # elsewhere only what stays in the program's own session ends with it
WARDEN = Path(__file__).with_name("warden.py")
CLOSED: dict[str, None] = {}  # files that no program may open, in their order
COLOURS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")  # and other codes for a terminal


class TooLate(UserError):
    """A player that did not answer in time."""


class Engine:
    """One running program and the pipes to it."""

    def __init__(self, name: str, launch: Callable[[], subprocess.Popen[bytes]], show_errors: bool = False, trace: str = "") -> None:
        self.name, self.process_id, self.show_errors = name, os.getpid(), show_errors
        self.trace = Trace(trace)
        self.process = launch()
        # Called when nobody needs the engine any more, or at exit; also in a worker, which calls neither `atexit` nor `weakref.finalize`.
        self.end = Finalize(self, end, (self.process, self.trace, show_errors), exitpriority=0)
        self.to, self.out, self.err = (stream.fileno() for stream in streams(self.process))
        self.poll = select.poll()
        for pipe in (self.to, self.out, self.err):
            os.set_blocking(pipe, False)
        self.poll.register(self.out, select.POLLIN)
        self.poll.register(self.err, select.POLLIN)
        self.lines: list[str] = []  # read and not used yet
        self.unfinished, self.last_words = b"", b""  # the beginning of a line that is not whole yet; the end of standard error

    def is_ours(self) -> bool:
        """Is it still running, and for this process? A fork would share the pipes with its parent."""
        return self.end.still_active() and self.process_id == os.getpid()

    def ask(self, lines: list[str], seconds: float, count: int = 1) -> list[str]:
        """Send lines that ask `count` questions, and return as many lines; each must come within `seconds` after the one before."""
        try:
            self.trace.write(">", lines)
            return self.exchange("".join(f"{line}\n" for line in lines).encode(), seconds, count)
        except BaseException:  # Ctrl-C, too: an answer may still be on its way, so this engine cannot be used any more
            self.end_at_once()
            raise

    def exchange(self, unsent: bytes, seconds: float, count: int) -> list[str]:
        """Write and read as the pipes allow, until everything is answered; never wait longer than the deadline."""
        answered, deadline, talk = 0, time.monotonic() + seconds, self.read_output()
        self.refuse_unasked()
        self.poll.register(self.to, select.POLLOUT)
        while answered < count:
            now = time.monotonic()
            if len(self.lines) > answered:
                answered, deadline, talk = len(self.lines), now + seconds, 0
                continue
            if now >= deadline:
                self.fail(f"did not answer within {seconds:g} second{'' if seconds == 1 else 's'}", TooLate)
            if talk > MOST_TALK:
                self.fail(f"wrote more than {MOST_TALK} bytes without an answer")
            ready = dict(self.poll.poll(min(deadline - now, GRACE_SECONDS) * 1000))
            if not ready and self.process.poll() is not None:  # its output is still open if somebody whom it has started holds it
                self.fail(self.how_it_ended())
            if self.to in ready:
                unsent = self.send(unsent)
            if self.err in ready:
                self.read_errors()
            if self.out in ready:
                talk += self.read_output()
        answers, self.lines = self.lines[:count], self.lines[count - bool(unsent) :]  # the last came before its question was sent
        return answers

    def refuse_unasked(self) -> None:
        """Fail if the program has said more than it was asked for. Check its answers first, so that the first wrong line is named."""
        if self.lines:
            self.fail(f"said {self.lines[0][:80]!r} without being asked")

    def send(self, unsent: bytes) -> bytes:
        """Write what the pipe takes now. Returns what is left."""
        try:
            unsent = unsent[os.write(self.to, unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it reads no more: it has ended, or will not answer before the deadline
            unsent = b""
        if not unsent:
            self.poll.unregister(self.to)
        return unsent

    def read_output(self) -> int:
        """Read what the program has written so far. Returns how many bytes. Lines that start with # are remarks."""
        try:
            data = os.read(self.out, 1 << 16)
        except BlockingIOError:
            return 0
        if not data:
            self.fail(self.how_it_ended())
        *whole, self.unfinished = (self.unfinished + data).split(b"\n")
        lines = [line.decode(errors="replace").strip() for line in whole]
        self.trace.write("<", lines)
        self.lines += [line for line in lines if line and not line.startswith("#")]
        return len(data)

    def read_errors(self) -> None:
        """Read standard error and keep its end; show it to whoever wants to see it."""
        data = b""
        with suppress(BlockingIOError):
            data = os.read(self.err, 1 << 16)
            if not data:
                self.poll.unregister(self.err)
        self.last_words = (self.last_words + data)[-LAST_WORDS:]
        if self.show_errors:
            show(data)

    def how_it_ended(self) -> str:
        """Why nothing more will come."""
        try:
            status = self.process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return "has closed its output"
        return f"ended with exit status {status}" if status >= 0 else f"was ended by signal {-status}"

    def fail(self, what: str, kind: type[UserError] = UserError) -> NoReturn:
        """End the program, and raise an error that says what was wrong, with the last line of its standard error."""
        stop(self.process)
        with suppress(KeyError, OSError, ValueError):
            self.read_errors()
        said = printable(self.last_words).splitlines()
        self.trace.write("<", [self.unfinished.decode(errors="replace")] if self.unfinished else [])
        self.end_at_once(what)
        raise kind(f"{self.name} {what}" + (f"; its last words: {said[-1]}" if said else ""))

    def kill(self) -> None:
        """End all processes of the program, from any thread. Whoever waits for an answer gets an error, and tidies up."""
        stop(self.process)

    def end_at_once(self, why: str = "") -> None:
        """End the program without asking it to quit. Nobody can use it any more."""
        if self.end.still_active():
            self.trace.write("!", [why] if why else [])
            self.trace.close()
            stop(self.process)
            self.end()


def start(name: str, command: list[str], folder: str = "") -> subprocess.Popen[bytes]:
    """Start a program; in a folder, as if somebody had gone there before."""
    place = Path(folder).expanduser() if folder else None
    if place and not place.is_dir():
        raise UserError(f"{name} cannot be started: there is no folder {folder}")
    try:
        return start_on_leash(command, place) if LEASHED else popen(command, place)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        where = f" from the folder {folder}" if folder else ""
        raise UserError(f"{name} cannot be started: {reason}; name a program that can be run, with its path{where}") from None


def popen(command: list[str], place: Path | None, pipes: tuple[int, ...] = (), given: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own, with pipes to it; its standard input may be `given`."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=given, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, cwd=place, pass_fds=pipes
    )  # fmt: skip


def start_on_leash(command: list[str], place: Path | None, given: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Start a program under a warden, who ends it with all that it has started, whatever ends us."""
    (held, leash), (told, report) = os.pipe(), os.pipe()
    try:
        process = popen(
            [sys.executable, "-I", "-S", str(WARDEN), str(held), str(report), *closed_files(), *command], place, (held, report), given
        )
    except BaseException:
        os.close(leash)
        os.close(told)
        raise
    finally:
        os.close(held)
        os.close(report)
    process.leash = leash  # type: ignore[attr-defined]: kept open as long as the process is known
    with os.fdopen(told, "rb") as report_pipe:
        error = report_pipe.read()  # nothing, as soon as the program runs
    if error:
        end(process, Trace(""), False)
        raise OSError(int(error), os.strerror(int(error)))
    return process


def close_to_programs(path: Path) -> None:
    """From now on no program that we start can read this file, where the kernel can see to that (`fence`)."""
    CLOSED.setdefault(str(path.resolve()))


def closed_files() -> list[str]:
    """The files that are closed to programs, as the warden is told them: how many, and which."""
    return [str(len(CLOSED)), *CLOSED]


def streams(process: subprocess.Popen[bytes]) -> list[Any]:
    """Standard input, output and error of a program."""
    return [process.stdin, process.stdout, process.stderr]


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a program and whatever it has started, at once."""
    with suppress(ProcessLookupError, PermissionError):
        if LEASHED:
            process.terminate()  # the warden ends all of it
        else:
            os.killpg(process.pid, signal.SIGKILL)


def end(process: subprocess.Popen[bytes], trace: Trace, show_errors: bool) -> None:
    """Ask a program to quit, and make sure that no process of it is left. `Finalize` does not call this after a fork."""
    to, out, err = streams(process)
    with suppress(OSError, UserError):
        os.write(to.fileno(), b"quit\n")
        trace.write(">", ["quit"])
    to.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE_SECONDS)
    stop(process)
    process.wait()
    let_go(process)
    with suppress(OSError):  # nothing is left, or somebody whom the program has started still holds it
        while show_errors and (data := os.read(err.fileno(), 1 << 16)):
            show(data)
    trace.close()
    out.close()
    err.close()


def let_go(process: subprocess.Popen[bytes]) -> None:
    """Close the leash, once."""
    leash = vars(process).pop("leash", None)
    if leash is not None:
        os.close(leash)


def printable(data: bytes) -> str:
    """What a program wrote, without colours, bells and whatever else would steer our terminal; no line is empty."""
    lines = COLOURS.sub("", data.decode(errors="replace")).splitlines()
    shown = ["".join(letter for letter in line.replace("\t", " ") if letter.isprintable()).strip() for line in lines]
    return "\n".join(filter(None, shown))


def show(data: bytes) -> None:
    """What a program wrote to its standard error, on ours."""
    text = printable(data)
    if text:
        print(text, end="\n" if data.endswith(b"\n") else "", file=sys.stderr, flush=True)
