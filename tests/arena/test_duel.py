"""Duels: what is played and counted, and where matches end."""

import dataclasses
import time
from itertools import permutations

import numpy as np
import pytest

from cardshark.arena.duel import DuelTerms, Pairing, duel
from cardshark.arena.placing import Placing, placements
from cardshark.arena.records import Clock, Piece
from cardshark.games import gin, hearts, house
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.player import Bot
from cardshark.show import printer
from cardshark.show.arena import show_duel, who_is_ahead
from cardshark.text import UserError
from helpers.arena import AMERICAN, RANDOM, Duck, duck, lasting


def test_a_player_without_a_name_has_that_of_its_class():
    bare, named = duel(hearts, AMERICAN, Duck(), "random", 20, seed=1), duck(deals=20, seed=1)
    assert bare.a == "Duck"
    assert dataclasses.replace(bare, a="duck", seconds=0, hands_a_second=0, seconds_a=0, seconds_b=0) == dataclasses.replace(
        named, seconds=0, hands_a_second=0, seconds_a=0, seconds_b=0
    )
    with pytest.raises(UserError, match="Duck is a class, not a player: hand in an object of it, as Duck"):
        duel(hearts, AMERICAN, Duck, "random", 20, seed=1)


@pytest.mark.parametrize(
    ("game", "interval", "words"),
    [
        ("hearts", (-2.0, -3.0, -1.0), "a has fewer points a hand than b, and few are good"),
        ("hearts", (2.0, 1.0, 3.0), "a has more points a hand than b, and few are good"),
        ("gin", (2.0, 1.0, 3.0), "a has more points a hand than b, and many are good"),
        ("gin", (0.5, -1.0, 2.0), "not decided"),
    ],
)
def test_a_duel_says_in_words_who_is_ahead(game, interval, words):
    found = duel("hearts", "dutch", "random", "random", 2, seed=1)
    difference, low, high = interval
    assert who_is_ahead(dataclasses.replace(found, game=game, a="a", b="b", difference=difference, low=low, high=high)) == words


# ---- what is played ----


def test_every_placement_stands_once():
    assert placements(4, 1).tolist() == [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
    assert {tuple(row) for row in placements(4, 2).tolist()} == set(permutations([0, 0, 1, 1]))
    assert len(placements(2, 1)) == 2


def test_the_better_player_is_found_and_the_points_add_up():
    found = duck(deals=400, seed=1)
    assert found.high < -1
    assert found.share_high < 0.25
    assert found.wins_low > 0.25
    assert found.hands == 1600
    total = found.points_a + 3 * found.points_b
    assert total == pytest.approx(26 + 52 * found.moons / found.hands)
    assert found.share_a == pytest.approx(found.points_a / total)
    assert found.share_low < found.share_a < found.share_high
    assert found.difference == pytest.approx(found.points_a - found.points_b)
    assert found.moons == found.moons_a + found.moons_b
    assert found.seconds_a > found.seconds_b > 0


@pytest.mark.long
def test_the_first_call_is_not_timed():
    """It may compile, load or start something."""

    class Sleepy(Duck):
        naps = 0

        def choose(self, views, choices):
            if not self.naps:
                time.sleep(0.5)
            self.naps += 1
            super().choose(views, choices)

    sleepy = Sleepy()
    found = duel(hearts, AMERICAN, ("sleepy", sleepy), "random", 2, seed=1)
    assert found.seconds_a * sleepy.naps * 2 < 0.4  # two views a call at most, so their sum is well below the nap
    nobody = dataclasses.replace(found, seconds_a=Clock(0.0, 0).each())
    assert nobody.seconds_a is None
    show_duel(nobody, printer())


def test_the_mirror_image_of_a_duel_is_its_negative():
    """Three ducks against one random player: as many hands as one against three, and the same difference seen from the other side."""
    one = duel(hearts, AMERICAN, "random", ("duck", Duck()), 60, seed=4, seats_of_a=1)
    three = duel(hearts, AMERICAN, ("duck", Duck()), "random", 60, seed=4, seats_of_a=3)
    assert three.hands == one.hands
    assert abs(three.difference + one.difference) < 2  # placements come in another order, so their luck differs


def test_players_without_luck_have_an_exact_mirror_image():
    class Goose(Duck):
        def play(self, view):
            return max(view.choices, key=lambda card: card & 15)

    one = duel(hearts, AMERICAN, ("goose", Goose()), ("duck", Duck()), 60, seed=4, seats_of_a=1)
    three = duel(hearts, AMERICAN, ("duck", Duck()), ("goose", Goose()), 60, seed=4, seats_of_a=3)
    assert (three.points_a, three.difference, three.low) == (one.points_b, -one.difference, -one.high)
    assert (three.moons_a, three.moons_b) == (one.moons_b, one.moons_a)
    assert one.wins_a + 3 * three.wins_a == pytest.approx(1)  # every hand has one winner, or several who share it


def test_the_interval_is_the_t_interval_over_deals():
    from scipy import stats

    rules = AMERICAN._replace(hands=1)
    differences = np.zeros(64)
    pairing = Pairing(DuelTerms("hearts", AMERICAN, ("duck", "random"), 1, 4, 5, False, 64), [Duck(), seat("random")])
    for number, place in enumerate(pairing.places):
        points = pairing.table.play(5, Piece("deal", 0, 64), place, number).points
        differences += points[place == 0].sum(axis=0) / 4 - points[place == 1].sum(axis=0) / 12
    low, high = stats.t.interval(0.95, 63, differences.mean(), stats.sem(differences))
    found = duel(hearts, rules, ("duck", Duck()), "random", 64, seed=5)
    assert (found.low, found.high) == pytest.approx((low, high))


def test_random_players_make_what_was_measured_elsewhere():
    found = duel("hearts", "dutch", "random", "random", 3000, seed=6)
    assert found.points_a == pytest.approx(4.02, abs=0.1)  # a hand, and 36 moons in a thousand
    assert found.moons / found.hands == pytest.approx(0.036, abs=0.004)


def test_one_player_on_both_sides_plays_the_same_hands_as_two_equal_ones():
    once, twice = (duel("hearts", "american", "random", other, 300, seed=2) for other in ("random", RANDOM))
    assert lasting(once) == {**lasting(twice), "b": "random"}


def test_gin_points_are_what_a_seat_wins():
    found = duel(gin, gin.PRESETS["classic"], "random", RANDOM, 400, seed=1)
    assert found.hands == 800
    assert found.points_a > 0
    assert found.points_b > 0
    assert found.share_a == pytest.approx(found.points_a / (found.points_a + found.points_b))
    assert found.moons == 0


def test_a_hand_that_nobody_wins_counts_half(capsys):
    """Who never knocks never wins, nor loses to another who never does."""

    class Patient(Bot):
        def play(self, view):
            return max(view.choices) if view.phase == gin.MAY_KNOCK else view.choices[0]

    found = duel("gin", "eaai", ("patient", Patient()), ("other", Patient()), 20, seed=1)
    assert (found.points_a, found.points_b, found.share_a, found.wins_a, found.wins_high) == (0, 0, None, 0.5, 0.5)
    show_duel(found, printer())
    assert "hands won, a seat of patient: 0.5000 (95 %: 0.5000 to 0.5000); what nobody wins counts half" in " ".join(
        capsys.readouterr().out.split()
    )


def test_nobody_makes_a_point():
    found = duel("hearts", "american:heart=0,queen_of_spades=0,hands=1", "random", "random", 10, seed=1)
    assert found.share_a is None
    assert (found.difference, found.low, found.high) == (0, 0, 0)
    assert found.wins_a == 0.25


@pytest.mark.long
def test_whole_matches():
    found = duel("hearts", "american", ("duck", Duck()), "random", 40, seed=1, matches=True)
    assert (found.unit, found.deals) == ("match", 40)
    assert found.hands > 160 * 4
    assert 6 < (found.points_a + 3 * found.points_b) / 4 < 10
    assert found.wins_low > 0.3
    even = duel("gin", "eaai", "random", RANDOM, 40, seed=1, matches=True)
    assert even.wins_low < 0.5 < even.wins_high


# ---- where matches end ----


@pytest.mark.parametrize(
    ("totals", "places"),
    [  # first to last of each seat, in twelfths
        ([101, 20, 30, 10], [[0, 0, 0, 12], [0, 12, 0, 0], [0, 0, 12, 0], [12, 0, 0, 0]]),
        ([10, 30, 10, 110], [[6, 6, 0, 0], [0, 0, 12, 0], [6, 6, 0, 0], [0, 0, 0, 12]]),
        ([60, 5, 104, 60], [[0, 6, 6, 0], [12, 0, 0, 0], [0, 0, 0, 12], [0, 6, 6, 0]]),
        ([101, 101, 7, 7], [[0, 0, 6, 6], [0, 0, 6, 6], [6, 6, 0, 0], [6, 6, 0, 0]]),
        ([101, 101, 101, -3], [[0, 4, 4, 4], [0, 4, 4, 4], [0, 4, 4, 4], [12, 0, 0, 0]]),
        ([50, 50, 50, 50], [[3, 3, 3, 3]] * 4),
        ([30, 10, 30], [[0, 6, 6], [12, 0, 0], [0, 6, 6]]),
    ],
)
def test_equals_share_their_places(totals, places):
    rules = AMERICAN if len(totals) == 4 else house.parse(hearts.PRESETS, "american:players=3,removed=2D")
    table = Placing("hearts", rules, [seat("random")], True, 1)
    found = table.places(np.array([totals, totals[::-1]]).T)
    assert found[:, :, 0].T.tolist() == places
    assert found[:, :, 1].T.tolist() == places[::-1]


def test_many_points_are_the_first_place_at_gin():
    found = Placing("gin", gin.PRESETS["eaai"], [seat("random")], True, 1).places(np.array([[120, 30], [30, 30]]).T)
    assert found[:, :, 0].tolist() == [[12, 0], [0, 12]]
    assert found[:, :, 1].tolist() == [[6, 6], [6, 6]]


@pytest.mark.parametrize(("rules", "of_a"), [("falcon", 1), ("falcon:limit=30", 2), ("dutch:players=3,lowest=9,limit=20", 1)])
def test_shares_of_places_are_means_over_matches(rules, of_a):
    """Every match of every placement again, place by place, without any sums."""
    from scipy import stats

    matches, house_rules = 30, house.parse(hearts.PRESETS, rules)
    found = duel("hearts", rules, "stock", "random", matches, seed=3, seats_of_a=of_a, matches=True)
    terms = DuelTerms("hearts", house_rules, ("stock", "random"), of_a, house_rules.players, 3, True, matches)
    pairing = Pairing(terms, [seat("stock"), seat("random")])
    shares = np.zeros((2, house_rules.players, matches))
    for number, place in enumerate(pairing.places):
        for match, totals in enumerate(pairing.table.play(3, Piece("deal", 0, matches), place, number).points.T.tolist()):
            for rank in range(len(totals)):
                sharing = [who for who, total in enumerate(totals) if total == sorted(totals)[rank]]
                for who in sharing:
                    shares[place[who], rank, match] += 1 / len(sharing) / (place == place[who]).sum() / len(pairing.places)
    for told, by_match in zip((found.places_a, found.places_b), shares, strict=True):
        assert sum(share.value for share in told) == pytest.approx(1)
        for share, figures in zip(told, by_match, strict=True):
            assert share.value == pytest.approx(figures.mean())
            interval = stats.t.interval(0.95, matches - 1, figures.mean(), stats.sem(figures))
            assert share[1:] == pytest.approx(np.clip(interval, 0, 1))  # no share is below nothing or above all
    assert found.places_a[0] == (found.wins_a, found.wins_low, found.wins_high)
    for one, other in zip(found.places_a, found.places_b, strict=True):
        assert of_a * one.value + (house_rules.players - of_a) * other.value == pytest.approx(1)


def test_single_hands_have_no_places():
    found = duel("hearts", "falcon", "stock", "random", 5, seed=1)
    assert found.places_a is found.places_b is None


@pytest.mark.parametrize("limit", [100, 40])
def test_the_falcon_papers_big_games_end_above_the_limit(limit):
    """A hundred is not enough."""
    rules = house.parse(hearts.PRESETS, "falcon" if limit == 100 else f"falcon:limit={limit}")
    games = deal(hearts, rules, seed=1, count=400)
    play(hearts, rules, games, [seat("random")])
    totals = games["table"]["totals"]
    before = (totals - games["scores"]).max(axis=1)
    assert (totals.max(axis=1) > limit).all()
    assert (before <= limit).all()
    assert (before == limit).any()


def test_a_duel_needs_deals_and_seats():
    with pytest.raises(UserError, match="at least 2 deals, not 1"):
        duel(hearts, AMERICAN, "random", "random", 1, seed=1)
    with pytest.raises(UserError, match="A takes 1 to 3 seats, not 4"):
        duel(hearts, AMERICAN, "random", "random", 10, seed=1, seats_of_a=4)
    with pytest.raises(UserError, match="at least 100 deals, not 50"):
        duel(hearts, AMERICAN, "random", "random", 50, seed=1, until="decided")
    for wrong in ("sure", "-1", "nan", 0):
        with pytest.raises(UserError, match="until it is decided or until it is precise to a number above 0"):
            duel(hearts, AMERICAN, "random", "random", 500, seed=1, until=wrong)
