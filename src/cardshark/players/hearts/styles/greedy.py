"""The greedy player of the POMCP report: low leads, the highest card that stays under, the worst card thrown away."""

from enum import IntEnum

import numpy as np

from cardshark.cards import HEARTS, SPADES, below_card, highest, highest_rank, lane, lowest, lowest_rank, single, suit_of
from cardshark.games.hearts import JACK_OF_CLUBS, QUEEN_OF_SPADES
from cardshark.jit import at, rule
from cardshark.players.hearts.trick import cards_of_trick, taking_card


class EqualRanks(IntEnum):
    """Which of two cards of one rank counts as the lower."""

    CLUBS_LOW = 0  # clubs, diamonds, hearts, spades from low to high
    SPADES_LOW = 1


class Smallest(IntEnum):
    """Which card is smaller; the report says no more than that."""

    RANK = 0  # the lower one, whatever the suits
    SUIT = 1  # that of the lower suit; only within a suit the lower one


class Reference(IntEnum):
    """What to stay under when following."""

    FIRST = 0  # the card that was led, as the report says
    WINNER = 1  # the card that is winning now


class Queen(IntEnum):
    """When is the queen of spades kept back?"""

    LITERAL = 0  # never: the last player may take a trick with her, as the rule says
    AVOID = 1  # the last player does not, while there is another spade
    BEHIND = 2  # king and ace of spades are thrown away before her: a slip in the program of the report's author


class PassWhich(IntEnum):
    """Which cards are passed; the report does not say."""

    DISCARD = 0  # what would be thrown away first
    HIGHEST = 1
    RANDOM = 2


@rule
def greedy_card(style, legal, table, rules):
    """What the greedy player plays."""
    played, start = np.int64(table.played), np.int64(table.start)
    if played == start:
        return smallest(style, legal)
    follow = legal & lane(table.led)
    if not follow:
        return worst_card(style, legal, rules)
    rival = np.int64(table.history[at(start)])
    if style.reference == Reference.WINNER:
        rival = taking_card(cards_of_trick(table), table.led)
    under = follow & below_card(rival)
    if not under and played - start < rules.players - 1:
        return lowest(follow)
    if style.queen == Queen.AVOID and not under and taking_card(cards_of_trick(table), table.led) < QUEEN_OF_SPADES:
        other = follow & ~single(QUEEN_OF_SPADES)
        return highest(other if other else follow)
    return highest(under if under else follow)


@rule
def greedy_pass(style, rest, rules):
    """The next card that the greedy player passes, out of the cards not put aside yet."""
    return largest(style, rest) if style.passing == PassWhich.HIGHEST else worst_card(style, rest, rules)


@rule
def worst_card(style, cards, rules):
    """What to be rid of first: the queen of spades, the jack of clubs where it costs, the highest heart, the highest card."""
    worst = cards & single(QUEEN_OF_SPADES)
    if worst and style.queen == Queen.BEHIND:
        return highest(cards & SPADES)
    if rules.jack_of_clubs and not worst:
        worst = cards & single(JACK_OF_CLUBS)
    worst = worst if worst else cards & HEARTS
    return highest(worst) if worst else largest(style, cards)


@rule
def smallest(style, cards):
    """The smallest of these cards."""
    spades_low = style.ties == EqualRanks.SPADES_LOW
    return lowest(end_suit(cards, not spades_low)) if style.smallest == Smallest.SUIT else lowest_rank(cards, spades_low)


@rule
def largest(style, cards):
    """The largest of these cards."""
    spades_low = style.ties == EqualRanks.SPADES_LOW
    return highest(end_suit(cards, spades_low)) if style.smallest == Smallest.SUIT else highest_rank(cards, spades_low)


@rule
def end_suit(cards, first):
    """Those of the cards that are of the first suit there is, or of the last; clubs are the first of all."""
    return cards & lane(suit_of(lowest(cards) if first else highest(cards)))
