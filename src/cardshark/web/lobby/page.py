"""What the lobby shows, and tables that are put away from it."""

from cardshark import __version__
from cardshark.games import game_named
from cardshark.web.games import PAGES, page_of
from cardshark.web.hall import MOST_TABLES, Hall
from cardshark.web.messages.lobby import Bin, Lobby, OpenTable, Preset, Reopen, WaitingSeat
from cardshark.web.table.dealer import Refused
from cardshark.web.table.people import sitters
from cardshark.web.table.store import WaitingTable
from cardshark.web.table.table import YOU, TableSettings


def lobby(hall: Hall, person: int) -> Lobby:
    """The rules that have a name, and the tables that wait."""
    tables = [open_table(table) for table in hall.store.open_tables(person) if waits_here(table.settings)]
    first = not tables and not hall.store.has_played(person)
    return Lobby(presets=presets(), tables=tables, first=first, version=__version__)


def waits_here(settings: TableSettings) -> bool:
    """Does a table wait in the lobby? Hands that are tried again do not, nor those that wait on another page."""
    return settings.start is None and not settings.home and settings.mode in ("play", "practice", "watch")


def presets() -> list[Preset]:
    """The rules that have a name."""
    return [
        Preset(game, name, int(getattr(rules, page_of(game).END)), int(rules.hands))
        for game in PAGES
        for name, rules in game_named(game).PRESETS.items()
    ]


def open_table(waiting: WaitingTable) -> OpenTable:
    """A table that waits, as people see it."""
    settings = waiting.settings
    at_table = sitters(settings.game, settings.rules, settings.seats)
    seats = [WaitingSeat(sitter.name, sitter.who, total) for sitter, total in zip(at_table, waiting.totals, strict=True)]
    you = settings.seats.index(YOU) if YOU in settings.seats else None
    return OpenTable(waiting.table, settings.game, settings.mode, seats, you, waiting.hands, waiting.when)


def put_away(hall: Hall, person: int, command: Bin) -> Lobby:
    """Close a table: it no longer waits."""
    hall.store.close_table(own_table(hall, person, command.table))
    room = hall.rooms.get(command.table)
    if room:
        room.left = True  # nobody plays on; whoever comes back opens it again
    return lobby(hall, person)


def take_out(hall: Hall, person: int, command: Reopen) -> Lobby:
    """Take the closing of a table back."""
    if len(hall.store.open_tables(person)) >= MOST_TABLES:
        raise Refused("trouble_many_tables", most=MOST_TABLES)
    hall.store.reopen_table(own_table(hall, person, command.table))
    return lobby(hall, person)


def own_table(hall: Hall, person: int, name: str) -> str:
    """The name of a table, if it is this person's."""
    kept = hall.store.table(name[:40])
    if kept is None or kept.person != person:
        raise Refused("trouble_no_table")
    return name[:40]
