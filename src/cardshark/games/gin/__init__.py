"""Gin rummy.

    rules      house rules as values           text       hands as lines of a transcript
    state      what a game is made of          position   what a seat may know, as lines
    melds      sets, runs and deadwood         names      choices by name, declared melds
    game       the rule book                   about      what the game says of itself
    showdown   what follows a knock            batch      the kernels: many games at once
    score      what a match is worth           read_position   a position from its lines; `turns` plays its turns again

Other rooms write `from cardshark.games import gin` and use the names below. `cardshark.games.plug` explains the names that every
game has.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardshark.games.gin.about import COUNTED, CYCLE, LOWEST_WINS, NAME, TITLE, begin_at, hand_points, hands_played, is_public, seats
from cardshark.games.gin.batch import choose_all, deal_these, look_all, restock, start_all, step_all
from cardshark.games.gin.game import (
    choose,
    discard,
    draw_from,
    finish_turn,
    leave_upcard,
    legal,
    pass_turn,
)
from cardshark.games.gin.rules import PRESETS
from cardshark.games.gin.state import (
    BIG_GIN,
    DISCARD,
    DONE,
    DRAW,
    GAME,
    HAND_SIZE,
    KNOCK,
    LAY_OFF,
    MAY_KNOCK,
    MEMORY,
    NOBODY,
    OFFER,
    OVER,
    PASS,
    PHASES,
    PILE,
    PLAY_ON,
    SEATS,
    SPREAD,
    STOCK,
    TABLE,
    VIEW,
)

if TYPE_CHECKING:
    from cardshark.games.gin import text

__all__ = [
    "BIG_GIN", "COUNTED", "CYCLE", "DISCARD", "DONE", "DRAW", "GAME", "HAND_SIZE", "KNOCK", "LAY_OFF", "LOWEST_WINS", "MAY_KNOCK", "MEMORY",
    "NAME", "NOBODY", "OFFER", "OVER", "PASS", "PHASES", "PILE", "PLAY_ON", "PRESETS", "SEATS", "SPREAD", "STOCK", "TABLE", "TITLE", "VIEW",
    "begin_at", "choose", "choose_all", "deal_these", "discard", "draw_from", "finish_turn", "hand_points", "hands_played", "is_public",
    "leave_upcard", "legal", "look_all", "pass_turn", "restock", "seats", "start_all", "step_all", "text",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import `text` only when it is asked for: else an edit there would recompile the kernels of everyone who imports this file."""
    if name == "text":
        return import_module("cardshark.games.gin.text")
    raise AttributeError(f"gin has no {name!r}")
