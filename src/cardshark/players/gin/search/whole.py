"""Whole games of gin rummy that agree with all that a seat has seen: the other hand, what it drew, and the stock."""

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import draw
from cardshark.games.gin.state import MEMORY
from cardshark.jit import at, kernel, rule
from cardshark.players.gin.search.worlds import begin_walk, last_turn_of_other, oldest_turn, place_of, set_up_gin, took_in

NEXT_DEALS = 1 << 20  # a number of a world's stream that the deal itself does not use


@rule
def write_draws(table, drawn, draws):
    """What the other player drew in its turns: from the pile as everybody saw it, from the stock as it was imagined."""
    last = last_turn_of_other(table)
    for turn in range(last, oldest_turn(table, last) - 1, -2):
        place = place_of(turn)
        draws[place] = table.discards[at((turn - 1) & (MEMORY - 1))] if turn > 0 else table.upcard
        if not took_in(table, turn):
            draws[place] = drawn[place]


@kernel
def imagine_games(views, drawn, words, games):
    """Fill every game from one view and a word."""
    view = views[0]
    for i in range(len(games)):
        game, word = games[i], words[i]
        set_up_gin(view, begin_walk(view, word, drawn), word, game)
        game.deals = draw(word, NEXT_DEALS)
        if view.table.knocker < 0:  # after a knock nobody asks any more
            write_draws(view.table, drawn, game.draws[at(1 - np.int64(view.table.turn))])


def imagine(views: np.ndarray, rules: np.ndarray, words: NDArray[np.uint64], games: np.ndarray) -> None:
    """Fill every game with one that agrees with the one view; all hands are equally likely. Later hands are dealt anew."""
    views = views.view()
    views.flags.writeable = False  # as at the table, so that kernels are compiled once
    imagine_games(views, np.zeros(MEMORY // 2, np.int8), words, games)
