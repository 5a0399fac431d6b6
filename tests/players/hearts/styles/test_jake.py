"""Jake in worked examples, the book beside him."""

import pytest

from helpers.hearts.styles import ask, check, check_passes

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
