"""The coach of Hearts.

    judge     what every choice is worth, by a rule of thumb
    tries     every choice tried in the same imagined deals
    policy    what every choice is worth, by a policy
    passes    the pass as one decision: sets of cards
    pass_words  why a pass is better
    futures   imagined deals as games that a policy plays on
    story     why a choice is better, as a story
    words     the same in numbers
    hand      what a review tells of a hand
    kinds     what kind of mistake a choice was
    page      how a page shows it

Other rooms use it through `cardshark.coach.judges`; the names below are those of its `Coach`.
"""

from cardshark.coach.hearts.hand import (
    BOTS,
    STAND_IN,
    TURN_TITLE,
    begin_with,
    list_passes,
    list_tricks,
    one_hand_rules,
    show_moment,
    swap_cards,
    swap_hidden,
    turn_number,
    what_happened,
)
from cardshark.coach.hearts.judge import HeartsJudge as Judge
from cardshark.coach.hearts.kinds import kind_of_mistake
from cardshark.coach.hearts.page import describe_result, show_hand
from cardshark.coach.hearts.passes import is_passing
from cardshark.coach.hearts.policy import HeartsPolicyJudge as PolicyJudge

__all__ = [
    "BOTS", "STAND_IN", "TURN_TITLE", "Judge", "PolicyJudge", "begin_with", "describe_result", "is_passing", "kind_of_mistake",
    "list_passes", "list_tricks", "one_hand_rules", "show_hand", "show_moment", "swap_cards", "swap_hidden", "turn_number",
    "what_happened",
]  # fmt: skip
