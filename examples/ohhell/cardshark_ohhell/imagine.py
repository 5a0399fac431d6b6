"""Whole games that agree with all that a seat has seen: its hand, the trump card, the cards played and the voids shown.

All such deals are equally likely. That is done by counting. Before a hand is drawn, the cards that its seat may hold fall into
four parts, by whether the second and the third seat may hold them too. How many cards of each part the seat gets is drawn in
proportion to the number of ways in which all hands can then be filled; which cards is pure chance. So every draw gives a deal,
however many voids were shown, and nothing has to be tried again.
"""

from math import comb
from typing import NamedTuple

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


class Parts(NamedTuple):
    """Numbers of cards, by which of two other seats may hold them."""

    both: int
    second: int  # only the second seat
    third: int  # only the third seat
    neither: int


@rule
def ways(cards, taken):
    """In how many ways `taken` of these cards can be taken."""
    return WAYS[at(cards), at(taken)]


@rule
def ways_for_two(left, second_need, third_need):
    """In how many ways the hands of the second and the third seat can be filled from the cards that are left."""
    found = 0.0
    for shared in range(max(0, second_need - left.second), min(second_need, left.both) + 1):
        of_second = ways(left.both, shared) * ways(left.second, second_need - shared)
        found += of_second * ways(left.third + left.both - shared, third_need)
    return found


@routine
def split_hand(mine, all_cards, needs, stop):
    """Go through all ways to take a hand from the parts of its cards until their weights add up to more than `stop`.

    `mine` are the cards that the first seat may hold, `all_cards` all cards that the other two may hold. The weight of a way is
    the number of deals with it. Returns how many cards of each part are taken, and the sum of the weights.
    """
    need, total = needs[0], 0.0
    for both in range(max(0, need - mine.second - mine.third - mine.neither), min(need, mine.both) + 1):
        for second in range(max(0, need - both - mine.third - mine.neither), min(need - both, mine.second) + 1):
            for third in range(max(0, need - both - second - mine.neither), min(need - both - second, mine.third) + 1):
                neither = need - both - second - third
                own = ways(mine.both, both) * ways(mine.second, second) * ways(mine.third, third) * ways(mine.neither, neither)
                left = Parts(all_cards.both - both, all_cards.second - second, all_cards.third - third, 0)
                total += own * ways_for_two(left, needs[1], needs[2])
                if total > stop:
                    return Parts(both, second, third, neither), total
    return Parts(0, 0, 0, 0), total


@rule
def draw_cards(cards, amount, word):
    """`amount` random cards out of these, all equally likely."""
    found, left = EMPTY, count(cards)
    for _ in range(amount):
        drawn = single(draw_card(cards, left, word))
        found |= drawn
        cards ^= drawn
        left -= 1
    return found


@routine
def draw_hand(may_hold, needs, word):
    """A hand for the first of three seats, from the cards that each may hold and the number of cards that each needs.

    Its chance is in proportion to the number of ways in which the other two hands can then be filled.
    """
    mine, second, third = may_hold[0], may_hold[1], may_hold[2]
    by_both, by_second, by_third, by_none = second & third, second & ~third, third & ~second, ~(second | third)
    parts = Parts(count(mine & by_both), count(mine & by_second), count(mine & by_third), count(mine & by_none))
    all_cards = Parts(count(by_both), count(by_second), count(by_third), 0)
    _, total = split_hand(parts, all_cards, needs, np.inf)
    stop = total * (ONES * np.float64(draw(word, 4) >> np.uint64(11)))
    taken, _ = split_hand(parts, all_cards, needs, stop)
    hand = draw_cards(mine & by_both, taken.both, draw(word, 0)) | draw_cards(mine & by_second, taken.second, draw(word, 1))
    return hand | draw_cards(mine & by_third, taken.third, draw(word, 2)) | draw_cards(mine & by_none, taken.neither, draw(word, 3))


@rule
def cards_left(table, rules, seat):
    """How many cards a seat still holds."""
    behind = (seat - table.leader) % rules.players
    on_table = table.played - table.start
    return table.dealt - table.start // rules.players - (table.phase == PLAY and behind < on_table)


@rule
def without_voids(cards, voids):
    """These cards without the suits in which a seat has shown a void."""
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

    The match is as the view shows it and begins with this hand; by rules with `hands=1` it also ends with it. `scores` and `made`,
    which a seat cannot know, are 0.
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
