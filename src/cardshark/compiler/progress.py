"""What a person hears while kernels are compiled: which ones, about how long, and what went wrong. Ctrl-C is answered at once."""

import json
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from types import FrameType
from typing import Any

from numba.core.event import Event, Listener, register

LOG = logging.getLogger("cardshark")
LONG = 2.0  # seconds from which on a kernel is announced by itself
PATIENCE = 0.3  # seconds in which Python may answer Ctrl-C itself
AGREES = "may_end_while_compiling"  # an attribute of a handler of Ctrl-C: the process may be ended while the compiler works
FIRST = "Compiling what this needs, once (`cardshark warm` compiles everything at once):"


@cache
def usual_seconds() -> dict[str, float]:
    """How long each kernel took to compile where this was measured."""
    return json.loads(files("cardshark.compiler").joinpath("seconds.json").read_text(encoding="utf-8"))


def name_of(function: Any) -> str:
    """A kernel's name, as a person would look for it in the sources."""
    return f"{function.__module__.removeprefix('cardshark.')}.{function.__name__}"


class Progress(Listener):
    """Follows the compiler: counts, announces, and lets Ctrl-C through."""

    def __init__(self) -> None:
        self.say: Callable[[str], None] | None = None
        self.begun: list[str] = []  # the kernels that were compiled in this process, not the parts of them
        self.depth = 0
        self.said: set[str] = set()
        self.interrupts = Interrupts()

    def on_start(self, event: Event) -> None:
        if not self.depth:
            about: Any = event.data
            name = name_of(about["dispatcher"].py_func)
            self.begun.append(name)
            self.announce(name)
            if hasattr(about["dispatcher"]._cache, "answers"):  # other people's functions are left alone
                self.interrupts.watch()
        self.depth += 1

    def on_end(self, event: Event) -> None:
        self.depth -= 1
        if not self.depth:
            self.interrupts.rest()

    def announce(self, name: str) -> None:
        """Say what is compiled, if it takes long."""
        seconds = usual_seconds().get(name, 0.0)
        if self.say:
            self.tell(FIRST)
            if seconds >= LONG:
                self.say(f"  {name}, about {seconds:.0f} s …")

    def tell(self, sentence: str, otherwise: Callable[[str], None] = LOG.info) -> None:
        """Say something, once; where nobody listens it is logged."""
        if sentence and sentence not in self.said:
            self.said.add(sentence)
            (self.say or otherwise)(sentence)

    def trouble(self, sentence: str) -> None:
        """Say, once, that something does not work as it should."""
        self.tell(sentence, LOG.warning)


class Interrupts:
    """While LLVM works Python does not hear Ctrl-C. So a thread hears it, and ends the process if Python has not answered soon.

    Python answers only between one function and the next. What is raised amid LLVM's objects is lost where LLVM called Python or an
    object is thrown away, and can end the process in a crash.
    """

    def __init__(self) -> None:
        self.unanswered = False
        self.ends: tuple[socket.socket, socket.socket] | None = None
        self.before = -1
        self.handler: Any = None  # who answers Ctrl-C otherwise
        self.listener: threading.Thread | None = None

    def watch(self) -> None:
        """Begin to listen, in the thread that gets Ctrl-C; only where it would raise KeyboardInterrupt, or whoever answers it agrees."""
        main, handler = threading.current_thread() is threading.main_thread(), signal.getsignal(signal.SIGINT)
        if not main or not (handler is signal.default_int_handler or getattr(handler, AGREES, False)):
            return
        self.unanswered, self.handler = False, handler
        self.ends = socket.socketpair()
        for end in self.ends:
            end.setblocking(False)
        self.before = signal.set_wakeup_fd(self.ends[1].fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self.hear)
        self.listener = threading.Thread(target=self.listen, args=(self.ends[0],), daemon=True)
        self.listener.start()

    def rest(self) -> None:
        """Nothing is compiled any more."""
        if not self.ends or not self.listener:
            return
        signal.signal(signal.SIGINT, self.handler)
        signal.set_wakeup_fd(self.before)
        self.ends[1].shutdown(socket.SHUT_RDWR)
        self.listener.join()
        for end in self.ends:
            end.close()
        self.ends = self.listener = None

    def hear(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C has reached Python."""
        self.unanswered = True

    def answer(self) -> None:
        """Hand on what was heard, which mostly raises KeyboardInterrupt; called where nothing is half done."""
        if self.unanswered:
            self.unanswered = False
            self.handler(signal.SIGINT, None)

    def listen(self, end: socket.socket) -> None:
        """Wait for signals until there is nothing left to wait for."""
        end.settimeout(None)
        while heard := end.recv(1):
            if heard[0] == signal.SIGINT:
                end.settimeout(PATIENCE)
                try:
                    if not end.recv(1):
                        return  # Python has answered
                except TimeoutError:
                    pass
                os.write(2, b"\x1b[?25h\n" if os.isatty(2) else b"")  # a progress bar may have hidden the cursor
                os._exit(130)


PROGRESS = Progress()
register("numba:compile", PROGRESS)
