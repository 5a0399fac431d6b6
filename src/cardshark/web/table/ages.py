"""A learner at several ages: its younger selves as opponents, and how its opinion of a position changed while it learned.

Younger selves lie beside the file of a brain that was trained with `--keep N` (learning/growth.py).
"""

from pathlib import Path
from typing import Any

import numpy as np

from cardshark.cards import name
from cardshark.learning.growth import age_of, younger
from cardshark.players import seat
from cardshark.players.brain_file import SUFFIX, path_of
from cardshark.text import UserError, split_options
from cardshark.web.brains import brain_of
from cardshark.web.games import page_of

UNITS = {"network": "points", "falcon": "strength", "rummy": "worth"}  # what a value is, for each player that has ages


def ages(player: str) -> list[str]:
    """The texts that name a player at all its ages, youngest first and grown up last; nothing if none were kept."""
    try:
        kind, options = split_options(player)
        brain = options.get("brain", "")
        if kind not in UNITS or not brain.endswith(SUFFIX):
            return []
        path = path_of(brain)
        out = grown_file(path)
        settings = settings_of(out)
        found = [path.with_name(each.name) for each in younger(out) if settings_of(each) == settings] if settings else []
    except UserError:
        return []  # a brain that cannot be read has no ages; the reason is given when it is asked to play
    if not found:
        return []
    itself = player if out == path else player_text(kind, {**options, "brain": str(out)})
    return [*(player_text(kind, {**options, "brain": str(each)}) for each in found), itself]


def grown_file(path: Path) -> Path:
    """The file of the brain that a younger self became."""
    return path if age_of(path) is None else path.with_name(path.stem.rpartition(".age")[0] + SUFFIX)


def settings_of(path: Path) -> dict[str, Any] | None:
    """How a brain was trained; None if nobody knows, or it cannot be read."""
    try:
        return brain_of(path).settings
    except UserError:
        return None


def player_text(kind: str, options: dict[str, str]) -> str:
    """A player as one would type it."""
    return f"{kind}:" + ",".join(f"{option}={value}" for option, value in options.items())


def unit(player: str) -> str:
    """The unit of a player's opinions.

    points: what a card is expected to cost; few are good. strength: that of the action that plays a card, 0 to 1; high is good.
    worth: that of the hand after a discard, 0 to 1; high is good.
    """
    return UNITS.get(split_options(player)[0], "")


def opinions(players: list[str], game: Any, rules: Any, view: Any) -> tuple[list[int], dict[str, list[float | None]]]:
    """How many games each of these players had learned from, and its value of every choice that any of them values.

    `view` is a record of the game's VIEW, or an array of one. None stands where a player has no opinion yet.
    """
    views = np.asarray(view, game.VIEW).reshape(1).copy()
    views.flags.writeable = False  # as in the loop, so that kernels are compiled once
    games, rows = [], []
    for text in players:
        player: Any = seat(text)
        if split_options(text)[0] not in UNITS:
            raise UserError(f"{text} has no opinion that can be shown: a network, falcon or rummy with a brain has one")
        player.sit(game, rules)
        games.append(int(player._brain.about.get("games") or 0))
        values = page_of(game.NAME).opinions(player, views)
        rows.append(-values if unit(text) == "points" else values)
    choices = [choice for choice in range(64) if any(np.isfinite(row[choice]) for row in rows)]
    return games, {name(choice): [float(row[choice]) if np.isfinite(row[choice]) else None for row in rows] for choice in choices}
