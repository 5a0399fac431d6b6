"""The columns of an export, and what its file says of itself."""

from typing import Any, NamedTuple

import numpy as np

from cardshark import __version__
from cardshark.tables.observing import Observer

FORMAT = 1
COUNTS = ("rows", "valued")  # what is known when a file is finished


class Column(NamedTuple):
    """One column: its name, the kind of its numbers, how many of them a row has, and what they mean."""

    name: str
    kind: str
    each: str  # one number a row, or one for each of the game's `planes` or `actions`
    meaning: str


ONE, PLANES, ACTIONS = "one", "planes", "actions"
COLUMNS = [
    Column("deal", "int64", ONE, "the number of the deal, or of the match, in the stream of the seed"),
    Column("hand", "int32", ONE, "the number of the hand in its match; of single hands it decides where cards are passed, or who deals"),
    Column("step", "int32", ONE, "how many choices were made before in this match, by all seats"),
    Column("seat", "int8", ONE, "the seat that chooses"),
    Column("player", "int8", ONE, "who sits there: a place in the list `players`"),
    Column("phase", "int8", ONE, "what is decided: a place in the list `phases`"),
    Column("words", "uint64", PLANES, "everything that the seat may know, 64 bits for each plane of the list `planes`"),
    Column("legal", "uint64", ONE, "the legal choices: bit c stands for choice c"),
    Column("choice", "int8", ONE, "what was chosen, 0 to 63"),
    Column("values", "float32", ACTIONS, "what the player expects of each choice, in its unit; much is good; NaN where it has no opinion"),
    Column("errors", "float32", ACTIONS, "the standard errors of the values; NaN where the player does not know them"),
    Column("policy", "float32", ACTIONS, "how much the player is for each choice; a row adds up to 1"),
    Column("score", "int32", ONE, "what the seat scored in this hand, as it is written on the score sheet"),
    Column("total", "int32", ONE, "what the seat had at the end of the match"),
    Column("won", "float32", ONE, "1 if the seat won the match, 0 if not; equals share it"),
]


def row_type(observer: Observer) -> np.dtype:
    """A row of the table as a record."""
    widths: dict[str, Any] = {ONE: (), PLANES: (len(observer.of_game.PLANES),), ACTIONS: (len(observer.actions),)}
    return np.dtype([(column.name, column.kind, widths[column.each]) for column in COLUMNS])


def describe_numbers(observer: Observer) -> dict[str, Any]:
    """What the numbers of a game mean: lists that columns refer to."""
    return {
        "lowest_wins": observer.game.LOWEST_WINS,
        "phases": list(observer.game.PHASES),
        "planes": [plane.name for plane in observer.of_game.PLANES],
        "actions": observer.actions.tolist(),
    }


def head(settings: dict[str, Any]) -> dict[str, Any]:
    """The beginning of what a file says of itself: what made it. Files with the same head have the same rows."""
    return {"cardshark": "export", "format": FORMAT, "version": __version__, **settings}


def difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """The first thing that two files say differently; nothing if there is none."""
    return next((name for name in {**one, **other} if one.get(name) != other.get(name)), "")
