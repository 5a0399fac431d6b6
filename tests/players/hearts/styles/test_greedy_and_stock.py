"""The greedy and the stock player in worked examples, the book beside them."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from cardshark.cards import cards, set_of
from helpers.hearts.decisions import rules_of
from helpers.hearts.styles import ask, check, check_passes, position

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
        # suit by suit: the lowest club first, the highest spade last
        (":smallest=suit", "9C 3D 2S", "", "9C", {}),
        (":smallest=suit,ties=spades_low", "9C 3D 2S 9S", "", "2S", {}),
        (":smallest=suit", "AC KD 2S 3S", "4H", "3S", {}),
        (":smallest=suit,ties=spades_low", "9C KC AD 3S", "4H", "KC", {}),
        # the queen of spades behind higher spades
        (":queen=behind", "2C AH QS AS", "4D", "AS", {}),
        (":queen=behind", "2C AH JS QS", "4D", "QS", {}),
        (":queen=behind", "2C AH KS AS", "4D", "AH", {}),  # without her it is as ever
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
        (":queen=behind", "AS QS AH", "passleft"),
        (":smallest=suit", "QS AH 7H AS", "passleft"),
        (":smallest=suit,passing=highest", "AS QS 3S 2S", "passleft"),
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
    assert set_of(chosen) == cards("2C 3C JC AC 2D KD 7H AH 2S 3S QS")
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
