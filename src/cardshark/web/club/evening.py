"""An evening of duplicate: who takes part, on how many boards, and whose turn it is.

**Why it is fair.** On every board everybody sits on the same seat, holds the same thirteen cards, passes in the same direction, and meets
the same three players of the lab, whose luck is the same, too: the same cards are answered alike. So two results on a board differ by
nothing but what the two did. This works for any number of people, needs no fourth for a table, and nobody depends on how well their
neighbours play, as at a table of four where seats rotate. Nobody meets a board twice, because whoever knows its cards has played it
already. Cards are passed left, right, across and not at all in turn, so that every way comes equally often in four boards.

People take turns at one computer, board by board. Who plays a board first moves on with every board: whoever comes later has seen the
others think, and everybody is first, and last, equally often. What somebody paid is told when everybody has played the board.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from cardshark.web.duplicate import GAME, RULES, Board, board
from cardshark.web.messages.club import Entrant
from cardshark.web.table.cast import Member, cast
from cardshark.web.table.dealer import Refused

FEWEST, MOST = 2, 8  # who take part
MOST_BOARDS = 32
MOST_LETTERS = 24  # of a name
OTHERS = 3


class EveningSettings(Struct):
    """What was agreed when an evening began."""

    secret: str  # random: the cards of all boards follow from it
    entrants: list[Entrant]
    others: list[str]  # of the cast
    boards: int


class Turn(NamedTuple):
    """Who is next, on which board."""

    board: int
    entrant: int


def members() -> dict[str, Member]:
    """The cast, by face."""
    return {member.who: member for member in cast(GAME, RULES)}


def check(entrants: list[Entrant], others: list[str], boards: int) -> None:
    """Refuse, in one sentence, an evening that cannot be played."""
    known = members()
    if not FEWEST <= len(entrants) <= MOST:
        raise Refused("trouble_club_number", least=FEWEST, most=MOST)
    if not 1 <= boards <= MOST_BOARDS:
        raise Refused("trouble_club_boards", most=MOST_BOARDS)
    if len(others) != OTHERS or any(who not in known for who in (*others, *(each.who for each in entrants if each.who))):
        raise Refused("trouble_club_cast")
    names = [name_of(each).strip() for each in entrants]
    if any(not 0 < len(name) <= MOST_LETTERS for name in names):
        raise Refused("trouble_club_name", most=MOST_LETTERS)
    if len({name.casefold() for name in names}) < len(names):
        raise Refused("trouble_club_twice")


def name_of(entrant: Entrant) -> str:
    """How somebody is called on the sheet."""
    return members()[entrant.who].name if entrant.who in members() else entrant.name


def board_of(settings: EveningSettings, number: int) -> Board:
    """A board of the evening."""
    return board(f"club {settings.secret}", number)


def order(settings: EveningSettings, number: int) -> list[int]:
    """In which order people play a board: who is first moves on with every board."""
    people = [entrant for entrant, each in enumerate(settings.entrants) if not each.who]
    first = number % len(people) if people else 0
    return people[first:] + people[:first]


def next_turn(settings: EveningSettings, has_played: Callable[[int, int], bool]) -> Turn | None:
    """Who is next: a board is finished before the next one is begun."""
    turns = (Turn(number, entrant) for number in range(settings.boards) for entrant in order(settings, number))
    return next((turn for turn in turns if not has_played(turn.board, turn.entrant)), None)
