"""A program in any language as a player: `exec:./engine --level 3`. Lines of text go in, one word comes out.

docs/players.md has the protocol. Every question holds the whole position, so one process serves all games of a player. No wait
for a program is without a deadline. When a program fails, all of its processes are ended.
"""

import os
import re
import select
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from multiprocessing.util import Finalize
from typing import Any, NoReturn

from cardshark.games.plug import Game
from cardshark.players.player import CHUNK, Choices, IllegalChoice, Player, Views, unpack
from cardshark.text import UserError, choice, convert, shown, split_options

VERSION = 1  # of the protocol
START_SECONDS = 10.0  # for a program to start and to get ready for a game, at least
GRACE_SECONDS = 0.5  # to end by itself
MOST_TALK = 1 << 20  # bytes before an answer, remarks included
LAST_WORDS = 300  # bytes of standard error that are kept

EXEC = re.compile(r"exec(?:\[(.*?)\])?:(.*)", re.DOTALL)


def program(text: str) -> "Program":
    """The player that `exec:COMMAND` or `exec[seconds=2]:COMMAND` names."""
    match = EXEC.fullmatch(text)
    if not match:
        raise UserError(f"{text!r} does not name a program: write exec:COMMAND or exec[seconds=2]:COMMAND")
    _, options = split_options(f"exec:{match[1] or ''}")
    return Program(match[2].strip(), **{choice("option", key, ["seconds"], "exec"): convert(key, float, options[key]) for key in options})


@dataclass(eq=False)
class Program(Player):
    """A program in any language that reads positions and writes what it chooses."""

    command: str
    seconds: float = 10.0
    engine: "Engine | None" = field(default=None, init=False)

    def __post_init__(self) -> None:
        if not 0 < self.seconds < inf:
            raise UserError(f"seconds must be a number above 0, not {self.seconds}")
        try:
            self.words = shlex.split(self.command)
        except ValueError as error:
            raise UserError(f"{self} is not a command line: {str(error).lower()}") from None
        if not self.words:
            raise UserError("exec: must be followed by a command, as in exec:./engine --level 3")

    def __repr__(self) -> str:
        return f"exec:{self.command}" if self.seconds == Program.seconds else f"exec[seconds={self.seconds:g}]:{self.command}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Program, (self.command, self.seconds)  # another process starts an engine of its own

    def sit(self, game: Game, rules: Any) -> None:
        """Start the program and tell it the rules, so that a program that does not work fails before cards are dealt."""
        self.game, self.rules, self.knows_rules = game, rules, False
        self.ready_engine()

    def choose(self, views: Views, choices: Choices) -> None:
        """Ask about every view. Many questions are sent at once, because waiting for each would take most of the time."""
        engine = self.ready_engine()
        text = self.game.text
        for start in range(0, len(views), CHUNK):
            lines, legal = [], []
            for view in unpack(views[start : start + CHUNK]):
                legal.append(text.words(view))
                lines += [*text.position(view, self.rules), f"choose {view.luck:016x} {' '.join(legal[-1])}"]
            answers = engine.ask(lines, self.seconds, len(legal))
            choices[start : start + CHUNK] = [self.find_choice(*pair) for pair in zip(answers, legal, strict=True)]

    def find_choice(self, answer: str, legal: dict[str, int]) -> int:
        """The choice that an answer stands for."""
        for word in (answer, answer.upper(), answer.lower()):
            if word in legal:
                return legal[word]
        raise IllegalChoice(f"{self} answered {answer[:80]!r}, which is not one of: {' '.join(legal)}")

    def ready_engine(self) -> "Engine":
        """The running program, which knows the game and its rules."""
        if self.engine is None or not self.engine.is_ours():
            self.engine, self.knows_rules = Engine(str(self), self.words), False
            self.check_protocol(self.engine)
        if not self.knows_rules:
            rules = " ".join(f"{name}={shown(value)}" for name, value in self.rules._asdict().items())
            lines = [f"game {self.game.NAME}", f"rules {rules}", f"seconds {self.seconds:g}", "begin"]
            (answer,) = self.engine.ask(lines, max(self.seconds, START_SECONDS))
            if answer != "ready":
                self.engine.fail(f"should answer 'ready' to 'begin', not {answer[:80]!r}")
            self.knows_rules = True
        return self.engine

    def check_protocol(self, engine: "Engine") -> None:
        """Name the protocol, and check that the program speaks it too."""
        (answer,) = engine.ask([f"cardshark {VERSION}"], max(self.seconds, START_SECONDS))
        word, version, *_ = [*answer.split(), "", ""]
        if word != "engine":
            engine.fail(f"should answer 'engine {VERSION} NAME' to 'cardshark {VERSION}', not {answer[:80]!r}")
        if version != str(VERSION):
            engine.fail(f"speaks version {version or '?'} of the protocol, not version {VERSION}")


class Engine:
    """One running program and the pipes to it."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name, self.process_id = name, os.getpid()
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UserError(f"{name} cannot be started: {reason}; name a program that can be run, with its path") from None
        # Called when nobody needs the engine any more, or at exit; also in a worker, which calls neither `atexit` nor `weakref.finalize`.
        self.end = Finalize(self, end, (self.process,), exitpriority=0)
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
            return self.exchange("".join(f"{line}\n" for line in lines).encode(), seconds, count)
        except BaseException:  # Ctrl-C, too: an answer may still be on its way, so this engine cannot be used any more
            if self.end.still_active():
                stop(self.process)
                self.end()
            raise

    def exchange(self, unsent: bytes, seconds: float, count: int) -> list[str]:
        """Write and read as the pipes allow, until everything is answered; never wait longer than the deadline."""
        answered, deadline, talk = 0, time.monotonic() + seconds, self.read_output()
        if self.lines:
            self.fail(f"said {self.lines[0][:80]!r} without being asked")
        self.poll.register(self.to, select.POLLOUT)
        while answered < count:
            now = time.monotonic()
            if len(self.lines) > answered:
                answered, deadline, talk = len(self.lines), now + seconds, 0
                continue
            if now >= deadline:
                self.fail(f"did not answer within {seconds:g} seconds")
            if talk > MOST_TALK:
                self.fail(f"wrote more than {MOST_TALK} bytes without an answer")
            ready = dict(self.poll.poll(min(deadline - now, 60) * 1000))
            if self.to in ready:
                unsent = self.send(unsent)
            if self.err in ready:
                self.read_errors()
            if self.out in ready:
                talk += self.read_output()
        if unsent or answered > count:
            self.fail(f"said {self.lines[-1][:80]!r} without being asked")
        answers, self.lines = self.lines, []
        return answers

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
        lines = (line.decode(errors="replace").strip() for line in whole)
        self.lines += [line for line in lines if line and not line.startswith("#")]
        return len(data)

    def read_errors(self) -> None:
        """Read standard error and keep its end."""
        data = b""
        with suppress(BlockingIOError):
            data = os.read(self.err, 1 << 16)
            if not data:
                self.poll.unregister(self.err)
        self.last_words = (self.last_words + data)[-LAST_WORDS:]

    def how_it_ended(self) -> str:
        """Why nothing more will come."""
        try:
            status = self.process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return "has closed its output"
        return f"ended with exit status {status}" if status >= 0 else f"was ended by signal {-status}"

    def fail(self, what: str) -> NoReturn:
        """End the program, and raise an error that says what was wrong, with the last line of its standard error."""
        stop(self.process)
        with suppress(KeyError, OSError, ValueError):
            self.read_errors()
        said = self.last_words.decode(errors="replace").strip().splitlines()
        self.end()
        raise UserError(f"{self.name} {what}" + (f"; its last words: {said[-1].strip()}" if said else ""))


def streams(process: subprocess.Popen[bytes]) -> list[Any]:
    """Standard input, output and error of a program."""
    return [process.stdin, process.stdout, process.stderr]


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a program and whatever it has started, at once."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask a program to quit, and make sure that no process of it is left. `Finalize` does not call this after a fork."""
    with suppress(OSError):
        os.write(streams(process)[0].fileno(), b"quit\n")
    streams(process)[0].close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE_SECONDS)
    stop(process)
    process.wait()
    for stream in streams(process)[1:]:
        stream.close()
