"""People at the family table: guests who sit or wait, and the chairs that bots keep warm for them."""

import secrets
import time
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cardshark.cards import name as card_name
from cardshark.web import messages as m
from cardshark.web.messages.family import Asking, Chair
from cardshark.web.table.dealer import Refused
from cardshark.web.table.joining import Joining, ask_people
from cardshark.web.table.people import Sitter

OWNER = 0  # the owner's seat
LONGEST_NAME = 16
CARDS = [card_name(16 * suit + rank) for suit in range(4) for rank in range(13)]


class GuestPage(Protocol):
    """An open page of a guest (`visit`)."""

    token: str  # the hash of the token that the browser showed
    address: str  # where it comes from
    guest: "Guest | None"
    code: str | None  # of the address that was opened; none before that, and when somebody was sent away

    @property
    def seat(self) -> int: ...  # -1 without one
    def send(self, message: bytes | m.Message) -> None: ...


@dataclass(eq=False)
class Guest:
    """Somebody on the network, known by the hash of a token that only their browser has."""

    name: str
    face: str
    token: str  # its hash
    id: str = field(default_factory=lambda: secrets.token_hex(4))
    card: str = field(default_factory=lambda: secrets.choice(CARDS))  # shown on both screens, so that the owner knows who asks
    address: str = ""  # from which they asked
    pages: set[GuestPage] = field(default_factory=set)  # that are open
    gone: float | None = None  # since when none is

    def asking(self) -> Asking:
        """As the owner sees somebody who waits."""
        return Asking(self.id, self.name, self.face, self.card)


@dataclass(eq=False)
class Seat:
    """A chair of the family table: its bot, and the guest who sits there instead."""

    player: str  # the text that names the bot
    bot: Sitter  # the bot as people see it
    away: float  # seconds after which the bot plays for a guest who is not there
    guest: Guest | None = None

    @property
    def presence(self) -> str:
        """Is the guest there? "away" if not, "bot" once the bot plays for them."""
        gone = self.guest.gone if self.guest else None
        if gone is None:
            return ""
        return "bot" if time.monotonic() - gone >= self.away else "away"

    @property
    def bot_plays(self) -> bool:
        """Does the bot choose here?"""
        return self.guest is None or self.presence == "bot"

    def chair(self) -> Chair:
        """As everybody sees it."""
        if self.guest is None:
            return Chair(self.bot.name, "bot", self.bot.who)
        return Chair(self.guest.name, "guest", self.guest.face, self.presence)


def people_here(seats: Sequence[Seat]) -> list[int]:
    """The seats of the owner and of the guests who are there: they are asked for words."""
    return [number for number, seat in enumerate(seats) if number == OWNER or (seat.guest and not seat.presence)]


def ask_family(seats: Sequence[Seat]) -> Joining:
    """Ask everybody who is there for a word."""
    return ask_people(len(seats), people_here(seats))


def clean_name(text: str, taken: Iterable[str]) -> str:
    """A name for a person at the table: short, in one line, and nobody else's."""
    seen = "".join(sign if unicodedata.category(sign)[0] in "LMNPSZ" else " " for sign in unicodedata.normalize("NFC", text[:200]))
    name = " ".join(seen.split())
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise Refused("trouble_name_empty")
    if len(name) > LONGEST_NAME:
        raise Refused("trouble_name_long", most=LONGEST_NAME)
    if name.casefold() in {each.casefold() for each in taken}:
        raise Refused("trouble_name_taken", name=name)
    return name
