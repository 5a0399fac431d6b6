"""The coach of gin rummy.

    judge     what every choice is worth, by a rule of thumb
    policy    what every choice is worth, by a policy
    futures   imagined hands as games that a policy plays on
    story     why a choice is better, as a story
    words     the same in numbers
    helpful   which cards would help
    hand      what a review tells of a hand
    kinds     what kind of mistake a choice was
    page      how a page shows it

Other rooms use it through `cardshark.coach.judges`; the names below are those of its `Coach`.
"""

from cardshark.coach.gin.hand import (
    BOTS,
    STAND_IN,
    TURN_TITLE,
    begin_with,
    is_passing,
    list_passes,
    list_tricks,
    one_hand_rules,
    show_moment,
    swap_cards,
    swap_hidden,
    turn_number,
    what_happened,
)
from cardshark.coach.gin.judge import GinJudge as Judge
from cardshark.coach.gin.kinds import kind_of_mistake
from cardshark.coach.gin.page import describe_result, show_hand
from cardshark.coach.gin.policy import GinPolicyJudge as PolicyJudge

__all__ = [
    "BOTS", "STAND_IN", "TURN_TITLE", "Judge", "PolicyJudge", "begin_with", "describe_result", "is_passing", "kind_of_mistake",
    "list_passes", "list_tricks", "one_hand_rules", "show_hand", "show_moment", "swap_cards", "swap_hidden", "turn_number",
    "what_happened",
]  # fmt: skip
