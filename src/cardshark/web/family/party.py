"""The family table of a server: its door to the network, its guests, and the cards once they are dealt.

Everything here happens in the event loop. Whatever waits meanwhile and changes who sits where, or deals, holds the `lock`.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec

from cardshark.hands.seal import new_secret
from cardshark.web import messages as m
from cardshark.web.family.dealer import FamilyDealer
from cardshark.web.family.invitation import Listener, new_code, picture
from cardshark.web.family.people import Guest, GuestPage, ask_family
from cardshark.web.family.room import FamilyRoom
from cardshark.web.family.seating import Plan, Seating, rules_with_names
from cardshark.web.hall import Hall
from cardshark.web.messages.family import Door, Family, Gestured
from cardshark.web.table.dealer import Refused
from cardshark.web.table.table import FAMILY, TableSettings

PATIENCE = 20.0  # seconds for which somebody without an open page keeps the place at the door
CODE_SECONDS = 15 * 60.0  # for which the two words of the address let somebody ask


class Party:
    """The family table."""

    seat = -1  # it looks at its own table, so that nobody forgets it, but sees nothing there

    def __init__(self, hall: Hall, plan: Plan, say: Callable[[str], None]) -> None:
        self.hall, self.owner, self.say = hall, hall.store.owner(), say
        self.seating = Seating(hall.store.database, plan)
        self.listener: Listener | None = None  # none if this machine has no network
        self.loop: asyncio.AbstractEventLoop | None = None
        self.lock = asyncio.Lock()  # one thing after another
        self.pages: set[GuestPage] = set()
        self.room: FamilyRoom | None = None
        self.open, self.new = False, True
        self.code, self.renewed = new_code(), 0.0

    def send(self, message: bytes | m.Message) -> None:
        """Nothing is done with what pages are shown."""

    # ---- the door to the network ----

    async def begin(self) -> None:
        """The server has started: go on with the family table that was not finished, and open the door."""
        self.loop = asyncio.get_running_loop()
        found = [each for each in self.hall.store.open_tables(self.owner) if each[1].mode == FAMILY]
        if found:
            name, settings, *_ = found[0]
            self.seating.arrange(settings.game, settings.rules, settings.seats)
            self.seating.restore()
            await self.enter(name)
        await self.open_door()
        if self.listener is None:
            self.say("This machine has no address on a network, so nobody can join: connect it, then open the table on the page.")

    async def end(self) -> None:
        """The server ends; guests find their seats again when it comes back."""
        self.send_home()
        if self.listener:
            await self.listener.close()

    async def open_door(self) -> None:
        """From now on guests can reach the table."""
        if self.listener and not self.open:
            await self.listener.open()
            self.open = self.new = True
            self.renew()
            self.say(f"On your network: http://{self.invitation}. Only this one table can be reached there; you let in each guest.")

    async def close_door(self) -> None:
        """Nobody can reach the table any more, and everybody is sent home."""
        self.open = False
        self.send_home()
        self.seating.clear()
        await self.hall.look_up(self.seating.keep)
        self.changed()
        if self.listener:
            await self.listener.close()

    @property
    def invitation(self) -> str:
        """The address that guests open."""
        return f"{self.listener.address}:{self.listener.port}/j/{self.code}" if self.listener else ""

    def send_home(self) -> None:
        """Tell every guest that the table is closed."""
        for page in list(self.pages):
            self.look_away(page)
            self.show_door(page, "closed")
            page.guest = None

    def renew(self) -> None:
        """New words for the address: the old ones let nobody in any more."""
        self.code, self.renewed = new_code(), time.monotonic()
        asyncio.get_running_loop().call_later(CODE_SECONDS, self.renew_if_old)

    def renew_if_old(self) -> None:
        """Renew the address when its time is over."""
        if self.open and time.monotonic() - self.renewed >= CODE_SECONDS - 1:
            self.renew()
            self.changed()

    # ---- the table ----

    @property
    def is_dealt(self) -> bool:
        """Is a match going on?"""
        return self.room is not None and not self.room.left and not self.room.dealer.table.over

    async def deal(self) -> str:
        """Deal the cards of a new match, unless one is going on: the name of its table."""
        if not self.is_dealt:
            seating = self.seating
            settings = TableSettings(seating.game, seating.rules, [seat.player for seat in seating.seats], FAMILY)
            joined = ask_family(seating.seats)
            name = await self.hall.wait(lambda: self.hall.set_up(self.owner, settings, "off", new_secret(), [], joined))
            await self.enter(name)
        assert self.room is not None
        return self.room.name

    async def enter(self, name: str) -> None:
        """Open a table, and let everybody look at it."""
        kept = await self.hall.kept(name, self.owner)
        dealer = await self.hall.wait(lambda: FamilyDealer(self.hall.store, name, kept, self.seating.seats, self.hall.seconds))
        before, self.room = self.room, FamilyRoom(self.hall, dealer, self.left)
        self.hall.rooms[name] = self.room
        guests = {page for guest in self.seating.sitting for page in guest.pages}
        self.room.viewers |= {self, *guests}
        if before:
            before.viewers -= {self, *guests}
            self.hall.forget(before)
        await self.refresh()
        self.changed()

    def left(self) -> None:
        """The owner has left the table: it closes for everybody."""
        self.room = None
        self.hall.keep(self.close_now())

    async def close_now(self) -> None:
        """Close the door after whatever is being done."""
        async with self.lock:
            await self.close_door()

    def look_away(self, page: GuestPage) -> None:
        """A guest's page no longer shows the table."""
        if self.room:
            self.room.viewers.discard(page)

    async def refresh(self) -> None:
        """Show at the table who is there."""
        if self.room:
            dealer = self.room.dealer
            dealer.owner, dealer.owner_face = self.seating.name, self.seating.face
            dealer.owner_away = not self.owner_pages()
            await self.room.refresh()

    def changed(self) -> None:
        """Somebody has come, gone or waits: the owner, the table and everybody at the door hear of it."""
        message = msgspec.json.encode(self.message())
        for page in self.owner_pages():
            page.send(message)
        for page in list(self.pages):
            if self.room is None or self.seating.seat_of(page.guest) < 0:
                self.greet(page)
        if self.room:
            self.hall.keep(self.refresh())

    # ---- the owner ----

    def owner_pages(self) -> list[Any]:
        """Every page that the owner has open."""
        return [page for page in self.hall.pages if page.person == self.owner]

    def owner_came_or_went(self) -> None:
        """The owner has opened or closed a page."""
        if self.room and self.room.dealer.owner_away == bool(self.owner_pages()):
            self.hall.keep(self.refresh())

    def message(self) -> Family:
        """The family table as its owner sees it."""
        seating = self.seating
        found = Family(
            step="no_network" if self.listener is None else "open" if self.open else "closed", new=self.new, away=round(seating.away),
            game=seating.game, rules=seating.rules_in_words(), chairs=seating.chairs(), choices=rules_with_names(),
            asking=[guest.asking() for guest in seating.waiting.values()], table=self.room.name if self.room and self.is_dealt else "",
        )  # fmt: skip
        if self.listener and self.open:
            found.port, found.address = self.listener.port, self.invitation
            found.qr = picture(f"http://{found.address}")
        return found

    async def let_in(self, guest_id: str, yes: bool) -> None:
        """The owner lets somebody in, or refuses."""
        guest = self.seating.who_waits(guest_id, yes)
        if yes:
            await self.hall.look_up(lambda: self.seating.keep(newcomer=guest))
        self.seating.answer(guest, yes)
        guest.gone = None if guest.pages else time.monotonic()
        if yes and self.room:
            self.room.viewers |= guest.pages
        if not yes:
            self.dismiss(guest, "refused")
        self.changed()

    async def free(self, guest: Guest) -> None:
        """A guest has the seat no longer; a bot plays on."""
        await self.hall.look_up(lambda: self.seating.keep(but=guest))
        sat = self.seating.seat_of(guest) >= 0
        self.seating.remove(guest)
        self.dismiss(guest, "left" if sat else "ask")
        self.changed()

    def must_not_be_dealt(self) -> None:
        """Refuse what would change a match that is going on."""
        if self.is_dealt:
            raise Refused("trouble_dealt")

    # ---- guests ----

    def show_door(self, page: GuestPage, step: str) -> None:
        """Show the family table to somebody who does not play. Who is no guest and has no good code gets a sentence and learns nothing."""
        known = page.guest or page.code == self.code
        page.send(self.seating.door(step, page.guest) if known else Door(0, step))  # type: ignore[arg-type]

    def greet(self, page: GuestPage) -> None:
        """Show a guest the table, or the door."""
        seat = self.seating.seat_of(page.guest)
        if seat >= 0 and self.room:
            self.room.viewers.add(page)
            self.room.greet(page, 0)
            if seat in self.room.dealer.seen:
                return
        if page.guest:
            self.show_door(page, "in" if seat >= 0 else "waiting")
        elif page.code is not None:
            self.show_door(page, self.refusal(page.code) or "ask")

    def refusal(self, code: str | None) -> str:
        """Why somebody with this code cannot ask to come in now; empty if they can."""
        if not self.open:
            return "closed"
        if code != self.code:
            return "expired"
        return "shut" if not self.new else "full" if self.seating.is_full else ""

    def arrive(self, page: GuestPage) -> None:
        """A guest has opened a page, or found the server again."""
        self.recognise(page)
        self.greet(page)

    def recognise(self, page: GuestPage) -> None:
        """Whose page this is: one browser is one guest, however many pages it has open."""
        page.guest = guest = self.seating.guest_of(page.token)
        if guest:
            back = not guest.pages and self.seating.seat_of(guest) >= 0
            guest.pages.add(page)
            guest.gone = None
            if back:
                self.changed()

    def ask_in(self, page: GuestPage, name: str, face: str) -> None:
        """A guest asks to come in."""
        self.recognise(page)
        if page.guest or self.refusal(page.code):
            return self.greet(page)
        self.seating.ask(name, face, page.token, page.address)
        for each in self.pages:
            if each.token == page.token:
                self.recognise(each)
        return self.changed()

    async def leave(self, page: GuestPage) -> None:
        """A guest gets up, or no longer waits; the seat is free, and the bot plays on."""
        async with self.lock:
            if page.guest:
                await self.free(page.guest)

    def dismiss(self, guest: Guest, step: str) -> None:
        """Show somebody the door."""
        for page in list(guest.pages):
            self.look_away(page)
            self.show_door(page, step)
            page.guest, page.code = None, page.code if step == "ask" else None
        guest.pages.clear()

    def hung_up(self, page: GuestPage) -> None:
        """A guest's page is closed, or has lost the network: the seat waits, and after a while a bot plays on."""
        self.pages.discard(page)
        self.look_away(page)
        guest = page.guest
        if guest is None or self.loop is None:
            return
        guest.pages.discard(page)
        if guest.pages:
            return
        guest.gone = time.monotonic()
        if guest.id in self.seating.waiting:
            self.loop.call_later(PATIENCE, self.give_up, guest)
        else:
            self.loop.call_later(self.seating.away + 0.05, self.changed)
            self.changed()

    def give_up(self, guest: Guest) -> None:
        """Somebody who waited has not come back."""
        if not guest.pages and self.seating.waiting.pop(guest.id, None):
            self.changed()

    def gesture(self, seat: int, gesture: str) -> None:
        """Show a gesture to everybody who sits at the table."""
        message = msgspec.json.encode(Gestured(seat=seat, gesture=gesture))
        for page in [*self.owner_pages(), *(page for guest in self.seating.sitting for page in guest.pages)]:
            page.send(message)
