"""The hall: every table in use, and what is needed for it."""

import asyncio
import sys
import traceback
from collections.abc import Callable, Coroutine, Sequence, Set
from datetime import datetime
from functools import partial
from typing import Any, Protocol
from weakref import WeakValueDictionary

from cardshark.coach.bots import stand_in
from cardshark.hands.harmless import is_harmless
from cardshark.hands.played import PlayedHand, end
from cardshark.hands.saved import to_json
from cardshark.hands.seal import new_secret
from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.entry.consent import Consent
from cardshark.web.entry.keys import Entry
from cardshark.web.errands import Errands
from cardshark.web.table.dealer import Refused, TableDealer
from cardshark.web.table.joining import Joining, ask_people
from cardshark.web.table.making import Making, agreed, check_player, close_tries
from cardshark.web.table.people import names_at, sitters
from cardshark.web.table.room import Room
from cardshark.web.table.sitting import SECONDS, check_seconds, dismiss, is_outside, seat_player
from cardshark.web.table.store import LEFT, SHOWN, KeptTable, Store, read_hand_name
from cardshark.web.table.table import CHALLENGE_GAME, CLUB, YOU, Dealt, TableMatch, TableSettings, hand_by_hand
from cardshark.web.threads import Threads

MOST_TABLES = 60  # of a person at a time
MOST_LINKED = 600  # choices of a hand that came as a link; the longest usual ones have 200
MOST_REVIEWS = 20  # kept in memory in case they are asked for again


class Guests(Protocol):
    """The table that people on the network may join (`family`)."""

    async def begin(self) -> None: ...
    async def end(self) -> None: ...
    def owner_came_or_went(self) -> None: ...


class Hall(Threads):
    """All tables of a server. Players from files and programs have so many `seconds` for a choice."""

    def __init__(self, store: Store, seconds: float = SECONDS) -> None:
        super().__init__()
        self.store, self.seconds, self.owner = store, check_seconds(seconds), store.owner()
        self.rooms: dict[str, Room] = {}
        self.opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.entry = Entry(store.new_person)
        self.consent = Consent()
        self.making = Making(store)
        self.reviews: dict[tuple[PlayedHand, int], dict[str, Any]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.errands = Errands(store.database.path)
        self.pages: set[Any] = set()  # every open page (`visit`)
        self.guests: Guests | None = None  # only with `cardshark play --lan`
        self.clock: Callable[[], datetime] = lambda: datetime.now().astimezone()  # tests set it

    # ---- who looks ----

    def is_guest(self, person: int) -> bool:
        """Is this somebody else than whose server it is?"""
        return person != self.owner

    def guest(self, person: int) -> int:
        """For whom something is done in a thread: a guest, or the owner (0)."""
        return person if self.is_guest(person) else 0

    def page_opened(self, page: Any) -> None:
        """Somebody looks at a page of this server."""
        self.pages.add(page)
        if self.guests:
            self.guests.owner_came_or_went()

    def page_closed(self, page: Any) -> None:
        """Somebody has closed a page."""
        self.pages.discard(page)
        if self.guests:
            self.guests.owner_came_or_went()

    # ---- work ----

    def keep(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something in the background; an error in it is reported, not lost."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)
        return task

    def done(self, task: "asyncio.Task[None]") -> None:
        """A background task has ended."""
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            self.report(task.exception())

    def report(self, error: BaseException | None) -> None:
        """Print an error where the server was started: one sentence, if it is not our own."""
        if isinstance(error, UserError):
            print(f"cardshark: {error}", file=sys.stderr, flush=True)
        else:
            traceback.print_exception(error)

    async def close(self) -> None:
        """End all tasks and threads. Everything played is kept already."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            room.dealer.close()
        self.end_threads()
        self.errands.close()
        self.store.close()

    # ---- tables ----

    async def room(self, name: str, person: int) -> Room:
        """A table of this person, opened if need be."""
        room = self.rooms.get(name)
        if room is None or room.left:
            lock = self.opening.get(name) or asyncio.Lock()
            self.opening[name] = lock  # lives as long as somebody holds it or waits for it
            async with lock:
                room = await self.open(name, person)
        if room.person != person:
            raise Refused("trouble_no_table")  # the same words as if there were no such table
        return room

    async def open(self, name: str, person: int) -> Room:
        """Play a kept table again up to where it was. A table that was left while a player still thinks there is taken up as it is."""
        kept = await self.kept(name, person)
        room = self.rooms.get(name)
        if room is None:
            self.check_consent(kept.settings.seats)
            wait = self.wait if any(map(is_outside, kept.settings.seats)) else partial(self.work, guest=self.guest(person))
            room = self.rooms[name] = await wait(lambda: Room(self, TableDealer(self.store, name, kept, self.seconds)))
        room.left = False
        return room

    async def kept(self, name: str, person: int) -> KeptTable:
        """A table of this person from the store, if it was not left."""
        kept = await self.look_up(lambda: self.store.table(name))
        if kept is None or kept.person != person or kept.closed == LEFT:
            raise Refused("trouble_no_table")
        if kept.closed and kept.settings.mode == CLUB:
            raise Refused("trouble_club_board")  # the next of the club may sit here, who must not see how it went
        return kept

    async def leave(self, name: str, person: int) -> None:
        """Leave a table, without waiting for a player who thinks."""
        await self.kept(name, person)
        room = self.rooms.get(name)
        if room:
            room.left = True
        await self.look_up(lambda: self.store.close_table(name))
        if room:
            room.everybody_leaves()
            (self.drop if room.dealer.has_outsiders() else self.forget)(room)

    def forget(self, room: Room) -> None:
        """Drop a table at which nobody looks and nobody plays; it can be opened again from the store."""
        idle = room.runner is None or room.runner.done()
        if not room.viewers and idle and not room.lock.locked():
            self.drop(room)

    def drop(self, room: Room) -> None:
        """Drop a table from memory and send its players away; the next visit opens it from the store."""
        room.dealer.close()
        if self.rooms.get(room.name) is room:
            del self.rooms[room.name]

    def create(self, person: int, command: m.Create) -> str:
        """Set up a table; called in a thread."""
        if len(self.store.open_tables(person)) >= MOST_TABLES:
            raise Refused("trouble_many_tables", most=MOST_TABLES)
        if command.challenge:
            return self.create_challenge(person, command)
        settings = agreed(command)
        joined = ask_people(len(settings.seats), [seat for seat, player in enumerate(settings.seats) if player == YOU])
        return self.making.once(
            person, settings, command.coach, lambda: self.set_up(person, settings, command.coach, new_secret(), [], joined)
        )

    def create_challenge(self, person: int, command: m.Create) -> str:
        """A table for the next game of the human experiment against this opponent, or for the game that is not finished yet."""
        from cardshark.terminal.challenge import GAMES, RULES

        opponent = command.challenge
        if len(opponent) > m.MOST_NAME:
            raise Refused("trouble_long_name", most=m.MOST_NAME)
        begun = self.store.begun_challenge(person, opponent)
        if begun:
            return begun
        done = {number for player, number, _ in self.store.challenges(person) if player == opponent}
        missing = [number for number in range(GAMES) if number not in done]
        if not missing:
            raise Refused("trouble_challenge_done", games=GAMES)
        settings = TableSettings(CHALLENGE_GAME, RULES, [YOU, *[opponent] * 3], "play", opponent, missing[0])
        return self.set_up(person, settings, "off", b"", [])

    def set_up(
        self, person: int, settings: TableSettings, coach: str, secret: bytes, choices: list[int], joined: Joining | None = None
    ) -> str:
        """Check that everybody can sit down, and keep the new table."""
        for text in settings.seats:
            self.check_allowed(person, settings.game, text)
        table = TableMatch(settings, [Dealt(secret, list(choices), joined=joined)])
        for text in {text for text in settings.seats if text != YOU}:
            check_player(settings.game, text)
            dismiss(seat_player(text, table, self.seconds))
        return self.store.new_table(person, settings, coach, secret, choices, joined)

    def check_allowed(self, person: int, game: str, player: str) -> None:
        """May this player sit down here? Checked before anybody is seated."""
        self.check_guest(person, game, player)
        self.check_consent([player])

    def check_guest(self, person: int, game: str, player: str) -> None:
        """A guest may choose only players of the lab that read no file, run no program and are quick."""
        if player != YOU and not is_harmless(player, game) and self.is_guest(person):
            raise Refused("trouble_guest_player")

    def check_consent(self, players: Sequence[str]) -> None:
        """Players from files, and programs, run only after the owner has said yes, once in the life of a server."""
        if not self.consent.allows(text for text in players if is_outside(text)):
            raise Refused("trouble_consent", player=self.consent.asked)

    # ---- finished hands ----

    def hand(self, person: int, hand: str) -> PlayedHand:
        """A finished hand of this person."""
        name, number = read_hand_name(hand) or ("", 0)
        found = self.hands(person, name, {number})
        if not found:
            raise Refused("trouble_no_hand")
        return found[number]

    def hands(self, person: int, name: str, numbers: Set[int]) -> dict[int, PlayedHand]:
        """Hands of a table of this person, as far as they are finished, by their numbers: the table is played once for all of them."""
        kept = self.store.table(name)
        if kept is None or kept.person != person or (kept.settings.mode == CLUB and kept.closed != SHOWN):
            return {}
        names = names_at(kept.settings.game, kept.settings.rules, kept.settings.seats)
        played = hand_by_hand(kept.settings, kept.hands[: max(numbers) + 1])
        return {number: table.record(names) for number, table in enumerate(played) if number in numbers and table.ended}

    def hand_or_link(self, person: int, hand: str, link: str) -> PlayedHand:
        """A finished hand of this person, or one that came as a link."""
        if not link:
            return self.hand(person, hand)
        from cardshark.hands.link import decode

        found = decode(link)
        if len(found.choices) > MOST_LINKED:
            raise Refused("trouble_long_hand", most=MOST_LINKED)
        return found

    def review(self, person: int, command: m.Review, progress: Callable[[int, int], None]) -> dict[str, Any]:
        """A hand, decision by decision; called in a thread."""
        hand = self.hand_or_link(person, command.hand, command.link)
        seat = command.seat if command.seat >= 0 else own_seat(hand)
        if seat >= len(hand.players):
            raise Refused("trouble_no_seat")
        found = self.reviews.get((hand, seat))  # by what was played: after an undo it is another hand
        if found is None:
            from cardshark.coach.review import review

            found = self.reviews[hand, seat] = review(hand, seat, progress)
            while len(self.reviews) > MOST_REVIEWS:
                self.reviews.pop(next(iter(self.reviews)), None)
        own = "" if command.link else command.hand
        faces = [sitter.who for sitter in sitters(hand.game, hand.rules, hand.players)]
        players = [{**player, "who": who} for player, who in zip(found["players"], faces, strict=True)]
        return {**found, "players": players, "hand": own, "table": self.waiting_table(own)}

    def waiting_table(self, hand: str) -> str:
        """The table that waits for the next hand after this one; empty if it has gone on, or was left."""
        name, number = read_hand_name(hand) or ("", 0)
        kept = self.store.table(name) if name else None
        return name if kept and not kept.closed and number == len(kept.hands) - 1 and not kept.settings.start else ""

    def again(self, person: int, command: m.Again) -> str:
        """A practice table at which a hand is tried again; called in a thread."""
        from cardshark.coach.again import again

        hand = again(self.hand_or_link(person, command.hand, command.link), command.decision, command.fresh)
        seats = [stand_in(hand.game) if player == YOU else player for player in hand.players]
        seats[int(end(hand).state.table.turn)] = YOU  # whose decision it is
        settings = TableSettings(hand.game, hand.rules, seats, "practice", start=to_json(hand._replace(players=tuple(seats))))
        close_tries(self.store, person, settings)
        if len(self.store.open_tables(person)) >= MOST_TABLES:
            raise Refused("trouble_many_tables", most=MOST_TABLES)
        return self.set_up(person, settings, "off", b"", list(hand.choices))


def own_seat(hand: PlayedHand) -> int:
    """The person's seat; the first if only players sat there."""
    return hand.players.index(YOU) if YOU in hand.players else 0
