"""Links: every hand comes back as it was, a hand takes few letters, and nothing else is ever accepted."""

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardshark.coach.again import again
from cardshark.hands.digits import Reader, join_digits, order_digits, part_digit
from cardshark.hands.link import decode, encode, letters
from cardshark.hands.played import play_hand
from cardshark.text import UserError
from helpers.played import NAMES, ROOMS, pack_text, random_hand

GOLDEN = "1wyqI5BBDIx1jAx0THVMLFLeQGoBALcBwJ8vZAA.BHhewmrgEA2WZxplIebEZPZyE7EipdRC0rk72ozEXFZKcOxdKk4OlbtYXPGZhpyY"
USUAL = ("you", "montecarlo:deals=100,playout=jake,passing=search", "uct", "jake")


@pytest.mark.parametrize(("name", "rules"), ROOMS)
def test_every_hand_comes_back(name, rules):
    for seed in range(4):
        hand = random_hand(name, rules, seed, seed)
        hand = hand._replace(totals=tuple(range(7, 7 + len(hand.players))))
        assert decode(encode(hand)) == hand
        opened = hand._replace(secret=b"")
        assert decode(encode(opened)) == opened
        begun = play_hand(opened, hand.choices[: 5 + 3 * seed])
        assert decode("https://somewhere/review#" + encode(begun)) == begun


def test_a_stock_that_is_renewed_comes_back():
    hand = random_hand("gin", "paper:max_turns=90", 3)
    assert hand.cards.renewals
    assert decode(encode(hand)) == hand
    opened = hand._replace(secret=b"")
    assert decode(encode(opened)) == opened


def test_a_hand_takes_few_letters():
    hand = random_hand("hearts", "american", 1)._replace(players=USUAL, totals=(12, 30, 4, 58))
    text, number = encode(hand).split(".")
    assert len(text) <= 45
    assert len(number) <= 43 + 8 + 22  # the secret, what is passed on, the play
    _, number = encode(hand._replace(secret=b"")).split(".")
    assert len(number) <= 16 + 8 + 22


def test_parts_and_orders_are_numbered_without_gaps():
    cards = [3, 5, 17, 20, 33, 50]
    found = set()
    for number in range(comb(6, 3)):
        part, rest = Reader(number).part(cards, 3)
        assert part.bit_count() == 3
        assert part_digit(cards, part) == ((number, 20), rest)
        found.add(part)
    assert len(found) == comb(6, 3)
    orders = {Reader(number).order(cards) for number in range(720)}
    assert len(orders) == 720
    assert join_digits(order_digits(cards, Reader(345).order(cards))) == 345


def test_the_format_stays_as_it_is():
    hand = random_hand("hearts", "american", 1)._replace(players=USUAL, totals=(12, 30, 4, 58))
    assert decode(GOLDEN) == hand  # and not the other way round: another zlib may pack the same text in other bytes


def test_a_link_seats_no_program():
    players = ("exec:touch x", "./bot.py:Bot", "network:brain=/dev/zero", "montecarlo:deals=1000000")
    hand = random_hand("hearts", "dutch", 1)._replace(players=players)
    found = decode(encode(hand))
    assert found == hand._replace(players=("unknown",) * 4)
    assert again(found, 5).players == ("jake",) * 4


# ---- what is no hand ----


def refused_or_whole(code):
    """A code is refused in a sentence, or it is the code of a hand."""
    try:
        hand = decode(code)
    except UserError:
        return
    assert decode(encode(hand)) == hand


CODE = encode(random_hand("hearts", "dutch", 2)._replace(names=NAMES))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@given(st.text())
def test_any_text_is_refused(text):
    with pytest.raises(UserError):
        decode("1" + text + "?")


@pytest.mark.long
@settings(deadline=None)
@given(st.integers(0, len(CODE) - 1), st.sampled_from(LETTERS + "."))
def test_a_changed_letter_is_no_accident(place, letter):
    refused_or_whole(CODE[:place] + letter + CODE[place + 1 :])


@pytest.mark.long
@settings(deadline=None)
@given(st.integers(0, len(CODE) - 1))
def test_a_code_that_breaks_off_is_refused_or_another_hand(place):
    refused_or_whole(CODE[:place])


whole = st.integers(-(2**70), 2**70) | st.sampled_from([-1, 0, 1, 2, 4, 52, 32_000])
words = st.text(max_size=8) | st.sampled_from(["american", "dutch:hands=2", "eaai", "american:removed=2D", "gin", "hearts", "ff"])


@pytest.mark.long
@settings(deadline=None, max_examples=300)
@given(
    st.tuples(
        st.sampled_from(["hearts", "gin"]), words, whole, whole, st.booleans(), st.lists(whole, max_size=5), st.lists(whole, max_size=3),
        st.lists(words, max_size=5), st.lists(words, max_size=5), st.sampled_from([0, 1, 2]), words, st.booleans(), whole,
    ),
    st.integers(0, 2**300),
)  # fmt: skip
def test_any_header_is_refused_or_a_hand(header, number):
    import json

    refused_or_whole(pack_text(json.dumps(header).encode()) + letters(number.to_bytes(40, "big")))


def test_sizes_have_limits():
    with pytest.raises(UserError, match="letters"):
        decode("1" + "A" * 20_000 + ".AA")
    with pytest.raises(UserError, match="does not hold a hand"):
        decode(pack_text(b"[" + b" " * 1_000_000))
    with pytest.raises(UserError, match="does not hold a hand"):
        decode(CODE + "A")  # something is left of the number
