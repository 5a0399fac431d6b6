"""Hidden hands that are not all equally likely: beliefs about single cards, and what the cards played tell about a whole deal.

*Beliefs* are a weight for each card and each of the other seats, next player first; they may come from a network or a rule of
thumb. `prepare_beliefs` is called once for each decision, `deal_believed` once for each deal. A possible deal is drawn exactly in
proportion to the product of the weights of all its cards.

*Likelihood* replays an imagined deal: would a player of this style, with the hand they had then, have played the card that they
did? Deals in which everybody followed their style get more weight.

    deals = imagine(view, rules, 1000, word)
    weights = weigh(view, rules, deals, ["greedy", "stock"], slip_chance=0.1)
    effective(weights)                                # how many equally likely deals would tell as much
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import count, has, lowest, single
from cardshark.chance import draw
from cardshark.games import house
from cardshark.games.hearts import EMPTY, GAME, NO_CARD, NOBODY, SEATS, VIEW, lay_card, legal_cards
from cardshark.games.hearts.rules import Rules
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.players.hearts.search.hidden import OTHERS, knowledge, leader_before
from cardshark.players.hearts.search.imagine import MOST_OPEN, Deals
from cardshark.players.hearts.styles import StyleKind, card_of, style_of
from cardshark.players.style import check_chance
from cardshark.text import UserError

SIZES = 18  # a hand has 0 to 17 cards
NEVER_SLIPS = np.uint64(0xFFFFFFFFFFFFFFFF)  # luck with which no style slips
UNIT = 2.0**-53

BELIEFS = record([
    ("cards", np.int64, MOST_OPEN),  # the open cards in their order
    ("weights", np.float64, (MOST_OPEN, OTHERS)),  # of each for each other: the largest is 1, and 0 where it is barred
    # [i, r_0, r_1] the weight of all ways to deal card i and those after it, if others 0 and 1 have room for r_0 and r_1 cards. Each i
    # has its own scale, because only ways of the same i are compared.
    ("ways", np.float64, (MOST_OPEN + 1, SIZES, SIZES)),
])  # fmt: skip


# ---- beliefs about single cards ----


@routine
def prepare_beliefs(hidden, weights, beliefs):
    """Get ready to deal by `weights[card, j]` (0 or more, j = 0 the next player). Returns -1 if no possible deal has any weight, else 0.

    Weights of one card may differ by a factor of a million; a way whose weight is lost in rounding is never dealt.
    """
    cards = count(hidden.open)
    rest = hidden.open
    for i in range(cards):
        card = lowest(rest)
        rest ^= single(card)
        beliefs.cards[at(i)] = card
        if not scale_card(hidden, weights, card, beliefs.weights[at(i)]):
            return -1
    room_0, room_1 = hidden.room[hidden.others[0]], hidden.room[hidden.others[1]]
    room_2 = hidden.room[hidden.others[2]]
    beliefs.ways[at(cards)][:] = 0.0
    beliefs.ways[at(cards), 0, 0] = 1.0
    for i in range(cards - 1, -1, -1):
        if not add_card(beliefs.weights[at(i)], beliefs.ways[at(i + 1)], beliefs.ways[at(i)], cards - i, room_0, room_1, room_2):
            return -1
    return 0 if beliefs.ways[0, at(room_0), at(room_1)] > 0.0 else -1


@rule
def scale_card(hidden, weights, card, scaled):
    """Copy a card's weights, scaled so that the largest is 1, with 0 for those who cannot hold it. Can anybody hold it?"""
    largest = 0.0
    for j in range(OTHERS):
        scaled[j] = 0.0 if has(hidden.barred[hidden.others[j]], card) else weights[card, j]
        largest = max(largest, scaled[j])
    if largest <= 0.0:
        return False
    for j in range(OTHERS):
        scaled[j] /= largest
    return True


@rule
def add_card(weights, after, ways, left, room_0, room_1, room_2):
    """Work out the weight of all ways to deal the last `left` cards, from that of one card fewer. Is there any way?"""
    largest = 0.0
    ways[:] = 0.0
    for r_0 in range(min(left, room_0) + 1):
        for r_1 in range(max(0, left - r_0 - room_2), min(left - r_0, room_1) + 1):
            total = weights[2] * after[at(r_0), at(r_1)] if r_0 + r_1 < left else 0.0
            if r_0 > 0:
                total += weights[0] * after[at(r_0 - 1), at(r_1)]
            if r_1 > 0:
                total += weights[1] * after[at(r_0), at(r_1 - 1)]
            ways[at(r_0), at(r_1)] = total
            largest = max(largest, total)
    if largest <= 0.0:
        return False
    for r_0 in range(min(left, room_0) + 1):
        for r_1 in range(min(left - r_0, room_1) + 1):
            ways[at(r_0), at(r_1)] /= largest
    return True


@rule
def deal_believed(hidden, beliefs, word, hands):
    """Write the four hands of one deal, decided by 64 random bits; its chance is in proportion to the product of its weights."""
    for seat in range(SEATS):
        hands[seat] = hidden.fixed[seat]
    cards = count(hidden.open)
    r_0, r_1 = hidden.room[hidden.others[0]], hidden.room[hidden.others[1]]
    for i in range(cards):
        after = beliefs.ways[at(i + 1)]
        weights = beliefs.weights[at(i)]
        to_0 = weights[0] * after[at(r_0 - 1), at(r_1)] if r_0 > 0 else 0.0
        to_1 = weights[1] * after[at(r_0), at(r_1 - 1)] if r_1 > 0 else 0.0
        to_2 = weights[2] * after[at(r_0), at(r_1)] if r_0 + r_1 < cards - i else 0.0
        chance = np.float64(draw(word, i) >> np.uint64(11)) * UNIT * (to_0 + to_1 + to_2)
        taker = 0 if chance < to_0 else (1 if chance < to_0 + to_1 else 2)
        r_0 -= taker == 0
        r_1 -= taker == 1
        hands[at(hidden.others[taker])] |= single(beliefs.cards[at(i)])


# ---- what the cards played tell ----


@routine
def likelihood(view, rules, hands, styles, number_of_styles, slip_chance, replay, found):
    """How well an imagined deal explains what the others have played: a weight for the deal.

    Every player is thought to follow one of the styles, all equally likely, but to play any legal card with chance `slip_chance`.
    `found[seat, style]` becomes the logarithm of the chance of that seat's plays. The hand is played again in the game `replay`.
    """
    for seat in range(SEATS):
        for s in range(number_of_styles):
            found[seat, s] = 0.0
    rewind_hand(view.table, rules, hands, replay)
    me, table = np.int64(view.table.turn), replay.table
    for i in range(view.table.played):
        seat, card = np.int64(table.turn), np.int64(view.table.history[at(i)])
        legal = legal_cards(replay, rules)
        choices = count(legal)
        if seat != me and choices > 1:
            hand = replay.hands[at(seat)]
            for s in range(number_of_styles):
                found[seat, s] += log_chance(styles[s], hand, legal, choices, table, rules, slip_chance, card)
        lay_card(replay, rules, card)
    return weight_of(found, rules, me, number_of_styles)


@rule
def rewind_hand(table, rules, hands, replay):
    """Take every card back into the hand it came from: the game as it was before the first card was played."""
    replay.table = table
    played, tricks, players = np.int64(table.played), np.int64(table.trick), rules.players
    for seat in range(SEATS):
        replay.hands[seat] = hands[seat]
        replay.table.points[seat] = 0
        replay.table.voids[seat] = 0
    leader = np.int64(table.leader)
    for trick in range(tricks, -1, -1):
        if trick < tricks:
            leader = leader_before(table, rules, trick, leader)
        for i in range(trick * players, min(trick * players + players, played)):
            replay.hands[at((leader + i - trick * players) % players)] |= single(table.history[at(i)])
    replay.table.history[:] = NO_CARD
    replay.table.seen = EMPTY
    replay.table.trick = 0
    replay.table.start = 0
    replay.table.played = 0
    replay.table.jack = NOBODY
    replay.table.leader = leader
    replay.table.turn = leader


@rule
def log_chance(style, hand, legal, choices, table, rules, slip_chance, card):
    """The logarithm of the chance that a player of this style plays this card."""
    slip = 1.0
    own = np.int64(NO_CARD)
    if style.kind != StyleKind.RANDOM:
        slip = 1.0 - (1.0 - slip_chance) * (1.0 - style.slip_chance / 2.0**32)
        own = np.int64(card_of(style, hand, legal, table, rules, NEVER_SLIPS))
    chance = slip / choices + (1.0 - slip if own == card else 0.0)
    return np.log(chance) if chance > 0.0 else -np.inf


@rule
def weight_of(found, rules, me, number_of_styles):
    """The product, over the other players, of the mean chance of what they played."""
    weight = 1.0
    for seat in range(rules.players):
        if seat != me:
            mean = 0.0
            for s in range(number_of_styles):
                mean += np.exp(found[seat, s]) / number_of_styles
            weight *= mean
    return weight


@kernel
def effective(weights):
    """How many equally likely deals would tell as much as these weighted ones: (sum of w)^2 / sum of w^2; 0 if all are 0."""
    total, squares = 0.0, 0.0
    for weight in weights:
        total += weight
        squares += weight * weight
    return total * total / squares if squares > 0.0 else 0.0


# ---- for people ----


@kernel
def deal_beliefs(hidden, weights, beliefs, word, found):
    """Deal every row of `found`. Returns -1 if no possible deal has any weight."""
    if prepare_beliefs(hidden[0], weights, beliefs[0]) < 0:
        return -1
    for i in range(len(found)):
        deal_believed(hidden[0], beliefs[0], draw(word, i), found[i])
    return 0


@kernel
def weigh_all(views, rules, deals, styles, slip_chance, replay, found, weights):
    """Weigh every row of `deals`."""
    for i in range(len(deals)):
        weights[i] = likelihood(views[0], rules[0], deals[i], styles, len(styles), slip_chance, replay[0], found)


def imagine_believed(view: Any, rules: Rules, weights: NDArray[np.float64], count: int, word: int) -> Deals:
    """Deals whose chance is in proportion to the product of `weights[card, j]` over all hidden cards; j = 0 is the next player.

    See `imagine`.
    """
    if weights.shape != (64, OTHERS) or not np.isfinite(weights).all() or (weights < 0).any():
        raise UserError(f"beliefs are 64 rows (cards) of {OTHERS} weights (the others, next player first), each 0 or more")
    found = np.empty((count, SEATS), np.uint64)
    if deal_beliefs(knowledge(view, rules), np.ascontiguousarray(weights, np.float64), np.zeros(1, BELIEFS), np.uint64(word), found) < 0:
        raise UserError("no possible deal has any weight: give every card to somebody who may hold it, and has room")
    return found


def weigh(view: Any, rules: Rules, deals: Deals, styles: Sequence[str], slip_chance: float = 0.1) -> NDArray[np.float64]:
    """How well each of these deals explains what the others have played, if each follows one of these styles (`greedy`, `stock`, ...)."""
    check_chance("slip_chance", slip_chance)
    if not styles:
        raise UserError("name at least one style of play: random, greedy, stock or jake")
    views, weights = np.zeros(1, VIEW), np.empty(len(deals))
    views[0] = view
    views.flags.writeable = False
    ways = np.concatenate([style_of(style) for style in styles])
    weigh_all(views, house.record(rules), deals, ways, slip_chance, np.zeros(1, GAME), np.empty((SEATS, len(styles))), weights)
    return weights
