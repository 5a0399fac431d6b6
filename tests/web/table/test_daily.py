"""The daily eight: the same cards everywhere, one try, honest counts, and days in a row."""

import threading
from datetime import date, datetime, time, timedelta
from time import monotonic, sleep
from typing import ClassVar

import msgspec
import pytest

from cardshark.cards import listed, name
from cardshark.web.daily import bots, page
from cardshark.web.daily.bots import Crowd, count_behind, levels, mind, play_day
from cardshark.web.daily.days import boards, opponents, streak
from cardshark.web.daily.store import keep_paid, kept_paid
from cardshark.web.duplicate import play_boards, table_settings
from cardshark.web.errands import Errands
from cardshark.web.messages.daily import Daily, PlayDaily
from cardshark.web.messages.lobby import Lobby
from cardshark.web.table.cast import cast
from cardshark.web.table.dealer import Refused, TableDealer
from cardshark.web.table.store import Store
from helpers.web.days import write_day
from helpers.web.pages import CARD

DAY = date(2026, 11, 16)


class Hall:
    """All that the daily eight asks of a hall; errands are only noted."""

    def __init__(self, folder):
        self.store, self.errands, self.begun = Store(folder / "tables.sqlite"), self, []
        self.person, self.today = self.store.owner(), DAY

    def clock(self):
        """A moment of the day."""
        return datetime.combine(self.today, time(12))

    def run(self, *errand):
        """Note an errand."""
        self.begun.append(errand)

    def goes_on(self, *errand):
        """Has it been begun?"""
        return errand in self.begun


@pytest.fixture
def hall(tmp_path):
    """A hall on a Monday in November."""
    found = Hall(tmp_path)
    yield found
    found.store.close()


def show(hall, day: str = ""):
    """The page of a day."""
    return page.show_daily(hall, hall.person, Daily(day=day))


def go_on(hall, day: str = "") -> str:
    """The table of the next deal."""
    return page.play_daily(hall, hall.person, PlayDaily(day=day))


def dealer(hall, name: str) -> TableDealer:
    """Whoever deals at a table."""
    kept = hall.store.table(name)
    return TableDealer(hall.store, name, kept)


# ---- the cards ----


def test_a_date_names_the_same_cards_on_every_machine():
    """Written down once: if these change, two versions of cardshark no longer play the same day."""
    assert [each.secret.hex()[:8] for each in boards(DAY)][:2] == ["58627a11", "7de670dd"]
    assert [each.passing for each in boards(DAY)] == ["left", "right", "across", "keep"] * 2
    assert len({each.secret for day in range(40) for each in boards(DAY + timedelta(day))}) == 320


def test_the_opponents_of_a_day_are_three_quick_people_one_of_whom_plays_by_chance():
    tables = [[member.who for member in opponents(DAY + timedelta(day))] for day in range(60)]
    assert tables[0] == ["wilma", "nora", "jake"]
    assert all(len({*who}) == 3 and {*who} & {"emil", "nora"} and "vera" not in who for who in tables)
    assert len({tuple(who) for who in tables}) > 20


@pytest.mark.long
def test_a_bot_at_the_table_pays_what_the_same_bot_pays_in_the_crowd(hall):
    """The cards, whom they are passed to, and the luck of the others are the same at a table and in the kernels."""
    others = [member.player for member in opponents(DAY)]
    for number in (0, 3):
        settings = table_settings(others, number, "/daily")
        settings.seats[0] = "jake"
        name = hall.store.new_table(hall.person, settings, "off", boards(DAY)[number].secret, [])
        table = dealer(hall, name)
        while not table.table.ended:
            table.step()
        assert [[table.table.points[0]]] == play_boards("jake", others, [boards(DAY)[number]])


# ---- one try ----


def test_a_deal_has_one_table_which_is_found_again_even_after_it_was_left(hall):
    name = go_on(hall)
    hall.store.close_table(name)
    assert go_on(hall) == name
    assert hall.store.table(name).closed == 0
    assert hall.store.open_tables(hall.person) == []  # the day has a page of its own


def test_at_a_daily_table_nothing_is_sealed_taken_back_or_advised(hall):
    table = dealer(hall, go_on(hall))
    state = table.state()
    assert (state.seal, state.undo, state.home, state.hand_number) == ("", False, "/daily/2026-11-16", 1)
    for forbidden in (table.undo, table.check_help):
        with pytest.raises(Refused):
            forbidden()


def test_a_day_goes_from_deal_to_deal_and_ends(hall):
    assert show(hall).now == 0
    tables = set()
    for number in range(8):
        name = go_on(hall)
        tables.add(name)
        assert show(hall).deals[number].begun
        assert dealer(hall, name).table.hand_number == number
        write_day(hall.store, hall.person, DAY, range(number + 1))
    found = show(hall)
    assert len(tables) == 8
    assert found.now is None
    assert [deal.points for deal in found.deals] == list(range(8))
    assert (found.streak, found.days[0].points) == (1, 28)
    with pytest.raises(Refused, match="trouble_daily_done"):
        go_on(hall)


def test_the_page_of_a_deal_that_goes_on_shows_own_cards_only(hall):
    table = dealer(hall, go_on(hall)).table
    own = {name(card) for card in listed(int(table.match.state.hands[0]))}
    said = msgspec.json.encode(show(hall)).decode()
    assert {*CARD.findall(said)} == own
    assert boards(DAY)[1].secret.hex() not in said


def test_a_day_is_begun_while_it_lasts_and_may_be_finished_later(hall):
    go_on(hall)
    hall.today += timedelta(1)
    assert show(hall, "2026-11-16").now == 0
    assert show(hall, "2026-11-15").now is None  # never begun
    for wrong in ("2026-11-15", "2026-11-18", "20261116", "2026-W47", "2026-11-31", "yesterday", "\0" * 5000):
        with pytest.raises(Refused):
            go_on(hall, wrong)


def test_a_clock_that_was_moved_back_loses_nothing(hall):
    for day in (15, 17, 18, 19):
        write_day(hall.store, hall.person, date(2026, 11, day), [1] * 8)
    found = show(hall)
    assert (found.later, found.streak, found.now) == ("2026-11-19", 4, 0)
    assert [deal.points for deal in show(hall, "2026-11-19").deals] == [1] * 8


# ---- bots ----


@pytest.fixture
def small_crowd(monkeypatch):
    """Six bots of two levels."""
    monkeypatch.setattr(bots, "MANY", Crowd(6, 6))
    monkeypatch.setattr(
        bots, "levels", lambda: [member for member in cast("hearts", "american:hands=1") if member.who in ("lotte", "jake")]
    )


@pytest.mark.long
def test_bots_play_once_and_go_on_after_they_were_stopped(hall, small_crowd, monkeypatch):
    database = hall.store.database
    next(play_day(database, DAY))  # the first level, then the server ends
    first = kept_paid(database, DAY, mind())
    assert list(first) == ["greedy"]
    assert [len(first["greedy"][deal][0]) for deal in range(8)] == [6] * 8
    played = []
    monkeypatch.setattr(bots, "play_boards", lambda player, *rest: played.append(player) or play_boards(player, *rest))
    assert len(list(play_day(database, DAY))) == 1
    assert played == ["jake"]
    assert list(play_day(database, DAY)) == []


def test_a_page_hears_of_bots_only_on_deals_that_it_has_finished(hall):
    for member in cast("hearts", "american:hands=1"):
        many = bots.crowd(member.player)
        paid = {(deal, part): [10 * deal] * many.part for deal in range(8) for part in range(many.parts)}
        keep_paid(hall.store.database, DAY, member.player, mind(), paid)
    assert all(row.totals == [] for row in show(hall).levels)
    write_day(hall.store, hall.person, DAY, [0, 12, 20])
    found = show(hall)
    assert [deal.behind for deal in found.deals] == [100, 0, 100, None, None, None, None, None]  # equal, more, equal
    assert [deal.worth for deal in found.deals[:4]] == [0, 10, 20, None]
    assert {(row.count, len(row.totals), {*row.totals}.pop(), row.behind) for row in found.levels} == {(200, 200, 30, 0), (20, 20, 30, 0)}


def test_equals_count_half():
    assert count_behind([1, 2, 2, 3, 9], 2) == 3
    assert count_behind([], 2) == 0


@pytest.mark.long
def test_an_errand_that_fails_is_not_begun_again(tmp_path):
    errands = Errands(tmp_path / "tables.sqlite")
    errands.run("daily", "someday")  # which is no date
    assert errands.goes_on("daily", "someday")
    process = errands.process
    assert process.wait(60) == 1
    wait_until(lambda: not errands.goes_on("daily", "someday"))
    errands.run("daily", "someday")
    assert errands.process is process
    assert not errands.goes_on("daily", "someday")
    errands.close()


def wait_until(happened) -> None:
    """Wait for something that another thread does."""
    end = monotonic() + 10
    while not happened():
        assert monotonic() < end
        sleep(0.005)


class FakeProcess:
    """A process that ends when it is told to."""

    begun: ClassVar[list["FakeProcess"]] = []

    def __init__(self, command, **options):
        self.what, self.ended = command[-1], threading.Event()
        self.begun.append(self)

    def wait(self, patience=None):
        """Wait for its end."""
        self.ended.wait(10)
        return 0

    def terminate(self):
        """End it."""
        self.ended.set()


def test_errands_are_done_one_after_the_other(tmp_path, monkeypatch):
    monkeypatch.setattr(FakeProcess, "begun", begun := [])
    monkeypatch.setattr("cardshark.web.errands.subprocess.Popen", FakeProcess)
    errands = Errands(tmp_path / "tables.sqlite")
    for what in "abcab":
        errands.run("club", what)
    assert [process.what for process in begun] == ["a"] and all(errands.goes_on("club", what) for what in "abc")
    begun[0].terminate()
    wait_until(lambda: len(begun) == 2)
    assert begun[1].what == "b" and not errands.goes_on("club", "a")
    errands.run("club", "a")  # once more, after the others
    errands.close()
    wait_until(lambda: not errands.goes_on("club", "b"))
    errands.run("club", "d")
    assert [process.what for process in begun] == ["a", "b"]


# ---- days in a row ----


def november(*numbers: int) -> set[date]:
    """Days of November."""
    return {date(2026, 11, number) for number in numbers}


@pytest.mark.parametrize(
    ("played", "now", "days", "best", "forgiven"),
    [
        ([], 16, 0, 0, []),
        ([16], 16, 1, 1, []),
        ([15], 16, 1, 1, []),  # today may still be played
        ([14], 16, 1, 1, [15]),
        ([13], 16, 0, 1, []),  # two days missed
        ([3, 4, 5, 6, *range(8, 16)], 16, 12, 12, [7]),
        ([3, 5, 7], 8, 1, 2, [4]),  # the second within seven days
        ([1, 3, 4, 5, 6, 7, 8, 10, 11], 11, 9, 9, [2, 9]),
        ([1, 3, 4, 5, 6, 7, 9], 9, 1, 6, [2]),
    ],
)
def test_one_missed_day_in_any_seven_is_forgiven(played, now, days, best, forgiven):
    assert streak(november(*played), date(2026, 11, now)) == (days, best, sorted(november(*forgiven)))


def test_the_lobby_is_told_in_a_few_words(hall):
    write_day(hall.store, hall.person, DAY - timedelta(1), [2] * 8)
    write_day(hall.store, hall.person, DAY, [3, 4])
    lobby = Lobby()
    page.lobby_part(hall, hall.person, lobby)
    assert (lobby.daily.done, lobby.daily.now, lobby.daily.streak, lobby.daily.ahead) == ([3, 4], 3, 1, None)
    jake = next(member for member in levels() if member.who == "jake").player
    keep_paid(hall.store.database, DAY, jake, mind(), {(0, 0): [3] * 100 + [0] * 100, (1, 0): [4] * 50 + [5] * 50 + [0] * 100})
    page.lobby_part(hall, hall.person, lobby)
    assert (lobby.daily.ahead, lobby.daily.of) == (75, 200)  # fifty paid more, fifty as much; the number that the page of the day names
