"""Statistics: exact sums, intervals that cover, looks that do no harm."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from cardshark.arena import stats
from cardshark.arena.stats import Moments, always_valid, coefficient, holm, student


def chance(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)  # tests may; the package draws from words


@pytest.mark.long
@given(st.lists(st.tuples(*[st.integers(-(2**40), 2**40)] * 3), min_size=2, max_size=30), st.integers(1, 29))
def test_sums_are_exact_and_do_not_depend_on_the_cuts(rows, cut):
    table = np.array(rows).T
    whole = Moments.of(table)
    assert whole == Moments.of(table[:, :cut]) + Moments.of(table[:, cut:])
    assert whole == Moments.read(json.loads(json.dumps(whole.to_json())))
    assert whole.sums == tuple(sum(row[i] for row in rows) for i in range(3))
    assert whole.products == tuple(sum(row[i] * row[j] for row in rows) for i in range(3) for j in range(i, 3))


def test_means_intervals_and_covariances_are_those_of_the_textbook():
    table = chance(1).integers(-50, 50, (3, 40))
    found = Moments.of(table)
    weights = [1, Fraction(-1, 3), 0]
    values = table[0] - table[1] / 3
    low, high = scipy_stats.t.interval(0.95, 39, values.mean(), scipy_stats.sem(values))
    assert found.interval(weights) == pytest.approx((values.mean(), low, high))
    assert float(found.covariance(weights, [0, 0, 1])) == pytest.approx(np.cov(values, table[2])[0, 1])
    assert found.chance_of_equality(weights) == pytest.approx(scipy_stats.ttest_1samp(values, 0).pvalue)


def test_a_figure_that_never_changes_is_equal_or_not():
    assert Moments.of(np.zeros((1, 5), int)).chance_of_equality([1]) == 1
    assert Moments.of(np.ones((1, 5), int)).chance_of_equality([1]) == 0
    assert Moments.of(np.zeros((1, 5), int)).deals_to_decide([1]) is None


def test_deals_to_decide_are_those_of_the_formula():
    found = Moments.of(np.array([[-1, 1, -1, 1, 2, 0]]))
    spread, mean = np.var([-1, 1, -1, 1, 2, 0], ddof=1), 2 / 6
    assert found.deals_to_decide([1]) == math.ceil(2.8**2 * spread / mean**2)


def test_a_ratio_covers_the_true_one():
    draws, missed = chance(2), 0
    for _ in range(1000):
        bottom = draws.integers(5, 20, 60)
        found = Moments.of(np.array([bottom * draws.integers(0, 7, 60), bottom])).ratio([1, 0], [0, 2])
        missed += not found.low <= 1.5 <= found.high
    assert 25 <= missed <= 80  # 50 expected
    assert math.isnan(Moments.of(np.zeros((2, 5), int)).ratio([1, 0], [0, 1]).value)


def test_a_ratio_to_something_constant_is_a_mean():
    table = np.array([[3, 5, 1, 8], [4, 4, 4, 4]])
    found = Moments.of(table)
    assert found.ratio([1, 0], [0, Fraction(1, 4)]) == pytest.approx(found.interval([1, 0]))


def test_intervals_of_means_cover_95_times_out_of_100():
    draws, missed = chance(3), 0
    for _ in range(1000):
        found = Moments.of(np.rint(draws.normal(0, 300, (1, 20))).astype(int)).interval([1])
        missed += not found.low <= 0 <= found.high
    assert 30 <= missed <= 75  # 50 expected


@pytest.mark.parametrize("kind", ["normal", "skewed"])
def test_looking_after_every_piece_errs_in_less_than_one_duel_in_twenty(kind):
    """The same looks with Student's interval err in many duels: that is why there is another."""
    draws = chance(4)
    looks = range(100, 4001, 100)
    reach = {always_valid: np.array([always_valid(n) for n in looks]), student: np.array([student(n) for n in looks])}
    missed = dict.fromkeys(reach, 0)
    for _ in range(1000):
        values = draws.normal(0, 3, 4000) if kind == "normal" else draws.exponential(3, 4000) - 3
        counts = np.array(looks)
        sums, squares = np.cumsum(values)[counts - 1], np.cumsum(values**2)[counts - 1]
        errors = np.sqrt((squares / counts - (sums / counts) ** 2) / (counts - 1))
        for kind_of_interval, width in reach.items():
            missed[kind_of_interval] += bool((np.abs(sums / counts) > width * errors).any())
    assert missed[always_valid] <= 50
    assert missed[student] > 200


def test_the_always_valid_interval_is_not_much_wider():
    assert always_valid(10) == math.inf
    assert 2.9 < always_valid(1000) < 3.2
    assert student(1000) < always_valid(1000) < 1.6 * student(1000)


def test_holm_by_hand():
    assert holm([0.015, 0.04, 0.03, 0.005]) == [True, False, False, True]  # 0.005 <= .05/4, 0.015 <= .05/3, 0.03 > .05/2
    assert holm([0.04, 0.049]) == [False, False]
    assert holm([0.049]) == [True]
    assert holm([]) == []


def test_a_control_variate_takes_its_share_of_the_variance_and_no_more():
    draws = chance(5)
    luck = draws.integers(-100, 100, 4000)
    skill = draws.integers(-30, 34, 4000)
    figures = np.array([2 * luck + skill, luck])
    slope = coefficient(Moments.of(figures[:, :1000]), [1, 0], [0, 1])
    found = Moments.of(figures[:, 1000:])
    assert float(slope) == pytest.approx(2, abs=0.05)
    assert found.covariance([1, -slope], [1, -slope]) < found.covariance([1, 0], [1, 0]) / 20
    assert coefficient(Moments.of(np.zeros((2, 9), int)), [1, 0], [0, 1]) == 0


def test_the_tests_of_papers():
    a, b = [1.0, 2.0, 4.0, 8.0], [2.0, 2.5, 4.0, 9.5]
    assert stats.pooled(a, b).p == pytest.approx(scipy_stats.ttest_ind(a, b).pvalue)
    assert stats.pooled(a, b).freedom == 6
    found = stats.paired(a, b)
    assert (found.difference, found.freedom) == (-0.75, 3)
    assert found.low < -0.75 < found.high
    assert found.t == pytest.approx(scipy_stats.ttest_rel(a, b).statistic)
