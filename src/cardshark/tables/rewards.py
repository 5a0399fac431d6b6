"""What a seat has won or lost so far. Much is always good: where few points are good they count with a minus.

At two seats it is the lead over the other, so that what one wins the other loses.
"""

import numpy as np
from numpy.typing import NDArray

from cardshark.games.plug import Game
from cardshark.jit import at, kernel


@kernel
def reward_all(games, sign, seats, before, rewards):
    """What the seat in turn of each game has won since its last turn. `before` remembers where every seat stood then."""
    for i in range(len(games)):
        table = games[at(i)].table
        seat = at(table.turn)
        now = np.float32(table.totals[seat])
        if seats == 2:
            now -= np.float32(table.totals[at(1 - np.int64(table.turn))])
        now = now * np.float32(sign) + np.float32(0)  # nobody wants to see -0.0
        rewards[i] = now - before[i, seat]
        before[i, seat] = now


def score_rewards(game: Game, games: np.ndarray, by_card: bool, before: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the seats in turn have won since their last turns, by the score: `by_card` makes no difference."""
    found = np.empty(len(games), np.float32)
    reward_all(games, -1 if game.LOWEST_WINS else 1, before.shape[1], before, found)
    return found


def standings(game: Game, games: np.ndarray, seats: int) -> NDArray[np.float32]:
    """Where each seat stands by the score alone, one game a row."""
    return standings_by(game, games["table"]["totals"][:, :seats])


def standings_by(game: Game, totals: np.ndarray) -> NDArray[np.float32]:
    """The same from the totals."""
    found = (-1 if game.LOWEST_WINS else 1) * totals.astype(np.float32) + np.float32(0)  # nobody wants to see -0.0
    return found - found[:, ::-1] if totals.shape[1] == 2 else found


def wins_by(game: Game, totals: np.ndarray) -> NDArray[np.float32]:
    """What each seat has won of a match: 1 for the winner, shared among equals."""
    best = totals.min(axis=1) if game.LOWEST_WINS else totals.max(axis=1)
    first = totals == best[:, None]
    return (first / first.sum(axis=1, keepdims=True)).astype(np.float32)
