"""Chance is data: a seed names its deals for ever, and nothing draws from a global generator.

A *word* is a 64-bit number from which the published generator SplitMix64 (Steele, Lea and Flood 2014) makes a stream.
Every match has one word for its deals and one for its players' luck; both are pure functions of the seed and the
match's number. So deal 1,234,567 of seed 7 can be made alone, on any machine, in any order.
"""

import secrets
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import ALL, CardSet, count, pick, single
from cardshark.jit import kernel, rule
from cardshark.text import whole_number

Words = NDArray[np.uint64]
MOST_SEED = (1 << 128) - 1
DRAWN_SEEDS = 10**12  # of which one is drawn where nobody names one: short enough to type again
MOST_MATCHES = 10**18  # of a seed: all of them have a number, and a transcript can hold it
MOST_WORDS = 1 << 28  # at once

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


@rule
def mixed(word):
    """SplitMix64's output function: every bit of the answer depends on every bit of `word`."""
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    return word ^ (word >> np.uint64(31))


@rule
def draw(word, index):
    """Number `index` (from 0) of the stream that starts at `word`: 64 random bits."""
    return mixed(word + GOLDEN * np.uint64(index + 1))


@rule
def sealed(word):
    """64 random bits that do not lead back to `word`: a player who sees them cannot work out anybody else's luck."""
    return word ^ mixed(word)


@rule
def below(bits, limit):
    """A number from 0 to `limit` - 1 out of 64 random bits; uneven by less than `limit` in four billion."""
    return np.int64(((bits >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@rule
def draw_card(rest, left, word):
    """A random card out of the `left` cards that are not dealt yet; each step of a deal takes its own number of the stream."""
    return pick(rest, below(draw(word, left), left))


@kernel
def draw_all(word, start, found):
    """Fill `found` with the words of a stream from number `start` on."""
    for i in range(len(found)):
        found[i] = draw(word, start + i)


def check_seed(seed: int) -> int:
    """A seed, if it is one."""
    return whole_number("a seed", seed, 0, MOST_SEED)


def new_seed() -> int:
    """A seed that nobody can foretell, where nobody has named one."""
    return secrets.randbelow(DRAWN_SEEDS)


def stream(seed: int, name: str) -> np.uint64:
    """The word of a named stream of a seed; streams of different names are independent."""
    return stream_word(check_seed(seed), name)


@lru_cache(1024)
def stream_word(seed: int, name: str) -> np.uint64:
    """The same; remembered, because it is asked for often."""
    return np.random.SeedSequence(seed, spawn_key=tuple(name.encode())).generate_state(1, np.uint64)[0]


def words(seed: int, name: str, count: int, start: int = 0) -> Words:
    """Words `start` to `start + count` of a named stream, one for each match."""
    count, start = whole_number("a number of matches", count, 0, MOST_WORDS), whole_number("the number of a match", start, 0, MOST_MATCHES)
    found = np.empty(count, np.uint64)
    draw_all(stream(seed, name), start, found)
    return found


@kernel
def shuffle_all(words, deck, found):
    """Deal out the deck by each of the words: a row of `found` has its cards in their order."""
    for i in range(len(words)):
        rest = deck
        for left in range(found.shape[1], 0, -1):
            card = draw_card(rest, left, words[i])
            rest ^= single(card)
            found[i, found.shape[1] - left] = card


def decks(words: Words, deck: CardSet = int(ALL)) -> NDArray[np.uint8]:
    """Shuffled decks, one a row for each word. The games deal these very cards in this order."""
    found = np.empty((len(words), count(deck)), np.uint8)
    shuffle_all(words, np.uint64(deck), found)
    return found
