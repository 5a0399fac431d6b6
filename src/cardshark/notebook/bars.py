"""Progress bars: drawn by Rich at a terminal, as HTML in a notebook, and nowhere else.

    with bar("deals", 2000, console) as advance:     # for commands
    with watched(True, "deals", 2000) as advance:    # for calls from Python

A bar is drawn when something is done: a thread that draws would forbid forks. In a notebook Rich would need one more package
(ipywidgets), so ours there is the bar that every browser has.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from html import escape
from itertools import count
from typing import Any

from cardshark.notebook.shell import display, notebook
from cardshark.text import UserError

Advance = Callable[[int], None]  # is told how much more is done

REDRAWN_AFTER = 0.1  # seconds, at least, between two pictures of a bar
NUMBERS = count(1)  # every bar of a notebook has a name of its own


def watched(progress: bool | Advance, what: str, total: int) -> AbstractContextManager[Advance]:
    """What is told of the progress of a call: a bar for True, nothing for False, or a function of the caller's own."""
    if callable(progress):
        return nullcontext(progress)
    if not isinstance(progress, bool):
        raise UserError(f"progress is True, False or a function that is told how much more is done, not {progress!r}")
    return shown_bar(what, total) if progress else nullcontext(lambda done: None)


@contextmanager
def shown_bar(what: str, total: int) -> Iterator[Advance]:
    """A bar where somebody looks, and a word from this process when something must be compiled first."""
    from multiprocessing import parent_process

    from rich.console import Console

    from cardshark.jit import announce

    console, shell = Console(stderr=True, highlight=False, markup=False), notebook()
    say = print if shell else console.print
    announce(lambda sentence: None if parent_process() else say(sentence))
    with notebook_bar(shell, what, total) if shell else bar(what, total, console) as advance:
        yield advance


@contextmanager
def bar(what: str, total: int, console: Any, quiet: bool = False) -> Iterator[Advance]:
    """A bar on a console of Rich, if that is a terminal."""
    from rich.progress import Progress

    with Progress(console=console, transient=True, auto_refresh=False, disable=quiet or not console.is_terminal) as drawn:
        task, now_and_then = drawn.add_task(what, total=total), Patience()

        def advance(done: int) -> None:
            drawn.advance(task, done)
            if now_and_then():
                drawn.refresh()

        yield advance


@contextmanager
def notebook_bar(shell: Any, what: str, total: int) -> Iterator[Advance]:
    """A bar in a notebook. It stays there when all is done."""
    name, done, now_and_then = f"cardshark-bar-{next(NUMBERS)}", 0, Patience()

    def show(again: bool = True) -> None:
        words = f"{done:,} of {total:,} {what}"
        display(shell, f'<progress value="{done}" max="{total}"></progress> {escape(words)}', words, name, again)

    def advance(more: int) -> None:
        nonlocal done
        done += more
        if now_and_then():
            show()

    show(again=False)
    yield advance
    show()


class Patience:
    """Says when it is time to draw again."""

    def __init__(self) -> None:
        self.drawn = -math.inf

    def __call__(self) -> bool:
        """Was nothing drawn for a while?"""
        due = time.monotonic() - self.drawn > REDRAWN_AFTER
        if due:
            self.drawn = time.monotonic()
        return due
