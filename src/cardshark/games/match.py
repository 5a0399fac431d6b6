"""One match, step by step: what a file, a person or a web page plays with. (Many at once: `cardshark.play`.)"""

from types import ModuleType
from typing import Any

import numpy as np

from cardshark.cards import permits
from cardshark.games import house


class Single:
    """One match of a game, from its two words of chance."""

    def __init__(self, game: ModuleType, rules: Any, deals: int = 0, luck: int = 0, first: int = 0) -> None:
        self.game, self.rules = game, rules
        self.record = house.record(rules)
        self.games: np.ndarray = np.zeros(1, game.GAME)
        self.games["deals"], self.games["luck"] = deals, luck
        if "first" in game.GAME.names:
            self.games["first"] = first
        self.views = np.zeros(1, game.VIEW)
        self.rows = np.zeros(1, np.uint32)
        game.start_all(self.games, self.record)

    @property
    def state(self) -> Any:
        """The whole game, hidden cards and all: for referees, not for players."""
        return self.games[0]

    @property
    def over(self) -> bool:
        """Is the match decided?"""
        return bool(self.state.table.phase == self.game.OVER)

    def view(self) -> Any:
        """What the seat in turn may know."""
        self.game.look_all(self.games, self.record, self.rows, self.views)
        return self.views[0]

    def allows(self, choice: int) -> bool:
        """May the seat in turn choose this?"""
        return bool(permits(np.uint64(self.view().legal), choice))

    def choose(self, choice: int) -> None:
        """Carry out a choice of the seat in turn."""
        self.view()
        if self.game.choose_all(self.games, self.record, self.rows, self.views, np.array([choice], np.int8)) < 0:
            raise ValueError(f"{choice} is not a legal choice here")
