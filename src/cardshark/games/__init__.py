"""The games that can be played, by name."""

from importlib import import_module
from types import ModuleType

from cardshark.text import choice

GAMES = {"hearts": "cardshark.games.hearts", "gin": "cardshark.games.gin"}


def game(name: str) -> ModuleType:
    """The rules of a game; imported when asked for, because that prepares its kernels."""
    return import_module(GAMES[choice("game", name, GAMES)])


def text_of(name: str) -> ModuleType:
    """How a hand of a game is written down."""
    return game(name).text
