"""Long work for which nobody waits, in a thread that gives way to all others: bots that play the cards of the day, for one."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

NICENESS = 10


class Errands:
    """What is done in the background, one piece after another."""

    def __init__(self, report: Callable[[BaseException | None], None]) -> None:
        self.report = report
        self.going_on: set[str] = set()
        self.pool = ThreadPoolExecutor(1, "errand", give_way)

    def run(self, name: str, pieces: Iterator[None]) -> None:
        """Do something piece by piece, unless it is going on already."""
        if name not in self.going_on:
            self.going_on.add(name)
            self.pool.submit(self.next_piece, name, pieces)

    def next_piece(self, name: str, pieces: Iterator[None]) -> None:
        """Do the next piece. The rest waits in line again: others have their turn, and a server that ends waits for one piece only."""
        try:
            next(pieces)
        except Exception as error:
            self.going_on.discard(name)
            if not isinstance(error, StopIteration):
                self.report(error)
        else:
            with suppress(RuntimeError):  # the server has ended
                self.pool.submit(self.next_piece, name, pieces)

    def close(self) -> None:
        """Finish the piece at hand: it may be writing into the store."""
        self.pool.shutdown(wait=True, cancel_futures=True)


def give_way() -> None:
    """Let all other threads go before this one, where the system has a word for it."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
