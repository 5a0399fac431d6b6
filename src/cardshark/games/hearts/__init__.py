"""Hearts: rules as values (`rules`), what a game is made of (`state`), the rule book (`game`), the score, and hands as text.

Other rooms use the names below; `from cardshark.games import hearts` is all they need.
"""

from cardshark.games.hearts.game import (
    EMPTY,
    JACK_OF_CLUBS,
    JACK_OF_DIAMONDS,
    QUEEN_OF_SPADES,
    choose_all,
    cost,
    deal_these,
    finish_hand,
    hand_points,
    lay_card,
    legal_cards,
    legal_passes,
    look_all,
    next_luck,
    pass_card,
    play_card,
    seats,
    start_all,
    step_all,
)
from cardshark.games.hearts.rules import LONGEST, NOBODY, PRESETS, SEATS
from cardshark.games.hearts.score import score_hand
from cardshark.games.hearts.state import GAME, NO_CARD, OVER, PASS, PLAY, TABLE, VIEW

__all__ = [
    "EMPTY", "GAME", "JACK_OF_CLUBS", "JACK_OF_DIAMONDS", "LONGEST", "NOBODY", "NO_CARD", "OVER", "PASS", "PLAY", "PRESETS",
    "QUEEN_OF_SPADES", "SEATS", "TABLE", "VIEW", "choose_all", "cost", "deal_these", "finish_hand", "hand_points", "lay_card",
    "legal_cards", "legal_passes", "look_all", "next_luck", "pass_card", "play_card", "score_hand", "seats", "start_all", "step_all",
]  # fmt: skip
