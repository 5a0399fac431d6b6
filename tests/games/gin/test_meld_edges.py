"""Melds at the edge: an arrangement that just counts, gin by runs alone, memory that was used before, cards beside cards beside a run."""

import numpy as np
import pytest

from cardshark.cards import card, cards
from cardshark.games.gin import melds


@pytest.mark.parametrize(("limit", "ways"), [(3, 0), (4, 1), (6, 1), (7, 2)])
def test_an_arrangement_at_the_limit_counts(limit, ways):
    """The run leaves two deuces, and the deuces leave a three and a four."""
    assert melds.count_arrangements(np.uint64(cards("2C 2D 2H 3C 4C")), limit) == ways


def test_gin_by_runs_alone_is_the_first_arrangement():
    hand = np.uint64(cards("2C 3C 4C 2D 3D 4D 2H 3H 4H 5H"))
    assert melds.sets_of(hand, 0) == 0
    assert melds.sets_of(hand, 1) != 0
    assert melds.listed_arrangements(int(hand))[0].melds == [cards("2C 3C 4C"), cards("2D 3D 4D"), cards("2H 3H 4H 5H")]


def test_melds_are_written_over_what_stood_there_before():
    found = np.zeros(melds.ROOM, melds.ARRANGEMENT)
    found["melds"] = cards("KS")
    assert melds.arrangements(np.uint64(cards("2C 3C 4C 9H")), found) == 1
    assert found[0]["melds"].tolist() == [cards("2C 3C 4C"), *[0] * (melds.MELDS - 1)]


@pytest.mark.parametrize("run", ["8C 9C TC", "2C 3C 4C"])
def test_a_card_that_is_not_beside_a_run_goes_to_its_set(run):
    """A six is two steps away from either run."""
    spread = np.zeros(melds.MELDS, np.uint64)
    spread[:2] = cards(run), cards("6D 6H 6S")
    melds.lay_off(card("6C"), spread)
    assert spread[:2].tolist() == [cards(run), cards("6C 6D 6H 6S")]


@pytest.mark.parametrize(("laid", "wanted"), [("5C", "5C 6C 7C 8C"), ("9C", "6C 7C 8C 9C")])
def test_a_card_beside_a_run_goes_there_rather_than_to_its_set(laid, wanted):
    spread = np.zeros(melds.MELDS, np.uint64)
    spread[:3] = cards(f"{laid[0]}D {laid[0]}H {laid[0]}S"), cards("6C 7C 8C"), cards("QD QH QS")
    melds.lay_off(card(laid), spread)
    assert spread[:3].tolist() == [cards(f"{laid[0]}D {laid[0]}H {laid[0]}S"), cards(wanted), cards("QD QH QS")]


def test_in_low_order_the_next_rank_is_one_further():
    """Players shift cards by this to see what lies beside them."""
    row = [int(melds.ace_low(np.uint64(cards(name)))) for name in ("AC", "2C", "3C", "KC")]
    assert row == [1 << (number * int(melds.ONE)) for number in (0, 1, 2, 12)]


def test_fourths_are_the_cards_that_sets_of_three_lack():
    spread = np.zeros(melds.MELDS, np.uint64)
    spread[:3] = cards("6D 6H 6S"), cards("2C 3C 4C"), cards("9C 9D 9H 9S")
    assert melds.ace_high(np.uint64(melds.fourths_of(spread))) == cards("6C")


def test_ways_to_choose_sets_are_none_all_and_each_triple():
    low = np.uint64(melds.ace_low(np.uint64(cards("6C 6D 6H 6S 9C 9D 9H"))))
    ranks = np.uint64(melds.set_ranks(low))
    ways = [int(melds.ace_high(np.uint64(melds.chosen_sets(low, ranks, number)))) for number in range(melds.set_choices(low, ranks))]
    sixes = [0, *(cards(four) for four in ("6C 6D 6H 6S", "6D 6H 6S", "6C 6H 6S", "6C 6D 6S", "6C 6D 6H"))]
    assert ways == [six | nine for nine in (0, cards("9C 9D 9H")) for six in sixes]
