"""Sequential tests: their error rates on made-up deals, and the same verdict however the work is done."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest

import cardshark
from cardshark.arena.records import DealTally
from cardshark.arena.sprt import FIRST_LOOK, LOOK, Sprt, SprtTest, log_ratio, sprt
from cardshark.arena.stats import Moments
from cardshark.text import UserError
from helpers.arena import Duck, lasting
from helpers.commands import run

BOUND = math.log(0.95 / 0.05)


class Slow(Duck):
    """A duck of whose deals few are in play at a time, so that the test looks often."""

    pace = 20


# ---- error rates ----


def end_of_tests(gains: np.ndarray, better: float, worse: float = 0.0) -> np.ndarray:
    """How tests on these gains end, one a row: 1 better, -1 not better, 0 undecided."""
    deals = np.arange(FIRST_LOOK, gains.shape[1] + 1, LOOK)
    sums, squares = (np.cumsum(gains**power, axis=1)[:, deals - 1] for power in (1, 2))
    ratios = log_ratio(deals, sums / deals, (squares - sums**2 / deals) / (deals - 1), worse, better)
    ends = np.sign(ratios) * (abs(ratios) >= BOUND)
    first = (ends != 0).argmax(axis=1)
    return ends[np.arange(len(ends)), first]


def made_up(kind: str, luck: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Deals without a gain and with a spread of 1: bell-shaped, skewed to either side as far as real ones, or mostly alike."""
    if kind == "alike":
        return luck.standard_normal(shape) * (luck.random(shape) < 0.1) / math.sqrt(0.1)  # kurtosis 30
    if kind == "normal":
        return luck.standard_normal(shape)
    side = {"skewed": 1, "skewed back": -1}[kind]
    return side * (luck.standard_gamma(10.0, shape) - 10) / math.sqrt(10)  # skewness 0.63


@pytest.mark.long
@pytest.mark.parametrize("kind", ["normal", "skewed", "skewed back", "alike"])
@pytest.mark.parametrize("better", [0.07, 0.1])
def test_the_error_rates_are_kept(kind, better):
    """Of 1,500 tests 75 may go wrong; three standard errors more are 100."""
    deals = made_up(kind, np.random.default_rng(5), (1500, int(24 / better**2)))
    nothing, something = end_of_tests(deals, better), end_of_tests(deals + better, better)
    assert (nothing > 0).sum() <= 100 and (something < 0).sum() <= 100
    assert (nothing < 0).mean() > 0.9 and (something > 0).mean() > 0.9  # hardly any is undecided


def test_a_gain_in_between_may_go_either_way_and_a_large_one_never_goes_wrong():
    luck = np.random.default_rng(6)
    deals = luck.standard_normal((400, 2000))
    middle, large = end_of_tests(deals + 0.05, 0.1), end_of_tests(deals + 0.3, 0.1)
    assert 0.3 < (middle > 0).mean() < 0.7
    assert (large > 0).all()


def test_deals_that_happen_to_be_alike_prove_little():
    assert log_ratio(500, 0.0, 0.0, 0.0, 0.25) == pytest.approx(-2.5)
    assert log_ratio(600, 0.0, 0.0, 0.0, 0.25) < -BOUND
    assert log_ratio(1000, 0.2, 16.0, -0.1, 0.1) == pytest.approx(1000 * 0.2 * 0.2 / 16)  # n (b - w) (m - (b + w) / 2) / s²


def test_the_sums_of_deals_say_what_the_deals_say():
    gains = np.random.default_rng(7).integers(-20, 30, 300)
    test = SprtTest(worse=0.0, better=2.0, alpha=0.01, beta=0.2, gain=[Fraction(-1)], even=Fraction(0))
    assert test.ratio(Moments.of(-gains[None])) == pytest.approx(log_ratio(300, gains.mean(), gains.var(ddof=1), 0.0, 2.0))
    assert test.bounds == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))
    assert test.verdict(DealTally(99, {"deals": Moments.of(np.full((1, 99), -30))})) == "undecided"  # too early, however clear
    assert test.verdict(DealTally(300, {"deals": Moments.of(np.full((1, 300), -30))})) == "better"
    assert test.verdict(DealTally(300, {"deals": Moments.of(np.full((1, 300), 30))})) == "not better"


# ---- at the table ----


@pytest.mark.parametrize(
    ("game", "old", "new", "verdict"), [("hearts", "stock", "jake", "better"), ("gin", "lookahead", "simple", "not better")]
)
def test_the_better_player_is_found_in_every_game(game, old, new, verdict):
    found = sprt(game, None, old, new, seed=3)
    assert found.verdict == verdict and (found.old, found.new) == (old, new)
    assert found.deals == 2048  # the first look at quick players
    assert (found.low > 0) == (verdict == "better")
    again = cardshark.duel(game, None, new, old, found.deals, seed=3)
    assert (found.points_new, found.points_old, found.hands) == (again.points_a, again.points_b, again.hands)
    assert abs(found.gain) == pytest.approx(abs(again.difference))


def test_matches_are_compared_by_the_share_that_is_won():
    found = sprt("gin", "eaai", "simple", "lookahead", 300, seed=3, matches=True)
    assert (found.unit, found.better, found.verdict, found.deals) == ("match", 0.02, "better", 256)
    assert found.gain + 0.5 == pytest.approx(cardshark.duel("gin", "eaai", "lookahead", "simple", 256, 3, matches=True).wins_a)


def test_nobody_is_better_than_himself_and_a_player_that_does_no_harm_passes():
    assert sprt("hearts", "dutch", "jake", "jake", seed=3).verdict == "not better"
    assert sprt("hearts", "dutch", "jake", "jake", seed=3, worse=-0.5, better=-0.1).verdict == "better"
    assert sprt("hearts", "dutch", "random", "random", 150, seed=3, better=0.01).verdict == "undecided"


def ducks(most: int = 2000, **more) -> Sprt:
    return sprt("hearts", "dutch", ("duck", Slow()), "random", most, 3, **{"better": 0.5, **more})


def test_a_test_goes_on_where_it_was_and_keeps_its_question(tmp_path):
    found, journal = ducks(), tmp_path / "journal"
    assert found.verdict == "not better" and 100 <= found.deals < 2000 and found.deals % LOOK == 0
    short = ducks(found.deals - 10, record=journal)
    assert short.deals == found.deals - 10
    assert lasting(ducks(record=journal)) == lasting(found)
    assert lasting(ducks(record=journal)) == lasting(found)
    with pytest.raises(UserError, match=r"records something else: better is 0\.5 there and 0\.4 here"):
        ducks(better=0.4, record=journal)


@pytest.mark.long
def test_two_workers_find_the_same():
    question = ("hearts", "dutch", "stock", "jake", 30_000, 7)
    here = sprt(*question, better=0.19, worse=0.17)
    assert here.deals > 2048  # several pieces were needed
    assert lasting(sprt(*question, better=0.19, worse=0.17, on="cores", workers=2)) == lasting(here)


def test_it_is_printed_for_people_and_for_programs(capsys, monkeypatch):
    words = ["sprt", "hearts", "stock", "jake", "--rules", "dutch", "--worse=-0.1", "--better", "0.1", "--seed", "1", "--on", "here"]
    status, out, _ = run(capsys, monkeypatch, *words, "--json")
    found = json.loads(out)
    assert (status, found["verdict"], found["deals"]) == (0, "better", 2048)
    assert found["log_ratio"] > found["upper"] == -found["lower"] == pytest.approx(BOUND)
    status, out, _ = run(capsys, monkeypatch, *words)
    assert out.splitlines()[1] == "jake is better than stock"
    assert "the interval holds however often one looked" in out and f"again: {found['command']}" in out
    again = run(capsys, monkeypatch, *found["command"].split()[1:], "--json")[1]
    assert {name: value for name, value in json.loads(again).items() if "second" not in name} == {
        name: value for name, value in found.items() if "second" not in name
    }


def test_a_notebook_shows_the_same_lines():
    assert "jake is better than stock" in sprt("hearts", "dutch", "stock", "jake", seed=1)._repr_html_()
