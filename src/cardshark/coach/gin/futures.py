"""Imagined hands of gin as games that a policy can play on, many side by side.

imagine_hands     hands of the other player that explain what was taken, left and thrown
set_up_all        the table of a view with each of these hands, and a stock
make_options      every option in each of them
tell_fates        what came of it
"""

import numpy as np

from cardshark.chance import draw
from cardshark.games import gin
from cardshark.games.gin.state import ENDED
from cardshark.jit import at, kernel
from cardshark.players.gin.search.worlds import imagine_gin, set_up_gin, took_in
from cardshark.players.gin.styles import carry_out


@kernel
def imagine_hands(views, search, styles, workspace):
    """Imagine a hand of the other player for every row of the workspace."""
    imagine_gin(views[0], search[0], styles[0], workspace, 0, len(workspace.hands))


@kernel
def set_up_all(views, hands, games):
    """The table of a view with every hand; a stock is shuffled for each. The match is left aside: the policy knows hands only."""
    view = views[0]
    for k in range(len(hands)):
        set_up_gin(view, hands[at(k)], draw(~view.luck, k), games[at(k)])
        games[at(k)].table.totals[:] = 0


@kernel
def make_options(starts, rules, options, games):
    """Make every option in every game: row k * options + i is option i in game k.

    An option is a choice, and what to do if one may knock after it: 1 to knock, 0 to play on, -1 if there is nothing to say.
    """
    rules = rules[0]
    for k in range(len(starts)):
        for i in range(len(options)):
            game = games[at(k * len(options) + i)]
            games[at(k * len(options) + i)] = starts[at(k)]
            carry_out(game, rules, options[at(i), 0])
            if game.table.phase == gin.MAY_KNOCK and options[at(i), 1] >= 0:
                carry_out(game, rules, gin.KNOCK if options[at(i), 1] else gin.PLAY_ON)


@kernel
def tell_fates(views, games, costs, fates):
    """The results of every game."""
    seat, turn = np.int64(views[0].table.turn), np.int64(views[0].table.turns)
    for i in range(len(games)):
        game, fate = games[at(i)], fates[at(i)]
        ended = game.table.phase == ENDED
        fate.cost = costs[at(i), at(seat)]
        fate.result = game.result if ended else gin.NOBODY
        fate.winner = game.winner if ended else gin.NOBODY
        fate.took = game.table.turns > turn + 1 and took_in(game.table, turn + 1)
