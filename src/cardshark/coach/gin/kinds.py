"""What kind of mistake a choice at gin was, by facts of the position that the seat knew. The most telling kind comes first."""

from typing import Any

import numpy as np

from cardshark.cards import card, listed, rank_of, suit_of
from cardshark.games.gin import melds

MUCH = 3  # points of deadwood by which one card is much higher than another
MOVES = {  # what was done, and what would have been better
    ("play_on", "knock"): "knocked_late",
    ("knock", "play_on"): "knocked_early",
    ("pass", "pile"): "left_useful",
    ("stock", "pile"): "left_useful",
    ("pile", "pass"): "took_useless",
    ("pile", "stock"): "took_useless",
}


def kind_of_mistake(view: Any, rules: Any, chosen: str, best: str) -> str:
    """The name of the kind; empty where no fact tells. Choices are named as in saved hands."""
    if (chosen, best) in MOVES:
        return MOVES[chosen, best]
    if not (is_card(chosen) and is_card(best)):
        return ""
    return kind_of_discard(int(view.hand), int(view.table.known[1 - int(view.table.turn)]), card(chosen), card(best))


def is_card(choice: str) -> bool:
    """Is this choice a card, and not a word?"""
    return len(choice) == 2


def kind_of_discard(hand: int, known: int, chosen: int, best: int) -> str:
    """A card went to the other player; `known` are cards that the other is known to hold."""
    if fits(chosen, known) and not fits(best, known):
        return "gave_wanted"
    if is_melded(hand, chosen) and not is_melded(hand, best):
        return "broke_meld"
    gap = int(melds.points(np.uint64(1 << best))) - int(melds.points(np.uint64(1 << chosen)))
    if gap >= MUCH:
        return "kept_high"
    rest = hand & ~(1 << chosen | 1 << best)
    return "broke_pair" if fits(chosen, rest) and not fits(best, rest) else ""


def fits(each: int, others: int) -> bool:
    """Does a card stand beside one of these, in rank or in its suit?"""
    return any(rank_of(other) == rank_of(each) or is_next(other, each) for other in listed(others))


def is_next(one: int, other: int) -> bool:
    """Do two cards stand beside each other in a run?"""
    return suit_of(one) == suit_of(other) and abs(low(one) - low(other)) == 1


def low(each: int) -> int:
    """The place of a card in a run, in which the ace comes before the deuce."""
    return (rank_of(each) + 1) % 13


def is_melded(hand: int, each: int) -> bool:
    """Does the least deadwood grow when this card goes?"""
    alone, rest = np.uint64(1 << each), np.uint64(hand & ~(1 << each))
    return int(melds.deadwood(rest)) > int(melds.deadwood(np.uint64(hand))) - int(melds.points(alone))
