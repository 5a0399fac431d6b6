"""Points lost a decision, and how sure that is."""

import json
from math import inf
from pathlib import Path

import numpy as np
import pytest

from cardshark.coach.lost import Lost, measured, rate, rate_of_player
from cardshark.players.levels import LADDERS


def test_a_rate_is_points_by_decisions_however_long_a_hand_is():
    found = rate([Lost(3.0, 10), Lost(0.0, 2), Lost(1.0, 0)])
    assert found.mean == pytest.approx(0.25)
    assert (found.decisions, found.hands) == (12, 2)  # a hand without decisions tells nothing


def test_one_hand_says_little_and_none_nothing():
    assert rate([Lost(3.0, 10)]).high == inf
    assert rate([]) == (0.0, 0.0, inf, 0, 0)


def test_the_hand_is_the_unit():
    """A thousand decisions in two hands are no surer than two."""
    few, many = rate([Lost(1.0, 5), Lost(3.0, 5)]), rate([Lost(100.0, 500), Lost(300.0, 500)])
    assert few[:3] == pytest.approx(many[:3])


@pytest.mark.long
def test_the_interval_holds_the_truth_as_often_as_it_says():
    """Hands differ: a bad evening spoils all decisions of a hand."""
    chance, held = np.random.default_rng(7), 0
    for _ in range(600):
        decisions = chance.integers(8, 16, 40)
        mood = chance.gamma(2.0, 0.2, 40)
        hands = [Lost(float(chance.exponential(each, number).sum()), int(number)) for each, number in zip(mood, decisions, strict=True)]
        found = rate(hands)
        held += found.low <= 0.4 <= found.high
    assert 0.91 <= held / 600 <= 0.98


def test_every_player_of_a_ladder_was_measured():
    for game, ladders in LADDERS.items():
        for rules, ladder in ladders.items():
            for player in ladder.values():
                found = rate_of_player(game, rules, player)
                assert found and found.low < found.mean < found.high and found.hands >= 20, f"{game} {rules} {player}"
            assert set(measured()[game][rules]) == set(ladder.values())
    assert rate_of_player("hearts", "nothing", "jake") is None


def test_what_is_shipped_is_what_was_measured():
    for row in json.loads((Path(__file__).parents[2] / "results" / "points_lost.json").read_text(encoding="utf-8")):
        found = rate(Lost(points, int(decisions)) for points, decisions in row["hands"])
        assert rate_of_player(row["game"], row["rules"], row["player"]) == pytest.approx(found, abs=1e-4)


def test_the_strongest_lose_less_than_the_weakest():
    for game, ladders in LADDERS.items():
        for rules, ladder in ladders.items():
            weakest, *_, strongest = (rate_of_player(game, rules, player) for player in ladder.values())
            assert strongest and weakest and strongest.high < weakest.low, f"{game} {rules}"
