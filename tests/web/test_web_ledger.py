"""The ledger: every hand that counts is reviewed once, in the background; hands that no longer count leave it."""

import asyncio

import pytest

from cardshark.web.hall import Hall
from cardshark.web.ledger import bookkeeper, store
from cardshark.web.ledger.bookkeeper import Bookkeeper, Stopped, keep_up
from cardshark.web.ledger.store import HandName
from cardshark.web.table.store import Store
from helpers.web.history import NOW, deal_the_same, play_hands, write_ledger


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A hall whose clock stands still, and where always the same cards are dealt."""
    deal_the_same(monkeypatch)
    hall = Hall(Store(tmp_path / "tables.sqlite"))
    hall.clock = lambda: NOW
    yield hall
    asyncio.run(hall.close())


def in_ledger(hall: Hall) -> set[str]:
    """The hands in the ledger."""
    return {f"{name}-{number}" for name, number in hall.store.database.rows("select name, number from reviewed")}


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), [("hearts", "dutch"), ("gin", "")])
def test_a_hand_is_reviewed_once_and_its_points_add_up(hall, game, rules):
    name = play_hands(hall, game, rules=rules)
    keep_up(hall)
    (kept,) = store.hands_of(hall.store.database, hall.store.owner())
    assert kept.hand == HandName(name, 0) and kept.counts and kept.judge
    cost = kept.points if game == "hearts" else -kept.points
    assert kept.deal + kept.luck + kept.play == pytest.approx(cost)
    decisions = [each.decision for each in store.decisions_of(hall.store.database, hall.store.owner())]
    assert decisions and sum(each.cost for each in decisions) == pytest.approx(kept.play)
    assert all(each.low <= each.cost <= each.high for each in decisions)
    assert all(each.verdict in ("mistake", "slip") for each in decisions if each.kind)
    assert any(each.verdict == "mistake" for each in decisions)  # who stands for the person plays badly
    assert store.next_missing(hall.store.database) is None


def test_practice_watching_and_what_was_tried_again_do_not_count(hall):
    play_hands(hall, mode="practice")
    assert store.next_missing(hall.store.database) is None
    name = play_hands(hall, days_ago=3)
    newest = play_hands(hall, days_ago=1)
    assert store.next_missing(hall.store.database) == HandName(newest, 0)  # the newest first
    assert store.count_missing(hall.store.database, hall.store.owner()) == 2
    write_ledger(hall, newest)
    assert store.next_missing(hall.store.database) == HandName(name, 0)


def test_a_hand_that_is_taken_back_or_deleted_leaves_the_ledger(hall):
    back, gone, stays = (play_hands(hall) for _ in range(3))
    for name in (back, gone, stays):
        write_ledger(hall, name, cost=0.5)
    kept = hall.store.table(back)
    hall.store.cut(back, kept.hands, 10)
    with hall.store.database.writing() as file:
        file.execute("delete from hands where name = ?", (gone,))
    owner = hall.store.owner()
    assert {each.hand.table for each in store.decisions_of(hall.store.database, owner)} == {stays}
    keep_up(hall)
    assert in_ledger(hall) == {f"{stays}-0"}


def test_what_cannot_be_reviewed_does_not_hold_up_the_rest(hall, monkeypatch):
    old, fine = play_hands(hall, days_ago=1), play_hands(hall, days_ago=2)
    with hall.store.database.writing() as file:
        file.execute("update tables set settings = replace(settings, 'american', 'forgotten') where id = ?", (old,))
    monkeypatch.setattr(bookkeeper, "entry_of", entry_if_known)
    keep_up(hall)
    assert in_ledger(hall) == {f"{old}-0", f"{fine}-0"}
    assert {str(kept.hand): kept.judge for kept in store.hands_of(hall.store.database, hall.store.owner())} == {
        f"{old}-0": "",
        f"{fine}-0": "nobody",
    }


def entry_if_known(table, progress):
    """A review that needs no coach."""
    from cardshark.web.ledger.entry import Entry

    return Entry("nobody", "0", 0.0, 0.0, 0.0, [], [])


def test_everybody_else_goes_first_and_a_server_that_ends_waits_for_nothing(hall):
    keeper = Bookkeeper(hall)
    keeper.wait(0, 13)  # nobody waits: at once
    hall.busy = 1
    assert hall.quiet_for() == 0.0
    keeper.stopped.set()
    with pytest.raises(Stopped):
        keeper.wait(1, 13)
    play_hands(hall)
    assert keeper.one() is False  # and nothing was written
    assert in_ledger(hall) == set()
