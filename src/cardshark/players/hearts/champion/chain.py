"""Chains of worlds: hidden cards change hands, and what was passed changes, if the world then explains the past better, or with luck.

A step is one of Metropolis and Hastings, in two stages (delayed acceptance). First a few changes are tried by the owners that the
network believes in, which costs nothing. Only what came of them is weighed by the policy's chance of the whole past. So worlds come to
be distributed as the policy explains them, whatever the beliefs were.
"""

from typing import NamedTuple

import numpy as np

from cardshark.cards import count, has, lowest, pick, single
from cardshark.chance import below, draw
from cardshark.games.hearts import SEATS
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.champion.world import WORLD, is_guessed
from cardshark.players.hearts.search.beliefs import UNIT, rewind_hand
from cardshark.players.hearts.search.hidden import OTHERS

TRIES = 3  # swaps that are tried by the beliefs in a step
NUMBERS = 64  # random numbers of a step
PASSED = 3  # one step in so many changes what was passed, where something was


class Chain(NamedTuple):
    """Worlds, and what they may become."""

    worlds: np.ndarray  # [world]
    proposed: np.ndarray  # [world] the same after a change
    changed: np.ndarray  # [world] the seats that see something else then, one bit each; 0 if nothing is proposed
    ratios: np.ndarray  # [world] how much likelier the beliefs find the proposal, as a logarithm
    logs: np.ndarray  # [world, seat] how well each seat's choices are explained, as a logarithm
    logs_then: np.ndarray  # [world, seat] the same after the change

    def first(self, worlds: int) -> "Chain":
        """The chains of the first worlds alone."""
        return Chain(*(each[:worlds] for each in self))


def new_chain(worlds: int) -> Chain:
    """Room for chains of so many worlds."""
    logs = np.zeros((2, worlds, SEATS))
    return Chain(np.zeros(worlds, WORLD), np.zeros(worlds, WORLD), np.zeros(worlds, np.int64), np.zeros(worlds), logs[0], logs[1])


@rule
def chance(word, number):
    """A random number from 0 to 1."""
    return np.float64(draw(word, number) >> np.uint64(11)) * UNIT


@kernel
def propose(views, rules, weights, memory, chain, begin, step):
    """Propose a change of every world; worlds are numbered from `begin` on."""
    view, rules, hidden, played = views[0], rules[0], memory.hidden[0], memory.replay[0].hands
    rewind_hand(view.table, rules, np.zeros(SEATS, np.uint64), memory.replay[0])  # nobody holds anything: hands are what was played
    for k in range(len(chain.worlds)):
        word = draw(draw(~view.luck, begin + k), 1000 + step)
        chain.proposed[k] = chain.worlds[k]
        chain.logs_then[k] = chain.logs[k]
        chain.changed[k] = 0
        chain.ratios[k] = 0.0
        if view.table.across and below(draw(word, 0), PASSED) == 0:
            chain.changed[k] = pass_otherwise(view, rules, word, played, chain.proposed[k])
        else:
            propose_swaps(view, rules, hidden, weights, word, chain, k)


@rule
def propose_swaps(view, rules, hidden, weights, word, chain, k):
    """Let open cards change hands, if their owners may hold them and the beliefs agree, or with luck: some tries."""
    world, cards = chain.proposed[k], count(hidden.open)
    for number in range(1, 1 + 3 * TRIES, 3):
        one, other = pick(hidden.open, below(draw(word, number), cards)), pick(hidden.open, below(draw(word, number + 1), cards))
        i, j = owner_of(world, hidden, one), owner_of(world, hidden, other)
        a, b = hidden.others[i], hidden.others[j]
        if i != j and not has(hidden.barred[b], one) and not has(hidden.barred[a], other):
            ratio = weights[at(one), j] * weights[at(other), i] / (weights[at(one), i] * weights[at(other), j])
            if chance(word, number + 2) < ratio:
                chain.ratios[k] += np.log(ratio)
                chain.changed[k] |= swap(view, rules, world, a, one, b, other)


@rule
def owner_of(world, hidden, card):
    """Which of the others holds a card."""
    for j in range(OTHERS):
        if has(world.hands[at(hidden.others[j])], card):
            return j
    return 0


@rule
def swap(view, rules, world, a, one, b, other):
    """Seat `a` gives its card `one` for the card `other` of seat `b`. Returns the seats that see something else now, one bit each.

    A card that was passed to its owner is replaced by the other one there: somebody passed that one instead.
    """
    both, changed = single(one) | single(other), (1 << a) | (1 << b)
    for receiver, card in ((a, one), (b, other)):
        giver = (receiver - view.table.across + rules.players) % rules.players
        if view.table.across and has(world.given[at(giver)], card):
            world.given[at(giver)] ^= both
            changed |= 1 << giver
    world.hands[at(a)] ^= both
    world.hands[at(b)] ^= both
    return changed


@rule
def pass_otherwise(view, rules, word, played, world):
    """Replace one of the cards that somebody passed on by another one of the receiver. Returns the seats that see something else now."""
    giver = below(draw(word, 1), rules.players)
    if not is_guessed(view, rules, giver) or not rules.pass_count:
        return 0
    receiver = (giver + view.table.across) % rules.players
    given = world.given[at(giver)]
    rest = (world.hands[at(receiver)] | played[at(receiver)]) & ~given
    one, other = pick(given, below(draw(word, 2), count(given))), pick(rest, below(draw(word, 3), count(rest)))
    world.given[at(giver)] ^= single(one) | single(other)
    return (1 << giver) | (1 << receiver)


@kernel
def accept(views, chain, begin, step):
    """Take over the changes that explain the past better; others with the chance that is due. Returns how many were taken."""
    taken = 0
    for k in range(len(chain.worlds)):
        better = chain.logs_then[k].sum() - chain.logs[k].sum() - chain.ratios[k]
        word = draw(draw(~views[0].luck, begin + k), 1000 + step)
        if chain.changed[k] and np.log(chance(word, NUMBERS) + UNIT) < better:
            chain.worlds[k] = chain.proposed[k]
            chain.logs[k] = chain.logs_then[k]
            taken += 1
    return taken


@kernel
def select(views, chain, power):
    """Draw all worlds anew, oftener those that explain the past better than was expected (`ratios`): to this power."""
    worlds = len(chain.worlds)
    gains, upto, total = np.empty(worlds), np.empty(worlds), 0.0
    for k in range(worlds):
        gains[k] = chain.logs[k].sum() - chain.ratios[k]
        chain.proposed[k] = chain.worlds[k]
        chain.logs_then[k] = chain.logs[k]
    for k in range(worlds):
        total += np.exp(power * (gains[k] - gains.max()))
        upto[k] = total
    first, place = chance(draw(~views[0].luck, 0), 999), 0
    for k in range(worlds):  # evenly spaced, so that a world of average weight is drawn once
        while place < worlds - 1 and upto[place] < (k + first) / worlds * total:
            place += 1
        chain.worlds[k] = chain.proposed[place]
        chain.logs[k] = chain.logs_then[place]


@kernel
def weigh_beliefs(weights, memory, chain):
    """How likely the beliefs find each world, as a logarithm: into `ratios`."""
    for k in range(len(chain.worlds)):
        chain.ratios[k] = believed(chain.worlds[k], memory.hidden[0], weights)


@rule
def believed(world, hidden, weights):
    """How likely the beliefs find a world, as a logarithm."""
    found = 0.0
    for j in range(OTHERS):
        rest = world.hands[at(hidden.others[j])] & hidden.open
        while rest:
            found += np.log(weights[at(lowest(rest)), j])
            rest &= rest - np.uint64(1)
    return found
