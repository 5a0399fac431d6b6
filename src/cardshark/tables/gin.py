"""What a seat of gin rummy may know, as numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import ALL, listed, single
from cardshark.games.gin.planes import PLANES, hidden, numbers, words
from cardshark.games.gin.rules import Rules
from cardshark.games.gin.state import BIG_GIN, DONE, KNOCK, PASS, PILE, PLAY_ON, STOCK
from cardshark.games.planes import room
from cardshark.jit import at, kernel, rule
from cardshark.players.gin.rummy.brain import MINE, PILED, STATES, THEIRS, UNKNOWN, WORTH
from cardshark.tables.observing import Inputs, no_such_inputs
from cardshark.tables.rewards import score_rewards as rewards

__all__ = ["INPUTS", "PLANES", "actions", "hidden", "input_list", "rewards", "words"]

CARDS = 52
INPUTS = {
    "paper": "one number a card, as the rummy paper has it: 2 mine, -2 the other player's, -1 on the pile, 0 unknown",
    "four": "four numbers a card, one of which is 1: mine, the other player's, on the pile, unknown",
    "deadwood": "deadwood in tens: after each discard by the number of the card, 0 where it is not mine; then of the hand as it is, "
    "and the least after taking the top of the pile",
}


def actions(rules: Rules) -> list[int]:
    """All cards, and the moves that are no cards. Ways to lay down a hand are numbered from 0, so they are among these."""
    return sorted([*listed(int(ALL)), STOCK, PILE, PASS, KNOCK, PLAY_ON, BIG_GIN, DONE])


# ---- inputs of networks ----


def input_list(name: str, rules: Any) -> Inputs:
    """The inputs of a network by this name."""
    found = {"paper": paper_inputs, "four": four_inputs, "deadwood": numbers}
    if name not in found:
        raise no_such_inputs(name, INPUTS)
    return found[name]


@rule
def state_of(view, theirs, place):
    """What the seat in turn knows of a card, by its place in the deck."""
    card = single((place // 13) * 16 + place % 13)
    if view.hand & card:
        return MINE
    if theirs & card:
        return THEIRS
    return PILED if view.table.piled & card else UNKNOWN


@kernel
def write_worth(views, worth, found):
    """One number for each card, by its state."""
    for i in range(len(views)):
        theirs = views[i].table.known[at(1 - np.int64(views[i].table.turn))]
        for place in range(CARDS):
            found[at(i), at(place)] = worth[at(state_of(views[i], theirs, place))]


@kernel
def write_states(views, found):
    """A one for each card, in the column of its state."""
    for i in range(len(views)):
        theirs = views[i].table.known[at(1 - np.int64(views[i].table.turn))]
        for place in range(CARDS):
            found[at(i), at(STATES * place + state_of(views[i], theirs, place))] = np.float32(1.0)


def paper_inputs(views: np.ndarray, rules: np.ndarray, out: Any = None) -> NDArray[np.float32]:
    """One number a card."""
    found = room(out, len(views), CARDS, np.float32)
    write_worth(views, WORTH, found)
    return found


def four_inputs(views: np.ndarray, rules: np.ndarray, out: Any = None) -> NDArray[np.float32]:
    """Four numbers a card."""
    found = room(out, len(views), STATES * CARDS, np.float32)
    found[:] = 0
    write_states(views, found)
    return found
