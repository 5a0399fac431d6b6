"""Leagues: every pair on the same deals, and what follows from all of them together."""

import csv
import dataclasses
import io
import json
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from cardshark.arena.duel import duel
from cardshark.arena.league import League, LeagueTerms, Round, both_sides, league, seat_league
from cardshark.arena.placing import left_kinds
from cardshark.arena.records import Piece
from cardshark.arena.settings import LeagueSettings
from cardshark.arena.stats import Interval, holm
from cardshark.games import hearts
from cardshark.players import seat
from cardshark.players.player import Bot
from cardshark.show import printer
from cardshark.show.arena import cells_of, show_neighbours
from cardshark.text import UserError
from helpers import commands
from helpers.arena import Duck, lasting

THREE = "american:players=3,removed=2D"


class Goose(Bot):
    """Plays the highest card."""

    def play(self, view):
        return max(view.choices, key=lambda card: card & 15)


POOL = ["random", ("duck", Duck()), ("goose", Goose())]


@pytest.fixture(scope="module")
def found() -> League:
    return league("hearts", "dutch", POOL, 150, seed=1)


def test_both_take_as_many_seats():
    for seats, count in ((2, 2), (3, 6), (4, 6)):
        places = both_sides(seats)
        assert len(places) == count
        assert (places == 0).sum() == (places == 1).sum()
        assert ((places == 0).sum(axis=0) == count / 2).all()  # and every seat is as often A's as B's


def test_neighbours_on_the_left_are_the_next_to_play():
    own, other = left_kinds(np.array([[0, 0, 1, 1], [0, 1, 0, 1]]), 0)
    assert own.tolist() == [[True, False, False, False], [False] * 4]
    assert other.tolist() == [[False, True, False, False], [True, False, True, False]]


def test_a_pair_of_the_league_is_a_duel_of_two_against_two(found):
    for (a, b), pair in zip(combinations(POOL, 2), found.pairs, strict=True):
        alone = duel("hearts", "dutch", a, b, 150, seed=1, seats_of_a=2)
        assert (pair.a, pair.b) == (alone.a, alone.b)
        assert pair.difference == pytest.approx((alone.difference, alone.low, alone.high))


def test_ratings_are_mean_margins_with_an_interval_that_knows_the_deals_are_the_same(found):
    margins, seats, left = np.zeros((3, 150)), np.zeros((4, 150)), np.zeros(150)
    table = Round(
        LeagueTerms("hearts", hearts.PRESETS["dutch"], ("random", "duck", "goose"), 4, 1, False, 150), [seat("random"), Duck(), Goose()]
    )
    for a, b in combinations(range(3), 2):
        for number, place in enumerate(table.places):
            points = table.table.play(1, Piece("deal", 0, 150), np.where(place == 0, a, b).astype(np.int8), number).points
            margin = (points[place == 0].sum(axis=0) - points[place == 1].sum(axis=0)) / 12
            margins[a] += margin / 2
            margins[b] -= margin / 2
            seats += points / 18
            for spot in range(4):  # of a pair's 24 seats, 8 have the own kind on their left and 16 the other
                left += points[spot] * (-1 / 8 if place[spot] == place[(spot + 1) % 4] else 1 / 16) / 3
    for name, margin in zip(found.players, margins, strict=True):
        low, high = stats.t.interval(0.95, 149, margin.mean(), stats.sem(margin))
        assert found.ratings[name] == pytest.approx((margin.mean(), low, high))
    low, high = stats.t.interval(0.95, 149, left.mean(), stats.sem(left))
    assert found.left == pytest.approx((left.mean(), low, high))
    for place, effect in enumerate(found.seats):
        above = seats[place] - seats.mean(axis=0)
        low, high = stats.t.interval(0.95, 149, above.mean(), stats.sem(above))
        assert effect == pytest.approx((above.mean(), low, high))
    assert sum(rating.value for rating in found.ratings.values()) == pytest.approx(0)
    assert found.ratings["duck"].high < 0


def test_what_is_not_decided_says_how_many_deals_it_needs(found):
    assert [pair.decided for pair in found.pairs] == [pair.deals_to_decide is None for pair in found.pairs]
    assert found.pairs[0].decided  # random against duck
    assert found.hands == 150 * 3 * 6


def test_seats_and_neighbours():
    """Equal players show no effect of neighbours, and effects of seats are differences from their mean."""
    found = league("hearts", "dutch:moon=none", ["random", ("too", seat("random"))], 2000, seed=3)
    assert sum(effect.value for effect in found.seats) == pytest.approx(0)
    effects = [found.left, found.pairs[0].left_a, found.pairs[0].left_b]
    assert all(effect.low < effect.value < effect.high for effect in effects)
    assert all(abs(effect.value) < 2 * (effect.high - effect.value) for effect in effects)
    a, b = effects[1:]
    assert found.left.value == pytest.approx((a.value + b.value) / 2)


def test_of_many_neighbours_only_those_are_named_that_survive_holm(found, capsys):
    """A league asks so often that some intervals would miss zero by chance."""
    effects = [effect for pair in found.pairs for effect in (pair.left_a, pair.left_b)]
    half = stats.t.ppf(0.975, 149)
    chances = [2 * stats.t.sf(abs(effect.value) * half / (effect.high - effect.value), 149) for effect in effects]
    decided = [each for pair in found.pairs for each in (pair.left_a_decided, pair.left_b_decided)]
    assert decided == holm(chances)
    sure, unsure = (dataclasses.replace(found.pairs[0], left_a=Interval(3, 1, 5), left_a_decided=each) for each in (True, False))
    for pair, named in ((sure, True), (unsure, False)):
        show_neighbours(dataclasses.replace(found, pairs=[pair]), printer())
        assert ("random with duck there: +3.000" in capsys.readouterr().out) == named


def test_other_numbers_of_seats():
    gin = league("gin", "eaai", ["random", ("too", seat("random"))], 200, seed=1)
    assert (gin.left, gin.pairs[0].left_a, len(gin.seats)) == (None, None, 2)
    three = league("hearts", THREE, ["random", ("too", seat("random"))], 100, seed=1)
    assert (three.hands, len(three.seats)) == (600, 3)
    assert three.left


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules", "pool"), [("gin", "eaai:target=20", ["random", "random:"]), ("hearts", "dutch:limit=30", POOL)])
def test_a_league_of_matches_counts_those_that_are_won(game, rules, pool):
    found = league(game, rules, pool, 30, seed=3, matches=True)
    of_a = len(found.seats) // 2
    single = [duel(game, rules, *pair, 30, seed=3, seats_of_a=of_a, matches=True) for pair in combinations(pool, 2)]
    assert (found.unit, found.deals, found.hands) == ("match", 30, sum(each.hands for each in single))
    for pair in found.pairs:
        (same,) = [each for each in single if (each.a, each.b) == (pair.a, pair.b)]
        even = 1 / len(found.seats)  # what A does not win, B does: the difference is twice as far from it
        assert pair.difference == pytest.approx([2 * (share - even) for share in (same.wins_a, same.wins_low, same.wins_high)])
    assert sum(rating.value for rating in found.ratings.values()) == pytest.approx(0)
    assert sum(effect.value for effect in found.seats) == pytest.approx(0)


@pytest.mark.long
def test_a_journal_of_hands_is_none_of_matches(tmp_path):
    pool, journal = ["random", "random:"], tmp_path / "journal"
    first = league("gin", "eaai:target=20", pool, 10, seed=2, matches=True, record=journal)
    again = league("gin", "eaai:target=20", pool, 20, seed=2, matches=True, record=journal)
    assert lasting(again) == lasting(league("gin", "eaai:target=20", pool, 20, seed=2, matches=True)) != lasting(first)
    with pytest.raises(UserError, match="unit is 'match' there and None here"):
        league("gin", "eaai:target=20", pool, 20, seed=2, record=journal)


@pytest.mark.long
def test_workers_and_journals_change_nothing(tmp_path):
    pool = ["random", "random:"]  # one player by two texts: two workers can make it
    here = league("hearts", "dutch", pool, 5000, seed=2)
    for deals in (30, 3000, 5000, 5000):
        there = league("hearts", "dutch", pool, deals, seed=2, record=tmp_path / "journal", on="cores", workers=2)
    assert lasting(there) == lasting(here)
    assert there.hands_a_second is None
    with pytest.raises(UserError, match=r"players is \['random', 'random:'\] there and \['random:', 'random'\] here"):
        league("hearts", "dutch", pool[::-1], 30, seed=2, record=tmp_path / "journal")


def test_pieces_of_a_league_are_short_where_somebody_thinks():
    """Every pair plays each deal: a core should not be busy for half an hour with one piece."""

    class Thinker(Duck):
        pace = 31

    quick, slow = ["random", "greedy", "stock"], ["random", "greedy", ("thinker", Thinker())]
    assert [seat_league("hearts", pool, LeagueSettings(deals=9)).terms.size for pool in (quick, slow)] == [2048, 10]
    assert [seat_league("hearts", pool, LeagueSettings(matches=9)).terms.size for pool in (quick, slow)] == [256, 1]


def test_a_league_needs_players_and_deals():
    with pytest.raises(UserError, match="each named once, not random, random"):
        league("hearts", None, ["random", "random"], 10, seed=1)
    with pytest.raises(UserError, match="each named once, not nobody"):
        league("hearts", None, [], 10, seed=1)
    with pytest.raises(UserError, match="a league needs at least 2 deals, not 1"):
        league("hearts", None, POOL, 1, seed=1)
    with pytest.raises(UserError, match="a league needs at least 2 matches, not 1"):
        league("hearts", None, POOL, 1, seed=1, matches=True)


def run(capsys, monkeypatch, *words: str, amount: tuple[str, str] = ("--deals", "60")) -> str:
    """What a small league prints."""
    league_words = ["league", "hearts", "random", "random:", "--rules", "dutch", "--seed", "1", *amount, *words]
    status, out, _ = commands.run(capsys, monkeypatch, *league_words)
    assert status == 0
    return out


def test_a_league_for_programs_spreadsheets_and_people(capsys, monkeypatch):
    found = json.loads(run(capsys, monkeypatch, "--json"))
    assert list(found["ratings"]) == found["players"] == ["random", "random:"]
    assert (found["game"], found["rules"], found["seed"], found["deals"]) == ("hearts", "dutch", 1, 60)
    (row,) = csv.DictReader(io.StringIO(run(capsys, monkeypatch, "--csv")))
    pair = found["pairs"][0]
    assert [float(row[name]) for name in ("difference", "difference_low", "difference_high")] == pair["difference"]
    assert [row[name] for name in ("game", "rules", "seed", "deals")] == ["hearts", "dutch", "1", "60"]
    assert [float(row[name]) for name in ("left_a", "left_a_low", "left_a_high")] == pair["left_a"]
    out = run(capsys, monkeypatch)
    assert f"{pair['difference'][0]:+.3f} ±" in out
    assert "the other kind on the left" in out
    assert "left is not told from right" in out
    assert "points a hand (few are good), row minus column" in out
    out = run(capsys, monkeypatch, amount=("--matches", "2"))
    assert "2 matches" in out and "share of matches won, row minus column" in out


def test_the_cross_table_marks_what_is_decided(found):
    first = cells_of(found.pairs[0])
    assert first["random", "duck"].endswith("*")
    assert first["duck", "random"].startswith("-")
