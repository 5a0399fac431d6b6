"""How well worlds explain the past: the chance by the policy of everything that the others have passed and played in them."""

import numpy as np

from cardshark.cards import count, lowest, single
from cardshark.games.hearts import SEATS, lay_card, legal_cards
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.champion.world import ask, ask_giver, log_total, seat_world

SUBSETS = 16  # of the cards that are passed, at most four


@kernel
def ask_past(views, rules, changed, memory, worlds):
    """Ask the seats `changed[world]` (one bit each) about everything that they chose in these worlds. Returns the rows."""
    rows = 0
    for k in range(len(worlds)):
        if changed[k]:
            seat_world(views[0], rules[0], worlds[k], memory.replay[0])
            rows = ask_passes(views[0], rules[0], changed[k], memory, k, rows)
            rows = ask_plays(views[0], rules[0], changed[k], memory, k, rows)
    return rows


@rule
def ask_passes(view, rules, changed, memory, world, rows):
    """What would they have passed of the hands that they were dealt?"""
    replay = memory.replay[0]
    if not view.table.across:
        return rows
    leader = replay.table.turn
    for seat in range(rules.players):
        if (changed >> seat) & 1:
            replay.table.turn = seat
            dealt = (replay.hands[seat] & ~replay.received[seat]) | replay.given[seat]
            ask_giver(replay, rules, memory, rows, world, dealt, replay.given[seat])
            rows += 1
    replay.table.turn = leader
    return rows


@rule
def ask_plays(view, rules, changed, memory, world, rows):
    """What would they have played, where they had a choice?"""
    replay = memory.replay[0]
    for i in range(view.table.played):
        card = np.int64(view.table.history[at(i)])
        if (changed >> np.int64(replay.table.turn)) & 1 and count(legal_cards(replay, rules)) > 1:
            ask(replay, rules, memory, rows, world, single(card))
            rows += 1
        lay_card(replay, rules, card)
    return rows


@kernel
def weigh_past(memory, logits, slip_chance, changed, logs):
    """The logarithm of the chance of all that each of the seats `changed[world]` chose: `logs[world, seat]`."""
    ways = np.empty(SUBSETS)
    for k in range(len(changed)):
        for seat in range(SEATS):
            if (changed[k] >> seat) & 1:
                logs[k, seat] = 0.0
    for row in range(len(logits)):
        question = memory.questions[row]
        chance = chance_of(logits[row], memory.words[row, 1], question.cards, slip_chance, ways)
        logs[at(question.world), at(question.seat)] += np.log(chance)


@rule
def chance_of(logits, legal, cards, slip_chance, ways):
    """The chance that these cards are drawn one after the other, in any order; with `slip_chance` anything legal is chosen."""
    total, members, slips = log_total(logits, legal), count(cards), 1.0
    for k in range(members):
        slips *= (k + 1.0) / (count(legal) - k)
    ways[0] = 1.0
    for subset in range(1, 1 << members):  # ways[subset]: the chance that these are the first ones, and what they leave
        ways[subset] = 0.0
        for k in range(members):
            if (subset >> k) & 1:
                before = subset ^ (1 << k)
                ways[subset] += ways[before] * share(logits, cards, k, total) / max(left(logits, cards, before, total), 1e-9)
    return (1.0 - slip_chance) * ways[(1 << members) - 1] + slip_chance * slips


@rule
def share(logits, cards, k, total):
    """The chance of card number `k` of a set to come first."""
    rest = cards
    for _ in range(k):
        rest &= rest - np.uint64(1)
    return np.exp(logits[at(lowest(rest))] - total)


@rule
def left(logits, cards, subset, total):
    """What is left of all chances without a subset of a set of cards."""
    found, k, rest = 1.0, 0, cards
    while rest:
        if (subset >> k) & 1:
            found -= np.exp(logits[at(lowest(rest))] - total)
        rest &= rest - np.uint64(1)
        k += 1
    return found
