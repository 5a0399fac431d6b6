"""Rooms: nobody waits for a player who thinks, a table is one room only, and a hand is tried again where it was decided."""

import asyncio
import json
import sqlite3
import threading
import time
from unittest.mock import Mock

import pytest

from cardshark.cards import listed
from cardshark.coach.again import first_of
from cardshark.games import gin
from cardshark.hands.played import end, ended, play_hand
from cardshark.hands.saved import from_json
from cardshark.web import messages as m
from cardshark.web.hall import Hall
from cardshark.web.table import dealer
from cardshark.web.table.database import NotKept
from cardshark.web.table.dealer import TableDealer
from cardshark.web.table.room import Room
from cardshark.web.table.store import Store
from cardshark.web.table.table import Dealt, TableMatch, TableSettings
from helpers.played import hand_between, random_hand
from helpers.web.pages import Page, waits

RANDOM = ["you", "random", "random", "random"]
WATCHED = {"mode": "watch", "seats": ["random"] * 4, "rules": "dutch"}
SOON = 20.0  # seconds; nothing is compiled any more


@pytest.fixture
def thinking(monkeypatch):
    """While this event is not set, players think; it says how many do."""
    done, usual = threading.Event(), dealer.ask
    done.asked = 0

    def slow(player, views):
        done.asked += 1
        assert done.wait(120)
        return usual(player, views)

    monkeypatch.setattr(dealer, "ask", slow)
    yield done
    done.set()


def until(true) -> None:
    """Wait until something is so, which takes but a moment."""
    end_of_patience = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end_of_patience
        time.sleep(0.01)


# ---- players who think long ----


def test_nobody_waits_for_a_player_who_thinks(server, cookie, page, thinking):
    state = page.create(seats=["random", "you", "random", "random"], rules="american:passing=left")
    table = state["table"]
    until(lambda: thinking.asked)
    with Page(server.port, cookie) as other:
        again = other.ask(do="hello", table=table)
        assert {**again, "ask": 0} == {**page.state, "ask": 0}
        number = other.say(do="undo", table=table)  # waits for the table
        assert table in {each["table"] for each in other.ask(do="hello")["tables"]}
        assert other.ask(do="hello", table=table)["say"] == "state"
        assert all(message["ask"] != number for message in other.heard)
        lobby = other.ask(do="leave", table=table)
        assert lobby["say"] == "lobby" and table not in {each["table"] for each in lobby["tables"]}
        thinking.set()
        assert other.until(lambda message: message["ask"] == number, SOON)["say"] == "trouble"
    until(lambda: table not in server.hall.rooms)


def test_a_page_that_closes_while_its_command_waits_gives_its_place_back(server, cookie, page, thinking):
    table = page.create(seats=["random", "you", "random", "random"], rules="american:passing=left")["table"]
    until(lambda: thinking.asked)
    before = server.sockets
    with Page(server.port, cookie) as other:
        other.ask(do="hello", table=table)
        other.say(do="advise", table=table, coach="full")
        until(lambda: len(server.hall.rooms[table].viewers) == 2)
    until(lambda: server.sockets == before)
    thinking.set()
    page.until(lambda message: message["say"] == "state" and message["coach"] == "full", SOON)  # it is carried out all the same
    assert len(server.hall.rooms[table].viewers) == 1
    page.ask(do="hello")
    until(lambda: table not in server.hall.rooms)


def test_commands_at_a_table_are_carried_out_in_their_order(page):
    table = page.create(seats=RANDOM, rules="dutch")["table"]
    page.my_turn()
    levels = ["full", "nudge", "off", "nudge", "full", "off"] * 3
    first = page.asked + 1
    for level in levels:
        page.say(do="advise", table=table, coach=level)
    page.until(lambda message: message["ask"] == first + len(levels) - 1)
    said = {message["ask"]: message["coach"] for message in page.heard if message["say"] == "state" and message["ask"] >= first}
    assert [said[first + place] for place in range(len(levels))] == levels
    assert list(said) == sorted(said)


@pytest.mark.long
def test_coming_back_to_a_game_whose_player_still_thinks(server, page, thinking):
    table = page.create(challenge="random")["table"]
    room = server.hall.rooms[table]
    if waits(page.state):
        page.move()
    until(lambda: thinking.asked)
    page.ask(do="leave", table=table)
    assert page.ask(do="hello", table=table)["words"]["key"] == "trouble_no_table"
    assert page.create(challenge="random")["table"] == table
    assert server.hall.rooms[table] is room and thinking.asked == 1
    thinking.set()
    page.play_hand()
    assert not [message for message in page.heard if message["say"] == "trouble" and message["words"]["key"] != "trouble_no_table"]


def test_a_room_is_dropped_only_by_itself(tmp_path):
    hall = Hall(Store(tmp_path / "tables.sqlite"))
    nobody = type("Dealer", (), {"close": lambda self: None})()
    idle = {"name": "a", "viewers": (), "runner": None, "lock": asyncio.Lock(), "dealer": nobody}
    rooms = [type("Idle", (), idle)() for _ in range(2)]
    hall.rooms["a"] = rooms[1]
    hall.forget(rooms[0])
    assert hall.rooms == {"a": rooms[1]}
    hall.forget(rooms[1])
    assert hall.rooms == {}
    asyncio.run(hall.close())


def test_a_player_whose_choice_another_server_made_says_so(server, page, thinking):
    table = page.create(seats=["random", "you", "random", "random"], rules="american:passing=left")["table"]
    until(lambda: thinking.asked)
    room = server.hall.rooms[table]
    server.hall.store.add_choice(table, room.dealer.table.hands, listed(int(room.dealer.table.match.view().legal))[0])
    thinking.set()
    said = page.until(lambda message: message["say"] == "trouble", SOON)
    assert said["words"]["key"] == "trouble_elsewhere" and table not in server.hall.rooms
    assert len(page.ask(do="hello", table=table)["hand"]) == 13


# ---- watching ----


def laid(state) -> int:
    return sum(len(trick["cards"]) for trick in state["hearts"]["tricks"]) + len(state["hearts"]["trick"])


def test_nothing_but_time_plays_a_card(server, cookie, page, monkeypatch):
    monkeypatch.setattr("cardshark.web.table.room.SECONDS_A_CHOICE", 1000.0)
    table = page.create(**WATCHED)["table"]
    for shown in (True, False) * 3:
        page.ask(do="pace", table=table, open=shown)
    with Page(server.port, cookie) as other:
        other.ask(do="hello", table=table)
    assert laid(page.ask(do="pace", table=table)) == 0
    page.say(do="pace", table=table, step=True)
    page.until(lambda message: message["say"] == "state" and laid(message) == 1, SOON)
    page.ask(do="pace", table=table)
    monkeypatch.setattr("cardshark.web.table.room.SECONDS_A_CHOICE", 0.1)
    page.ask(do="pace", table=table, paused=True)
    page.ask(do="pace", table=table, speed=8)
    page.until(lambda message: message["say"] == "state" and laid(message) > 3, SOON)
    page.ask(do="leave", table=table)


@pytest.mark.long
def test_a_faster_pace_counts_at_once(page, monkeypatch):
    monkeypatch.setattr("cardshark.web.table.room.SECONDS_A_CHOICE", 4.0)
    table = page.create(**WATCHED)["table"]
    page.ask(do="pace", table=table, speed=0.25)
    start = time.monotonic()
    page.ask(do="pace", table=table, speed=8)
    page.until(lambda message: message["say"] == "state" and laid(message) > 0, SOON)
    assert time.monotonic() - start < 8
    page.ask(do="leave", table=table)


@pytest.mark.long
@pytest.mark.parametrize("elsewhere", ["lobby", "table", "review"])
def test_a_match_that_nobody_watches_stops(server, page, monkeypatch, elsewhere):
    monkeypatch.setattr("cardshark.web.table.room.SECONDS_A_CHOICE", 0.05)
    other = page.create(seats=RANDOM, rules="dutch")["table"]
    table = page.create(**WATCHED)["table"]
    page.until(lambda message: message["say"] == "state" and message["table"] == table and laid(message) > 2, SOON)
    if elsewhere == "review":
        page.ask(do="review", hand=f"{other}-0")
    else:
        page.ask(do="hello", table="" if elsewhere == "lobby" else other)
    until(lambda: table not in server.hall.rooms)
    seen = len(server.hall.store.table(table).hands[0].choices)
    assert laid(page.ask(do="hello", table=table)) == seen
    page.until(lambda message: message["say"] == "state" and laid(message) > seen, SOON)
    page.ask(do="leave", table=table)


# ---- the score ----


def test_a_score_that_could_not_be_written_is_written_before_the_next_hand(tmp_path, monkeypatch):
    store = Store(tmp_path / "tables.sqlite")
    name = store.new_table(store.owner(), TableSettings("hearts", "dutch", ["you", "jake", "jake", "jake"]), "off", b"1" * 32, [])
    table = TableDealer(store, name, store.table(name))
    usual, busy = store.end_hand, [True]

    def end_hand(*score):
        if busy and busy.pop():
            raise sqlite3.OperationalError("database is locked")
        usual(*score)

    monkeypatch.setattr(store, "end_hand", end_hand)
    while not table.table.ended:
        table.make(listed(int(table.table.match.view().legal))[0])
    assert table.next_state().result and not store.finished_hands(store.owner())
    points = table.table.points[0]
    table.next_hand()
    assert [hand.points for hand in store.finished_hands(store.owner())] == [points]
    store.close()


def test_a_full_disk_is_told_in_one_sentence_without_a_path_and_the_table_goes_on(tmp_path, capsys):
    store = Store(tmp_path / "tables.sqlite")
    name = store.new_table(store.owner(), TableSettings("hearts", "dutch", ["you", "jake", "jake", "jake"]), "off", b"1" * 32, [])
    table, file = TableDealer(store, name, store.table(name)), store.database.connection
    (pages,) = file.execute("pragma page_count").fetchone()
    file.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(NotKept) as full:
        store.set_coach(name, "x" * 100_000)
    Hall.report(None, full.value)
    assert capsys.readouterr().err == "cardshark: the file of the tables cannot be written: database or disk is full\n"
    table.make(listed(int(table.table.match.view().legal))[0])
    assert store.table(name).hands == table.table.hands and store.table(name).coach == "off"
    store.close()


def test_a_room_whose_players_choices_cannot_be_kept_says_why(tmp_path, monkeypatch):
    """Its pages are told, the table is closed, and whoever comes back finds what is kept."""
    heard, dropped = [], []

    class Host:
        report, forget = staticmethod(lambda error: None), staticmethod(lambda room: None)
        drop = staticmethod(dropped.append)

        async def work(self, task, guest=0):
            return task()

        act = think = work

        def guest(self, person):
            return 0

    store = Store(tmp_path / "tables.sqlite")
    name = store.new_table(store.owner(), TableSettings("hearts", "dutch", ["random"] * 4, "watch"), "off", b"1" * 32, [])
    room = Room(Host(), TableDealer(store, name, store.table(name)))
    room.viewers.add(Mock(send=lambda data: heard.append(json.loads(data))))
    room.dealer.steps = 1

    def full(*_):
        raise NotKept("the file of the tables cannot be written: database or disk is full")

    monkeypatch.setattr(store, "add_choice", full)
    asyncio.run(room.run())
    assert dropped == [room] and heard[-1]["words"]["key"] == "trouble_said" and "disk is full" in heard[-1]["words"]["args"]["text"]
    store.close()


def test_points_that_are_won_back_are_taken_off(tmp_path):
    table = TableMatch(TableSettings("hearts", "dutch:win_back=yes,limit=20", RANDOM), [Dealt(b"1" * 32, [])])
    stages = set()
    for number in range(2, 12):
        before, back = table.totals, bool(table.match.state.table.second_stage)
        while not table.ended:
            table.choose(listed(int(table.match.view().legal))[0])
        assert [total - former for total, former in zip(table.totals, before, strict=True)] == table.points
        assert (min(table.points) < 0) == back
        stages.add(back)
        if table.over:
            break
        table.next_hand(bytes([number]) * 32)
    assert stages == {False, True}


# ---- trying again ----


@pytest.fixture
def hall(tmp_path):
    found = Hall(Store(tmp_path / "tables.sqlite"))
    yield found
    asyncio.run(found.close())


def tried_again(hall, hand, decision, fresh) -> TableMatch:
    """The table at which a hand is tried again."""
    hall.hand_or_link = lambda *_: hand
    kept = hall.store.table(hall.again(hall.store.owner(), m.Again(decision=decision, fresh=fresh)))
    return TableMatch(kept.settings, kept.hands)


def known(games_view) -> bytes:
    """What a view tells of the cards."""
    view = games_view.copy()
    view["luck"] = 0
    return view.tobytes()


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize(
    ("game", "rules", "players", "stand_in"),
    [("hearts", "american", ("you", "greedy", "jake", "random"), "jake"), ("gin", "eaai", ("simple", "you"), "lookahead")],
)
def test_a_hand_is_tried_again_by_whoever_decided(hall, game, rules, players, stand_in, fresh):
    hand = hand_between(game, rules, 3, tuple(player.replace("you", "random") for player in players))._replace(players=players)
    deciders = set()
    for decision in range(1, len(hand.choices) - 1, 7 if game == "hearts" else 3):
        before = end(play_hand(hand, hand.choices[: first_of(hand, decision)]))  # a pass is tried again as a whole
        seat = int(before.state.table.turn)
        table = tried_again(hall, hand, decision, fresh)
        assert table.turn == table.you == seat
        assert known(table.view()[0]) == known(before.view())
        former = players.index("you")
        assert [text for place, text in enumerate(table.settings.seats) if place != seat] == [
            stand_in if place == former else text for place, text in enumerate(players) if place != seat
        ]
        deciders.add(seat)
    assert deciders == set(range(len(players)))


def draw_on(table) -> None:
    """Play gin without ever knocking: draw from the stock, throw the highest card."""
    legal = listed(int(table.match.view().legal))
    table.choose(
        next((choice for choice in (gin.STOCK, gin.PLAY_ON) if choice in legal), max(card for card in legal if card != gin.BIG_GIN))
    )


@pytest.mark.long
@pytest.mark.parametrize("fresh", [False, True])
def test_gin_is_tried_again_after_the_stock_was_renewed(hall, fresh):
    hand = random_hand("gin", "paper", 4)
    for decision in (140, 250):
        before = end(play_hand(hand, hand.choices[:decision]))
        table = tried_again(hall, hand, decision, fresh)
        assert table.cards.renewals and table.cards.renewals[-1] == from_json(table.settings.start).cards.renewals[-1]
        assert known(table.view()[0]) == known(before.view())
        if not fresh:
            assert table.match.state.hands.tolist() == before.state.hands.tolist()
            assert table.match.state.stock.tolist() == before.state.stock.tolist()
    while len(table.cards.renewals) < 4:
        draw_on(table)  # beyond the stocks that were
    while not table.ended:
        legal = listed(int(table.match.view().legal))
        table.choose(gin.KNOCK if gin.KNOCK in legal else legal[len(table.story) % len(legal)])
    again = table.record(["a", "b"])
    assert ended(again, end(again)) and end(again).state.scores.tolist() == table.points
    shorter = table.without_last(table.you)
    assert shorter.cards.renewals == table.cards.renewals[: len(shorter.cards.renewals)]


@pytest.mark.long
def test_what_is_taken_back_before_the_stock_was_renewed_goes_another_way(hall):
    hand = random_hand("gin", "paper", 4)
    decision = 150
    assert play_hand(hand, hand.choices[:decision]).cards.renewals
    table = tried_again(hall, hand, decision, False)
    you = table.you
    while table.cards.renewals or len(table.story) > 60:
        table = table.without_last(you)
    while not table.cards.renewals:
        draw_on(table)
    assert sorted(table.cards.renewals[0]) != sorted(hand.cards.renewals[0])
    kept = TableMatch(table.settings, table.hands)
    assert kept.match.games.tobytes() == table.match.games.tobytes()
