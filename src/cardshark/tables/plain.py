"""What a seat of any game may know, as numbers: what every game says of itself."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.games.planes import Plane, room
from cardshark.tables.observing import Inputs, no_such_inputs
from cardshark.tables.rewards import score_rewards as rewards

__all__ = ["INPUTS", "PLANES", "actions", "hidden", "input_list", "rewards", "words"]

PLANES = [Plane("hand", "my cards"), Plane("legal", "what I may choose")]
INPUTS: dict[str, str] = {}


def actions(rules: Any) -> list[int]:
    """Any number may be a choice."""
    return list(range(64))


def words(views: np.ndarray, rules: np.ndarray, out: Any = None) -> NDArray[np.uint64]:
    """The planes of these views."""
    found = room(out, len(views), len(PLANES))
    found[:, 0], found[:, 1] = views["hand"], views["legal"]
    return found


def hidden(games: np.ndarray, seats: int, out: Any = None) -> NDArray[np.uint64]:
    """The hands of the other seats, the next one first."""
    others = (games["table"]["turn"][:, None].astype(np.int64) + np.arange(1, seats)) % seats
    found = room(out, len(games), seats - 1)
    found[:] = np.take_along_axis(games["hands"], others, axis=1)
    return found


def input_list(name: str, rules: Any) -> Inputs:
    """There are none."""
    raise no_such_inputs(name, INPUTS)
