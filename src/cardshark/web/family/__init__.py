"""The family table: `cardshark play --lan` lets other people on the same network join one table.

    party        the table: its door, its guests, and the cards once they are dealt
    seating      who sits where, and who waits at the door
    people       guests and chairs
    dealer       several people at one table, each with the eyes of their own seat
    room         every page gets the states of its own seat
    visit        an open page of a guest
    listener     what can be reached on the network, and how often
    connection   how many of them there may be
    invitation   the address: two words, and a picture for phones
    store        what is kept

The owner's pages stay on this machine. Guests meet a server of its own, which knows a page, its files and a socket with eight commands.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from cardshark.text import UserError
from cardshark.web.family.dealer import OWNER
from cardshark.web.family.invitation import check_address, network_address
from cardshark.web.family.listener import GuestServer
from cardshark.web.family.party import Party
from cardshark.web.family.seating import Plan
from cardshark.web.hall import Hall
from cardshark.web.messages import Command
from cardshark.web.messages.family import Arrange, Deal, Doors, Family, FreeSeat, Gesture, Host, LetIn, Rearrange
from cardshark.web.question import Question
from cardshark.web.table.dealer import Refused

PATHS = ["/family"]


def invite(hall: Hall, plan: Plan, address: str, say: Callable[[str], None]) -> Party:
    """Set up the family table of a server, which opens with it and says where it is."""
    party = Party(hall, plan, say)
    found = check_address(address) if address else network_address()
    party.listener = GuestServer(party, found) if found else None
    hall.guests = party
    return party


def party_of(hall: Hall, person: int) -> Party:
    """The family table, for its owner alone."""
    if not isinstance(hall.guests, Party) or person != hall.guests.owner:
        raise Refused("trouble_no_family")
    return hall.guests


async def host(hall: Hall, person: int, command: Host) -> Family:
    """The family table as it stands; nothing without --lan."""
    if not isinstance(hall.guests, Party) or person != hall.guests.owner:
        return Family()
    party = hall.guests
    before = (party.seating.name, party.seating.face)
    party.seating.call_owner(command.name, command.face)
    if before != (party.seating.name, party.seating.face):
        party.changed()
    return party.message()


def doing(command: type[Command], deed: Callable[[Party, Any], Coroutine[Any, Any, None]]) -> Question:
    """A question that does something at the family table, one thing after another, and is answered with how it stands then."""

    async def answer(hall: Hall, person: int, asked: Any) -> Family:
        party = party_of(hall, person)
        async with party.lock:
            await deed(party, asked)
        return party.message()

    return Question(command, answer, "the loop")


async def arrange(party: Party, command: Arrange) -> None:
    """Another game, or other rules."""
    party.must_not_be_dealt()
    if len(command.rules) > 200:
        raise UserError("rules are shorter than that")
    party.seating.arrange(command.game, command.rules)
    await party.hall.look_up(party.seating.keep)
    party.changed()


async def rearrange(party: Party, _command: Rearrange) -> None:
    """Everybody moves on by one seat."""
    party.must_not_be_dealt()
    party.seating.move_on()
    await party.hall.look_up(party.seating.keep)
    party.changed()


async def let_in(party: Party, command: LetIn) -> None:
    """Somebody is let in, or refused."""
    await party.let_in(command.guest, command.yes)


async def free_seat(party: Party, command: FreeSeat) -> None:
    """Somebody who is away has the seat no longer."""
    await party.free(party.seating.who_is_away(command.seat))


async def doors(party: Party, command: Doors) -> None:
    """Open or close the table, or let nobody new ask."""
    if command.open and not party.open:
        if party.listener is None and network_address():
            party.listener = GuestServer(party, network_address())
        await party.open_door()
    elif not command.open and party.open:
        await party.close_door()
    if party.new != command.new:
        party.new = command.new
        if command.new and party.open:
            party.renew()
    party.changed()


async def gesture(party: Party, command: Gesture) -> None:
    """The owner makes a gesture."""
    party.gesture(OWNER, command.gesture)


async def deal(hall: Hall, person: int, _command: Deal) -> str:
    """The cards are dealt, once however often that is asked for, and the owner goes to the table."""
    party = party_of(hall, person)
    async with party.lock:
        return await party.deal()


QUESTIONS = [
    Question(Host, host, "the loop"),
    doing(Arrange, arrange),
    doing(Rearrange, rearrange),
    doing(LetIn, let_in),
    doing(FreeSeat, free_seat),
    doing(Doors, doors),
    doing(Gesture, gesture),
    Question(Deal, deal, "the loop"),
]
