"""The hand-made Hearts players: worked examples for every rule, and every decision of many hands held against the book."""

import os
from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import add, card, cards, listed, name, names
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.player import Player, unpack
from cardshark.text import split_options
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts import rules_of, thinker
from helpers.players import chosen
from reference import handmade_book as book
from reference.hearts_book import random_rules

SLOW_PARTS = 2  # so that two cores share the long comparison

GREEDY = [
    f"greedy:ties={ties},reference={reference},queen={queen},passing={passing}"
    for ties, reference, queen, passing in product(
        ["clubs_low", "spades_low"], ["first", "winner"], ["literal", "avoid"], ["discard", "highest"]
    )
]
JAKE = ["jake", "jake:giveaway=meant"]


def ask_player(text, rules, views):
    """What the player of this name chooses."""
    return chosen(thinker(text, rules), views)


def ask_book(text, rules, views):
    """What the book says."""
    kind, options = split_options(text)
    return [(book.PASS_NEXT if view.phase == hearts.PASS else book.PLAY)[kind](view, rules, **options) for view in unpack(views)]


ask = pytest.mark.parametrize("ask", [ask_book, ask_player], ids=["book", "player"])


# ---- positions ----


def position(rules, hand, trick="", earlier="", out=None, passing=False, given=0):
    """What seat 0 sees: its hand, the trick so far, cards played earlier, and the suits that seats have shown to be out of."""
    games, views = np.zeros(1, hearts.GAME), np.zeros(1, hearts.VIEW)
    game, table = games[0], games[0].table
    before, on_table = earlier.split(), trick.split()
    played = [card(text) for text in before + on_table]
    game.hands[0], game.given[0], table.seen = cards(hand), given, add(played)
    assert len(set(played)) == len(played) and not int(game.hands[0]) & int(table.seen), "a card stands twice"
    table.history[:] = hearts.NO_CARD
    table.history[: len(played)] = played
    table.phase = hearts.PASS if passing else hearts.PLAY
    table.across = int(rules.pass_count > 0)
    table.leader = -len(on_table) % rules.players
    table.start, table.played = len(before), len(played)
    table.trick = -(-len(before) // rules.players)  # any earlier card makes it a later trick
    table.led = card(on_table[0]) >> 4 if on_table else 0
    for who, suits in (out or {}).items():
        table.voids[who] = sum(1 << "CDHS".index(suit) for suit in suits)
    table.jack = hearts.NOBODY
    hearts.look_all(games, house.record(rules), np.zeros(1, np.uint32), views)
    return views


def check(ask, player, hand, trick, expected, rules="falcon", **more):
    house_rules = rules_of(rules)
    (chosen,) = ask(player, house_rules, position(house_rules, hand, trick, **more))
    assert name(chosen) == expected


def check_passes(ask, player, hand, expected, rules="passleft"):
    """The cards put aside, in their order."""
    house_rules = rules_of(rules)._replace(pass_count=len(expected.split()))
    given = []
    for _ in range(house_rules.pass_count):
        given += ask(player, house_rules, position(house_rules, hand, passing=True, given=add(given)))
    assert names(given) == expected


# ---- greedy ----


@ask
@pytest.mark.parametrize(
    ("options", "hand", "trick", "expected", "more"),
    [
        # 1. leading: the lowest card
        ("", "5C 3D 9S", "", "3D", {}),
        ("", "9C 3D 3S", "", "3D", {}),
        (":ties=spades_low", "9C 3D 3S", "", "3S", {}),
        ("", "5C 2H", "", "5C", {"rules": "american", "earlier": "2C 3C 4C 7C"}),  # hearts are not broken
        # 2. void: the queen of spades, a jack of clubs that costs points, the highest heart, the highest card
        ("", "2C AH QS AS", "4D", "QS", {}),
        ("", "JC AH QS AS", "8D", "QS", {"rules": "dutch"}),
        ("", "JC AH AS", "8D", "JC", {"rules": "dutch"}),
        ("", "JC AH AS", "8D", "AH", {}),
        ("", "AC 9H 3H AS", "4D", "9H", {}),
        ("", "KC KS 2C", "4D", "KS", {}),
        (":ties=spades_low", "KC KS 2C", "4D", "KC", {}),
        ("", "KD 5H QS 2S", "2C", "KD", {"rules": "american"}),  # no points to the first trick
        # 3. following: the highest card below the first (or the winning) one
        ("", "3S 7S JS", "8S 9S", "7S", {}),
        ("", "3S 9S JS", "8S TS", "3S", {}),
        (":reference=winner", "3S 9S JS", "8S TS", "9S", {}),
        (":reference=winner", "3S 9S JS", "8S TD", "3S", {}),  # a discard does not win
        # or else the lowest, and the last to play the highest
        ("", "9C JC", "8C", "9C", {}),
        ("", "9C JC", "8C 2C", "9C", {}),
        ("", "9C JC", "8C 2C 3C", "JC", {}),
        ("", "9C JC", "8C 3C", "JC", {"rules": "american:players=3,removed=2D", "earlier": "2C 4C 5C"}),  # three players
        # the queen of spades on its own trick
        ("", "JS QS", "TS 2S 3S", "QS", {}),
        (":queen=avoid", "JS QS", "TS 2S 3S", "JS", {}),
        (":queen=avoid", "2D QS", "TS 2S 3S", "QS", {}),  # no other spade
        (":queen=avoid", "JS QS", "TS KS 3S", "QS", {}),  # the king takes her
        (":queen=avoid", "QS KS", "TS", "QS", {}),  # not the last to play
    ],
)
def test_greedy_plays(ask, options, hand, trick, expected, more):
    check(ask, "greedy" + options, hand, trick, expected, **more)


@ask
@pytest.mark.parametrize(
    ("options", "expected", "rules"),
    [
        ("", "QS AH 7H", "passleft"),
        ("", "QS AH 7H AS", "passleft"),  # of equal ranks the spade
        (":ties=spades_low", "QS AH 7H AC", "passleft"),
        ("", "QS JC AH", "passleft:jack_of_clubs=2"),
        (":passing=highest", "AS AH AC KD", "passleft"),
        (":passing=highest,ties=spades_low", "AC AH AS KD", "passleft"),
    ],
)
def test_greedy_passes(ask, options, expected, rules):
    check_passes(ask, "greedy" + options, "2C 3C JC AC 2D 3D KD 7H AH 2S 3S QS AS", expected, rules)


@ask
def test_greedy_passes_at_random(ask):
    rules = rules_of("passleft")
    views = np.repeat(position(rules, "2C 3C JC AC 2D 3D KD 7H AH 2S 3S QS AS", passing=True, given=cards("3D AS")), 1100)
    views["luck"] = [Random(number).getrandbits(64) for number in range(len(views))]
    chosen = Counter(ask("greedy:passing=random", rules, views))
    assert add(chosen) == cards("2C 3C JC AC 2D KD 7H AH 2S 3S QS")
    assert all(60 < often < 145 for often in chosen.values())  # 100 each, give or take four standard deviations


# ---- stock ----


@ask
@pytest.mark.parametrize(
    ("hand", "trick", "expected", "more"),
    [
        # leading: the lowest, but not the queen of spades
        ("4C 4D 9H", "", "4C", {}),
        ("2C QS", "", "2C", {}),
        ("QS KS AH", "", "KS", {}),
        ("QS", "", "QS", {}),
        # no points yet, clubs or diamonds: the highest
        ("2C KC", "5C", "KC", {}),
        ("2D KD", "AD 3D", "KD", {}),
        ("3H KH", "9H", "KH", {"rules": "falcon:heart=0"}),  # hearts that cost nothing
        # no points yet, spades: a. the queen under king or ace
        ("2S QS AS", "KS 3S", "QS", {}),
        ("QS KS", "5S AS 2S", "QS", {}),
        # b. last: the highest, but not the queen
        ("JS QS", "5S 2S 3S", "JS", {}),
        ("QS KS", "5S 2S 3S", "KS", {}),
        ("2D QS", "5S 2S 3S", "QS", {}),
        # c. the highest below the queen, then ace, king, queen
        ("3S JS QS AS", "5S", "JS", {}),
        ("QS KS AS", "5S", "AS", {}),
        ("QS KS", "5S", "KS", {}),
        ("2D QS", "5S 6S", "QS", {}),
        # points: the highest below the winning card
        ("4D 9D KD", "TD 5H", "9D", {}),
        ("4D 9D KD", "3D 8D 5H", "4D", {}),
        ("3H KH", "9H", "3H", {}),
        ("2S QS", "KS 5H", "QS", {}),
        ("TC AC", "9C JC", "TC", {"rules": "dutch"}),  # the jack of clubs is a point card,
        ("TC AC", "9C JC", "AC", {}),  # or is not
        # points and nothing below: the last to play the highest but not the queen, others the lowest
        ("9D KD", "5D 4H 6D", "KD", {}),
        ("JS QS", "5S 4H 2S", "JS", {}),
        ("2D QS", "5S 4H 2S", "QS", {}),
        ("9D KD", "5D 4H", "9D", {}),
        ("QS KS", "5S 4H", "QS", {}),
        # void
        ("AH QS KS AS", "4D", "QS", {}),
        ("AH KS AS", "4D", "AS", {}),
        ("AH KS", "4D", "KS", {}),
        ("AH AS", "4D", "AS", {"earlier": "QS 2S 3S 4S"}),  # no memory
        ("JC AH KS", "8D", "KS", {"rules": "dutch"}),
        ("JC AH", "8D", "JC", {"rules": "dutch"}),
        ("AC 3H 9H", "4D", "9H", {}),
        ("KC KD JS", "4H", "KC", {}),
        ("JC KD JS", "4H", "KD", {}),
        ("JD JS 2C", "4H", "JD", {}),
        ("9D AH QS 2S", "2C", "9D", {"rules": "american"}),  # no points to the first trick
    ],
)
def test_stock_plays(ask, hand, trick, expected, more):
    check(ask, "stock", hand, trick, expected, **more)


@ask
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("2C 3C 4C 2D 3D 4D 2H 3H AH QS KS AS 2S", "QS KS AS AH"),
        ("2C 3C 4C 2D 3D 4D 2H 3H AH 2S 3S KS 4S", "KS AH 3H 2H"),
        ("2C 3D 4D 5D 6H 7H 8H 9H 2S 3S 4S 5S 6S", "2C 9H 8H 7H"),  # the only club
        ("2C 3C 4D 6H 7H 8H 9H TH 2S 3S 4S 5S 6S", "4D TH 9H"),  # the only diamond
        ("3C 5D 6H 7H 8H 9H TH JH 2S 3S 4S 5S 6S", "3C 5D JH"),  # the club before the diamond
        ("3C AC 4D 5D 2S 3S 4S 5S 6S 7S 8S 9S TS", "AC 3C TS"),  # the ace leaves one club
        ("2C KC 2D KD 2S 3S 4S 5S 6S 7S 8S 9S TS", "KD 2D KC 2C"),  # of two kings the diamond is higher
    ],
)
def test_stock_passes(ask, hand, expected):
    check_passes(ask, "stock", hand, expected)


# ---- jake ----


@ask
@pytest.mark.parametrize(
    ("hand", "expected", "more"),
    [
        # 1. king or ace of a suit that is safe
        ("3C AC 4D", "AC", {}),
        ("3C KC 4D", "KC", {}),
        ("3C QC 4D", "3C", {}),
        ("3C AC 4D", "3C", {"out": {2: "C"}}),
        ("3C AC 4D", "AC", {"out": {2: "DS"}}),
        ("3C AC 4D", "AC", {"earlier": "4C 5C 6C 7C 8C"}),  # six are unseen,
        ("3C AC 4D", "4D", {"earlier": "4C 5C 6C 7C 8C 9C"}),  # five are not enough
        ("AC 7D", "AC", {"rules": "dutch", "earlier": "7C 8C 9C"}),  # of eight four are enough,
        ("AC 7D", "7D", {"rules": "dutch", "earlier": "7C 8C 9C TC"}),  # three are not
        ("3C 4D AD", "AD", {"earlier": "5D 6D 7D 8D 9D"}),
        ("3C 4D AD", "3C", {"earlier": "5D 6D 7D 8D 9D", "rules": "american:players=3,removed=2D"}),  # one less is in the deck
        ("5D AS", "AS", {"rules": "falcon:removed=2D+3D+4D+QS"}),  # no queen is in the deck
        ("3D AS", "3D", {}),  # spades score,
        ("3D AS", "AS", {"earlier": "QS"}),  # until the queen is gone
        ("5D AH", "5D", {}),  # hearts always do
        ("KC 9D KD", "KD", {}),  # the longest suit first,
        ("KC KD", "KC", {}),  # clubs before diamonds
        # 2. the highest spade, if it is below the queen
        ("5D 3S JS", "JS", {}),
        ("5D 3S QS", "5D", {}),
        ("5D 3S KS", "5D", {}),
        ("3D 4S JS", "3D", {"earlier": "QS"}),
        # 3. the lowest heart as a giveaway
        ("5D 2H", "2H", {"earlier": "3H 4H 5H 6H 7H 8H"}),
        ("5D 2H", "5D", {"rules": "american", "earlier": "2C 3C 4C 5C"}),  # hearts are not broken
        ("4D 3H", "4D", {"earlier": "QH KH AH"}),
        ("4D 3H", "3H", {"earlier": "QH KH AH 2S"}),
        ("9D 8H", "8H", {"rules": "dutch", "earlier": "KH AH QH JH 7S"}),  # the second lowest rank is a "3"
        ("2C 9C 2H", "2H", {}),  # before other giveaways,
        ("2H 3S JS", "2H", {"out": {1: "S"}}),  # and before spades
        # 4. the lowest spade, if all are below the queen
        ("4D 9S JS", "9S", {"out": {1: "S"}}),
        ("5D 3S JS", "3S", {"out": {1: "S"}}),
        ("5D 3S AS", "5D", {"out": {1: "S"}}),
        # 5. any giveaway
        ("7C 2D", "2D", {"earlier": "3D 4D 5D 6D 7D 8D 9D TD"}),
        ("7C 2S KS", "7C", {}),
        ("7C 2S", "2S", {"earlier": "7S 8S 9S TS JS QS KS AS"}),
        ("2C 2D 9D", "2D", {}),
        ("2C 2D", "2C", {}),
        # 6. the lowest card with most above it
        ("7C 5D", "5D", {}),
        ("5C 7D", "5C", {}),
        ("5C 5D 6D", "5C", {}),  # nine above the club, eight above the diamond
        ("5C 9C 5D 6D", "5C", {}),  # eight above both: clubs before diamonds
        ("5C 5D 6D 7D", "5D", {"earlier": "KC AC"}),  # of equals the longest suit,
        ("5H 5S", "5S", {"earlier": "2H AH QS"}),  # or spades before hearts
        ("AD 5S KS", "5S", {"out": {1: "D"}}),  # nothing above the ace: a spade
        ("AD QS", "AD", {"out": {1: "D"}}),  # but not the queen
        ("AD AS", "AD", {"out": {1: "D"}}),  # nor one with nothing above it
        ("QS KS", "KS", {}),
        # 7. the lowest
        ("QS AS", "QS", {}),
        ("QS KS", "QS", {"earlier": "AS"}),
    ],
)
def test_jake_leads(ask, hand, expected, more):
    check(ask, "jake", hand, "", expected, **more)


@ask
@pytest.mark.parametrize(
    ("hand", "programmed", "meant", "earlier"),
    [
        ("4D 3H", "4D", "3H", "2H QH KH AH"),  # nothing lower is unseen, something higher is
        ("4D 3H", "3H", "4D", "QH KH AH 2S"),  # the two of hearts is still out
        ("4D 2H", "2H", "4D", "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),  # nothing higher is unseen
        ("7D 9C", "7D", "9C", "2C 3C 4C 5C 6C 7C 8C"),
    ],
)
def test_jakes_giveaways(ask, hand, programmed, meant, earlier):
    check(ask, "jake:giveaway=programmed", hand, "", programmed, earlier=earlier)
    check(ask, "jake:giveaway=meant", hand, "", meant, earlier=earlier)


@ask
@pytest.mark.parametrize(
    ("hand", "trick", "expected", "more"),
    [
        # take or avoid? Last: points decide
        ("3D KD", "5D 6D 7D", "KD", {}),
        ("3D KD", "5D 6D 7H", "3D", {}),
        ("3D KD", "5D 6D 7D", "KD", {"earlier": "2D 4D 8D 9D TD JD QD AD"}),
        # before: points or danger
        ("3D KD", "5D", "KD", {}),
        ("3D KD", "5D 6H", "3D", {}),
        ("3D KD", "5D", "KD", {"earlier": "2D 4D 6D 7D 8D"}),  # five unseen and one in the trick,
        ("3D KD", "5D", "3D", {"earlier": "2D 4D 6D 7D 8D 9D"}),  # four and one
        ("3D KD", "5D 6D", "KD", {"earlier": "2D 4D 7D 8D 9D"}),  # four and two
        ("7D KD", "8D", "KD", {"rules": "dutch", "earlier": "9D TD"}),
        ("7D KD", "8D", "7D", {"rules": "dutch", "earlier": "9D TD JD"}),
        ("3D KD", "5D", "3D", {"out": {1: "D"}}),  # may throw a heart
        ("3D KD", "5D", "3D", {"out": {2: "DH"}}),  # may throw the queen
        ("3D KD", "5D", "KD", {"out": {2: "DHS"}}),
        ("3D KD", "5D", "KD", {"out": {2: "DH"}, "earlier": "QS"}),
        ("3D KD QS", "5D", "KD", {"out": {2: "DH"}}),
        ("3D KD", "5D", "KD", {"out": {2: "HS"}}),
        ("3D KD", "5D 6C", "KD", {"out": {3: "D"}}),  # has played already
        ("3D KD", "5D", "3D", {"rules": "american:players=3,removed=2D", "out": {1: "D"}, "earlier": "QS"}),
        # avoid
        ("9D JD KD", "TD QD 4H", "JD", {}),
        ("9D KD", "5D 4H", "9D", {}),
        ("9D KD", "5D 4H 6D", "KD", {}),
        ("QS KS", "5S 4H", "KS", {}),
        ("JS QS", "5S 4H 6S", "JS", {}),
        ("2D QS", "5S 4H 6S", "QS", {}),
        ("2S QS", "KS 4H", "QS", {}),
        ("TC AC", "9C JC", "TC", {"rules": "dutch"}),
        # take
        ("2S QS", "KS", "QS", {}),
        ("2S QS", "AS 3S 4S", "QS", {}),
        ("3S JS AS", "5S", "JS", {}),
        ("KS AS", "5S", "AS", {}),
        ("JS AS", "5S", "AS", {"earlier": "QS"}),
        ("3S QS AS", "5S", "AS", {}),
        ("3S QS", "5S", "3S", {}),
        ("2D QS", "5S", "QS", {}),
        ("8C JC", "9C", "8C", {"rules": "dutch"}),
        ("8C JC", "9C", "JC", {}),
        ("3H KH", "9H", "KH", {"rules": "falcon:heart=0"}),
    ],
)
def test_jake_follows(ask, hand, trick, expected, more):
    check(ask, "jake", hand, trick, expected, **more)


@ask
@pytest.mark.parametrize(
    ("hand", "trick", "expected", "more"),
    [
        ("AC AH QS AS", "4D", "QS", {}),
        ("JC QS AS", "8D", "QS", {"rules": "dutch"}),
        ("JC AH AS", "8D", "AS", {"rules": "dutch"}),
        ("JC AH 8S", "8D", "JC", {"rules": "dutch"}),
        ("AH KS AS", "4D", "AS", {}),
        ("AH KS", "4D", "KS", {}),
        ("AH KS", "4D", "AH", {"earlier": "QS"}),  # spades score no more
        ("AH AS", "4D", "AS", {"earlier": "QS"}),
        ("QC 3H", "4D", "QC", {}),
        ("JC 3H 4H", "4D", "4H", {}),
        ("TC 9S", "4D", "TC", {}),
        ("TC TS", "4D", "TS", {}),
        ("AD 5H QS KS", "2C", "KS", {"rules": "american"}),  # the queen may not be played yet, but is there
    ],
)
def test_jake_discards(ask, hand, trick, expected, more):
    check(ask, "jake", hand, trick, expected, **more)


@ask
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H QS KS AS", "AS KS QS 5D"),
        ("2C 3C 4C 5C 2D 3D 4D 5D 2H 2S 3S QS AS", "AS 5D 5C"),  # four spades guard the queen
        ("2C 3C 4C 2D 3D 4D 5D 6D 7H TH JH KH 2S", "JH KH 4C 3C"),
        ("2C 3C 4C 2D 3D 4D 5D 6D 6H JH KH 2S 3S", "4C 3C 2C 6D"),  # the six of hearts is low enough
        ("2C 3C 2D 3D 2H 3H 4H 5H 2S 3S 4S 5S 6S", "3D 2D 3C 2C"),  # equally short: diamonds
        ("2C 3C 4C 2D 3D 2H 3H 4H 5H 2S 3S 4S 5S", "3D 2D 4C 3C"),
        ("AC 2C 3C 4C 5D 2H 3H 4H 5H 2S 3S 4S 5S", "5D AC 4C 3C"),  # four clubs are not to be emptied
        ("2H 3H 4H 5H 6H 7H 8H 2S 3S 4S 5S 6S 7S", "8H 7H 6H"),
        ("2H 3H 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS", "3H 2H QS JS"),
    ],
)
def test_jake_passes(ask, hand, expected):
    check_passes(ask, "jake", hand, expected)


# ---- side by side ----


class Recorder(Player):
    """Plays as somebody else does and keeps every view."""

    def __init__(self, player):
        self.player, self.views = player, []

    def sit(self, game, rules):
        self.player.sit(game, rules)

    def choose(self, views, choices):
        self.views.append(views.copy())
        self.player.choose(views, choices)


def decisions(rules, deals, mix, seed):
    """The views of every decision in some hands played by these players, seated anyhow."""
    random, recorders = Random(seed), [Recorder(seat(text)) for text in mix]
    seating = np.array([random.choices(range(len(mix)), k=rules.players) for _ in range(deals)], np.int8)
    play(hearts, rules, deal(hearts, rules, seed, deals), recorders, seating)
    return np.concatenate([views for recorder in recorders for views in recorder.views])


def told(view):
    """A decision, for whoever has to find out why it was made."""
    trick = list(view.history[view.start : view.played])
    seen = f"seen {names(view.seen)}, voids {view.voids}"
    return f"{names(view.legal)} of {names(view.hand)} to ({names(trick)}), given {names(view.given)}, {seen}"


def compare(seed, deals=4):
    """Hold all players against the book, by a preset or by random house rules; how many hands?"""
    random = Random(seed)
    rules = (random_rules(random) if random.random() < 0.8 else random.choice(list(PRESETS.values())))._replace(hands=1)
    greedy, jake = random.choice(GREEDY), random.choice(JAKE)
    views = decisions(rules, deals, ["random", greedy, "stock", jake], seed)
    for text in (greedy, "stock", *JAKE):
        for view, player, wanted in zip(unpack(views), ask_player(text, rules, views), ask_book(text, rules, views), strict=True):
            assert player == wanted, f"{text} in {house.spell(PRESETS, rules)}: {name(player)}, not {name(wanted)}, out of {told(view)}"
    return deals


@pytest.mark.parametrize("part", range(8))
def test_players_match_the_book(part):
    for seed in range(part, 16 if PLAIN else 64, 8):
        compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_players_match_the_book_in_many_hands(part):
    hands = int(os.environ.get("CARDSHARK_HANDS", "20000")) // (5 * SLOW_PARTS)  # all players are asked at every decision
    seed = 1000 + part
    while hands > 0:
        hands -= compare(seed, deals=12)
        seed += SLOW_PARTS


# ---- passing ----


@pytest.mark.parametrize("player", ["greedy", "greedy:passing=highest", "greedy:passing=random", "stock", *JAKE])
@pytest.mark.parametrize("rules", ["passleft", "passleft:lowest=7,first_lead=lowest_club,jack_of_clubs=2"])
def test_no_card_is_put_aside_twice(player, rules):
    for pass_count in range(1, 5):
        house_rules = rules_of(rules)._replace(pass_count=pass_count, hands=1)
        deals = 4 if PLAIN else 40
        views = np.concatenate([decisions(house_rules, deals, [mix], seed=pass_count) for mix in (player, "random")])
        views = views[views["table"]["phase"] == hearts.PASS]
        assert len(views) == 2 * deals * house_rules.players * pass_count
        for view, choice in zip(unpack(views), ask_player(player, house_rules, views), strict=True):
            assert choice in listed(view.hand & ~view.given)


# ---- strength ----


@compiled_only
@pytest.mark.parametrize(
    ("a", "b", "seats", "points"),
    [("stock", "random", 2, 26 * 0.14), ("jake", "stock", 1, 5.46), ("greedy", "stock", 1, 8.35)],
)
def test_players_are_as_strong_as_their_descriptions_say(a, b, seats, points):
    result = duel(hearts, PRESETS["falcon"], (a, seat(a)), (b, seat(b)), deals=4000, seed=1, seats_of_a=seats)
    assert result.points_a == pytest.approx(points, abs=0.2)
