"""What Hearts tells the other rooms beside its rules: see `cardshark.games.plug`."""

from typing import Any

import numpy as np

from cardshark.games.hearts.rules import Rules
from cardshark.games.hearts.state import PASS

NAME: str = "hearts"
TITLE: str = "Hearts"
LOWEST_WINS: bool = True
COUNTED: tuple[str, ...] = ("moons",)
CYCLE: int = 12  # the passing cycle has 4 hands, or 3 where nobody sits across


def seats(rules: Rules) -> int:
    """The number of players."""
    return rules.players


def begin_at(games: np.ndarray, numbers: Any) -> None:
    """Let matches that were not dealt yet begin at these hand numbers; a hand's number is its place in the passing cycle."""
    games["first"] = numbers


def hands_played(games: np.ndarray) -> np.ndarray:
    """How many hands of each match were played to their end."""
    return games["table"]["hand_number"] - games["first"]


def hand_points(games: np.ndarray, rules: Rules) -> np.ndarray:
    """What each seat scored in the hand that was finished last, one match a row."""
    return games["scores"][:, : rules.players]


def is_public(phase: int, choice: int) -> bool:
    """Does everybody see this choice? Only giver and taker know which cards are passed."""
    return phase != PASS
