"""A server without a network: its hall, and pages that speak to it in the same process. It can be killed, and its disk can be full."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

from cardshark.web.entry.keys import Browser
from cardshark.web.hall import Hall
from cardshark.web.line import Allowance
from cardshark.web.table.store import Store
from cardshark.web.table.table import Dealt
from cardshark.web.visit import Visit

AT_ONCE = 1e9  # a page here may ask for as much as it likes


class DiskFullError(sqlite3.OperationalError):
    """What SQLite says when nothing more can be written."""


class FullDisk:
    """A connection to a file that cannot be written any more: what would write there fails at this word. Reading goes on."""

    def __init__(self, connection: sqlite3.Connection, word: str) -> None:
        self.connection, self.word = connection, word
        self.changes = connection.total_changes  # before the transaction

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """Carry out a statement, unless it would write."""
        if statement.startswith("begin"):
            self.changes = self.connection.total_changes
        nothing_new = statement == "commit" and self.connection.total_changes == self.changes
        if statement.startswith(self.word) and not nothing_new:
            raise DiskFullError("database or disk is full")
        return self.connection.execute(statement, *values)

    def executemany(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """The same for many rows."""
        if statement.startswith(self.word):
            raise DiskFullError("database or disk is full")
        return self.connection.executemany(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


class DeskPage(Visit):
    """An open page whose messages are kept instead of sent."""

    def __init__(self, hall: Hall, person: int) -> None:
        super().__init__(hall, None, Browser(0, person, hall.clock(), ""))  # type: ignore[arg-type]
        self.allowance = Allowance(AT_ONCE, AT_ONCE)
        self.asked = 0
        self.state: dict[str, Any] = {}

    def drain(self) -> list[dict[str, Any]]:
        """What it was told since the last look."""
        found = []
        while not self.unsent.empty():
            found.append(json.loads(self.unsent.get_nowait()))
            if found[-1]["say"] == "state":
                self.state = found[-1]
        return found


class Desk:
    """A server on a folder."""

    def __init__(self, folder: Path) -> None:
        self.hall = Hall(Store(folder / "tables.sqlite"))
        self.errors: list[BaseException | None] = []
        self.hall.report = self.errors.append  # type: ignore[method-assign]
        self.pages: list[DeskPage] = []

    def open_page(self, person: int) -> DeskPage:
        """Somebody opens a page."""
        page = DeskPage(self.hall, person)
        self.pages.append(page)
        return page

    async def say(self, page: DeskPage, **command: Any) -> int:
        """A page asks for something; the number of the question."""
        page.asked += 1
        await page.hear(json.dumps({"ask": page.asked, **command}).encode())
        return page.asked

    async def settle(self) -> None:
        """Wait until nobody has anything to do."""
        while self.hall.tasks:
            await asyncio.wait(self.hall.tasks)
            await asyncio.sleep(0)

    def drop(self, page: DeskPage) -> None:
        """The connection is lost."""
        self.pages.remove(page)
        page.hung_up()

    def fill_disk(self, word: str) -> None:
        """From now on what would write fails at this word: "begin immediate", "insert" or "commit"; without one there is room again."""
        database = self.hall.store.database
        plain = getattr(database.connection, "connection", database.connection)
        database.connection = FullDisk(plain, word) if word else plain  # type: ignore[assignment]

    def hands(self, table: str) -> list[Dealt]:
        """What is known of a table here: in memory, or else as it is kept."""
        room, kept = self.hall.rooms.get(table), self.hall.store.table(table)
        hands = room.dealer.table.hands if room else kept.hands if kept else []
        return [Dealt(hand.secret, list(hand.choices), hand.undone) for hand in hands]

    async def kill(self) -> None:
        """The process ends, whatever it was doing: nobody is told, and nothing more is written."""
        for task in list(self.hall.tasks):
            task.cancel()
        await asyncio.gather(*self.hall.tasks, return_exceptions=True)
        for pool in (self.hall.hands_pool, self.hall.players_pool, self.hall.clerks_pool, self.hall.waiters_pool, self.hall.coach_pool):
            pool.shutdown(wait=True, cancel_futures=True)  # in this process a thread cannot be ended: it writes its last choice
        self.hall.end_threads()
        self.fill_disk("")
        self.hall.store.close()
