"""Fuzzy adaptive resonance with three channels: what is perceived, what is done, and the reward.

A network is a list of categories. Each keeps a template for every channel: S for percepts, A for actions, R for rewards, with elements
from 0 to 1. The fuzzy AND of two vectors takes the smaller of each pair of elements, and |x| is the sum of the elements.

    choice    T = sum over channels of g * |x AND w| / (alpha + |w|)       how well a category answers
    match     |x AND w| / |x| >= rho                                      whether it may learn, channel by channel
    learning  w = (1 - beta) * w + beta * (x AND w)

Of the categories that match in all channels, the one with the best choice learns. If none matches, the vectors become a new category.
Templates only shrink. Complement coding, x beside 1 - x, keeps them from shrinking to nothing: every vector then has the same sum,
and a category stands for a box in the space of percepts.

With complement coding, percepts that are 0 or 1, and a vigilance rho of 1, every percept gets its own category. That needs no search:
`categories.py` looks such categories up, and a test compares the two ways.
"""

import numpy as np

from cardshark.jit import at, record, rule

CHANNELS = 3
SENSES, MOTION, FEEDBACK = range(CHANNELS)
NO_CATEGORY = -1

RESONANCE = record([
    ("starts", np.int64, CHANNELS + 1),  # where each channel's elements begin in a vector, and the end of the last
    ("alpha", np.float64, CHANNELS),  # choice: above 0, smaller ones prefer templates that are subsets
    ("gamma", np.float64, CHANNELS),  # choice: share of each channel
    ("rho", np.float64, CHANNELS),  # vigilance
])  # fmt: skip


@rule
def overlap(x, w, first, last):
    """|x AND w| and |w| over some elements."""
    both, size = 0.0, 0.0
    for i in range(first, last):
        a, b = np.float64(x[at(i)]), np.float64(w[at(i)])
        both += a if a < b else b
        size += b
    return both, size


@rule
def choice_of(art, x, w):
    """How well a category answers."""
    found = 0.0
    for channel in range(CHANNELS):
        if art.gamma[channel] > 0.0:
            both, size = overlap(x, w, art.starts[channel], art.starts[channel + 1])
            found += art.gamma[channel] * both / (art.alpha[channel] + size)
    return found


@rule
def matches(art, x, w):
    """May a category learn this? A vector of zeros matches everything."""
    for channel in range(CHANNELS):
        first, last = art.starts[channel], art.starts[channel + 1]
        both, _ = overlap(x, w, first, last)
        norm = 0.0
        for i in range(first, last):
            norm += np.float64(x[at(i)])
        if both < art.rho[channel] * norm:
            return False
    return True


@rule
def best_category(art, x, templates, network, networks, size, to_learn):
    """The category of a network with the best choice, the first of equals. With `to_learn`, only categories that match count."""
    best, most = np.int64(NO_CATEGORY), -1.0
    for j in range(size):
        if networks[at(j)] == network:
            strength = choice_of(art, x, templates[at(j)])
            if strength > most and (not to_learn or matches(art, x, templates[at(j)])):
                best, most = np.int64(j), strength
    return best


@rule
def shrink(x, w, first, last, beta):
    """Let the elements of a template learn."""
    for i in range(first, last):
        a, b = x[at(i)], w[at(i)]
        if a < b:  # without this test rounding could make a template grow, and break ties between actions
            w[at(i)] = (np.float32(1.0) - beta) * b + beta * a
