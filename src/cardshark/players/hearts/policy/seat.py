"""What a policy needs to sit down at Hearts: what it sees, what a hand has cost so far, and nothing that a rule decides for it."""

import numpy as np
from numpy.typing import NDArray

from cardshark.games import hearts
from cardshark.games.hearts.planes import words
from cardshark.players.player import Choices, Views


def see(views: Views, rules: np.ndarray) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    """The words and numbers that the policy sees of these views."""
    return words(views, rules), np.zeros((len(views), 0), np.float32)


def cost_so_far(views: Views) -> NDArray[np.float64]:
    """The points that each seat in turn has taken in this hand."""
    table = views["table"]
    return table["points"][np.arange(len(views)), table["turn"]].astype(np.float64)


def decide_by_rule(views: Views, choices: Choices) -> None:
    """Every choice is the policy's."""


def is_passing(view: Views) -> bool:
    """Are cards passed now?"""
    return bool(view["table"]["phase"][0] == hearts.PASS)
