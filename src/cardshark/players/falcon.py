"""FALCON, the adaptive-resonance player: notices a few facts, finds the category that answers, and takes its strongest action."""


import numpy as np

from cardshark.chance import below, mixed
from cardshark.games import hearts
from cardshark.jit import at, kernel, rule
from cardshark.players.actions import offer
from cardshark.players.falcon_brain import Ties, network_of, recall
from cardshark.players.handmade import pass_of
from cardshark.players.percepts import perceive
from cardshark.players.resonance import MOTION, NO_CATEGORY

# ---- the choice ----


@rule
def strongest_offer(falcon, mind, category, offers, luck):
    """The number of the possible action with the largest weight; where there is no category, all weights are the same."""
    first = falcon.art.starts[MOTION]
    best, most, equals = 0, np.float32(-1.0), 0
    for number in range(offers.count):
        weight = np.float32(0.0) if category == NO_CATEGORY else mind.templates[at(category), at(first + offers.actions[at(number)])]
        if weight > most:
            best, most, equals = number, weight, 1
        elif weight == most and falcon.ties == Ties.RANDOM:
            equals += 1
            luck = mixed(luck)
            best = number if below(luck, equals) == 0 else best
    return best


@rule
def choose_action(falcon, mind, percept, network, hand, legal, table, rules, luck, loose, offers, vector):
    """The number of the offer that is taken; `loose` is the chance to take any, in 2 ** 32 times."""
    offer(falcon.actions, falcon.burden, legal, table, rules, hand, mixed(~luck), offers)
    if offers.count == 1:
        return 0
    if loose > 0 and np.int64(luck >> np.uint64(32)) < loose:
        return below(mixed(luck), offers.count)
    return strongest_offer(falcon, mind, recall(falcon, mind, percept, network, vector), offers, luck)


# ---- the player ----


@kernel
def choose_by_falcon(views, rules, falcons, mind, passing, loose, offers, vector, choices):
    rules, falcon = rules[0], falcons[0]
    for i in range(len(views)):
        view = views[i]
        if view.table.phase == hearts.PASS:
            choices[i] = pass_of(passing[0], view.hand, view.given, rules, view.luck)
        else:
            table = view.table
            percept = perceive(falcon.percepts, falcon.lonely, view.hand, table, rules)
            network = network_of(falcon, table)
            number = choose_action(falcon, mind, percept, network, view.hand, view.legal, table, rules, view.luck, loose, offers[0], vector)
            choices[i] = offers[0].cards[at(number)]
