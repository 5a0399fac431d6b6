"""Players asked without a table: they sit down, are shown views, choose, and say what they think."""

from typing import Any

import numpy as np

from cardshark.players import seat


def seated(text: str, game: Any, rules: Any) -> Any:
    """The player of this name, who knows the rules."""
    player = seat(text)
    player.sit(game, rules)
    return player


def chosen(player: Any, views: np.ndarray) -> list[int]:
    """What a player chooses in these views."""
    choices = np.full(len(views), -1, np.int8)
    player.choose(shown(views), choices)
    return choices.tolist()


def thought_about(player: Any, views: np.ndarray) -> tuple[Any, list[int]]:
    """What a player thinks of these views, and what it chooses."""
    choices = np.full(len(views), -1, np.int8)
    return player.think(shown(views), choices), choices.tolist()


def shown(views: np.ndarray) -> np.ndarray:
    """The same views, but nobody can write into them: kernels are compiled once, for these."""
    found = views.view()
    found.flags.writeable = False
    return found
