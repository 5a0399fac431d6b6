"""A table in use: its dealer, the pages that look at it, and its commands one after another.

Thinking, playing and writing (`dealer.py`) happen in a worker thread, under the table's own lock. The event loop only passes messages on.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.messages import Words
from cardshark.web.table.coaching import CoachPosition
from cardshark.web.table.database import NotKept
from cardshark.web.table.dealer import Refused, TableDealer

T = TypeVar("T")

SECONDS_A_CHOICE = 0.8  # when watching at speed 1
SECONDS_A_HAND = 4.0  # how long a finished hand stays when watching
SECONDS_FOR_WORDS = 8.0  # that people's pages have to promise a word, and again to say it


class Viewer(Protocol):
    """A page that looks at a table."""

    def send(self, message: bytes | m.Message) -> None:
        """Let the page know something."""
        ...


class Host(Protocol):
    """What a table needs of the hall: threads in which its players and its coach think, and a list that it stands on."""

    def guest(self, person: int) -> int:
        """For whom something is done in a thread: a guest, or the owner (0)."""
        ...

    async def act(self, task: Callable[[], T], guest: int = 0) -> T:
        """Carry out what a person does, in a thread."""
        ...

    async def work(self, task: Callable[[], T], guest: int = 0) -> T:
        """Let players do something in a thread."""
        ...

    async def wait(self, task: Callable[[], T]) -> T:
        """The same with players who may keep a thread waiting."""
        ...

    async def think(self, task: Callable[[], T], guest: int = 0) -> T:
        """Let a coach do something in a thread."""
        ...

    def keep(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something in the background."""
        ...

    def report(self, error: BaseException | None) -> None:
        """Print an error where the server was started."""
        ...

    def forget(self, room: "Room") -> None:
        """Close the table if nobody looks at it and nobody plays."""
        ...

    def drop(self, room: "Room") -> None:
        """Close the table; it can be opened again from what is kept."""
        ...


class Room:
    """A table with its dealer, and who looks at it."""

    def __init__(self, host: Host, dealer: TableDealer) -> None:
        self.host, self.dealer = host, dealer
        self.name, self.person = dealer.name, dealer.person
        guest = host.guest(self.person)
        self.act = partial(host.act, guest=guest)
        self.work = host.wait if dealer.has_outsiders() else partial(host.work, guest=guest)
        self.coach = partial(host.think, guest=guest)
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.left = False  # everybody got up
        self.last_state: m.State | m.Sealing = dealer.state()  # the last one that was sent to pages
        self.changed = asyncio.Event()
        self.runner: asyncio.Task[None] | None = None
        self.thinker: asyncio.Task[None] | None = None
        self.patience: asyncio.Task[None] | None = None

    async def carry_out(self, command: Any, visit: Viewer, seat: int | None = None) -> None:
        """Carry out a command on this table, after those that came before; the state after it goes to every page, a nudge only back.

        It comes from the person on this seat: the one person of the table, if no seat is named.
        """
        dealer = self.dealer
        seat = dealer.table.you if seat is None else seat
        actions = {
            m.Promise: lambda: dealer.promise(command, seat), m.SayWord: lambda: dealer.say_word(command, seat),
            m.Choose: lambda: dealer.choose(command, seat), m.Pass: lambda: dealer.pass_on(command, seat), m.Undo: dealer.undo,
            m.Next: dealer.next_hand, m.Claim: dealer.claim, m.Advise: lambda: dealer.advise(command),
            m.Pace: lambda: dealer.pace(command),
        }  # fmt: skip
        async with self.lock:
            try:
                answer = await (self.coach if dealer.asks_coach(command) else self.act)(actions[type(command)])
            except sqlite3.IntegrityError:  # another server plays on at this table
                self.host.drop(self)
                raise Refused("trouble_elsewhere") from None
            except Exception as error:
                if isinstance(error, (Refused, UserError)) and not isinstance(error, NotKept):
                    raise
                self.tell(await self.act(self.dealer.next_state))  # part of the command may have been carried out
                raise
        if isinstance(answer, m.Nudge):
            visit.send(answer)
        else:
            self.tell(answer, visit, command.ask)
            self.wake()

    def greet(self, visit: Viewer, ask: int) -> None:
        """Send the last state to a page that has come to look, without waiting for a player who thinks."""
        visit.send(replace(self.last_state, ask=ask))
        self.tell_failures()
        self.wake()

    def tell(self, message: m.Message, asker: Viewer | None = None, ask: int = 0) -> None:
        """Send something to every page that looks at this table; to the one that asked for it, as an answer."""
        if isinstance(message, (m.State, m.Sealing)):
            self.last_state = message
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
            failures, self.dealer.failures = self.dealer.failures, []
            for words in failures:
                data = msgspec.json.encode(m.Trouble(table=self.name, words=words))
                for visit in list(self.viewers):
                    visit.send(data)

    def everybody_leaves(self) -> None:
        """Nobody looks at this table any more."""
        self.viewers.clear()

    def goes_on(self) -> bool:
        """Is it somebody else's turn than the person's?"""
        if self.left:
            return False
        watch, table = self.dealer.watch, self.dealer.table
        if watch is None:
            return self.dealer.plays_on()
        if not self.viewers or table.over:
            return False
        return self.dealer.steps > 0 or not watch["paused"]

    def wake(self) -> None:
        """Let the players go on, and the coach think."""
        self.changed.set()
        if self.runner is None or self.runner.done():
            self.runner = self.host.keep(self.run())
        if self.dealer.table.waits and (self.patience is None or self.patience.done()):
            self.patience = self.host.keep(self.wait_for_words())

    def has_pages(self) -> bool:
        """Does somebody look who could give a word?"""
        return bool(self.viewers)

    async def wait_for_words(self) -> None:
        """While people look and have not given what they are asked for, wait for a while; then go on without it."""
        dealer = self.dealer
        while dealer.table.waits and self.has_pages() and not dealer.closed:
            before = dealer.sealing()
            await asyncio.sleep(SECONDS_FOR_WORDS)
            async with self.lock:
                if not dealer.table.waits or not self.has_pages() or dealer.closed or dealer.sealing() != before:
                    continue
                try:
                    state = await self.work(dealer.go_on)
                except NotKept:
                    continue  # the disk is full, perhaps: later
                except sqlite3.IntegrityError:  # another server plays on at this table
                    self.host.drop(self)
                    self.tell(m.Trouble(table=self.name, words=Words("trouble_elsewhere")))
                    return
            self.tell(state)
            self.wake()

    async def run(self) -> None:
        """Players choose until it is the person's turn."""
        dealer = self.dealer
        while self.goes_on():
            if dealer.watch:
                await self.rest(dealer.watch)
            async with self.lock:
                if not self.goes_on():
                    break
                dealer.steps = max(dealer.steps - 1, 0)
                try:
                    state = await self.work(dealer.next_hand if dealer.table.ended else dealer.step)
                except Exception as error:
                    if dealer.closed:  # the table was left while a player was thinking
                        return
                    self.break_off(error)
                    return
            self.tell(state)
        self.advise_now()
        asyncio.get_running_loop().call_soon(self.host.forget, self)  # if everybody has gone meanwhile

    def break_off(self, error: Exception) -> None:
        """Players cannot go on: the table is closed, every page is told why, and whoever comes back finds what is kept."""
        if isinstance(error, sqlite3.IntegrityError):  # another server plays on at this table
            words = Words("trouble_elsewhere")
        elif isinstance(error, NotKept):
            words = Words("trouble_said", {"text": str(error)})
        else:
            self.host.report(error)
            words = Words("trouble_server")
        self.host.drop(self)
        self.tell(m.Trouble(table=self.name, words=words))

    async def rest(self, watch: dict[str, Any]) -> None:
        """Watching: wait a little before the next card, unless somebody wants one now or wants to stop."""
        loop = asyncio.get_running_loop()
        begun, seconds = loop.time(), SECONDS_A_HAND if self.dealer.table.ended else SECONDS_A_CHOICE
        while self.goes_on() and not self.dealer.steps:
            left = begun + seconds / watch["speed"] - loop.time()  # the speed may change meanwhile
            if left <= 0:
                break
            self.changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), left)

    def advise_now(self) -> None:
        """Let the coach think about the person's turn, if that is wanted."""
        if self.dealer.level == "off" or self.dealer.position is None or not self.viewers:
            return
        if self.thinker is None or self.thinker.done():
            self.thinker = self.host.keep(self.think())

    async def think(self) -> None:
        """The coach thinks until it has thought about the position on the table; what it says goes to every page."""
        thought: CoachPosition | None = None
        while self.dealer.position is not None and self.dealer.position is not thought and self.dealer.level != "off":
            thought = self.dealer.position
            try:
                thoughts = await self.thoughts(thought, m.Think())
            except Exception as error:
                self.host.report(error)
                return
            if thoughts and self.dealer.level == "full":
                self.tell(thoughts)

    async def thoughts(self, position: CoachPosition, ask: m.Think) -> m.Thoughts | None:
        """What the coach says of a position; nothing if it has passed by then."""
        coach, table = await self.coach(self.dealer.coach), self.dealer.table
        if self.dealer.level == "nudge" and not ask.hint and not ask.longer:
            await self.coach(lambda: coach.think(position.hand, position.now))
            return None
        thoughts = await self.coach(lambda: coach.thoughts(table, position, ask))
        thoughts.table, thoughts.seq = self.name, self.dealer.seq
        return thoughts if position is self.dealer.position else None

    async def answer(self, command: m.Think) -> m.Thoughts:
        """The person wants to know what the coach thinks."""
        self.dealer.check_help()
        position = self.dealer.position
        if position is None:
            raise Refused("trouble_turn")
        thoughts = await self.thoughts(position, command)
        if thoughts is None:
            thoughts = await self.thoughts(position, replace(command, hint=True))
        if thoughts is None:
            raise Refused("trouble_stale")
        thoughts.ask = command.ask
        return thoughts
