"""TD(lambda): after every turn a rummy brain's value of the hand before moves towards its value of the hand now.

    delta = reward + gamma * V(now) - V(before)         how much better than expected
    e     = gamma * lambda * e + dV(before)/dw          the traces: how much each weight contributed, fading with time
    w     = w + rate * delta * e

V is the network's value of a player's ten cards at the end of a turn. It should come to be the score that the player can expect,
scaled to 0 .. 1. The reward is 0 until the hand ends, and the value of what comes after the end is 0.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from cardshark.bits import uncounted
from cardshark.cards import ALL, lowest
from cardshark.chance import mixed, sealed
from cardshark.games import gin
from cardshark.games.gin import DISCARD, DRAW, KNOCK, MAY_KNOCK, OVER, SEATS
from cardshark.games.gin.rules import HandResult
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.players.gin.rummy.brain import (
    MINE,
    PILED,
    STATES,
    THEIRS,
    UNKNOWN,
    WORTH,
    Knock,
    RummyInputs,
    Sight,
    rummy_sheets,
    rummy_traces,
)
from cardshark.players.gin.rummy.player import rummy_choice
from cardshark.players.gin.rummy.value import place_of, see, see_knock, worth
from cardshark.players.gin.styles import gin_choice
from cardshark.players.sigmoid import ONE, sigmoid
from cardshark.players.uniform import any_of


class Traces(IntEnum):
    """What a trace becomes when its weight contributes again."""

    ADD = 0  # what is left of it, and the new gradient
    REPLACE = 1  # only the new gradient


class Ending(IntEnum):
    """What comes after the last turn of a player who knocks."""

    REWARD = 0  # the reward itself: the hand that is laid down is not valued any more
    VALUE = 1  # the value of that hand, and then the reward


class Reward(IntEnum):
    """What a hand brings at its end."""

    SCORE = 0  # to the winner the score, to the other nothing
    WIN = 1  # to the winner 1, to the other 0
    MARGIN = 2  # from 0 to 1, in the middle if nobody wins: what a player wins or loses


ZERO = np.float32(0.0)
NOTHING = np.float32(1e-30)  # a trace below this moves no weight any more; processors are slow with numbers that are smaller still

NOBODYS: Any = np.uint64(0)  # no cards

TD_LESSON = record([
    ("rate", np.float32),  # 0 where nobody learns
    ("keep", np.float32),  # gamma times lambda
    ("gamma", np.float32),
    ("scale", np.float32),  # one over the score that counts as 1
    ("slip_chance", np.int64),  # in how many of 2 ** 32 decisions any legal choice is made
    ("cut", np.int64),  # 1: a random choice clears the trace
    ("traces", np.int64),
    ("ending", np.int64),
    ("reward", np.int64),
    ("draws", np.int64),  # 1: a hand that nobody wins counts too
])  # fmt: skip

PUPIL = record([
    ("value", np.float32),  # of the hand at the end of the last turn
    ("seen", np.int64),  # 1 once there is one
])  # fmt: skip


class TdWorkspace(NamedTuple):
    """The brains of a table, and memory that they use."""

    brains: np.ndarray  # [brain] records
    memory: np.ndarray  # the weights of all of them
    sheets: np.ndarray  # [seat] to compute networks in
    traces: np.ndarray  # [seat, weight]
    pupils: np.ndarray  # [seat]


class Seen(NamedTuple):
    """What a player sees at the end of a turn: sets of cards, and whether the hand is laid down."""

    hand: int
    theirs: int  # known to be in the other player's hand
    piled: int  # on the pile
    knocking: bool


def workspace_of(brains: np.ndarray, memory: np.ndarray, weights: int) -> TdWorkspace:
    """A table for brains in one memory; where nobody learns, traces of one weight will do."""
    return TdWorkspace(brains, memory, rummy_sheets(SEATS), rummy_traces(SEATS, weights), np.zeros(SEATS, PUPIL))


@rule
def uncounted_workspace(workspace):
    """The same workspace without reference counting, for use inside one kernel."""
    brains, memory, sheets = uncounted(workspace.brains), uncounted(workspace.memory), uncounted(workspace.sheets)
    return TdWorkspace(brains, memory, sheets, uncounted(workspace.traces), uncounted(workspace.pupils))


# ---- one step ----


@rule
def move_weights(memory, start, trace, size, change, keep):
    """Move the weights along their traces, and let the traces fade."""
    for i in range(size):
        memory[at(start + i)] = memory[at(start + i)] + change * trace[at(i)]
        kept = keep * trace[at(i)]
        trace[at(i)] = kept if kept > NOTHING or kept < -NOTHING else ZERO


@rule
def trace_cards(brain, trace, cards, state, errors, replace):
    """Add to the traces of the weights from some cards."""
    width = brain.width
    while cards:
        place = place_of(lowest(cards))
        cards &= cards - np.uint64(1)
        if brain.inputs == RummyInputs.ONE:
            row, value = place * width, WORTH[state]
        else:
            row, value = (STATES * place + state) * width, ONE
        if replace:
            for j in range(width):
                trace[at(row + j)] = value * errors[at(j)]
        else:
            for j in range(width):
                trace[at(row + j)] = trace[at(row + j)] + value * errors[at(j)]


@rule
def trace_row(trace, row, factor, errors, size, replace):
    """Add to the traces of one row of weights."""
    for j in range(size):
        kept = np.float32(0.0) if replace else trace[at(row + j)]
        trace[at(row + j)] = kept + factor * errors[at(j)]


@routine
def add_gradient(brain, memory, sheet, trace, seen, value, replace):
    """Add dV/dw to the traces, for the hand on the sheet: the outputs of the units stand in `units`."""
    units, errors = sheet.units, sheet.changed
    slope = value * (ONE - value)
    if brain.linear:
        errors[0] = slope
    else:
        output = brain.start + brain.output
        for j in range(brain.width):
            errors[at(j)] = slope * memory[at(output + j)] * units[at(j)] * (ONE - units[at(j)])
        trace_row(trace, brain.output, slope, units, brain.units, replace)
        kept = np.float32(0.0) if replace else trace[at(brain.output + brain.width)]
        trace[at(brain.output + brain.width)] = kept + slope
    trace_row(trace, brain.biases, ONE, errors, brain.width, replace)
    trace_cards(brain, trace, seen.hand, MINE, errors, replace)
    trace_cards(brain, trace, seen.theirs, THEIRS, errors, replace)
    trace_cards(brain, trace, seen.piled, PILED, errors, replace)
    if brain.inputs == RummyInputs.FOUR:
        trace_cards(brain, trace, ALL & ~(seen.hand | seen.theirs | seen.piled), UNKNOWN, errors, replace)
    if seen.knocking:
        trace_row(trace, (brain.rows - 1) * brain.width, ONE, errors, brain.width, replace)


@rule
def value_now(brain, memory, sheet, seen):
    """The value of a hand at the end of a turn."""
    see(brain, memory, seen.hand, seen.theirs, seen.piled, sheet.sums)
    if seen.knocking:
        see_knock(brain, memory, sheet.sums)
    return sigmoid(worth(brain, memory, sheet.sums, sheet.units))


@routine
def learn_turn(brain, memory, sheet, trace, pupil, lesson, seen):
    """Learn from the hand at the end of a turn, and remember it for the next."""
    size = brain.output + (0 if brain.linear else brain.width + 1)
    if pupil.seen:
        delta = lesson.gamma * value_now(brain, memory, sheet, seen) - pupil.value
        move_weights(memory, brain.start, trace, size, lesson.rate * delta, lesson.keep)
    pupil.value = value_now(brain, memory, sheet, seen)
    add_gradient(brain, memory, sheet, trace, seen, pupil.value, lesson.traces == Traces.REPLACE)
    pupil.seen = 1


@rule
def learn_end(brain, memory, trace, pupil, lesson, reward):
    """Learn from the end of a hand."""
    size = brain.output + (0 if brain.linear else brain.width + 1)
    if pupil.seen:
        move_weights(memory, brain.start, trace, size, lesson.rate * (reward - pupil.value), lesson.keep)


@rule
def reward_of(lesson, game, seat):
    """The reward of a seat at the end of a hand."""
    score = np.float32(game.scores[at(seat)]) * lesson.scale
    if lesson.reward == Reward.WIN:
        return ONE if game.winner == seat else np.float32(0.0)
    if lesson.reward == Reward.MARGIN:
        return np.float32(0.5) + np.float32(0.5) * min(max(score, -ONE), ONE)
    return min(max(score, np.float32(0.0)), ONE)


# ---- a hand ----


STYLED = -1  # the number of the brain of a seat that plays by a style


@kernel
def play_hands(games, rules, workspace, seating, styles, lesson):
    """Play hands that are dealt: brain `seating[i, s]` or a style plays seat s of hand i. With a rate, brains learn after each turn.

    Returns how many were played: all of them, unless a value became nan.
    """
    workspace = uncounted_workspace(workspace)
    for i in range(len(games)):
        if not play_hand(games[i], rules[0], workspace, seating[i], styles, lesson[0]):
            return i
    return len(games)


@routine
def play_hand(game, rules, workspace, seats, styles, lesson):
    """Play one hand. Are all values still numbers?"""
    table, brains, memory, traces, pupils = game.table, workspace.brains, workspace.memory, workspace.traces, workspace.pupils
    for seat in range(SEATS):
        pupils[seat].seen = 0
        if lesson.rate > 0:
            traces[seat, :] = 0.0
    while table.phase != OVER:
        seat = at(table.turn)
        if seats[seat] == STYLED:
            gin.choose(game, rules, styled_choice(game, rules, styles[seat]))
        else:
            play_move(game, rules, brains[at(seats[seat])], workspace, lesson, seat)
    fine = True
    for seat in range(SEATS):
        if lesson.rate > 0 and seats[seat] != STYLED and (lesson.draws or game.result != HandResult.VOID):
            learn_end(brains[at(seats[seat])], memory, traces[seat], pupils[seat], lesson, reward_of(lesson, game, seat))
        fine = fine and (pupils[seat].seen == 0 or pupils[seat].value >= 0)  # every comparison with nan is False
    return fine


@routine
def styled_choice(game, rules, style):
    """The choice of a seat that plays by a style."""
    seat = at(game.table.turn)
    legal = gin.legal(game, rules)
    return np.int64(gin_choice(style, game.hands[seat], legal, game.drawn, game.draws[seat], game.table, rules, sealed(game.luck)))


@rule
def seen_of_other(game, brain, seat):
    """The cards of the other player that a brain is told of."""
    other = at(1 - np.int64(seat))
    if brain.sight == Sight.TAKEN:
        return game.table.known[other]
    return game.hands[other] if brain.sight == Sight.EVERYTHING else NOBODYS


@rule
def play_move(game, rules, brain, workspace, lesson, seat):
    """A choice of a brain, and what it learns if that ends its turn."""
    table = game.table
    phase = table.phase
    legal = gin.legal(game, rules)
    luck = sealed(game.luck)
    slips = lesson.slip_chance > 0 and phase in (DRAW, DISCARD) and np.int64(luck >> np.uint64(32)) < lesson.slip_chance
    if slips:
        choice = np.int64(any_of(legal, mixed(luck)))
    else:
        other = at(1 - np.int64(seat))
        known = table.known[other]
        table.known[other] = seen_of_other(game, brain, seat)
        sheet = workspace.sheets[seat]
        choice = np.int64(rummy_choice(brain, workspace.memory, sheet, game.hands[seat], legal, game.drawn, table))
        table.known[other] = known
    if slips and lesson.cut:
        workspace.traces[seat, :] = 0.0
    knocks = phase == MAY_KNOCK and choice == KNOCK
    if knocks and lesson.rate > 0 and lesson.ending == Ending.VALUE:
        learn_seat(game, brain, workspace, lesson, seat, brain.knock == Knock.LEARNED)
    gin.choose(game, rules, choice)
    ended = (phase == DISCARD and table.phase == DRAW) or (phase == MAY_KNOCK and not knocks)
    if ended and table.phase != OVER and lesson.rate > 0:
        learn_seat(game, brain, workspace, lesson, seat, False)


@rule
def learn_seat(game, brain, workspace, lesson, seat, knocking):
    """Learn from a seat's hand at the end of its turn."""
    seen = Seen(game.hands[seat], seen_of_other(game, brain, seat), game.table.piled, knocking)
    learn_turn(brain, workspace.memory, workspace.sheets[seat], workspace.traces[seat], workspace.pupils[seat], lesson, seen)
