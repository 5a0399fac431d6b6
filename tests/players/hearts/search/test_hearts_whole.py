"""Whole games of Hearts that are imagined, card by card beside a twin of lists; and memory that was used before."""

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.chance import below, draw
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.games.match import Single
from cardshark.players.hearts.search import whole
from cardshark.players.hearts.search.hidden import HIDDEN
from cardshark.players.hearts.search.imagine import PLAN
from cardshark.text import UserError

PASSED = (1 << 20) + 1  # numbers of a world's stream: what seat 0 passes, then seat 1, and so on
WORD = np.uint64(77)


def view_after(text: str, cards: int, first: int = 0):
    """What the seat in turn sees after so many choices of the lowest card, and the rules."""
    rules = house.parse(PRESETS, text)
    match = Single(hearts, rules, 3, 4, first)
    for _ in range(cards):
        match.choose(listed(int(match.view()["legal"]))[0])
    return np.array([match.view()], hearts.VIEW), house.record(rules)


def imagined(views, record) -> np.ndarray:
    """One game, in memory that was used before."""
    games = np.zeros(1, hearts.GAME)
    games["first"], games["given"], games["received"] = 99, 99, 99
    whole.imagine(views, record, np.array([WORD]), games)
    return games[0]


def drawn(cards: list[int], amount: int, word) -> list[int]:
    """Some of these cards, one after the other."""
    rest = list(cards)
    return sorted(rest.pop(int(below(np.uint64(draw(word, len(rest))), len(rest)))) for _ in range(amount))


def test_who_came_before_has_put_cards_aside_each_by_a_number_of_their_own():
    views, record = view_after("passleft", 9)
    assert (views["table"]["turn"][0], views["table"]["phase"][0]) == (3, hearts.PASS)
    game = imagined(views, record)
    for seat in range(3):
        assert listed(int(game["given"][seat])) == drawn(listed(int(game["hands"][seat])), 3, np.uint64(draw(WORD, PASSED + seat)))


def test_everybody_has_passed_cards_each_by_a_number_of_their_own():
    views, record = view_after("passleft", 12 + 2)
    game, turn = imagined(views, record), int(views["table"]["turn"][0])
    table = views[0]["table"]
    on_the_table = {(int(table["leader"]) + place) % 4: int(table["history"][place]) for place in range(2)}
    for seat in range(4):
        taker = (seat + 1) % 4
        held = sorted([*listed(int(game["hands"][taker])), *[card for each, card in on_the_table.items() if each == taker]])
        if seat == turn:
            wanted = listed(int(views["given"][0]))
        elif taker == turn:
            wanted = listed(int(views["received"][0]))
        else:
            wanted = drawn(held, 3, np.uint64(draw(WORD, PASSED + seat)))
        assert listed(int(game["given"][seat])) == listed(int(game["received"][taker])) == wanted


@pytest.mark.parametrize(("text", "first"), [("passleft:hands=1", 2), ("passleft:hands=2", 0)])
def test_a_match_of_one_hand_begins_with_this_one(text, first):
    assert imagined(*view_after(text, 13, first=2))["first"] == first


@pytest.mark.parametrize(("text", "passed"), [("passleft", 12), ("passleft:players=3,removed=2D", 9)])
def test_what_was_played_is_written_over_what_stood_there_before(text, passed):
    views, record = view_after(text, passed + 6)
    games, planes = np.zeros(1, hearts.GAME), np.full(len(whole.PLANES), 1 << 60, np.uint64)
    views.flags.writeable = False
    whole.imagine_games(views, record, np.zeros(1, HIDDEN), np.zeros(1, PLAN), planes, np.array([WORD]), games)
    again = np.zeros(1, hearts.GAME)
    whole.imagine(views, record, np.array([WORD]), again)
    assert games.tobytes() == again.tobytes()


def test_where_no_deal_is_possible_nothing_is_filled():
    views, record = view_after("passleft", 14)
    views["table"]["voids"] = 15
    games = np.zeros(1, hearts.GAME)
    games["first"] = 99
    before = games.tobytes()
    with pytest.raises(UserError, match="no deal agrees"):
        whole.imagine(views, record, np.array([WORD]), games)
    assert games.tobytes() == before
