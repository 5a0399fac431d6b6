"""Monte-Carlo learning: play a hand, see what it cost, and move the value of every card played towards what came after it.

Hand after hand is played and learned from inside one kernel, by the same rules as everywhere. The target of a card is minus the
points that its player took from that trick to the end of the hand; `credit` says where a moon is charged.
"""

from enum import IntEnum

import numpy as np

from cardshark.chance import mixed
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, rule
from cardshark.learning.gradient import improve
from cardshark.players.features import FACTS, describe, place
from cardshark.players.handmade import card_of, pass_of
from cardshark.players.network import best_card, network_card, think
from cardshark.players.uniform import any_of

NO_BRAIN = -1  # on a seat that plays by a style
BLOWN_UP = np.float32(1e6)  # an error that no game of cards can explain
MOST_TRICKS = hearts.LONGEST // 3


class Credit(IntEnum):
    """To which tricks it is charged that somebody shot the moon."""

    LAST_TRICK = 0
    EVERY_STEP = 1  # to all alike
    NONE = 2  # to none: only points taken count


LESSON = record([
    ("rate", np.float32),  # how far a value moves towards its target
    ("loose", np.int64),  # a learner plays any legal card so often, in 2 ** 32 times
    ("credit", np.int64),
])  # fmt: skip

DECISION = record([
    ("facts", FACTS),  # what was seen
    ("output", np.int64),  # which card of the deck was played
    ("points", np.int64),  # taken before in this hand
])  # fmt: skip


@rule
def choose_and_note(brain, memory, sheet, decision, game, rules, loose):
    """A learner's card: mostly the best it knows; what it saw and did is written down."""
    table = game.table
    seat, luck = at(table.turn), hearts.next_luck(game)
    legal = hearts.legal_cards(game, rules)
    describe(brain, decision.facts, game.hands[seat], table, rules)
    if legal & (legal - np.uint64(1)) and np.int64(luck >> np.uint64(32)) >= loose:
        think(brain, memory, decision.facts, sheet)
        card = np.int64(best_card(brain, memory, sheet, legal, rules.deck))
    else:
        card = np.int64(any_of(legal, mixed(luck)))
    decision.output = place(rules.deck, card)
    decision.points = table.points[seat]
    return card


@rule
def target(decision, trick, rules, credit, points, score, shot):
    """Minus what a seat took from a trick on, when the hand cost it `score` and it had taken `points` by then."""
    if credit == Credit.NONE:
        return np.float32(decision.points - points)
    if shot:
        return np.float32(-score)
    share = 1.0 if credit == Credit.LAST_TRICK else (rules.hand_size - trick) / rules.hand_size
    return np.float32(decision.points - points - share * (score - points))


@rule
def play_hand(game, rules, brains, memory, sheets, seats, learns, styles, lesson, decisions):
    """Play one hand: everybody by his brain or style; learners write down what they do. The points that each seat took."""
    table = game.table
    while table.phase == hearts.PASS:
        seat = at(table.turn)
        hearts.pass_card(game, rules, pass_of(styles[seat], game.hands[seat], game.given[seat], rules, hearts.next_luck(game)))
    over = False
    while not over:
        seat = at(table.turn)
        mind = seats[seat]
        if mind == NO_BRAIN:
            legal, luck = hearts.legal_cards(game, rules), hearts.next_luck(game)
            card = np.int64(card_of(styles[seat], game.hands[seat], legal, table, rules, luck))
        elif learns[at(mind)]:
            decision = decisions[seat, at(table.trick)]
            card = choose_and_note(brains[at(mind)], memory, sheets[at(mind)], decision, game, rules, lesson.loose)
        else:
            legal = hearts.legal_cards(game, rules)
            card = np.int64(network_card(brains[at(mind)], memory, sheets[at(mind)], game.hands[seat], legal, table, rules))
        over = hearts.lay_card(game, rules, card)


@kernel
def play_games(games, rules, brains, memory, sheets, seats, learns, styles, lesson, decisions, totals):
    """Play these matches to their ends, learning after every hand; final totals go to `totals`.

    The number of matches finished: fewer than all if the values of a learner blew up.
    """
    rules, lesson = rules[0], lesson[0]
    points, moons = np.zeros(hearts.SEATS, np.int64), np.zeros(hearts.SEATS, np.int64)
    for i in range(len(games)):
        game = games[i]
        while game.table.phase != hearts.OVER:
            play_hand(game, rules, brains, memory, sheets, seats, learns, styles, lesson, decisions)
            for seat in range(hearts.SEATS):
                points[seat], moons[seat] = game.table.points[seat], game.moons[seat]
            hearts.finish_hand(game, rules)
            for seat in range(rules.players):
                mind = seats[seat]
                if mind != NO_BRAIN and learns[at(mind)]:
                    shot = game.moons[seat] > moons[seat]
                    for trick in range(rules.hand_size):
                        decision = decisions[seat, trick]
                        aim = target(decision, trick, rules, lesson.credit, points[seat], game.scores[seat], shot)
                        error = improve(brains[at(mind)], memory, decision.facts, sheets[at(mind)], decision.output, aim, lesson.rate)
                        if not abs(error) < BLOWN_UP:  # nan is not smaller than anything
                            return i
        for seat in range(hearts.SEATS):
            totals[i, seat] = game.table.totals[seat]
    return len(games)
