"""What a FALCON learns: how a trick, or a whole hand, changes the weights of the actions that were taken.

The paper's equations for the learning rates are lost. Each way to read what is left of them is an `Update` here. `pv` is the paper's
penalty variable, the points of a trick over the most that a trick can hold, `x` is 1 for the action taken and 0 for every other; after
a trick that cost the learner points, a bad one, x is turned round (1 for every other action). The rate b is `good + good_pv * pv` after
a good trick and `bad + bad_pv * pv` after a bad one.

    and_fast      w = x AND w                       the network of the textbooks
    and_pv        w = (1 - b) w + b (x AND w)       the same, as fast as the rates say
    delta_all     w = w + b (x - w)                 every action moves, both ways
    delta_chosen  the same, but only the action taken moves: up after a good trick, down after a bad one
    signed_mean   the action taken moves towards 0.5 + pv / 2 if somebody else took the points, 0.5 - pv / 2 if the learner did
    hand_mean     every action of the hand moves towards 1 - points of the hand / all points
    rest_mean     every action moves towards what the rest of the hand cost, compared with a fair share of what was left
    td            every action moves towards the best weight at the next decision, less what the trick cost (TD-FALCON)
"""

from enum import IntEnum

import numpy as np

from cardshark.bits import lent
from cardshark.cards import single
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, rule
from cardshark.players.hearts.falcon.actions import ACTIONS, OFFERS
from cardshark.players.hearts.falcon.brain import (
    MARGIN,
    TRICKS,
    Coding,
    found_category,
    lent_mind,
    network_of,
    recall,
    slot_of,
    write_senses,
)
from cardshark.players.hearts.falcon.percepts import perceive
from cardshark.players.hearts.falcon.player import choose_action
from cardshark.players.hearts.falcon.resonance import FEEDBACK, MOTION, NO_CATEGORY, SENSES, best_category, shrink
from cardshark.players.hearts.styles import card_of, needs_luck, pass_of

ONE, ZERO, HALF = np.float32(1.0), np.float32(0.0), np.float32(0.5)
OF_LATE = np.float32(0.02)  # how fast rewards are forgotten: about the last fifty count, as `explain` says
SELF, STYLED, GUEST = range(3)  # who sits somewhere: the learner, a style, or a player who is asked


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


class Initial(IntEnum):
    """The weights of a new category."""

    ONES = 0
    HALVES = 1
    ZEROS = 2
    ACTION = 3  # x itself, as the textbooks say


FALCON_LESSON = record([
    ("learns", np.int64),  # 0 where the learner only plays
    ("update", np.int64),
    ("initial", np.int64),
    ("others", np.int64),  # 1 if the points that somebody else takes count
    ("forced", np.int64),  # 1 if a card without an alternative counts
    ("good", np.float32),  # rates, see above
    ("good_pv", np.float32),
    ("bad", np.float32),
    ("bad_pv", np.float32),
    ("rate", np.float32),  # of td
    ("floor", np.float32),  # least rate of a mean
    ("discount", np.float32),
    ("loose", np.int64),  # chance of any action in the first game, in 2 ** 32 times
    ("explore", np.int64),  # games after which that chance has fallen to 0; 0 where it stays
    ("game", np.int64),  # number of the game that is played
    ("now", np.int64),  # chance of any action in this game
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


# ---- one lesson ----


@rule
def write_action(falcon, action, good, vector):
    """x: the action taken, or after a bad trick every other that is allowed; and the reward."""
    motion, feedback = falcon.art.starts[MOTION], falcon.art.starts[FEEDBACK]
    for k in range(len(ACTIONS)):
        allowed = (falcon.actions >> np.uint64(k)) & np.uint64(1)
        vector[at(motion + k)] = ONE if allowed and (k == action) == good else ZERO
    vector[at(feedback)] = ONE if good else ZERO
    vector[at(feedback + 1)] = ZERO if good else ONE


@rule
def first_weight(lesson):
    """The weight of an action in a new category."""
    if lesson.initial == Initial.ONES:
        return ONE
    return HALF if lesson.initial == Initial.HALVES else ZERO


@rule
def category_for(falcon, mind, lesson, decision, good, vector):
    """The category that learns: the one of the percept, or the best that matches; a new one if there is none."""
    if falcon.coding == Coding.EXACT:
        j = np.int64(mind.table[slot_of(mind, decision.percept, decision.network)]) - 1
        if j != NO_CATEGORY:
            return j
        write_action(falcon, decision.action, good, vector)
    else:
        write_senses(falcon, decision.percept, vector)
        write_action(falcon, decision.action, good, vector)
        j = best_category(falcon.art, vector, mind.templates, decision.network, mind.networks, mind.size[0], True)
        if j != NO_CATEGORY:
            shrink(vector, mind.templates[at(j)], falcon.art.starts[SENSES], falcon.art.starts[MOTION], ONE)
            return j
    j = found_category(falcon, mind, decision.percept, decision.network, lesson.game)
    motion = falcon.art.starts[MOTION]
    w = mind.templates[at(j)]
    for k in range(len(ACTIONS)):
        allowed = (falcon.actions >> np.uint64(k)) & np.uint64(1)
        if lesson.initial == Initial.ACTION:
            w[at(motion + k)] = vector[at(motion + k)]
        elif allowed:
            w[at(motion + k)] = first_weight(lesson)
    for i in range(2):
        w[at(falcon.art.starts[FEEDBACK] + i)] = vector[at(falcon.art.starts[FEEDBACK] + i)]
    return j


@rule
def move(w, i, target, rate):
    """Move a weight towards a target."""
    w[at(i)] = w[at(i)] + rate * (target - w[at(i)])


@rule
def move_mean(falcon, mind, lesson, j, action, target):
    """Move the weight of an action towards a target as a mean does, but never more slowly than the least rate."""
    mind.visits[at(j), at(action)] += 1
    rate = ONE / np.float32(mind.visits[at(j), at(action)])
    move(mind.templates[at(j)], falcon.art.starts[MOTION] + action, target, rate if rate > lesson.floor else lesson.floor)


@rule
def remember_reward(falcon, mind, j, good):
    """Rewards of a category as a running mean."""
    w, first = mind.templates[at(j)], falcon.art.starts[FEEDBACK]
    move(w, first, ONE if good else ZERO, OF_LATE)
    w[at(first + 1)] = ONE - w[at(first)]


@rule
def rate_of(lesson, good, pv):
    """How fast to learn from a trick."""
    if lesson.update == Update.AND_FAST or lesson.update == Update.SIGNED_MEAN:
        return ONE
    return lesson.good + lesson.good_pv * pv if good else lesson.bad + lesson.bad_pv * pv


@rule
def learn_trick(falcon, mind, lesson, decision, points, mine, vector):
    """Learn from a trick of so many points, which the learner took or somebody else."""
    good = not (mine and points > 0)
    pv = np.float32(points) / lesson.most if mine or lesson.others else ZERO
    b = rate_of(lesson, good, pv)
    if b == ZERO:
        return
    j = category_for(falcon, mind, lesson, decision, good, vector)
    w, motion, action = mind.templates[at(j)], falcon.art.starts[MOTION], decision.action
    if lesson.update == Update.SIGNED_MEAN:
        move_mean(falcon, mind, lesson, j, action, HALF + HALF * pv if good else HALF - HALF * pv)
    else:
        mind.visits[at(j), at(action)] += 1
    if lesson.update == Update.DELTA_CHOSEN:
        move(w, motion + action, ONE if good else ZERO, b)
    elif lesson.update != Update.SIGNED_MEAN:
        write_action(falcon, action, good, vector)
        if lesson.update == Update.DELTA_ALL:
            for k in range(len(ACTIONS)):
                move(w, motion + k, vector[at(motion + k)], b)
        else:
            shrink(vector, w, motion, falcon.art.starts[FEEDBACK], b)
    if falcon.coding != Coding.EXACT and lesson.update <= Update.AND_PV:
        shrink(vector, w, falcon.art.starts[FEEDBACK], falcon.art.starts[FEEDBACK + 1], ONE)
    else:
        remember_reward(falcon, mind, j, good)


@rule
def learn_hand(falcon, mind, lesson, decisions, made, game, rules, seat, vector):
    """Learn from a finished hand: every decision of it."""
    final = np.int64(game.table.points[at(seat)])
    for number in range(made):
        decision = decisions[at(number)]
        if not decision.counts:
            continue
        if lesson.update == Update.HAND_MEAN:
            target = ONE - np.float32(final) / lesson.total
        else:
            left = lesson.total - np.float32(decision.taken)
            target = HALF + (left / np.float32(rules.players) - np.float32(final - decision.mine)) / (np.float32(2.0) * lesson.total)
        good = final == decision.mine
        j = category_for(falcon, mind, lesson, decision, good, vector)
        move_mean(falcon, mind, lesson, j, decision.action, target)
        remember_reward(falcon, mind, j, good)


@rule
def learn_step(falcon, mind, lesson, decision, promise, points, vector):
    """TD-FALCON: move the weight of an action towards what is promised, less the points since then, in bounds."""
    j = category_for(falcon, mind, lesson, decision, points == 0, vector)
    mind.visits[at(j), at(decision.action)] += 1
    i = at(falcon.art.starts[MOTION] + decision.action)
    q = mind.templates[at(j), i]
    q += lesson.rate * (promise - np.float32(points) / lesson.total - q) * (ONE - q)
    mind.templates[at(j), i] = min(max(q, ZERO), ONE)
    remember_reward(falcon, mind, j, points == 0)


# ---- hands ----


@rule
def decide(game, rules, falcon, mind, lesson, desk, seat):
    """The card that the learner plays; the decision is remembered."""
    decisions, made, offers, vector = desk
    table, hand = game.table, game.hands[at(seat)]
    percept = perceive(falcon.percepts, falcon.lonely, hand, table, rules)
    network = network_of(falcon, table)
    luck = hearts.next_luck(game)
    legal = hearts.legal_cards(game, rules)
    number = choose_action(falcon, mind, percept, network, hand, legal, table, rules, luck, lesson.now, offers[0], vector)
    if lesson.learns:
        if lesson.update == Update.TD and made[at(seat)] > 0:
            before = decisions[at(seat), at(made[at(seat)] - 1)]
            if before.counts:
                promise = lesson.discount * best_weight(falcon, mind, lesson, percept, network, offers[0], vector)
                learn_step(falcon, mind, lesson, before, promise, table.points[at(seat)] - before.mine, vector)
        decision = decisions[at(seat), at(made[at(seat)])]
        made[at(seat)] += 1
        decision.percept = percept
        decision.network = network
        decision.action = offers[0].actions[at(number)]
        decision.counts = 1 if lesson.forced or offers[0].count > 1 else 0
        decision.mine = table.points[at(seat)]
        taken = 0
        for other in range(rules.players):
            taken += table.points[at(other)]
        decision.taken = taken
    return np.int64(offers[0].cards[at(number)])


@rule
def best_weight(falcon, mind, lesson, percept, network, offers, vector):
    """The largest weight of a possible action; where nothing is known, that of a new category."""
    j = recall(falcon, mind, percept, network, vector)
    if j == NO_CATEGORY:
        return first_weight(lesson)
    found = ZERO
    for number in range(offers.count):
        found = max(found, mind.templates[at(j), at(falcon.art.starts[MOTION] + offers.actions[at(number)])])
    return found


@rule
def after_trick(game, rules, falcon, mind, lesson, desk, seats):
    """Let everybody who learns do so from the trick that was finished."""
    decisions, made, vector = desk[0], desk[1], desk[3]
    table = game.table
    trick = np.uint64(0)
    for place in range(table.start - rules.players, table.start):
        trick |= single(table.history[at(place)])
    points = np.int64(hearts.cost(rules, trick))
    for seat in range(rules.players):
        if seats[seat] == SELF and lesson.update <= Update.SIGNED_MEAN:
            decision = decisions[at(seat), at(made[at(seat)] - 1)]
            if decision.counts:
                learn_trick(falcon, mind, lesson, decision, points, seat == table.leader, vector)


@rule
def after_hand(game, rules, falcon, mind, lesson, desk, seats):
    """Let everybody who learns do so from the hand that was finished."""
    decisions, made, vector = desk[0], desk[1], desk[3]
    for seat in range(rules.players):
        if seats[seat] == SELF:
            if lesson.update == Update.TD:
                last = decisions[at(seat), at(made[at(seat)] - 1)]
                if last.counts:
                    learn_step(falcon, mind, lesson, last, ONE, game.table.points[at(seat)] - last.mine, vector)
            elif lesson.update > Update.SIGNED_MEAN:
                learn_hand(falcon, mind, lesson, decisions[at(seat)], made[at(seat)], game, rules, seat, vector)
            made[at(seat)] = 0


@rule
def loose_now(lesson):
    """The chance of any action in this game: it stays, or falls in a line."""
    if lesson.explore == 0:
        return np.int64(lesson.loose)
    return lesson.loose * max(lesson.explore - lesson.game, 0) // lesson.explore


@rule
def pass_cards(game, rules, styles):
    """Let everybody pass by his style, where cards are passed; the learner and guests have one for this alone."""
    while game.table.phase == hearts.PASS:
        seat = at(game.table.turn)
        hearts.pass_card(game, rules, pass_of(styles[seat], game.hands[seat], game.given[seat], rules, hearts.next_luck(game)))


@kernel
def learn_hands(games, rules, falcons, mind, lessons, first, seats, styles, desk, chosen):
    """Play hands that are dealt, number `first` of the training and those after it, and learn from them: how many were finished.

    It stops early where a guest must be asked; the same call with his card in `chosen` goes on. It also stops where there is no more
    room for categories. `chosen` is -1 otherwise.
    """
    rules, falcon, lesson = rules[0], falcons[0], lessons[0]
    mind, desk = lent_mind(mind), (lent(desk[0]), lent(desk[1]), lent(desk[2]), lent(desk[3]))
    for i in range(len(games)):
        if chosen < 0 and mind.size[0] + MARGIN > len(mind.percepts):
            return i
        lesson.game = first + i
        lesson.now = loose_now(lesson)
        game = games[i]
        table = game.table
        pass_cards(game, rules, styles)
        while table.trick < rules.hand_size:
            seat = at(table.turn)
            if seats[seat] == SELF:
                card = decide(game, rules, falcon, mind, lesson, desk, seat)
            elif seats[seat] == STYLED:
                luck = hearts.next_luck(game) if needs_luck(styles[seat]) else game.luck
                card = np.int64(card_of(styles[seat], game.hands[seat], hearts.legal_cards(game, rules), table, rules, luck))
            else:
                if chosen < 0:
                    return i
                card, chosen = np.int64(chosen), np.int64(-1)
            hearts.lay_card(game, rules, card)
            if lesson.learns and table.played == table.start:
                after_trick(game, rules, falcon, mind, lesson, desk, seats)
        hearts.score_hand(game, rules)
        if lesson.learns:
            after_hand(game, rules, falcon, mind, lesson, desk, seats)
    return len(games)


def desk_of(elements: int) -> tuple[np.ndarray, ...]:
    """Memory for decisions."""
    return np.zeros((hearts.SEATS, TRICKS), DECISION), np.zeros(hearts.SEATS, np.int64), np.zeros(1, OFFERS), np.zeros(elements, np.float32)
