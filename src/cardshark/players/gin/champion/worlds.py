"""Tables of gin in worlds that explain what the other player did, with every choice made in each of them."""

import numpy as np

from cardshark.cards import lowest
from cardshark.chance import draw
from cardshark.games import gin
from cardshark.jit import at, kernel
from cardshark.players.gin.search.worlds import imagine_gin, set_up_gin
from cardshark.players.gin.styles import carry_out, play_out_gin


@kernel
def set_out(views, rules, search, styles, workspace, tried, games):
    """Imagine worlds, and make every choice that is tried in each of them: one game after the other, world by world.

    Every choice of a world meets the same stock and the same luck. Returns how many independent worlds they are worth.
    """
    view, rules, search, start = views[0], rules[0], search[0], workspace.start
    worth = imagine_gin(view, search, styles[0], workspace, search.begin, search.worlds)
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


@kernel
def finish_by_style(games, rules, styles, costs):
    """Finish every hand by a style, and write what it costs each seat into `costs[game, seat]`: what it lost, less what it won."""
    rules = rules[0]
    for i in range(len(games)):
        play_out_gin(games[i], rules, styles, games[i].luck)
        for seat in range(gin.SEATS):
            costs[i, seat] = 0.0 - games[i].scores[seat]
