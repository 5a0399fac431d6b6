"""What a network sees of a hand of Hearts: a list of numbers. Most are 0, so only the others are written down.

There are two sets of inputs. `thesis` is the list of the first network thesis in its printed order, with an option for everything
that its text leaves open; its numbers are not scaled. `lab` is our own: every number is between 0 and 1, and it states what the
other set leaves to be worked out (who is out of a suit, who can still beat me, what lies above and below my cards). `blocks`
describes both, input by input.

The cards of finished tricks come first in the list. They are the same for everybody at the table, so they need to be added up only
once in a trick.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import below_card, count, highest, lane, lowest, single, suit_of
from cardshark.games.hearts import EMPTY, SEATS, cost, is_lead
from cardshark.jit import at, record, routine, rule
from cardshark.players.hearts.trick import cards_of_trick, taking_card

OTHERS = SEATS - 1
MOST_FACTS = 192  # inputs that are not 0 at a time
ONE = np.float32(1.0)


class InputList(IntEnum):
    """Which set of inputs."""

    THESIS = 0
    LAB = 1


class ScoreInput(IntEnum):
    """Which points of each player."""

    HAND = 0  # taken in this hand
    GAME = 1  # of the match so far, this hand included
    GAME_SCALED = 2  # the same, as a part of the limit


class PlayedInput(IntEnum):
    """Which cards count as played."""

    FINISHED = 0  # those of finished tricks
    ALL = 1  # also those on the table


class LeftInput(IntEnum):
    """Which cards of a suit are left."""

    UNPLAYED = 0  # all that were not played
    UNSEEN = 1  # without the own ones


class PositionInput(IntEnum):
    """How the place in the trick is counted."""

    FROM_ONE = 0
    FROM_ZERO = 1


class LastInput(IntEnum):
    """Which points the input after the players' points counts."""

    TAKEN_BY_ALL = 0  # by all players in this hand
    TAKEN_BY_ME = 1
    HELD = 2  # of the cards in the own hand


class ScaleInput(IntEnum):
    """How large numbers may be."""

    RAW = 0  # as they are counted
    UNIT = 1  # at most 1: divided by the most that they can be


FACTS = record([
    ("rows", np.int32, MOST_FACTS),  # the inputs that are not 0,
    ("values", np.float32, MOST_FACTS),  # and what they are
    ("shared", np.int64),  # how many of them, at the beginning, are the same for everybody
    ("count", np.int64),  # how many in all
    ("network", np.int64),  # which network of the brain is asked
    ("finished", np.uint64),  # the cards of finished tricks
])  # fmt: skip


class Block(NamedTuple):
    """Inputs that belong together."""

    name: str
    inputs: int
    meaning: str


def blocks(design: Any, cards: int, hand_size: int) -> list[Block]:
    """What a network of this design sees, in the order of its inputs."""
    found = lab_blocks(cards) if design.inputs == InputList.LAB else thesis_blocks(design, cards)
    if design.networks:  # one for all
        found.append(Block("cards left", hand_size, "1 at the number of cards in hand, one network for all"))
    return found


def thesis_blocks(design: Any, cards: int) -> list[Block]:
    """The first thesis's inputs."""
    played = "finished tricks" if design.played == PlayedInput.FINISHED else "finished tricks and the table"
    scores = ("points taken in this hand", "points of the match", "points of the match as a part of the limit")[design.scores]
    last = ("points taken by all in this hand", "points taken by me in this hand", "points of the cards in my hand")[design.last]
    part = ", as a part of the most it can be" if design.scale else ""
    left = "not played yet" if design.left == LeftInput.UNPLAYED else "not played and not mine"
    return [
        Block("hand", cards, "1 for each card in my hand"),
        Block("played", cards, f"1 for each card of {played}"),
        Block("table", cards, "1 for each card on the table"),
        Block("scores", SEATS, f"{scores}, mine first, then to the left{part}"),
        Block("points", 1, f"{last}{part}"),
        Block("suits", 4, f"cards of each suit {left}{part}"),
        Block("position", 1, f"when I play to this trick, {'1 to 4' if design.position == PositionInput.FROM_ONE else '0 to 3'}{part}"),
        Block("moon", 1, "1 if somebody can still take every point: at most one player has any"),
    ]


def lab_blocks(cards: int) -> list[Block]:
    """Our own inputs."""
    return [
        Block("hand", cards, "1 for each card in my hand"),
        Block("played", cards, "1 for each card of finished tricks"),
        Block("table", cards, "1 for each card on the table"),
        Block("winning", cards, "1 for the card that is taking the trick"),
        Block("above", cards, "for each card in my hand: higher unseen cards of its suit, as a part of the suit"),
        Block("below", cards, "for each card in my hand: lower unseen cards of its suit, as a part of the suit"),
        Block("out", 4 * OTHERS, "1 for each suit that each other player, next one first, has shown to be out of"),
        Block("beats", OTHERS, "1 for each other player who plays after me and may still take the trick"),
        Block("led", 4, "1 for the suit that was led"),
        Block("position", SEATS, "1 for my place in the trick: leading, second, third, last"),
        Block("length", 4, "my cards of each suit, as a part of the suit"),
        Block("unseen", 4, "unseen cards of each suit, as a part of the suit"),
        Block("at stake", 1, "points on the table, as a part of all points"),
        Block("scores", SEATS, "points taken in this hand, mine first, then to the left, as a part of all points"),
        Block("shooters", SEATS, "1 for whoever has taken every point so far, and some"),
        Block("clean", 1, "1 as long as nobody has any points"),
    ]


# ---- inside kernels ----


@rule
def put(facts, number, row, value):
    """Write down one input. Returns how many there are now."""
    facts.rows[at(number)] = row
    facts.values[at(number)] = value
    return number + 1


@rule
def put_number(facts, number, row, value):
    """Write down an input if it is not 0."""
    return put(facts, number, row, np.float32(value)) if value != 0 else number


@rule
def put_cards(facts, number, first, deck, cards):
    """Write down a 1 for each of these cards."""
    while cards:
        number = put(facts, number, first + place(deck, lowest(cards)), ONE)
        cards &= cards - np.uint64(1)
    return number


@rule
def place(deck, card):
    """Which card of the deck this is, from 0."""
    return count(deck & below_card(card))


@routine
def describe(brain, facts, hand, table, rules):
    """Write down what a network sees from the seat in turn, and which network of the brain is asked."""
    trick = cards_of_trick(table)
    finished = table.seen & ~trick
    number = put_cards(facts, 0, brain.cards, rules.deck, finished)
    facts.shared = number
    if brain.inputs == InputList.LAB:
        number = lab_inputs(brain, facts, number, hand, table, rules, trick)
    else:
        number = thesis_inputs(brain, facts, number, hand, table, rules, trick)
    left = count(hand)
    if brain.networks == 1:
        number = put(facts, number, brain.widths[0] - rules.hand_size + left - 1, ONE)
        facts.network = 0
    else:
        facts.network = left - 1
    facts.count = number
    facts.finished = finished


@rule
def thesis_inputs(brain, facts, number, hand, table, rules, trick):
    """The inputs of the first thesis, after the cards of finished tricks."""
    cards, deck = np.int64(brain.cards), rules.deck
    seat, position = np.int64(table.turn), np.int64(table.played) - np.int64(table.start)
    number = put_cards(facts, number, 0, deck, hand)
    if brain.played == PlayedInput.ALL:
        number = put_cards(facts, number, cards, deck, trick)
    number = put_cards(facts, number, 2 * cards, deck, trick)
    taken, takers = 0, 0
    for i in range(rules.players):
        other = at((seat + i) % rules.players)
        points = np.int64(table.points[other])
        taken += points
        takers += points != 0
        number = put_number(facts, number, 3 * cards + i, score_input(brain, table, rules, other))
    last = taken
    if brain.last == LastInput.TAKEN_BY_ME:
        last = np.int64(table.points[at(seat)])
    elif brain.last == LastInput.HELD:
        last = np.int64(cost(rules, hand))
    number = put_number(facts, number, 3 * cards + 4, scaled(brain, last, rules.all_penalties))
    left = deck & ~table.seen & ~(hand if brain.left == LeftInput.UNSEEN else EMPTY)
    for suit in range(4):
        number = put_number(facts, number, 3 * cards + 5 + suit, scaled(brain, count(left & lane(suit)), count(deck & lane(suit))))
    number = put_number(facts, number, 3 * cards + 9, scaled(brain, position + 1 - brain.position, rules.players - brain.position))
    return put_number(facts, number, 3 * cards + 10, np.int64(takers <= 1))


@rule
def score_input(brain, table, rules, seat):
    """The points of a player, by the option `scores`."""
    points = np.float32(table.points[seat])
    if brain.scores == ScoreInput.HAND:
        return scaled(brain, points, rules.all_penalties)
    points += np.float32(table.totals[seat])
    return points if brain.scores == ScoreInput.GAME and not brain.scale else points / np.float32(rules.limit if rules.limit > 0 else 100)


@rule
def scaled(brain, value, most):
    """A number as it is, or as a part of the most that it can be."""
    return np.float32(value) / np.float32(max(most, 1)) if brain.scale else np.float32(value)


@rule
def lab_inputs(brain, facts, number, hand, table, rules, trick):
    """Our own inputs, after the cards of finished tricks."""
    cards, deck = np.int64(brain.cards), rules.deck
    unseen = deck & ~table.seen & ~hand
    number = put_cards(facts, number, 0, deck, hand)
    number = put_cards(facts, number, 2 * cards, deck, trick)
    following = lane(table.led) if trick else EMPTY
    winning = single(taking_card(trick, table.led)) if trick else EMPTY
    number = put_cards(facts, number, 3 * cards, deck, winning)
    rest = hand
    while rest:
        card = lowest(rest)
        rest &= rest - np.uint64(1)
        around, part = unseen & lane(suit_of(card)), part_of(deck, suit_of(card))
        lower = count(around & below_card(card))
        number = put_number(facts, number, 4 * cards + place(deck, card), np.float32(count(around) - lower) * part)
        number = put_number(facts, number, 5 * cards + place(deck, card), np.float32(lower) * part)
    first = 6 * cards
    threats = unseen & following & ~(below_card(highest(winning)) if winning else EMPTY)
    number = put_others(facts, number, first, table, rules, threats != EMPTY or trick == EMPTY)
    first += 4 * OTHERS + OTHERS
    if trick:
        number = put(facts, number, first + table.led, ONE)
    number = put(facts, number, first + 4 + table.played - table.start, ONE)
    first += 4 + SEATS
    for suit in range(4):
        part = part_of(deck, suit)
        number = put_number(facts, number, first + suit, np.float32(count(hand & lane(suit))) * part)
        number = put_number(facts, number, first + 4 + suit, np.float32(count(unseen & lane(suit))) * part)
    return put_points(facts, number, first + 8, table, rules, trick)


@rule
def part_of(deck, suit):
    """One card as a part of its suit."""
    return np.float32(1.0) / np.float32(max(count(deck & lane(suit)), 1))


@rule
def put_others(facts, number, first, table, rules, beatable):
    """Who is out of which suit, and who can still take the trick."""
    seat, after = np.int64(table.turn), rules.players - 1 - (np.int64(table.played) - np.int64(table.start))
    leading = is_lead(table)
    for j in range(rules.players - 1):
        voids = np.int64(table.voids[at((seat + 1 + j) % rules.players)])
        for suit in range(4):
            if (voids >> suit) & 1:
                number = put(facts, number, first + 4 * j + suit, ONE)
        follows = leading or not (voids >> table.led) & 1
        if j < after and beatable and follows:
            number = put(facts, number, first + 4 * OTHERS + j, ONE)
    return number


@rule
def put_points(facts, number, first, table, rules, trick):
    """The points at stake, the points of each player, and who may still shoot the moon."""
    seat = np.int64(table.turn)
    part = np.float32(1.0) / np.float32(max(rules.all_penalties, 1))
    taken = 0
    for other in range(rules.players):
        taken += np.int64(table.points[at(other)])
    number = put_number(facts, number, first, np.float32(cost(rules, trick)) * part)
    for i in range(rules.players):
        points = np.int64(table.points[at((seat + i) % rules.players)])
        number = put_number(facts, number, first + 1 + i, np.float32(points) * part)
        number = put_number(facts, number, first + 1 + SEATS + i, np.int64(points > 0 and points == taken))
    return put_number(facts, number, first + 1 + 2 * SEATS, np.int64(taken == 0))
