"""The server as a page meets it: who gets in, what is told, what is refused, and that hidden cards stay hidden."""

import hashlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from socket import create_connection

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cardshark.cards import cards, name, names
from cardshark.games import gin, hearts, house
from cardshark.hands.seal import deal_sealed
from cardshark.web.games import PAGES
from cardshark.web.messages import Create
from cardshark.web.table.table import Dealt, TableMatch
from helpers.web_pages import Page, base, cards_in, let_in, waits

RANDOM = ["you", "random", "random", "random"]


@pytest.fixture
def guest(server):
    address = f"{base(server)}/?key={server.hall.new_key(None)}"
    with Page(server.port, let_in(address)) as found:
        yield found


# ---- playing ----


def test_a_whole_match_at_which_nothing_hidden_is_told(server, page):
    state = page.create(rules="american:limit=60", seats=["you", "jake", "greedy", "random"])
    table, hands = state["table"], 0
    while True:
        seal = page.state["seal"]
        state = page.play_hand()
        result = state["result"]
        hands += 1
        assert hashlib.sha256(bytes.fromhex(result["secret"])).hexdigest() == seal == state["seal"]
        rules = house.parse(hearts.PRESETS, "american:limit=60")
        assert [sorted(hand) for hand in result["hands"]] == [
            sorted(names(hand).split()) for hand in deal_sealed("hearts", rules, bytes.fromhex(result["secret"]), hands - 1).hands
        ]
        if state["phase"] == "over":
            break
        assert max(result["totals"]) < 60
        page.say(do="next", table=table)
        page.until(lambda message: message["say"] == "state" and not message["result"])
    assert result["winners"] == [seat for seat, total in enumerate(result["totals"]) if total == min(result["totals"])]
    assert page.ask(do="next", table=table)["words"]["key"] == "trouble_over"
    check_nothing_hidden(server, page.heard, table)
    lobby = page.ask(do="hello")
    assert sum(hand["hand"].startswith(table) for hand in lobby["hands"]) == hands
    assert table not in {each["table"] for each in lobby["tables"]}


def check_nothing_hidden(server, heard, table) -> None:
    """Compare every card that was named with what the seat could know, by playing what is kept once more."""
    kept = server.hall.store.table(table)
    states = [message for message in heard if message["say"] == "state" and message["table"] == table]
    assert states
    for state in states:
        number = state["hand_number"] - 1
        known = known_cards(kept, number, state)
        if state["result"]:
            assert state["phase"] in ("ended", "over")
        else:
            assert cards_in(state) <= known, state
            assert state["seal"] and kept.hands[number].secret.hex() not in json.dumps(state)


def known_cards(kept, number, state) -> set[str]:
    """What the person's seat knew when so many cards lay on the table: own cards, what was passed, what was played."""
    choices = kept.hands[number].choices
    played = sum(len(trick["cards"]) for trick in state["hearts"]["tricks"]) + len(state["hearts"]["trick"])
    again = TableMatch(kept.settings, [*kept.hands[:number], Dealt(kept.hands[number].secret, [])])
    you = again.you
    own = int(again.match.state.hands[you]) if you is not None else 0
    passes = again.rules.pass_count * again.count if again.match.state.table.phase == hearts.PASS else 0
    for choice in choices[: passes + played if state["phase"] != "pass" else 0]:
        again.choose(choice)
    if you is not None:
        own |= int(again.match.state.received[you])
    return set(names(own | int(again.match.state.table.seen) | (cards(names(choices[passes : passes + played])))).split())


def test_every_card_comes_as_a_state_of_its_own(page):
    page.create(seats=RANDOM, rules="dutch")
    page.play_hand()
    counts = [
        sum(len(trick["cards"]) for trick in message["hearts"]["tricks"]) + len(message["hearts"]["trick"])
        for message in page.heard
        if message["say"] == "state"
    ]
    assert set(range(1, 33)) <= set(counts)
    seqs = [message["seq"] for message in page.heard if message["say"] == "state"]
    assert seqs == sorted(set(seqs))


def test_hints_reconnecting_and_undo_tell_nothing_hidden(server, cookie, page):
    state = page.create(mode="practice", seats=["you", "jake", "jake", "jake"])
    table = state["table"]
    for round_number in range(4):
        page.move()
        page.my_turn()
        hint = page.ask(do="think", table=table, hint=True)
        assert hint["say"] == "thoughts" and hint["hint"] and hint["effective"] > 0
        assert {value["choice"] for value in hint["values"]} == set(page.state["legal"])
        assert abs(hint["luck"]["deal"] + hint["luck"]["luck"] + hint["luck"]["play"] - hint["luck"]["now"]) < 1e-9
        assert hint["beliefs"][0] == {}
        with Page(server.port, cookie) as other:
            again = other.ask(do="hello", table=table)
            assert {**again, "ask": 0} == {**page.state, "ask": 0}
            check_nothing_hidden(server, other.heard, table)
        if round_number % 2:
            check_nothing_hidden(server, page.heard, table)
            page.heard.clear()  # what is taken back is not kept, so it cannot be compared later
            back = page.ask(do="undo", table=table)
            assert back["undone"] and page.my_turn()["turn"] == 0
    check_nothing_hidden(server, page.heard, table)
    page.play_hand()
    assert page.state["undo"]
    (hand,) = [hand for hand in page.ask(do="hello")["hands"] if hand["hand"].startswith(table)]
    assert hand["undone"]


def test_longer_thinking_uses_more_deals(page):
    table = page.create(seats=RANDOM, coach="full")["table"]
    first = page.until(lambda message: message["say"] == "thoughts")
    assert len(first["best"]) == 3 and set(first["best"]) <= set(page.state["hand"])
    longer = page.ask(do="think", table=table, longer=True)
    assert longer["deals"] == 2 * first["deals"]
    page.say(do="advise", table=table, coach="off")
    page.until(lambda message: message["say"] == "state" and message["coach"] == "off")


def test_a_nudge_before_a_dear_card(server, page, monkeypatch):
    table = page.create(seats=RANDOM, rules="dutch", coach="nudge")["table"]
    page.my_turn()
    room = server.hall.rooms[table]
    monkeypatch.setattr("cardshark.web.table.coaching.Coaching.nudge", lambda self, position, choice: (1.5, 0.7, 2.3))
    nudge = page.ask(do="choose", table=table, seq=page.state["seq"], choice=page.state["legal"][0])
    assert (nudge["say"], nudge["cost"], nudge["low"], nudge["high"]) == ("nudge", 1.5, 0.7, 2.3)
    assert len(room.dealer.table.story) == 0 or room.dealer.table.turn == 0
    before = page.state["seq"]
    page.choose(page.state["legal"][0], sure=True)
    assert page.until(lambda message: message["say"] == "state")["seq"] > before


def test_claim_ends_the_hand_at_once(page):
    table = page.create(rules="american:limit=5000", seats=RANDOM, mode="practice")["table"]  # so long that points run out early once
    page.my_turn()
    assert page.ask(do="claim", table=table)["words"]["key"] == "trouble_no_claim"
    while not page.my_turn()["hearts"].get("claim"):
        if page.state["phase"] == "ended":
            page.say(do="next", table=table)
            page.until(lambda message: message["say"] == "state" and not message["result"])
            continue
        page.move()
    points = [seat.get("points", 0) for seat in page.state["seats"]]
    page.say(do="claim", table=table)
    state = page.until(lambda message: message["say"] == "state" and message["result"])
    assert state["result"]["scores"] == points or sum(state["result"]["scores"]) == 78


def test_a_gin_match(server, page):
    table = page.create(game="gin", rules="eaai:target=20", seats=["you", "lookahead"])["table"]
    hands = 0
    while page.play_hand()["phase"] != "over":
        hands += 1
        page.say(do="next", table=table)
        page.until(lambda message: message["say"] == "state" and not message["result"])
        assert hands < 50
    known = set(page.state["result"]["hands"][0])
    assert len(known) == 10
    check_gin(server, page.heard, table)


def check_gin(server, heard, table) -> None:
    """No state names a card that had neither lain on the pile nor been in one's own hand by then."""
    kept = server.hall.store.table(table)
    for state in heard:
        if state["say"] != "state" or state["table"] != table or state["result"] or state["gin"].get("knocker") is not None:
            continue
        number = state["hand_number"] - 1
        first = TableMatch(kept.settings, [*kept.hands[:number], Dealt(kept.hands[number].secret, [])])
        known, acts = seen_at_gin(first), 0
        for choice in kept.hands[number].choices:
            acts += choice != gin.PLAY_ON or first.match.state.table.phase != gin.MAY_KNOCK  # who could knock and plays on is not noticed
            if acts > len(state["gin"]["acts"]):
                break
            first.choose(choice)
            known |= seen_at_gin(first)
        assert cards_in(state) <= known


def seen_at_gin(table) -> set[str]:
    """The pile and the own hand."""
    game = table.match.state
    return {name(int(each)) for each in game.table.pile[: game.table.pile_size]} | set(names(int(game.hands[0])).split())


def test_watching_open_closed_and_step_by_step(server, page):
    table = page.create(mode="watch", seats=["jake", "random", "greedy", "stock"], rules="dutch")["table"]
    assert page.state["you"] is None and len(page.state["seats"][0]["hand"]) == 8
    pace = {"do": "pace", "table": table}
    page.say(**pace, paused=True, open=False)
    closed = page.until(lambda message: message["say"] == "state" and message["watch"]["paused"] and not message["watch"]["open"])
    start = len(page.heard)
    for _ in range(5):
        page.say(**pace, paused=True, open=False, step=True)
        laid = count_cards(page.state)
        page.until(lambda message, laid=laid: message["say"] == "state" and count_cards(message) == laid + 1)
    with pytest.raises(TimeoutError):
        page.hear(1.0)
    check_nothing_hidden(server, [closed, *page.heard[start:]], table)
    assert all(seat.get("hand") is None for seat in page.state["seats"])
    page.say(**pace, speed=8, open=False)
    state = page.until(lambda message: message["say"] == "state" and message["result"] is not None)
    check_nothing_hidden(server, [message for message in page.heard[start:] if not message.get("result")], table)
    page.until(lambda message: message["say"] == "state" and message["hand_number"] == state["hand_number"] + 1)
    page.say(do="leave", table=table)
    page.until(lambda message: message["say"] == "lobby")


def count_cards(state) -> int:
    return sum(len(trick["cards"]) for trick in state["hearts"]["tricks"]) + len(state["hearts"]["trick"])


@pytest.mark.parametrize("shown", [True, False])
def test_watching_stops_where_players_disagree(page, shown):
    table = page.create(mode="watch", seats=["jake", "random", "random", "random"], rules="dutch")["table"]
    page.say(do="pace", table=table, speed=8, disagree=True, open=shown)
    state = page.until(lambda message: message["say"] == "state" and message["watch"].get("split") is not None)
    split = state["watch"]["split"]
    assert state["watch"]["paused"] and split["gap"] >= 1 and split["seat"] == state["turn"]
    assert {row["player"] for row in split["choices"]} == {"jake", "random"}
    assert all(bool(row["choice"]) == shown for row in split["choices"])
    laid = count_cards(state)
    page.say(do="pace", table=table, step=True, disagree=True, open=shown)
    page.until(lambda message: message["say"] == "state" and count_cards(message) > laid)
    page.say(do="leave", table=table)
    page.until(lambda message: message["say"] == "lobby")


BROKEN = """
from cardshark.players.player import Bot

class Broken(Bot):
    def play(self, view):
        if view.trick > 1:
            raise ValueError("I have lost my glasses")
        return view.choices[0] if view.trick < 1 else 63
"""


def test_a_player_that_fails_is_replaced_and_the_hand_goes_on(page, tmp_path):
    (tmp_path / "broken.py").write_text(BROKEN)
    page.create(seats=["you", f"{tmp_path}/broken.py:Broken", "random", "random"], rules="dutch")
    assert page.play_hand()["result"]
    troubles = [message["words"] for message in page.heard if message["say"] == "trouble"]
    assert [words["key"] for words in troubles] == ["trouble_player"]
    assert troubles[0]["args"]["who"] == "Wilma" and troubles[0]["args"]["instead"] == "jake"


def test_a_program_that_dies_is_replaced(page):
    bad = page.ask(do="create", seats=["you", "exec:false", "random", "random"])
    assert bad["say"] == "trouble" and "exec:false" in bad["words"]["args"]["text"]


def test_review_again_and_saved(server, cookie, page):
    table = page.create(seats=RANDOM, rules="dutch")["table"]
    hand = page.play_hand()["result"]["hand"]
    page.say(do="review", hand=hand)
    done = page.until(lambda message: message["say"] == "reviewed" and message["review"])
    review = done["review"]
    assert abs(review["deal"] + review["luck"] + review["play"] - review["points"]) < 1e-9
    assert any(message["say"] == "reviewed" and not message["review"] for message in page.heard)
    decision = review["decisions"][2]["number"]
    again = page.ask(do="again", hand=hand, decision=decision)
    assert again["say"] == "state" and again["mode"] == "practice" and again["table"] != table and again["turn"] == again["you"]
    page.play_hand()
    assert page.state["phase"] == "over" and page.state["result"]["secret"] == ""
    linked = page.ask(do="review", link=review["link"], seat=1)
    assert linked["say"] == "reviewed"
    saved = httpx.get(f"{base(server)}/hand/{hand}.json", headers={"cookie": cookie}, timeout=60)
    assert saved.status_code == 200 and saved.json()["seal"] == page_seal(page, table)
    assert "attachment" in saved.headers["content-disposition"]


def page_seal(page, table) -> str:
    return next(message["seal"] for message in page.heard if message["say"] == "state" and message["table"] == table)


def test_the_human_experiment_has_the_deals_of_the_terminal(page):
    state = page.create(challenge="random")
    assert state["challenge"] == {"opponent": "random", "number": 1, "of": 5} and state["seal"] == ""
    from cardshark.terminal.evening import start

    match = start("hearts", house.parse(hearts.PRESETS, "dutch:limit=50"), 1, 0)
    assert sorted(state["hand"]) == sorted(names(int(match.state.hands[0])).split())  # nothing is passed, and he has not played yet
    assert page.create(challenge="random")["table"] == state["table"]


# ---- strangers ----


def test_a_key_lets_one_browser_in_once(server):
    address = server.address("/table/abc")
    answer = httpx.get(address)
    assert answer.status_code == 303 and answer.headers["location"] == "/table/abc"
    kept = answer.headers["set-cookie"].lower()
    assert kept.startswith(f"cardshark_{server.port}=") and "httponly" in kept and "samesite=strict" in kept
    again = httpx.get(address)
    assert again.status_code == 403 and "set-cookie" not in again.headers
    assert httpx.get(f"{base(server)}/?key=wrong").status_code == 403


@pytest.mark.parametrize("path", ["/", "/table/x", "/review", "/static/app.mjs", "/hand/x-0.json", "/key", "/lab", "/nothing"])
def test_without_a_cookie_there_is_nothing(server, path):
    for headers in ({}, {"cookie": f"cardshark_{server.port}=wrong"}, {"cookie": "cardshark_1=x"}):
        answer = httpx.get(base(server) + path, headers=headers)
        assert answer.status_code == 403 and len(answer.text) < 800


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "evil.example:{port}", "127.0.0.1.evil.example:{port}"])
def test_another_host_gets_nothing(server, cookie, host):
    answer = httpx.get(base(server) + "/", headers={"host": host.format(port=server.port), "cookie": cookie})
    assert answer.status_code == 403
    assert httpx.get(base(server) + "/", headers={"host": f"localhost:{server.port}", "cookie": cookie}).status_code == 200


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}"])
def test_a_page_of_another_site_cannot_open_a_socket_or_post(server, cookie, origin):
    origin = origin and origin.format(port=server.port)
    check_turned_away(server, {"Cookie": cookie}, origin)
    headers = {"cookie": cookie} | ({"origin": origin} if origin else {})
    assert httpx.post(base(server) + "/key", headers=headers).status_code == 403


def test_a_socket_without_a_cookie_is_closed(server):
    check_turned_away(server, {}, base(server))
    check_turned_away(server, {"Cookie": f"cardshark_{server.port}=wrong"}, base(server))


def test_a_socket_to_another_host_is_closed(server, cookie):
    check_turned_away(server, {"Cookie": cookie}, base(server), "evil.example")
    check_turned_away(server, {"Cookie": cookie}, f"http://evil.example:{server.port}", "evil.example")


def check_turned_away(server, headers, origin, host="127.0.0.1") -> None:
    link = create_connection(("127.0.0.1", server.port))
    with connect(f"ws://{host}:{server.port}/socket", sock=link, additional_headers=headers, origin=origin) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
        assert closed.value.rcvd.code == 4401


def test_pages_say_what_browsers_may_do(server, cookie):
    answer = httpx.get(base(server) + "/", headers={"cookie": cookie})
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "sha256-" in policy
    assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "same-origin"
    module = httpx.get(base(server) + "/static/app.mjs", headers={"cookie": cookie})
    assert module.headers["content-type"].startswith("text/javascript") and module.headers["cache-control"] == "no-cache"
    same = httpx.get(base(server) + "/static/app.mjs", headers={"cookie": cookie, "if-none-match": module.headers["etag"]})
    assert same.status_code == 304
    missing = httpx.get(base(server) + "/nothing", headers={"cookie": cookie})
    assert missing.status_code == 404 and "Back to the tables" in missing.text
    assert httpx.get(base(server) + "/static/../app.py", headers={"cookie": cookie}).status_code == 404
    assert httpx.get(base(server) + "/static/%2e%2e/app.py", headers={"cookie": cookie}).status_code == 404


def test_tables_and_hands_are_ones_own(server, page, guest):
    table = page.create(seats=RANDOM, rules="dutch")["table"]
    hand = page.play_hand()["result"]["hand"]
    for command in ({"do": "hello"}, {"do": "next"}, {"do": "choose", "choice": "QS"}, {"do": "undo"}, {"do": "think"}, {"do": "leave"}):
        answer = guest.ask(**command, table=table)
        assert answer["say"] == "trouble" and answer["words"]["key"] == "trouble_no_table"
    assert guest.ask(do="review", hand=hand)["words"]["key"] == "trouble_no_hand"
    assert guest.ask(do="again", hand=hand)["words"]["key"] == "trouble_no_hand"
    lobby = guest.ask(do="hello")
    assert lobby["tables"] == [] and lobby["hands"] == []
    page.say(do="next", table=table)
    page.my_turn()
    with pytest.raises(TimeoutError):
        guest.hear(0.5)


def test_a_new_address_for_another_browser(server, cookie, page):
    headers = {"cookie": cookie, "origin": base(server)}
    mine = httpx.post(base(server) + "/key?for=me", headers=headers).text
    other = let_in(mine[mine.index("http://") : mine.index("</code>")])
    with Page(server.port, other) as second:
        assert second.ask(do="hello")["tables"] == page.ask(do="hello")["tables"]


def test_a_busy_file_keeps_only_those_waiting_who_need_it(server, cookie):
    def get(path: str, **headers: str) -> int:
        return httpx.get(base(server) + path, headers=headers, timeout=20).status_code

    with ThreadPoolExecutor(2) as pool:
        with server.hall.store.lock:  # as if another server wrote for long
            waiting = [pool.submit(get, "/", cookie=cookie), pool.submit(get, "/?key=wrong")]
            time.sleep(0.3)
            assert get("/", host="evil.example") == 403
            assert not waiting[0].done()
        assert [each.result() for each in waiting] == [200, 403]


# ---- nonsense ----


NONSENSE = [
    "", "x", "{", "[]", "{}", "null", '"choose"', '{"do":"nothing"}', '{"do":5}', '{"do":"choose","seq":"x"}', '{"do":"choose","more":1}',
    '{"do":"choose","table":5}', '{"do":"hello","ask":1e99}', '{"do":"hello","ask":99999999999999999999}', '{"do":"pace","speed":"fast"}',
    '{"do":"create","game":5}', '{"do":"create","seats":"you"}', '{"do":"create","mode":"cheat"}', "[" * 5000, "\udcff",
    '{"do":"hello","table":"' + "x" * 20000 + '"}', "x" * 40000,
]  # fmt: skip


def test_nonsense_is_refused_and_the_hand_goes_on(page):
    page.create(seats=RANDOM, rules="dutch")
    page.my_turn()
    before = page.state
    for text in NONSENSE:
        page.socket.send(text.encode("utf-8", "surrogateescape"))
        answer = page.until(lambda message: message["say"] == "trouble")
        assert answer["words"]["key"] in ("trouble_not_understood", "trouble_long", "trouble_fast"), text[:40]
        time.sleep(0.05)
    assert page.ask(do="hello", table=before["table"])["hand"] == before["hand"]
    assert page.play_hand()["result"]


@pytest.mark.parametrize("game", ["chess", "gin", "", "x" * 150])
def test_a_game_without_a_table_here_gets_one_sentence_and_is_not_offered(page, monkeypatch, game):
    monkeypatch.delitem(PAGES, "gin")
    said = page.ask(do="create", game=game)
    assert said["say"] == "trouble" and said["words"]["key"] == "trouble_said"
    assert said["words"]["args"]["text"] == f"{game[:40]!r} has no table in the browser: hearts has one"
    lobby = page.ask(do="hello")
    assert {preset["game"] for preset in lobby["presets"]} == {"hearts"}
    assert {offered for kind in lobby["players"] for offered in kind["games"]} == {"hearts"}


COMMANDS = ["hello", "create", "choose", "pass", "undo", "next", "claim", "think", "advise", "pace", "review", "again", "age", "leave"]
FIELDS = st.dictionaries(
    st.sampled_from(["table", "seq", "choice", "cards", "coach", "speed", "hand", "link", "seat", "decision", "player", "rules", "seats"]),
    st.one_of(st.integers(-(10**20), 10**20), st.text(max_size=20), st.lists(st.text(max_size=5), max_size=5), st.none(), st.floats()),
    max_size=4,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(do=st.sampled_from(COMMANDS), fields=FIELDS)
def test_any_command_is_answered(page, do, fields):
    time.sleep(0.03)  # the page may not ask more often
    number = page.say(**fields, do=do)
    answer = page.until(lambda message: message["ask"] in (0, number))
    assert answer["say"] in ("trouble", "lobby", "state", "thoughts", "reviewed")
    if answer["say"] == "trouble":
        assert answer["words"]["key"] != "trouble_server"


def test_illegal_out_of_turn_and_stale_choices_are_refused(page):
    table = page.create(seats=RANDOM)["table"]
    choose = {"do": "choose", "table": table}
    first = page.my_turn()
    assert page.ask(**choose, seq=first["seq"], choice="XX")["words"]["key"] == "trouble_choice"
    not_mine = next(each for each in ("2C", "3C", "4C", "5C", "QS", "AH") if each not in first["hand"])
    assert page.ask(**choose, seq=first["seq"], choice=not_mine)["words"]["key"] == "trouble_illegal"
    for wrong in ([], first["hand"][:2], first["hand"][:4], [first["hand"][0]] * 3, ["XX", "YY", "ZZ"], [not_mine, *first["hand"][:2]]):
        assert page.ask(do="pass", table=table, seq=first["seq"], cards=wrong)["say"] == "trouble"
    page.move()
    page.my_turn()
    assert page.ask(do="pass", table=table, seq=page.state["seq"], cards=first["hand"][:3])["words"]["key"] == "trouble_no_passing"
    assert page.ask(**choose, seq=first["seq"], choice=page.state["legal"][0])["words"]["key"] == "trouble_stale"
    while not page.state["refusals"]:
        page.move()
        page.my_turn()
    for refused, words in page.state["refusals"].items():
        assert page.ask(**choose, seq=page.state["seq"], choice=refused)["words"] == words
    assert page.ask(do="next", table=table)["words"]["key"] == "trouble_not_ended"
    assert page.ask(do="undo", table=table)["words"]["key"] == "trouble_no_undo"
    assert page.ask(do="pace", table=table)["words"]["key"] == "trouble_not_watching"
    assert page.ask(do="review", hand=f"{table}-0")["words"]["key"] == "trouble_no_hand"  # not before it is over
    page.play_hand()
    assert page.ask(**choose, seq=page.state["seq"], choice="2C")["words"]["key"] == "trouble_turn"


@pytest.mark.parametrize(
    "settings_of_table",
    [
        {"seats": ["you", "terminal", "random", "random"]}, {"seats": ["you", "rummy", "random", "random"]}, {"seats": ["you"] * 4},
        {"seats": ["you", "nobody", "random", "random"]}, {"rules": "chess"}, {"seats": ["you", "random"]},
        {"mode": "watch", "seats": RANDOM},
        {"seats": ["you", "x" * 300, "random", "random"]}, {"rules": "american:limit=0"}, {"seats": RANDOM * 10},
        {"game": "gin", "seats": ["you", "jake"]}, {"seats": ["random"] * 4},
    ],
)  # fmt: skip
def test_tables_that_cannot_be_are_refused(page, settings_of_table):
    answer = page.ask(do="create", **settings_of_table)
    assert answer["say"] == "trouble" and answer["words"]["key"] in ("trouble_said", "trouble_long_name")


def test_too_many_commands_are_slowed_down(page):
    for _ in range(80):
        page.say(do="hello", table="x")
    answers = [page.hear()["words"]["key"] for _ in range(80)]
    assert set(answers) == {"trouble_no_table", "trouble_fast"}
    time.sleep(0.2)
    assert page.ask(do="hello", table="x")["words"]["key"] == "trouble_no_table"


# ---- many at once ----


def test_a_choice_is_answered_at_once(page):
    page.create(seats=RANDOM, rules="dutch")
    took = []
    for _ in range(3):
        while page.my_turn()["phase"] not in ("ended", "over"):
            start = time.perf_counter()
            page.choose(page.state["legal"][0])
            page.until(lambda message: message["say"] == "state")
            took.append(time.perf_counter() - start)
        page.say(do="next", table=page.state["table"])
        page.until(lambda message: message["say"] == "state" and not message["result"])
    took.sort()
    assert took[len(took) // 2] < 0.05


def test_fifty_tables_at_once(server):
    address = f"{base(server)}/?key={server.hall.new_key(None)}"
    cookie = let_in(address)

    def play(number: int) -> dict:
        with Page(server.port, cookie) as page:
            seats = ["you", *(["jake", "greedy", "random"] if number % 2 else ["stock", "jake", "jake"])]
            page.create(seats=seats, rules="dutch" if number % 3 else "american", mode="practice")
            while not waits(page.state):
                page.hear()
            return page.play_hand()

    with ThreadPoolExecutor(50) as pool:
        ends = list(pool.map(play, range(50)))
    assert all(state["result"] for state in ends)
    assert len({state["table"] for state in ends}) == 50
    for state in ends:
        kept = server.hall.store.table(state["table"])
        assert TableMatch(kept.settings, kept.hands).points == state["result"]["scores"]


# ---- what fresh eyes found ----


def reviewed(page, **which) -> dict:
    """The whole review of a hand."""
    number = page.say(do="review", **which)
    return page.until(lambda message: message["ask"] == number and (message["say"] == "trouble" or message.get("review")))


def test_nobody_gets_the_review_of_somebody_else(page, guest):
    page.create(rules="dutch", seats=RANDOM)
    theirs = page.play_hand()["result"]
    assert reviewed(page, hand=theirs["hand"])["review"]["secret"] == theirs["secret"]
    guest.create(rules="dutch", seats=RANDOM)
    own = guest.play_hand()["result"]
    link = reviewed(guest, hand=own["hand"])["review"]["link"]
    assert reviewed(guest, hand=theirs["hand"])["words"]["key"] == "trouble_no_hand"
    mixed = reviewed(guest, hand=theirs["hand"], link=link)["review"]
    assert mixed["secret"] == own["secret"] and mixed["hand"] == "" and mixed["table"] == ""
    assert reviewed(guest, hand="x-y", link=link)["review"]["secret"] == own["secret"]


def test_what_was_taken_back_and_played_anew_is_reviewed_anew(page):
    table = page.create(rules="dutch", seats=RANDOM, mode="practice")["table"]
    hand = page.play_hand()["result"]["hand"]
    before = reviewed(page, hand=hand)["review"]
    for _ in range(3):
        page.ask(do="undo", table=table)
    page.play_hand()
    after = reviewed(page, hand=hand)["review"]
    assert after["played"] == reviewed(page, link=after["link"])["review"]["played"]
    assert before["dealt"] == after["dealt"]


def test_a_guest_brings_no_programs(guest, page, tmp_path):
    for text in (f"exec:touch {tmp_path}/ran", "./examples/duck.py:Duck", "network:brain=mine.safetensors"):
        assert guest.ask(do="create", seats=["you", text, "jake", "jake"])["words"]["key"] == "trouble_guest_player"
    assert guest.ask(do="create", challenge=f"exec:touch {tmp_path}/ran")["words"]["key"] == "trouble_guest_player"
    assert not list(tmp_path.iterdir())


RUNNING = """
from pathlib import Path
Path(__file__).with_name("ran").touch()
class Bot:
    def play(self, view):
        return view.choices[0]
"""


def test_a_guest_brings_no_programs_to_the_experiment_or_to_a_learners_youth(server, cookie, page, guest, tmp_path):
    """Spaces around a name make no difference, and nothing is loaded before it is known who asks; the owner may do all this."""
    file, guests = tmp_path / "bot.py", let_in(f"{base(server)}/?key={server.hall.new_key(None)}")
    file.write_text(RUNNING)

    def asked(who: str, opponent: str) -> httpx.Response:
        headers = {"cookie": who, "origin": base(server)}
        return httpx.post(f"{base(server)}/lab/experiment", headers=headers, data={"opponent": opponent}, timeout=240)

    for opponent in (
        f"{file} :Bot",
        f" {file}:Bot",
        f"exec :touch {tmp_path}/ran",
        "montecarlo:deals=900000",
        f"network:brain={tmp_path}/x",
    ):
        answer = asked(guests, opponent)
        assert answer.status_code == 400 and "A guest may choose players of the lab only" in answer.text
        assert guest.ask(do="create", challenge=opponent)["words"]["key"] == "trouble_guest_player"
    table = guest.create(seats=RANDOM, rules="dutch")["table"]
    guest.my_turn()
    for learner in (f"network:brain={tmp_path}/x.safetensors", "network:brain=a\0.safetensors"):
        assert guest.ask(do="age", table=table, player=learner)["words"]["key"] == "trouble_guest_player"
    assert not (tmp_path / "ran").exists()
    assert asked(guests, "rummy").status_code == 400 and asked(guests, "greedy").status_code == 303
    assert asked(cookie, f"{file} :Bot").status_code == 303 and (tmp_path / "ran").exists()
    table = page.create(seats=RANDOM, rules="dutch")["table"]
    page.my_turn()
    assert page.ask(do="age", table=table, player="network:brain=a\0.safetensors")["say"] == "ages"


def test_the_human_experiment_is_played_alone_and_not_dealt_twice(page):
    table = page.create(challenge="greedy")["table"]
    page.my_turn()
    for command in ({"do": "think", "hint": True}, {"do": "advise", "coach": "full"}):
        assert page.ask(table=table, **command)["words"]["key"] == "trouble_challenge_alone"
    page.move()
    page.ask(do="leave", table=table)
    assert page.create(challenge="greedy")["table"] == table


def test_a_finished_game_stays_finished_however_one_leaves(server):
    store = server.hall.store
    person = store.new_person()
    table = server.hall.create(person, Create(challenge="random"))
    store.end_match(table)
    store.close_table(table)
    assert store.table(table).closed == 2
    store.cut(table, [Dealt(b"", [])], 0)
    assert store.table(table).closed == 0  # what is taken back goes on


def test_questions_about_tables_that_are_not_there_leave_nothing_behind(server, page):
    for number in range(30):
        page.ask(do="hello", table=f"nowhere{number}")
    assert len(server.hall.opening) < 5
