"""Predict the outcome: what would each action be worth, given everything that can be noticed?

A FALCON has a weight for every action in every category. Here one function of all facts answers instead: a small network, or support
vectors (SVR). Both learn from the notes of `percept_search.experience`, in which one decision of a hand was taken in every possible way.

    network   one hidden layer of rectified units, squared errors
    svr       a weighted sum of radial basis functions, drawn at random (random Fourier features); errors below EASE cost nothing

    notes = experience(course, 100_000)
    player = Foresight(fit(Method.SVR, notes, seed=7))
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import mixed, words
from cardshark.games import hearts, house
from cardshark.jit import at, kernel, record
from cardshark.learning.falcon.percept_search import EVERYTHING
from cardshark.players import seat
from cardshark.players.hearts.falcon.actions import ACTIONS, OFFERS, SITUATIONS, Burden, offer, situation
from cardshark.players.hearts.falcon.actions import mask_of as actions_of
from cardshark.players.hearts.falcon.percepts import PERCEPTS, perceive
from cardshark.players.hearts.styles import play_hearts_only
from cardshark.players.player import Choices, Player, Views

Floats = NDArray[np.float32]

INPUTS = len(PERCEPTS) + SITUATIONS
UNITS = 256  # of the hidden layer, or radial functions
WIDTH = 12.0  # of a radial function: facts that differ, as a distance
EASE = 1.0  # points: smaller errors cost support vectors nothing
RATE, MOMENTUM, SQUARES = 0.004, 0.9, 0.999  # of the descent (Adam)
BATCH = 500
ROUNDS = 4  # through all notes


class Method(IntEnum):
    """How the outcome is predicted."""

    NETWORK = 0
    SVR = 1


class Outcome(NamedTuple):
    """A prediction: what every action is worth, in points fewer than a fair share."""

    method: Method
    first: Floats  # [input, unit]
    shift: Floats  # [unit]
    last: Floats  # [unit, action]
    base: Floats  # [action]

    def units(self, inputs: Floats) -> Floats:
        """The hidden units, or the radial functions."""
        found = inputs @ self.first + self.shift
        return np.maximum(found, 0) if self.method == Method.NETWORK else np.cos(found)

    def worth(self, inputs: Floats) -> Floats:
        """What every action is worth."""
        return self.units(inputs) @ self.last + self.base


def inputs_of(percepts: NDArray[np.uint64], situations: NDArray[np.integer]) -> Floats:
    """Every fact and the situation, as -1 or 1."""
    bits = (percepts[:, None] >> np.arange(len(PERCEPTS), dtype=np.uint64)) & np.uint64(1)
    here = situations[:, None] == np.arange(SITUATIONS)
    return 2 * np.concatenate([bits.astype(np.float32), here.astype(np.float32)], axis=1) - 1


# ---- learning ----


def fit(method: Method, notes: np.ndarray, seed: int, rounds: int = ROUNDS) -> Outcome:
    """A prediction, learned from notes in several rounds."""
    outcome, steps = first_outcome(method, seed), 0
    learned = ["last", "base"] + (["first", "shift"] if method == Method.NETWORK else [])
    memory = {name: [np.zeros_like(getattr(outcome, name)) for _ in range(2)] for name in learned}
    possible = ((notes["possible"][:, None] >> np.arange(len(ACTIONS), dtype=np.uint64)) & np.uint64(1)).astype(np.float32)
    everything, worth = inputs_of(notes["percept"], notes["situation"]), notes["worth"]
    for number in range(rounds):
        order = np.argsort(words(seed, "order of notes", len(notes), number * len(notes)))
        for start in range(0, len(notes), BATCH):
            rows, steps = order[start : start + BATCH], steps + 1
            slopes = slopes_of(outcome, everything[rows], worth[rows], possible[rows])
            rate = RATE * np.sqrt(1 - SQUARES**steps) / (1 - MOMENTUM**steps)
            for name in learned:
                descend(getattr(outcome, name), slopes[name], memory[name], rate)
    return outcome


def first_outcome(method: Method, seed: int) -> Outcome:
    """A prediction before it has learned: normal weights, by the method of Box and Muller."""
    uniform = (words(seed, "first weights", 2 * INPUTS * UNITS + UNITS) >> np.uint64(11)) * 2.0**-53
    angles, sizes, shifts = np.split(2 * np.pi * uniform, [INPUTS * UNITS, 2 * INPUTS * UNITS])
    normal = np.sqrt(-2 * np.log1p(-sizes / (2 * np.pi))) * np.cos(angles)
    scale = np.sqrt(2 / INPUTS) if method == Method.NETWORK else 1 / WIDTH
    first = (scale * normal).reshape(INPUTS, UNITS).astype(np.float32)
    shift = np.zeros(UNITS) if method == Method.NETWORK else shifts
    return Outcome(method, first, shift.astype(np.float32), np.zeros((UNITS, len(ACTIONS)), np.float32), np.zeros(len(ACTIONS), np.float32))


def slopes_of(outcome: Outcome, inputs: Floats, wanted: Floats, possible: Floats) -> dict[str, Floats]:
    """How the cost of the errors changes with every weight; only actions that were possible count."""
    units = outcome.units(inputs)
    errors = (units @ outcome.last + outcome.base - wanted) * possible
    if outcome.method == Method.SVR:
        errors = np.sign(errors) * (np.abs(errors) > EASE)
    errors /= len(inputs)
    found = {"last": units.T @ errors, "base": errors.sum(axis=0)}
    if outcome.method == Method.NETWORK:
        behind = (errors @ outcome.last.T) * (units > 0)
        found |= {"first": inputs.T @ behind, "shift": behind.sum(axis=0)}
    return found


def descend(weights: Floats, slope: Floats, memory: list[Floats], rate: float) -> None:
    """One step of the descent."""
    memory[0] += (1 - MOMENTUM) * (slope - memory[0])
    memory[1] += (1 - SQUARES) * (slope * slope - memory[1])
    weights -= (rate * memory[0] / (np.sqrt(memory[1]) + 1e-8)).astype(np.float32)


# ---- playing ----

NOTICED = record([
    ("percept", np.uint64),
    ("possible", np.uint64),  # actions
    ("situation", np.int64),
    ("cards", np.int8, len(ACTIONS)),  # that each possible action plays
])  # fmt: skip


@kernel
def notice_all(views, rules, if_no_hearts, allowed, offers, noticed):
    """What can be noticed in each view, and which card each possible action plays."""
    rules, offers = rules[0], offers[0]
    for i in range(len(views)):
        view, found = views[i], noticed[i]
        found.percept = perceive(EVERYTHING, if_no_hearts, view.hand, view.table, rules)
        found.situation = situation(view.legal, view.table)
        found.possible = offer(allowed, Burden.QUEEN_OUT, view.legal, view.table, rules, view.hand, mixed(~view.luck), offers)
        for number in range(offers.count):
            found.cards[at(offers.actions[at(number)])] = offers.cards[at(number)]


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
        self._passer.sit(game, rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Predict, and take the best."""
        passing = views["table"]["phase"] == hearts.PASS
        if passing.any():
            passed = np.zeros(int(passing.sum()), np.int8)
            self._passer.choose(views[passing], passed)
            choices[passing] = passed
        playing = np.flatnonzero(~passing)
        noticed = np.zeros(len(playing), NOTICED)
        allowed = np.uint64(actions_of("wide"))
        notice_all(views[playing], self._rules, np.uint64(self.if_no_hearts), allowed, self._offers, noticed)
        worth = self.outcome.worth(inputs_of(noticed["percept"], noticed["situation"]))
        possible = (noticed["possible"][:, None] >> np.arange(len(ACTIONS), dtype=np.uint64)) & np.uint64(1)
        best = np.where(possible, worth, -np.inf).argmax(axis=1)
        choices[playing] = noticed["cards"][np.arange(len(playing)), best]
