"""A table in use: the pages that look at it, and one thing after another.

Whatever thinks, plays or writes (`dealer.py`) does so in a worker thread, under the table's own lock; the event loop only passes messages
on.
"""

import asyncio
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.messages import Words
from cardshark.web.table.coaching import Position
from cardshark.web.table.dealer import Dealer, Refused
from cardshark.web.table.store import Kept

if TYPE_CHECKING:
    from cardshark.web.hall import Hall
    from cardshark.web.visit import Visit

SECONDS_A_CHOICE = 0.8  # when watching at speed 1
SECONDS_A_HAND = 4.0  # that a finished hand stays when watching


class Room(Dealer):
    """A table, and who looks at it."""

    def __init__(self, hall: "Hall", name: str, kept: Kept) -> None:
        super().__init__(hall.store, name, kept)
        self.hall = hall
        self.lock = asyncio.Lock()
        self.viewers: set[Visit] = set()
        self.left = False  # everybody got up
        self.told = self.state()  # the last state that pages heard of
        self.changed = asyncio.Event()
        self.runner: asyncio.Task[None] | None = None
        self.thinker: asyncio.Task[None] | None = None

    async def carry_out(self, command: Any, visit: "Visit") -> None:
        """Carry out a command on this table, after those that came before; the state after it goes to every page, a nudge only back."""
        actions = {
            m.Choose: lambda: self.choose(command), m.Pass: lambda: self.pass_on(command), m.Undo: self.undo, m.Next: self.next_hand,
            m.Claim: self.claim, m.Advise: lambda: self.advise(command), m.Pace: lambda: self.pace(command),
        }  # fmt: skip
        async with self.lock:
            try:
                answer = await self.hall.work(actions[type(command)])
            except sqlite3.IntegrityError:  # another server plays on at this table
                self.hall.drop(self)
                raise Refused("trouble_elsewhere") from None
            except (Refused, UserError):
                raise
            except Exception:
                self.tell(await self.hall.work(self.shown))  # part of it may be done
                raise
        if isinstance(answer, m.Nudge):
            visit.send(answer)
        else:
            self.tell(answer, visit, command.ask)
            self.wake()

    def greet(self, visit: "Visit", ask: int) -> None:
        """A page has come to look: it need not wait for a player who thinks."""
        visit.send(replace(self.told, ask=ask))
        self.tell_failures()
        self.wake()

    def tell(self, message: m.Message, asker: "Visit | None" = None, ask: int = 0) -> None:
        """Send something to every page that looks at this table; to the one that asked for it, as an answer."""
        if isinstance(message, m.State):
            self.told = message
        data = msgspec.json.encode(message)
        for visit in list(self.viewers - {asker}):
            visit.send(data)
        if asker:
            message.ask = ask
            asker.send(message)
        self.tell_failures()

    def tell_failures(self) -> None:
        """Say which player has failed, once somebody is there to hear it."""
        if self.viewers:
            failures, self.failures = self.failures, []
            for words in failures:
                data = msgspec.json.encode(m.Trouble(table=self.name, words=words))
                for visit in list(self.viewers):
                    visit.send(data)

    def goes_on(self) -> bool:
        """Is it somebody else's turn than the person's?"""
        if self.left:
            return False
        if self.watch is None:
            return self.table.turn is not None and self.table.turn != self.table.you
        if not self.viewers or self.table.over:
            return False
        return self.steps > 0 or not self.watch["paused"]

    def wake(self) -> None:
        """Let the players go on, and the coach think."""
        self.changed.set()
        if self.runner is None or self.runner.done():
            self.runner = self.hall.keep(self.run())

    async def run(self) -> None:
        """Players choose until it is the person's turn."""
        while self.goes_on():
            if self.watch:
                await self.rest(self.watch)
            async with self.lock:
                if not self.goes_on():
                    break
                self.steps = max(self.steps - 1, 0)
                try:
                    state = await self.hall.work(self.next_hand if self.table.ended else self.step)
                except Exception as error:
                    elsewhere = isinstance(error, sqlite3.IntegrityError)  # another server plays on at this table
                    if not elsewhere:
                        self.hall.report(error)
                    self.hall.drop(self)
                    self.tell(m.Trouble(table=self.name, words=Words("trouble_elsewhere" if elsewhere else "trouble_server")))
                    return
            self.tell(state)
        self.advise_now()
        asyncio.get_running_loop().call_soon(self.hall.forget, self)  # if everybody has gone meanwhile

    async def rest(self, watch: dict[str, Any]) -> None:
        """Watching: wait a little before the next card, unless somebody wants one now or wants to stop."""
        loop = asyncio.get_running_loop()
        begun, seconds = loop.time(), SECONDS_A_HAND if self.table.ended else SECONDS_A_CHOICE
        while self.goes_on() and not self.steps:
            left = begun + seconds / watch["speed"] - loop.time()  # the speed may change meanwhile
            if left <= 0:
                break
            self.changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), left)

    def advise_now(self) -> None:
        """Let the coach think about the person's turn, if that is wanted."""
        if self.level == "off" or self.position is None or not self.viewers:
            return
        if self.thinker is None or self.thinker.done():
            self.thinker = self.hall.keep(self.think())

    async def think(self) -> None:
        """The coach thinks until it has thought about the position on the table; what it says goes to every page."""
        thought: Position | None = None
        while self.position is not None and self.position is not thought and self.level != "off":
            thought = self.position
            try:
                thoughts = await self.thoughts(thought)
            except Exception as error:
                self.hall.report(error)
                return
            if thoughts and self.level == "full":
                self.tell(thoughts)

    async def thoughts(self, position: Position, longer: bool = False, hint: bool = False) -> m.Thoughts | None:
        """What the coach says of a position; nothing if it has passed by then."""
        coach, table = await self.hall.think(self.coach), self.table
        if self.level == "nudge" and not hint and not longer:
            await self.hall.think(lambda: coach.think(position.hand, position.now))
            return None
        thoughts = await self.hall.think(lambda: coach.thoughts(table, position, longer, hint))
        thoughts.table, thoughts.seq = self.name, self.seq
        return thoughts if position is self.position else None

    async def answer(self, command: m.Think) -> m.Thoughts:
        """The person wants to know what the coach thinks."""
        self.check_help()
        position = self.position
        if position is None:
            raise Refused("trouble_turn")
        thoughts = await self.thoughts(position, command.longer, command.hint)
        if thoughts is None:
            thoughts = await self.thoughts(position, command.longer, hint=True)
        if thoughts is None:
            raise Refused("trouble_stale")
        thoughts.ask = command.ask
        return thoughts
