"""What Oh Hell tells the rest of cardshark beside its rules: see `cardshark.games.plug`."""

from typing import Any

import numpy as np

from cardshark_ohhell.rules import Rules

NAME = "ohhell"
TITLE = "Oh Hell"
LOWEST_WINS = False
COUNTED = ("made",)
CYCLE = 12 * 19 * 5  # every dealer among 3 or 4 meets every size of every preset equally often: the rows have 19, 1 and 5 hands


def seats(rules: Rules) -> int:
    """The number of players."""
    return rules.players


def begin_at(games: np.ndarray, numbers: Any) -> None:
    """Let matches that were not dealt yet begin at these hand numbers, which decide the size and the dealer."""
    games["first"] = numbers


def hands_played(games: np.ndarray) -> np.ndarray:
    """How many hands of each match were played to their end."""
    return games["table"]["hand_number"] - games["first"]


def hand_points(games: np.ndarray, rules: Rules) -> np.ndarray:
    """What each seat scored in the hand that was finished last, one match a row."""
    return games["scores"][:, : rules.players]


def is_public(phase: int, choice: int) -> bool:
    """Does everybody see this choice? Bids and cards are open."""
    return True
