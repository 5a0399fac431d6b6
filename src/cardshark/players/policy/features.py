"""The network of a policy up to its last layer, in kernels: from what seats know to features, for a block of rows at once.

Each weight that is loaded serves several rows. Every sum is added up in a fixed order, whoever else is in the block: one view alone
gets the same bits.
"""

import numpy as np

from cardshark.cards import lowest
from cardshark.jit import at, routine, rule
from cardshark.lanes import LANES, dot, inverse
from cardshark.players.policy.net import FEATURES
from cardshark.players.policy.products import ROWS, add_chosen, add_products, add_row

EPSILON = np.float32(1e-5)  # added to the variance in a norm
ZERO, ONE = np.float32(0.0), np.float32(1.0)


@rule
def list_words(words, row, amount, stride, first, found, desk):
    """Add the inputs of some words to the list of those that are not 0. Returns how long the list is then."""
    places, values = desk.places, desk.values
    for k in range(amount):
        rest = words[at(row), at(k)]
        while rest:
            places[at(found)] = (first + 64 * k + lowest(rest)) * stride
            values[at(found)] = ONE
            found += 1
            rest &= rest - np.uint64(1)
    return found


@rule
def list_inputs(trunk, hidden, desk, row):
    """List the inputs of a row that are not 0: planes, hidden words, numbers. Returns how many they are."""
    places, values, numbers, stride = desk.places, desk.values, desk.numbers, trunk.stride
    found = list_words(desk.words, row, trunk.planes, stride, 0, 0, desk)
    found = list_words(hidden, row, trunk.hidden, stride, 64 * trunk.planes, found, desk)
    first = 64 * (trunk.planes + trunk.hidden)
    for k in range(trunk.numbers):
        value = numbers[at(row), at(k)]
        if value != ZERO:
            places[at(found)] = (first + k) * stride
            values[at(found)] = value
            found += 1
    return found


@rule
def fill_rows(numbers, stride, rows, weights, bias):
    """Start the sums of every row with the biases."""
    for row in range(rows):
        for j in range(stride):
            numbers[at(row * stride + j)] = weights[at(bias + j)]


@rule
def add_to_rows(numbers, stride, rows, weights, bias):
    """Add the biases to the sums of every row."""
    for row in range(rows):
        for j in range(stride):
            numbers[at(row * stride + j)] += weights[at(bias + j)]


@rule
def write_norms(trunk, weights, scale, sums, found, rows):
    """Bring the features of every row to mean 0 and spread 1, then stretch and shift each."""
    width = trunk.width
    for row in range(rows):
        first = row * trunk.stride
        mean = dot(sums, first, weights, trunk.ones, width) * trunk.share
        for j in range(width):
            found[at(first + j)] = sums[at(first + j)] - mean
        spread = inverse(np.sqrt(dot(found, first, found, first, width) * trunk.share + EPSILON))
        for j in range(width):
            found[at(first + j)] = found[at(first + j)] * spread * weights[at(scale + j)] + weights[at(scale + width + j)]


@rule
def add_layer(trunk, weights, start, inputs, sums, rows):
    """Add a layer's products to the sums of every row: several rows at a time, or one that is alone."""
    stride, width = trunk.stride, trunk.width
    if rows == 1:
        for panel in range(0, stride, FEATURES):
            add_row(sums, panel, inputs, 0, weights, start + panel * width, width)
    else:
        for panel in range(0, stride, LANES):
            for row in range(0, rows, ROWS):
                add_products(sums, row * stride + panel, stride, inputs, row * stride, weights, start + panel * width, width)


@rule
def rectify(numbers, size):
    """What is below 0 becomes 0."""
    for j in range(size):
        numbers[at(j)] = max(numbers[at(j)], ZERO)


@routine
def write_features(trunk, weights, desk, hidden, rows):
    """The features of the first `rows` rows of the desk, into `desk.features`: the network up to its last layer.

    `trunk` is the layout's actor, with `hidden` the desk's `nothing`; or its critic, with the desk's `hidden`.
    """
    stride, sums, units, found = trunk.stride, desk.sums, desk.units, desk.features
    wanted = rows
    rows = rows if rows == 1 else (rows + ROWS - 1) // ROWS * ROWS  # rows that fill up have biases only
    fill_rows(sums, stride, rows, weights, trunk.bias)
    for row in range(wanted):
        listed = list_inputs(trunk, hidden, desk, row)
        for panel in range(0, stride, FEATURES):
            add_chosen(sums, row * stride + panel, desk.places, desk.values, listed, weights, trunk.first + panel)
    for block in range(trunk.blocks):
        write_norms(trunk, weights, trunk.norms[at(block)], sums, found, rows)
        fill_rows(units, stride, rows, weights, trunk.inner_bias[at(block)])
        add_layer(trunk, weights, trunk.inner[at(block)], found, units, rows)
        rectify(units, rows * stride)
        add_to_rows(sums, stride, rows, weights, trunk.outer_bias[at(block)])
        add_layer(trunk, weights, trunk.outer[at(block)], units, sums, rows)
    write_norms(trunk, weights, trunk.norms[at(trunk.blocks)], sums, found, rows)
