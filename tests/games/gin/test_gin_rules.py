"""Gin rummy's rules one by one: staged hands whose answer can be worked out on paper, asked of the engine and of the book alike."""

from random import Random

import pytest

from cardshark.games import house
from cardshark.games.gin.rules import PRESETS, LayOff, NextDealer, Rules, ShutOut, StockOut, Tie
from cardshark.games.gin.score import HandWon, hollywood
from cardshark.text import UserError
from reference import gin_book
from reference.gin_side_by_side import Pair

EAAI = PRESETS["eaai"]

# The first player is one draw from knocking: three melds and a king. What he draws for it is his deadwood.
READY = "2C 3C 4C 5D 6D 7D 9H 9S 9C KS"
LOOSE = "2D 4H 6S 8D TC QH AS 3S 5H 7S"  # nothing melds: 56 points, of which the 8D goes to the run of diamonds
LOOSE_FITTING = "4D 4H 6S TC QH AS 3S 5H 7S JS"  # 60 points; the 4D would go to the run of diamonds
FIVE = "TC TD TH QC QD QH 2S 3S 4S 5H"  # deadwood 5
SIX = "TC TD TH QC QD QH 2S 3S 4S 6S"  # deadwood 6


def knock_with(drawn: str, rules: Rules = EAAI, defender: str = LOOSE, up: str = "KH", more: str = "") -> Pair:
    """The first player draws this card, throws the king and knocks; then `more` is chosen."""
    pair = Pair(rules, READY, defender, up, drawn)
    opening = "pass, pass, stock" if rules.upcard_offer else "stock"
    return pair.choose(f"{opening}, KS, knock" + (", " + more if more else ""))


# ---- the deal and the offer ----


def test_the_non_dealer_starts_and_both_may_decline_the_up_card():
    pair = Pair(EAAI, READY, LOOSE, "KH", "AH")
    assert (pair.turn, pair.words()) == (0, {"pile", "pass"})
    pair.choose("pass")
    assert (pair.turn, pair.words()) == (1, {"pile", "pass"})
    pair.choose("pass")
    assert (pair.turn, pair.words()) == (0, {"stock"})


def test_the_dealer_may_take_the_up_card_the_other_declined():
    pair = Pair(EAAI, READY, LOOSE, "KH", "AH").choose("pass, pile, QH")
    assert (pair.turn, pair.words()) == (0, {"stock", "pile"})
    assert pair.book.known == [set(), {"KH"}]


def test_without_an_offer_the_first_player_just_draws():
    assert Pair(EAAI._replace(upcard_offer=False), READY, LOOSE, "KH", "AH").words() == {"stock", "pile"}


@pytest.mark.parametrize("throw_back", [False, True])
def test_a_card_taken_from_the_pile_cannot_be_thrown_back(throw_back):
    pair = Pair(EAAI._replace(throw_back=throw_back), READY, LOOSE, "KH", "AH").choose("pile")
    assert ("KH" in pair.words()) == throw_back
    assert "KS" in pair.words()


def test_a_card_drawn_from_the_stock_may_be_thrown_away_at_once():
    assert "AH" in Pair(EAAI, READY, LOOSE, "KH", "AH").choose("pass, pass, stock").words()


# ---- knocking ----


@pytest.mark.parametrize(("limit", "asked"), [(10, True), (6, True), (5, False), (0, False)])
def test_a_knock_is_offered_up_to_the_limit(limit, asked):
    pair = Pair(EAAI._replace(knock_limit=limit), READY, LOOSE, "KH", "6H").choose("pass, pass, stock, KS")
    assert (pair.words() == {"knock", "play on"}) == asked


@pytest.mark.parametrize(("lay_off", "more", "score"), [
    (LayOff.NONE, "", 55),
    (LayOff.BEST, "", 47),
    (LayOff.AFTER_MELDS, "", 47),
    (LayOff.CHOSEN, "8D", 47),
    (LayOff.CHOSEN, "done", 55),
])  # fmt: skip
def test_the_knocker_wins_the_difference_after_laying_off(lay_off, more, score):
    assert knock_with("AH", EAAI._replace(lay_off=lay_off), more=more).won == score


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
    pair = Pair(EAAI._replace(lay_off=lay_off), "5S 6S 7S 2C 3C 4C JD JH JC KD", FOUR_EIGHTS, "KH", "AH")
    pair.choose("pass, pass, stock, KD, knock" + (", " + more if more else ""))
    assert pair.won == score


def test_the_knocker_chooses_which_melds_to_show():
    pair = Pair(EAAI._replace(lay_off=LayOff.NONE), READY, LOOSE, "KH", "9D").choose("pass, pass, stock, KS, knock")
    assert pair.words() == {
        "2C 3C 4C | 5D 6D 7D | 9C 9D 9H 9S", "2C 3C 4C | 5D 6D 7D | 9C 9D 9H", "2C 3C 4C | 5D 6D 7D | 9C 9D 9S",
        "2C 3C 4C | 5D 6D 7D | 9C 9H 9S", "2C 3C 4C | 5D 6D 7D | 9D 9H 9S",
    }  # fmt: skip
    assert pair.choose("2C 3C 4C | 5D 6D 7D | 9C 9D 9H").won == 47  # 56 - 9: he gave the gin away


# ---- undercut, gin, big gin ----


@pytest.mark.parametrize(("rules", "score"), [(EAAI, 26), (EAAI._replace(undercut_bonus=10), 11)])
def test_a_defender_with_less_undercuts(rules, score):
    assert knock_with("6H", rules, FIVE).won == -score


@pytest.mark.parametrize(("tie", "score"), [(Tie.UNDERCUT, 25), (Tie.NOBODY, 0)])
def test_a_tie(tie, score):
    assert knock_with("6H", EAAI._replace(tie=tie), SIX).won == -score


@pytest.mark.parametrize("lay_off", LayOff)
def test_gin_wins_the_bonus_and_nothing_is_laid_off(lay_off):
    assert knock_with("8D", EAAI._replace(lay_off=lay_off), LOOSE_FITTING).won == 85


def test_gin_cannot_be_undercut():
    melded = "TC TD TH QC QD QH 2S 3S 4S 5S"
    assert knock_with("8D", defender=melded).won == 25


def test_big_gin_needs_all_eleven_cards():
    rules = EAAI._replace(big_gin=31)
    ready = "2C 3C 4C 5D 6D 7D 9H 9S 9C 9D"
    pair = Pair(rules._replace(gin_boxes=2), ready, LOOSE_FITTING, "KH", "8D").choose("pass, pass, stock, big gin")
    assert (pair.won, pair.book.boxes) == (91, [3, 0])
    assert "big gin" not in Pair(rules, ready, LOOSE_FITTING, "KH", "KD").choose("pass, pass, stock").words()
    assert "big gin" not in Pair(EAAI, ready, LOOSE_FITTING, "KH", "8D").choose("pass, pass, stock").words()


# ---- Oklahoma ----


@pytest.mark.parametrize(("up", "drawn", "ace_means_gin", "asked"), [
    ("AH", "AD", False, True),
    ("AH", "AD", True, False),
    ("AH", "4D", True, True),  # gin
    ("AH", "2H", False, False),
    ("3H", "3D", False, True),
    ("3H", "4D", False, True),  # it belongs to the run
    ("3H", "4S", False, False),
    ("KH", "TH", False, True),
])  # fmt: skip
def test_the_first_up_card_limits_the_knock(up, drawn, ace_means_gin, asked):
    rules = EAAI._replace(upcard_limit=True, ace_means_gin=ace_means_gin)
    pair = Pair(rules, READY, LOOSE, up, drawn).choose("pass, pass, stock, KS")
    assert (pair.words() == {"knock", "play on"}) == asked


@pytest.mark.parametrize(("up", "score"), [("JS", 94), ("JH", 47)])
def test_a_spade_turned_up_doubles_the_hand(up, score):
    assert knock_with("AH", EAAI._replace(spades_double=True), up=up).won == score


@pytest.mark.parametrize(("double_boxes", "boxes"), [(False, 1), (True, 2)])
def test_whether_a_doubled_hand_counts_two_boxes(double_boxes, boxes):
    rules = EAAI._replace(spades_double=True, double_boxes=double_boxes)
    assert knock_with("AH", rules, up="JS").book.boxes == [boxes, 0]


# ---- the end of the stock ----


def play_to_the_end_of_the_stock(pair: Pair) -> int:
    """Everybody draws from the stock and throws the card away, until something else happens; how many cards were drawn."""
    book, drawn = pair.book, 0
    while book.hand_number == 0 and len(book.pile) == drawn + 1:
        pair.choose("stock").choose(book.drawn)
        if book.phase == "knock":
            pair.choose("play on")
        drawn += 1
    return drawn


@pytest.mark.parametrize(("stock_left", "turns"), [(2, 29), (0, 31)])
def test_a_hand_without_a_knock_is_void_and_the_same_player_deals(stock_left, turns):
    pair = Pair(EAAI._replace(stock_left=stock_left), READY, LOOSE, "KH", "JC").choose("pass, pass")
    assert play_to_the_end_of_the_stock(pair) == turns
    assert (pair.won, pair.book.ending, pair.book.dealer, pair.book.boxes) == (0, "void", 1, [0, 0])


def test_after_the_last_card_of_the_stock_there_is_still_a_knock():
    pair = Pair(EAAI._replace(stock_left=30), READY, LOOSE, "KH", "AH")
    assert pair.choose("pass, pass, stock, KS, knock").won == 47


def test_the_pile_turned_over_is_drawn_oldest_first():
    rules = EAAI._replace(stock_left=0, stock_out=StockOut.TURN_OVER, max_turns=100)
    pair = Pair(rules, READY, LOOSE, "KH", "JC").choose("pass, pass")
    play_to_the_end_of_the_stock(pair)
    assert pair.book.stock[:2] == ["KH", "JC"]
    assert (len(pair.book.stock), len(pair.book.pile)) == (31, 1)  # the engine agrees, or the pair would have said so
    pair.choose("stock")
    assert pair.book.drawn == "KH"


def test_the_pile_is_shuffled_anew_each_time():
    rules = EAAI._replace(stock_left=0, stock_out=StockOut.RESHUFFLE, max_turns=100)
    pair = Pair(rules, READY, LOOSE, "KH", "JC").choose("pass, pass")
    orders = []
    for _ in range(2):
        thrown = play_to_the_end_of_the_stock(pair)
        orders.append([*pair.book.stock])
        assert len(orders[-1]) == 31 and thrown == 31
    assert sum(one == other for one, other in zip(*orders, strict=True)) < 10


def test_a_hand_is_void_after_the_last_turn():
    pair = Pair(EAAI._replace(max_turns=3), READY, LOOSE, "KH", "JC").choose("pass, pass")
    assert play_to_the_end_of_the_stock(pair) == 3
    assert (pair.won, pair.book.ending) == (0, "void")


# ---- who deals, and the match ----


@pytest.mark.parametrize(
    ("dealer", "after_a_win", "after_an_undercut"), [(NextDealer.ALTERNATE, 0, 0), (NextDealer.WINNER, 0, 1), (NextDealer.LOSER, 1, 0)]
)
def test_who_deals_next(dealer, after_a_win, after_an_undercut):
    rules = EAAI._replace(dealer=dealer)
    assert knock_with("AH", rules).book.dealer == after_a_win
    assert knock_with("6H", rules, FIVE).book.dealer == after_an_undercut
    assert knock_with("6H", rules._replace(tie=Tie.NOBODY), SIX).book.dealer == 1


END = EAAI._replace(target=40, game_bonus=100, box=25)


@pytest.mark.parametrize(("rules", "totals"), [
    (END, [47 + 25 + 100, 0]),
    (END._replace(shut_out=ShutOut.PLUS), [47 + 25 + 100 + 100, 0]),
    (END._replace(shut_out=ShutOut.DOUBLE), [2 * (47 + 25 + 100), 0]),
    (END._replace(target=48, hands=1), [47 + 25, 0]),  # the target was not reached
    (END._replace(target=48), [47, 0]),  # nor is the match over
    (END._replace(target=47), [47 + 25 + 100, 0]),
])  # fmt: skip
def test_what_the_end_of_a_match_adds(rules, totals):
    pair = knock_with("AH", rules)
    assert pair.sides.games[0]["table"]["totals"].tolist() == pair.book.totals == totals


@pytest.mark.parametrize(("drawn", "defender", "boxes"), [("AH", LOOSE, [1, 0]), ("8D", LOOSE_FITTING, [3, 0]), ("6H", FIVE, [0, 2])])
def test_further_boxes_for_gin_and_undercut(drawn, defender, boxes):
    assert knock_with(drawn, EAAI._replace(gin_boxes=2, undercut_boxes=1), defender).book.boxes == boxes


def test_a_void_hand_counts_as_a_hand():
    pair = Pair(EAAI._replace(hands=1, max_turns=1), READY, LOOSE, "KH", "AH").choose("pass, pass, stock, AH, play on")
    assert (pair.book.phase, pair.book.ending) == ("over", "void")


# ---- Hollywood ----


SHEET = EAAI._replace(game_bonus=100, box=25, shut_out=ShutOut.DOUBLE)
HOLLYWOOD = {
    "first win": ([(0, 30)], [(30, 0), (0, 0), (0, 0)]),
    "three wins": ([(0, 30), (0, 20), (0, 10)], [(60, 0), (30, 0), (10, 0)]),
    "both sides": ([(0, 30), (1, 7), (0, 20), (1, 8)], [(50, 15), (20, 8), (0, 0)]),
    # 60 + 50 close the first column without the second side, which starts in the second: 2 * (110 + 2 * 25 + 100) and 5 + 6, 6.
    "blanked": ([(0, 60), (0, 50), (1, 5), (1, 6)], [(520, 0), (50, 11), (0, 6)]),
    # The third win closes two columns, the second of them a shut-out; the other side's second win would count only there.
    "closed": ([(1, 5), (0, 40), (0, 40), (0, 60), (1, 9)], [(140 + 3 * 25 + 100, 5 + 25), (2 * (100 + 2 * 25 + 100), 0), (60, 0)]),
}


@pytest.mark.parametrize("case", HOLLYWOOD)
def test_hollywood_columns(case):
    hands, totals = HOLLYWOOD[case]
    columns = hollywood([HandWon(*hand) for hand in hands], SHEET)
    assert [column.totals for column in columns] == totals


@pytest.mark.parametrize("seed", range(50))
def test_hollywood_as_the_book_has_it(seed):
    random = Random(seed)
    rules = SHEET._replace(target=random.choice([60, 100]), shut_out=random.choice([*ShutOut]))
    hands = [(int(random.random() < random.choice([0.1, 0.5])), random.randint(1, 50)) for _ in range(random.randint(0, 20))]
    columns = hollywood([HandWon(*hand) for hand in hands], rules)
    assert [list(column.totals) for column in columns] == gin_book.hollywood(rules, hands)


def test_hollywood_needs_a_target():
    with pytest.raises(UserError, match="target"):
        hollywood([], EAAI._replace(target=0, hands=1))


# ---- the rules themselves ----


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_can_be_played_and_spelled(preset):
    PRESETS[preset].check()
    assert house.spell(PRESETS, PRESETS[preset]) == preset


@pytest.mark.parametrize("text", [
    "eaai:knock_limit=-1", "eaai:knock_limit=101", "eaai:target=0", "eaai:stock_left=31", "eaai:stock_out=reshuffle,max_turns=9",
    "eaai:stock_out=turn_over,stock_left=0", "eaai:gin_bonus=-5", "eaai:hands=-1", "eaai:lay_off=maybe", "eaai:tie=1", "gin",
])  # fmt: skip
def test_nonsense_is_refused_in_one_sentence(text):
    with pytest.raises(UserError) as error:
        house.parse(PRESETS, text)
    assert "\n" not in str(error.value)


def test_presets_differ_where_their_games_do():
    classic, paper = PRESETS["classic"], PRESETS["paper"]
    assert (classic.gin_bonus, classic.undercut_bonus, classic.box, classic.game_bonus) == (20, 10, 20, 100)
    assert (paper.gin_bonus, paper.undercut_bonus, paper.stock_left, paper.max_turns, paper.hands) == (25, 25, 0, 5000, 1)
    assert (paper.lay_off, paper.stock_out, paper.dealer, paper.upcard_offer) == (LayOff.NONE, StockOut.RESHUFFLE, NextDealer.WINNER, False)
    assert PRESETS["straight"].knock_limit == 0 and PRESETS["tournament"].big_gin == 31 and PRESETS["oklahoma"].upcard_limit
    assert (EAAI.gin_bonus, EAAI.undercut_bonus, EAAI.big_gin, EAAI.target, EAAI.box) == (25, 25, 0, 100, 0)
