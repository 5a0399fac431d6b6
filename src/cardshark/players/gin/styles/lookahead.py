"""Which card to discard, one draw ahead: how the next card could improve the rest, and how the discard could help the other player.

Sets of cards are in low order here (see `games/gin/melds.py`): the ace below the deuce.
"""

import numpy as np

from cardshark.cards import ALL, count, lowest, single
from cardshark.games.gin.melds import (
    COLUMN,
    EMPTY,
    HIGHEST,
    ONE,
    ace_low,
    dead_cards,
    least_deadwood,
    low_points,
    ranks_of,
    runs,
    set_ranks,
    sets_of,
)
from cardshark.jit import routine, rule
from cardshark.players.gin.styles.hand import best_discards, dearest

WITHIN = 5  # only cards with at most this many points less than the dearest unmelded card are considered
DRAWS = 7  # how many of the best next cards count
AHEAD = 18.0  # how much they count in the first turn, beside the deadwood that is left
FADING = 0.9  # the part of it that remains with every turn
TURNS = 200  # after this many own turns they do not count
BYTE = np.uint64(0xFF)
TWO = np.uint64(2)
WORD = np.uint64(64)


@rule
def worth_a_thought(hand, low, allowed):
    """The discards to consider: one for gin if there is one, or else unmelded cards nearly as dear as the dearest."""
    left, found = best_discards(low, allowed)
    if left == 0:
        return found
    unmelded = allowed & dead_cards(low, ace_low(sets_of(hand, 0)))
    if unmelded == EMPTY:
        return found
    least = low_points(single(lowest(dearest(unmelded)))) - WITHIN
    rest = unmelded
    while rest:
        card = single(lowest(rest))
        rest ^= card
        if low_points(card) < least:
            unmelded ^= card
    return unmelded


@rule
def prospects(low, unseen):
    """The mean deadwood after the next draw and a discard, over the seven unseen cards that leave least."""
    kept = ~EMPTY  # the least so far, one a byte, sorted
    rest = unseen
    while rest:
        card = single(lowest(rest))
        rest ^= card
        left, _ = best_discards(low | card, low | card)
        moving = np.uint64(left)
        for place in range(DRAWS):  # the smaller stays, the larger moves on
            shift = np.uint64(8 * place)
            there = (kept >> shift) & BYTE
            if moving < there:
                kept ^= (moving ^ there) << shift
                moving = there
    draws = min(DRAWS, count(unseen))
    total = 0
    for place in range(draws):
        total += np.int64((kept >> np.uint64(8 * place)) & BYTE)
    return total / draws if draws else 0.0


@rule
def below_by(card, steps):
    """The card `steps` ranks lower; below the ace a bit that is no card, for the first of all cards at the other end of the word."""
    return (card >> steps) | (card << (WORD - steps))


@rule
def danger(card, held, gone):
    """How dangerous it is to discard this card.

    Cards near it and of its rank that the other player is known to hold count for it. Those that they can no longer get count against
    it; beyond king and ace there is nothing to get.
    """
    beside, further = (card << ONE) | below_by(card, ONE), (card << TWO) | below_by(card, TWO)
    alike = (ranks_of(card) * COLUMN) ^ card
    found = 0
    if runs(held | card) & card != EMPTY:
        found += 20
    elif held & beside != EMPTY:
        found += 5
    elif held & further != EMPTY:
        found += 3
    if count(held & alike) >= 2:
        found += 20
    elif held & alike != EMPTY:
        found += 4
    if count(gone & beside) == 2:
        found -= 10
    elif gone & beside != EMPTY:
        found -= 5
    elif gone & further != EMPTY:
        found -= 3
    if count(gone & alike) >= 2:
        found -= 10
    elif gone & alike != EMPTY:
        found -= 4
    return found


@rule
def patience(turns):
    """How much the next draw counts after `turns` own turns."""
    weight = AHEAD
    for _ in range(min(turns, TURNS)):
        weight *= FADING
    return weight if turns < TURNS else 0.0


@routine
def discards_ahead(hand, legal, table):
    """The best discards by the deadwood left, the prospects of the next draw, and the danger of the discard; in low order."""
    low, allowed = ace_low(hand), ace_low(legal & hand)
    held = ace_low(table.known[1 - table.turn])
    cards = ace_low(ALL)
    gone = ~cards | ace_low(table.piled) | low
    unseen = cards & ~(gone | held)
    weight = patience(np.int64(table.turns) >> 1)
    candidates = worth_a_thought(hand, low, allowed)
    if candidates & (candidates - ONE) == EMPTY:
        return candidates
    best, found = 1e9, EMPTY
    while candidates:
        card = single(lowest(candidates))
        candidates ^= card
        rest = low ^ card
        score = least_deadwood(rest, EMPTY, EMPTY) + weight * prospects(rest, unseen) + danger(card, held, gone)
        if score < best:
            best, found = score, card
        elif score == best:
            found |= card
    return found


# ---- the same, quicker ----


@rule
def outs(low, card, unseen):
    """The unseen cards that would make a meld of this card and others of the hand."""
    above, below = card << ONE, card >> ONE
    two_above, two_below = card << TWO, card >> TWO
    found = EMPTY
    if low & above != EMPTY:
        found |= below | two_above
    if low & below != EMPTY:
        found |= above | two_below
    if low & two_above != EMPTY:
        found |= above
    if low & two_below != EMPTY:
        found |= below
    alike = ranks_of(card) * COLUMN
    if count(low & alike) >= 2:
        found |= alike
    return found & unseen


@rule
def loosest_discards(hand, legal, table, an_out):
    """The discards for gin if there are any, or else the unmelded cards with the most points, less `an_out` for each of their outs.

    In low order; `an_out` is in tenths of a point.
    """
    low, allowed = ace_low(hand), ace_low(legal & hand)
    left, best = best_discards(low, allowed)
    in_runs, in_sets = runs(low), low & (set_ranks(low) * COLUMN)
    free = allowed & ~(in_runs | in_sets)
    if left == 0 or free == EMPTY or in_runs & in_sets != EMPTY:
        return best
    unseen = ace_low(ALL & ~(table.piled | table.known[1 - table.turn])) & ~low
    most, found = -100 * HIGHEST, EMPTY  # below every score: each of some fifty cards may cost up to HIGHEST
    while free:
        card = single(lowest(free))
        free ^= card
        score = 10 * low_points(card) - an_out * count(outs(low, card, unseen))
        if score > most:
            most, found = score, card
        elif score == most:
            found |= card
    return found
