"""What is asked of a policy, in kernels: the likeliest choice, a drawn one, chances, owners of cards, and what the critic expects.

`write_features` comes first, for a block of up to BLOCK rows; then each row is asked what is needed, and nothing else is computed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import lowest
from cardshark.jit import at, kernel, rule
from cardshark.lanes import bits_of, dot, float_of, inverse
from cardshark.players.policy.features import ONE, ZERO, write_features
from cardshark.players.policy.net import BLOCK, Desk, Net, uncounted_desk, uncounted_net
from cardshark.players.sigmoid import exponential, sigmoid
from cardshark.text import UserError

EMPTY = np.uint64(0)
LEGAL = 1  # the plane of legal choices, in every game
UNIT = np.float32(2.0**-24)
LN_2, LN_1_5 = 0.6931471805599453, 0.4054651081081644


# ---- answers ----


@rule
def answer(trunk, weights, head, desk, row, output):
    """One output of a last layer."""
    width = trunk.width
    return dot(desk.features, row * trunk.stride, weights, head.rows + output * width, width) + weights[at(head.bias + output)]


@rule
def write_logits(net, desk, row, legal):
    """The logits of the legal choices of a row, into `desk.logits`. Returns the likeliest choice."""
    layout, logits = net.layout[0], desk.logits
    best, rest = lowest(legal), legal
    while rest:
        choice = lowest(rest)
        rest &= rest - np.uint64(1)
        logits[at(choice)] = answer(layout.actor, net.weights, layout.choice, desk, row, choice)
        best = choice if logits[at(choice)] > logits[at(best)] else best
    return best


@rule
def likeliest(net, desk, row, legal):
    """The likeliest choice of a row. Where there is only one, nothing is computed."""
    return lowest(legal) if legal & (legal - np.uint64(1)) == EMPTY else write_logits(net, desk, row, legal)


@rule
def write_chances(net, desk, row, legal, temperature):
    """The chances of the legal choices of a row, into `desk.chances`, not yet divided by their sum. Returns the sum.

    A temperature of 1 leaves them as they were learned; lower ones make the likeliest choice likelier.
    """
    logits, chances = desk.logits, desk.chances
    most = logits[at(write_logits(net, desk, row, legal))]
    factor, total, rest = inverse(np.float32(temperature)), ZERO, legal
    while rest:
        choice = lowest(rest)
        rest &= rest - np.uint64(1)
        chances[at(choice)] = exponential((logits[at(choice)] - most) * factor)
        total += chances[at(choice)]
    return total


@rule
def drawn(net, desk, row, legal, temperature, luck):
    """A legal choice by the chances of a row, decided by random bits; a temperature of 0 takes the likeliest."""
    if temperature <= 0.0 or legal & (legal - np.uint64(1)) == EMPTY:
        return likeliest(net, desk, row, legal)
    value = np.float32(luck >> np.uint64(40)) * UNIT * write_chances(net, desk, row, legal, temperature)
    chances, choice, rest = desk.chances, lowest(legal), legal
    while rest:
        choice = lowest(rest)
        value -= chances[at(choice)]
        rest = EMPTY if value < ZERO else rest & (rest - np.uint64(1))
    return choice


@rule
def chance_of(net, desk, row, legal, choice):
    """How likely this policy makes a choice: what tells a likely world from an unlikely one."""
    if legal & (legal - np.uint64(1)) == EMPTY:
        return ONE
    total = write_chances(net, desk, row, legal, ONE)
    return desk.chances[at(choice)] * inverse(total)


@rule
def logarithm(number):
    """The natural logarithm of a 32-bit number above 0, by plain arithmetic: a power of two, and a series for what is left."""
    bits = np.int64(bits_of(number))
    power = ((bits >> 23) & 255) - 127
    rest = np.float64(float_of(np.int32((bits & 0x7FFFFF) | (127 << 23))))  # from 1 to 2
    part = (rest - 1.5) / (rest + 1.5)  # of ln(rest / 1.5), a series that soon ends
    square = part * part
    series = 2.0 * part * (1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square * (1.0 / 9.0 + square / 11.0)))))
    return power * LN_2 + LN_1_5 + series


@rule
def log_chance(net, desk, row, legal, choice):
    """The logarithm of how likely this policy makes a choice; sums of it tell likely worlds from unlikely ones."""
    if legal & (legal - np.uint64(1)) == EMPTY:
        return 0.0
    total = write_chances(net, desk, row, legal, ONE)
    logits = desk.logits
    most, rest = logits[at(choice)], legal
    while rest:
        most = max(most, logits[at(lowest(rest))])
        rest &= rest - np.uint64(1)
    return np.float64(logits[at(choice)] - most) - logarithm(total)


@rule
def value_of(net, desk, row):
    """The points that the seat of a row will still win, by the critic, whose features must stand on the desk."""
    layout = net.layout[0]
    return np.float64(answer(layout.critic, net.weights, layout.value, desk, row, 0)) * layout.scale


@rule
def write_owners(net, desk, row, cards, owners):
    """How likely each other seat holds each of these cards, next seat first, into `owners[card, other]`.

    Somebody holds each card of Hearts, so the chances of a card add up to 1. At gin it may also lie in the stock.
    """
    layout, rest = net.layout[0], cards
    while rest:
        card = lowest(rest)
        rest &= rest - np.uint64(1)
        most, total = np.float32(-1e30), ZERO
        for other in range(layout.others):
            owners[at(card), at(other)] = answer(layout.actor, net.weights, layout.owners, desk, row, 64 * other + card)
            most = max(most, owners[at(card), at(other)])
        if layout.others == 1:
            owners[at(card), 0] = sigmoid(most)
        else:
            for other in range(layout.others):
                owners[at(card), at(other)] = exponential(owners[at(card), at(other)] - most)
                total += owners[at(card), at(other)]
            for other in range(layout.others):
                owners[at(card), at(other)] *= inverse(total)


# ---- whole batches, for Python ----


@rule
def place_rows(words, numbers, first, rows, desk):
    """Copy some rows of a batch onto the desk."""
    desk_words, desk_numbers = desk.words, desk.numbers
    for row in range(rows):
        for k in range(words.shape[1]):
            desk_words[at(row), at(k)] = words[at(first + row), at(k)]
        for k in range(numbers.shape[1]):
            desk_numbers[at(row), at(k)] = numbers[at(first + row), at(k)]


@kernel
def choose_rows(net, desk, words, numbers, temperature, lucks, choices):
    """Choose for every row of a batch."""
    net, desk = uncounted_net(net), uncounted_desk(desk)
    layout = net.layout[0]
    for first in range(0, len(words), BLOCK):
        rows = min(BLOCK, len(words) - first)
        place_rows(words, numbers, first, rows, desk)
        write_features(layout.actor, net.weights, desk, desk.nothing, rows)
        for row in range(rows):
            i = at(first + row)
            choices[i] = drawn(net, desk, row, words[i, LEGAL], temperature, lucks[i])


@kernel
def answer_rows(net, desk, words, numbers, chances, worth):
    """The chance of every legal choice of a batch, and what it is worth in units of the scale."""
    net, desk = uncounted_net(net), uncounted_desk(desk)
    layout = net.layout[0]
    for first in range(0, len(words), BLOCK):
        rows = min(BLOCK, len(words) - first)
        place_rows(words, numbers, first, rows, desk)
        write_features(layout.actor, net.weights, desk, desk.nothing, rows)
        for row in range(rows):
            i, rest = at(first + row), words[at(first + row), LEGAL]
            total = write_chances(net, desk, row, rest, ONE)
            while rest:
                choice = lowest(rest)
                rest &= rest - np.uint64(1)
                chances[i, at(choice)] = desk.chances[at(choice)] * inverse(total)
                worth[i, at(choice)] = answer(layout.actor, net.weights, layout.worth, desk, row, choice)


@kernel
def own_rows(net, desk, words, numbers, cards, owners):
    """Who holds these cards, for every row of a batch."""
    net, desk = uncounted_net(net), uncounted_desk(desk)
    layout = net.layout[0]
    for first in range(0, len(words), BLOCK):
        rows = min(BLOCK, len(words) - first)
        place_rows(words, numbers, first, rows, desk)
        write_features(layout.actor, net.weights, desk, desk.nothing, rows)
        for row in range(rows):
            write_owners(net, desk, row, cards[at(first + row)], owners[first + row])


@kernel
def value_rows(net, desk, words, hidden, numbers, values):
    """What the critic expects, for every row of a batch."""
    net, desk = uncounted_net(net), uncounted_desk(desk)
    layout, desk_hidden = net.layout[0], desk.hidden
    for first in range(0, len(words), BLOCK):
        rows = min(BLOCK, len(words) - first)
        place_rows(words, numbers, first, rows, desk)
        for row in range(rows):
            for k in range(hidden.shape[1]):
                desk_hidden[at(row), at(k)] = hidden[at(first + row), at(k)]
        write_features(layout.critic, net.weights, desk, desk.hidden, rows)
        for row in range(rows):
            values[at(first + row)] = value_of(net, desk, row)


class Outlook(NamedTuple):
    """What a policy thinks of the 64 choices, one view a row; 0 where a choice is not legal."""

    chances: NDArray[np.float32]
    worth: NDArray[np.float32]  # points that the seat will still win if it makes the choice


def outlook(net: Net, desk: Desk, words: np.ndarray, numbers: np.ndarray) -> Outlook:
    """The chance of every legal choice, and the points that the seat will still win if it makes it."""
    found = Outlook(np.zeros((len(words), 64), np.float32), np.zeros((len(words), 64), np.float32))
    answer_rows(net, desk, words, numbers, found.chances, found.worth)
    return Outlook(found.chances, found.worth * np.float32(net.layout["scale"][0]))


def owners(net: Net, desk: Desk, words: np.ndarray, numbers: np.ndarray, cards: np.ndarray) -> NDArray[np.float32]:
    """How likely each other seat holds each of `cards` (a word for each row): [row, card, other], next seat first."""
    if not net.layout["owners"][0]["outputs"]:
        raise UserError("this policy does not say who holds a card: it was made with owners=no")
    found = np.zeros((len(words), 64, int(net.layout["others"][0])), np.float32)
    own_rows(net, desk, words, numbers, cards, found)
    return found


def values(net: Net, desk: Desk, words: np.ndarray, hidden: np.ndarray, numbers: np.ndarray) -> NDArray[np.float64]:
    """The points that the seat in turn will still win, by the critic, who sees what is hidden."""
    if not net.layout["value"][0]["outputs"]:
        raise UserError("this policy has no critic: it was made with critic=0")
    found = np.zeros(len(words))
    value_rows(net, desk, words, hidden, numbers, found)
    return found
