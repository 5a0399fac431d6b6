"""Cards and their names over the whole domain; sets of cards against Python's own integers."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshark import bits
from cardshark.cards import (
    ALL,
    CLUBS,
    DIAMONDS,
    HEARTS,
    RANKS,
    SPADES,
    SUITS,
    card,
    cards,
    has,
    lane,
    listed,
    name,
    names,
    set_of,
    single,
    suit_of,
)  # fmt: skip
from cardshark.jit import kernel
from helpers.paths import python_path

DECK = [16 * suit + rank for suit in range(4) for rank in range(13)]
word = st.integers(1, 2**64 - 1)
card_sets = st.sets(st.sampled_from(DECK))


# ---- names ----


def test_every_card_has_a_name_and_back():
    assert [name(number) for number in DECK] == [rank + suit for suit in SUITS for rank in RANKS]
    for number in DECK:
        text, symbols = name(number), name(number, symbols=True)
        assert card(text) == card(text.lower()) == card(f" {text} ") == card(symbols) == number
        assert card(text.replace("T", "10")) == number
        assert cards(text) == 1 << number


@pytest.mark.parametrize("text", ["", "Q", "S", "1S", "QX", "QSS", "QS 2C", "11H", "SQ", "Q S", "0S"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match="is not a card: write the rank"):
        card(text)


@given(card_sets, st.sampled_from([" ", ",", ", ", ""]), st.booleans())
def test_sets_come_back_as_written(chosen, between, symbols):
    text = between.join(name(number, symbols) for number in sorted(chosen))
    assert cards(text) == sum(1 << number for number in chosen) == set_of(chosen)
    assert listed(cards(text)) == sorted(chosen)
    assert cards(names(cards(text), symbols)) == cards(text)


def test_names_keep_the_order_of_a_list_and_sort_a_set():
    assert names([card("QS"), card("2C")]) == "QS 2C"
    assert names(cards("QS 2C")) == names(np.uint64(cards("QS 2C"))) == "2C QS"
    assert names(cards("10H qs"), symbols=True) == "T♥ Q♠"
    assert names(0) == ""


@pytest.mark.parametrize(
    ("text", "sentence"), [("2C QS 2c", "2C stands twice"), ("2C XX", "'XX' is not a card"), ("2", "'2' is not a card")]
)
def test_wrong_sets_are_refused(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        cards(text)


# ---- suits, ranks and lanes ----


def test_suits_and_ranks_of_every_card():
    for number in DECK:
        assert SUITS[suit_of(number)] + RANKS[number & 15] == name(number)[::-1]
        assert int(single(number)) == 1 << number
        assert has(lane(suit_of(number)), number)
        assert int(lane(suit_of(number))) == int([CLUBS, DIAMONDS, HEARTS, SPADES][suit_of(number)])
    assert listed(ALL) == DECK
    assert [len(listed(suit)) for suit in (CLUBS, DIAMONDS, HEARTS, SPADES)] == [13] * 4
    assert not (CLUBS & DIAMONDS) | (HEARTS & SPADES) | ((CLUBS | DIAMONDS) & (HEARTS | SPADES))


@given(st.integers(0, 2**64 - 1), st.integers(0, 63))
def test_membership(members, number):
    assert bool(has(np.uint64(members), number)) == bool(members >> number & 1)


# ---- machine instructions ----


@kernel
def measure_all(words, found):
    for i in range(len(words)):
        found[i, 0] = bits.count(words[i])
        found[i, 1] = bits.lowest(words[i])
        found[i, 2] = bits.highest(words[i])


@kernel
def pick_all(word, found):
    for k in range(len(found)):
        found[k] = bits.pick(word, k)


def members(value):
    return [bit for bit in range(64) if value >> bit & 1]


@given(st.lists(word, min_size=1))
def test_bits_agree_with_pythons_integers(values):
    found = np.zeros((len(values), 3), np.int64)
    measure_all(np.array(values, np.uint64), found)
    assert found.tolist() == [[len(members(value)), members(value)[0], members(value)[-1]] for value in values]
    assert found.tolist() == [[bits.count(value), bits.lowest(value), bits.highest(value)] for value in values]


@given(word)
def test_pick_finds_every_member(value):
    found = np.zeros(len(members(value)), np.int64)
    pick_all(np.uint64(value), found)
    assert found.tolist() == members(value)
    assert [bits.pick(value, k) for k in range(len(found))] == members(value)


PORTABLE = """
import numpy as np
from cardshark import bits, jit
bits.HAS_PDEP = False

@jit.kernel
def pick_all(word, found):
    for k in range(len(found)):
        found[k] = bits.pick(word, k)

for value in map(int, input().split()):
    found = np.zeros(value.bit_count(), np.int64)
    pick_all(np.uint64(value), found)
    print(*found)
"""


@pytest.mark.long
def test_pick_works_on_processors_without_pdep(tmp_path):
    nowhere = tmp_path / "file"  # no cache: a kernel compiled with pdep must not be found
    nowhere.touch()
    values = [1, 2**63, 2**64 - 1, int(ALL), int(HEARTS), 0x8000000000000001, cards("2C 7D QH AS"), 0xDEADBEEF12345678]
    script = tmp_path / "portable.py"
    script.write_text(PORTABLE)
    run = subprocess.run(
        [sys.executable, script], input=" ".join(map(str, values)), text=True, capture_output=True,
        env={**os.environ, "XDG_CACHE_HOME": str(nowhere), "PYTHONPATH": python_path(*sys.path)}, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert [list(map(int, line.split())) for line in run.stdout.splitlines()] == [members(value) for value in values]


@kernel
def double_all(arrays):
    for i in range(len(arrays)):
        uncounted = bits.uncounted(arrays[i])
        for k in range(len(uncounted)):
            uncounted[k] *= 2


def test_uncounted_arrays_are_the_arrays_themselves_and_still_their_owners():
    one, two = np.arange(5.0), np.arange(3.0)
    holders = sys.getrefcount(one), sys.getrefcount(two)
    for _ in range(10):
        double_all((one, two))
    assert one.tolist() == [1024 * k for k in range(5)] and two.tolist() == [0, 1024, 2048]
    assert (sys.getrefcount(one), sys.getrefcount(two)) == holders
