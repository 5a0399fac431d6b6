"""Hands of Hearts, played on by a policy: many games at once, to the end of the hand or part of the way.

    costs = finish_hands(net, desk, games, rules)                              # whole hands, everybody's points
    costs = finish_hands(net, desk, games, rules, playout(until=9, seat=2))    # until seat 2's first decision after 9 tricks,
                                                                               # then what the critic expects for that seat

A game is changed by this: it stands where its play stopped. Luck comes from each game's own stream, so nothing depends on the batch.
"""

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import lowest
from cardshark.chance import GOLDEN, sealed
from cardshark.games import hearts
from cardshark.games.hearts.game import lay_card, legal, pass_card
from cardshark.games.hearts.planes import write_others, write_seat
from cardshark.games.hearts.score import score_hand
from cardshark.jit import at, kernel, routine, rule
from cardshark.players.policy.features import write_features
from cardshark.players.policy.forward import LEGAL, drawn, value_of
from cardshark.players.policy.net import BLOCK, Desk, Net, playout, uncounted_desk, uncounted_net
from cardshark.text import UserError

WHOLE_HAND = playout()


@rule
def play_choice(game, rules, choice):
    """Pass or play a card. A hand that ends is scored, and no hand is dealt. Does the hand go on?"""
    game.luck += GOLDEN  # as at the table, where every decision has its own luck
    if game.table.phase == hearts.PASS:
        pass_card(game, rules, choice)
    elif lay_card(game, rules, choice):
        score_hand(game, rules)
        return False
    return True


@rule
def is_over(game, rules):
    """Has the hand ended?"""
    return game.table.trick == rules.hand_size


@rule
def stops(game, plan):
    """Is this the decision at which the critic is asked?"""
    table = game.table
    return plan.seat == table.turn and table.trick >= plan.until and table.phase == hearts.PLAY


@rule
def play_forced(game, rules, plan):
    """Play on while there is only one choice. Is there something to decide then?"""
    going = not is_over(game, rules)
    while going and not stops(game, plan):
        allowed = legal(game, rules)
        if allowed & (allowed - np.uint64(1)):
            return True
        going = play_choice(game, rules, lowest(allowed))
    return False


@rule
def take_in(games, rules, plan, desk, rows, first):
    """Fill the rows that are free with further games, from number `first` on. Returns how many rows there are, and the next number."""
    words, numbers = desk.words, desk.games
    while rows < BLOCK and first < len(games):
        if play_forced(games[at(first)], rules, plan):
            numbers[at(rows)] = first
            write_seat(games[at(first)], rules, words[at(rows)])
            rows += 1
        first += 1
    return rows, first


@rule
def decide_rows(games, rules, net, desk, plan, rows):
    """Make the choice of every row, and play on to the next decision of its game. Returns how many games go on."""
    words, numbers, going = desk.words, desk.games, np.int64(0)
    for row in range(rows):
        number = numbers[at(row)]
        game = games[at(number)]
        choice = drawn(net, desk, row, words[at(row), LEGAL], plan.temperature, sealed(game.luck))
        if play_choice(game, rules, choice) and play_forced(game, rules, plan):
            numbers[at(going)] = number
            write_seat(game, rules, words[at(going)])
            going += 1
    return going


@routine
def play_on(games, rules, net, desk, plan, costs):
    """Play every game on as `plan` says, and write what the hand costs each seat into `costs[game, seat]`.

    Where play stopped before the end of the hand, the cost of the plan's seat is its points so far less what the critic expects; those
    of the others are their points so far. `net` and `desk` are uncounted (see `net.py`), `rules` and `plan` are records.
    """
    rows, first = take_in(games, rules, plan, desk, np.int64(0), np.int64(0))
    while rows:
        write_features(net.layout[0].actor, net.weights, desk, desk.nothing, rows)
        rows = decide_rows(games, rules, net, desk, plan, rows)
        rows, first = take_in(games, rules, plan, desk, rows, first)
    for i in range(len(games)):
        write_costs(games[at(i)], rules, costs[at(i)])
    if plan.seat >= 0:
        expect_rest(games, rules, net, desk, plan, costs)


@rule
def write_costs(game, rules, costs):
    """What the hand cost each seat, or has cost it so far; in a second stage points are won back, so they count with a minus."""
    for seat in range(hearts.SEATS):
        cost = np.float64(game.scores[seat] if is_over(game, rules) else game.table.points[seat])
        costs[seat] = -cost if game.table.second_stage and is_over(game, rules) else cost


@rule
def expect_rest(games, rules, net, desk, plan, costs):
    """Take what the critic expects off the cost of the plan's seat, in every game that has stopped before its end."""
    words, hidden, numbers = desk.words, desk.hidden, desk.games
    rows = np.int64(0)
    for i in range(len(games)):
        game = games[at(i)]
        if not is_over(game, rules):
            numbers[at(rows)] = i
            write_seat(game, rules, words[at(rows)])
            write_others(game, rules.players, hidden[at(rows)])
            rows += 1
        if rows == BLOCK or (i == len(games) - 1 and rows):
            write_features(net.layout[0].critic, net.weights, desk, desk.hidden, rows)
            for row in range(rows):
                costs[at(numbers[at(row)]), at(plan.seat)] -= value_of(net, desk, row)
            rows = np.int64(0)


@kernel
def play_choices(games, rules, choices):
    """Make a choice in every game. A hand that ends is scored, and no hand is dealt."""
    for i in range(len(games)):
        play_choice(games[i], rules[0], np.int64(choices[i]))


@kernel
def play_on_all(games, rules, net, desk, plan, costs):
    """The same, for Python."""
    play_on(games, rules[0], uncounted_net(net), uncounted_desk(desk), plan[0], costs)


def finish_hands(net: Net, desk: Desk, games: np.ndarray, rules: np.ndarray, plan: np.ndarray = WHOLE_HAND) -> NDArray[np.float64]:
    """What these hands cost each seat if the policy plays on: [game, seat]; `rules` is their record."""
    if plan["seat"][0] >= 0 and not net.layout["value"][0]["outputs"]:
        raise UserError("this policy has no critic, so hands must be played to their end: it was made with critic=0")
    costs = np.zeros((len(games), hearts.SEATS))
    play_on_all(games, rules, net, desk, plan, costs)
    return costs
