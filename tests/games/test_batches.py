"""Many games at once: what the referee answers, and games whose cards are laid out by hand."""

from random import Random

import numpy as np
import pytest

from cardshark.cards import cards, listed
from cardshark.chance import words
from cardshark.games import gin, hearts, house
from cardshark.games.gin import melds
from cardshark.games.gin.rules import PRESETS as GIN
from cardshark.games.hearts.rules import PRESETS as HEARTS
from cardshark.games.planes import level
from cardshark.jit import kernel
from cardshark.players.hearts.search.hidden import HIDDEN, knowledge, learn_one

GAMES = {"hearts": (hearts, HEARTS["falcon"]._replace(hands=1, limit=0)), "gin": (gin, GIN["eaai"]._replace(hands=1, target=0))}


def started(name, amount):
    """So many games, just dealt, and their views."""
    game, rules = GAMES[name]
    record, games, views = house.record(rules), np.zeros(amount, game.GAME), np.zeros(amount, game.VIEW)
    games["deals"], games["luck"] = words(6, "deal", amount), words(6, "luck", amount)
    game.start_all(games, record)
    rows = np.arange(amount, dtype=np.uint32)
    game.look_all(games, record, rows, views)
    return game, record, games, rows, views


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("row", [0, 2, 39])
def test_a_step_names_the_first_illegal_choice(name, row):
    game, record, games, rows, views = started(name, 40)  # more than are visited at once
    choices = np.array([listed(int(legal))[0] for legal in views["legal"]], np.int8)
    choices[row] = 12 + 16 * 3 + 3  # no card, and no choice
    assert game.step_all(games, record, rows, views, choices) == -1 - row
    assert game.choose_all(games[:0], record, rows[:0], views[:0], choices[:0]) == 0


@pytest.mark.parametrize("name", GAMES)
def test_steps_go_on_with_the_games_that_are_not_over(name):
    game, record, games, rows, views = started(name, 40)
    random, left = Random(1), 40
    while left:
        choices = np.array([random.choice(listed(int(legal))) for legal in views["legal"][:left]], np.int8)
        before = rows[:left].copy()
        left = game.step_all(games, record, rows[:left], views[:left], choices)
        assert rows[:left].tolist() == [row for row in before.tolist() if games["table"]["phase"][row] != game.OVER]
        seen = np.zeros(left, game.VIEW)
        game.look_all(games, record, rows[:left], seen)
        assert (seen["hand"] == views["hand"][:left]).all() and (seen["legal"] == views["legal"][:left]).all()


def test_cards_of_gin_laid_out_by_hand_come_in_this_order():
    _, record, games, _, _ = started("gin", 1)
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    hands = np.array([sum(1 << card for card in deck[:10]), sum(1 << card for card in deck[10:20])], np.uint64)
    gin.deal_these(games, record, hands, np.array(deck[20:], np.int8))
    game = games[0]
    assert game["hands"].tolist() == hands.tolist()
    assert (game["table"]["upcard"], game["table"]["pile"][0], game["table"]["pile_size"]) == (deck[20], deck[20], 1)
    assert game["stock"][:31][::-1].tolist() == deck[21:]
    assert (game["table"]["turn"], game["table"]["first"], game["table"]["dealer"]) == (0, 0, 1)
    gin.restock(games, np.array([5, 6, 7], np.int8))
    assert games[0]["stock"][:4].tolist() == [7, 6, 5, deck[-4]]


@pytest.mark.parametrize(("rules", "leader"), [("falcon", 2), ("american:passing=none", 3), ("american", None)])
def test_cards_of_hearts_laid_out_by_hand(rules, leader):
    record, games = house.record(house.parse(HEARTS, rules)), np.zeros(1, hearts.GAME)
    games["deals"] = words(6, "deal", 1)
    hearts.start_all(games, record)
    hands = np.array([0x1FFF << 16 * suit for suit in (1, 2, 3, 0)], np.uint64)  # the last seat has the clubs
    hearts.deal_these(games, record, hands, 2)
    table = games[0]["table"]
    assert games[0]["hands"].tolist() == hands.tolist()
    assert table["phase"] == (hearts.PASS if leader is None else hearts.PLAY)
    assert leader is None or (table["leader"], table["turn"]) == (leader, leader)


# ---- small parts ----


@kernel
def levels_of(amounts, columns, found):
    for i in range(len(amounts)):
        found[i] = level(amounts[i], columns)


def test_a_level_fills_at_least_no_column_and_at_most_all():
    found = np.zeros(5, np.uint64)
    levels_of(np.array([-3, -1, 0, 2, 9]), 5, found)
    assert found.tolist() == [0, 0, 0, 0b11, 0b11111]


def test_what_was_known_of_one_view_is_forgotten_in_the_next():
    _, record, _, _, views = started("hearts", 2)
    hidden = np.zeros(1, HIDDEN)
    for view in views:
        learn_one(view.reshape(1), record, hidden)
        assert repr(hidden) == repr(knowledge(view, GAMES["hearts"][1]))


@kernel
def lay_off_one(card, laid):
    melds.lay_off(card, laid)


def test_a_card_between_two_runs_joins_the_first():
    laid = np.array([cards("3C 4C 5C"), cards("7C 8C 9C"), 0], np.uint64)
    lay_off_one(4, laid)  # the six of clubs
    assert laid.tolist() == [cards("3C 4C 5C 6C"), cards("7C 8C 9C"), 0]


def test_a_card_joins_a_run_rather_than_its_set():
    laid = np.array([cards("6D 6H 6S"), cards("3C 4C 5C"), 0], np.uint64)
    lay_off_one(4, laid)
    assert laid.tolist() == [cards("6D 6H 6S"), cards("3C 4C 5C 6C"), 0]


def test_a_hand_of_runs_alone_has_its_one_arrangement():
    (only,) = melds.listed_arrangements(cards("AC 2C 3C 4C 5D 6D 7D 8H 9H TH"))
    assert only == (0, [cards("AC 2C 3C 4C"), cards("5D 6D 7D"), cards("8H 9H TH")])
