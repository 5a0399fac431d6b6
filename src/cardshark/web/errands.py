"""Long work for which nobody waits, in processes of their own that give way to all others: bots that play the cards of the day, for one.

In a thread of the server they would share its interpreter with whoever plays a card: that took 8 to 16 milliseconds instead of 4.
An errand is the program of a room, `python -m cardshark.web.ROOM FILE WHAT`. It works piece by piece, and keeps each piece in the file of
tables, from which pages are answered; begun again, it goes on where it was.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cardshark.text import UserError
from cardshark.web.table.database import Database

NICENESS = 10
PATIENCE = 5.0  # seconds in which a process must have ended


class Errand(NamedTuple):
    """What the program of a room does."""

    room: str
    what: str


class Errands:
    """What is done in the background, one errand after the other: together they would take the processor from whoever plays."""

    def __init__(self, file: Path) -> None:
        self.file, self.lock = file, threading.Lock()
        self.waiting: list[Errand] = []  # the first of them is being done
        self.failed: set[Errand] = set()  # they have said why, and are not begun again
        self.process: subprocess.Popen[bytes] | None = None
        self.closed = False

    def run(self, room: str, what: str) -> None:
        """Begin an errand as soon as all others are done, unless it waits already, or has failed."""
        errand = Errand(room, what)
        with self.lock:
            if self.closed or errand in self.failed or errand in self.waiting:
                return
            self.waiting.append(errand)
            if len(self.waiting) == 1:
                self.begin(errand)

    def begin(self, errand: Errand) -> None:
        """Begin the first errand of those that wait. Called with the lock."""
        command = [sys.executable, "-m", f"cardshark.web.{errand.room}", str(self.file), errand.what]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
        threading.Thread(target=self.see_to_end, args=(errand, self.process), daemon=True).start()

    def see_to_end(self, errand: Errand, process: "subprocess.Popen[bytes]") -> None:
        """Wait for an errand, and begin the next."""
        code = process.wait()
        with self.lock:
            self.waiting.remove(errand)
            if code:
                self.failed.add(errand)
            if self.waiting and not self.closed:
                self.begin(self.waiting[0])

    def goes_on(self, room: str, what: str) -> bool:
        """Is an errand being done, or will it be?"""
        with self.lock:
            return Errand(room, what) in self.waiting

    def close(self) -> None:
        """End what is being done, and begin nothing more: whatever is finished is kept."""
        with self.lock:
            self.closed, process = True, self.process
        if process:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)


def work_off(pieces: Callable[[Database, str], Iterator[None]]) -> None:
    """The program of a room: do an errand piece by piece, as long as the server is there that began it."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    file, what = sys.argv[1:]
    server = os.getppid()
    try:
        database = Database(Path(file))
        for _ in pieces(database, what):
            if os.getppid() != server:
                break
        database.close()
    except UserError as error:  # a full disk
        sys.exit(f"cardshark: {error}")
