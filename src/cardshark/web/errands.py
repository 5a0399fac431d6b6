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

from cardshark.web.table.database import Database

NICENESS = 10
PATIENCE = 5.0  # seconds in which a process must have ended


class Errands:
    """What is done in the background."""

    def __init__(self, file: Path) -> None:
        self.file, self.lock = file, threading.Lock()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def run(self, room: str, what: str) -> None:
        """Begin an errand, unless it is going on. One that failed has said why, and is not begun again."""
        with self.lock:
            former = self.processes.get(f"{room} {what}")
            if former is None or former.poll() == 0:
                command = [sys.executable, "-m", f"cardshark.web.{room}", str(self.file), what]
                self.processes[f"{room} {what}"] = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)

    def goes_on(self, room: str, what: str) -> bool:
        """Is an errand going on?"""
        with self.lock:
            process = self.processes.get(f"{room} {what}")
        return process is not None and process.poll() is None

    def close(self) -> None:
        """End all of them: whatever they have finished is kept."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)


def work_off(pieces: Callable[[Database, str], Iterator[None]]) -> None:
    """The program of a room: do an errand piece by piece, as long as the server is there that began it."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    file, what = sys.argv[1:]
    server, database = os.getppid(), Database(Path(file))
    for _ in pieces(database, what):
        if os.getppid() != server:
            break
    database.close()
