"""Temporal differences for tests: networks, lessons and hands just dealt."""

import numpy as np

from cardshark.games import gin, house
from cardshark.learning.gin.td import (
    TD_LESSON,
    Ending,
    Reward,
    Traces,
)
from cardshark.players.gin.rummy.brain import RummyBrain, RummyInputs
from cardshark.players.hearts.network.brain import memory
from helpers.compiling import PLAIN
from reference import rummy_book as book

NETWORKS = [(0, RummyInputs.ONE), (3 if PLAIN else 26, RummyInputs.ONE), (5, RummyInputs.FOUR), (0, RummyInputs.FOUR)]


def as_parts(brain, numbers):
    """A row of numbers that lie as a brain's weights do, by part."""
    other = RummyBrain(brain.design)
    other.memory[:] = numbers
    return other.parts()


def lesson(rate=0.2, trace=0.7, gamma=1.0, traces=Traces.ADD, ending=Ending.REWARD, reward=Reward.SCORE, draws=True):
    """What the kernels are given about learning."""
    found = np.zeros(1, TD_LESSON)
    found["rate"], found["keep"], found["gamma"], found["scale"] = rate, gamma * trace, gamma, 1 / 125
    found["traces"], found["ending"], found["reward"], found["draws"] = traces, ending, reward, draws
    return found


def together(brains):
    """Two brains at one table: their records, and their weights one after the other."""
    size = brains[0].memory.size
    found, records = memory(2 * size), np.concatenate([brain.record for brain in brains])
    records["start"] = [0, size]
    for number, brain in enumerate(brains):
        found[number * size : (number + 1) * size] = brain.memory
    return records, found


def dealt(rules, word):
    """A hand just dealt."""
    games = np.zeros(1, gin.GAME)
    games["deals"], games["luck"] = word, 0
    gin.start_all(games, house.record(rules))
    return games


def bias_towards_little(brains):
    """Let untrained brains like low cards, so that some of their hands end with a knock."""
    for brain in brains:
        parts = brain.parts()
        weights = parts["hidden"] if "hidden" in parts else parts["output"]
        per_card = 4 if brain.design.inputs == RummyInputs.FOUR else 1
        for number, text in enumerate(book.IN_ORDER):
            low = 6.5 - "A23456789TJQK".index(text[0])
            weights[number * per_card] += 0.15 * low  # of the first input of a card: it is mine
        if "hidden" in parts:
            parts["output"][:] = np.abs(parts["output"])
