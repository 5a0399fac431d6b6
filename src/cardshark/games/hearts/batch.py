"""Many games of Hearts at once: the kernels that apply the rules to arrays of games, views and choices.

`look_all`, `choose_all` and `step_all` read the same in every game. They are not shared, because Numba does not cache a kernel that
gets `look` and `choose` as arguments.
"""

import numpy as np

from cardshark.bits import prefetch
from cardshark.cards import permits
from cardshark.games.hearts.game import begin_play, choose, deal_hand, look
from cardshark.games.hearts.rules import SEATS
from cardshark.games.hearts.state import OVER, PLAY
from cardshark.jit import AHEAD, BLOCK, at, kernel


@kernel
def start_all(games, rules):
    """Deal the first hand of every match; `deals`, `luck` and `first` are already set."""
    rules = rules[0]
    for i in range(len(games)):
        games[i].table.hand_number = games[i].first
        deal_hand(games[i], rules)


@kernel
def deal_these(games, rules, hands, leader):
    """Replace the hands just dealt in one game by these; `leader` matters only where chance decides who leads."""
    rules = rules[0]
    game = games[0]
    for seat in range(SEATS):
        game.hands[seat] = hands[seat]
    game.table.leader = leader
    if game.table.phase == PLAY:
        begin_play(game, rules)


@kernel
def look_all(games, rules, rows, views):
    """What the seats in turn of these games may know, one view a row."""
    rules = rules[0]
    for i in range(len(rows)):
        look(games[rows[i]], rules, views[i])


@kernel
def choose_all(games, rules, rows, views, choices):
    """Carry out a choice in each of these games, whose views are up to date.

    Returns how many matches ended, or -1 - i if choice i is illegal.
    """
    rules = rules[0]
    ended = 0
    for i in range(len(rows)):
        if not permits(views[i].legal, choices[i]):
            return -1 - i
        game = games[rows[i]]
        choose(game, rules, np.int64(choices[i]))
        ended += game.table.phase == OVER
    return ended


@kernel
def step_all(games, rules, rows, views, choices):
    """Carry out a choice in each of these games and look again. Returns how many go on, or -1 - i if choice i is illegal.

    The same as `choose_all` and `look_all`, for one player on every seat, but each game is visited while it is in the cache.
    Matches that end are left out of `rows`.
    """
    rules = rules[0]
    going_on = at(0)
    for first in range(0, len(rows), BLOCK):
        last = min(first + BLOCK, len(rows))
        for i in range(first, last):
            prefetch(games[rows[at(min(i + AHEAD, len(rows) - 1))]])
            if not permits(views[at(i)].legal, choices[at(i)]):
                return -1 - i
            choose(games[rows[at(i)]], rules, np.int64(choices[at(i)]))
        for i in range(first, last):
            game = games[rows[at(i)]]
            if game.table.phase != OVER:
                rows[going_on] = rows[at(i)]
                look(game, rules, views[going_on])
                going_on += at(1)
    return np.int64(going_on)
