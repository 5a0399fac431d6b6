"""Modules under the names that they had before: what the README, the docs and the examples imported goes on working for one release.

An import of an old name gives the module that is there now, and a DeprecationWarning that says where it moved.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "cardshark.coach.hand": "cardshark.hands.played",
    "cardshark.coach.link": "cardshark.hands.link",
    "cardshark.games.melds": "cardshark.games.gin.melds",
    "cardshark.games.single": "cardshark.games.match",
    "cardshark.learning.falcon_rules": "cardshark.learning.falcon.rules",
    "cardshark.learning.falcon_school": "cardshark.learning.falcon.course",
    "cardshark.learning.feedback": "cardshark.learning.falcon.feedback",
    "cardshark.learning.percept_search": "cardshark.learning.falcon.percept_search",
    "cardshark.players.falcon_brain": "cardshark.players.hearts.falcon.brain",
    "cardshark.players.table": "cardshark.players.player",
    "cardshark.terminal_table": "cardshark.terminal.evening",
}


class MovedModules(MetaPathFinder, Loader):
    """Finds modules by their old names. It is asked last, so a module that is really there is never hidden."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Answer for the names in `MOVED` alone."""
        return ModuleSpec(fullname, self) if fullname in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module that is there now in the place of the old one."""
        old, new = module.__name__, MOVED[module.__name__]
        warnings.warn(f"{old} is now {new}; the old name will go with the next release", DeprecationWarning, stacklevel=2)
        sys.modules[old] = import_module(new)


def install() -> None:
    """Let old names be found, once."""
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.append(MovedModules())
