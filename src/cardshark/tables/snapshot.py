"""Some tables as they stood: to go back, to start from one of their games, or to go on another day."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from cardshark.tables.dealing import WholeGame, of_game_named
from cardshark.text import whole_number


@dataclass(frozen=True)
class Snapshot:
    """Some tables as they stood: everything that `Tables.restore` needs."""

    game: Any
    rules: Any
    games: np.ndarray
    seating: np.ndarray
    numbers: np.ndarray
    steps: np.ndarray
    before: np.ndarray
    rewards: np.ndarray
    source: tuple[Any, ...]  # what else makes the future of these tables, in plain values

    def whole(self, table: int) -> WholeGame:
        """The game of one table, hidden cards and all: `Tables.from_position` starts many tables from it."""
        row = whole_number("the number of a table", table, 0, len(self.games) - 1)
        return WholeGame(self.game, self.rules, self.games[row : row + 1].copy())

    def __reduce__(self) -> tuple[Any, ...]:
        game, *others = (getattr(self, field.name) for field in fields(self))
        return of_game_named, (Snapshot, game.NAME, *others)
