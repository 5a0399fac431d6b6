"""The file of the tables when two servers write into it, or when a write fails in the middle."""

import sqlite3

import pytest

from cardshark.web.table.store import Store
from cardshark.web.table.table import Dealt, TableSettings
from helpers.web.pages import Page, let_in, running

SETTINGS = TableSettings("hearts", "dutch", ["you", "jake", "jake", "jake"], "practice")
SECRET, OTHER = bytes(32), bytes([1]) * 32


def played(*choices: int) -> list[Dealt]:
    """A first hand, so far."""
    return [Dealt(SECRET, list(choices))]


@pytest.fixture
def stores(tmp_path):
    """Two servers at one file."""
    found = Store(tmp_path / "tables.sqlite"), Store(tmp_path / "tables.sqlite")
    yield found
    for store in found:
        store.close()


@pytest.mark.parametrize(
    "write",
    [
        lambda store, name, hands: store.add_choice(name, hands, 6),
        lambda store, name, hands: store.add_hand(name, hands, OTHER),
        lambda store, name, hands: store.cut(name, hands, 0),
        lambda store, name, hands: store.end_hand(name, hands, 1, [1], [1]),
    ],
)
@pytest.mark.parametrize(
    "since",
    [
        lambda store, name: store.add_choice(name, played(3, 5), 7),
        lambda store, name: store.cut(name, played(3, 5), 1),
        lambda store, name: (store.cut(name, played(3, 5), 1), store.add_choice(name, played(3), 8)),  # as many as before, but others
        lambda store, name: store.add_hand(name, played(3, 5), OTHER),
    ],
)
def test_whoever_has_not_seen_what_another_server_did_writes_nothing(stores, since, write):
    one, other = stores
    name = one.new_table(one.owner(), SETTINGS, "off", SECRET, [3, 5])
    assert other.table(name).hands == played(3, 5)
    since(one, name)
    kept = one.table(name)
    with pytest.raises(sqlite3.IntegrityError, match="another server"):
        write(other, name, played(3, 5))
    assert other.table(name) == kept == one.table(name) and other.finished_hands(other.owner()) == []
    write(other, name, kept.hands)  # who looks again may go on


def test_a_table_is_read_at_one_moment(stores):
    one, other = stores
    name = one.new_table(one.owner(), SETTINGS, "off", SECRET, [3, 5])
    done = []

    def meanwhile(statement: str) -> None:
        if "from hands" in statement and not done:
            done.append(other.add_choice(name, played(3, 5), 7))
            other.add_hand(name, played(3, 5, 7), OTHER)
            other.add_choice(name, [*played(3, 5, 7), Dealt(OTHER, [])], 9)

    one.database.connection.set_trace_callback(meanwhile)
    assert one.table(name).hands == played(3, 5) and done
    assert len(one.table(name).hands) == 2


def test_a_write_that_fails_leaves_the_file_ready_for_the_next(stores):
    store, other = stores
    store.database.connection.execute("pragma foreign_keys = on")

    def of_nobody(file: sqlite3.Connection) -> None:
        file.execute("pragma defer_foreign_keys = on")  # so that it is noticed when everything is written
        file.execute("insert into club values ('x', 99, '', '')")

    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"), store.database.writing() as file:
        of_nobody(file)
    with pytest.raises(sqlite3.IntegrityError, match="NOT NULL"), store.database.writing() as file:
        file.execute("insert or rollback into people (made) values (null)")  # SQLite takes all back itself
    assert other.new_person() == 1 and store.new_person() == 2
    assert store.database.rows("select count(*) from club") == [(0,)]


@pytest.mark.long
def test_a_page_at_another_server_is_told_that_the_table_went_on(tmp_path):
    with running(tmp_path) as one, running(tmp_path) as two:
        pages = [Page(server.port, let_in(server)) for server in (one, two)]
        with pages[0] as here, pages[1] as there:
            table = here.create(rules="dutch", mode="practice", seats=["you", "random", "random", "random"])["table"]
            here.my_turn()
            there.ask(do="hello", table=table)
            old = there.my_turn()
            here.move()
            here.my_turn()
            here.ask(do="undo", table=table)
            here.move()
            here.my_turn()  # nobody thinks any more
            kept = one.hall.store.table(table)
            answer = there.ask(do="choose", table=table, seq=old["seq"], choice=old["legal"][-1])
            assert answer["words"]["key"] == "trouble_elsewhere"
            assert two.hall.store.table(table) == kept
            there.ask(do="hello", table=table)
            assert there.play_hand()["result"]
