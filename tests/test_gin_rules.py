"""Gin rummy's rules one by one: staged hands whose answer can be worked out on paper, asked of the engine and of the book alike."""

import pytest
from test_gin import Pair

from cardshark.cards import names
from cardshark.games import gin, house
from cardshark.games.gin_rules import PRESETS, Dealer, LayOff, Rules, StockOut, Tie
from cardshark.text import UserError

EAAI = PRESETS["eaai"]

# The first player is one draw from knocking: three melds and a king. What he draws for it is his deadwood.
READY = "2C 3C 4C 5D 6D 7D 9H 9S 9C KS"
LOOSE = "2D 4H 6S 8D TC QH AS 3S 5H 7S"  # nothing melds: 56 points, of which the 8D goes to the run of diamonds
LOOSE_FITTING = "4D 4H 6S TC QH AS 3S 5H 7S JS"  # 60 points; the 4D would go to the run of diamonds
FIVE = "TC TD TH QC QD QH 2S 3S 4S 5H"  # deadwood 5
SIX = "TC TD TH QC QD QH 2S 3S 4S 6S"  # deadwood 6


def knock_with(drawn: str, rules: Rules = EAAI, defender: str = LOOSE, up: str = "KH", more: str = "") -> Pair:
    """The first player draws this card, throws the king and knocks; then `more` is chosen."""
    pair = Pair.staged(rules, READY, defender, up, drawn)
    opening = "pass, pass, stock" if rules.upcard_offer else "stock"
    return pair.choose(f"{opening}, KS, knock" + (", " + more if more else ""))


# ---- the deal and the offer ----


def test_the_non_dealer_starts_and_both_may_decline_the_up_card():
    pair = Pair.staged(EAAI, READY, LOOSE, "KH", "AH")
    assert (pair.turn, pair.words()) == (0, {"pile", "pass"})
    pair.choose("pass")
    assert (pair.turn, pair.words()) == (1, {"pile", "pass"})
    pair.choose("pass")
    assert (pair.turn, pair.words()) == (0, {"stock"})


def test_the_dealer_may_take_the_up_card_the_other_declined():
    pair = Pair.staged(EAAI, READY, LOOSE, "KH", "AH").choose("pass, pile, QH")
    assert (pair.turn, pair.words()) == (0, {"stock", "pile"})
    assert pair.book.known == [set(), {"KH"}]


def test_without_an_offer_the_first_player_just_draws():
    assert Pair.staged(EAAI._replace(upcard_offer=False), READY, LOOSE, "KH", "AH").words() == {"stock", "pile"}


@pytest.mark.parametrize("throw_back", [False, True])
def test_a_card_taken_from_the_pile_cannot_be_thrown_back(throw_back):
    pair = Pair.staged(EAAI._replace(throw_back=throw_back), READY, LOOSE, "KH", "AH").choose("pile")
    assert ("KH" in pair.words()) == throw_back
    assert "KS" in pair.words()


def test_a_card_drawn_from_the_stock_may_be_thrown_away_at_once():
    assert "AH" in Pair.staged(EAAI, READY, LOOSE, "KH", "AH").choose("pass, pass, stock").words()


# ---- knocking ----


@pytest.mark.parametrize(("limit", "asked"), [(10, True), (6, True), (5, False), (0, False)])
def test_a_knock_is_offered_up_to_the_limit(limit, asked):
    pair = Pair.staged(EAAI._replace(knock_limit=limit), READY, LOOSE, "KH", "6H").choose("pass, pass, stock, KS")
    assert (pair.words() == {"knock", "play on"}) == asked


@pytest.mark.parametrize(("lay_off", "more", "score"), [
    (LayOff.NONE, "", 55),
    (LayOff.BEST, "", 47),
    (LayOff.AFTER_MELDS, "", 47),
    (LayOff.CHOSEN, "8D", 47),
    (LayOff.CHOSEN, "done", 55),
])  # fmt: skip
def test_the_knocker_wins_the_difference_after_laying_off(lay_off, more, score):
    assert knock_with("AH", EAAI._replace(lay_off=lay_off), more=more).scores == [score, 0]


FOUR_EIGHTS = "8S 9S 8D 8H 8C 2D 4H 6C QH TD"  # against 5S 6S 7S: three eights melded and 8S 9S laid off leave 32


@pytest.mark.parametrize(("lay_off", "more", "score"), [
    (LayOff.NONE, "", 40),
    (LayOff.BEST, "", 31),
    (LayOff.AFTER_MELDS, "8C 8D 8H", 31),
    (LayOff.AFTER_MELDS, "8C 8D 8H 8S", 40),
    (LayOff.CHOSEN, "8S, 9S", 31),
    (LayOff.CHOSEN, "8S, done", 40),
    (LayOff.CHOSEN, "done", 40),
])  # fmt: skip
def test_the_best_melds_are_not_the_best_defence(lay_off, more, score):
    pair = Pair.staged(EAAI._replace(lay_off=lay_off), "5S 6S 7S 2C 3C 4C JD JH JC KD", FOUR_EIGHTS, "KH", "AH")
    pair.choose("pass, pass, stock, KD, knock" + (", " + more if more else ""))
    assert pair.scores == [score, 0]


def test_the_knocker_chooses_which_melds_to_show():
    pair = Pair.staged(EAAI._replace(lay_off=LayOff.NONE), READY, LOOSE, "KH", "9D").choose("pass, pass, stock, KS, knock")
    assert pair.words() == {
        "2C 3C 4C | 5D 6D 7D | 9C 9D 9H 9S", "2C 3C 4C | 5D 6D 7D | 9C 9D 9H", "2C 3C 4C | 5D 6D 7D | 9C 9D 9S",
        "2C 3C 4C | 5D 6D 7D | 9C 9H 9S", "2C 3C 4C | 5D 6D 7D | 9D 9H 9S",
    }  # fmt: skip
    assert pair.choose("2C 3C 4C | 5D 6D 7D | 9C 9D 9H").scores == [47, 0]  # 56 - 9: he gave the gin away


# ---- undercut, gin, big gin ----


@pytest.mark.parametrize(("rules", "score"), [(EAAI, 26), (EAAI._replace(undercut_bonus=10), 11)])
def test_a_defender_with_less_undercuts(rules, score):
    assert knock_with("6H", rules, FIVE).scores == [0, score]


@pytest.mark.parametrize(("tie", "score"), [(Tie.UNDERCUT, 25), (Tie.NOBODY, 0)])
def test_a_tie(tie, score):
    assert knock_with("6H", EAAI._replace(tie=tie), SIX).scores == [0, score]


@pytest.mark.parametrize("lay_off", LayOff)
def test_gin_wins_the_bonus_and_nothing_is_laid_off(lay_off):
    assert knock_with("8D", EAAI._replace(lay_off=lay_off), LOOSE_FITTING).scores == [85, 0]


def test_gin_cannot_be_undercut():
    melded = "TC TD TH QC QD QH 2S 3S 4S 5S"
    assert knock_with("8D", defender=melded).scores == [25, 0]


def test_big_gin_needs_all_eleven_cards():
    rules = EAAI._replace(big_gin=31)
    ready = "2C 3C 4C 5D 6D 7D 9H 9S 9C 9D"
    assert Pair.staged(rules, ready, LOOSE_FITTING, "KH", "8D").choose("pass, pass, stock, big gin").scores == [91, 0]
    assert "big gin" not in Pair.staged(rules, ready, LOOSE_FITTING, "KH", "KD").choose("pass, pass, stock").words()
    assert "big gin" not in Pair.staged(EAAI, ready, LOOSE_FITTING, "KH", "8D").choose("pass, pass, stock").words()


# ---- Oklahoma ----


@pytest.mark.parametrize(("up", "drawn", "ace_means_gin", "asked"), [
    ("AH", "AD", False, True),
    ("AH", "AD", True, False),
    ("AH", "8D", True, True),
    ("AH", "2H", False, False),
    ("3H", "3D", False, True),
    ("3H", "4D", False, True),  # it belongs to the run
    ("3H", "4S", False, False),
    ("KH", "TH", False, True),
])  # fmt: skip
def test_the_first_up_card_limits_the_knock(up, drawn, ace_means_gin, asked):
    rules = EAAI._replace(upcard_limit=True, ace_means_gin=ace_means_gin)
    pair = Pair.staged(rules, READY, LOOSE, up, drawn).choose("pass, pass, stock, KS")
    assert (pair.words() == {"knock", "play on"}) == asked


@pytest.mark.parametrize(("up", "score"), [("JS", 94), ("JH", 47)])
def test_a_spade_turned_up_doubles_the_hand(up, score):
    assert knock_with("AH", EAAI._replace(spades_double=True), up=up).scores == [score, 0]
