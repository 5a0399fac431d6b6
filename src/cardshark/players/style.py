"""What hand-made players of every game share: an option `epsilon`, a style as one record, and the one test for a slip."""

from typing import Any

import numpy as np

from cardshark.jit import rule
from cardshark.players.player import Player
from cardshark.text import UserError


def check_chance(name: str, value: float) -> None:
    """Refuse a number that is not a probability."""
    if not 0 <= value <= 1:
        raise UserError(f"{name} is a chance from 0 to 1, not {value}")


def as_slip_chance(chance: float) -> int:
    """A chance to slip for the kernels: in how many of 2 ** 32 decisions any legal choice is made."""
    return round(chance * 2**32)


@rule
def slips(slip_chance, luck):
    """Does a player slip now, and make any legal choice? 64 random bits decide; `slip_chance` is that of `as_slip_chance`."""
    return slip_chance > 0 and np.int64(luck >> np.uint64(32)) < slip_chance


def style_record(kind: np.dtype, player: Any) -> np.ndarray:
    """How a hand-made player plays, as one record: its options that are fields of the record, and its chance to slip."""
    found = np.zeros(1, kind)
    found["kind"] = player.kind
    for option, value in vars(player).items():
        if option in (kind.names or ()):
            found[option] = value
    found["slip_chance"] = as_slip_chance(player.epsilon)
    return found


def play_only(player: Player, game: Any, own: Any, title: str) -> None:
    """Refuse every game but a player's own."""
    if game is not own:
        raise UserError(f"{type(player).__name__.lower()} plays {title} only")
