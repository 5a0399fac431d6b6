"""A family table in use: people come, go, choose when they like, and find everything again."""

import time

import httpx
import pytest

from cardshark.web.family import visit
from cardshark.web.family.seating import Plan, Seating
from cardshark.web.table.dealer import Refused
from helpers.web.family import choose, family, play_hands
from helpers.web.phones import play

RANDOM = ["you", "random", "random", "random"]


def states(message) -> bool:
    return message["say"] == "state"


def presence(page, name: str) -> str:
    """What is said at the table of somebody."""
    return next(seat.get("presence", "") for seat in page.state["seats"] if seat["name"] == name)


def gone(address: str) -> bool:
    """Does nobody listen there any more, within ten seconds?"""
    for _ in range(100):
        try:
            httpx.get(f"{address}/j/x")
        except httpx.ConnectError:
            return True
        time.sleep(0.1)
    return False


# ---- who sits where ----


@pytest.fixture
def seating(tmp_path):
    from cardshark.web.table.database import Database

    database = Database(tmp_path / "tables.sqlite")
    yield Seating(database, Plan("hearts", "", RANDOM))
    database.close()


def come(seating: Seating, *names: str) -> None:
    """These people are let in."""
    for name in names:
        seating.answer(seating.ask(name, "guest1", f"token of {name}"), True)


def sitting(seating: Seating) -> list[str]:
    """Who sits beside the owner; a dash for bots."""
    return [seat.guest.name if seat.guest else "-" for seat in seating.seats[1:]]


def test_guests_take_the_seats_of_bots_one_by_one_until_the_table_is_full(seating):
    come(seating, "Oma", "Tom")
    assert sitting(seating) == ["Oma", "Tom", "-"] and not seating.is_full
    come(seating, "Kim")
    assert seating.is_full
    late = seating.ask("Eve", "guest2", "t")
    with pytest.raises(Refused) as refused:
        seating.who_waits(late.id, True)
    assert refused.value.words.key == "trouble_full" and late.id in seating.waiting
    seating.remove(seating.guest_of("token of Tom"))
    seating.answer(seating.who_waits(late.id, True), True)
    assert sitting(seating) == ["Oma", "Eve", "Kim"] and not seating.waiting


def test_at_most_six_wait_at_the_door(seating):
    for number in range(6):
        seating.ask(f"Guest {number}", "guest1", f"t{number}")
    with pytest.raises(Refused):
        seating.ask("one more", "guest1", "t6")
    assert len(seating.waiting) == 6


def test_everybody_moves_on_and_keeps_sitting_when_the_game_changes(seating):
    come(seating, "Oma", "Tom")
    seating.move_on()
    assert sitting(seating) == ["-", "Oma", "Tom"]
    seating.arrange("gin", "")
    assert sitting(seating) == ["Oma"] and [guest.name for guest in seating.waiting.values()] == ["Tom"]
    seating.arrange("hearts", "american:players=3,removed=2D")
    assert sitting(seating) == ["Oma", "-"]


def test_seats_are_kept_as_hashes(seating):
    come(seating, "Oma", "Tom")
    seating.keep()
    again = Seating(seating.database, Plan("hearts", "", RANDOM))
    again.restore()
    assert sitting(again) == ["Oma", "Tom", "-"] and again.seats[1].presence == "away"
    assert again.seat_of(again.guest_of("token of Tom")) == 2


# ---- at the table ----


@pytest.mark.long
def test_people_choose_what_to_pass_when_they_like_and_nobody_learns_of_it(tmp_path):
    with family(tmp_path) as table:
        oma, tom = table.seat("Oma"), table.seat("Tom")
        name = table.deal(oma, tom)
        first = {page: page.state for page in (table.owner, oma, tom)}
        assert all(set(state["legal"]) == set(state["hand"]) and state["turn"] == state["you"] for state in first.values())
        assert not choose(tom) and tom.state["legal"] == [] and tom.state["phase"] == "pass"
        again = tom.ask(do="pass", table=name, seq=tom.state["seq"], cards=tom.state["hand"][:3])
        assert again["words"]["key"] == "trouble_turn"
        choose(oma)
        assert table.owner.state["seq"] - first[table.owner]["seq"] <= 2
        choose(table.owner)  # now all of them are passed on
        for page in (table.owner, oma, tom):
            page.until(lambda message: states(message) and message["phase"] == "play")
            assert len(page.state["hearts"]["received"]) == 3


@pytest.mark.long
def test_a_bot_plays_for_who_is_away_and_the_seat_waits(tmp_path):
    with family(tmp_path, Plan("hearts", "", RANDOM, away=0.8)) as table:
        cookie = table.token()
        oma = table.seat("Oma", cookie)
        table.deal(oma)
        choose(table.owner)
        hand = set(oma.state["hand"])
        oma.socket.close()
        table.owner.until(lambda message: states(message) and presence(table.owner, "Oma") == "away", 10)
        assert table.owner.state["phase"] == "pass"  # she has a moment to come back
        table.owner.until(lambda message: states(message) and message["phase"] == "play", 10)
        assert presence(table.owner, "Oma") == "bot"
        back = table.page(cookie)
        assert table.arrive(back, "an-old-code")["say"] == "state"
        assert back.state["you"] == 1 and len(hand & set(back.state["hand"])) >= 9
        table.owner.until(lambda message: states(message) and presence(table.owner, "Oma") == "", 10)
        play_hands(table, [table.owner, back], 1)


@pytest.mark.long
def test_who_leaves_frees_the_seat_and_who_comes_late_takes_it(tmp_path):
    with family(tmp_path) as table:
        oma = table.seat("Oma")
        table.deal(oma)
        oma.say(do="leave")
        assert oma.until(lambda message: message["say"] == "door")["step"] == "left"
        table.owner.until(lambda message: states(message) and "Oma" not in {seat["name"] for seat in message["seats"]})
        tom = table.seat("Tom")
        assert tom.state["you"] == 1 and tom.state["legal"]
        assert oma.ask(do="choose", table=tom.state["table"], choice=tom.state["hand"][0])["words"]["key"] == "trouble_not_seated"


@pytest.mark.long
def test_gestures_reach_everybody_and_not_too_often(tmp_path):
    with family(tmp_path) as table:
        oma = table.seat("Oma")
        oma.say(do="gesture", gesture="ha")
        for page in (table.owner, oma):
            heard = page.until(lambda message: message["say"] == "gestured")
            assert (heard["seat"], heard["gesture"]) == (1, "ha")
        table.owner.say(do="gesture", gesture="ouch")
        assert oma.until(lambda message: message["say"] == "gestured")["seat"] == 0
        for _ in range(6):
            oma.say(do="gesture", gesture="ha")
        assert oma.until(lambda message: message["say"] == "trouble", 10)["words"]["key"] == "trouble_gestures"


@pytest.mark.long
def test_the_owner_deals_the_next_hand_and_closes_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr(visit, "A_SECOND", 1000.0)
    with family(tmp_path, Plan("hearts", "dutch", RANDOM)) as table:
        oma = table.seat("Oma")
        name = table.deal(oma)
        play_hands(table, [table.owner, oma], 1)
        if not oma.state["result"]:
            oma.until(lambda message: states(message) and message["result"])
        assert oma.ask(do="next", table=name)["seats"][1]["ready"]  # she is ready, but the owner deals
        assert table.owner.ask(do="next", table=name)["hand_number"] == 2
        oma.until(lambda message: states(message) and message["hand_number"] == 2)
        assert table.owner.ask(do="arrange", game="gin")["words"]["key"] == "trouble_dealt"
        table.owner.ask(do="leave", table=name)
        assert oma.until(lambda message: message["say"] == "door")["step"] == "closed"
        assert gone(table.base)
        opened = table.owner.ask(do="doors", open=True)
        assert opened["step"] == "open" and opened["table"] == "" and all(chair["who"] != "guest" for chair in opened["chairs"])
        assert table.arrive(table.page())["step"] == "ask"


@pytest.mark.long
def test_after_the_server_comes_back_everybody_finds_the_same_cards(tmp_path):
    with family(tmp_path) as table:
        cookie = table.token()
        oma = table.seat("Oma", cookie)
        name = table.deal(oma)
        choose(oma)  # chosen before her turn, and kept
        hand, given = oma.state["hand"], set(oma.state["hand"][-3:])
        port = table.party.listener.port
    with family(tmp_path) as table:
        if table.party.listener.port != port:
            cookie = cookie.replace(str(port), str(table.party.listener.port))
        back = table.page(cookie)
        assert table.arrive(back, "whatever")["say"] == "state"
        assert back.state["table"] == name and back.state["hand"] == hand and back.state["legal"] == []
        table.owner.ask(do="hello", table=name)
        choose(table.owner)
        back.until(lambda message: states(message) and message["phase"] == "play")
        assert set(back.state["hearts"]["given"]) == given


def test_without_a_network_the_table_says_so(tmp_path, monkeypatch):
    from cardshark.web import family as room
    from helpers.web.pages import Page, let_in, running

    monkeypatch.setattr(room, "network_address", lambda: "")
    said = []
    invited = running(tmp_path, lambda hall: room.invite(hall, Plan("hearts", "", RANDOM), "", said.append))
    with invited as server, Page(server.port, let_in(server)) as owner:
        assert owner.ask(do="host", name="Anna")["step"] == "no_network"
        assert owner.ask(do="doors", open=True)["step"] == "no_network"
        monkeypatch.setattr(room, "network_address", lambda: "127.0.0.3")
        assert owner.ask(do="doors", open=True)["step"] == "open"
    assert "no address on a network" in said[0] and "http://127.0.0.3:" in said[1]


def test_without_the_flag_there_is_no_family_table(page):
    assert page.ask(do="host", name="Anna")["step"] == "off"
    assert page.ask(do="deal")["words"]["key"] == "trouble_no_family"


@pytest.mark.slow
def test_eight_phones_lose_no_choice():
    """The same for ten minutes: python tests/helpers/web/phones.py --minutes 10."""
    found = play(20)
    assert found["lost"] == [] and found["stuck"] == 0 and found["answered"] > 200 and found["counts"]["came back"] > 0
