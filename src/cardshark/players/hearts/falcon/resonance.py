"""Fuzzy adaptive resonance with three channels: what is perceived, what is done, and what comes of it.

A network is a list of categories. Each keeps a template for every channel: S for percepts, A for actions, R for rewards, with elements
from 0 to 1. Of two vectors the fuzzy AND is the smaller of each pair of elements, and |x| is the sum of the elements.

    choice    T = sum over channels of g * |x AND w| / (alpha + |w|)       how well a category answers
    match     |x AND w| / |x| >= rho                                      whether it may learn, channel by channel
    learning  w = (1 - beta) * w + beta * (x AND w)

The category with the best choice that matches in all channels learns; if none does, a new one is made of the very vectors. Templates
only ever shrink. Complement coding, x beside 1 - x, keeps them from shrinking to nothing: every vector then has the same sum, and a
category stands for a box in the space of percepts.

A vigilance rho of 1 for percepts that are 0 or 1, with complement coding, makes every percept a category of its own. That needs no
search at all; `categories.py` looks such categories up, and a test holds the two side by side.
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
    """May a category learn this? A vector without anything in it matches everything."""
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
    """The category of a network that answers best, the first of equals; if it is to learn, the best of those that match."""
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
        if a < b:  # elsewhere rounding could make a template grow, and break ties between actions
            w[at(i)] = (np.float32(1.0) - beta) * b + beta * a
