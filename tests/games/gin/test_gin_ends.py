"""Ends of gin hands that random play hardly ever sees, worked out on paper, and asked of the engine and of the book alike."""

import pytest

from cardshark.games.gin.rules import PRESETS, HandResult, LayOff, NextDealer, ShutOut, StockOut
from cardshark.games.gin.score import HandWon, hollywood
from cardshark.games.gin.state import MEMORY, NOBODY
from reference.gin_side_by_side import Pair

EAAI = PRESETS["eaai"]
READY = "2C 3C 4C 5D 6D 7D 9H 9S 9C KS"  # three melds and a king
LOOSE = "2D 4H 6S 8D TC QH AS 3S 5H 7S"  # nothing melds
FIVE = "TC TD TH QC QD QH 2S 3S 4S 5H"  # deadwood 5


def test_after_the_second_arrangement_of_the_knocker_the_other_still_has_only_one():
    defender = "TC TD TH QH AS 2D 3S 5H 7S 8D"
    pair = Pair(EAAI._replace(lay_off=LayOff.AFTER_MELDS), READY, defender, "KH", "9D").choose("pass, pass, stock, KS, knock")
    pair.choose("2C 3C 4C | 5D 6D 7D | 9C 9D 9H")  # the nine of spades is left; the eight of diamonds goes to the run
    assert pair.won == 10 + 1 + 2 + 3 + 5 + 7 - 9


def test_a_card_that_was_taken_from_the_pile_and_laid_off_is_in_no_hand():
    defender = "9D 2H 4H 6S TC QH AS 3S 5H 7S"
    pair = Pair(EAAI._replace(lay_off=LayOff.CHOSEN), READY, defender, "8D", "AH")
    pair.choose("pass, pile, QH, stock, KS, knock, 8D")
    assert pair.words() == {"9D", "done"}
    assert int(pair.sides.games[0]["table"]["known"][1]) == 0
    pair.choose("9D")
    assert pair.won == 10 + 2 + 4 + 6 + 1 + 3 + 5 + 7 - 1


@pytest.mark.parametrize(("drawn", "defender", "result"), [
    ("AH", LOOSE, HandResult.KNOCK), ("8D", "4D 4H 6S TC QH AS 3S 5H 7S JS", HandResult.GIN), ("6H", FIVE, HandResult.UNDERCUT),
])  # fmt: skip
def test_every_hand_is_counted_once_by_how_it_ended(drawn, defender, result):
    game = Pair(EAAI, READY, defender, "KH", drawn).choose("pass, pass, stock, KS, knock").sides.games[0]
    assert game["results"].tolist() == [int(number == result) for number in range(len(HandResult))]


@pytest.mark.parametrize(("drawn", "defender", "winner"), [("AH", LOOSE, 0), ("6H", FIVE, 1)])
def test_a_match_ends_whoever_reaches_the_target(drawn, defender, winner):
    pair = Pair(EAAI._replace(target=26), READY, defender, "KH", drawn).choose("pass, pass, stock, KS, knock")
    assert pair.book.phase == "over"
    assert pair.book.totals[winner] >= 26


def test_a_hollywood_column_tells_its_points_and_its_boxes():
    first, second, third = hollywood([HandWon(0, 30), HandWon(1, 7, 3), HandWon(0, 20, 2)], EAAI._replace(shut_out=ShutOut.DOUBLE))
    assert (first.points, first.boxes, first.closed) == ((50, 7), (3, 3), False)
    assert (second.points, second.boxes) == ((20, 0), (2, 0))
    assert (third.points, third.boxes, third.totals) == ((0, 0), (0, 0), (0, 0))


def test_big_gin_may_be_worth_a_single_point():
    ready = "2C 3C 4C 5D 6D 7D 9H 9S 9C 9D"
    assert (
        "big gin" in Pair(EAAI._replace(big_gin=1), ready, "4D 4H 6S TC QH AS 3S 5H 7S JS", "KH", "8D").choose("pass, pass, stock").words()
    )


@pytest.mark.long
def test_turns_beyond_the_memory_overwrite_what_was_taken_in_the_first_ones():
    pair = Pair(EAAI._replace(stock_left=0, stock_out=StockOut.RESHUFFLE, max_turns=100), READY, LOOSE, "KH", "JC").choose("pile, KS")
    assert int(pair.sides.games[0]["table"]["taken"]) == 1
    while pair.sides.games[0]["table"]["turns"] <= MEMORY:
        phase = pair.book.phase
        pair.choose("stock" if phase == "draw" else pair.book.drawn if phase == "discard" else "play on")
    assert int(pair.sides.games[0]["table"]["taken"]) == 0


def test_big_gin_is_a_turn_without_a_discard():
    ready, defender = "2C 3C 4C 5D 6D 7D 9H 9S 9C 9D", "TC TD TH TS QH AS 2D 3S 5H 7S"
    pair = Pair(EAAI._replace(big_gin=31), ready, defender, "KH", "8D").choose("pass, pass, stock, big gin")
    assert len(pair.words()) == 5  # four tens, or three of them
    table = pair.sides.games[0]["table"]
    assert (table["turns"], table["discards"][0]) == (1, NOBODY)


def test_a_new_hand_begins_with_a_bare_table():
    """Nothing that was drawn, thrown or shown in a hand is told in the next."""
    pair = Pair(EAAI._replace(lay_off=LayOff.CHOSEN, dealer=NextDealer.LOSER), READY, LOOSE, "KH", "AH")
    pair.choose("pile, KS, play on, stock, AH, pile, KH, knock, 8D")
    new = pair.sides.games[0]
    assert (new["table"]["hand_number"], new["table"]["dealer"]) == (1, 1)
    for seat in range(2):
        assert new["draws"][seat].tolist() == [NOBODY] * (MEMORY // 2)
    table = new["table"]
    assert table["discards"].tolist() == [NOBODY] * MEMORY
    assert table["pile"].tolist() == [table["upcard"]] + [NOBODY] * 31
    assert (table["taken"], table["laid_off"], table["known"].tolist(), table["melds"].tolist()) == (0, 0, [0, 0], [0, 0, 0])
    assert (table["source"], table["knocker"], table["turns"], table["passed"]) == (NOBODY, NOBODY, 0, 0)
    assert table["first"] == table["turn"] == 1 - table["dealer"]
