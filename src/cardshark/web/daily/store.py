"""What is kept of the daily eight: at which tables they were played, and what bots paid on the same cards."""

import json
from collections import defaultdict
from datetime import date
from typing import NamedTuple

from cardshark.web.table.database import Database
from cardshark.web.table.store import LEFT, write_table
from cardshark.web.table.table import TableSettings


class KeptDeal(NamedTuple):
    """A deal of a day, as far as somebody has played it."""

    table: str
    points: int | None  # once it is finished


class KeptDay(NamedTuple):
    """A day that somebody has begun."""

    day: date
    deals: int  # finished
    points: int


def kept_deals(database: Database, person: int, day: date) -> dict[int, KeptDeal]:
    """The deals of a day that somebody has begun, by number."""
    found = database.rows(
        "select d.deal, d.name, h.points from daily d join hands h on h.name = d.name where d.person = ? and d.day = ?",
        person, day.isoformat(),
    )  # fmt: skip
    return {deal: KeptDeal(table, points) for deal, table, points in found}


def kept_days(database: Database, person: int) -> list[KeptDay]:
    """Every day that somebody has begun, the first one first."""
    found = database.rows(
        "select d.day, count(h.points), coalesce(sum(h.points), 0) from daily d join hands h on h.name = d.name"
        " where d.person = ? group by d.day order by d.day",
        person,
    )
    return [KeptDay(date.fromisoformat(day), deals, points) for day, deals, points in found]


def table_of(database: Database, person: int, day: date, deal: int, settings: TableSettings, secret: bytes) -> str:
    """The one table at which somebody plays a deal: found again, even after it was left, or made now."""
    with database.writing() as file:
        row = (person, day.isoformat(), deal)
        found = file.execute("select name from daily where person = ? and day = ? and deal = ?", row).fetchone()
        if found:
            file.execute("update tables set closed = 0 where id = ? and closed = ?", (found[0], LEFT))
            return found[0]
        name = write_table(file, person, settings, "off", secret)
        file.execute("insert into daily values (?, ?, ?, ?)", (*row, name))
        return name


# ---- bots ----

Paid = dict[str, dict[int, dict[int, list[int]]]]  # by player, deal and part of the bots: what each of them paid


def keep_paid(database: Database, day: date, player: str, mind: str, paid: dict[tuple[int, int], list[int]]) -> None:
    """Keep what bots paid, by deal and part."""
    rows = [(day.isoformat(), player, mind, deal, part, json.dumps(points)) for (deal, part), points in paid.items()]
    with database.writing() as file:
        file.executemany("insert or ignore into daily_bots values (?, ?, ?, ?, ?, ?)", rows)


def kept_paid(database: Database, day: date, mind: str) -> Paid:
    """What the bots of a day have paid so far."""
    paid: Paid = defaultdict(lambda: defaultdict(dict))
    for player, deal, part, points in database.rows(
        "select player, deal, part, points from daily_bots where day = ? and mind = ?", day.isoformat(), mind
    ):
        paid[player][deal][part] = json.loads(points)
    return paid
