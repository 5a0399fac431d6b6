"""Ctrl-C as a question, not as a blow: a training stops where it can go on."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cardshark.compiler.progress import AGREES


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C or SIGTERM ask for a stop after the game that is being played; the second time it stops at once.

    While a kernel is compiled no game is played for long, so Ctrl-C ends the process then. What it costs is what kill -9 costs.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = {number: signal.getsignal(number) or signal.SIG_DFL for number in (signal.SIGINT, signal.SIGTERM)}
    asked = threading.Event()

    def ask(number: int, frame: Any) -> None:
        asked.set()
        for each, handler in before.items():
            signal.signal(each, handler)

    setattr(ask, AGREES, True)
    for number in before:
        signal.signal(number, ask)
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
