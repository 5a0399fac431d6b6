"""What gin rummy tells the other rooms beside its rules: see `cardshark.games.plug`."""

from typing import Any

import numpy as np

from cardshark.games.gin.rules import Rules
from cardshark.games.gin.state import KNOCK, MAY_KNOCK, SEATS

NAME: str = "gin"
TITLE: str = "Gin rummy"
LOWEST_WINS: bool = False
COUNTED: tuple[str, ...] = ()
CYCLE: int = 1  # every hand is like the others


def seats(rules: Rules) -> int:
    """The number of players."""
    return SEATS


def begin_at(games: np.ndarray, numbers: Any) -> None:
    """Let matches that were not dealt yet begin at these hand numbers, seat 1 dealing."""
    games["table"]["hand_number"] = numbers


def hands_played(games: np.ndarray) -> np.ndarray:
    """How many hands of each match were played to their end, void ones included."""
    return games["results"].sum(axis=1)


def hand_points(games: np.ndarray, rules: Rules) -> np.ndarray:
    """What each seat won in the hand that was finished last, one match a row."""
    return np.maximum(games["scores"], 0)


def is_public(phase: int, choice: int) -> bool:
    """Does the other player see this choice? They do not see that somebody could have knocked."""
    return phase != MAY_KNOCK or choice == KNOCK
