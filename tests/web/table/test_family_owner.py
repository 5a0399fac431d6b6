"""What the owner of a family table does, also twice at once, and what becomes of a seat whose guest is away."""

import sqlite3

import pytest

from cardshark.web.family.seating import Plan, Seating
from cardshark.web.table.database import Database
from cardshark.web.table.dealer import Refused
from cardshark.web.table.table import FAMILY
from helpers.web.family import family
from helpers.web.pages import Page, let_in, running

RANDOM = ["you", "random", "random", "random"]
SOON = 20.0  # seconds within which a server that is not stuck answers


def answers(page: Page, *numbers: int) -> list[dict]:
    """What is answered to these questions, in whatever order."""
    found: dict[int, dict] = {}
    while set(numbers) - set(found):
        message = page.until(lambda message: message["ask"] in numbers, SOON)
        found[message["ask"]] = message
    return [found[number] for number in numbers]


def trouble(page: Page, **command) -> str:
    """The sentence with which a command is refused."""
    return page.ask(**command)["words"]["key"]


@pytest.mark.long
def test_a_double_click_deals_once_and_everybody_is_answered(tmp_path):
    with family(tmp_path) as table:
        dealt = answers(table.owner, *[table.owner.say(do="deal") for _ in range(4)])
        assert len({state["table"] for state in dealt}) == 1
        store = table.server.hall.store
        assert len([each for each in store.open_tables(store.owner()) if each[1].mode == FAMILY]) == 1
        more = [table.owner.say(do=do) for do in ("doors", "host", "arrange", "doors", "rearrange", "host")]
        assert [answer["say"] for answer in answers(table.owner, *more)] == ["family", "family", "trouble", "family", "trouble", "family"]


@pytest.mark.long
def test_a_browser_is_one_guest_however_many_pages_it_has(tmp_path):
    with family(tmp_path) as table:
        cookie = table.token()
        first, second, third = (table.page(cookie) for _ in range(3))
        for page in (first, second):
            assert table.arrive(page)["step"] == "ask"
        assert first.ask(do="askin", code=table.party.code, name="Tom")["step"] == "waiting"
        assert second.ask(do="askin", code=table.party.code, name="Tom again")["name"] == "Tom"
        assert table.arrive(third)["step"] == "waiting"
        (guest,) = table.party.seating.waiting
        table.owner.ask(do="letin", guest=guest, yes=True)
        for page in (first, second, third):
            page.until(lambda message: message["say"] == "door" and message["step"] == "in", SOON)
        assert len(table.party.seating.sitting) == 1
        table.deal(first, second, third)
        assert first.state["you"] == second.state["you"] == third.state["you"] == 1


def test_a_guest_who_cannot_be_kept_goes_on_waiting(tmp_path, monkeypatch):
    with family(tmp_path) as table:
        page = table.page()
        table.arrive(page)
        page.ask(do="askin", code=table.party.code, name="Tom")
        (guest,) = table.party.seating.waiting

        def full(*_):
            raise sqlite3.OperationalError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr("cardshark.web.family.seating.keep_guests", full)
            patched.setattr(table.server.hall, "report", lambda error: None)
            assert trouble(table.owner, do="letin", guest=guest, yes=True) == "trouble_server"
        assert list(table.party.seating.waiting) == [guest] and not table.party.seating.sitting
        assert table.owner.ask(do="letin", guest=guest, yes=True)["chairs"][1]["name"] == "Tom"


@pytest.mark.long
def test_the_owner_frees_the_seat_of_somebody_who_is_away_after_a_restart_too(tmp_path):
    with family(tmp_path) as table:
        cookie = table.token()
        tom, kim = table.seat("Tom", cookie), table.seat("Kim")
        assert trouble(table.owner, do="freeseat", seat=1) == trouble(table.owner, do="freeseat", seat=9) == "trouble_not_away"
        table.deal(tom, kim)
        assert trouble(tom, do="freeseat", seat=2) == "trouble_guest_command"
    with family(tmp_path) as table:
        table.owner.ask(do="host", name="Anna")
        chairs = table.owner.ask(do="freeseat", seat=1)["chairs"]
        assert chairs[1]["who"] == "bot" and chairs[2]["name"] == "Kim"
        assert trouble(table.owner, do="freeseat", seat=1) == trouble(table.owner, do="freeseat", seat=-1) == "trouble_not_away"
        late = table.seat("Late")
        assert late.state["you"] == 1


@pytest.mark.long
def test_one_guest_with_two_pages_keeps_nobody_of_the_same_address_out(tmp_path):
    with family(tmp_path) as table:
        cookie = table.token()
        for page, name, heard in (
            (table.page(cookie), "Oma", "waiting"), (table.page(cookie), "Oma", "waiting"), (table.page(), "Opa", "waiting"),
            (table.page(), "Eve", None),
        ):  # fmt: skip
            table.arrive(page)
            assert page.ask(do="askin", code=table.party.code, name=name).get("step") == heard
        assert page.heard[-1]["words"]["key"] == "trouble_crowded"


def test_two_guests_may_wait_from_one_address_whether_their_pages_are_open_or_not(tmp_path):
    database = Database(tmp_path / "tables.sqlite")
    seating = Seating(database, Plan("hearts", "", RANDOM))
    for name in ("Oma", "Opa"):
        seating.ask(name, "guest1", name, "192.168.1.5").pages.clear()  # nobody has a page open, and still they wait
    with pytest.raises(Refused, match="trouble_crowded"):
        seating.ask("Eve", "guest1", "Eve", "192.168.1.5")
    seating.ask("Tom", "guest1", "Tom", "192.168.1.6")
    database.close()


@pytest.mark.long
def test_nobody_gets_advice_against_the_family_when_the_server_comes_back_without_it(tmp_path):
    with family(tmp_path) as table:
        name = table.deal()
    with running(tmp_path) as server, Page(server.port, let_in(server)) as owner:
        assert owner.ask(do="hello", table=name)["mode"] == "family"
        for command in (
            {"do": "advise", "coach": "full"},
            {"do": "advise", "coach": "nudge"},
            {"do": "think"},
            {"do": "think", "hint": True},
        ):
            assert trouble(owner, table=name, **command) == "trouble_family_coach"
        assert trouble(owner, do="age", table=name, player="random") == "trouble_family_coach"
        assert trouble(owner, do="undo", table=name) == "trouble_no_undo"


@pytest.mark.long
def test_players_from_elsewhere_have_as_many_seconds_as_at_other_tables(tmp_path):
    with family(tmp_path, seconds=7.5) as table:
        table.deal()
        assert table.party.room.dealer.seconds == 7.5
