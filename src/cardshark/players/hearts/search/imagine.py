"""Imagined deals: hidden hands of Hearts that agree with everything a seat has seen.

A player who cannot see the other hands imagines them. What it knows stands in a HIDDEN record (`hidden.py`). There are three ways to
deal the cards whose place is not known:

    uniform      every possible deal is as likely as every other: `count_ways` once, then `deal_hidden` for each
    sequential   card after card to anybody who may have it, as in the POMCP report; biased: `deal_in_turn`
    believed     in proportion to what somebody believes of each card: `beliefs.py`

For people:

    deals = imagine(view, rules, 1000, word)          # uint64[1000, 4], the hands of all seats, the own one as it is
    marginals(deals)[card("QS")]                      # how often each seat holds the queen of spades
"""

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import count, has, pick, single
from cardshark.chance import below, draw
from cardshark.games.hearts import EMPTY, SEATS
from cardshark.games.hearts.rules import Rules
from cardshark.jit import at, kernel, record, rule
from cardshark.players.hearts.search.hidden import OTHERS, knowledge
from cardshark.text import UserError, choice

Deals = NDArray[np.uint64]  # hands of imagined deals, a row of SEATS sets for each

MOST_OPEN = 39  # cards of three others
MOST_SPLITS = 14**3  # of four players; three players have only one split
PATIENCE = 10_000  # restarts before the sequential way gives up
HALF = np.uint64(0xFFFFFFFF)
CHOOSE = np.array([[comb(n, k) for k in range(MOST_OPEN + 1)] for n in range(MOST_OPEN + 1)], np.int64)
SAMPLERS = ("uniform", "sequential")

# Open cards fall into classes by who may hold them: class 5 = 1 + 4 are those that others 0 and 2 may hold but not other 1.
# A split says how many cards of the classes 3, 5 and 6 go to the first of their two; the hand sizes then decide class 7.
PLAN = record([
    ("total", np.int64),  # how many deals are possible, exactly: at most 39! / 13!^3 = 8.4e16
    ("splits", np.int64),  # how many splits they fall into
    ("sure", np.uint64, OTHERS),  # cards of others 0, 1 and 2 that are the same in every deal
    ("room", np.int64, OTHERS),  # how many more they hold
    ("classes", np.uint64, 8),
    ("upto", np.int64, MOST_SPLITS),  # deals of this split and all before it
    ("split", np.int16, MOST_SPLITS),  # three numbers of five bits: a hand of three players has up to 17 cards
])  # fmt: skip


# ---- uniform: count all deals, then draw one of them ----


@rule
def count_ways(hidden, plan):
    """Count the possible deals, split by split: once for each decision."""
    first, second, third = may_hold(hidden, 0), may_hold(hidden, 1), may_hold(hidden, 2)
    plan.classes[0] = hidden.open & ~(first | second | third)
    plan.classes[3] = first & second & ~third
    plan.classes[5] = first & third & ~second
    plan.classes[6] = second & third & ~first
    plan.classes[7] = first & second & third
    for j in range(OTHERS):
        other = hidden.others[j]
        alone = (first, second, third)[j] & ~(plan.classes[3] | plan.classes[5] | plan.classes[6] | plan.classes[7])
        plan.classes[1 << j] = alone
        plan.sure[j] = hidden.fixed[other] | alone
        plan.room[j] = hidden.room[other] - count(alone)
    plan.splits = 0
    plan.total = 0
    if plan.classes[0] == EMPTY:
        count_splits(plan)


@rule
def may_hold(hidden, j):
    """The open cards that other `j` may hold."""
    return hidden.open & ~hidden.barred[hidden.others[j]]


@rule
def count_splits(plan):
    """List every split with the number of its deals."""
    room_0, room_1, room_2 = plan.room[0], plan.room[1], plan.room[2]
    n_01, n_02, n_12, n = count(plan.classes[3]), count(plan.classes[5]), count(plan.classes[6]), count(plan.classes[7])
    total, splits = 0, 0
    for a in range(max(0, n_01 - room_1), min(n_01, room_0) + 1):
        for b in range(max(0, n_02 - room_2), min(n_02, room_0 - a) + 1):
            for d in range(max(0, n_12 + n_02 - b - room_2), min(n_12, room_1 - n_01 + a) + 1):
                k_0, k_1 = room_0 - a - b, room_1 - (n_01 - a) - d  # of the cards that everybody may hold
                pairs = CHOOSE[at(n_01), at(a)] * CHOOSE[at(n_02), at(b)] * CHOOSE[at(n_12), at(d)]
                total += pairs * CHOOSE[at(n), at(k_0)] * CHOOSE[at(n - k_0), at(k_1)]
                plan.upto[at(splits)] = total
                plan.split[at(splits)] = a | b << 5 | d << 10
                splits += 1
    plan.total = total
    plan.splits = splits


@rule
def deal_hidden(hidden, plan, word, hands):
    """Write the four hands of one of the possible deals, decided by 64 random bits; all are equally likely."""
    split = np.int64(plan.split[at(drawn_split(plan, draw(word, 0)))])
    a, b, d = split & 31, (split >> 5) & 31, split >> 10
    n_01, n_02, n_12, n = count(plan.classes[3]), count(plan.classes[5]), count(plan.classes[6]), count(plan.classes[7])
    k_0, k_1 = plan.room[0] - a - b, plan.room[1] - (n_01 - a) - d
    of_01 = some_of(plan.classes[3], n_01, a, word, 64)  # the first other's part; each class has numbers of the stream of its own
    of_02 = some_of(plan.classes[5], n_02, b, word, 128)
    of_12 = some_of(plan.classes[6], n_12, d, word, 192)
    of_all = some_of(plan.classes[7], n, k_0, word, 256)
    rest = plan.classes[7] ^ of_all
    of_rest = some_of(rest, n - k_0, k_1, word, 320)
    for seat in range(SEATS):
        hands[seat] = EMPTY  # an empty chair stays empty
    hands[at(hidden.seat)] = hidden.fixed[at(hidden.seat)]
    hands[at(hidden.others[0])] = plan.sure[0] | of_01 | of_02 | of_all
    hands[at(hidden.others[1])] = plan.sure[1] | (plan.classes[3] ^ of_01) | of_12 | of_rest
    hands[at(hidden.others[2])] = plan.sure[2] | (plan.classes[5] ^ of_02) | (plan.classes[6] ^ of_12) | (rest ^ of_rest)


@rule
def drawn_split(plan, bits):
    """The split of a random one of all deals."""
    deal = np.int64(share(bits, np.uint64(plan.total)))
    low, high = 0, plan.splits - 1
    while low < high:
        middle = (low + high) >> 1
        if plan.upto[at(middle)] > deal:
            high = middle
        else:
            low = middle + 1
    return low


@rule
def share(bits, limit):
    """A number from 0 to `limit` - 1 out of 64 random bits, for limits that need more than 32: the upper half of their product."""
    low, high = limit & HALF, limit >> np.uint64(32)
    bits_low, bits_high = bits & HALF, bits >> np.uint64(32)
    middle = bits_high * low + (bits_low * low >> np.uint64(32))
    carry = bits_low * high + (middle & HALF)
    return bits_high * high + (middle >> np.uint64(32)) + (carry >> np.uint64(32))


@rule
def some_of(cards, size, wanted, word, start):
    """A random choice of `wanted` out of the `size` cards of a set. Drawn are those wanted or those not wanted, whichever are fewer."""
    rest = cards
    fewer = min(wanted, size - wanted)
    for left in range(size, size - fewer, -1):
        rest ^= single(pick(rest, below(draw(word, start + left), left)))
    return cards ^ rest if fewer == wanted else rest


# ---- sequential: card after card ----


@rule
def deal_in_turn(hidden, word, hands):
    """Deal card after card, first those that the fewest seats may hold. Returns the number of restarts, or -1 after PATIENCE of them.

    This is how the POMCP report deals, kept to repeat its experiments. It is biased: a card is given to each who may
    have it with equal chance, although one choice may leave more deals than another.
    """
    for restarts in range(PATIENCE):
        if try_in_turn(hidden, draw(word, restarts), hands):
            return restarts
    return -1


@rule
def try_in_turn(hidden, word, hands):
    """One attempt. Was there always somebody with room?"""
    for seat in range(SEATS):
        hands[seat] = hidden.fixed[seat]
    first, second, third = may_hold(hidden, 0), may_hold(hidden, 1), may_hold(hidden, 2)
    several = (first & second) | (first & third) | (second & third)
    everybody = first & second & third
    left = count(hidden.open)
    for stage in range(3):
        rest = (hidden.open & ~several, several & ~everybody, everybody)[stage]
        while rest:
            card = pick(rest, below(draw(word, 2 * left), count(rest)))
            takers = EMPTY
            for j in range(OTHERS):
                seat = at(hidden.others[j])
                full = count(hands[seat]) - count(hidden.fixed[seat]) == hidden.room[seat]
                if not full and not has(hidden.barred[seat], card):
                    takers |= single(j)
            if not takers:
                return False
            taker = pick(takers, below(draw(word, 2 * left + 1), count(takers)))
            hands[at(hidden.others[taker])] |= single(card)
            rest ^= single(card)
            left -= 1
    return True


# ---- for people ----


@kernel
def deal_rows(hidden, plan, sequential, word, found):
    """Deal every row of `found`. Returns how many deals are possible."""
    hidden, plan = hidden[0], plan[0]
    count_ways(hidden, plan)
    if plan.total > 0:
        for i in range(len(found)):
            if not sequential or deal_in_turn(hidden, draw(word, i), found[i]) < 0:
                deal_hidden(hidden, plan, draw(word, i), found[i])
    return plan.total


def imagine(view: Any, rules: Rules, count: int, word: int, sampler: str = "uniform") -> Deals:
    """Deals that agree with everything a seat has seen, the hands of all seats in each row; `word` is 64 random bits.

    `imagine(single.view(), rules, 100, word)` imagines for the seat in turn of a match; its own hand is the same in every row.
    """
    choice("sampler", sampler, SAMPLERS)
    found = np.empty((count, SEATS), np.uint64)
    if not deal_rows(knowledge(view, rules), np.zeros(1, PLAN), sampler == "sequential", np.uint64(word), found):
        raise UserError("no deal agrees with this view: a view must come from a hand that was played by these very rules")
    return found


def marginals(deals: Deals) -> NDArray[np.float64]:
    """How often each seat holds each card: shares[card, seat]."""
    held = deals[:, None, :] >> np.arange(64, dtype=np.uint64)[None, :, None] & np.uint64(1)
    return held.mean(axis=0)
