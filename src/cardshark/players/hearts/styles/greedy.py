"""The greedy player of the POMCP report: low leads, the highest card that stays under, the worst card thrown away."""

from enum import IntEnum

import numpy as np

from cardshark.cards import HEARTS, below_card, highest, highest_rank, lane, lowest, lowest_rank, single
from cardshark.games.hearts import JACK_OF_CLUBS, QUEEN_OF_SPADES
from cardshark.jit import at, rule
from cardshark.players.hearts.trick import cards_of_trick, taking_card


class EqualRanks(IntEnum):
    """Which of two cards of one rank counts as the lower."""

    CLUBS_LOW = 0  # clubs, diamonds, hearts, spades from low to high
    SPADES_LOW = 1


class Reference(IntEnum):
    """What to stay under when following."""

    FIRST = 0  # the card that was led, as the report says
    WINNER = 1  # the card that is winning now


class Queen(IntEnum):
    """May the queen of spades be the high card that the last player takes a trick with?"""

    LITERAL = 0  # yes, as the rule says
    AVOID = 1  # not while there is another spade


class PassWhich(IntEnum):
    """Which cards are passed; the report does not say."""

    DISCARD = 0  # what would be thrown away first
    HIGHEST = 1
    RANDOM = 2


@rule
def greedy_card(style, legal, table, rules):
    """What the greedy player plays."""
    spades_low = style.ties == EqualRanks.SPADES_LOW
    played, start = np.int64(table.played), np.int64(table.start)
    if played == start:
        return lowest_rank(legal, spades_low)
    follow = legal & lane(table.led)
    if not follow:
        return worst_card(legal, rules, spades_low)
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
    spades_low = style.ties == EqualRanks.SPADES_LOW
    return highest_rank(rest, spades_low) if style.passing == PassWhich.HIGHEST else worst_card(rest, rules, spades_low)


@rule
def worst_card(cards, rules, spades_low):
    """What to be rid of first: the queen of spades, the jack of clubs where it costs, the highest heart, the highest card."""
    worst = cards & single(QUEEN_OF_SPADES)
    if rules.jack_of_clubs and not worst:
        worst = cards & single(JACK_OF_CLUBS)
    worst = worst if worst else cards & HEARTS
    return highest(worst) if worst else highest_rank(cards, spades_low)
