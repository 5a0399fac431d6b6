"""Points lost a decision: what somebody's choices cost more than the best ones, on average, and how sure that is.

A hand is the unit: its decisions hang together, so the interval comes from how much hands differ, not decisions. Forced choices do not
count. A choice is compared with the one that looked best, which flatters that one a little; it does so for everybody, so people and
players of the lab, judged by the same coach, can be compared. What players lose was measured by `python docs/points_lost.py`.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from math import inf, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from cardshark.coach.judges import Judge
from cardshark.coach.review import review
from cardshark.distributions import student_reach
from cardshark.hands.hand import PlayedHand

MEASURED = Path(__file__).with_suffix(".json")


class Lost(NamedTuple):
    """What was lost in a hand, and in how many decisions."""

    points: float
    decisions: int


class Rate(NamedTuple):
    """Points lost a decision, with a 95 % interval; it reaches to infinity where one hand is all there is."""

    mean: float
    low: float
    high: float
    decisions: int
    hands: int


def lost_in(hand: PlayedHand, seat: int, judge: Judge | None = None) -> Lost:
    """What a seat has lost in a finished hand."""
    decisions = [each for each in review(hand, seat, judge=judge)["decisions"] if not each["forced"]]
    return Lost(sum(each["cost"] for each in decisions), len(decisions))


def rate(hands: Iterable[Lost]) -> Rate:
    """Points lost a decision in these hands: a ratio of two sums, whose error comes from how much the hands differ."""
    some = [hand for hand in hands if hand.decisions]
    count, decisions = len(some), sum(hand.decisions for hand in some)
    if not decisions:
        return Rate(0.0, 0.0, inf, 0, 0)
    mean = sum(hand.points for hand in some) / decisions
    if count < 2:
        return Rate(mean, 0.0, inf, decisions, count)
    spread = sum((hand.points - mean * hand.decisions) ** 2 for hand in some) * count / (count - 1)
    reach = student_reach(0.95, count - 1.0) * sqrt(spread) / decisions
    return Rate(mean, max(mean - reach, 0.0), mean + reach, decisions, count)


@lru_cache(1)
def measured() -> dict[str, Any]:
    """By game, rules and player: mean, low, high, decisions, hands."""
    return json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}


def rate_of_player(game: str, rules: str, player: str) -> Rate | None:
    """What a player of the lab loses a decision by rules that have a ladder; None where nobody measured it."""
    found = measured().get(game, {}).get(rules, {}).get(player)
    return Rate(*found) if found else None
