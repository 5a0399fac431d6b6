"""The bookkeeper goes through finished hands in the background: one at a time, the newest first, and only while nobody waits for a coach.

It has a thread of its own that runs after all others. Between two decisions of a hand it looks whether somebody waits, or whether the
server ends; a hand that was not finished is begun again next time.
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from cardshark.text import UserError
from cardshark.web.hall import Hall
from cardshark.web.ledger import store
from cardshark.web.ledger.entry import entry_of, table_of

IDLE = 5.0  # seconds between two looks for a new hand
QUIET = 2.0  # seconds for which nobody may have asked for anything before the next hand is begun
LAST = 19  # the priority of the thread, as `nice` counts it: everybody else comes first

After = Callable[[Hall], bool]  # what else can be done while nobody waits: one piece of it, and whether there was any


class Stopped(Exception):
    """The server ends."""


class Bookkeeper:
    """Keeps the ledger of a hall up to date. `more` is work for when all hands are in it."""

    def __init__(self, hall: Hall, more: After = lambda _: False) -> None:
        self.hall, self.more = hall, more
        self.thread = ThreadPoolExecutor(1, "bookkeeper", initializer=step_back)
        self.stopped = threading.Event()

    async def run(self) -> None:
        """Until the server ends."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                await asyncio.sleep(QUIET)
                if self.hall.quiet_for() < QUIET:
                    continue
                worked = await loop.run_in_executor(self.thread, self.one)
                if not worked:
                    await asyncio.sleep(IDLE)
        finally:
            self.stopped.set()
            self.thread.shutdown(wait=False, cancel_futures=True)

    def one(self) -> bool:
        """One piece of work, if there is any."""
        try:
            return self.one_hand() or self.more(self.hall)
        except Stopped:
            return False
        except Exception as error:  # the next look may go better
            self.complain(error)
            return False

    def one_hand(self) -> bool:
        """Review the newest hand that is missing; False if none is."""
        hall, file = self.hall, self.hall.store.database
        hand = store.next_missing(file)
        if hand is None:
            store.prune(file)
            return False
        kept = hall.store.table(hand.table)
        assert kept is not None
        try:
            entry = entry_of(table_of(kept, hand.number), self.wait)
        except Stopped:
            raise
        except Exception as error:  # its rules are no longer known; whatever it is, the next hand does not wait for that
            entry = None
            self.complain(error)
        if not self.stopped.is_set():
            store.write(file, hand, entry)
        return True

    def complain(self, error: Exception) -> None:
        """Report what went wrong: not that rules are no longer known, and nothing while the server ends under its threads."""
        if not isinstance(error, UserError) and not self.stopped.is_set():
            self.hall.report(error)

    def wait(self, done: int, of: int) -> None:
        """Before each decision: let everybody else go first."""
        while not self.stopped.is_set() and self.hall.busy:
            time.sleep(0.02)
        if self.stopped.is_set():
            raise Stopped


def step_back() -> None:
    """Let this thread run only when no other wants to, where the system can do that."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)


def keep_up(hall: Hall, more: After = lambda _: False) -> None:
    """Bring the ledger up to date now, whoever waits. For tests and tools."""
    bookkeeper = Bookkeeper(hall, more)
    while bookkeeper.one():
        pass
    bookkeeper.thread.shutdown()
