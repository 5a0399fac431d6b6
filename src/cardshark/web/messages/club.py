"""The club evening: what its page asks for, and what it shows."""

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.commands import Command


class Entrant(Struct, forbid_unknown_fields=True):
    """Somebody who takes part: a person by name, or somebody of the cast."""

    name: str = ""
    who: str = ""  # of the cast; empty for a person


class Club(Command):
    """Show an evening; where none is named, those that there are."""

    evening: str = ""


class OpenClub(Command):
    """Begin an evening."""

    entrants: list[Entrant] = field(default_factory=list)
    others: list[str] = field(default_factory=list)  # three of the cast, who sit at every table
    boards: int = 8


class PlayClub(Command):
    """To the table of whoever is next."""

    evening: str = ""


class EveningLine(Struct):
    """An evening in the list."""

    name: str
    when: str
    entrants: list[str]
    done: int  # boards that everybody has played
    boards: int


class ClubCell(Struct):
    """What somebody paid on a board; told only when everybody has played it."""

    points: int | None = None
    hand: str = ""  # the id of its review
    done: bool = False


class ClubRow(Struct):
    """Somebody on the sheet."""

    entrant: Entrant
    place: int  # on the list of those who take part
    cells: list[ClubCell]
    rank: int = 0  # those with equal totals share one
    total: int = 0  # on the boards that everybody has played
    better: float | None = None  # points a board fewer than the others on the same cards, and
    error: float | None = None  # half of its 95 % interval, where boards suffice


class ClubTurn(Struct):
    """Who is next, on which board."""

    name: str
    entrant: int
    board: int
    passing: str
    begun: bool


class Evening(Struct):
    """An evening with its sheet."""

    name: str
    when: str
    others: list[str]  # names
    boards: int
    rows: list[ClubRow]
    done: int
    turn: ClubTurn | None = None
    playing: bool = False  # are bots still playing?


class ClubMember(Struct):
    """Somebody of the cast who can take part."""

    who: str
    name: str
    level: str


class ClubPage(Message):
    """The evenings, or one of them."""

    evening: Evening | None = None
    evenings: list[EveningLine] = field(default_factory=list)
    cast: list[ClubMember] = field(default_factory=list)
