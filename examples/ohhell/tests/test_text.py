"""Transcripts of Oh Hell: exact round trips, a golden match, errors that point at their place; and positions in words."""

import os
from pathlib import Path
from random import Random

import numpy as np
import pytest
from cardshark.games import house
from cardshark.games.lines import Lines
from cardshark.games.match import Single, replay
from cardshark.players.player import unpack
from cardshark.text import UserError

import cardshark_ohhell as ohhell
from cardshark_ohhell import text
from cardshark_ohhell.rules import PRESETS
from cardshark_ohhell.state import BID
from ohhell_book import random_rules
from side_by_side import Batch, book_of, listed

GOLDEN = Path(__file__).parent / "golden.txt"


def played(rules, seed, most=None):
    """The hands of a match of random choices, or of the first `most` of them."""
    random, match = Random(seed), Single(ohhell, rules, deals=seed, luck=seed)
    hands, hand, number, made = [], text.dealt(match), 0, 0
    while not match.over and made != most:
        hand, made = text.choose(match, hand, random.choice(listed(match.view().legal))), made + 1
        if match.state.table.hand_number > number:
            number += 1
            hands.append(hand)
            hand = text.dealt(match)
    return hands if match.over else [*hands, hand]


def written(rules, hands):
    match, lines = Single(ohhell, rules), []
    for hand in hands:
        lines += text.write(rules, hand, replay(match, hand))
    return "\n".join(lines) + "\n"


def read(rules, written_text):
    match, lines, hands = Single(ohhell, rules), Lines(written_text), []
    while lines.key():
        hands.append(text.read(match, lines))
    return hands


def test_a_golden_match_is_played_and_written_as_ever():
    rules = house.parse(PRESETS, "short:players=3,miss=minus")
    found = written(rules, played(rules, seed=7))
    if os.environ.get("CARDSHARK_GOLDEN") == "write":
        GOLDEN.write_text(found, encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(15))
def test_what_is_written_reads_back(seed):
    rules = random_rules(Random(seed))._replace(hands=3)
    for most in (None, 0, 2, rules.players, rules.players + 2):
        hands = played(rules, seed, most)
        assert read(rules, written(rules, hands)) == hands


EXPECTED = """\
dealer 3
deal 8D QD | 5D TD | 3H QH | 3D 6D
trump 9D
bids 0 2 2 0
0 QD TD 3H 3D
0 8D 5D QH 6D
score 0 0 0 10
total 0 0 0 10
"""
ERRORS = [
    (1, "dealer 2", "line 1, column 1: seat 3 deals this hand"),
    (2, "deal 8D QD | 5D TD | 3H QH", "line 2, column 1: here should stand 4 groups divided by '|', not 3"),
    (2, "deal 8D QD | 5D QD | 3H QH | 3D 6D", "line 2, column 17: QD stands twice in this deal or is not in the deck"),
    (2, "deal 8D QD | 5D | 3H QH | 3D 6D", "line 2, column 14: each seat gets 2 cards in this hand, not 1"),
    (2, "deal 8D QD | | 3H QH | 3D 6D", "line 2, column 1: each seat gets 2 cards in this hand, not 0"),
    (3, "trump 8D", "line 3, column 7: here should stand the one card that was turned, which nobody holds"),
    (3, "trump", "line 3, column 1: here should stand the one card that was turned, which nobody holds"),
    (3, "", "line 4, column 1: here should stand a line that starts with 'trump', not 'bids'"),
    (4, "bids 0 2 2", "line 4, column 1: here should stand 4 bids, not 3"),
    (4, "bids 0 2 3 0", "line 4, column 10: seat 2 may not choose 3 here, only 0 1 2"),
    (4, "bids 0 1 1 0", "line 4, column 12: seat 3 may not choose 0 here, only 1 2"),
    (4, "bids 0 2 QS 0", "line 4, column 10: 'QS' is not a number of tricks from 0 to 11"),
    (4, "", "line 5, column 1: everybody must bid before the first trick"),
    (5, "1 QD TD 3H 3D", "line 5, column 1: seat 0 leads to this trick, not 1"),
    (5, "0 QD TD 3H", "line 5, column 1: a trick has 4 cards, not 3"),
    (5, "0 QD 3H 3H 3D", "line 5, column 6: seat 1 may not choose 3H here, only 5D TD"),
    (5, "0 QD TD 3H 3X", "line 5, column 12: '3X' is not a card: write the rank (2-9, T or 10, J, Q, K, A), then the suit (C, D, H, S)"),
    (7, "score 0 0 0 11", "line 7, column 1: by the cards the score is 0 0 0 10"),
    (8, "total 0 0 0", "line 8, column 1: here should stand 4 numbers, not 3"),
]


def small():
    """A hand of two cards with its lines, each of which can be spoilt."""
    rules = house.parse(PRESETS, "short:most=2,hands=1")
    return rules, written(rules, played(rules, seed=3)).splitlines()


def test_the_small_hand_is_as_the_errors_below_expect():
    assert small()[1] == EXPECTED.splitlines()


@pytest.mark.parametrize(("line", "instead", "sentence"), ERRORS)
def test_errors_name_line_and_column(line, instead, sentence):
    rules, lines = small()
    lines[line - 1] = instead
    with pytest.raises(UserError) as error:
        read(rules, "\n".join(lines))
    assert str(error.value) == sentence


# ---- choices and positions ----


@pytest.mark.parametrize("phase", [BID, BID + 1])
def test_choices_have_names(phase):
    named = [choice for choice in range(64) if (choice & 15 > 12) == (phase == BID)]
    assert [text.choice_number(phase, text.choice_name(phase, choice)) for choice in named] == named
    assert all(" " not in text.choice_name(phase, choice) for choice in named)


@pytest.mark.parametrize("word", ["12", "-1", "QS", "", "two"])
def test_what_is_no_bid_gets_a_sentence(word):
    with pytest.raises(UserError, match="is not a number of tricks from 0 to 11"):
        text.choice_number(BID, word)


@pytest.mark.parametrize("seed", range(6))
def test_positions_say_what_the_book_says(seed):
    random = Random(seed)
    rules = random_rules(random)._replace(hands=1)
    batch = Batch(rules, 1, seed)
    book = book_of(rules, batch.games[0])
    rows = np.zeros(1, np.uint32)
    while not book.over:
        (view,) = unpack(batch.look(rows))
        lines = text.position(view, rules)
        assert f"seat {book.turn}" in lines and f"dealer {book.dealer()}" in lines and f"dealt {book.size}" in lines
        assert [line for line in lines if line.startswith("trump")] == ([f"trump {book.turned}"] if book.turned else [])
        assert f"phase {'bid' if book.bidding() else 'play'}" in lines
        assert "bids " + " ".join("-" if bid is None else str(bid) for bid in book.bids) in lines
        tricks = [trick for trick in [*book.tricks, book.trick] if trick]
        shown = [f"trick {trick[0][0]} {' '.join(card for _, card in trick)}" for trick in tricks]
        assert [line for line in lines if line.startswith("trick ")] == shown
        assert "tricks " + " ".join(map(str, book.taken)) in lines
        assert {line for line in lines if line.startswith("void")} == {
            f"void {seat} {' '.join(suit for suit in 'CDHS' if suit in suits)}" for seat, suits in enumerate(book.voids) if suits
        }
        (cards,) = (line for line in lines if line.startswith("cards"))
        assert set(cards.split()[1:]) == set(book.hands[book.turn])
        words = text.words(view)
        assert set(words) == set(map(str, book.legal()))
        word = random.choice(sorted(words))
        book.choose(int(word) if book.bidding() else word)
        batch.choose(rows, [words[word]])
