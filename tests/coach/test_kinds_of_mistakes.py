"""Which kind of mistake it was, by facts: positions for which a card player would say the same."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cardshark.cards import card, cards, set_of
from cardshark.coach.gin.kinds import kind_of_mistake as at_gin
from cardshark.coach.hearts.kinds import kind_of_mistake as at_hearts
from cardshark.games import gin, hearts
from cardshark.games.hearts.rules import PRESETS

AMERICAN = PRESETS["american"]


def position(hand: str, trick: str = "", seen: str = "", points: tuple[int, ...] = (0, 0, 0, 0), phase: int = hearts.PLAY) -> Any:
    """What a seat of Hearts knows, seat 3: the trick was led by whoever sits so far before it."""
    history = [card(each) for each in trick.split()]
    gone = set_of([*history, *map(card, seen.split())])
    table = SimpleNamespace(
        phase=phase, history=np.array(history, np.int8), start=0, played=len(history), leader=(3 - len(history)) % 4,
        points=np.array(points), seen=np.uint64(gone), turn=3,
    )  # fmt: skip
    return SimpleNamespace(hand=np.uint64(cards(hand)), table=table)


@pytest.mark.parametrize(
    ("view", "chosen", "best", "kind"),
    [
        (position("9S 4D"), "9S", "4D", "led_spades"),
        (position("9S 4D", seen="QS"), "9S", "4D", "led_high"),
        (position("9S 4D QS"), "9S", "4D", "led_high"),  # nobody else has the queen
        (position("KD 2C"), "2C", "KD", "led_low"),
        (position("8S KS", trick="4S 9S"), "8S", "KS", "held_over_queen"),
        (position("8S KS", trick="4S 9S TS", seen="QS"), "8S", "KS", "missed_safe_trick"),
        (position("QS 2H", trick="4D"), "2H", "QS", "held_queen"),
        (position("9H 3H", trick="4H 5H"), "9H", "3H", "went_over"),
        (position("9H 3H", trick="4H JH"), "3H", "9H", "wasted_low"),
        (position("AC 3C", trick="4H JH"), "3C", "AC", "threw_wrong"),
        (position("5H 3C", trick="4D AD", points=(0, 0, 5, 0)), "5H", "3C", "fed_moon"),
        (position("5H 3C", trick="4D AD", points=(0, 1, 5, 0)), "5H", "3C", "threw_wrong"),  # two have points: no moon
        (position("2C 3D QS", phase=hearts.PASS), "2C 3D KH", "QS 3D KH", "kept_danger"),
        (position("2C 3D QS", phase=hearts.PASS), "2C 3D", "9C 3D", "passed_low"),
        (position("2C 3D QS", phase=hearts.PASS), "KC 3D", "AC 3D", "passed_other"),
    ],
)
def test_hearts(view, chosen, best, kind):
    assert at_hearts(view, AMERICAN, chosen, best) == kind


@pytest.mark.parametrize(
    ("hand", "known", "chosen", "best", "kind"),
    [
        ("7S 8S 9S KD 2C", "", "play_on", "knock", "knocked_late"),
        ("7S 8S 9S KD 2C", "", "knock", "play_on", "knocked_early"),
        ("7S 8S 9S KD 2C", "", "stock", "pile", "left_useful"),
        ("7S 8S 9S KD 2C", "", "pile", "pass", "took_useless"),
        ("7S 8S 9S KD 2C", "KH", "KD", "2C", "gave_wanted"),
        ("7S 8S 9S KD 2C", "AD", "2C", "KD", "kept_high"),  # an ace is low: the king does not stand beside it
        ("7S 8S 9S KD 2C", "", "7S", "KD", "broke_meld"),
        ("5S 6S QD JC TH", "", "5S", "JC", "kept_high"),
        ("5S 6S 4D JC TH", "", "5S", "4D", "broke_pair"),
        ("5S 6S 4D JC TH", "", "way 1", "way 2", ""),
    ],
)
def test_gin(hand, known, chosen, best, kind):
    table = SimpleNamespace(known=np.array([0, cards(known) if known else 0], np.uint64), turn=0, phase=gin.DISCARD)
    assert at_gin(SimpleNamespace(hand=np.uint64(cards(hand)), table=table), None, chosen, best) == kind
