"""Learning from hindsight, as a kernel: play a hand, and move the value of every card played towards what it cost in the end.

One kernel plays hand after hand and learns from them, by the same rules as everywhere. The target of a card is minus the points that
its player took from that trick to the end of the hand; `credit` says to which tricks a moon is charged. Where points are won back they
count the other way round.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cardshark.bits import uncounted
from cardshark.chance import mixed
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.learning.hearts.gradient import improve
from cardshark.players.hearts.network.brain import NO_BRAIN, NOTHING, SHEET, Networks, new_sheets
from cardshark.players.hearts.network.features import describe, place
from cardshark.players.hearts.network.player import best_card, network_card, think, worth
from cardshark.players.hearts.styles import card_of, pass_of
from cardshark.players.uniform import any_of

BLOWN_UP = np.float32(1e6)  # an error that no game of cards can explain
MOST_TRICKS = hearts.MOST_CARDS // 3


class Credit(IntEnum):
    """To which tricks a moon is charged."""

    LAST_TRICK = 0
    EVERY_STEP = 1  # evenly to all tricks; for the shooter, all of it to every trick
    NONE = 2  # to none: only points taken count


class Target(IntEnum):
    """Towards what the value of a card moves."""

    HINDSIGHT = 0  # what came of it, to the end of the hand
    BOOTSTRAP = 1  # what came of it in its trick, and the value of the best card in the next one
    DOUBLE = 2  # the same, where an older self says what the card that is best by now was worth


LESSON = record([
    ("rate", np.float32),  # how far a value moves towards its target
    ("slip_chance", np.int64),  # in how many of 2 ** 32 decisions a learner plays any legal card
    ("credit", np.int64),
    ("target", np.int64),
    ("older", np.int64),  # the number of the older self
])  # fmt: skip

DECISION = record([
    ("sheet", SHEET),  # what the network saw and computed
    ("thought", np.int64),  # 1 if the network was computed
    ("output", np.int64),  # which card of the deck was played
    ("points", np.int64),  # taken before in this hand
    ("legal", np.uint64),  # the cards that could be played
])  # fmt: skip


class HindsightWorkspace(NamedTuple):
    """The brains of a table, and memory that they use."""

    brains: np.ndarray  # [brain] records
    memory: np.ndarray  # the weights of all of them
    sheets: np.ndarray  # [brain] to compute networks in
    decisions: np.ndarray  # [seat, trick] of learners


def workspace_of(brains: np.ndarray, memory: np.ndarray) -> HindsightWorkspace:
    """A workspace for brains in one memory."""
    return HindsightWorkspace(brains, memory, new_sheets(len(brains)), np.zeros((hearts.SEATS, MOST_TRICKS), DECISION))


class BrainSeating(NamedTuple):
    """Who plays on each seat."""

    brains: np.ndarray  # [seat] the number of a brain, or NO_BRAIN
    learns: np.ndarray  # [brain] 1 for each that learns
    styles: np.ndarray  # [seat] for seats without a brain; brains pass cards by it


class SeatOutcome(NamedTuple):
    """What a hand cost a seat."""

    points: np.int64  # taken in tricks
    score: np.int64  # charged in the end
    shot: bool  # the moon


@rule
def uncounted_workspace(workspace):
    """The same workspace without reference counting, for use inside one kernel."""
    return HindsightWorkspace(
        uncounted(workspace.brains), uncounted(workspace.memory), uncounted(workspace.sheets), uncounted(workspace.decisions)
    )


@rule
def uncounted_seating(seating):
    """The same seating, likewise."""
    return BrainSeating(uncounted(seating.brains), uncounted(seating.learns), uncounted(seating.styles))


@rule
def choose_and_note(brain, memory, decision, game, rules, slip_chance):
    """The card of a learner, mostly the best by its network. The decision is written down."""
    table, sheet = game.table, decision.sheet
    seat, luck = at(table.turn), hearts.next_luck(game)
    legal = hearts.legal_cards(game, rules)
    describe(brain, sheet.facts, game.hands[seat], table, rules)
    decision.thought = (legal & (legal - np.uint64(1))) != np.uint64(0) and np.int64(luck >> np.uint64(32)) >= slip_chance
    if decision.thought:
        sheet.finished = NOTHING
        think(brain, memory, sheet.facts, sheet)
        card = np.int64(best_card(brain, memory, sheet, legal, rules.deck))
    else:
        card = np.int64(any_of(legal, mixed(luck)))
    decision.output = place(rules.deck, card)
    decision.points, decision.legal = table.points[seat], legal
    return card


@rule
def target(decision, trick, rules, credit, outcome):
    """The target of a card: minus what its seat took from that trick on, in a hand with this outcome."""
    points = outcome.points
    if credit == Credit.NONE:
        return np.float32(decision.points - points)
    if outcome.shot:
        return np.float32(-outcome.score)
    share = 1.0 if credit == Credit.LAST_TRICK else (rules.hand_size - trick) / rules.hand_size
    return np.float32(decision.points - points - share * (outcome.score - points))


@routine
def bootstrapped(brain, workspace, seat, trick, rules, lesson, outcome, alone):
    """The target of a card by the value of what followed: minus what its seat took in this trick, and the value of the next decision."""
    aim = target(workspace.decisions[seat, trick], trick, rules, lesson.credit, outcome)
    if trick + 1 == rules.hand_size:
        return aim
    following, memory = workspace.decisions[seat, trick + 1], workspace.memory
    sheet = following.sheet
    if not is_up_to_date(brain, following, alone):
        sheet.finished = NOTHING
        think(brain, memory, sheet.facts, sheet)
        following.thought = 1
    output = place(rules.deck, best_card(brain, memory, sheet, following.legal, rules.deck))
    if lesson.target == Target.DOUBLE:
        older, other = workspace.brains[at(lesson.older)], workspace.sheets[at(lesson.older)]
        other.finished = NOTHING
        think(older, memory, sheet.facts, other)
        value = worth(older, memory, other, output)
    else:
        value = worth(brain, memory, sheet, output)
    return aim - target(following, trick + 1, rules, lesson.credit, outcome) + value


@rule
def is_up_to_date(brain, decision, alone):
    """Are the units on a decision's sheet those of the network as it is? Each of several networks learns once a hand."""
    return decision.thought and alone and brain.networks == Networks.BY_CARDS


@rule
def play_hand(game, rules, workspace, seating, lesson):
    """Play one hand, everybody by their brain or style. Learners write down their decisions. The hand is not scored."""
    table, memory = game.table, workspace.memory
    while table.phase == hearts.PASS:
        seat = at(table.turn)
        style = seating.styles[seat]
        hearts.pass_card(game, rules, pass_of(style, game.hands[seat], game.given[seat], rules, hearts.next_luck(game)))
    over = False
    while not over:
        seat = at(table.turn)
        number = seating.brains[seat]
        if number == NO_BRAIN:
            legal, luck = hearts.legal_cards(game, rules), hearts.next_luck(game)
            card = np.int64(card_of(seating.styles[seat], game.hands[seat], legal, table, rules, luck))
        elif seating.learns[at(number)]:
            decision = workspace.decisions[seat, at(table.trick)]
            card = choose_and_note(workspace.brains[at(number)], memory, decision, game, rules, lesson.slip_chance)
        else:
            legal, sheet = hearts.legal_cards(game, rules), workspace.sheets[at(number)]
            card = np.int64(network_card(workspace.brains[at(number)], memory, sheet, game.hands[seat], legal, table, rules))
        over = hearts.lay_card(game, rules, card)


@rule
def learn_hand(brain, workspace, seat, rules, lesson, outcome, alone):
    """Learn from what a hand cost a seat; `alone` if no other seat has this brain. Returns the largest error."""
    worst, memory = np.float32(0.0), workspace.memory
    for trick in range(rules.hand_size):
        decision = workspace.decisions[seat, trick]
        if lesson.target == Target.HINDSIGHT:
            aim = target(decision, trick, rules, lesson.credit, outcome)
            aim = -aim if rules.win_back else aim
        else:
            aim = bootstrapped(brain, workspace, seat, trick, rules, lesson, outcome, alone)
        unchanged = is_up_to_date(brain, decision, alone)
        error = abs(improve(brain, memory, decision.sheet, decision.output, aim, lesson.rate, unchanged))
        worst = error if not error <= worst else worst  # nan is not smaller than anything, and stays
        if not worst < BLOWN_UP:
            return worst
    return worst


@kernel
def play_games(games, rules, workspace, seating, lesson, totals):
    """Play these matches to their ends, learning after every hand; final totals go to `totals`.

    Returns the number of matches finished, which is fewer than all if the values of a learner blew up.
    """
    rules, lesson, workspace, seating = rules[0], lesson[0], uncounted_workspace(workspace), uncounted_seating(seating)
    points, moons = np.zeros(hearts.SEATS, np.int64), np.zeros(hearts.SEATS, np.int64)
    alone = seating.brains[0] != seating.brains[1]
    for i in range(len(games)):
        game = games[i]
        while game.table.phase != hearts.OVER:
            play_hand(game, rules, workspace, seating, lesson)
            for seat in range(hearts.SEATS):
                points[seat], moons[seat] = game.table.points[seat], game.moons[seat]
            hearts.finish_hand(game, rules)
            for seat in range(rules.players):
                number = seating.brains[seat]
                if number != NO_BRAIN and seating.learns[at(number)]:
                    outcome = SeatOutcome(points[seat], np.int64(game.scores[seat]), game.moons[seat] > moons[seat])
                    worst = learn_hand(workspace.brains[at(number)], workspace, seat, rules, lesson, outcome, alone)
                    if not worst < BLOWN_UP:
                        return i
        for seat in range(hearts.SEATS):
            totals[i, seat] = game.table.totals[seat]
    return len(games)
