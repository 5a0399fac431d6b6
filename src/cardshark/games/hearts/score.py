"""The score of Hearts: what a hand costs, who shot the moon, and when a match is over."""

import numpy as np

from cardshark.games.hearts.rules import MOST_HANDS, MOST_TOTAL, NOBODY, SEATS, Moon, Ties
from cardshark.jit import rule


@rule
def score_hand(game, rules):
    """Write down what the hand cost everybody."""
    table = game.table
    shooter = moon_shooter(table, rules)
    for seat in range(SEATS):
        game.scores[seat] = table.points[seat]
    if shooter != NOBODY:
        game.moons[shooter] += 1
        for seat in range(rules.players):
            game.scores[seat] = 0 if seat == shooter else rules.all_penalties
    if table.jack != NOBODY:
        game.scores[table.jack] -= rules.jack_of_diamonds
    for seat in range(SEATS):
        table.totals[seat] += -game.scores[seat] if table.second_stage else game.scores[seat]
    table.hand_number += 1
    if shooter != NOBODY and prefers_minus(game, rules, shooter):
        for seat in range(rules.players):  # nobody is charged, and the shooter is better off by as much
            game.scores[seat] -= rules.all_penalties
            table.totals[seat] -= rules.all_penalties


@rule
def moon_shooter(table, rules):
    """Who took every penalty card, or NOBODY; there are no moons while points are won back."""
    shooter = NOBODY
    for seat in range(SEATS):
        if table.points[seat] == rules.all_penalties:
            shooter = seat
    return shooter if rules.all_penalties > 0 and rules.moon != Moon.NONE and not table.second_stage else NOBODY


@rule
def prefers_minus(game, rules, shooter):
    """Is a moon taken off the shooter's total?

    A shooter with the choice does so only when charging the others would end the match with one of them in front.
    """
    if rules.moon == Moon.CHOICE:
        return match_over(game, rules) and lowest_and_highest(game.table, rules)[0] < game.table.totals[shooter]
    return rules.moon == Moon.SHOOTER_MINUS


@rule
def lowest_and_highest(table, rules):
    """The totals of the best and of the worst player."""
    best, worst = np.int64(table.totals[0]), np.int64(table.totals[0])
    for seat in range(1, SEATS):
        if seat < rules.players:
            best = min(best, table.totals[seat])
            worst = max(worst, table.totals[seat])
    return best, worst


@rule
def reaches_limit(total, rules):
    """Does this total reach the limit (or go above it, where the rules ask for that), which ends the match or its first stage?"""
    return rules.limit > 0 and (total > rules.limit if rules.above_limit else total >= rules.limit)


@rule
def match_over(game, rules):
    """Is the match decided with these totals?"""
    table = game.table
    best, worst = lowest_and_highest(table, rules)
    sharing = 0
    for seat in range(SEATS):
        sharing += seat < rules.players and table.totals[seat] == best
    ended = rules.hands > 0 and table.hand_number - game.first >= rules.hands
    if rules.win_back:
        ended |= table.second_stage and best <= 0
    else:
        ended |= reaches_limit(worst, rules)
    ended = ended and (sharing == 1 or rules.ties == Ties.SHARED)
    return ended or best < -MOST_TOTAL or table.hand_number >= MOST_HANDS  # nobody plays that long; the record ends there


@rule
def begin_second_stage(table, rules):
    """Where points are won back, the hands after somebody reached the limit do so."""
    table.second_stage |= rules.win_back and reaches_limit(lowest_and_highest(table, rules)[1], rules)
