"""Melds: the least deadwood of a hand, every way to lay a hand down, and what can be laid off on melds on the table.

In gin the ace is low, so inside this file a set of cards is first put into *low* order: in each lane ace 0, deuce 1, ..
king 12. Then all runs of a hand are found at once with a few shifts, and the ranks held three or four times with a few
ands. A hand's runs follow from its sets: once the sets are chosen, the maximal runs of the other cards are best, since
a longer run always melds more. So an *arrangement* is a choice of sets, and only ranks held three or four times offer one.
"""

from typing import NamedTuple

import numpy as np

from cardshark.cards import CardSet, cards, count, lane, lowest, single, suit_of
from cardshark.jit import kernel, record, rule

MELDS = 3  # no hand of ten or eleven cards has more melds
ROOM = 72  # no such hand has more arrangements (10 cards: 36)
HIGHEST = 1000  # more than any deadwood

ONE = np.uint64(1)
LANE = np.uint64(0x1FFF)
COLUMN = np.uint64(0x0001_0001_0001_0001)  # one rank in all four suits; times a set of ranks: those ranks in all suits
EMPTY = np.uint64(0)
ACES = np.uint64(cards("AC AD AH AS"))
UP, DOWN = np.uint64(1), np.uint64(12)  # into low order, the aces move down by 12 and the others up by 1

# The points of a card (ace 1 .. ten and pictures 10) in binary, one set of cards for each digit: four counts add up a hand.
ONES, TWOS, FOURS, EIGHTS = (
    np.uint64(sum(1 << rank for rank in range(13) if min(rank + 1, 10) & digit) * int(COLUMN)) for digit in (1, 2, 4, 8)
)

ARRANGEMENT = record([
    ("melds", np.uint64, MELDS),  # sets from the ace up, then runs; the rest empty
    ("deadwood", np.int16),
])  # fmt: skip


# ---- cards in low order ----


@rule
def ace_low(cards):
    """A set of cards in low order: the ace below the deuce."""
    return ((cards & ~ACES) << UP) | ((cards & ACES) >> DOWN)


@rule
def ace_high(low):
    """The opposite of `ace_low`: a set of cards back from low order."""
    aces = low & COLUMN
    return ((low ^ aces) >> UP) | (aces << DOWN)


@rule
def low_points(low):
    """The points of cards in low order."""
    return count(low & ONES) + 2 * count(low & TWOS) + 4 * count(low & FOURS) + 8 * count(low & EIGHTS)


@rule
def runs(low):
    """All cards that are in a run of three or more."""
    starts = low & (low >> np.uint64(1)) & (low >> np.uint64(2))
    return starts | (starts << np.uint64(1)) | (starts << np.uint64(2))


@rule
def set_ranks(low):
    """The ranks held three or four times, as bits of the first lane."""
    first, second, third, fourth = low & LANE, (low >> np.uint64(16)) & LANE, (low >> np.uint64(32)) & LANE, low >> np.uint64(48)
    return (first & second & (third | fourth)) | (third & fourth & (first | second))


@rule
def ranks_of(low):
    """The ranks that occur, as bits of the first lane."""
    halves = low | (low >> np.uint64(32))
    return (halves | (halves >> np.uint64(16))) & LANE


# ---- choosing sets ----


@rule
def set_choices(low, ranks):
    """How many ways there are to make sets of these ranks: none, all, or one of four triples where four are held."""
    ways = 1
    while ranks:
        rank = single(lowest(ranks))
        ways *= 6 if count(low & (rank * COLUMN)) == 4 else 2
        ranks ^= rank
    return ways


@rule
def chosen_sets(low, ranks, number):
    """The cards in sets in way `number` of `set_choices`."""
    sets = EMPTY
    while ranks:
        rank = single(lowest(ranks))
        held = low & (rank * COLUMN)
        ways = 6 if count(held) == 4 else 2
        way = number % ways
        number //= ways
        if way == 1:
            sets |= held
        elif way > 1:
            sets |= held ^ (rank << np.uint64(16 * (way - 2)))
        ranks ^= rank
    return sets


# ---- deadwood ----


@rule
def points(cards):
    """The points of cards: ace 1, pictures 10, the others their rank."""
    return low_points(ace_low(np.uint64(cards)))


@rule
def deadwood(hand):
    """The least that the cards outside melds can count."""
    return least_deadwood(ace_low(np.uint64(hand)), EMPTY, EMPTY)


@rule
def least_deadwood(low, table_runs, fourths):
    """The least deadwood when cards may also be laid off on runs on the table, or as the fourths of its sets.

    Melds and lay-offs are chosen at once. A block of cards that touches a run on the table goes there as a whole, so
    runs are looked for in the hand and on the table together.
    """
    ranks = set_ranks(low)
    possible = runs(low | table_runs)
    dead = low & ~possible & ~fourths
    if ranks == EMPTY:
        return low_points(dead)
    # A set that touches no possible run costs nothing to lay down; only the others need a choice.
    contested = ranks_of((ranks * COLUMN) & low & possible)
    sure = ((ranks ^ contested) * COLUMN) & low
    if contested == EMPTY:
        return low_points(dead & ~sure)
    rest = low ^ sure
    best = HIGHEST
    for number in range(set_choices(rest, contested)):
        left = rest ^ chosen_sets(rest, contested, number)
        best = min(best, low_points(left & ~runs(left | table_runs) & ~fourths))
    return best


# ---- arrangements ----


@rule
def dead_cards(low, low_sets):
    """The cards that are neither in these sets nor in the runs of the others."""
    left = low ^ low_sets
    return left & ~runs(left)


@rule
def arrangement_after(hand, deadwood, sets):
    """Deadwood and set cards of the next arrangement. Arrangements are sorted by these two numbers.

    A choice that leaves a complete set in hand is no arrangement. The deadwood is HIGHEST when there are no more.
    """
    low = ace_low(hand)
    ranks = set_ranks(low)
    best, best_sets = HIGHEST, EMPTY
    for number in range(set_choices(low, ranks)):
        low_sets = chosen_sets(low, ranks, number)
        dead = dead_cards(low, low_sets)
        own, own_sets = low_points(dead), ace_high(low_sets)
        follows = own > deadwood or (own == deadwood and own_sets > sets)
        sooner = own < best or (own == best and own_sets < best_sets)
        if follows and sooner and not set_ranks(dead):
            best, best_sets = own, own_sets
    return best, best_sets


@kernel
def count_arrangements(hand, limit):
    """How many arrangements have at most this much deadwood."""
    low = ace_low(hand)
    ranks = set_ranks(low)
    found = 0
    for number in range(set_choices(low, ranks)):
        dead = dead_cards(low, chosen_sets(low, ranks, number))
        found += low_points(dead) <= limit and not set_ranks(dead)
    return found


@kernel
def sets_of(hand, number):
    """The cards in sets in arrangement `number` of a hand."""
    deadwood, sets = -1, EMPTY
    for _ in range(number + 1):
        deadwood, sets = arrangement_after(hand, deadwood, sets)
    return sets


@rule
def unmelded(hand, number):
    """The cards that arrangement `number` of a hand leaves unmelded."""
    return ace_high(dead_cards(ace_low(hand), ace_low(sets_of(hand, number))))


@rule
def write_melds(hand, sets, melds):
    """Write the sets, then the maximal runs of the other cards."""
    for i in range(MELDS):
        melds[i] = EMPTY
    written = 0
    low_sets = ace_low(sets)
    ranks = ranks_of(low_sets)
    while ranks:
        rank = single(lowest(ranks))
        melds[written] = ace_high(low_sets & (rank * COLUMN))
        written += 1
        ranks ^= rank
    in_runs = runs(ace_low(hand ^ sets))
    while in_runs:
        run = in_runs & ~(in_runs + single(lowest(in_runs)))  # adding to the lowest card carries through its whole run
        melds[written] = ace_high(run)
        written += 1
        in_runs ^= run


@kernel
def arrangements(hand, found):
    """Write every arrangement of a hand, least deadwood first, into `found` (ARRANGEMENT records). Returns how many there are."""
    size = count_arrangements(hand, HIGHEST)
    deadwood, sets = -1, EMPTY
    for i in range(size):
        deadwood, sets = arrangement_after(hand, deadwood, sets)
        found[i].deadwood = deadwood
        write_melds(hand, sets, found[i].melds)
    return size


# ---- laying off ----


@rule
def is_run(meld):
    """Are these cards of one suit?"""
    return meld != EMPTY and meld & ~lane(suit_of(lowest(meld))) == EMPTY


@rule
def runs_among(melds):
    """The cards of all runs among melds, in low order."""
    found = EMPTY
    for i in range(MELDS):
        if is_run(melds[i]):
            found |= ace_low(melds[i])
    return found


@rule
def fourths_of(melds):
    """The cards that would complete sets of three, in low order."""
    found = EMPTY
    for i in range(MELDS):
        if melds[i] and not is_run(melds[i]):
            meld = ace_low(melds[i])
            found |= (ranks_of(meld) * COLUMN) ^ meld
    return found


@rule
def fitting(hand, melds):
    """The cards of a hand that can be laid off on melds at once."""
    table_runs = runs_among(melds)
    beside = (table_runs << np.uint64(1)) | (table_runs >> np.uint64(1))
    return ace_high(ace_low(hand) & (beside | fourths_of(melds)))


@rule
def lay_off(card, melds):
    """Add a card that fits to a run, or else to its set. Runs come first, because only a run can then take further cards."""
    low = ace_low(single(card))
    best = 0
    for i in range(MELDS):
        meld = ace_low(melds[i])
        if is_run(melds[i]):
            if low & ((meld << np.uint64(1)) | (meld >> np.uint64(1))):
                best = i
                break
        elif ranks_of(meld) == ranks_of(low):
            best = i
    melds[best] |= single(card)


@rule
def left_over(dead, table_runs, fourths):
    """The points of unmelded cards, after all that fit the melds on the table were laid off one after the other."""
    low = ace_low(dead)
    return low_points(low & ~runs(low | table_runs) & ~fourths)


# ---- for people ----


class Arrangement(NamedTuple):
    """One way to lay down a hand."""

    deadwood: int
    melds: list[CardSet]


def listed_arrangements(hand: CardSet) -> list[Arrangement]:
    """Every arrangement of a hand, in the order in which choices number them."""
    found = np.zeros(ROOM, ARRANGEMENT)
    size = arrangements(np.uint64(hand), found)
    return [Arrangement(int(entry.deadwood), [int(meld) for meld in entry.melds if meld]) for entry in found[:size]]
