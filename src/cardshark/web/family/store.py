"""What is kept of the family table beside its cards: who may sit where, and what people have chosen to pass before their turn."""

import json

from cardshark.web.table.database import Database


def guests(database: Database) -> list[tuple[str, int, str, str]]:
    """Everybody who was let in: the hash of their token, seat, name and face."""
    return database.rows("select hash, seat, name, face from guests order by seat")


def keep_guests(database: Database, rows: list[tuple[str, int, str, str]]) -> None:
    """These people sit at the family table now, and nobody else."""
    with database.writing() as file:
        file.execute("delete from guests")
        file.executemany("insert into guests (hash, seat, name, face) values (?, ?, ?, ?)", rows)


def early(database: Database, table: str, hand: int) -> dict[int, list[int]]:
    """The cards that people have chosen to pass in this hand before it was their turn, by seat."""
    rows = database.rows("select seat, cards from early where name = ? and hand = ?", table, hand)
    return {seat: json.loads(cards) for seat, cards in rows}


def keep_early(database: Database, table: str, hand: int, seat: int, cards: list[int]) -> None:
    """Somebody has chosen what to pass."""
    with database.writing() as file:
        file.execute("insert into early values (?, ?, ?, ?)", (table, hand, seat, json.dumps(cards)))


def forget_early(database: Database, table: str) -> None:
    """Everybody has passed."""
    with database.writing() as file:
        file.execute("delete from early where name = ?", (table,))
