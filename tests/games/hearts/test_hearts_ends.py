"""The ends of Hearts that random matches hardly ever see: the smallest moon, and the largest numbers a match can come to."""

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.hearts.rules import MOST_HANDS, MOST_TOTAL, PRESETS
from reference.hearts_side_by_side import Batch, listed

ACES = "dutch:lowest=14,queen_of_spades=0,jack_of_clubs=0"  # one card each: a hand is over after four


def one_hand(text, totals=(0, 0, 0, 0), hand_number=0, second_stage=0):
    """A game of aces after one hand that began with these totals."""
    batch = Batch(house.parse(PRESETS, text), 1)
    batch.games["table"]["totals"], batch.games["table"]["hand_number"] = totals, hand_number
    batch.games["table"]["second_stage"] = second_stage
    for _ in range(4):
        rows = np.zeros(1, np.uint32)
        batch.choose(rows, [listed(batch.look(rows)[1][0])[0]])
    return batch.games[0]


def test_a_single_point_is_a_moon_where_it_is_all_there_is():
    assert sorted(one_hand(f"{ACES},hands=1")["scores"].tolist()) == [0, 1, 1, 1]
    assert sorted(one_hand(f"{ACES},hands=1,moon=none")["scores"].tolist()) == [0, 0, 0, 1]


def test_without_penalty_cards_nobody_shoots_the_moon():
    game = one_hand(f"{ACES},heart=0,hands=1")
    assert game["scores"].tolist() == game["moons"].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(("lowest", "is_over"), [(-MOST_TOTAL, False), (-MOST_TOTAL - 1, True)])
def test_a_match_ends_before_a_total_has_no_room(lowest, is_over):
    game = one_hand(f"{ACES},heart=0,hands=30000", totals=[lowest, 0, 0, 0])
    assert (game["table"]["phase"] == hearts.OVER) == is_over


@pytest.mark.parametrize(("hand", "is_over"), [(MOST_HANDS - 2, False), (MOST_HANDS - 1, True)])
def test_a_match_ends_before_its_hands_have_no_room(hand, is_over):
    game = one_hand(f"{ACES},limit=100", hand_number=hand)
    assert game["table"]["hand_number"] == hand + 1
    assert (game["table"]["phase"] == hearts.OVER) == is_over


@pytest.mark.parametrize(("lowest", "is_over"), [(2, False), (1, False), (0, True), (-1, True)])
def test_points_are_won_back_until_somebody_is_at_zero(lowest, is_over):
    game = one_hand(f"{ACES},heart=0,win_back=yes,limit=9,hands=30000", totals=[lowest, 9, 9, 9], second_stage=1)
    assert (game["table"]["phase"] == hearts.OVER) == is_over


def test_without_a_limit_a_match_goes_on_whatever_the_totals():
    game = one_hand(f"{ACES},limit=0,hands=2", totals=[9, 9, 9, 9])
    assert game["table"]["phase"] != hearts.OVER


def test_a_match_that_is_over_is_left_out_of_the_next_step():
    rules = house.record(house.parse(PRESETS, f"{ACES},heart=0,limit=0,hands=5"))
    games, views, rows = np.zeros(3, hearts.GAME), np.zeros(3, hearts.VIEW), np.arange(3, dtype=np.uint32)
    games["deals"] = 1, 2, 3
    hearts.start_all(games, rules)
    games["table"]["hand_number"] = 4, 0, 4
    hearts.look_all(games, rules, rows, views)
    for left in (3, 3, 3, 1):
        choices = np.array([listed(int(legal))[0] for legal in views["legal"]], np.int8)
        assert hearts.step_all(games, rules, rows, views, choices) == left
    assert rows[0] == 1
