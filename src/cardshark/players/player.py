"""What a player is, and the easy way to write one in plain Python."""

from functools import cache
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.games.views import unpack
from cardshark.text import UserError, brief

Views = np.ndarray  # records of a game's VIEW, one a row
Choices = NDArray[np.int8]  # the numbers of the chosen bits of `legal`, one a row
Rows = NDArray[np.uint32]  # the numbers of the tables, one a row

CHUNK = 128  # views turned into Python objects at a time; more would keep the garbage collector busy


class IllegalChoice(Exception):
    """A player chose what the rules do not allow; the text names the player."""


class Player:
    """A player: `sit` tells it the game, `choose` asks it for choices.

    A player with a memory writes `choose(self, views, choices, rows=None)`: `rows` are the numbers of the tables, small whole numbers, so
    that it can keep what it remembers in an array. It may sit on several seats of a table, so it remembers by table and seat.
    """

    def sit(self, game: Any, rules: Any) -> None:
        """Get ready for a game (a module like `cardshark.games.hearts`) by these rules."""

    def begin(self, rows: Rows) -> None:
        """Matches begin at these tables: forget what was remembered of them."""

    def choose(self, views: Views, choices: Choices) -> None:
        """Write into each row of `choices` one of the bits of that row's `legal`."""
        raise NotImplementedError


def has_choose(kind: Any) -> bool:
    """Does this class define its own `choose`?"""
    return getattr(kind, "choose", None) not in (None, Player.choose, Bot.choose)


def has_play(kind: Any) -> bool:
    """Does this class define its own `play`?"""
    return getattr(kind, "play", None) not in (None, Bot.play)


def takes(method: Any, *arguments: str) -> bool:
    """Can this method be called with so many arguments?"""
    try:
        signature(method).bind(*arguments)
    except TypeError:
        return False
    return True


def missing_in(player: Any) -> str:
    """The method that an object lacks to be a player; nothing if it has it."""
    if has_choose(type(player)):
        right = takes(player.choose, "views", "choices") or takes(player.choose, "views", "choices", "rows")
        return "" if right else "choose(self, views, choices)"
    if has_play(type(player)):
        return "" if takes(player.play, "view") else "play(self, view)"
    return "play(self, view) or choose(self, views, choices)"


def check_player(given: Any) -> Player:
    """An object that can sit down, as it is; anything else is refused."""
    if isinstance(given, type) and issubclass(given, Player):
        raise UserError(f"{given.__name__} is a class, not a player: hand in an object of it, as {given.__name__}()")
    if not isinstance(given, Player):
        raise UserError(f"{brief(given)} is not a player: hand in a text, or an object whose class inherits from Bot or Player")
    check_methods(given, type(given).__name__)
    return given


def check_methods(player: Any, name: str) -> None:
    """Refuse an object that cannot be asked for choices."""
    missing = missing_in(player)
    if missing:
        raise UserError(f"{name} is not a player: it needs a method {missing}")


@cache
def takes_rows(kind: type) -> bool:
    """Do players of this class want to know at which tables they are asked?"""
    return len(signature(kind.choose).parameters) > 3  # type: ignore[attr-defined]


def ask_player(player: Any, views: Views, choices: Choices, rows: Rows | None = None) -> None:
    """Ask a player for choices, with the numbers of the tables if it wants them. Without `rows` these are 0, 1, and so on."""
    if not takes_rows(type(player)):
        player.choose(views, choices)
    else:
        player.choose(views, choices, np.arange(len(views), dtype=np.uint32) if rows is None else rows)


class Bot(Player):
    """A player in plain Python: write `play`, which sees one view and returns one of `view.choices`."""

    def __repr__(self) -> str:
        return type(self).__name__

    def play(self, view: Any) -> int:
        """Choose for one seat of one game."""
        raise NotImplementedError

    def choose(self, views: Views, choices: Choices) -> None:
        """Ask `play` for every row."""
        for start in range(0, len(views), CHUNK):
            chosen = [self.play(view) for view in unpack(views[start : start + CHUNK])]
            for choice in chosen:
                if not isinstance(choice, (int, np.integer)) or not 0 <= choice < 64:
                    raise IllegalChoice(f"{self} chose {choice!r}, which is not a number from 0 to 63")
            choices[start : start + CHUNK] = chosen
