"""Rows of the file that no cardshark wrote, because something damaged or changed it: they are set aside, and everything else goes on.

What somebody has played is never deleted. A table, an evening or a hand from elsewhere that cannot be read belongs to nobody meanwhile: the
number of its person is negative, so no page finds it. Every start looks again. What was only worked out from these is deleted, and is
worked out again.
"""

import sqlite3
from typing import Any

import msgspec

from cardshark.hands.hand import StandIn
from cardshark.hands.saved import ChainedSaved
from cardshark.text import UserError
from cardshark.web.table.database import Database, NotKept
from cardshark.web.table.joining import Joining
from cardshark.web.table.table import TableSettings

OWNED = ("tables", "club", "imported")  # what belongs to somebody
DERIVED = ("daily", "daily_bots", "club_boards", "guests", "early", "reviewed", "decisions", "asked")
FORMS: dict[tuple[str, str], Any] = {  # texts that are JSON, and what they hold
    ("tables", "settings"): TableSettings, ("club", "settings"): dict[str, Any], ("imported", "played"): ChainedSaved,
    ("hands", "scores"): list[int], ("hands", "totals"): list[int], ("daily_bots", "points"): list[int], ("early", "cards"): list[int],
    ("reviewed", "tags"): list[str], ("hands", "joined"): Joining, ("hands", "stood_in"): list[StandIn],
    ("asked", "answer"): dict[str, Any],
}  # fmt: skip
MAY_BE_EMPTY = ("asked", "answer")
LARGE = 1_000_000  # points; nobody has so many
WRONG = {  # what the kinds of columns do not tell
    "tables": "closed not between 0 and 3 or datetime(made) is null",
    "hands": f"length(secret) not in (0, 32) or (ended is not null and datetime(ended) is null) or points not between -{LARGE} and {LARGE}"
    " or (points is not null and scores is null)",
    "choices": "choice not between 0 and 63",
    "club": "datetime(made) is null",
    "imported": f"datetime(ended) is null or points not between -{LARGE} and {LARGE}",
    "daily": "date(day) is null",
    "asked": "date(due) is null",
    "reviewed": " or ".join(f"{each} not between -{LARGE} and {LARGE}" for each in ("deal", "luck", "play")),
    "decisions": " or ".join(f"{each} not between -{LARGE} and {LARGE}" for each in ("cost", "low", "high")),
}
UNPLAYABLE = (  # a table has hands from its first on, and a hand has choices from its first on
    "select name from hands group by name having min(number) <> 0 or max(number) <> count(*) - 1",
    "select name from choices group by name, hand having min(place) <> 0 or max(place) <> count(*) - 1",
    "select name from choices c where not exists (select 1 from hands h where h.name = c.name and h.number = c.hand)",
    "select id from tables t where not exists (select 1 from hands h where h.name = t.id)",
)


def set_aside(database: Database) -> int:
    """Set aside what cannot be read, and take back what can be read again: how many tables, evenings and hands stand aside now."""
    try:
        return look_at_rows(database)
    except (sqlite3.Error, NotKept) as error:  # its tables are not those of its version, or the disk is full
        database.close()
        raise UserError(f"{database.path} cannot be opened ({error}): move it away, or set CARDSHARK_HOME to another folder") from None


def look_at_rows(database: Database) -> int:
    """Look at every row of the file, in one go: another server may be writing."""
    with database.writing() as file:
        file.create_function("holds", 3, holds, deterministic=True)
        for table in DERIVED:
            file.execute(f"delete from {table} where {wrong_in(file, table)}")
        parts = [f"select name from {table} where {wrong_in(file, table)}" for table in ("hands", "choices")]
        unplayable = " or ".join(f"id in ({names})" for names in (*UNPLAYABLE, *parts))
        for table in OWNED:
            wrong = wrong_in(file, table) + (f" or {unplayable}" if table == "tables" else "")
            file.execute(f"update {table} set person = -person where typeof(person) = 'integer' and (person < 0) <> coalesce(({wrong}), 0)")
        return sum(file.execute(f"select count(*) from {table} where person < 0").fetchone()[0] for table in OWNED)


def wrong_in(file: sqlite3.Connection, table: str) -> str:
    """When a row of a table is wrong, for SQL: a column is of another kind than was agreed, or does not hold what it should."""
    found = [WRONG[table]] if table in WRONG else []
    for _, name, kind, needed, _, key in file.execute(f"pragma table_info({table})"):
        kinds = f"'{kind.lower()}'" if needed or key else f"'{kind.lower()}', 'null'"
        found.append(f"typeof({name}) not in ({kinds})")
        if (table, name) in FORMS:
            found.append(f"not holds('{table}', '{name}', {name})")
    return f"({' or '.join(found)})"


def holds(table: str, column: str, text: Any) -> bool:
    """Does a text of JSON hold what it should? Whether it may be missing, the kind of the column says."""
    if text is None or (text == "" and (table, column) == MAY_BE_EMPTY):
        return True
    try:
        msgspec.json.decode(text, type=FORMS[table, column])
    except (ValueError, TypeError, RecursionError):
        return False
    return True
