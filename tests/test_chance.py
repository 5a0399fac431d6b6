"""Chance is data: published vectors, the same deals for ever, and fair shuffles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshark.cards import ALL, cards, listed, names, set_of
from cardshark.chance import below, decks, draw_all, stream, words

word = st.integers(0, 2**64 - 1)


def drawn(start, count, first=0):
    found = np.empty(count, np.uint64)
    draw_all(np.uint64(start), first, found)
    return found.tolist()


def splitmix(state):
    """SplitMix64 as its authors print it, one number after the other."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        yield z ^ z >> 31


def test_the_generator_gives_the_published_numbers():
    assert drawn(1234567, 5) == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


@given(word)
def test_any_number_of_a_stream_can_be_drawn_alone(start):
    generator = splitmix(start)
    expected = [next(generator) for _ in range(12)]
    assert drawn(start, 12) == expected
    assert [drawn(start, 1, index)[0] for index in range(12)] == expected


@given(word, st.integers(1, 2**20))
def test_numbers_below_a_limit(bits, limit):
    found = int(below(np.uint64(bits), limit))
    assert found == (bits >> 32) * limit >> 32
    assert 0 <= found < limit


def test_a_seed_names_its_deals_for_ever():
    assert int(stream(1, "deal")) == 12331197407478647028
    assert names(decks(words(1, "deal", 1))[0].tolist()) == (
        "9D AC QH 3C 2D JD 7C 5C 9S JH 5S 4H KS 8C 3H 4D 9C 5D QS 6D KC 2S KD TD 9H QD "
        "7H TH 7S AS 8D 6H AD 6C AH TS JS 3D 8H 3S QC TC 4S 6S 2H 7D 2C JC 8S 4C KH 5H"
    )
    assert names(decks(words(1, "deal", 1, 1_234_567), cards("7C 8C 9C TC 7D 8D"))[0].tolist()) == "7C 8D 7D 8C 9C TC"


def test_random_access_equals_bulk():
    whole = words(7, "deal", 1000)
    assert whole[370:380].tolist() == words(7, "deal", 10, start=370).tolist()
    assert (decks(whole)[370:380] == decks(words(7, "deal", 10, start=370))).all()


def test_streams_differ_by_name_and_seed():
    keys = [(seed, name) for seed in (0, 1, 2, 2**40) for name in ("deal", "luck", "deal2", "lead", "")]
    assert len({int(stream(seed, name)) for seed, name in keys}) == len(keys)
    assert len(np.unique(np.concatenate([words(seed, name, 1000) for seed, name in keys]))) == 1000 * len(keys)


def test_a_negative_seed_is_refused():
    with pytest.raises(ValueError, match="a seed is a whole number from 0 up, not -1"):
        stream(-1, "deal")


@given(st.integers(1, 2**64 - 1).map(lambda bits: bits & int(ALL)).filter(bool), st.integers(0, 2**32))
def test_decks_are_permutations(deck, seed):
    for shuffled in decks(words(seed, "deal", 5), deck):
        assert sorted(shuffled.tolist()) == listed(deck)
        assert set_of(shuffled) == deck


def test_every_card_is_as_likely_in_every_place():
    from scipy.stats import chi2

    count, size = 20_000, 52
    shuffled = decks(words(3, "deal", count))
    table = np.array([np.bincount(shuffled[:, place], minlength=64)[listed(ALL)] for place in range(size)])
    expected = count / size
    # Rows and columns both sum to `count`, hence (size - 1)² degrees of freedom and the factor in front.
    distance = (size - 1) / size * ((table - expected) ** 2 / expected).sum()
    assert 0.001 < chi2.sf(distance, (size - 1) ** 2) < 0.999


def test_every_order_of_few_cards_is_as_likely():
    from scipy.stats import chisquare

    shuffled = decks(words(4, "deal", 24_000), cards("2C AC 2S AS"))
    _, orders = np.unique(shuffled, axis=0, return_counts=True)
    assert len(orders) == 24
    assert 0.001 < chisquare(orders).pvalue < 0.999


def test_neighbouring_cards_are_independent():
    from scipy.stats import chisquare

    shuffled = decks(words(5, "deal", 40_000)).astype(np.int64)
    for first, second in ((0, 1), (12, 13), (0, 51), (50, 51)):
        _, pairs = np.unique(shuffled[:, first] * 64 + shuffled[:, second], return_counts=True)
        assert len(pairs) == 52 * 51
        assert 0.001 < chisquare(pairs).pvalue < 0.999
