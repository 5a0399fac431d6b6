"""What a policy needs to sit down at gin: what it sees, what a hand has cost so far, and the choices that melds decide."""

import numpy as np
from numpy.typing import NDArray

from cardshark.games.gin.planes import numbers, words
from cardshark.players.gin.policy.melding import lay_down_all
from cardshark.players.player import Choices, Views


def see(views: Views, rules: np.ndarray) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    """The words and numbers that the policy sees of these views."""
    return words(views, rules), numbers(views, rules)


def cost_so_far(views: Views) -> NDArray[np.float64]:
    """Nothing: a hand of gin is scored at its end."""
    return np.zeros(len(views))


def decide_by_rule(views: Views, choices: Choices) -> None:
    """Melds are laid down and cards are laid off in the best way, whatever the policy says."""
    lay_down_all(views, choices)


def is_passing(view: Views) -> bool:
    """Are cards passed now? Never at gin."""
    return False
