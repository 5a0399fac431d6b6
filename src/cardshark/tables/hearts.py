"""What a seat of Hearts may know, as numbers. Seats are counted from the own one, to the left."""

from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import count, listed
from cardshark.games.hearts.planes import PLANES, hidden, words
from cardshark.games.hearts.rules import Rules
from cardshark.games.planes import room
from cardshark.games.plug import Game
from cardshark.jit import at, kernel
from cardshark.players.hearts.network.brain import Design, layout
from cardshark.players.hearts.network.features import FACTS, InputList, describe
from cardshark.tables.observing import Inputs, no_such_inputs

__all__ = ["INPUTS", "PLANES", "actions", "hidden", "input_list", "rewards", "words"]

INPUTS = {
    "lab": "what `train hindsight --inputs lab` sees",
    "thesis": "what the networks of the first network thesis see, with the usual reading of everything that its text leaves open",
}


def actions(rules: Rules) -> list[int]:
    """The cards of the deck."""
    return listed(int(rules.deck()))


# ---- inputs of networks ----


@kernel
def write_inputs(brain, views, rules, facts, found):
    """What a network of this design sees of every view."""
    facts = facts[0]
    for i in range(len(views)):
        describe(brain[0], facts, views[i].hand, views[i].table, rules[0])
        for k in range(facts.count):
            found[i, at(facts.rows[at(k)])] = facts.values[at(k)]


def input_list(name: str, rules: Any) -> Inputs:
    """The inputs of a network by this name."""
    if name not in INPUTS:
        raise no_such_inputs(name, INPUTS)
    return partial(network_inputs, brain_record(name, count(rules.deck()), int(rules.deck()).bit_count() // rules.players))


@lru_cache(16)
def brain_record(name: str, cards: int, hand_size: int) -> np.ndarray:
    """How a network of this name is laid out."""
    return layout(Design(inputs=InputList[name.upper()]), cards, hand_size)


def network_inputs(brain: np.ndarray, views: np.ndarray, rules: np.ndarray, out: Any = None) -> NDArray[np.float32]:
    """What a network sees of these views."""
    found = room(out, len(views), int(brain["widths"][0, 0]), np.float32)
    found[:] = 0
    write_inputs(brain, views, rules, np.zeros(1, FACTS), found)
    return found


# ---- rewards ----


@kernel
def reward_points(games, by_card, before, rewards):
    """What the seat in turn of each game has won since its last turn: points count when they are taken, or when the hand is scored."""
    for i in range(len(games)):
        table = games[at(i)].table
        seat = at(table.turn)
        now = np.float32(-(np.int64(table.totals[seat]) + (np.int64(table.points[seat]) if by_card else 0)))  # of whole numbers: no -0.0
        rewards[i] = now - before[i, seat]
        before[i, seat] = now


def rewards(game: Game, games: np.ndarray, by_card: bool, before: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the seats in turn have won since their last turns: points that they took count with a minus."""
    found = np.empty(len(games), np.float32)
    reward_points(games, by_card, before, found)
    return found
