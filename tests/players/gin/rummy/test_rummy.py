"""The rummy players against the book: what they know, what they choose in whole hands, and what may not matter to them."""

from collections import Counter
from itertools import cycle, product
from random import Random

import numpy as np
import pytest

from cardshark.cards import cards, listed, set_of
from cardshark.chance import words
from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS, StockOut
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.gin.rummy.brain import Draw, Knock, RummyBrain, RummyDesign, RummyInputs
from cardshark.players.gin.rummy.player import Rummy
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only
from helpers.designs import design_name
from helpers.gin.rummy import TURN, positions
from reference import rummy_book as book
from reference.gin_side_by_side import WORD, Sides

UNITS = 3 if PLAIN else 26
OF_CARDS = (RummyInputs.ONE, RummyInputs.FOUR)
DESIGNS = [
    RummyDesign(inputs, hidden, *rest)
    for (inputs, hidden), rest in zip(cycle(product(OF_CARDS, [0, UNITS, 5])), product(Draw, Knock, [True, False]), strict=False)
]  # every policy, and every kind of network

OF_FACTS = [
    RummyDesign(RummyInputs.FACTS, hidden, knock=Knock.LEARNED) for hidden in (0, 4)
]  # held against the book in test_rummy_facts.py


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


# ---- players and book side by side ----


def worth_of(brain):
    """What the book thinks of a state by a brain's weights."""
    return book.valued_by(brain.parts(), brain.design.inputs.name.lower(), brain.design.knock.name.lower())


def compare(brain, rules, matches, seed, sampled=1.0):
    """Every decision of some matches, or a sample of the draws; how many of each phase, and how many were too close to tell."""
    design, worth = brain.design, worth_of(brain)
    random, found = Random(seed), Counter()
    for view, choice in positions(Rummy(brain), rules, matches, seed):
        phase = int(view["table"]["phase"])
        if phase not in TURN or (phase == gin.DRAW and random.random() >= sampled):
            continue
        wanted = book.sensible(view, worth, design.draw.name.lower(), design.returns, design.knock.name.lower())
        assert WORD[choice] in wanted, (WORD[choice], wanted, book.seen_in(view))
        found[phase] += 1
        found["close"] += len(wanted) > 1
        found["taken"] += choice == gin.PILE
    return found


@pytest.mark.parametrize("design", DESIGNS, ids=design_name)
def test_values_are_those_of_the_book(design):
    brain = RummyBrain.fresh(design, 1)
    worth, player = worth_of(brain), Rummy(brain)
    views = np.array(
        [view for view, _ in positions(player, PRESETS["eaai"]._replace(hands=1, max_turns=4 if PLAIN else 0), 1 if PLAIN else 3, 2)]
    )
    wanted = [worth(book.seen_in(view), False) for view in views]
    np.testing.assert_allclose(player.values(views), wanted, atol=2e-6)
    assert np.std(wanted) > 0.01


@pytest.mark.long
@pytest.mark.parametrize(("design", "preset"), [*zip(DESIGNS, ["paper", "paper", "eaai", "eaai"] * 3, strict=True)], ids=design_name)
def test_decisions_are_those_of_the_book(design, preset):
    rules = PRESETS[preset]._replace(hands=1, max_turns=6 if PLAIN else 60)
    brain = RummyBrain.fresh(design, 3, largest=0.5)
    found = compare(brain, rules, 1 if PLAIN else 4, seed=4, sampled=0.2)
    assert found[gin.DISCARD] > (5 if PLAIN else 15) and (PLAIN or found["close"] < 0.1 * found.total())


@pytest.mark.parametrize("largest", [12, 50, 200])
@pytest.mark.parametrize("inputs", OF_CARDS)
def test_decisions_are_those_of_the_book_however_large_the_weights_are(inputs, largest):
    """Beyond 9 exponentials overflow, beyond 100 their fourth roots too. Most units are saturated then, and many values equal."""
    rules = PRESETS["paper"]._replace(hands=1, max_turns=6 if PLAIN else 60)
    found = compare(RummyBrain.fresh(RummyDesign(inputs), 3, largest), rules, 1 if PLAIN else 3, seed=4, sampled=0.2)
    assert found[gin.DISCARD] > (5 if PLAIN else 15)


@pytest.mark.slow
@pytest.mark.parametrize(
    "design", [RummyDesign(*options) for options in product(OF_CARDS, [0, 26], Draw, Knock, [True, False])], ids=design_name
)
def test_decisions_of_many_hands_are_those_of_the_book(design):
    found = Counter()
    for seed, (preset, largest) in enumerate(product(["paper", "eaai", "tournament"], [0.1, 0.4])):
        rules = PRESETS[preset]._replace(hands=1, max_turns=120)
        found += compare(RummyBrain.fresh(design, seed, largest), rules, 4, seed, sampled=0.1)
    assert min(found[phase] for phase in TURN) > 5 and found["close"] < 0.1 * found.total() and found["taken"] > 5


@pytest.mark.parametrize("design", [RummyDesign(), RummyDesign(RummyInputs.FOUR, 0), *OF_FACTS], ids=design_name)
@pytest.mark.parametrize("largest", [0.1, 1, 100])
def test_values_are_shares_in_every_phase(design, largest):
    """From 0 to 1 for hands of ten and of eleven cards, also when they are laid down, and however large the weights are."""
    rules = PRESETS["eaai"]._replace(hands=1, max_turns=6 if PLAIN else 0)
    player = Rummy(RummyBrain.fresh(design, 1, largest))
    views = np.array([view for view, _ in positions(player, rules, 1 if PLAIN else 10, 2, follows=0.0)])
    values = player.values(views)
    assert (values >= 0).all() and (values <= 1).all() and (np.std(values) > 0 or largest == 100)
    assert len({*views["table"]["phase"].tolist()}) >= (2 if PLAIN else 4)


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("inputs", OF_CARDS)
@pytest.mark.parametrize("largest", [5.0, 20.0])
def test_decisions_with_huge_weights_are_those_of_the_book(inputs, largest):
    """The literal reading of the evolution's challengers is a walk of standard deviation 10 after 10,000 epochs: units saturate."""
    brain = RummyBrain.fresh(RummyDesign(inputs, 26), 5, largest)
    brain.parts()["output"][:] /= largest  # so that values differ
    compare(brain, PRESETS["paper"]._replace(max_turns=40), 4, seed=6, sampled=0.25)


# ---- single decisions ----


def test_among_equals_the_lowest_card_goes_and_the_stock_is_drawn():
    """With all weights zero every hand is worth the same."""
    brain = RummyBrain(RummyDesign(hidden=UNITS, knock=Knock.LEARNED))
    assert not np.any(brain.memory)
    phases = Counter()
    for view, choice in positions(Rummy(brain), PRESETS["eaai"]._replace(hands=1), 1 if PLAIN else 5, 7, follows=0.2):
        phase = int(view["table"]["phase"])
        own = [card for card in listed(int(view["legal"])) if phase == gin.DISCARD]
        wanted = {gin.OFFER: gin.PASS, gin.DRAW: gin.STOCK, gin.DISCARD: min(own, default=-1), gin.MAY_KNOCK: gin.PLAY_ON}
        if phase in TURN:
            assert choice == wanted[phase]
            phases[phase] += 1
    assert PLAIN or len(phases) == len(TURN)


@pytest.mark.parametrize(("knock", "with_gin", "with_deadwood"), [("at_once", True, True), ("gin", True, False)])
def test_when_to_knock(knock, with_gin, with_deadwood):
    player = Rummy(RummyBrain.fresh(RummyDesign(), 1), knock=knock)
    view = np.zeros(2, gin.VIEW)
    view["table"]["phase"], view["table"]["pile_size"] = gin.MAY_KNOCK, 1
    view["hand"] = cards("AC 2C 3C 4C 5D 5H 5S KD KH KS"), cards("AC 2C 3C 4D 5D 5H 5S KD KH KS")
    view["legal"] = 1 << gin.KNOCK | 1 << gin.PLAY_ON
    choices = np.zeros(2, np.int8)
    player.choose(view, choices)
    assert choices.tolist() == [gin.KNOCK if yes else gin.PLAY_ON for yes in (with_gin, with_deadwood)]


@compiled_only
def test_a_card_just_taken_is_not_thrown_back_even_where_the_rules_allow_it():
    """The policy exchanges: what is taken from the pile is kept for at least this turn."""
    rules, taken = PRESETS["eaai"]._replace(throw_back=True, hands=1), 0
    for view, choice in positions(Rummy(RummyBrain.fresh(RummyDesign(), 8)), rules, 20, 9):
        if int(view["table"]["phase"]) == gin.DISCARD and int(view["table"]["source"]) == gin.PILE:
            taken += 1
            assert choice != int(view["drawn"])
    assert taken > 20


def hide(game, random):
    """Deal anew what the seat in turn cannot know: the opponent's other cards and the stock."""
    table = game["table"]
    other = 1 - int(table["turn"])
    unseen = listed(int(game["hands"][other]) & ~int(table["known"][other]))
    stock = game["stock"][: table["stock_left"]]
    hidden = [*unseen, *stock.tolist()]
    random.shuffle(hidden)
    game["hands"][other] = int(table["known"][other]) | set_of(hidden[: len(unseen)])
    stock[:] = hidden[len(unseen) :]


@pytest.mark.parametrize("preset", ["paper", "eaai"])
@pytest.mark.parametrize("design", [*DESIGNS[:4], *OF_FACTS], ids=design_name)
def test_hidden_cards_do_not_matter(design, preset):
    rules, random = PRESETS[preset]._replace(hands=1, max_turns=6 if PLAIN else 60), Random(1)
    record, games = house.record(rules), deal(gin, rules, 10, 1 if PLAIN else 40)
    player, compared = Rummy(RummyBrain.fresh(design, 11)), 0
    while len(rows := np.flatnonzero(games["table"]["phase"] != gin.OVER).astype(np.uint32)):
        views, choices, others = np.zeros(len(rows), gin.VIEW), np.zeros(len(rows), np.int8), np.zeros(len(rows), np.int8)
        gin.look_all(games, record, rows, views)
        player.choose(views, choices)
        changed = games.copy()
        for row in rows:
            hide(changed[row], random)
        again = np.zeros(len(rows), gin.VIEW)
        gin.look_all(changed, record, rows, again)
        player.choose(again, others)
        assert (choices == others).all() and (player.values(views) == player.values(again)).all()
        compared += (changed["hands"] != games["hands"]).any(axis=1).sum()
        gin.choose_all(games, record, rows, views, choices)
    assert compared > (5 if PLAIN else 100)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_can_play_every_variant_to_the_end(preset):
    rules = PRESETS[preset]._replace(hands=1 if PLAIN else 4, max_turns=10 if PLAIN else 200)
    games = deal(gin, rules, 12, 1 if PLAIN else 50)
    play(gin, rules, games, [Rummy(RummyBrain.fresh(RummyDesign(hidden=UNITS), 13)), seat("random")])
    assert (games["table"]["phase"] == gin.OVER).all()


def test_the_same_brain_chooses_the_same_however_many_are_asked():
    rules = PRESETS["eaai"]._replace(hands=1, max_turns=4 if PLAIN else 0)
    player = Rummy(RummyBrain.fresh(RummyDesign(hidden=UNITS), 14))
    views = np.array([view for view, _ in positions(player, rules, 1 if PLAIN else 10, 15)])
    together, alone = np.zeros(len(views), np.int8), np.zeros(len(views), np.int8)
    player.choose(views, together)
    for i in reversed(range(len(views))):
        player.choose(views[i : i + 1], alone[i : i + 1])
    assert (together == alone).all()


def test_what_cannot_be_asked_of_it():
    with pytest.raises(UserError, match="learned"):
        Rummy(RummyBrain.fresh(RummyDesign(), 1), knock="learned")
    with pytest.raises(UserError, match="hidden"):
        RummyDesign(hidden=-1)
