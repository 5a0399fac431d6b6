"""The coach of Hearts: its judge and the judge's words, what a review says of a hand, and how a page shows it.

Everybody asks through `cardshark.coach.judges`; the names below are those of its `Coach`.
"""

from cardshark.coach.hearts.hand import (
    BOTS,
    STAND_IN,
    TURN_TITLE,
    begin_with,
    list_passes,
    list_tricks,
    one_hand_rules,
    swap_cards,
    swap_hidden,
    turn_number,
)
from cardshark.coach.hearts.judge import HeartsJudge as Judge
from cardshark.coach.hearts.page import describe_result, show_hand

__all__ = [
    "BOTS", "STAND_IN", "TURN_TITLE", "Judge", "begin_with", "describe_result", "list_passes", "list_tricks", "one_hand_rules",
    "show_hand", "swap_cards", "swap_hidden", "turn_number",
]  # fmt: skip
