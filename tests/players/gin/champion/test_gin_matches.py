"""The chance to win a match of gin: it follows from typical results, and says what a hand is worth at these totals."""

from functools import cache

import numpy as np
import pytest

from cardshark.games.gin.rules import PRESETS
from cardshark.players.gin.champion.winning import STEP, chances_to_win, fill_chances, payoffs, plays_for_match, typical_results

EAAI = PRESETS["eaai"]


def slow_chance(results, target):
    """The chance to win by both totals, worked out hand by hand."""

    @cache
    def chance(mine, theirs):
        if mine >= target or theirs >= target:
            return float(mine >= target)
        return sum(part * (chance(mine + won, theirs) + chance(mine, theirs + won)) / 2 for won, part in enumerate(results) if part)

    return chance


def test_chances_are_those_of_hands_played_one_by_one():
    results, target = np.array([0.0, 0.2, 0.0, 0.5, 0.0, 0.0, 0.3]), 13
    found = np.zeros((target + 1, target + 1))
    found[target] = 1.0
    fill_chances(results, found)
    chance = slow_chance(tuple(results), target)
    for mine in range(target):
        for theirs in range(target):
            assert found[mine, theirs] == pytest.approx(chance(mine, theirs))


@pytest.mark.long
def test_chances_of_a_real_match_make_sense():
    found = chances_to_win(EAAI)[:-1, :-1]
    assert found + found.T == pytest.approx(1.0)  # somebody wins
    assert (np.diff(found, axis=0) >= 0).all() and (np.diff(found, axis=1) <= 0).all()
    assert found[0, 0] == pytest.approx(0.5) and 0.85 < found[80, 0] < 0.95


@pytest.mark.long
def test_typical_results_are_those_of_the_rules():
    results = typical_results(EAAI)
    assert results.sum() == pytest.approx(1.0) and results[0] == 0
    assert results[25:].sum() > 0.5  # gin and undercuts: these players wait for gin
    assert typical_results(PRESETS["straight"])[:25].sum() == 0  # where nothing else is played


def test_matches_to_a_near_target_are_played_for_the_match():
    assert plays_for_match(EAAI) and plays_for_match(PRESETS["oklahoma"])
    assert not plays_for_match(EAAI._replace(hands=1)) and not plays_for_match(EAAI._replace(hands=9, target=0))
    assert not plays_for_match(EAAI._replace(target=5000)) and not plays_for_match(PRESETS["paper"])


@pytest.mark.long
def test_a_hand_is_worth_what_it_does_to_the_match():
    points, chances = np.array([-60.0, -25.0, 0.0, 10.0, 12.5, 25.0, 60.0]), chances_to_win(EAAI)
    assert payoffs(None, 70, 20, points) is points  # a point is a point
    early, late = payoffs(chances, 0, 0, points), payoffs(chances, 90, 30, points)
    for found in (early, late):
        assert found[2] == 0 and (np.diff(found) >= 0).all()
        assert found[5] - found[1] == pytest.approx(2 * STEP)
    assert early == pytest.approx(points, abs=8)  # at the beginning points are nearly points
    assert late[3] == late[4] == late[6]  # ten points win the match, and more do not win more of it
    between = payoffs(chances, 0, 0, np.array([12.0, 12.5, 13.0]))
    assert between[1] == pytest.approx((between[0] + between[2]) / 2)
