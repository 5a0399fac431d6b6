"""The server as a page meets it: whole matches, hints, watching, reviews, and that hidden cards stay hidden."""

import hashlib
import json

import httpx
import pytest

from cardshark.cards import cards, name, names
from cardshark.games import gin, hearts, house
from cardshark.hands.seal import deal_sealed
from cardshark.web.table.table import TableMatch
from helpers.web.pages import Page, base, cards_in

RANDOM = ["you", "random", "random", "random"]


# ---- playing ----


@pytest.mark.long
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
        dealt = deal_sealed("hearts", rules, bytes.fromhex(result["secret"]), hands - 1, words=result["said"])
        assert [sorted(hand) for hand in result["hands"]] == [sorted(names(hand).split()) for hand in dealt.hands]
        if state["phase"] == "over":
            break
        assert max(result["totals"]) < 60
        page.say(do="next", table=table)
        page.until(lambda message: message["say"] == "state" and not message["result"])
    assert result["winners"] == [seat for seat, total in enumerate(result["totals"]) if total == min(result["totals"])]
    assert page.ask(do="next", table=table)["words"]["key"] == "trouble_over"
    check_nothing_hidden(server, page.heard, table)
    lobby = page.ask(do="hello")
    assert sum(hand.table == table for hand in server.hall.store.finished_hands(server.hall.store.owner())) == hands
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
    """What the person's seat knew when this many cards lay on the table: own cards, what was passed, what was played."""
    choices = kept.hands[number].choices
    played = sum(len(trick["cards"]) for trick in state["hearts"]["tricks"]) + len(state["hearts"]["trick"])
    again = TableMatch(kept.settings, [*kept.hands[:number], kept.hands[number].up_to(0)])
    you = again.you
    own = int(again.match.state.hands[you]) if you is not None else 0
    passes = again.rules.pass_count * again.count if again.match.state.table.phase == hearts.PASS else 0
    for choice in choices[: passes + played if state["phase"] != "pass" else 0]:
        again.choose(choice)
    if you is not None:
        own |= int(again.match.state.received[you])
    return set(names(own | int(again.match.state.table.seen) | (cards(names(choices[passes : passes + played])))).split())


@pytest.mark.long
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


@pytest.mark.long
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
    (hand,) = [hand for hand in server.hall.store.finished_hands(server.hall.store.owner()) if hand.table == table]
    assert hand.undone


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


@pytest.mark.long
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


@pytest.mark.long
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
        first = TableMatch(kept.settings, [*kept.hands[:number], kept.hands[number].up_to(0)])
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_a_player_that_fails_is_replaced_and_the_hand_goes_on(server, page, tmp_path):
    server.hall.consent.given = True
    (tmp_path / "broken.py").write_text(BROKEN)
    page.create(seats=["you", f"{tmp_path}/broken.py:Broken", "random", "random"], rules="dutch")
    assert page.play_hand()["result"]
    troubles = [message["words"] for message in page.heard if message["say"] == "trouble"]
    assert [words["key"] for words in troubles] == ["trouble_player"]
    assert troubles[0]["args"]["who"] == "Broken" and troubles[0]["args"]["instead"] == "Jake"


def test_a_program_that_dies_is_replaced(server, page):
    server.hall.consent.given = True
    bad = page.ask(do="create", seats=["you", "exec:false", "random", "random"])
    assert bad["say"] == "trouble" and "exec:false" in bad["words"]["args"]["text"]


@pytest.mark.long
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
    from cardshark.terminal.evening import Evening

    match = Evening("hearts", house.parse(hearts.PRESETS, "dutch:limit=50"), ["terminal", "random", "random", "random"], 1).start()
    assert sorted(state["hand"]) == sorted(names(int(match.state.hands[0])).split())  # nothing is passed, and the person has not played yet
    assert page.create(challenge="random")["table"] == state["table"]
