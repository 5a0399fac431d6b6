"""Jake, the stronger rule player of the same program: it remembers cards and who is out of which suit."""

from enum import IntEnum

import numpy as np

from cardshark.cards import (
    CLUBS,
    CLUBS_SUIT,
    DIAMONDS,
    DIAMONDS_SUIT,
    HEARTS,
    HEARTS_SUIT,
    SPADES,
    SPADES_SUIT,
    below_card,
    cards,
    count,
    has,
    highest,
    highest_rank,
    lane,
    lowest,
    lowest_rank,
    rank_of,
    suit_of,
)  # fmt: skip
from cardshark.games.hearts import JACK_OF_CLUBS, QUEEN_OF_SPADES, is_lead
from cardshark.jit import at, routine, rule
from cardshark.players.hearts.styles.stock import ABOVE_QUEEN, ACE_OF_SPADES, JUST_THE_QUEEN, KING_OF_SPADES, without_queen_if_possible
from cardshark.players.hearts.trick import cards_of_trick, taking_card

RANK_OF_QUEEN, RANK_OF_KING = 10, 11
HIGH_HEARTS = np.uint64(cards("JH QH KH AH"))
LOW_HEARTS = np.uint64(cards("2H 3H 4H 5H 6H"))


class Giveaway(IntEnum):
    """Which low cards are led so that somebody else must take the trick."""

    PROGRAMMED = 0  # every two, and threes once the two of spades was seen: a slip that became part of the player
    MEANT = 1  # cards with nothing lower and something higher still out


@routine
def jake_card(style, hand, legal, table, rules):
    """What Jake plays."""
    unseen = rules.deck & ~(table.seen | hand)
    if is_lead(table):
        return jake_lead(style, legal, unseen, table, rules)
    follow = legal & lane(table.led)
    if not follow:
        return jake_discard(legal, table, rules)
    trick = cards_of_trick(table)
    winner = taking_card(trick, table.led)
    last = table.played - table.start == rules.players - 1
    if trick & rules.penalties or (not last and dangerous(unseen, table, rules)):
        return avoid(follow, winner, last)
    return take(follow, winner, unseen, rules)


# ---- leading ----


@rule
def jake_lead(style, legal, unseen, table, rules):
    """The card that Jake leads: the first of these ideas that fits."""
    order = longest_first(legal)
    spades = legal & SPADES
    queen_is_out = unseen & JUST_THE_QUEEN != np.uint64(0)
    best = high_lead(legal, order, unseen, table, rules)
    if best >= 0:
        return best
    if spades and queen_is_out and not somebody_out(table, SPADES_SUIT) and highest(spades) < QUEEN_OF_SPADES:
        return highest(spades)
    if legal & HEARTS and gives_away(style, lowest(legal & HEARTS), unseen, rules):
        return lowest(legal & HEARTS)
    low_spades = not spades & (JUST_THE_QUEEN | ABOVE_QUEEN)
    if spades and low_spades and queen_is_out:
        return lowest(spades)
    for place in range(4):
        cards = legal & lane((order >> (4 * place)) & 3)
        if cards and (low_spades or not cards & SPADES) and gives_away(style, lowest(cards), unseen, rules):
            return lowest(cards)
    best = most_above(legal, order, unseen, low_spades)
    return best if best >= 0 else lowest_rank(legal, False)


@rule
def longest_first(legal):
    """The suits by their number of cards, the longest first, four bits each; among equals clubs, diamonds, spades, hearts."""
    order = 0
    taken = 0
    for place in range(4):
        longest, most = 0, -1
        for suit in (CLUBS_SUIT, DIAMONDS_SUIT, SPADES_SUIT, HEARTS_SUIT):
            size = count(legal & lane(suit))
            if size > most and not (taken >> suit) & 1:
                longest, most = suit, size
        taken |= 1 << longest
        order |= longest << (4 * place)
    return order


@rule
def high_lead(legal, order, unseen, table, rules):
    """A king or ace of a safe suit of which many cards are out; -1 without."""
    many = 5 if rules.highest - rules.lowest >= 10 else 3
    for place in range(4):
        suit = (order >> (4 * place)) & 3
        cards = legal & lane(suit)
        scoring = suit == HEARTS_SUIT or (suit == SPADES_SUIT and queen_to_come(table, rules))
        if cards and not scoring and not somebody_out(table, suit) and count(unseen & lane(suit)) > many:
            best = highest(cards)
            if rank_of(best) >= RANK_OF_KING:
                return best
    return -1


@rule
def queen_to_come(table, rules):
    """Is the queen of spades still to be played, by whomever?"""
    return rules.deck & ~table.seen & JUST_THE_QUEEN != np.uint64(0)


@rule
def somebody_out(table, suit):
    """Has anybody shown that they have none of this suit?"""
    return ((table.voids[0] | table.voids[1] | table.voids[2] | table.voids[3]) >> suit) & 1


@rule
def gives_away(style, card, unseen, rules):
    """Is this a card that somebody else should have to take?"""
    if style.giveaway == Giveaway.MEANT:
        out = unseen & lane(suit_of(card))
        return not out & below_card(card) and out & ~below_card(card) != np.uint64(0)
    rank, lowest_spade = rank_of(card) + 2 - rules.lowest, 16 * SPADES_SUIT + rules.lowest - 2
    return rank == 0 or (rank == 1 and has(rules.deck & ~unseen, lowest_spade))


@rule
def most_above(legal, order, unseen, low_spades):
    """Of the lowest cards of the suits, the one with the most higher cards out; -1 without."""
    best, most = -1, -1
    for place in range(4):
        cards = legal & lane((order >> (4 * place)) & 3)
        if cards and (low_spades or not cards & SPADES):
            above = higher_out(lowest(cards), unseen)
            if above > most:
                best, most = lowest(cards), above
    spades = legal & SPADES & ~JUST_THE_QUEEN
    if most <= 0 and spades and higher_out(lowest(spades), unseen) > 0:
        return lowest(spades)
    return best


@rule
def higher_out(card, unseen):
    """How many higher cards of its suit are out."""
    return count(unseen & lane(suit_of(card)) & ~below_card(card))


# ---- following ----


@rule
def dangerous(unseen, table, rules):
    """May somebody throw points on this trick? Few cards of the suit are out, or a player to come has none and could."""
    few = 6 if rules.highest - rules.lowest >= 10 else 4
    led = np.int64(table.led)
    in_trick = table.played - table.start
    if count(unseen & lane(led)) + in_trick < few:
        return True
    for later in range(1, rules.players - in_trick):
        voids = np.int64(table.voids[at((table.turn + later) % rules.players)])
        without_hearts = (voids >> HEARTS_SUIT) & 1
        may_have_queen = unseen & JUST_THE_QUEEN and not (voids >> SPADES_SUIT) & 1
        if (voids >> led) & 1 and (may_have_queen or not without_hearts):
            return True
    return False


@rule
def avoid(follow, winner, last):
    """Stay under the winning card if possible."""
    under = follow & below_card(winner)
    if under:
        return highest(under)
    over = without_queen_if_possible(follow)
    return highest(over) if last else lowest(over)


@rule
def take(follow, winner, unseen, rules):
    """The trick costs nothing yet: get rid of a high card."""
    if follow & JUST_THE_QUEEN and winner > QUEEN_OF_SPADES:
        return QUEEN_OF_SPADES
    safe = follow & ~rules.penalties
    if follow & SPADES and unseen & JUST_THE_QUEEN and follow & below_card(QUEEN_OF_SPADES):
        safe = follow & below_card(QUEEN_OF_SPADES)
    return highest(safe) if safe else lowest(follow)


@rule
def jake_discard(cards, table, rules):
    """The card that Jake throws away when unable to follow."""
    if has(cards, QUEEN_OF_SPADES):
        return QUEEN_OF_SPADES
    if cards & ABOVE_QUEEN and queen_to_come(table, rules):
        return highest(cards & ABOVE_QUEEN)
    if rules.jack_of_clubs and has(cards, JACK_OF_CLUBS):
        return JACK_OF_CLUBS
    best = highest_rank(cards, False)
    points = cards & rules.penalties
    return highest_rank(points, False) if rank_of(best) < RANK_OF_QUEEN and points else best


# ---- passing ----


@rule
def jake_pass(hand, given):
    """The next card that Jake passes; `hand` still holds those put aside."""
    rest = hand & ~given
    for wanted in (ACE_OF_SPADES, KING_OF_SPADES):
        if has(rest, wanted):
            return wanted
    if rest & JUST_THE_QUEEN and count(hand & SPADES) < 4:
        return QUEEN_OF_SPADES
    if rest & HIGH_HEARTS and not hand & LOW_HEARTS:
        return lowest(rest & HIGH_HEARTS)
    shorter, longer = (CLUBS, DIAMONDS) if count(hand & CLUBS) < count(hand & DIAMONDS) else (DIAMONDS, CLUBS)
    for suit in (shorter, longer):
        if rest & suit and count(hand & suit) <= 3:
            return highest(rest & suit)
    if rest & (CLUBS | DIAMONDS):
        return highest_rank(rest & (CLUBS | DIAMONDS), False)
    return highest(rest & HEARTS) if rest & HEARTS else highest(rest)
