"""What the other player may have drawn, in thought: a card changes places, and everything that was seen stays as it was."""

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.games import gin
from cardshark.players.gin.search.worlds import begin_walk, drawn_in, hand_after_draw, last_turn_of_other, unpiled
from helpers.compiling import PLAIN
from helpers.gin.hands import some

pytestmark = pytest.mark.skipif(
    not PLAIN, reason="parts of kernels, which `make test` also runs as plain Python: to compile each takes a minute"
)


def turns_of_other(table):
    """The finished turns of the player who is not in turn, and whether they took from the pile."""
    turns = [turn for turn in range(table["turns"]) if (table["first"] + turn) % 2 != table["turn"]]
    return {turn: bool(int(table["taken"]) >> turn & 1) for turn in turns}


def pasts():
    """Views with a past that is remembered as a whole, a hand that agrees with each, and what was drawn in each turn."""
    for preset in ("eaai", "paper"):
        for view in some(preset, 12)[1]:
            turns = turns_of_other(view["table"])
            if 3 < len(turns) < gin.MEMORY // 2:
                drawn = np.full(gin.MEMORY // 2, -1, np.int8)
                hand = int(begin_walk(view, np.uint64(7), drawn))
                yield view, view["table"], hand, drawn, turns


def test_what_was_drawn_is_held_or_was_thrown_later():
    seen = 0
    for _, table, hand, drawn, turns in pasts():
        assert last_turn_of_other(table) == max(turns)
        stock_turns = [turn for turn, took in turns.items() if not took]
        for turn in stock_turns:
            thrown = {int(table["discards"][later]) for later in turns if later >= turn}
            assert int(drawn[turn // 2]) in thrown or hand >> int(drawn[turn // 2]) & 1
            eleven = listed(int(hand_after_draw(table, np.uint64(hand), drawn, turn)))
            assert len(eleven) == 11 and int(drawn[turn // 2]) in eleven and int(table["discards"][turn]) in eleven
            seen += 1
        others = {*range(gin.MEMORY // 2)} - {turn // 2 for turn in stock_turns}
        assert {int(drawn[place]) for place in others} <= {-1}
    assert seen > 5


@pytest.mark.parametrize("taken_turns_hold", ["nothing", "the card"])
def test_a_card_came_where_it_was_drawn_from_the_stock(taken_turns_hold):
    found = 0
    for _, table, hand, drawn, turns in pasts():
        for card in [*listed(hand), *{int(drawn[turn // 2]) for turn, took in turns.items() if not took}]:
            before = drawn.copy()
            for each, took in turns.items():
                before[each // 2] = card if took and taken_turns_hold == "the card" else before[each // 2]
            for last in turns:
                came = [turn for turn, took in turns.items() if turn <= last and not took and drawn[turn // 2] == card]
                assert drawn_in(card, last, before, table) == max(came, default=-1)
                found += bool(came)
    assert found > 3


def test_the_pile_before_a_discard_lacks_it_and_the_one_after_it():
    for _, table, _, _, turns in pasts():
        piled, discards = int(table["piled"]), [int(card) for card in table["discards"]]
        for turn in turns:
            gone = 1 << discards[turn] | (1 << discards[turn + 1] if turn + 1 < table["turns"] else 0)
            assert int(unpiled(np.uint64(piled), table, turn)) == piled & ~gone
