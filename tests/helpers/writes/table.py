"""The table in the browser without a browser: a person sits down late in a hand, plays it to its end, has the next one dealt, and leaves.

The person follows a plan that looks at the table alone, so a second server goes on where the first one was. Every state that the page
was told is printed: it must never be lost.
"""

import asyncio
import json
import secrets
import shutil
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cardshark.cards import lowest
from cardshark.hands.seal import promise_of, seal_of
from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.entry.keys import Browser
from cardshark.web.hall import Hall
from cardshark.web.table import dealing, store
from cardshark.web.table.table import Dealt, TableMatch, TableSettings
from cardshark.web.visit import Visit

FILE = "tables.sqlite"
TABLE = "0123456789ab"
SETTINGS = TableSettings("hearts", "dutch:limit=1000", ["you", "random", "random", "random"], "practice")
WORD = "07" * 16  # that the person gives to the next deal
LAST = 6  # choices of the first hand: all others were made before the person sits down
ENOUGH = 4  # choices of the second hand after which something is taken back, and then the table is left
PATIENCE = 3  # troubles in a row after which the person gives up


class SitDown(NamedTuple):
    """Sit down late in a hand, which is no command of a page."""

    ask: int = 0


class Page(Visit):
    """The page of the owner, whose socket is a list, and a plan."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall, None, Browser(1, hall.owner, datetime.now(UTC), "a test"))  # type: ignore[arg-type]
        self.heard: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}

    def send(self, message: Any) -> None:
        """Hear what the server says; the world is told which states were told."""
        found = json.loads(message if isinstance(message, bytes) else msgspec.json.encode(message))
        self.heard.append(found)
        if found["say"] == "state":
            self.state = found
            print(json.dumps(snapshot(self.hall.rooms[TABLE].dealer.table.hands)), flush=True)

    async def follow_plan(self) -> int:
        """Do what the plan says until nothing is left; some troubles in a row are enough."""
        troubles = 0
        while command := self.next_command():
            self.heard.clear()
            await self.carry_out(command)
            room = self.hall.rooms.get(TABLE)
            if room and room.runner:
                await asyncio.wait([room.runner])
            said = [message["words"] for message in self.heard if message["say"] == "trouble"]
            troubles = troubles + 1 if said else 0
            if troubles == PATIENCE:
                text = said[0].get("args", {}).get("text", said[0]["key"])
                print(f"cardshark: {text}", file=sys.stderr)
                return 2 if "cannot be written" in text else 1
        return 0

    def next_command(self) -> Any:
        """What a person does who sees this; nothing when the plan is done."""
        kept, state = self.hall.store.table(TABLE), self.state
        if kept is None:
            return SitDown()
        if kept.closed:
            return None
        if TABLE not in self.hall.rooms:
            return m.Hello(table=TABLE)
        if kept.hands[-1].waits:
            return word_for(kept.hands[-1])
        if not state:
            return m.Hello(table=TABLE)
        if state["phase"] == "ended":
            return m.Next(table=TABLE)
        if len(kept.hands) == 2 and len(kept.hands[1].choices) >= ENOUGH:
            return (m.Leave if kept.hands[1].undone else m.Undo)(table=TABLE)
        if state["turn"] != state["you"]:
            return m.Hello(table=TABLE)
        return m.Choose(table=TABLE, seq=state["seq"], choice=state["legal"][0], sure=True)

    async def do(self, command: Any) -> None:
        """Everything as usual, and sitting down."""
        if not isinstance(command, SitDown):
            return await super().do(command)
        table, choices = TableMatch(SETTINGS, [Dealt(bytes(32), [])]), []
        while not table.ended:
            choices.append(lowest(table.match.view().legal))
            table.choose(choices[-1])
        await self.hall.work(lambda: self.hall.set_up(self.person, SETTINGS, "off", bytes(32), choices[:-LAST]))
        return None


def word_for(hand: Dealt) -> m.Promise | m.SayWord:
    """What the page gives to a deal that waits for it."""
    assert hand.joined
    deal: dict[str, Any] = {"table": TABLE, "seal": seal_of(hand.secret)}
    return m.Promise(promise=promise_of(WORD), **deal) if hand.joined.step == "promises" else m.SayWord(word=WORD, **deal)


def evening() -> int:
    """Serve one person who follows the plan: 0 when it is done, 2 when nothing can be kept."""
    try:
        return asyncio.run(serve_one(Path("out") / FILE))
    except UserError as error:
        print(f"cardshark: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


async def serve_one(file: Path) -> int:
    """The server, and its visitor."""
    hall = Hall(store.Store(file))
    try:
        return await Page(hall).follow_plan()
    finally:
        await hall.close()


def snapshot(hands: list[Dealt]) -> list[Any]:
    """What is known of a table: how many hands, what was chosen in the last one, and whether something was taken back there."""
    return [len(hands), list(hands[-1].choices), hands[-1].undone]


def leave_nothing_to_chance(clock: type[datetime]) -> None:
    """The name of the table and the secret of the next hand are always the same, and so is the time."""
    secrets.token_hex = lambda nbytes=None: TABLE
    dealing.new_secret = lambda: bytes([1]) * 32
    store.datetime = clock


def rows_in(folder: Path) -> dict[str, bytes]:
    """What stands in the file, and the names of all other files."""
    found = {path.relative_to(folder).as_posix(): b"" for path in folder.rglob("*")}
    if FILE in found:
        file = sqlite3.connect(folder / FILE)
        found[FILE] = "\n".join(file.iterdump()).encode()
        file.close()
    return found


def lost(told: str, wanted: str, folder: Path) -> list[str]:
    """Is something lost that the page was told? `wanted` is what it is told when nothing happens."""
    course, heard = wanted.splitlines(), told.splitlines()
    if not heard:
        return []
    with tempfile.TemporaryDirectory() as copied:
        shutil.copytree(folder, copied, dirs_exist_ok=True)
        copy = store.Store(Path(copied) / FILE)
        kept = copy.table(TABLE)
        copy.close()
    now = json.dumps(snapshot(kept.hands)) if kept else "nothing"
    return [] if now in course[course.index(heard[-1]) :] else [f"the page was told {heard[-1]}, and kept is {now}"]
