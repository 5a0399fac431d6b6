"""Gin rummy: rules as values (`rules`), what a game is made of (`state`), the rule book (`game`), melds, the
showdown, the score, and hands as text.

Other rooms use the names below, of which `cardshark.games.plug` explains those that every game has; `from cardshark.games
import gin` is all they need.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardshark.games.gin.about import COUNTED, CYCLE, LOWEST_WINS, NAME, TITLE, begin_at, hand_points, hands_played, is_public, seats
from cardshark.games.gin.game import (
    choose,
    choose_all,
    deal_these,
    discard,
    draw_from,
    finish_turn,
    leave_upcard,
    legal,
    look_all,
    pass_turn,
    restock,
    start_all,
    step_all,
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
    """`text` is imported when somebody asks for it: an edit there must not compile the kernels of all who import this file again."""
    if name == "text":
        return import_module("cardshark.games.gin.text")
    raise AttributeError(f"gin has no {name!r}")
