"""Stock, the rule player of a classic desktop program: it never counts cards, and gets rid of the high spades first."""

import numpy as np

from cardshark.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    below_card,
    card,
    cards,
    count,
    has,
    highest,
    highest_rank,
    lane,
    lowest,
    lowest_rank,
)  # fmt: skip
from cardshark.games.hearts import JACK_OF_CLUBS, QUEEN_OF_SPADES, is_lead
from cardshark.jit import rule
from cardshark.players.hearts.trick import cards_of_trick, taking_card

ACE_OF_SPADES, KING_OF_SPADES = card("AS"), card("KS")
JUST_THE_QUEEN = np.uint64(cards("QS"))
ABOVE_QUEEN = np.uint64(cards("KS AS"))


@rule
def stock_card(legal, table, rules):
    """What Stock plays."""
    if is_lead(table):
        return lowest_rank(without_queen_if_possible(legal), False)
    follow = legal & lane(table.led)
    if not follow:
        return stock_discard(legal, rules)
    trick = cards_of_trick(table)
    last = table.played - table.start == rules.players - 1
    if trick & rules.penalties:
        return stay_under(follow, taking_card(trick, table.led), last)
    return follow_spades(follow, trick, last) if follow & SPADES else highest(follow)


@rule
def without_queen_if_possible(cards):
    """These cards without the queen of spades, unless it is the only one."""
    others = cards & ~JUST_THE_QUEEN
    return others if others else cards


@rule
def top(follow):
    """The highest card; where that is the queen of spades, the next one if there is one."""
    best = highest(follow)
    return highest(without_queen_if_possible(follow)) if best == QUEEN_OF_SPADES else best


@rule
def stay_under(follow, winner, last):
    """The card to follow with when there are points in the trick."""
    under = follow & below_card(winner)
    if under:
        return highest(under)
    return top(follow) if last else lowest(follow)


@rule
def follow_spades(follow, trick, last):
    """Spades were led, and no points lie there yet."""
    if trick & ABOVE_QUEEN and follow & JUST_THE_QUEEN:
        return QUEEN_OF_SPADES
    if last:
        return top(follow)
    safe = follow & below_card(QUEEN_OF_SPADES)
    return highest(safe if safe else follow)


@rule
def stock_discard(cards, rules):
    """The card to throw away: the queen, ace or king of spades, the jack of clubs where it costs, a heart, or the highest card."""
    for wanted in (QUEEN_OF_SPADES, ACE_OF_SPADES, KING_OF_SPADES):
        if has(cards, wanted):
            return wanted
    if rules.jack_of_clubs and has(cards, JACK_OF_CLUBS):
        return JACK_OF_CLUBS
    hearts = cards & HEARTS
    return highest(hearts) if hearts else highest_rank(cards, True)


@rule
def stock_pass(rest):
    """The next card that Stock passes: high spades, the only club or diamond, the highest heart, the highest card."""
    for wanted in (QUEEN_OF_SPADES, KING_OF_SPADES, ACE_OF_SPADES):
        if has(rest, wanted):
            return wanted
    for suit in (CLUBS, DIAMONDS):
        if count(rest & suit) == 1:
            return lowest(rest & suit)
    hearts = rest & HEARTS
    return highest(hearts) if hearts else highest_rank(rest, False)
