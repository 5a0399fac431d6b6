"""The player, game and training of the brain in a file, for lobby, tables and lab."""

from pathlib import Path
from typing import Any, NamedTuple

from cardshark.players.brain_file import read as read_brain
from cardshark.web.read_once import read_once


class Learned(NamedTuple):
    """What a brain says of itself."""

    player: str  # who plays with it
    game: str
    games: Any  # how many it learned from, where that is known
    settings: dict[str, Any] | None  # how it was trained: its younger selves say the same


@read_once
def brain_of(path: Path) -> Learned:
    """The brain in a file."""
    brain = read_brain(path)
    return Learned(brain.PLAYER, brain.GAME, brain.about.get("games"), brain.about.get("settings"))
