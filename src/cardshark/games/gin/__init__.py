"""Gin rummy: rules as values (`rules`), what a game is made of (`state`), the rule book (`game`), melds, the
showdown, the score, and hands as text.

Other rooms use the names below; `from cardshark.games import gin` is all they need.
"""

from cardshark.games.gin.game import (
    choose,
    choose_all,
    deal_these,
    discard,
    draw_from,
    finish_turn,
    hand_points,
    leave_upcard,
    legal,
    look_all,
    pass_turn,
    restock,
    seats,
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
    PILE,
    PLAY_ON,
    SEATS,
    SPREAD,
    STOCK,
    TABLE,
    VIEW,
)

__all__ = [
    "BIG_GIN", "DISCARD", "DONE", "DRAW", "GAME", "HAND_SIZE", "KNOCK", "LAY_OFF", "MAY_KNOCK", "MEMORY", "NOBODY", "OFFER", "OVER",
    "PASS", "PILE", "PLAY_ON", "PRESETS", "SEATS", "SPREAD", "STOCK", "TABLE", "VIEW", "choose", "choose_all", "deal_these",
    "discard", "draw_from", "finish_turn", "hand_points", "leave_upcard", "legal", "look_all", "pass_turn", "restock", "seats",
    "start_all", "step_all",
]  # fmt: skip
