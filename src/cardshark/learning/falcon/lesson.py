"""The ways in which a trick, or a whole hand, changes the weights of the actions that a FALCON has taken.

The paper's equations for the learning rates are lost. Each way to read what is left of them is an `Update`, which `feedback.py` carries
out. `pv` is the paper's penalty variable: the points of a trick as a share of the most that a trick can hold. A trick is bad if it
cost the learner points, else good. After a good trick `x` is 1 for the action taken and 0 for all others; after a bad one it is the
opposite. The rate b is `good + good_pv * pv` after a good trick and `bad + bad_pv * pv` after a bad one.

    and_fast      w = x AND w                       the network of the textbooks
    and_pv        w = (1 - b) w + b (x AND w)       the same, as fast as the rates say
    delta_all     w = w + b (x - w)                 every action moves, both ways; those not taken by a share of b, `aside`
    delta_chosen  the same, but only the action taken moves: up after a good trick, down after a bad one (aside is 0)
    signed_mean   the action taken moves towards 0.5 + pv / 2 if somebody else took the points, 0.5 - pv / 2 if the learner did
    hand_mean     every action of the hand moves towards 1 - points of the hand / all points
    rest_mean     every action moves towards what the rest of the hand cost, compared with a fair share of what was left
    td            every action moves towards the best weight at the next decision, less what the trick cost (TD-FALCON)
    hand_place    every action of the hand moves towards the place in it: 1 for the fewest points, 0 for the most, equals share
    game_place    the same, by the totals of a game of many hands; then hand follows hand until somebody reaches the limit

With `prune`, categories are forgotten as in public FALCON programs. A category begins with a confidence of 0.5. After a good lesson that
gains half of what is missing to 1, after a bad one it loses a fifth, and with every trick it fades. What falls below `prune` is forgotten.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cardshark.bits import uncounted
from cardshark.games import hearts
from cardshark.jit import record, rule
from cardshark.players.hearts.falcon.actions import OFFERS
from cardshark.players.hearts.falcon.design import TRICKS

SELF, STYLED, GUEST = range(3)  # who plays on a seat: the learner, a style, or a player who is asked


class Update(IntEnum):
    """How weights change; see above."""

    AND_FAST = 0
    AND_PV = 1
    DELTA_ALL = 2
    DELTA_CHOSEN = 3
    SIGNED_MEAN = 4
    HAND_MEAN = 5
    REST_MEAN = 6
    TD = 7
    HAND_PLACE = 8
    GAME_PLACE = 9


class Feedback(IntEnum):
    """What makes an outcome good or bad, where rates depend on that."""

    POINTS = 0  # a trick is bad if it cost the learner points, and pv counts the points of the trick
    TRICKS = 1  # a trick is bad if the learner took it, and all tricks count alike: pv is that of an average trick
    HAND = 2  # all tricks of a hand are bad if it cost more than a fair share; pv is the distance from that share


class Initial(IntEnum):
    """The weights of a new category."""

    ONES = 0
    HALVES = 1
    ZEROS = 2
    ACTION = 3  # x itself, as the textbooks say


FALCON_LESSON = record([
    ("learns", np.int64),  # 0 where the learner only plays
    ("update", np.int64),
    ("feedback", np.int64),
    ("initial", np.int64),
    ("others", np.int64),  # 1 if the points that somebody else takes count
    ("forced", np.int64),  # 1 if a card without an alternative counts
    ("good", np.float32),  # rates, see above
    ("good_pv", np.float32),
    ("bad", np.float32),
    ("bad_pv", np.float32),
    ("good_aside", np.float32),  # of delta_all: the share of the rate by which actions not taken move
    ("bad_aside", np.float32),
    ("by_gap", np.int64),  # 1 if a weight moves the faster, the further it is from its aim
    ("rate", np.float32),  # of td
    ("least", np.float32),  # rate of a mean
    ("discount", np.float32),
    ("prune", np.float32),  # forget categories of less confidence; 0 where none are forgotten
    ("fading", np.float32),  # by how much confidence falls with every trick
    ("slip_chance", np.int64),  # in how many of 2 ** 32 decisions of the first game any action is taken
    ("explore", np.int64),  # games after which that chance has fallen to 0; 0 where it stays
    ("first", np.int64),  # number of the first game of a call, in its training
    ("game", np.int64),  # number of the game that is played
    ("slip_now", np.int64),  # the chance of any action in this game
    ("most", np.float32),  # points that a trick can hold
    ("total", np.float32),  # points of a hand
])  # fmt: skip

DECISION = record([
    ("percept", np.uint64),
    ("network", np.int64),
    ("action", np.int64),
    ("counts", np.int64),  # 1 if it is learned from
    ("mine", np.int64),  # points of the learner before
    ("taken", np.int64),  # points of everybody before
])  # fmt: skip


class FalconSeating(NamedTuple):
    """Who plays on each seat."""

    kinds: np.ndarray  # [seat] SELF, STYLED or GUEST
    styles: np.ndarray  # [seat] everybody passes cards by it, and a STYLED seat plays by it


class LessonWorkspace(NamedTuple):
    """Memory that a learner uses while it plays and learns."""

    decisions: np.ndarray  # [seat, number] of this hand
    made: np.ndarray  # [seat] how many
    offers: np.ndarray  # [1] the possible actions
    vector: np.ndarray  # [element] what is perceived, done and rewarded, where a category must be searched for
    standing: np.ndarray  # [seat] totals of the game of many hands that is played, where places in it count


def workspace_of(elements: int) -> LessonWorkspace:
    """A workspace for a learner whose templates have this many elements."""
    decisions, made = np.zeros((hearts.SEATS, TRICKS), DECISION), np.zeros(hearts.SEATS, np.int64)
    return LessonWorkspace(decisions, made, np.zeros(1, OFFERS), np.zeros(elements, np.float32), np.zeros(hearts.SEATS, np.int16))


@rule
def uncounted_workspace(workspace):
    """The same workspace without reference counting, for use inside one kernel."""
    return LessonWorkspace(
        uncounted(workspace.decisions), uncounted(workspace.made), uncounted(workspace.offers), uncounted(workspace.vector),
        uncounted(workspace.standing),
    )  # fmt: skip


@rule
def uncounted_seating(seating):
    """The same seating, likewise."""
    return FalconSeating(uncounted(seating.kinds), uncounted(seating.styles))
