"""A file of tables in which something else stands: what cannot be read is set aside, everything else is shown, and nothing is deleted."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from cardshark.hands.saved import to_json
from cardshark.hands.seal import new_secret
from cardshark.text import UserError
from cardshark.web.daily.page import show_daily
from cardshark.web.errands import Errands
from cardshark.web.hall import Hall
from cardshark.web.ledger.store import decisions_of, hands_of, next_missing
from cardshark.web.lobby.page import lobby
from cardshark.web.lobby.results import results_of
from cardshark.web.me.imported import bring_in
from cardshark.web.messages.daily import Daily
from cardshark.web.table.store import Store
from cardshark.web.table.table import Dealt, TableSettings
from helpers.played import joined_hand

SEATS = ["you", "random", "random", "random"]
SETTINGS = TableSettings("hearts", "dutch:hands=1", SEATS)
WHEN = "2026-11-01 10:00:00"


@pytest.fixture
def path(tmp_path):
    """A file with a table that waits, and one at which a hand was finished; the second is damaged by the tests."""
    store = Store(tmp_path / "tables.sqlite")
    person = store.owner()
    store.new_table(person, SETTINGS, "off", new_secret(), [])
    name, secret = store.new_table(person, SETTINGS, "off", bytes(32), [3, 5]), bytes(32)
    store.end_hand(name, [Dealt(secret, [3, 5])], 4, [4, 2, 1, 1], [4, 2, 1, 1])
    with store.database.writing() as file:
        file.execute("insert into reviewed values (?, 0, 'jake', '1', 1.0, 2.0, 1.0, '[]')", (name,))
        file.execute("insert into decisions values (?, 0, 0, 'play', '2C', '3C', 1.0, 0.5, 1.5, 'mistake', 'x')", (name,))
        file.execute("insert into imported values ('x', ?, ?, ?, 3)", (person, '{"no": "hand"}', WHEN))
    assert store.aside == 0
    store.close()
    return tmp_path / "tables.sqlite"


def change(path, *statements: str) -> None:
    """Damage a file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in statements:
            file.execute(statement)


LAST = "(select max(rowid) from tables)"
SECOND = f"(select id from tables where rowid = {LAST})"
DAMAGES = {
    "settings are no JSON": f"update tables set settings = '{{' where rowid = {LAST}",
    "settings are something else": f"update tables set settings = '[1]' where rowid = {LAST}",
    "settings are bytes": f"update tables set settings = x'ff' where rowid = {LAST}",
    "a time that is none": f"update tables set made = 'soon' where rowid = {LAST}",
    "closed like no table": f"update tables set closed = 'x' where rowid = {LAST}",
    "a secret that is none": f"update hands set secret = 'x' where name = {SECOND}",
    "a short secret": f"update hands set secret = x'07' where name = {SECOND}",
    "a score that is none": f"update hands set scores = '[\"x\"]' where name = {SECOND}",
    "words that are none": f"update hands set joined = '[]' where name = {SECOND}",
    "no score": f"update hands set scores = null where name = {SECOND}",
    "points in words": f"update hands set points = 'many' where name = {SECOND}",
    "a hand that ended never": f"update hands set ended = 'never' where name = {SECOND}",
    "no first hand": f"update hands set number = 1 where name = {SECOND}",
    "no hand": f"delete from hands where name = {SECOND}",
    "a choice in words": f"update choices set choice = 'x' where name = {SECOND} and place = 0",
    "a choice that there is not": f"update choices set choice = 64 where name = {SECOND} and place = 0",
    "a choice of no hand": f"update choices set hand = 7 where name = {SECOND} and place = 0",
    "a gap": f"delete from choices where name = {SECOND} and place = 0",
}


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
def test_a_table_that_cannot_be_read_is_set_aside_and_the_others_are_shown(path, statement):
    change(path, statement)
    hall = Hall(Store(path))
    store, person = hall.store, hall.owner
    assert store.aside == 2  # the table, and the hand from elsewhere that is none
    assert len(lobby(hall, person).tables) == len(store.open_tables(person)) == 1
    assert hands_of(store.database, person) == decisions_of(store.database, person) == store.finished_hands(person) == []
    assert next_missing(store.database) is None
    assert results_of(store, person, "hearts").gains == []
    ((name,),) = store.database.rows("select id from tables where person < 0")
    assert store.table(name) is None
    store.close()


def test_a_day_with_a_damaged_table_is_shown(path, monkeypatch):
    monkeypatch.setattr(Errands, "run", lambda *_: None)
    change(
        path,
        f"insert into daily select person, '2026-11-01', 0, id from tables where rowid = {LAST}",
        f"update hands set ended = null, points = null, scores = null where name = {SECOND}",
        f"update tables set settings = '[' where rowid = {LAST}",
    )
    hall = Hall(Store(path))
    hall.clock = lambda: datetime(2026, 11, 1, 12, tzinfo=UTC)
    assert [deal.begun for deal in show_daily(hall, hall.owner, Daily(day="2026-11-01")).deals] == [False] * 8
    hall.store.close()


def test_what_is_whole_again_comes_back(path):
    change(path, "update imported set person = -person", f"update hands set points = 'many' where name = {SECOND}")
    store = Store(path)
    assert (store.aside, len(store.open_tables(store.owner()))) == (2, 1)
    store.close()
    change(path, f"update hands set points = 4 where name = {SECOND}")
    store = Store(path)
    assert (store.aside, len(store.open_tables(store.owner()))) == (1, 2)
    store.close()


def test_what_was_only_worked_out_is_worked_out_again(path):
    change(path, "update reviewed set tags = '{'", "update decisions set cost = 'x'")
    store = Store(path)
    assert store.database.rows("select count(*) from reviewed") == store.database.rows("select count(*) from decisions") == [(0,)]
    assert next_missing(store.database) is not None
    store.close()


@pytest.mark.parametrize("statement", ["drop table hands", "alter table tables rename to chairs", "drop table club"])
def test_a_file_without_its_tables_gets_one_sentence(path, statement):
    change(path, "pragma foreign_keys = off", statement)
    with pytest.raises(UserError, match=r"tables\.sqlite cannot be opened \(.*no such table"):
        Store(path)


def test_a_hand_from_elsewhere_that_people_sealed_is_not_set_aside(path):
    store = Store(path)
    hand = joined_hand("hearts", "american", 1)
    assert bring_in(store.database, store.owner(), json.dumps(to_json(hand)).encode(), datetime(2026, 11, 1, tzinfo=UTC)) == (1, 0)
    before = store.aside
    store.close()
    store = Store(path)
    assert store.aside == before
    store.close()
