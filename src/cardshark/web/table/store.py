"""What is kept: people, their tables, and every choice.

A choice is written before anybody hears of it, so a server that is killed has lost nothing that was answered.
"""

import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from cardshark.hands.hand import StandIn
from cardshark.web.table.damage import set_aside
from cardshark.web.table.database import Database, setting
from cardshark.web.table.joining import Joining
from cardshark.web.table.table import Dealt, TableSettings

HAND_NAME = re.compile(r"(.{1,40})-([0-9]{1,9})", re.DOTALL)
LEFT, ENDED, SHOWN = 1, 2, 3  # marks of a table that is closed: left, played to its end, and shown to all of a club evening


class KeptTable(NamedTuple):
    """A table as it is kept."""

    person: int
    settings: TableSettings
    coach: str
    closed: int  # 0 while somebody sits there
    hands: list[Dealt]


class WaitingTable(NamedTuple):
    """A table that is not finished."""

    table: str
    settings: TableSettings
    hands: int  # that were begun
    totals: list[int]
    when: str  # the last hand ended there, or the table was made


class FinishedHand(NamedTuple):
    """A finished hand."""

    table: str
    number: int
    game: str
    when: str
    points: int
    undone: bool
    mode: str


def now() -> str:
    """The time, as it is written to the file."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")


def as_text(joined: Joining | None) -> str | None:
    """What people gave to a deal, as it is written to the file."""
    return None if joined is None else msgspec.json.encode(joined).decode()


def from_text(joined: str | None) -> Joining | None:
    """The same, read again."""
    return None if joined is None else msgspec.json.decode(joined, type=Joining)


def read_stand_ins(text: str | None) -> list[StandIn]:
    """Who chose for players that could not go on in a hand, as the file has it."""
    return [] if text is None else msgspec.json.decode(text, type=list[StandIn])


def read_hand_name(text: str) -> tuple[str, int] | None:
    """The table and the number of a hand that a page calls `TABLE-NUMBER`; None for what no hand is called."""
    found = HAND_NAME.fullmatch(text)
    return (found[1], int(found[2])) if found else None


def write_table(
    file: sqlite3.Connection, person: int, settings: TableSettings, coach: str, secret: bytes, joined: Joining | None = None
) -> str:
    """Write a new table with its first hand, while something larger is written."""
    name = secrets.token_hex(6)
    row = (name, person, msgspec.json.encode(settings).decode(), coach, now())
    file.execute("insert into tables (id, person, settings, coach, made) values (?, ?, ?, ?, ?)", row)
    file.execute("insert into hands (name, number, secret, joined) values (?, 0, ?, ?)", (name, secret, as_text(joined)))
    return name


class Store:
    """People, tables and choices in a file; its methods may be called from any thread."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        self.aside = set_aside(self.database)  # how many tables, evenings and hands cannot be read

    def close(self) -> None:
        """Let the file go."""
        self.database.close()

    # ---- people ----

    def owner(self) -> int:
        """Whose file this is: the first person in it."""
        return self.database.rows("select min(id) from people")[0][0] or self.new_person()

    def new_person(self) -> int:
        """Somebody new."""
        with self.database.writing() as file:
            return int(file.execute("insert into people (made) values (?)", (now(),)).lastrowid or 0)

    def guests(self) -> list[int]:
        """Everybody else who has a table here."""
        others = "select distinct person from tables where person != ? order by person"
        return [person for (person,) in self.database.rows(others, self.owner())]

    # ---- tables ----

    def new_table(
        self, person: int, settings: TableSettings, coach: str, secret: bytes, choices: list[int], joined: Joining | None = None
    ) -> str:
        """Keep a new table with its first hand."""
        with self.database.writing() as file:
            name = write_table(file, person, settings, coach, secret, joined)
            file.executemany("insert into choices values (?, 0, ?, ?)", [(name, *pair) for pair in enumerate(choices)])
        return name

    def table(self, name: str) -> KeptTable | None:
        """A table, as far as it was played."""
        with self.database.reading() as file:
            found = file.execute("select person, settings, coach, closed from tables where id = ?", (name,)).fetchone()
            rows = file.execute("select secret, undone, joined, stood_in from hands where name = ? order by number", (name,)).fetchall()
            choices = file.execute("select hand, choice from choices where name = ? order by hand, place", (name,)).fetchall()
        if found is None or not isinstance(found[0], int) or found[0] < 0:  # there is none, or it stands aside
            return None
        person, settings, coach, closed = found
        hands = [Dealt(secret, [], bool(undone), from_text(joined), read_stand_ins(others)) for secret, undone, joined, others in rows]
        for hand, choice in choices:
            hands[hand].choices.append(choice)
        return KeptTable(person, msgspec.json.decode(settings, type=TableSettings), coach, closed, hands)

    @contextmanager
    def writing_on(self, name: str, hands: list[Dealt]) -> Iterator[sqlite3.Connection]:
        """Write at a table of which these hands were played; it fails if another server has played on there, or taken something back."""
        with self.database.writing() as file:
            (count,) = file.execute("select count(*) from hands where name = ?", (name,)).fetchone()
            last = file.execute("select choice from choices where name = ? and hand = ? order by place", (name, len(hands) - 1)).fetchall()
            if count != len(hands) or [choice for (choice,) in last] != hands[-1].choices:
                raise sqlite3.IntegrityError(f"another server has played on at table {name}")
            yield file

    def add_choice(self, name: str, hands: list[Dealt], choice: int, stood_in: list[StandIn] | None = None) -> None:
        """Write down what is chosen after what was played so far; and who has chosen for others by then, if that is new."""
        with self.writing_on(name, hands) as file:
            if stood_in is not None:
                row = (msgspec.json.encode(stood_in).decode(), name, len(hands) - 1)
                file.execute("update hands set stood_in = ? where name = ? and number = ?", row)
            file.execute("insert into choices values (?, ?, ?, ?)", (name, len(hands) - 1, len(hands[-1].choices), choice))

    def add_hand(self, name: str, hands: list[Dealt], secret: bytes, joined: Joining | None = None) -> None:
        """Write down what the next hand is dealt from."""
        row = (name, len(hands), secret, as_text(joined))
        with self.writing_on(name, hands) as file:
            file.execute("insert into hands (name, number, secret, joined) values (?, ?, ?, ?)", row)

    def set_joined(self, name: str, hands: list[Dealt], joined: Joining) -> None:
        """Write down what people have given to the deal of the last hand; it fails if another server has heard something else meanwhile."""
        row = (as_text(joined), name, len(hands) - 1, as_text(hands[-1].joined))
        with self.writing_on(name, hands) as file:
            if file.execute("update hands set joined = ? where name = ? and number = ? and joined is ?", row).rowcount != 1:
                raise sqlite3.IntegrityError(f"another server has asked for words at table {name}")

    def cut(self, name: str, hands: list[Dealt], place: int) -> None:
        """Take choices of the last hand back, from this place on."""
        hand, stood_in = len(hands) - 1, hands[-1].up_to(place).stood_in
        with self.writing_on(name, hands) as file:
            file.execute("delete from choices where name = ? and hand = ? and place >= ?", (name, hand, place))
            file.execute(
                "update hands set undone = 1, ended = null, points = null, scores = null, totals = null, stood_in = ?"
                " where name = ? and number = ?",
                (msgspec.json.encode(stood_in).decode() if stood_in else None, name, hand),
            )
            file.execute("update tables set closed = 0 where id = ? and closed = 2", (name,))  # the match goes on

    def end_hand(self, name: str, hands: list[Dealt], points: int | None, scores: list[int], totals: list[int]) -> None:
        """Write down the score of the last hand."""
        with self.writing_on(name, hands) as file:
            file.execute(
                "update hands set ended = coalesce(ended, ?), points = ?, scores = ?, totals = ? where name = ? and number = ?",
                (now(), points, json.dumps(scores), json.dumps(totals), name, len(hands) - 1),
            )

    def set_coach(self, name: str, coach: str) -> None:
        """How much the coach says."""
        with self.database.writing() as file:
            file.execute("update tables set coach = ? where id = ?", (coach, name))

    def close_table(self, name: str) -> None:
        """Nobody sits here any more."""
        with self.database.writing() as file:
            file.execute("update tables set closed = 1 where id = ? and closed = 0", (name,))

    def reopen_table(self, name: str) -> None:
        """Take back that nobody sits here any more."""
        with self.database.writing() as file:
            file.execute("update tables set closed = 0 where id = ? and closed = 1", (name,))

    # ---- looking back ----

    def open_tables(self, person: int) -> list[WaitingTable]:
        """The tables at which somebody still sits, the latest first; but for those of something larger."""
        found = self.database.rows(
            "select id, settings, (select count(*) from hands where name = id),"
            " (select totals from hands where name = id and totals is not null order by number desc limit 1),"
            " coalesce((select max(ended) from hands where name = id), made) as last"
            f" from tables t where person = ? and closed = 0 and coalesce({setting('home')}, '') = ''"
            " order by last desc, made desc, id",
            person,
        )
        tables = []
        for name, text, hands, totals, when in found:
            settings = msgspec.json.decode(text, type=TableSettings)
            tables.append(WaitingTable(name, settings, hands, json.loads(totals or "null") or [0] * len(settings.seats), when))
        return tables

    def has_played(self, person: int) -> bool:
        """Has somebody ever finished a hand?"""
        found = "select 1 from hands h join tables t on t.id = h.name where t.person = ? and h.points is not null limit 1"
        return bool(self.database.rows(found, person))

    def finished_hands(self, person: int, most: int = 200) -> list[FinishedHand]:
        """The hands that somebody has played, the last first; not those only watched, nor those of several people (a club evening)."""
        found = self.database.rows(
            "select h.name, h.number, t.settings, h.ended, h.points, h.undone from hands h join tables t on t.id = h.name"
            f" where t.person = ? and h.ended is not null and h.points is not null and {setting('mode')} <> 'club'"
            " order by h.ended desc, h.number desc limit ?",
            person, most,
        )  # fmt: skip
        decoded = ((row, msgspec.json.decode(row[2], type=TableSettings)) for row in found)
        return [FinishedHand(row[0], row[1], kept.game, row[3], row[4], bool(row[5]), kept.mode) for row, kept in decoded]

    def statistics(self, person: int) -> dict[str, dict[str, float]]:
        """Hands and points of each game, without hands that were practised or taken back."""
        found: dict[str, dict[str, float]] = {}
        for hand in self.finished_hands(person, -1):
            if not hand.undone and hand.mode == "play":
                row = found.setdefault(hand.game, {"hands": 0, "points": 0})
                row["hands"], row["points"] = row["hands"] + 1, row["points"] + hand.points
        return found

    def begun_challenge(self, person: int, opponent: str) -> str:
        """A game of the human experiment that was begun and not finished. It is opened again, because its deals are known already."""
        with self.database.writing() as file:
            rows = file.execute("select id, settings from tables where person = ? and closed < 2 order by made", (person,)).fetchall()
            for name, settings in rows:
                if msgspec.json.decode(settings, type=TableSettings).challenge == opponent:
                    file.execute("update tables set closed = 0 where id = ?", (name,))
                    return name
        return ""

    def challenges(self, person: int) -> list[tuple[str, int, list[int]]]:
        """The finished games of the human experiment: opponent, number of the game, totals with the person's first.

        A game in which somebody chose for the opponent is none against it.
        """
        found = self.database.rows(
            "select t.settings, (select totals from hands where name = t.id order by number desc limit 1) from tables t"
            " where t.person = ? and t.closed = 2 and not exists (select 1 from hands where name = t.id and stood_in is not null)"
            " order by t.made",
            person,
        )
        decoded = [(msgspec.json.decode(settings, type=TableSettings), totals) for settings, totals in found]
        return [(kept.challenge, kept.number, json.loads(totals)) for kept, totals in decoded if kept.challenge and totals]

    def end_match(self, name: str) -> None:
        """The match is decided: the table leaves the lobby."""
        with self.database.writing() as file:
            file.execute("update tables set closed = 2 where id = ? and closed = 0", (name,))

    def secrets(self, person: int) -> list[tuple[TableSettings, int, Dealt]]:
        """What every finished hand of somebody was dealt from: settings, number of the hand, and the hand without its choices."""
        found = self.database.rows(
            "select t.settings, h.number, h.secret, h.joined from hands h join tables t on t.id = h.name"
            " where t.person = ? and h.ended is not null order by t.made, h.number",
            person,
        )
        return [
            (msgspec.json.decode(settings, type=TableSettings), number, Dealt(secret, [], joined=from_text(joined)))
            for settings, number, secret, joined in found
        ]
