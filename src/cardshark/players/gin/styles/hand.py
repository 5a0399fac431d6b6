"""What a gin player works out about a hand: whether a card fits, what the best discards leave, what an arrangement gives the other.

Sets of cards are in low order here (see `games/gin/melds.py`): the ace below the deuce.
"""

import numpy as np

from cardshark.cards import ALL, count, highest, lowest, single
from cardshark.games.gin.melds import (
    COLUMN,
    EMPTY,
    HIGHEST,
    ONE,
    ace_high,
    ace_low,
    dead_cards,
    fourths_of,
    least_deadwood,
    left_over,
    low_points,
    ranks_of,
    runs,
    runs_among,
    set_ranks,
    sets_of,
)
from cardshark.games.gin.state import DONE, MEMORY
from cardshark.jit import at, routine, rule

TENS = COLUMN * np.uint64(0b1111_0_0000_0000)  # ten, jack, queen and king: all count ten


@rule
def fits(low, card):
    """Would this card, added to these, be in a possible meld?"""
    low |= card
    alike = low & (ranks_of(card) * COLUMN)
    return count(alike) >= 3 or runs(low) & card != EMPTY


@rule
def dearest(low):
    """Those of these cards (at least one) with the most points."""
    tens = low & TENS
    if tens != EMPTY:
        return tens
    return low & (single(highest(ranks_of(low))) * COLUMN)


# ---- discards ----


@rule
def best_discards(low, allowed):
    """The least deadwood that an allowed discard leaves of these cards, and all discards that leave it."""
    in_runs = runs(low)
    in_sets = low & (set_ranks(low) * COLUMN)
    if in_runs & in_sets == EMPTY:
        # No card is wanted twice, so every run and every set is laid down. A discard of one of the other cards gets rid of
        # its points; a discard that breaks a meld gets rid of none.
        dead = low & ~(in_runs | in_sets)
        free = dead & allowed
        if free != EMPTY:
            found = dearest(free)
            return low_points(dead) - low_points(single(lowest(found))), found
    return try_discards(low, allowed)


@routine
def try_discards(low, allowed):
    """The same, by trying the dearest cards first: no discard lowers the deadwood of the whole hand by more than its points."""
    whole = np.int64(least_deadwood(low, EMPTY, EMPTY))
    best, found = np.int64(HIGHEST), EMPTY
    while allowed:
        equals = dearest(allowed)
        if whole - low_points(single(lowest(equals))) > best:
            break
        allowed ^= equals
        while equals:
            card = single(lowest(equals))
            equals ^= card
            left = np.int64(least_deadwood(low ^ card, EMPTY, EMPTY))
            if left < best:
                best, found = left, card
            elif left == best:
                found |= card
    return best, found


@rule
def gain(low, card):
    """By how much taking this card, and discarding, lowers the least deadwood."""
    after, _ = best_discards(low | card, low)
    return least_deadwood(low, EMPTY, EMPTY) - after


@rule
def always_melded(low, card):
    """Would this card, once taken, be in a meld of every best arrangement?"""
    return least_deadwood(low | card, EMPTY, EMPTY) < least_deadwood(low, EMPTY, EMPTY) + low_points(card)


@rule
def met_before(drawn, draws, table):
    """The cards that this seat has already exchanged for the one just drawn, in either direction; not in low order.

    A player who never repeats such an exchange cannot pass the same cards to and fro for ever.
    """
    found = EMPTY
    turns = np.int64(table.turns)
    for back in range(2, min(turns + 1, MEMORY), 2):
        before = turns - back
        old_draw = np.int64(draws[at((before >> 1) & (MEMORY // 2 - 1))])
        old_discard = np.int64(table.discards[at(before & (MEMORY - 1))])
        if old_draw == drawn:
            found |= single(old_discard)
        elif old_discard == drawn:
            found |= single(old_draw)
    return found


# ---- the end of a hand ----


@routine
def stingiest(hand, equals, table):
    """The one of the first `equals` arrangements of a hand that helps the other player least.

    The knocker counts the cards that could be laid off on it at once, the opponent the points left after laying off.
    """
    low = ace_low(hand)
    knocks = table.turn == table.knocker
    elsewhere = ace_low(ALL & ~table.piled & ~hand)
    best, chosen = np.int64(HIGHEST), np.int64(0)
    for number in range(equals):
        sets = ace_low(sets_of(hand, number))
        if knocks:
            in_runs = runs(low ^ sets)
            fourths = (ranks_of(sets) * COLUMN) ^ sets
            given = np.int64(count(elsewhere & (in_runs << ONE | in_runs >> ONE | fourths)))
        else:
            given = np.int64(left_over(ace_high(dead_cards(low, sets)), runs_among(table.melds), fourths_of(table.melds)))
        if given < best:
            best, chosen = given, np.int64(number)
    return chosen


@routine
def helpful_lay_off(hand, legal, table):
    """A card to lay off on the way to the least deadwood that melds and lay-offs together can leave; DONE once it is reached."""
    low = ace_low(hand)
    table_runs, fourths = runs_among(table.melds), fourths_of(table.melds)
    beside = table_runs << ONE | table_runs >> ONE
    best = least_deadwood(low, table_runs, fourths)
    rest = legal & hand
    if least_deadwood(low, EMPTY, EMPTY) == best:
        rest = EMPTY
    while rest:
        card = single(lowest(rest))
        rest ^= card
        bit = ace_low(card)
        longer = table_runs | bit if beside & bit else table_runs
        if least_deadwood(low ^ bit, longer, fourths) == best:
            return np.int64(lowest(card))
    return np.int64(DONE)
