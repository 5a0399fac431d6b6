"""Predict the outcome: what would each action be worth, given everything that can be noticed?

A FALCON has a weight for every action in every category. Here one function of all facts answers instead: a small network, or support
vectors (SVR). Both learn from the notes of `percept_search.experience`, in which one decision of a hand was taken in every possible way.

    network   one hidden layer of rectified units, squared errors
    svr       a weighted sum of radial basis functions, drawn at random (random Fourier features); errors below EASE cost nothing

    notes = experience(course, 100_000)
    player = Foresight(fit(Method.SVR, notes, seed=7), if_no_hearts=0)

Everything is added up in one order, note after note, so the same notes give the same weights on any number of cores.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import lowest
from cardshark.chance import mixed, words
from cardshark.games import hearts, house
from cardshark.jit import at, kernel, rule
from cardshark.learning.falcon.percept_search import EVERYTHING
from cardshark.players import seat
from cardshark.players.hearts.falcon.actions import ACTIONS, OFFERS, SITUATIONS, Burden, offer, situation
from cardshark.players.hearts.falcon.actions import mask_of as actions_of
from cardshark.players.hearts.falcon.percepts import PERCEPTS, perceive
from cardshark.players.hearts.styles import play_hearts_only
from cardshark.players.player import Choices, Player, Views

Floats = NDArray[np.float32]

FACTS = len(PERCEPTS)
INPUTS = FACTS + SITUATIONS
UNITS = 128  # of the hidden layer, or radial functions
WIDTH = 12.0  # of a radial function: facts that differ, as a distance
EASE = np.float32(1.0)  # points: smaller errors cost support vectors nothing
ROUNDS = 4  # through all notes
ZERO, ONE = np.float32(0.0), np.float32(1.0)


class Method(IntEnum):
    """How the outcome is predicted."""

    NETWORK = 0
    SVR = 1


RATES = {Method.NETWORK: 0.0005, Method.SVR: 0.002}  # of the first step, found on seed 7001; they fall to 0 in a line


class Outcome(NamedTuple):
    """A prediction: what every action is worth, in points fewer than a fair share."""

    first: Floats  # [input, unit]
    shift: Floats  # [unit]
    last: Floats  # [action, unit]
    base: Floats  # [action]
    method: NDArray[np.int64]  # [1]


@rule
def is_fact(percept, here, place):
    """Whether input number `place` is true: a fact, or the situation."""
    return (percept >> np.uint64(place)) & np.uint64(1) != 0 if place < FACTS else place - FACTS == here


@rule
def write_units(outcome, percept, here, units):
    """The hidden units, or the radial functions; an input counts 1 if it is true, and else -1."""
    first, shift = outcome.first, outcome.shift
    for u in range(UNITS):
        units[u] = shift[u]
    for place in range(INPUTS):
        sign = ONE if is_fact(percept, here, place) else -ONE
        for u in range(UNITS):
            units[u] += sign * first[place, u]
    for u in range(UNITS):
        units[u] = np.cos(units[u]) if outcome.method[0] == Method.SVR else max(units[u], ZERO)


@rule
def worth_of(outcome, action, units):
    """What an action is worth."""
    found, last = outcome.base[at(action)], outcome.last[at(action)]
    for u in range(UNITS):
        found += last[u] * units[u]
    return found


# ---- learning ----


@kernel
def learn_notes(notes, order, outcome, rate, begin, end, units, slopes):
    """Learn from notes in an order, step after step; `begin` and `end` are numbers of steps, between which the rate is to fall to 0."""
    for step in range(len(order)):
        note = notes[order[step]]
        write_units(outcome, note.percept, note.situation, units)
        now = np.float32(rate * (1.0 - (begin + step) / end))
        slopes[:] = ZERO
        rest = note.possible
        while rest:
            action = at(lowest(rest))
            rest &= rest - np.uint64(1)
            error = worth_of(outcome, action, units) - note.worth[action]
            if outcome.method[0] == Method.SVR:
                error = ZERO if abs(error) <= EASE else ONE if error > ZERO else -ONE
            correct(outcome, action, now * error, units, slopes)
        if outcome.method[0] == Method.NETWORK:
            pass_back(outcome, note.percept, note.situation, units, slopes)


@rule
def correct(outcome, action, step, units, slopes):
    """Move the weights of an action against its error, and add to the slopes what that asks of the units."""
    last = outcome.last[action]
    outcome.base[action] -= step
    for u in range(UNITS):
        slopes[u] += step * last[u]
        last[u] -= step * units[u]


@rule
def pass_back(outcome, percept, here, units, slopes):
    """Move the weights of the hidden layer, where units were above 0."""
    first, shift = outcome.first, outcome.shift
    for u in range(UNITS):
        slopes[u] = slopes[u] if units[u] > ZERO else ZERO
        shift[u] -= slopes[u]
    for place in range(INPUTS):
        sign = ONE if is_fact(percept, here, place) else -ONE
        for u in range(UNITS):
            first[place, u] -= sign * slopes[u]


def fit(method: Method, notes: np.ndarray, seed: int, rounds: int = ROUNDS) -> Outcome:
    """A prediction, learned from notes in several rounds."""
    outcome, units, slopes = first_outcome(method, seed), np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32)
    for number in range(rounds):
        order = np.argsort(words(seed, "order of notes", len(notes), number * len(notes)), kind="stable")
        learn_notes(notes, order, outcome, RATES[method], number * len(notes), rounds * len(notes), units, slopes)
    return outcome


def first_outcome(method: Method, seed: int) -> Outcome:
    """A prediction before it has learned: normal weights, by the method of Box and Muller."""
    uniform = (words(seed, "first weights", 2 * INPUTS * UNITS + UNITS) >> np.uint64(11)) * 2.0**-53
    angles, sizes, shifts = np.split(2 * np.pi * uniform, [INPUTS * UNITS, 2 * INPUTS * UNITS])
    normal = np.sqrt(-2 * np.log1p(-sizes / (2 * np.pi))) * np.cos(angles)
    scale = np.sqrt(2 / INPUTS) if method == Method.NETWORK else 1 / WIDTH
    first = (scale * normal).reshape(INPUTS, UNITS).astype(np.float32)
    shift = (np.zeros(UNITS) if method == Method.NETWORK else shifts).astype(np.float32)
    last, base = np.zeros((len(ACTIONS), UNITS), np.float32), np.zeros(len(ACTIONS), np.float32)
    return Outcome(first, shift, last, base, np.array([method], np.int64))


# ---- playing ----


@kernel
def foresee_all(views, rules, outcome, if_no_hearts, allowed, offers, units, choices):
    """The card of the possible action with the best predicted outcome, in each view."""
    rules, offers = rules[0], offers[0]
    for i in range(len(views)):
        view = views[i]
        offer(allowed, Burden.QUEEN_OUT, view.legal, view.table, rules, view.hand, mixed(~view.luck), offers)
        best, most = 0, -np.inf
        if offers.count > 1:
            percept = perceive(EVERYTHING, if_no_hearts, view.hand, view.table, rules)
            write_units(outcome, percept, situation(view.legal, view.table), units)
            for number in range(offers.count):
                worth = worth_of(outcome, offers.actions[at(number)], units)
                if worth > most:
                    best, most = number, worth
        choices[i] = offers.cards[at(best)]


@dataclass
class Foresight(Player):
    """Takes the possible action with the best predicted outcome."""

    outcome: Outcome
    if_no_hearts: int  # what is perceived of hearts without any, as in the notes
    passing: str = "jake"  # who passes cards, where they are passed

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules."""
        play_hearts_only(self, game)
        self._rules, self._passer, self._offers = house.record(rules), seat(self.passing), np.zeros(1, OFFERS)
        self._units, self._allowed = np.zeros(UNITS, np.float32), np.uint64(actions_of("wide"))
        self._passer.sit(game, rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Predict, and take the best."""
        passing = views["table"]["phase"] == hearts.PASS
        if passing.any():
            passed = np.zeros(int(passing.sum()), np.int8)
            self._passer.choose(views[passing], passed)
            choices[passing] = passed
        played, blind = np.zeros(int((~passing).sum()), np.int8), np.uint64(self.if_no_hearts)
        foresee_all(views[~passing], self._rules, self.outcome, blind, self._allowed, self._offers, self._units, played)
        choices[~passing] = played
