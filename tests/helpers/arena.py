"""Who meets whom in the tests of the arena, what of a result lasts, and pieces of work that workers can import."""

import dataclasses
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from cardshark.arena.duel import duel
from cardshark.arena.records import Piece, PlayedPiece
from cardshark.games import hearts
from cardshark.jit import compiling
from cardshark.players import seat
from cardshark.players.player import Bot


class Duck(Bot):
    """Stays low, and throws its highest card away when that is free."""

    def play(self, view):
        follows = view.phase == hearts.PLAY and (view.played == view.start or view.choices[0] >> 4 == view.led)
        return (min if follows else max)(view.choices, key=lambda card: card & 15)


def lasting(found: Any) -> dict[str, Any]:
    """What of a result can be reproduced: everything but the clocks."""
    return {name: value for name, value in dataclasses.asdict(found).items() if "second" not in name}


AMERICAN = hearts.PRESETS["american"]
RANDOM = ("random too", seat("random"))  # another object than the text `random` gets, so that two players are asked


def duck(**settings):
    """A duel between a duck and a random player."""
    return duel(hearts, AMERICAN, ("duck", Duck()), "random", **settings)


def complain(error: type[Exception], number: int) -> int:
    """Work that goes wrong after a while."""
    if number > 2:
        raise error(f"{number} is too much")
    return number


def nap(number: int) -> int:
    """Work that takes long after a while; who does it."""
    if number > 2:
        time.sleep(60)
    return os.getpid()


def look_around(play: Callable[[Piece], PlayedPiece], piece: Piece) -> dict[str, Any]:
    """A piece of a duel, who plays it, what that process has imported, and how long it waited for kernels."""
    with compiling() as waited:
        sums = play(piece).moments["deals"].to_json()
    return {"who": os.getpid(), "modules": list(sys.modules), "waited": waited(), "sums": sums}
