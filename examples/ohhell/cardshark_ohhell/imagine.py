"""Whole games that agree with all that a seat has seen: its hand, the trump card, the cards played and the voids shown.

Every such deal is as likely as any other. That is done by counting: before a hand is drawn, the cards that its seat may
hold fall into four parts, by whether the second and the third seat may hold them too. How many of each part it gets is drawn
with the number of ways in which all hands can then be filled; which ones is pure chance. So a deal always comes out, however
many voids were shown, and nothing is ever tried again.
"""

from math import comb

import numpy as np
from cardshark.cards import count, lane, single
from cardshark.chance import draw, draw_card
from cardshark.jit import at, kernel, routine, rule

from cardshark_ohhell.game import EMPTY
from cardshark_ohhell.rules import MOST_TRICKS, SEATS
from cardshark_ohhell.state import PLAY

ONES = 2.0**-53  # makes a number from 0 to 1 of 53 random bits
# WAYS[n, k]: in how many ways k cards can be taken from n; more than 52 or fewer than 0 are never asked for
WAYS = np.array([[float(comb(n, k)) for k in range(MOST_TRICKS + 1)] for n in range(53)])


@rule
def ways(cards, taken):
    """In how many ways so many of these cards can be taken."""
    return WAYS[at(cards), at(taken)]


@rule
def ways_for_two(both, second, third, its_need, last_need):
    """In how many ways two hands can be filled from `both` cards that either seat may hold, and from those that only one may."""
    found = 0.0
    for shared in range(max(0, its_need - second), min(its_need, both) + 1):
        found += ways(both, shared) * ways(second, its_need - shared) * ways(third + both - shared, last_need)
    return found


@routine
def split(parts, need, others, its_need, last_need, stop):
    """Go through all ways to take `need` cards from four parts until their weights add up to more than `stop`.

    The parts are those that both other seats may hold, the second one alone, the third one alone, and neither; `others` are
    all cards of the first three kinds, this seat's or not. Returns how many cards of each of these three parts are taken, and
    the sum of the weights.
    """
    total = 0.0
    for x in range(max(0, need - parts[1] - parts[2] - parts[3]), min(need, parts[0]) + 1):
        for y in range(max(0, need - x - parts[2] - parts[3]), min(need - x, parts[1]) + 1):
            for z in range(max(0, need - x - y - parts[3]), min(need - x - y, parts[2]) + 1):
                own = ways(parts[0], x) * ways(parts[1], y) * ways(parts[2], z) * ways(parts[3], need - x - y - z)
                total += own * ways_for_two(others[0] - x, others[1] - y, others[2] - z, its_need, last_need)
                if total > stop:
                    return x, y, z, total
    return 0, 0, 0, total


@rule
def draw_some(cards, amount, word):
    """So many of these cards, each as likely as any other."""
    found, left = EMPTY, count(cards)
    for _ in range(amount):
        drawn = single(draw_card(cards, left, word))
        found |= drawn
        cards ^= drawn
        left -= 1
    return found


@routine
def draw_hand(may_hold, needs, word):
    """A hand for the first of three seats, each of which may hold these cards and needs so many; all ways to fill all three count alike."""
    mine, second, third = may_hold[0], may_hold[1], may_hold[2]
    both, only_second, only_third = second & third, second & ~third, third & ~second
    neither = mine & ~second & ~third
    parts = (count(mine & both), count(mine & only_second), count(mine & only_third), count(neither))
    others = (count(both), count(only_second), count(only_third))
    need, its_need, last_need = needs[0], needs[1], needs[2]
    total = split(parts, need, others, its_need, last_need, np.inf)[3]
    stop = total * (ONES * np.float64(draw(word, 4) >> np.uint64(11)))
    x, y, z, _ = split(parts, need, others, its_need, last_need, stop)
    hand = draw_some(mine & both, x, draw(word, 0)) | draw_some(mine & only_second, y, draw(word, 1))
    return hand | draw_some(mine & only_third, z, draw(word, 2)) | draw_some(neither, need - x - y - z, draw(word, 3))


@rule
def cards_left(table, rules, seat):
    """How many cards a seat still holds."""
    behind = (seat - table.leader) % rules.players
    on_table = table.played - table.start
    return table.dealt - table.start // rules.players - (table.phase == PLAY and behind < on_table)


@rule
def without_voids(cards, voids):
    """The cards of suits that a seat has not shown to be void in."""
    for suit in range(4):
        if (voids >> suit) & 1:
            cards &= ~lane(suit)
    return cards


@rule
def fill_hands(view, rules, word, game, may_hold, needs):
    """Give every seat but the own one cards that it may hold, one seat after the other."""
    table = view.table
    seat = np.int64(table.turn)
    unseen = rules.deck & ~(view.hand | table.seen)
    if table.trump >= 0:
        unseen &= ~single(table.trump)
    may_hold[:] = EMPTY
    needs[:] = 0
    for i in range(rules.players - 1):
        other = (seat + 1 + i) % rules.players
        may_hold[i] = without_voids(unseen, table.voids[at(other)])
        needs[i] = cards_left(table, rules, other)
    game.hands[:] = EMPTY
    game.hands[at(seat)] = view.hand
    for i in range(rules.players - 1):
        hand = draw_hand(may_hold, needs, draw(word, i))
        game.hands[at((seat + 1 + i) % rules.players)] = hand
        may_hold[0], may_hold[1], may_hold[2] = may_hold[1] & ~hand, may_hold[2] & ~hand, EMPTY
        needs[0], needs[1], needs[2] = needs[1], needs[2], 0


@kernel
def imagine_all(views, rules, words, games):
    """Fill each game with one that agrees with all that the seat of its view has seen, from a random word.

    The match stands as the view says and begins with this hand: by rules with `hands=1` it ends with it. What a seat cannot
    know of the match before, `scores` and `made`, is 0.
    """
    rules = rules[0]
    may_hold, needs = np.empty(SEATS - 1, np.uint64), np.empty(SEATS - 1, np.int64)
    for i in range(len(views)):
        view, game = views[i], games[i]
        fill_hands(view, rules, words[i], game, may_hold, needs)
        game.table = view.table
        game.deals = draw(words[i], SEATS)
        game.luck = draw(words[i], SEATS + 1)
        game.first = view.table.hand_number
        game.scores[:] = 0
        game.made[:] = 0
