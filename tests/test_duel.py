"""Duels: the same deals for everybody, exact sums, intervals that mean something."""

import dataclasses
from itertools import permutations

import numpy as np
import pytest

from cardshark.arena import duel as arena
from cardshark.arena.duel import duel, placements
from cardshark.games import gin, hearts
from cardshark.players import seat
from cardshark.players.table import Bot
from cardshark.text import UserError

AMERICAN = hearts.PRESETS["american"]


class Duck(Bot):
    """Stays low, and throws its highest card away when that is free."""

    def play(self, view):
        follows = view.phase == hearts.PLAY and (view.played == view.start or view.choices[0] >> 4 == view.led)
        return (min if follows else max)(view.choices, key=lambda card: card & 15)


def test_every_placement_stands_once():
    assert placements(4, 1).tolist() == [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
    assert {tuple(row) for row in placements(4, 2).tolist()} == set(permutations([0, 0, 1, 1]))
    assert len(placements(2, 1)) == 2


def result_without_time(**settings):
    found = duel(hearts, AMERICAN, ("duck", Duck()), ("random", seat("random")), **settings)
    return dataclasses.replace(found, seconds=0.0)


def test_the_result_does_not_depend_on_how_the_work_was_cut_up(monkeypatch):
    whole = result_without_time(deals=90, seed=2)
    monkeypatch.setattr(arena, "CHUNK", 7)
    assert result_without_time(deals=90, seed=2) == whole
    assert result_without_time(deals=90, seed=3) != whole


def test_the_better_player_is_found_and_the_points_add_up():
    found = result_without_time(deals=400, seed=1)
    assert found.high < -1
    assert found.share_a < 0.25
    assert found.hands == 1600
    total = found.points_a + 3 * found.points_b
    assert total == pytest.approx(26 + 52 * found.moons / found.hands)
    assert found.share_a == pytest.approx(found.points_a / total)
    assert found.difference == pytest.approx(found.points_a - found.points_b)


def test_the_mirror_image_of_a_duel_is_its_negative():
    """Three ducks against one random player are the same hands as one random against three ducks, seen from the other side."""
    one = duel(hearts, AMERICAN, ("random", seat("random")), ("duck", Duck()), 60, seed=4, seats_of_a=1)
    three = duel(hearts, AMERICAN, ("duck", Duck()), ("random", seat("random")), 60, seed=4, seats_of_a=3)
    assert three.hands == one.hands
    assert abs(three.difference + one.difference) < 2  # placements come in another order, so their luck differs


def test_the_interval_is_the_t_interval_over_deals():
    from scipy import stats

    table, places = arena.Table(hearts, AMERICAN._replace(hands=1), [Duck(), seat("random")], 64), placements(4, 1)
    a, b, d, _ = arena.play_deals(table, places, 5, 0, 64)
    differences = a / 4 - b / 12
    assert np.allclose(d / (4 * 12), differences)
    low, high = stats.t.interval(0.95, 63, differences.mean(), stats.sem(differences))
    found = duel(hearts, AMERICAN, ("duck", Duck()), ("random", seat("random")), 64, seed=5)
    assert (found.low, found.high) == pytest.approx((low, high))


@pytest.mark.slow
def test_equal_players_are_told_apart_one_time_in_twenty():
    dutch = hearts.PRESETS["dutch"]
    missed = 0
    for seed in range(400):
        found = duel(hearts, dutch, ("random", seat("random")), ("random", seat("random")), 60, seed)
        missed += not found.low <= 0 <= found.high
    assert 6 <= missed <= 36  # 20 expected, outside with a chance of one in two thousand


def test_random_players_make_what_was_measured_elsewhere():
    found = duel(hearts, hearts.PRESETS["dutch"], ("random", seat("random")), ("random", seat("random")), 3000, seed=6)
    assert found.points_a == pytest.approx(4.02, abs=0.1)  # a hand, and 36 moons in a thousand
    assert found.moons / found.hands == pytest.approx(0.036, abs=0.004)


def test_gin_points_are_what_a_seat_wins():
    found = duel(gin, gin.PRESETS["classic"], ("random", seat("random")), ("random", seat("random")), 400, seed=1)
    assert found.hands == 800
    assert found.points_a > 0
    assert found.points_b > 0
    assert found.share_a == pytest.approx(found.points_a / (found.points_a + found.points_b))
    assert found.moons == 0


def test_a_duel_needs_deals_and_seats():
    random = ("random", seat("random"))
    with pytest.raises(UserError, match="at least 2 deals, not 1"):
        duel(hearts, AMERICAN, random, random, 1, seed=1)
    with pytest.raises(UserError, match="A takes 1 to 3 seats, not 4"):
        duel(hearts, AMERICAN, random, random, 10, seed=1, seats_of_a=4)
