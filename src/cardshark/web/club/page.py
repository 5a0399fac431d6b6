"""What the page of the club evening is told, and the way to the table of whoever is next."""

import secrets

from cardshark.web.club.bots import missing, others_of
from cardshark.web.club.evening import EveningSettings, Turn, board_of, check, members, name_of, next_turn
from cardshark.web.club.scores import complete_boards, has_paid, sheet
from cardshark.web.club.store import KeptBoard, KeptEvening, evenings, new_evening, new_evenings, played, show_tables, table_of
from cardshark.web.duplicate import table_settings
from cardshark.web.hall import Hall
from cardshark.web.messages.club import Club, ClubMember, ClubPage, ClubTurn, Entrant, Evening, EveningLine, OpenClub, PlayClub
from cardshark.web.table.database import Database
from cardshark.web.table.dealer import Refused
from cardshark.web.table.table import CLUB

MOST_SHOWN = 30  # evenings in the list
MOST_OPEN = 12  # of those that a person has begun since yesterday: bots play at all of them


def show_club(hall: Hall, person: int, command: Club) -> ClubPage:
    """The evenings; or one of them, whose bots play what they have not played yet."""
    page = ClubPage(cast=[ClubMember(member.who, member.name, member.level) for member in members().values()])
    if not command.evening:
        page.evenings = [line(hall.store.database, kept) for kept in evenings(hall.store.database, person)[:MOST_SHOWN]]
        return page
    kept = find(hall, person, command.evening)
    page.evening = show_evening(hall, kept)
    return page


def open_club(hall: Hall, person: int, command: OpenClub) -> ClubPage:
    """Begin an evening."""
    check(command.entrants, command.others, command.boards)
    if sum(is_open(hall.store.database, kept) for kept in new_evenings(hall.store.database, person)) >= MOST_OPEN:
        raise Refused("trouble_club_many", most=MOST_OPEN)
    entrants = [Entrant("", each.who) if each.who else Entrant(" ".join(each.name.split())) for each in command.entrants]
    name = new_evening(hall.store.database, person, EveningSettings(secrets.token_hex(16), entrants, command.others, command.boards))
    return show_club(hall, person, Club(evening=name))


def is_open(database: Database, kept: KeptEvening) -> bool:
    """Does an evening have boards that somebody has not played?"""
    return len(complete_boards(kept.settings, played(database, kept.name))) < kept.settings.boards


def play_club(hall: Hall, person: int, command: PlayClub) -> str:
    """The table of whoever is next. Nobody else's is opened meanwhile."""
    kept, database = find(hall, person, command.evening), hall.store.database
    turn = whose_turn(kept, played(database, kept.name))
    if turn is None:
        raise Refused("trouble_club_done")
    settings = table_settings(others_of(kept.settings), turn.board, f"/club/{kept.name}", CLUB)
    return table_of(database, person, kept.name, turn, settings, board_of(kept.settings, turn.board).secret)


def find(hall: Hall, person: int, name: str) -> KeptEvening:
    """An evening of this person."""
    found = evenings(hall.store.database, person, name[:40])
    if not found:
        raise Refused("trouble_club_none")
    return found[0]


def whose_turn(kept: KeptEvening, boards: dict[Turn, KeptBoard]) -> Turn | None:
    """Who is next."""
    return next_turn(kept.settings, lambda board, entrant: has_paid(boards, Turn(board, entrant)))


def line(database: Database, kept: KeptEvening) -> EveningLine:
    """An evening in the list."""
    done = complete_boards(kept.settings, played(database, kept.name))
    return EveningLine(kept.name, kept.when, [name_of(each) for each in kept.settings.entrants], len(done), kept.settings.boards)


def show_evening(hall: Hall, kept: KeptEvening) -> Evening:
    """An evening with its sheet, and who is next."""
    went_on = hall.errands.goes_on("club", kept.name)  # asked before: bots that end meanwhile may have played more than is read here
    settings, boards = kept.settings, played(hall.store.database, kept.name)
    done = complete_boards(settings, boards)
    show_tables(hall.store.database, [each.table for turn, each in boards.items() if turn.board in done and each.table])
    found = Evening(
        kept.name, kept.when, [members()[who].name for who in settings.others], settings.boards, sheet(settings, boards), len(done)
    )
    if missing(settings, boards):
        hall.errands.run("club", kept.name)
    found.playing = went_on or hall.errands.goes_on("club", kept.name)
    turn = whose_turn(kept, boards)
    if turn is not None:
        passing = board_of(settings, turn.board).passing
        found.turn = ClubTurn(name_of(settings.entrants[turn.entrant]), turn.entrant, turn.board, passing, turn in boards)
    return found
