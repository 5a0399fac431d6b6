"""Hands of gin, played on by a policy: many games at once, to the end of the hand or for some turns.

    costs = finish_hands(net, desk, games, rules)                               # whole hands: what each seat loses less what it wins
    costs = finish_hands(net, desk, games, rules, playout(until=12, seat=1))    # until seat 1's first decision after 12 turns of both,
                                                                                # then what the critic expects for that seat

A game is changed by this: it stands where its play stopped. Luck comes from each game's own stream, so nothing depends on the batch.
Two players who always take the pile would never end; a hand of LONGEST turns counts as void.
"""

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import lowest
from cardshark.chance import GOLDEN, sealed
from cardshark.games import gin
from cardshark.games.gin.game import legal
from cardshark.games.gin.planes import write_others, write_seat, write_seat_numbers
from cardshark.games.gin.state import ENDED
from cardshark.jit import at, kernel, routine, rule
from cardshark.players.gin.policy.melding import is_melding, laid_down
from cardshark.players.gin.styles import carry_out
from cardshark.players.policy.features import write_features
from cardshark.players.policy.forward import LEGAL, drawn, value_of
from cardshark.players.policy.net import BLOCK, Desk, Net, playout, uncounted_desk, uncounted_net
from cardshark.text import UserError

LONGEST = 120  # turns of both players together
WHOLE_HAND = playout()


@routine
def play_choice(game, rules, choice):
    """Carry out a choice. A hand that ends is scored, and no hand is dealt."""
    game.luck += GOLDEN  # as at the table, where every decision has its own luck
    carry_out(game, rules, choice)


@rule
def is_over(game):
    """Has the hand ended, or gone on for too long?"""
    return game.table.phase == ENDED or game.table.turns >= LONGEST


@rule
def stops(game, plan):
    """Is this the decision at which the critic is asked? Melds are laid down without asking."""
    return plan.seat == game.table.turn and game.table.turns >= plan.until and not is_melding(game.table)


@routine
def play_forced(game, rules, plan):
    """Play on while there is only one choice, or melds decide. Is there something to decide then?"""
    while not is_over(game) and not stops(game, plan):
        allowed = legal(game, rules)
        if is_melding(game.table):
            play_choice(game, rules, laid_down(game.hands[at(game.table.turn)], allowed, game.table))
        elif allowed & (allowed - np.uint64(1)):
            return True
        else:
            play_choice(game, rules, lowest(allowed))
    return False


@routine
def place(game, rules, desk, row):
    """Put what the seat in turn of a game knows onto the desk."""
    write_seat(game, rules, desk.words[at(row)])
    write_seat_numbers(game, desk.numbers[at(row)])


@rule
def take_in(games, rules, plan, desk, rows, first):
    """Fill the rows that are free with further games, from number `first` on. Returns how many rows there are, and the next number."""
    numbers = desk.games
    while rows < BLOCK and first < len(games):
        if play_forced(games[at(first)], rules, plan):
            numbers[at(rows)] = first
            place(games[at(first)], rules, desk, rows)
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
        play_choice(game, rules, drawn(net, desk, row, words[at(row), LEGAL], plan.temperature, sealed(game.luck)))
        if play_forced(game, rules, plan):
            numbers[at(going)] = number
            place(game, rules, desk, going)
            going += 1
    return going


@routine
def play_on(games, rules, net, desk, plan, costs):
    """Play every game on as `plan` says, and write what the hand costs each seat into `costs[game, seat]`: what it lost, less what it won.

    Where play stopped before the end of the hand, the cost of the plan's seat is what the critic expects, with a minus, and that of the
    other is the same with a plus. `net` and `desk` are uncounted (see `net.py`), `rules` and `plan` are records.
    """
    rows, first = take_in(games, rules, plan, desk, np.int64(0), np.int64(0))
    while rows:
        write_features(net.layout[0].actor, net.weights, desk, desk.nothing, rows)
        rows = decide_rows(games, rules, net, desk, plan, rows)
        rows, first = take_in(games, rules, plan, desk, rows, first)
    for i in range(len(games)):
        for seat in range(gin.SEATS):
            costs[at(i), seat] = 0.0 - games[at(i)].scores[seat] if games[at(i)].table.phase == ENDED else 0.0
    if plan.seat >= 0:
        expect_rest(games, rules, net, desk, plan, costs)


@rule
def expect_rest(games, rules, net, desk, plan, costs):
    """Write what the critic expects, in every game that has stopped before its end."""
    hidden, numbers = desk.hidden, desk.games
    seat, rows = np.int64(plan.seat), np.int64(0)
    for i in range(len(games)):
        if not is_over(games[at(i)]):
            numbers[at(rows)] = i
            place(games[at(i)], rules, desk, rows)
            write_others(games[at(i)], hidden[at(rows)])
            rows += 1
        if rows == BLOCK or (i == len(games) - 1 and rows):
            write_features(net.layout[0].critic, net.weights, desk, desk.hidden, rows)
            for row in range(rows):
                expected = value_of(net, desk, row)
                costs[at(numbers[at(row)]), at(seat)] = -expected
                costs[at(numbers[at(row)]), at(1 - seat)] = expected
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
    costs = np.zeros((len(games), gin.SEATS))
    play_on_all(games, rules, net, desk, plan, costs)
    return costs
