"""The dealer of the family table: several people, each of whom sees what their own seat may see and nothing else.

Every seat counts its own states, and gets a new one only if something has changed that it may know. So nobody can tell from the numbers
that another player has thought about a knock. Cards to pass may be chosen at any time: they are kept until it is the seat's turn.
"""

from typing import NamedTuple

from cardshark.web import messages as m
from cardshark.web.family.people import OWNER, Seat, people_here
from cardshark.web.family.store import early, forget_early, keep_early
from cardshark.web.table.dealer import Refused, TableDealer
from cardshark.web.table.sitting import SECONDS
from cardshark.web.table.state import state_of
from cardshark.web.table.store import KeptTable, Store
from cardshark.web.table.table import YOU

PERSON, BOT = "person", "bot"  # what is said of other seats instead of the text that names a player


class Seen(NamedTuple):
    """What a seat saw last: the state, the position that it shows, and the number of the first state that showed it."""

    state: m.State
    place: tuple[int, int]
    first: int


class FamilyDealer(TableDealer):
    """A table at which several people sit."""

    def __init__(self, store: Store, name: str, kept: KeptTable, seats: list[Seat], seconds: float = SECONDS) -> None:
        self.seats = seats
        self.owner = ""  # what the owner is called
        self.owner_face, self.owner_away = YOU, False
        self.seen: dict[int, Seen] = {}  # by seat, for the people of the table
        self.ready: set[int] = set()  # who wants the next hand
        self.early = early(store.database, name, len(kept.hands) - 1)
        super().__init__(store, name, kept, seconds)

    # ---- whose turn it is ----

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if number == OWNER or seat.guest]

    def plays_on(self) -> bool:
        """Does a bot choose now, or is done what somebody has chosen before?"""
        turn = self.table.turn
        return turn is not None and (turn in self.early or (turn != OWNER and self.seats[turn].bot_plays))

    def is_secret(self) -> bool:
        """Does a bot choose now, and may somebody not know that there is a choice?"""
        return self.table.in_play and self.plays_on() and any(self.is_hidden(seat) for seat in self.people)

    def is_hidden(self, seat: int) -> bool:
        """Would a new state tell this seat what another player could do?"""
        table = self.table.seen_by(seat)
        return table.in_play and table.page.hides_turn(table)

    def step(self) -> m.State | m.Sealing:
        """The seat in turn passes what was chosen for it before, or its bot chooses."""
        turn = self.table.turn
        if turn not in self.early:
            return super().step()
        for card in self.early.pop(turn):
            self.make(card)
        if not self.early:
            forget_early(self.store.database, self.name)
        return self.next_state()

    # ---- what people do ----

    def first_seq(self, seat: int | None) -> int:
        """The number of the first state that showed this seat its position."""
        return self.seen[OWNER if seat is None else seat].first

    def must_be_mine(self, seq: int, seat: int | None) -> None:
        """Refuse who is not in turn, or has chosen already."""
        if seat in self.early:
            raise Refused("trouble_turn")
        super().must_be_mine(seq, seat)

    def may_pass(self, seat: int) -> bool:
        """May this seat choose what to pass, although it is another's turn?"""
        table = self.table
        return table.in_play and table.turn != seat and seat not in self.early and table.page.cards_to_pass(table, seat) > 0

    def pass_on(self, command: m.Pass, seat: int | None) -> m.State | m.Sealing | m.Nudge:
        """Cards are passed on, or kept until it is this seat's turn."""
        assert seat is not None
        if not self.may_pass(seat):
            return super().pass_on(command, seat)
        if command.seq < self.first_seq(seat):
            raise Refused("trouble_stale")
        cards = self.cards_passed(command, int(self.table.match.state.hands[seat]), seat)
        keep_early(self.store.database, self.name, len(self.table.hands) - 1, seat, cards)
        self.early[seat] = cards
        return self.next_state()

    def asked(self) -> list[int]:
        """The seats of people who are there."""
        return people_here(self.seats)

    def next_hand(self) -> m.State | m.Sealing:
        """The next hand: everybody who is there is asked for a word."""
        self.ready.clear()
        return super().next_hand()

    def wants_next(self, seat: int) -> bool:
        """Somebody wants the next hand, and the owner deals it; or everybody else together, if the owner is not there."""
        self.ready.add(seat)
        here = {each for each in self.people if each != OWNER and not self.seats[each].presence}
        return seat == OWNER or (self.owner_away and here <= self.ready)

    # ---- what people see ----

    def next_state(self) -> m.State | m.Sealing:
        """A new state for every person who may know that there is one; the owner's is given back."""
        if self.table.waits:
            return self.sealing()
        for seat in self.people:
            if not self.is_hidden(seat):
                self.look(seat)
        for seat in self.seen.keys() - set(self.people):
            del self.seen[seat]
        return self.state()

    def state(self) -> m.State | m.Sealing:
        """The last state that the owner may see, or how far people are with their words."""
        if self.table.waits:
            return self.sealing()
        if OWNER not in self.seen:
            self.look(OWNER)
        return self.seen[OWNER].state

    def look(self, seat: int) -> None:
        """Make a new state for a seat."""
        table, before = self.table, self.seen.get(seat)
        seq = before.state.seq + 1 if before else self.seq + 1
        own = sum(step.seat == seat for step in table.story)
        passing = table.page.cards_to_pass(table, table.turn) > 0
        place = (len(table.hands), own if passing else len(table.story))
        state = state_of(table.seen_by(seat), self.name, seq, "off")
        self.show_people(state, seat)
        if seat in self.early:
            state.legal = []
        elif self.may_pass(seat):
            state.turn, state.thinking, state.legal = seat, None, list(state.hand)
        self.seen[seat] = Seen(state, place, before.first if before and before.place == place else seq)

    def show_people(self, state: m.State, own: int) -> None:
        """Who sits where, and whether they are there. What names a bot may name a file of this machine: nobody is told."""
        for number, (shown, seat) in enumerate(zip(state.seats, self.seats, strict=True)):
            shown.player = YOU if number == own else PERSON if number in self.people else BOT
            shown.ready, shown.kind = number in self.ready, ""
            if number == OWNER:
                shown.name, shown.who, shown.presence = self.owner, self.owner_face, "away" if self.owner_away else ""
            elif seat.guest:
                shown.name, shown.who, shown.presence = seat.guest.name, seat.guest.face, seat.presence
                shown.instead = ""  # a person sits there, and the presence says whether a bot plays for them
