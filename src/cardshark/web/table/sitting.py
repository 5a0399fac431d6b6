"""How players sit down at a table of the browser, are asked, and are sent away.

Players of the lab think in the server's own threads. One from a file or a program thinks in a process of its own, and has so many
seconds for a choice (`SECONDS`): then, or when its table is left, the process is ended.
"""

from typing import Any

import numpy as np

from cardshark.cards import permits
from cardshark.players import is_file, is_program
from cardshark.players import seat as player_named
from cardshark.players.apart import Apart
from cardshark.players.external import Program
from cardshark.players.player import IllegalChoice, Player, ask_player
from cardshark.text import UserError
from cardshark.web.table.table import TableMatch

SECONDS = 20.0  # that a player from outside has for a choice
MOST_SECONDS = 3600.0


def check_seconds(seconds: float) -> float:
    """The seconds for a choice, if they are in range."""
    if not 0.1 <= seconds <= MOST_SECONDS:
        raise UserError(f"a player may have 0.1 to {MOST_SECONDS:g} seconds for a choice, not {seconds:g}")
    return seconds


def is_outside(text: str) -> bool:
    """Does a text name a player from a file, or a program?"""
    return is_file(text) or is_program(text)


def seat_player(text: str, table: TableMatch, seconds: float = SECONDS) -> Player:
    """A player who has sat down at a table."""
    player = Apart(text, seconds) if is_file(text) else player_named(text)
    if isinstance(player, Program):
        player.seconds = min(player.seconds, seconds)
    try:
        player.sit(table.game, table.rules)
        player.begin(np.zeros(1, np.uint32))  # it has this one table
    except BaseException:
        dismiss(player)
        raise
    return player


def ask(player: Player | None, views: np.ndarray) -> int:
    """What a player chooses in this position."""
    assert player is not None
    choices, shown = np.full(1, -1, np.int8), views.copy()  # a copy, or a player could keep it and look at it later
    shown.flags.writeable = False  # as in the loop, so that kernels are compiled once
    ask_player(player, shown, choices)
    chosen = int(choices[0])
    if not permits(np.uint64(views["legal"][0]), chosen):
        raise IllegalChoice(f"{player} chose {chosen}, which is not legal here")
    return chosen


def dismiss(player: Any) -> None:
    """Send a player away. If it has a process of its own, that ends at once, even while it thinks."""
    if isinstance(player, (Apart, Program)):
        player.dismiss()
