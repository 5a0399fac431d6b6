"""One open page: its socket, its commands, and the limits on how much it may ask for."""

import asyncio
from collections.abc import Coroutine, Set
from functools import partial
from typing import Any, Union

import msgspec
from starlette.websockets import WebSocket

from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.entry.keys import Browser
from cardshark.web.hall import Hall
from cardshark.web.line import Allowance, Line, question_number
from cardshark.web.lobby.page import lobby
from cardshark.web.messages import Words
from cardshark.web.messages.lobby import Lobby, Waits
from cardshark.web.question import Question
from cardshark.web.rooms import LOBBY_PARTS, QUESTIONS
from cardshark.web.table.ages import ages, opinions, unit
from cardshark.web.table.database import NotKept
from cardshark.web.table.dealer import Refused
from cardshark.web.table.room import Room
from cardshark.web.table.sitting import is_outside

A_SECOND, AT_ONCE = 20.0, 60.0  # commands that a page may send each second, and in one burst
MOST_TASKS = 4  # reviews and the like at a time
MOST_WAITING = 100  # other commands that are not carried out yet, because a player thinks

decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[m.Commands, *QUESTIONS])  # type: ignore[arg-type]


class LookedAwayError(Exception):
    """Nobody waits any more for what is being worked out."""


class Visit(Line):
    """A page and the tables that it looks at."""

    def __init__(self, hall: Hall, socket: WebSocket, browser: Browser) -> None:
        super().__init__(socket, hall.keep, Allowance(A_SECOND, AT_ONCE))
        self.hall, self.person, self.browser = hall, browser.person, browser.number
        guest = hall.guest(self.person)
        self.work, self.think = partial(hall.work, guest=guest), partial(hall.think, guest=guest)
        self.wanted = 0  # the question whose long answer the page still waits for
        self.rooms: set[Room] = set()
        self.tasks: set[asyncio.Task[None]] = set()  # reviews and the like
        self.waiting: set[asyncio.Task[None]] = set()  # other commands
        self.sitting_down = asyncio.Lock()  # one new table at a time
        self.gone = False
        hall.page_opened(self)

    def hung_up(self) -> None:
        """The page has gone; commands are carried out all the same."""
        for task in self.tasks:
            task.cancel()
        self.gone = True
        self.hall.page_closed(self)
        self.look_away()

    # ---- what it asks for ----

    async def hear(self, data: bytes) -> None:
        """Understand a command and carry it out; whatever is wrong with it is said, and everything stays as it was."""
        if len(data) > m.MOST_BYTES:
            return self.refuse(Words("trouble_long", {"most": m.MOST_BYTES}))
        try:
            command = decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return self.refuse(Words("trouble_not_understood", {"why": str(error)[:200]}), question_number(data))
        if isinstance(command, m.Leave) or (isinstance(command, m.Hello) and not command.table):
            return await self.carry_out(command)  # leaving does not wait for other commands
        takes_long = isinstance(command, (m.Review, m.Age, m.Think)) or takes(command) == "a coach"
        tasks, most = (self.tasks, MOST_TASKS) if takes_long else (self.waiting, MOST_WAITING)
        if len(tasks) >= most:
            return self.refuse(Words("trouble_busy"), command.ask)
        task = self.hall.keep(self.carry_out(command))  # the page can send more meanwhile; a table carries out one command after another
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return None

    async def carry_out(self, command: Any) -> None:
        """Do what a command asks for, or say why not."""
        table = getattr(command, "table", "")
        try:
            await self.do(command)
        except Refused as refused:
            self.refuse(refused.words, command.ask, table)
        except UserError as error:
            self.refuse(Words("trouble_said", {"text": " ".join(str(error).split())[:500]}), command.ask, table)
        except ImportError as error:
            self.refuse(Words("trouble_missing", {"what": error.name or ""}), command.ask, table)
        except Exception as error:
            self.hall.report(error)
            self.refuse(Words("trouble_server"), command.ask, table)
        finally:
            if self.gone:
                self.look_away()

    async def do(self, command: Any) -> None:
        """One command."""
        if isinstance(command, m.Hello):
            self.wanted = 0
        if isinstance(command, m.Hello) and not command.table:
            self.look_away()
            await self.send_lobby(command.ask)
        elif isinstance(command, m.Today):
            found = await self.hall.look_up(lambda: with_parts(self.hall, self.person, Lobby()))
            self.send(Waits(command.ask, found.mistakes))
        elif isinstance(command, m.Hello):
            await self.enter(command.table, command.ask)
        elif isinstance(command, m.Create):
            async with self.sitting_down:
                wait = self.hall.wait if any(map(is_outside, command.seats)) else self.work
                name = await wait(lambda: self.hall.create(self.person, command))
            await self.enter(name, command.ask)
        elif isinstance(command, m.Again):
            await self.enter(await self.hall.wait(lambda: self.hall.again(self.person, command)), command.ask)
        elif isinstance(command, m.Review):
            self.look_away({room for room in self.rooms if room.dealer.watch is None})  # a match goes on only while it is watched
            await self.review(command)
        elif isinstance(command, m.Leave):
            await self.leave(command)
        elif isinstance(command, m.Consent):
            if self.hall.is_guest(self.person) or not self.hall.consent.confirm(command.number):
                raise Refused("trouble_consent_wrong", player=self.hall.consent.asked)
            self.send(m.Consented(command.ask))
        elif type(command) in QUESTIONS:
            await self.answer(QUESTIONS[type(command)], command)
        else:
            room = await self.hall.room(command.table[:40], self.person)
            await self.at_table(room, command)

    async def answer(self, question: Question, command: Any) -> None:
        """A question of a page beside lobby, table and review."""
        if question.takes == "the loop":
            answer = question.answer(self.hall, self.person, command)
        else:
            threads = {"a moment": self.hall.look_up, "a player": self.work, "a coach": self.think}
            answer = await threads[question.takes](lambda: question.answer(self.hall, self.person, command))
        if isinstance(answer, Coroutine):
            answer = await answer
        if isinstance(answer, str):
            await self.enter(answer, command.ask)
        elif isinstance(answer, Lobby):
            await self.send_lobby(command.ask)
        else:
            answer.ask = command.ask
            self.send(answer)

    async def enter(self, name: str, ask: int) -> None:
        """Look at a table, and no longer at others."""
        room = await self.hall.room(name[:40], self.person)
        self.look_at(room)
        self.look_away({room})
        room.greet(self, ask)

    def look_at(self, room: Room) -> None:
        """From now on this page hears of everything at a table, which is not forgotten meanwhile."""
        self.rooms.add(room)
        room.viewers.add(self)

    def look_away(self, but: Set[Room] = frozenset()) -> None:
        """This page shows something else now: who only watched has stopped, and tables at which nothing happens are forgotten."""
        for room in self.rooms - but:
            self.rooms.discard(room)
            room.viewers.discard(self)
            self.hall.forget(room)

    async def at_table(self, room: Room, command: Any) -> None:
        """A command for a table; a page that speaks to it also looks at it."""
        self.look_at(room)
        if isinstance(command, m.Think):
            self.send(await room.answer(command))
        elif isinstance(command, m.Age):
            self.send(await self.ages(room, command))
        else:
            try:
                await room.carry_out(command, self)
            finally:
                self.hall.forget(room)  # if everybody left while the command waited

    async def leave(self, command: m.Leave) -> None:
        """Get up: the table is closed, and the lobby shown."""
        await self.hall.leave(command.table[:40], self.person)
        self.look_away()
        await self.send_lobby(command.ask)

    async def send_lobby(self, ask: int) -> None:
        """The page shows the lobby."""
        found = await self.hall.look_up(lambda: lobby_now(self.hall, self.person))
        found.ask = ask
        self.send(found)

    async def review(self, command: m.Review) -> None:
        """A finished hand, decision by decision; the page hears on the way how far it is."""
        loop = asyncio.get_running_loop()

        def progress(done: int, of: int) -> None:
            if self.gone or self.wanted != command.ask:
                raise LookedAwayError
            loop.call_soon_threadsafe(self.send, m.Reviewed(command.ask, command.hand, done, of))

        self.wanted = command.ask
        try:
            found = await self.think(lambda: self.hall.review(self.person, command, progress))
        except LookedAwayError:
            return
        amount = len(found.get("decisions", []))
        self.send(m.Reviewed(command.ask, command.hand, amount, amount, found))

    async def ages(self, room: Room, command: m.Age) -> m.Ages:
        """How a learner's opinion of the position changed while it learned."""
        room.dealer.check_help()
        position, table = room.dealer.position, room.dealer.table
        if position is None:
            raise Refused("trouble_turn")
        if len(command.player) > m.MOST_NAME:
            raise Refused("trouble_long_name", most=m.MOST_NAME)

        def ask() -> m.Ages:
            self.hall.check_allowed(self.person, table.settings.game, command.player)
            games, values = opinions(ages(command.player), table.game, table.rules, position.now.views)
            return m.Ages(command.ask, room.name, command.player, games, values, unit(command.player))

        return await self.think(ask)


def takes(command: Any) -> str:
    """Which threads a question waits for; empty for commands that are none."""
    question = QUESTIONS.get(type(command))
    return question.takes if question else ""


def lobby_now(hall: Hall, person: int) -> Lobby:
    """The lobby as it is."""
    return with_parts(hall, person, lobby(hall, person))


def with_parts(hall: Hall, person: int, message: Lobby) -> Lobby:
    """A lobby with what the rooms of other pages have to say in it; one that fails has nothing to say."""
    for part in LOBBY_PARTS:
        try:
            part(hall, person, message)
        except NotKept:
            continue  # the disk is full: who plays a card is told
        except Exception as error:
            hall.report(error)
    return message
