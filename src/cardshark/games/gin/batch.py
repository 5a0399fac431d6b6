"""Many games of gin at once: the kernels that apply the rules to arrays of games, views and choices.

`look_all`, `choose_all` and `step_all` read the same in every game. They are not shared, because Numba does not cache a kernel that
gets `look` and `choose` as arguments.
"""

import numpy as np

from cardshark.bits import prefetch
from cardshark.cards import permits
from cardshark.games.gin.game import choose, look
from cardshark.games.gin.state import OVER, PILE_ROOM, SEATS, begin_hand, deal_hand
from cardshark.jit import AHEAD, BLOCK, at, kernel


@kernel
def start_all(games, rules):
    """Deal the first hand of every match, seat 1 dealing; `deals` and `luck` are already set."""
    rules = rules[0]
    for i in range(len(games)):
        games[i].table.dealer = 1
        deal_hand(games[i], rules)


@kernel
def deal_these(games, rules, hands, stock):
    """Replace the cards just dealt in one game by these: `stock` is the up-card, then the cards to draw, in order."""
    game = games[0]
    for seat in range(SEATS):
        game.hands[seat] = hands[seat]
    for i in range(PILE_ROOM - 1):
        game.stock[i] = stock[PILE_ROOM - 1 - i]
    game.table.upcard = stock[0]
    begin_hand(game, rules[0], 1 - game.table.dealer)


@kernel
def restock(games, stock):
    """Replace the stock just renewed in one game by these cards; the first is drawn next."""
    for i in range(len(stock)):
        games[0].stock[i] = stock[len(stock) - 1 - i]


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
