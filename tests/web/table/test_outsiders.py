"""Players from files and programs at the browser's tables: in processes of their own, with a limit, and a nuisance to nobody."""

import base64
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from cardshark.games import hearts
from cardshark.games.match import Single
from cardshark.hands.hand import StandIn
from cardshark.hands.played import steps
from cardshark.hands.saved import from_json, to_json
from cardshark.hands.verify import verify
from cardshark.players.apart import Apart
from cardshark.players.external.engine import Engine
from cardshark.text import UserError
from cardshark.web.hall import Hall
from cardshark.web.lobby.results import results_of
from cardshark.web.me.history import all_hands
from cardshark.web.table.sitting import SECONDS, ask, check_seconds
from cardshark.web.table.store import Store
from cardshark.web.table.table import TableSettings
from helpers.web.pages import Page, let_in, running

RULES = hearts.PRESETS["american"]
BOTS = """
    import os, time
    from cardshark.players.player import Bot

    class Never(Bot):
        def play(self, view):
            while True:
                pass

    class Highest(Bot):
        def play(self, view):
            print("42")
            return max(view.choices)

    class Wrong(Bot):
        def play(self, view):
            raise ValueError("no\\nidea")

    class Gone(Bot):
        def play(self, view):
            os._exit(3)

    class Late(Bot):
        played = 0
        def play(self, view):
            self.played += 1
            if self.played > 3:
                raise ValueError("three are enough")
            return max(view.choices)

    class Illegal(Bot):
        def play(self, view):
            return 63
"""
SLEEPER = """
    import sys, time
    for line in sys.stdin:
        if line.startswith("cardshark"):
            print("engine 1 sleeper", flush=True)
        elif line.startswith("begin"):
            print("ready", flush=True)
        elif line.startswith("choose"):
            time.sleep(3600)
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    """A file with players, and a program."""
    folder = tmp_path_factory.mktemp("bots")
    (folder / "bots.py").write_text(dedent(BOTS))
    (folder / "sleeper.py").write_text(dedent(SLEEPER))
    return folder


def is_there(pid):
    """Does a process still do anything?"""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def soon(wanted, seconds=20.0):
    """Does something come true within some seconds?"""
    end = time.monotonic() + seconds
    while not wanted() and time.monotonic() < end:
        time.sleep(0.02)
    return wanted()


def seated(bots, name, seconds=20.0):
    """A player from the file, at a table."""
    player = Apart(f"{bots}/bots.py:{name}", seconds)
    player.sit(hearts, RULES)
    return player


def process_of(player):
    return player.engine.process.pid


# ---- a process of its own ----


@pytest.mark.long
def test_it_chooses_prints_and_fails_in_its_own_process(bots):
    match = Single(hearts, RULES, 1, 2, 3)
    match.view()
    player = seated(bots, "Highest")
    assert process_of(player) != os.getpid()
    assert ask(player, match.views) == max(card for card in range(64) if int(match.view().legal) >> card & 1)
    player.dismiss()
    assert soon(lambda: not is_there(process_of(player)))
    with pytest.raises(UserError):
        ask(player, match.views)
    for name, error in (("Wrong", r"Wrong failed: ValueError: no idea \(bots.py, line \d+\)$"), ("Gone", "ended with exit status 3$")):
        with pytest.raises(UserError, match=error):
            ask(seated(bots, name), match.views)


@pytest.mark.long
def test_it_is_told_what_its_seat_may_know_and_nothing_else(bots, monkeypatch):
    told, real = [], Engine.ask
    monkeypatch.setattr(Engine, "ask", lambda engine, lines, *rest: (told.extend(lines), real(engine, lines, *rest))[1])
    match = Single(hearts, RULES, 1, 2, 3)
    match.view()
    ask(seated(bots, "Highest"), match.views)
    sat, asked = map(json.loads, told)
    assert sat == {"player": f"{bots}/bots.py:Highest", "game": "hearts", "rules": "american", "seconds": 20.0}
    assert [*asked] == ["view"] and base64.b64decode(asked["view"]) == match.views.tobytes() and len(match.views) == 1


@pytest.mark.long
def test_whoever_thinks_too_long_is_ended(bots):
    match = Single(hearts, RULES, 1, 2, 3)
    match.view()
    player = seated(bots, "Never", 0.5)
    begun = time.monotonic()
    with pytest.raises(UserError, match=r"bots.py:Never did not answer within 0.5 seconds$"):
        player.choose(match.views, np.zeros(1, np.int8))
    assert time.monotonic() - begun < 10 and soon(lambda: not is_there(process_of(player)))


@pytest.mark.long
def test_it_ends_with_us_whatever_ends_us(bots):
    """The process that asks is killed; the player, which never returns, goes with it."""
    code = f"""
        import threading
        import numpy as np
        from cardshark.games import hearts
        from cardshark.games.match import Single
        from cardshark.players.apart import Apart

        match = Single(hearts, hearts.PRESETS["american"], 1, 2, 3)
        match.view()
        player = Apart("{bots}/bots.py:Never", 600.0)
        player.sit(hearts, match.rules)
        threading.Timer(0.5, lambda: print(player.engine.process.pid, flush=True)).start()
        player.choose(match.views, np.zeros(1, np.int8))
    """
    with subprocess.Popen([sys.executable, "-c", dedent(code)], stdout=subprocess.PIPE, text=True) as asker:
        assert asker.stdout
        pid = int(asker.stdout.readline())
        assert is_there(pid)
        asker.send_signal(signal.SIGKILL)
    assert soon(lambda: not is_there(pid))


def test_seconds_for_a_choice_are_checked(tmp_path):
    assert check_seconds(0.1) == 0.1
    for wrong in (0.0, -1.0, 1e9, float("nan")):
        with pytest.raises(UserError, match=r"0\.1 to 3600 seconds"):
            Hall(Store(tmp_path / "tables.sqlite"), wrong)


# ---- at tables ----


def consent(hall: Hall) -> None:
    """The owner has said yes to programs."""
    hall.consent.given = True


@pytest.fixture
def page_of(tmp_path, bots):
    """Pages of the owner at a server; `seconds` for a choice may be set."""
    with running(tmp_path, consent) as server:
        cookie, pages = let_in(server), []

        def open_page(seconds=SECONDS):
            server.hall.seconds = seconds
            pages.append(Page(server.port, cookie))
            return pages[-1]

        open_page.hall = server.hall
        yield open_page
        for page in pages:
            page.until_closed.close()


def sit_with(page, player):
    """A table at which this player is in turn before the person."""
    return page.create(seats=[player, "you", "jake", "jake"], rules="american:passing=none,pass_count=0,first_lead=rotate", mode="play")


@pytest.mark.long
def test_four_who_never_return_block_nobody_and_go_when_their_tables_are_left(page_of, bots):
    never = [page_of(600.0) for _ in range(4)]
    tables = [sit_with(page, f"{bots}/bots.py:Never")["table"] for page in never]
    players = [page_of.hall.rooms[table].dealer.players[0] for table in tables]
    other = page_of()
    other.create(seats=["you", "jake", "jake", "jake"], rules="american:passing=none,pass_count=0", mode="play")
    waited = []
    for _ in range(5):
        state, begun = other.my_turn(), time.monotonic()
        other.choose(state["legal"][0])
        other.until(lambda message: message["say"] == "state" and message["seq"] > state["seq"])  # noqa: B023
        waited.append(time.monotonic() - begun)
        time.sleep(0.05)
    assert sorted(waited)[2] < 1.0
    assert all(is_there(process_of(player)) for player in players)
    for page, table in zip(never, tables, strict=True):
        page.ask(do="leave", table=table)
    assert soon(lambda: not any(is_there(process_of(player)) for player in players))


@pytest.mark.long
@pytest.mark.parametrize("player", ["{bots}/bots.py:Never", "exec:{python} {bots}/sleeper.py", "{bots}/bots.py:Illegal"])
def test_somebody_plays_on_for_it_and_the_page_says_so(page_of, bots, player):
    page, text = page_of(0.3), player.format(bots=bots, python=sys.executable)
    sit_with(page, text)
    heard = page.until(lambda message: message["say"] == "trouble")
    assert heard["words"]["key"] == "trouble_player" and heard["words"]["args"]["player"] == text
    assert ("within 0.3 seconds" if "Illegal" not in text else "not legal") in heard["words"]["args"]["why"]
    assert page.my_turn()["legal"]


def saved(page_of, state):
    """The finished hand of this state, as it is saved."""
    return to_json(page_of.hall.hand(page_of.hall.owner, state["result"]["hand"]))


@pytest.mark.long
def test_who_stands_in_stands_on_the_plate_and_in_the_hand_for_the_rest_of_the_match(page_of, bots):
    page, text = page_of(5.0), f"{bots}/bots.py:Late"
    sit_with(page, text)
    first = page.play_hand()
    states = [message for message in page.heard if message["say"] == "state"]
    shown = [message["seats"][0].get("instead", "") for message in states]
    assert shown[0] == "" and shown[-1] == "Jake" and shown == sorted(shown)  # once said, it stays
    assert [seat["name"] for seat in first["seats"]] == ["Late", "You", "Jake", "Jake II"]
    data = saved(page_of, first)
    ((seat, choice, player),) = data["stood_in"]
    assert (seat, player) == (0, "jake") and data["players"][0] == text
    assert choice == [number for number, (match, _) in enumerate(steps(from_json(data))) if match.state.table.turn == 0][3]
    assert f"From choice {choice + 1} on 'jake' chose for seat 1 ('Late')" in verify(data).sentence
    assert first["result"]["end"] == data["end"]
    page.ask(do="next", table=first["table"])
    for room in list(page_of.hall.rooms.values()):  # as after a restart: everything comes from what is kept
        page_of.hall.drop(room)
    page.ask(do="hello", table=first["table"])
    second = page.play_hand()
    assert second["seats"][0]["instead"] == "Jake"
    data = saved(page_of, second)
    assert [(seat, player) for seat, _, player in data["stood_in"]] == [(0, "jake")]
    assert [match.state.table.turn for match, _ in steps(from_json(data))].index(0) == data["stood_in"][0][1]  # from its first choice on
    names = [[player.name for player in found.row.players] for found in all_hands(page_of.hall, page_of.hall.owner)]
    assert names == [["Late · bots.py (Jake)", "Jake", "Jake II"]] * 2


@pytest.mark.long
def test_what_is_taken_back_takes_a_stand_in_back_too(page_of, bots):
    page = page_of(5.0)
    rules = "american:passing=none,pass_count=0,first_lead=rotate"
    table = page.create(seats=[f"{bots}/bots.py:Wrong", "you", "jake", "jake"], rules=rules, mode="practice")["table"]
    page.my_turn()
    dealer = page_of.hall.rooms[table].dealer
    assert [each.choice for each in dealer.table.hands[-1].stood_in] == [0]
    page.move()
    page.my_turn()
    page.ask(do="undo", table=table)
    assert page_of.hall.store.table(table).hands[-1].stood_in == dealer.table.hands[-1].stood_in == [StandIn(0, 0, "jake")]
    shorter = dealer.table.hands[-1].up_to(0)
    page_of.hall.store.cut(table, dealer.table.hands, 0)
    assert shorter.stood_in == page_of.hall.store.table(table).hands[-1].stood_in == []


def test_nobody_is_credited_with_what_another_has_reached(tmp_path):
    store = Store(tmp_path / "tables.sqlite")
    person = store.owner()
    for seats, challenge in ((["you", "jake", "holdout", "duck"], ""), (["you", "random", "random", "random"], "random")):
        for stood_in in (None, [StandIn(1, 2, "jake")]):
            settings = TableSettings("hearts", "american", seats, challenge=challenge)
            name = store.new_table(person, settings, "off", b"", [])
            hands = store.table(name).hands
            for choice in (1, 2, 3):
                store.add_choice(name, hands, choice, stood_in if choice == 3 else None)
                hands[-1].choices.append(choice)
            store.end_hand(name, hands, 5, [5, 7, 7, 7], [5, 7, 7, 7])
            store.end_match(name)
    assert len(results_of(store, person, "hearts").gains) == 2
    assert {who: tally.hands for who, tally in results_of(store, person, "hearts").against.items()}["jake"] == 1
    assert store.challenges(person) == [("random", 0, [5, 7, 7, 7])]
    assert store.table(name).hands[-1].stood_in == [StandIn(1, 2, "jake")]


@pytest.mark.long
def test_a_server_that_ends_leaves_no_player_behind(tmp_path, bots):
    with running(tmp_path, consent) as server, Page(server.port, let_in(server)) as page:
        table = sit_with(page, f"{bots}/bots.py:Never")["table"]
        player = server.hall.rooms[table].dealer.players[0]
        assert is_there(process_of(player))
    assert soon(lambda: not is_there(process_of(player)))
