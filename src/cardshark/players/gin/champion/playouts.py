"""Hands of gin played on by a policy: many imagined games in lock-step, until they end or a critic is asked.

Both seats follow the policy. Only real decisions are asked of it: where there is one legal choice it is made, and melds and lay-offs
follow the rules of thumb of `lookahead`, which are exact for whoever did not knock.
"""

from typing import Any

import numpy as np

from cardshark.cards import count, lowest
from cardshark.chance import draw
from cardshark.games import gin
from cardshark.games.gin.planes import write_others, write_seat, write_seat_numbers
from cardshark.games.gin.state import ENDED
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.players.gin.search.worlds import imagine_gin, set_up_gin
from cardshark.players.gin.styles import carry_out, next_choice, play_out_gin
from cardshark.players.policy.features import write_features
from cardshark.players.policy.forward import drawn, value_of
from cardshark.players.policy.net import BLOCK, uncounted_desk, uncounted_net

PHASES = 8  # more than a turn has decisions, so that each has its own luck

PLAYOUT = record([
    ("last_turn", np.int64),  # games are played on until so many turns of both are finished
    ("temperature", np.float32),  # of the policy; 0: its likeliest choice
])  # fmt: skip


@kernel
def set_out(views, rules, search, models, workspace, tried, games):
    """Imagine worlds, and make every choice that is tried in each of them: one game after the other, world by world.

    Returns how many independent worlds they are worth. Every choice of a world meets the same stock and the same luck.
    """
    view, rules, search, start = views[0], rules[0], search[0], workspace.start
    worth = imagine_gin(view, search, models[1], workspace, search.begin, search.worlds)
    row = 0
    for k in range(search.worlds):
        word = draw(~view.luck, search.begin + k)
        set_up_gin(view, workspace.hands[at(k)], word, start[0])
        start[0].luck = ~word
        rest = tried
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            games[at(row)] = start[0]
            carry_out(games[at(row)], rules, choice)
            row += 1
    return worth


@rule
def is_asked(game, rules):
    """Must the seat in turn decide something that the policy knows more about than a rule of thumb?"""
    return game.table.phase < gin.SPREAD and count(gin.legal(game, rules)) > 1


@routine
def go_on(game, rules, styles, last_turn):
    """Do what needs no policy. Returns whether it must be asked then: not if the hand has ended or is cut off."""
    while game.table.phase != ENDED and not is_asked(game, rules):
        carry_out(game, rules, next_choice(game, rules, styles, game.luck))
    return game.table.phase != ENDED and (game.table.phase != gin.DRAW or game.table.turns < last_turn)


@rule
def place_game(game, rules, desk, row):
    """Put what the seat in turn knows onto the desk."""
    write_seat(game, rules, desk.words[row])
    write_seat_numbers(game, desk.numbers[row])


@kernel
def play_on(games, rules, playout, styles, net, desk, rows):
    """Play all of these games on by the policy; `rows` is room for their numbers. Returns how many did not end, which are listed there."""
    rules, last_turn, temperature = rules[0], playout[0].last_turn, playout[0].temperature
    net, desk = uncounted_net(net), uncounted_desk(desk)
    going, cut = 0, 0
    for i in range(len(games)):
        if go_on(games[i], rules, styles, last_turn):
            rows[at(going)] = i
            going += 1
    while going:
        kept = 0
        for first in range(0, going, BLOCK):
            amount = min(BLOCK, going - first)
            for k in range(amount):
                place_game(games[rows[at(first + k)]], rules, desk, k)
            write_features(net.layout[0].actor, net.weights, desk, desk.nothing, amount)
            for k in range(amount):
                row = rows[at(first + k)]
                game = games[row]
                luck = draw(game.luck, np.int64(game.table.turns) * PHASES + game.table.phase)
                carry_out(game, rules, drawn(net, desk, k, desk.words[at(k), 1], temperature, luck))
                if go_on(game, rules, styles, last_turn):
                    rows[at(kept)] = row
                    kept += 1
        going = kept
    for i in range(len(games)):
        if games[i].table.phase != ENDED:
            rows[at(cut)] = i
            cut += 1
    return cut


@kernel
def expect(games, rules, net, desk, rows, seat, points):
    """What `seat` will win in each of these games, by the critic; `points` has a place for every game, `rows` says which are asked for."""
    rules, desk_hidden = rules[0], desk.hidden
    net, desk = uncounted_net(net), uncounted_desk(desk)
    for first in range(0, len(rows), BLOCK):
        amount = min(BLOCK, len(rows) - first)
        for k in range(amount):
            game = games[rows[at(first + k)]]
            place_game(game, rules, desk, k)
            write_others(game, desk_hidden[k])
        write_features(net.layout[0].critic, net.weights, desk, desk.hidden, amount)
        for k in range(amount):
            row = rows[at(first + k)]
            value = value_of(net, desk, k)
            points[row] = value if games[row].table.turn == seat else -value


@kernel
def finish_by_styles(games, rules, styles):
    """Finish the hands by styles."""
    for i in range(len(games)):
        play_out_gin(games[i], rules[0], styles, games[i].luck)


@kernel
def read_scores(games, seat, points):
    """What `seat` has won in each of these games, where the hand has ended."""
    for i in range(len(games)):
        if games[i].table.phase == ENDED:
            points[i] = games[i].scores[at(seat)]
