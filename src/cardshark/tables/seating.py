"""Who sits where, from match to match: the learner, and opponents drawn by chance."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import Words, below, draw
from cardshark.jit import at, kernel
from cardshark.players import seat as player_named
from cardshark.players.player import Choices, Player, Views, check_player
from cardshark.text import UserError, brief

ROTATE = "rotate"
LEARNER = 0  # its number in a seating


class Learner(Player):
    """Stands for whoever calls `Tables.choose`. Nobody asks it."""

    def choose(self, views: Views, choices: Choices) -> None:
        raise RuntimeError("the learner chooses by `Tables.choose`")


@kernel
def draw_words(word, numbers, found):
    """The words of a stream with these numbers."""
    for i in range(len(numbers)):
        found[i] = draw(word, numbers[i])


@kernel
def draw_seating(words, learners, opponents, seating):
    """Let the learner sit where `learners` says so, and on every other seat one of the opponents, numbered from 1."""
    for i in range(len(words)):
        for seat in range(seating.shape[1]):
            drawn = 1 + below(draw(words[i], seat), opponents)
            seating[i, seat] = LEARNER if learners[i, seat] else drawn


@kernel
def list_turns_among(games, seating, among, rows, counts):
    """List for each player the tables among these at which it has the turn. No match may be over there."""
    counts[:] = 0
    for i in range(len(among)):
        table = among[at(i)]
        player = seating[table, games[table].table.turn]
        rows[player, counts[player]] = table
        counts[player] += 1


def words_of(word: np.uint64, numbers: NDArray[np.int64]) -> Words:
    """The words of a stream with these numbers."""
    found = np.empty(len(numbers), np.uint64)
    draw_words(word, numbers, found)
    return found


def read_opponents(opponents: Any, game: str) -> list[Player]:
    """The opponents: one or several, by name or as objects."""
    listed = [] if opponents is None else opponents if isinstance(opponents, (list, tuple)) else [opponents]
    if opponents is not None and not listed:
        raise UserError("opponents are one player or several; leave them out, and every seat is yours")
    return [player_named(each, game) if isinstance(each, str) else check_player(each) for each in listed]


def read_learner(learner: Any, seats: int) -> NDArray[np.bool_] | None:
    """The seats of the learner, or None where they change from match to match."""
    if isinstance(learner, str) and learner == ROTATE:
        return None
    given = learner.tolist() if isinstance(learner, np.ndarray) else learner
    listed = given if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    chosen = {int(seat) for seat in listed if is_seat(seat, seats)}
    if not listed or len(chosen) < len(listed):
        raise UserError(f"learner is {ROTATE!r}, a seat from 0 to {seats - 1}, or a list of seats, each once, not {brief(learner)}")
    return np.isin(np.arange(seats), list(chosen))


def is_seat(given: Any, seats: int) -> bool:
    """Is this the number of a seat?"""
    return isinstance(given, (int, np.integer)) and not isinstance(given, bool) and 0 <= int(given) < seats
