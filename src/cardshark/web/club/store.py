"""What is kept of club evenings: who takes part, at which tables people play, and what everybody paid."""

import secrets
from typing import NamedTuple

import msgspec

from cardshark.web.club.evening import EveningSettings, Turn
from cardshark.web.table.database import Database
from cardshark.web.table.store import LEFT, SHOWN, now, write_table
from cardshark.web.table.table import TableSettings


class KeptEvening(NamedTuple):
    """An evening as it is kept."""

    name: str
    when: str
    settings: EveningSettings


class KeptBoard(NamedTuple):
    """How far somebody is on a board."""

    table: str  # empty for a bot
    points: int | None


def new_evening(database: Database, person: int, settings: EveningSettings) -> str:
    """Keep a new evening."""
    name = secrets.token_hex(6)
    with database.writing() as file:
        file.execute("insert into club values (?, ?, ?, ?)", (name, person, now(), msgspec.json.encode(settings).decode()))
    return name


def evenings(database: Database, person: int, name: str = "") -> list[KeptEvening]:
    """Somebody's evenings, the last first; only the one of this name, if it is given."""
    found = database.rows(
        "select name, made, settings from club where person = ? and (name = ? or ? = '') order by made desc, rowid desc", person, name, name
    )
    return [KeptEvening(each, when, msgspec.json.decode(settings, type=EveningSettings)) for each, when, settings in found]


def new_evenings(database: Database, person: int) -> list[KeptEvening]:
    """Those that somebody has begun in the last day."""
    ((yesterday,),) = database.rows("select datetime('now', '-1 day')")
    return [kept for kept in evenings(database, person) if kept.when > yesterday]


def evening_named(database: Database, name: str) -> EveningSettings:
    """What was agreed for an evening."""
    ((settings,),) = database.rows("select settings from club where name = ?", name)
    return msgspec.json.decode(settings, type=EveningSettings)


def played(database: Database, name: str) -> dict[Turn, KeptBoard]:
    """What has been begun or played on an evening."""
    found = database.rows(
        "select b.board, b.entrant, coalesce(b.name, ''), coalesce(b.points, h.points) from club_boards b"
        " left join hands h on h.name = b.name where b.evening = ?",
        name,
    )
    return {Turn(board, entrant): KeptBoard(table, points) for board, entrant, table, points in found}


def keep_points(database: Database, name: str, turn: Turn, points: int) -> None:
    """What a bot paid on a board."""
    with database.writing() as file:
        file.execute("insert or ignore into club_boards values (?, ?, ?, null, ?)", (name, *turn, points))


def table_of(database: Database, person: int, name: str, turn: Turn, settings: TableSettings, secret: bytes) -> str:
    """The one table at which somebody plays a board: found again, even after it was left, or made now."""
    with database.writing() as file:
        found = file.execute("select name from club_boards where evening = ? and board = ? and entrant = ?", (name, *turn)).fetchone()
        if found:
            file.execute("update tables set closed = 0 where id = ? and closed = ?", (found[0], LEFT))
            return found[0]
        table = write_table(file, person, settings, "off", secret)
        file.execute("insert into club_boards values (?, ?, ?, ?, null)", (name, *turn, table))
        return table


def show_tables(database: Database, tables: list[str]) -> None:
    """Everybody has played these boards: they may be reviewed now."""
    with database.writing() as file:
        file.executemany("update tables set closed = ? where id = ? and closed <> ?", [(SHOWN, table, SHOWN) for table in tables])
