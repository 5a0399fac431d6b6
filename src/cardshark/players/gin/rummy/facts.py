"""What a rummy brain may see instead of cards: facts about a hand that every gin player counts.

Deadwood, cards that would help, what a discard may do for the other player, whether the player knocks. A brain learns what they are
worth, early in a hand and late. Sets of cards are in low order here (see `games/gin/melds.py`).
"""

import numpy as np

from cardshark.cards import count
from cardshark.games.gin.melds import (
    COLUMN,
    EMPTY,
    ace_low,
    chosen_sets,
    dead_cards,
    low_points,
    ranks_of,
    runs,
    set_choices,
    set_ranks,
)
from cardshark.jit import at, routine, rule

# Each of the facts about hands and discards is an input twice: as it is, and times how late it is in the hand.
HAND_FACTS = (
    "deadwood, in tens",
    "cards outside melds",
    "unseen cards that would make a meld of two of those, in fours",
    "unseen cards that would fit any meld that the melded cards can make, in fours",
    "points of cards that lack one card to a meld, in tens",
    "gin",
    "deadwood low enough to knock",
    "cards that could go two ways, in pairs",
)
DISCARD_FACTS = (
    "the other player is known to hold two cards that make a meld of the discard",
    "the other player is known to hold a card that goes with the discard, but no two that make a meld of it",
    "pairs of cards that the other player may have and that make a meld of the discard, in fours",
)
TWICE = len(HAND_FACTS) + len(DISCARD_FACTS)
DEED_FACTS = (
    "the top of the pile is taken (only while that is decided)",
    "and how late",
    "knocks",
    "and with how much deadwood, in tens",
    "and how late",
    "and both",
    "and how many cards of the other player are known, in threes",
)
FACTS = 2 * TWICE + len(DEED_FACTS)
DEEDS = 2 * TWICE  # where the facts about deeds start
LATE = 16  # own turns after which it is late

ONE, TWO = np.uint64(1), np.uint64(2)
LANE = np.uint64(0x1FFF)
CARDS = LANE * COLUMN  # all, in low order


@rule
def least_dead(low):
    """The cards outside the melds of an arrangement with the least deadwood."""
    ranks = set_ranks(low)
    if ranks == EMPTY:
        return low & ~runs(low)
    best = low
    least = low_points(low) + 1
    for number in range(set_choices(low, ranks)):
        dead = dead_cards(low, chosen_sets(low, ranks, number))
        points = low_points(dead)
        if points < least:
            best, least = dead, points
    return best


@rule
def twice(low):
    """The ranks held at least twice, as bits of the first lane."""
    first, second, third, fourth = (low & LANE), (low >> np.uint64(16)) & LANE, (low >> np.uint64(32)) & LANE, low >> np.uint64(48)
    return (first & second) | (third & fourth) | ((first | second) & (third | fourth))


@rule
def partners(dead, unseen):
    """The starts of melds among unmelded cards: unseen cards that complete them, the cards in starts of runs, and in starts of sets."""
    beside = dead & (dead >> ONE)  # with the next higher one
    apart = dead & (dead >> TWO)  # with the one after that
    ends = ((beside >> ONE) | (beside << TWO)) & unseen
    middles = (apart << ONE) & unseen
    pairs = (twice(dead) * COLUMN) & CARDS
    fourths = pairs & unseen
    alive = beside & ((unseen << ONE) | (unseen >> TWO))  # with an end that may still come
    in_runs = alive | (alive << ONE)
    alive = apart & (unseen >> ONE)
    in_runs |= alive | (alive << TWO)
    in_sets = dead & (ranks_of(fourths) * COLUMN)
    return ends | middles | fourths, in_runs, in_sets


@rule
def fitting_melds(melded, unseen):
    """Unseen cards that would lengthen a run or complete a set of three."""
    in_runs = runs(melded)
    sets = set_ranks(melded) * COLUMN
    return ((in_runs << ONE) | (in_runs >> ONE) | sets) & unseen


@rule
def meld_makers(card, others):
    """How many pairs of the others make a meld with a card."""
    near, far = (card << ONE) & others, (card << TWO) & others
    below, further = (card >> ONE) & others, (card >> TWO) & others
    found = np.int64(near != EMPTY and far != EMPTY) + np.int64(near != EMPTY and below != EMPTY)
    found += np.int64(below != EMPTY and further != EMPTY)
    alike = count(others & (ranks_of(card) * COLUMN) & ~card)
    return found + (alike * (alike - 1)) // 2


@rule
def goes_with(card, held):
    """Is any held card within two ranks of a card in its suit, or of its rank?"""
    around = (card << ONE) | (card << TWO) | (card >> ONE) | (card >> TWO) | ((ranks_of(card) * COLUMN) & ~card)
    return around & held != EMPTY


@routine
def list_facts(hand, given, theirs, piled, limit, turns, found):
    """Write the facts about ten cards and the card discarded from them (or none); facts about deeds are 0. Returns how late it is."""
    low, held, gone = ace_low(hand), ace_low(theirs), ace_low(piled)
    unseen = CARDS & ~(low | held | gone)
    dead = least_dead(low)
    points = low_points(dead)
    outs, in_runs, in_sets = partners(dead, unseen)
    late = np.float32(min(turns, LATE)) / np.float32(LATE)
    found[0] = 0.1 * points
    found[1] = count(dead)
    found[2] = 0.25 * count(outs)
    found[3] = 0.25 * count(fitting_melds(low & ~dead, unseen))
    found[4] = 0.1 * low_points(in_runs | in_sets)
    found[5] = dead == EMPTY
    found[6] = points <= limit
    found[7] = 0.5 * count(in_runs & in_sets)
    found[8], found[9], found[10] = 0.0, 0.0, 0.0
    if given != EMPTY:
        card = ace_low(given)
        at_once = meld_makers(card, held)
        found[8] = at_once > 0
        found[9] = at_once == 0 and goes_with(card, held)
        found[10] = 0.25 * meld_makers(card, held | unseen)
    for i in range(TWICE):
        found[at(TWICE + i)] = late * found[at(i)]
    for i in range(DEEDS, FACTS):
        found[at(i)] = 0.0
    return late


@rule
def note_taken(late, found):
    """Add that the top of the pile was taken."""
    found[DEEDS] = 1.0
    found[DEEDS + 1] = late


@rule
def note_knock(late, known, found):
    """Add that the player knocks."""
    found[DEEDS + 2] = 1.0
    found[DEEDS + 3] = found[0]
    found[DEEDS + 4] = late
    found[DEEDS + 5] = late * found[0]
    found[DEEDS + 6] = known / 3.0
