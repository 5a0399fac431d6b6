"""The family table in use: every page gets the states of its own seat."""

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from msgspec.structs import replace

from cardshark.web import messages as m
from cardshark.web.family.dealer import OWNER, FamilyDealer
from cardshark.web.table.room import Host, Room, Viewer


def seat_of(page: Any) -> int:
    """The seat whose eyes a page has: a guest's page names it, all others are the owner's."""
    return getattr(page, "seat", OWNER)


class FamilyRoom(Room):
    """A table with pages of several people."""

    dealer: FamilyDealer

    def __init__(self, host: Host, dealer: FamilyDealer, on_leave: Callable[[], None]) -> None:
        self.sent: WeakKeyDictionary[Any, m.State] = WeakKeyDictionary()  # the last state of each page
        self.on_leave = on_leave
        super().__init__(host, dealer)

    def everybody_leaves(self) -> None:
        """The owner has left, and so do all others."""
        super().everybody_leaves()
        self.on_leave()

    async def carry_out(self, command: Any, visit: Viewer, seat: int | None = None) -> None:
        """Carry out a command of whoever looks at this page; the next hand waits until everybody wants it, or the owner does."""
        if isinstance(command, m.Next):
            if not self.dealer.table.ended:
                return self.greet(visit, command.ask)  # somebody else was quicker
            if not self.dealer.wants_next(seat_of(visit)) and not self.dealer.table.over:
                return await self.refresh(visit, command.ask)
        return await super().carry_out(command, visit, seat_of(visit))

    async def refresh(self, asker: Viewer | None = None, ask: int = 0) -> None:
        """People have come, gone or said something: everybody gets a new state."""
        async with self.lock:
            state = await self.act(self.dealer.next_state)
        self.tell(state, asker, ask)
        self.wake()

    def greet(self, visit: Viewer, ask: int) -> None:
        """Send a page the last state that its seat may see."""
        if self.dealer.table.waits:
            return super().greet(visit, ask)
        seen = self.dealer.seen.get(seat_of(visit))
        if seen:
            self.sent[visit] = seen.state
            visit.send(replace(seen.state, ask=ask))
        self.tell_failures()
        return self.wake()

    def has_pages(self) -> bool:
        """Does somebody look who sits at the table? The party itself always does."""
        return any(seat_of(page) >= 0 for page in self.viewers)

    def tell(self, message: m.Message, asker: Viewer | None = None, ask: int = 0) -> None:
        """Send every page the new state of its own seat, if there is one; anything else goes to all."""
        if not isinstance(message, m.State):
            return super().tell(message, asker, ask)
        self.last_state = message
        for visit in list(self.viewers):
            seen = self.dealer.seen.get(seat_of(visit))
            if seen and (visit is asker or self.sent.get(visit) is not seen.state):
                self.sent[visit] = seen.state
                visit.send(replace(seen.state, ask=ask) if visit is asker else msgspec.json.encode(seen.state))
        return self.tell_failures()

    def tell_failures(self) -> None:
        """Which player has failed, and why, is the owner's business alone: it may name files of this machine."""
        pages = [each for each in self.viewers if seat_of(each) == OWNER]
        if pages:
            failures, self.dealer.failures = self.dealer.failures, []
            for words in failures:
                for page in pages:
                    page.send(m.Trouble(table=self.name, words=words))
