"""The rummy players against the book: what they know, what they choose in whole hands, and what may not matter to them."""

import os
from random import Random

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.chance import words
from cardshark.games import gin
from cardshark.games.gin_rules import PRESETS, StockOut
from reference import rummy_book as book
from reference.gin_side_by_side import Sides

PLAIN = bool(int(os.environ.get("NUMBA_DISABLE_JIT", "0")))
TURN = (gin.OFFER, gin.DRAW, gin.DISCARD, gin.MAY_KNOCK)  # what a rummy player's network decides


# ---- the book ----


@pytest.mark.parametrize("stock_out", StockOut)
def test_what_a_seat_knows_is_what_its_hand_so_far_has_shown(stock_out):
    """The record's pile and known cards against the book's replay of every turn, far beyond the first stock."""
    renewed = stock_out != StockOut.VOID
    rules = PRESETS["paper"]._replace(stock_out=stock_out, knock_limit=0, max_turns=150, upcard_offer=not renewed)
    random, late, known = Random(1), 0, 0
    sides = Sides(rules, words(1, "deal", 2 if PLAIN else 4))
    while len(rows := sides.going_on()):
        told = sides.look(rows)
        for row, view in zip(rows, sides.views, strict=True):
            match = sides.books[row]
            if match.phase in ("offer", "draw", "discard", "knock"):
                seen = book.seen_in(view)
                assert seen == book.seen_by(match, match.turn)
                late, known = late + (sum(not taken for _, _, taken in match.history) > 31), known + bool(seen.theirs)
        sides.choose(rows, [random.choice(listed(seen["legal"])) for seen in told])
    assert known > 10 and (late > 10) == renewed  # more cards drawn than the first stock had


def test_the_inputs_of_a_small_example():
    seen = book.Seen(frozenset(["2C", "AS"]), frozenset(["3C"]), ("4C", "2D"))
    one = np.zeros(52)
    one[[0, 1, 2, 13, 51]] = 2, -2, -1, -1, 2
    assert (book.inputs(seen) == one).all()
    four = book.inputs(seen, "four", knock=True)
    assert len(four) == 209 and four.sum() == 53
    assert four[:16].tolist() == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] and four[-5:].tolist() == [1, 0, 0, 0, 1]


def test_the_book_takes_what_beats_more_than_half_or_the_mean():
    """A player who values nothing but the rank of one card of each: three unknown cards of which the top beats two, or one."""
    worth = {"2C": 0.1, "3C": 0.2, "4C": 0.3, "5C": 0.9}
    others = frozenset(card for card in book.IN_ORDER if card not in [*worth, "9S"])

    def value(seen: book.Seen, knock: bool) -> float:
        return max((worth[card] for card in seen.mine if card in worth), default=0.0)

    def decides(top: str, rule: str) -> bool:
        return book.takes(book.Seen(frozenset(["9S"]), others, (top,)), value, rule)[0]

    assert [decides(top, "median") for top in worth] == [False, False, True, True]  # of 2, 3 and 5 the 4 beats two
    assert [decides(top, "mean") for top in worth] == [False, False, False, True]  # but they are 0.4 on average
