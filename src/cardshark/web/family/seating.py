"""Who sits where at the family table, and who waits at the door."""

import time
from contextlib import suppress
from dataclasses import dataclass

from cardshark.games import game_named, house
from cardshark.web import messages as m
from cardshark.web.family.dealer import OWNER
from cardshark.web.family.people import Guest, Seat, clean_name
from cardshark.web.family.store import guests, keep_guests
from cardshark.web.games import PAGES
from cardshark.web.messages.family import Chair, Door
from cardshark.web.table.database import Database
from cardshark.web.table.dealer import Refused
from cardshark.web.table.people import default_seats, sitters
from cardshark.web.table.state import rules_of
from cardshark.web.table.table import YOU

MOST_WAITING, MOST_FROM_ONE = 6, 2  # at the door: altogether, and from one address


@dataclass
class Plan:
    """What is played, and how many seconds a guest may be away before a bot plays on."""

    game: str
    rules: str = ""
    players: list[str] | None = None  # "you" first; the usual ones if nobody is named
    away: float = 30.0


def rules_with_names() -> dict[str, list[str]]:
    """What can be played: of each game the rules that have a name."""
    return {game: list(game_named(game).PRESETS) for game in PAGES}


class Seating:
    """The chairs of a table and the people on them; the owner's is the first."""

    def __init__(self, database: Database, plan: Plan) -> None:
        self.database, self.away = database, plan.away
        self.name, self.face = "", YOU  # the owner's
        self.waiting: dict[str, Guest] = {}  # at the door, by their id
        self.game, self.rules = plan.game, plan.rules
        self.seats: list[Seat] = []
        self.arrange(plan.game, plan.rules, plan.players)

    # ---- chairs ----

    def arrange(self, game: str, rules: str, players: list[str] | None = None) -> None:
        """Set up chairs for a game. Everybody keeps sitting; those for whom there is no chair any more wait at the door."""
        module = game_named(game)
        rules = house.spell(module.PRESETS, house.parse(module.PRESETS, rules or next(iter(module.PRESETS))))
        count = module.seats(house.parse(module.PRESETS, rules))
        if players is None or len(players) != count:
            players = default_seats(game, rules, count, "play")
        people = [seat.guest for seat in self.seats[1:]]
        if len(people) >= count:
            people = sorted(people, key=lambda guest: guest is None)  # guests first, each on the next chair
        self.game, self.rules = game, rules
        self.seats = [Seat(player, bot, self.away) for player, bot in zip(players, sitters(game, rules, players), strict=True)]
        self.seat_people(people)

    def seat_people(self, people: list[Guest | None]) -> None:
        """Everybody sits down on the chairs beside the owner's, in this order."""
        for seat, guest in zip(self.seats[1:], people, strict=False):
            seat.guest = guest
        self.waiting |= {guest.id: guest for guest in people[len(self.seats) - 1 :] if guest}

    def move_on(self) -> None:
        """Everybody but the owner moves on by one chair. Chairs are new ones, because a finished table keeps the old ones."""
        people = [seat.guest for seat in self.seats[1:]]
        self.seats = [Seat(seat.player, seat.bot, seat.away) for seat in self.seats]
        self.seat_people(people[-1:] + people[:-1])

    def chairs(self) -> list[Chair]:
        """Who sits where, as everybody sees it."""
        return [Chair(self.name, "owner", self.face), *(seat.chair() for seat in self.seats[1:])]

    def door(self, step: str, guest: Guest | None) -> Door:
        """The table as somebody sees it who does not play."""
        card, name = (guest.card, guest.name) if guest else ("", "")
        return Door(0, step, self.name, self.game, self.rules_in_words(), self.chairs(), name, card)  # type: ignore[arg-type]

    def rules_in_words(self) -> m.RulesInWords:
        """The rules of the table, as text and in words."""
        return rules_of(self.game, house.parse(game_named(self.game).PRESETS, self.rules))

    # ---- people ----

    @property
    def sitting(self) -> list[Guest]:
        """The guests who sit."""
        return [seat.guest for seat in self.seats if seat.guest]

    @property
    def is_full(self) -> bool:
        """Has every chair its person?"""
        return all(seat.guest for seat in self.seats[1:])

    def call_owner(self, name: str, face: str) -> None:
        """What the owner is called; a name that cannot be leaves it as it was."""
        with suppress(Refused):
            self.name, self.face = clean_name(name, [chair.name for chair in self.chairs()[1:]]), face

    def guest_of(self, token: str) -> Guest | None:
        """Who shows this token: somebody who sits or waits."""
        return next((guest for guest in (*self.sitting, *self.waiting.values()) if guest.token == token), None)

    def seat_of(self, guest: Guest | None) -> int:
        """Where a guest sits; -1 for everybody else."""
        return next((number for number, seat in enumerate(self.seats) if guest and seat.guest is guest), -1)

    def has_seat(self, token: str) -> bool:
        """Does the guest of this token sit?"""
        return self.seat_of(self.guest_of(token)) >= 0

    def ask(self, name: str, face: str, token: str, address: str = "") -> Guest:
        """Somebody new waits at the door."""
        here = sum(guest.address == address for guest in self.waiting.values()) if address else 0
        if len(self.waiting) >= MOST_WAITING or here >= MOST_FROM_ONE:
            raise Refused("trouble_crowded")
        taken = [*(chair.name for chair in self.chairs()), *(each.name for each in self.waiting.values())]
        guest = Guest(clean_name(name, taken), face, token, address=address)
        self.waiting[guest.id] = guest
        return guest

    def who_waits(self, guest_id: str, yes: bool) -> Guest:
        """Somebody who waits and can be let in (`yes`), or refused."""
        guest = self.waiting.get(guest_id)
        if guest is None:
            raise Refused("trouble_no_guest")
        if yes and self.is_full:
            raise Refused("trouble_full")
        return guest

    def answer(self, guest: Guest, yes: bool) -> None:
        """Somebody who waits gets the first chair that a bot keeps, or is refused."""
        self.waiting.pop(guest.id, None)
        if yes:
            self.first_free.guest = guest

    @property
    def first_free(self) -> Seat:
        """The first chair that a bot keeps."""
        return next(seat for seat in self.seats[1:] if seat.guest is None)

    def who_is_away(self, number: int) -> Guest:
        """Whoever has this seat and is not there."""
        seat = self.seats[number] if OWNER < number < len(self.seats) else None
        if seat is None or seat.guest is None or not seat.presence:
            raise Refused("trouble_not_away")
        return seat.guest

    def remove(self, guest: Guest) -> None:
        """Somebody sits and waits no longer."""
        self.waiting.pop(guest.id, None)
        for seat in self.seats:
            if seat.guest is guest:
                seat.guest = None

    def clear(self) -> None:
        """Everybody goes."""
        self.waiting.clear()
        for seat in self.seats:
            seat.guest = None

    # ---- kept ----

    def keep(self, newcomer: Guest | None = None, but: Guest | None = None) -> None:
        """Write down who may sit where; a newcomer gets the first chair that a bot keeps, and somebody may lose theirs."""
        people = {number: seat.guest for number, seat in enumerate(self.seats) if seat.guest and seat.guest is not but}
        if newcomer:
            people[self.seats.index(self.first_free)] = newcomer
        keep_guests(self.database, [(guest.token, number, guest.name, guest.face) for number, guest in sorted(people.items())])

    def restore(self) -> None:
        """Who sat where when the server ended; their pages will find it again."""
        for token, seat, name, face in guests(self.database):
            if OWNER < seat < len(self.seats):
                self.seats[seat].guest = Guest(name, face, token, gone=time.monotonic())
