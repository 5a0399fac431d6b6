"""Bots who take part in an evening: they play every board with the luck that everybody has on it."""

from collections.abc import Container, Iterator

from cardshark.web.club.evening import EveningSettings, Turn, board_of, members
from cardshark.web.club.store import evening_named, keep_points, played
from cardshark.web.duplicate import play_boards
from cardshark.web.table.database import Database


def others_of(settings: EveningSettings) -> list[str]:
    """The players who sit at every table, as texts."""
    return [members()[who].player for who in settings.others]


def missing(settings: EveningSettings, known: Container[Turn]) -> list[Turn]:
    """What bots have not played yet."""
    bots = [entrant for entrant, each in enumerate(settings.entrants) if each.who]
    return [Turn(number, entrant) for number in range(settings.boards) for entrant in bots if Turn(number, entrant) not in known]


def play_evening(database: Database, name: str) -> Iterator[None]:
    """Let bots play what they have not played yet, a board at a time."""
    settings = evening_named(database, name)
    for turn in missing(settings, played(database, name)):
        player = members()[settings.entrants[turn.entrant].who].player
        ((points,),) = play_boards(player, others_of(settings), [board_of(settings, turn.board)])
        keep_points(database, name, turn, points)
        yield
