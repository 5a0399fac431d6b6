"""How a rummy brain's network values hands: what it sees, and what every exchange of two cards is worth.

A turn compares every card that could be drawn with every card that could be given for it: up to 42 x 11 hands. Two such hands
differ in two cards, so nearly nothing has to be worked out twice. The output of a unit is 1 / (1 + e^-s), and the sum s of an
exchange is that of the drawn card plus that of the card given. So e^-s is a product, and one multiplication and a part of a division
replace a pass through the first layer. Where e^-s would be too large for 32 bits, its fourth root takes its place.
"""

import numpy as np

from cardshark.cards import ALL, lowest
from cardshark.jit import at, rule
from cardshark.lanes import dot, shares, wide_shares
from cardshark.players.gin.rummy.brain import MINE, PILED, STATES, THEIRS, UNKNOWN, WORTH, RummyInputs
from cardshark.players.sigmoid import ONE, factor, sigmoid

ZERO = np.float32(0.0)
QUARTER = np.float32(0.25)
LARGE_SUM = np.float32(60.0)  # beyond it, or with weights above LARGE_WEIGHT, the sum of an exchange may be beyond 87
NEAR, WIDE, BEYOND = range(3)  # `changed` and `factors` of a sheet hold e^-s, its fourth root, or s itself


# ---- what the network sees ----


@rule
def place_of(card):
    """A card's number among 52, suit after suit."""
    return (card >> 4) * 13 + (card & 15)


@rule
def add_cards(brain, memory, cards, state, sums):
    """Add cards in this state to the sums of the units."""
    width = brain.width
    while cards:
        place = place_of(lowest(cards))
        cards &= cards - np.uint64(1)
        if brain.inputs == RummyInputs.ONE:
            row, value = brain.start + place * width, WORTH[state]
        else:
            row, value = brain.start + (STATES * place + state) * width, ONE
        for j in range(width):
            sums[at(j)] = sums[at(j)] + value * memory[at(row + j)]


@rule
def see(brain, memory, hand, theirs, piled, sums):
    """The sums of the units for a hand, the cards that the opponent is known to hold, and the pile."""
    for j in range(brain.width):
        sums[at(j)] = memory[at(brain.start + brain.biases + j)]
    add_cards(brain, memory, hand, MINE, sums)
    add_cards(brain, memory, theirs, THEIRS, sums)
    add_cards(brain, memory, piled, PILED, sums)
    if brain.inputs == RummyInputs.FOUR:
        add_cards(brain, memory, ALL & ~(hand | theirs | piled), UNKNOWN, sums)


@rule
def see_knock(brain, memory, sums):
    """Add to the sums that I knock now."""
    row = brain.start + (brain.rows - 1) * brain.width
    for j in range(brain.width):
        sums[at(j)] = sums[at(j)] + memory[at(row + j)]


@rule
def moved(brain, card, before, after):
    """How the sums change when a card moves: the start of a row of weights and its factor, and the same for a second row."""
    row = brain.start + place_of(card) * brain.width
    if brain.inputs == RummyInputs.ONE:
        return row, WORTH[after] - WORTH[before], row, ZERO
    row = brain.start + STATES * place_of(card) * brain.width
    return row + after * brain.width, ONE, row + before * brain.width, -ONE


# ---- what hands are worth ----
# To compare hands, the input of the output unit is enough: a larger sum is a larger value.


@rule
def worth(brain, memory, sums, units):
    """The input of the output unit, from the sums of the hidden units."""
    if brain.linear:
        return sums[0]
    for j in range(brain.width):
        units[at(j)] = sigmoid(sums[at(j)])
    output = brain.start + brain.output
    return memory[at(output + brain.width)] + dot(memory, output, units, 0, brain.width)


@rule
def far_out(brain, sums):
    """Are weights or sums so large that a sum may be out of the range of `factor`?"""
    beyond = brain.large
    for j in range(brain.width):
        beyond += (sums[at(j)] > LARGE_SUM) | (sums[at(j)] < -LARGE_SUM)
    return BEYOND if brain.large == 2 else WIDE if beyond > 0 else NEAR


@rule
def prepare(brain, memory, sheet, cards):
    """Work out how giving away each of these cards changes the sums."""
    far = far_out(brain, sheet.sums)
    sheet.far = far
    factors, given, width = sheet.factors, sheet.given, brain.width
    i = 0
    while cards:
        card = lowest(cards)
        cards &= cards - np.uint64(1)
        given[at(i)] = card
        a, x, b, y = moved(brain, card, MINE, PILED)
        first = i * width
        if brain.linear or far == BEYOND:
            for j in range(width):
                factors[at(first + j)] = x * memory[at(a + j)] + y * memory[at(b + j)]
        elif far == WIDE:
            for j in range(width):
                factors[at(first + j)] = factor(-QUARTER * (x * memory[at(a + j)] + y * memory[at(b + j)]))
        else:
            for j in range(width):
                factors[at(first + j)] = factor(-(x * memory[at(a + j)] + y * memory[at(b + j)]))
        i += 1
    sheet.count = i


@rule
def take(brain, memory, sheet, card, before, after):
    """Work out the sums after a card moves: to me, or at once to the pile."""
    sums, changed = sheet.sums, sheet.changed
    a, x, b, y = moved(brain, card, before, after)
    if brain.linear or sheet.far == BEYOND:
        for j in range(brain.width):
            changed[at(j)] = sums[at(j)] + x * memory[at(a + j)] + y * memory[at(b + j)]
    elif sheet.far == WIDE:
        for j in range(brain.width):
            changed[at(j)] = factor(-QUARTER * (sums[at(j)] + x * memory[at(a + j)] + y * memory[at(b + j)]))
    else:
        for j in range(brain.width):
            changed[at(j)] = factor(-(sums[at(j)] + x * memory[at(a + j)] + y * memory[at(b + j)]))


@rule
def compared(brain, total):
    """What a brain compares: the input of its output unit, or its output if that is how it is made."""
    return sigmoid(total) if brain.squashed else total


@rule
def value_of(brain, found):
    """The value of what a brain compares."""
    return found if brain.squashed else sigmoid(found)


@rule
def exchange(brain, memory, sheet, i):
    """The input of the output unit if the card just taken is kept and card `i` given for it."""
    return compared(brain, exchanged(brain, memory, sheet, i))


@rule
def exchanged(brain, memory, sheet, i):
    """The same before any squashing."""
    if brain.linear:
        return sheet.changed[0] + sheet.factors[at(i)]
    output, first = brain.start + brain.output, i * brain.width
    if sheet.far == BEYOND:
        changed, factors, units = sheet.changed, sheet.factors, sheet.units
        for j in range(brain.width):
            units[at(j)] = sigmoid(changed[at(j)] + factors[at(first + j)])
        return memory[at(output + brain.width)] + dot(memory, output, units, 0, brain.width)
    if sheet.far == WIDE:
        return memory[at(output + brain.width)] + wide_shares(memory, output, sheet.changed, sheet.factors, first, brain.width)
    return memory[at(output + brain.width)] + shares(memory, output, sheet.changed, sheet.factors, first, brain.width)


@rule
def as_taken(brain, memory, sheet):
    """The input of the output unit if nothing is given."""
    return compared(brain, kept(brain, memory, sheet))


@rule
def kept(brain, memory, sheet):
    """The same before any squashing."""
    if brain.linear:
        return sheet.changed[0]
    if sheet.far == BEYOND:
        return worth(brain, memory, sheet.changed, sheet.units)
    output = brain.start + brain.output
    if sheet.far == WIDE:
        return memory[at(output + brain.width)] + wide_shares(memory, output, sheet.changed, sheet.ones, 0, brain.width)
    return memory[at(output + brain.width)] + shares(memory, output, sheet.changed, sheet.ones, 0, brain.width)


@rule
def best_exchange(brain, memory, sheet):
    """The place of the card that is best given for the card just taken, and the input of the output unit then."""
    best, most = 0, exchange(brain, memory, sheet, 0)
    for i in range(1, sheet.count):
        value = exchange(brain, memory, sheet, i)
        if value > most:
            best, most = i, value
    return best, most
