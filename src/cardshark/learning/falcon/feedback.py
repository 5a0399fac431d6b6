"""How a FALCON learns: how a trick, or a whole hand, changes the weights of the actions that were taken.

`lesson.py` says what each way to learn means.
"""

import numpy as np

from cardshark.jit import at, rule
from cardshark.learning.falcon.lesson import Feedback, Initial, Update
from cardshark.players.hearts.falcon.actions import ACTIONS
from cardshark.players.hearts.falcon.categories import add_category, find_category, slot_of, write_senses
from cardshark.players.hearts.falcon.design import TRICKS, Coding
from cardshark.players.hearts.falcon.resonance import FEEDBACK, MOTION, NO_CATEGORY, SENSES, best_category, shrink

ONE, ZERO, HALF = np.float32(1.0), np.float32(0.0), np.float32(0.5)
REINFORCED, ERODED = np.float32(0.5), np.float32(0.2)  # how confidence moves, as in public FALCON programs
OF_LATE = np.float32(0.02)  # how fast rewards are forgotten: about the last fifty count, as `explain` says


@rule
def write_action(falcon, action, good, vector):
    """Write x: 1 for the action taken, or after a bad trick for every other allowed one; and the reward."""
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
def category_for(falcon, categories, lesson, decision, good, vector):
    """The category that learns: the one of the percept, or the best that matches; a new one if there is none."""
    if falcon.coding == Coding.EXACT:
        j = np.int64(categories.table[slot_of(categories, decision.percept, decision.network)]) - 1
        if j != NO_CATEGORY:
            return j
        write_action(falcon, decision.action, good, vector)
    else:
        write_senses(falcon, decision.percept, vector)
        write_action(falcon, decision.action, good, vector)
        j = best_category(falcon.art, vector, categories.templates, decision.network, categories.networks, categories.size[0], True)
        if j != NO_CATEGORY:
            shrink(vector, categories.templates[at(j)], falcon.art.starts[SENSES], falcon.art.starts[MOTION], ONE)
            return j
    j = add_category(falcon, categories, decision.percept, decision.network, lesson.game)
    motion = falcon.art.starts[MOTION]
    w = categories.templates[at(j)]
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
def move_mean(falcon, categories, lesson, j, action, target):
    """Move the weight of an action towards a target as a running mean does, but never by less than the least rate."""
    categories.visits[at(j), at(action)] += 1
    rate = ONE / np.float32(categories.visits[at(j), at(action)])
    move(categories.templates[at(j)], falcon.art.starts[MOTION] + action, target, rate if rate > lesson.least else lesson.least)


@rule
def remember_reward(falcon, categories, j, good):
    """Add a reward to the running mean of a category."""
    w, first = categories.templates[at(j)], falcon.art.starts[FEEDBACK]
    move(w, first, ONE if good else ZERO, OF_LATE)
    w[at(first + 1)] = ONE - w[at(first)]


@rule
def trust(categories, lesson, j, good):
    """A lesson strengthens or weakens the confidence in a category, which has faded since the last one."""
    if lesson.prune == ZERO:
        return
    tricks = TRICKS * (lesson.game - np.int64(categories.touched[at(j)]))
    found = categories.confidence[at(j)] * np.float32((1.0 - np.float64(lesson.fading)) ** tricks)
    categories.confidence[at(j)] = found + REINFORCED * (ONE - found) if good else found - ERODED * found
    categories.touched[at(j)] = lesson.game


@rule
def rate_of(lesson, good, pv):
    """How fast to learn from a trick."""
    if lesson.update == Update.AND_FAST or lesson.update == Update.SIGNED_MEAN:
        return ONE
    return lesson.good + lesson.good_pv * pv if good else lesson.bad + lesson.bad_pv * pv


@rule
def gap(lesson, weight, up):
    """How far a weight is from its aim, 1 or 0, where that decides how fast it moves; else 1."""
    if not lesson.by_gap:
        return ONE
    return ONE - weight if up else weight


@rule
def learn_trick(falcon, categories, lesson, decision, points, mine, vector):
    """Learn from a trick of these points, which the learner took (`mine`) or somebody else."""
    if lesson.feedback == Feedback.TRICKS:
        learn_outcome(falcon, categories, lesson, decision, not mine, lesson.total / (np.float32(TRICKS) * lesson.most), vector)
    else:
        pv = np.float32(points) / lesson.most if mine or lesson.others else ZERO
        learn_outcome(falcon, categories, lesson, decision, not (mine and points > 0), pv, vector)


@rule
def learn_outcome(falcon, categories, lesson, decision, good, pv, vector):
    """Learn from an outcome that was good or bad, and how much it counts (`pv`)."""
    b = rate_of(lesson, good, pv)
    if b == ZERO:
        return
    j = category_for(falcon, categories, lesson, decision, good, vector)
    w, motion, action = categories.templates[at(j)], falcon.art.starts[MOTION], decision.action
    if lesson.update == Update.SIGNED_MEAN:
        move_mean(falcon, categories, lesson, j, action, HALF + HALF * pv if good else HALF - HALF * pv)
    else:
        categories.visits[at(j), at(action)] += 1
    if lesson.update == Update.DELTA_CHOSEN:
        move(w, motion + action, ONE if good else ZERO, b * gap(lesson, w[at(motion + action)], good))
    elif lesson.update != Update.SIGNED_MEAN:
        write_action(falcon, action, good, vector)
        if lesson.update == Update.DELTA_ALL:
            aside = b * (lesson.good_aside if good else lesson.bad_aside)
            for k in range(len(ACTIONS)):
                rate = (b if k == action else aside) * gap(lesson, w[at(motion + k)], vector[at(motion + k)] == ONE)
                move(w, motion + k, vector[at(motion + k)], rate)
        else:
            shrink(vector, w, motion, falcon.art.starts[FEEDBACK], b)
    if falcon.coding != Coding.EXACT and lesson.update <= Update.AND_PV:
        shrink(vector, w, falcon.art.starts[FEEDBACK], falcon.art.starts[FEEDBACK + 1], ONE)
    else:
        remember_reward(falcon, categories, j, good)
    trust(categories, lesson, j, good)


@rule
def place_worth(figures, seat, players):
    """1 for the smallest figure, 0 for the largest; equal ones share what they have together."""
    better, equal = 0, 0
    for other in range(players):
        if other != seat:
            better += figures[at(other)] < figures[at(seat)]
            equal += figures[at(other)] == figures[at(seat)]
    return ONE - (np.float32(better) + HALF * np.float32(equal)) / np.float32(players - 1)


@rule
def learn_hand(falcon, categories, lesson, game, rules, seat, workspace):
    """Learn from a finished hand: from every decision of a seat."""
    final = np.int64(game.table.points[at(seat)])
    for number in range(workspace.made[at(seat)]):
        decision = workspace.decisions[at(seat), at(number)]
        if not decision.counts:
            continue
        if lesson.update <= Update.SIGNED_MEAN:
            off = lesson.total / np.float32(rules.players) - np.float32(final)
            learn_outcome(falcon, categories, lesson, decision, off >= ZERO, abs(off) / lesson.total, workspace.vector)
            continue
        if lesson.update == Update.HAND_MEAN:
            target = ONE - np.float32(final) / lesson.total
        elif lesson.update == Update.HAND_PLACE:
            target = place_worth(game.table.points, seat, rules.players)
        elif lesson.update == Update.GAME_PLACE:
            target = place_worth(game.table.totals, seat, rules.players)
        else:
            left = lesson.total - np.float32(decision.taken)
            target = HALF + (left / np.float32(rules.players) - np.float32(final - decision.mine)) / (np.float32(2.0) * lesson.total)
        good = final == decision.mine
        j = category_for(falcon, categories, lesson, decision, good, workspace.vector)
        move_mean(falcon, categories, lesson, j, decision.action, target)
        remember_reward(falcon, categories, j, good)
        trust(categories, lesson, j, good)


@rule
def learn_step(falcon, categories, lesson, decision, promise, points, vector):
    """TD-FALCON: move the weight of an action towards `promise` less the points since then, within 0 and 1."""
    j = category_for(falcon, categories, lesson, decision, points == 0, vector)
    categories.visits[at(j), at(decision.action)] += 1
    i = at(falcon.art.starts[MOTION] + decision.action)
    q = categories.templates[at(j), i]
    q += lesson.rate * (promise - np.float32(points) / lesson.total - q) * (ONE - q)
    categories.templates[at(j), i] = min(max(q, ZERO), ONE)
    remember_reward(falcon, categories, j, points == 0)
    trust(categories, lesson, j, points == 0)


@rule
def best_weight(falcon, categories, lesson, percept, network, workspace):
    """The largest weight of a possible action; where nothing is known, that of a new category."""
    j = find_category(falcon, categories, percept, network, workspace.vector)
    if j == NO_CATEGORY:
        return first_weight(lesson)
    found, offers = ZERO, workspace.offers[0]
    for number in range(offers.count):
        found = max(found, categories.templates[at(j), at(falcon.art.starts[MOTION] + offers.actions[at(number)])])
    return found
