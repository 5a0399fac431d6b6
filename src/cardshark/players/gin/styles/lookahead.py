"""Which card to discard, one draw ahead: what the next card could make of the rest, and what the other player could do with it.

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
    often,
    ranks_of,
    runs,
    sets_of,
)
from cardshark.jit import routine, rule
from cardshark.players.gin.styles.hand import best_discards, dearest

WITHIN = 5  # points below the dearest unmelded card: what is worth a thought
DRAWS = 7  # that many of the best next cards count
AHEAD = 18.0  # how much they count in the first turn, beside the deadwood that is left
FADING = 0.9  # the part of it that remains with every turn
TURNS = 200  # after which nothing of it remains
BYTE = np.uint64(0xFF)
TWO = np.uint64(2)
WORD = np.uint64(64)


@rule
def worth_a_thought(hand, low, allowed):
    """The discards to think about: for gin if there is one, or else unmelded cards nearly as dear as the dearest."""
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
    """The mean deadwood after the best of the next draws: of each unseen card, then a discard, the seven that leave least."""
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
    """What speaks against giving the other player this card: cards beside it and of its rank that they are known to hold, less those
    that they can no longer get. Beyond king and ace there is nothing to get."""
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
    """How much the next draw counts after `turns` turns of one's own."""
    weight = AHEAD
    for _ in range(min(turns, TURNS)):
        weight *= FADING
    return weight if turns < TURNS else 0.0


@routine
def discards_ahead(hand, legal, table):
    """The best discards by what is left, what the next draw may bring, and what it does for the other player; as cards in low order."""
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


# ---- the same in a hurry ----


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
    """For gin if there is one, or else the unmelded cards that count most, less what each card is worth that would meld them.

    As cards in low order; `an_out` is in tenths of a point.
    """
    low, allowed = ace_low(hand), ace_low(legal & hand)
    left, best = best_discards(low, allowed)
    in_runs, in_sets = runs(low), low & (often(low) * COLUMN)
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
