"""Statistics over the runs of a training, held against SciPy."""

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from cardshark.arena.stats import (
    difference_of,
    independent_difference,
    independent_mean,
    mean_of,
    pooled,
    ratio_of_spreads,
    share_of,
    spread_of,
)


def test_intervals_are_those_of_the_textbook():
    values = [9300.0, 9420.0, 9180.0, 9350.0]
    found = mean_of(values)
    reach = scipy_stats.t.ppf(0.975, 3) * np.std(values, ddof=1) / 2
    assert found == pytest.approx((np.mean(values), np.mean(values) - reach, np.mean(values) + reach))
    assert math.isnan(mean_of([1.0]).low)
    assert independent_difference(found, found)[2] == pytest.approx(math.sqrt(2) * reach)
    assert independent_mean([found, found]).high - found.value == pytest.approx(reach / math.sqrt(2))


def test_differences_are_those_of_student():
    ones, others = [-682.0, -581.0, -400.0], [20.0, -66.0]
    test = scipy_stats.ttest_ind(ones, others).confidence_interval()
    assert difference_of(ones, others) == pytest.approx((np.mean(ones) - np.mean(others), test.low, test.high))
    assert difference_of([-2050.0] * 2, [-2050.0] * 2) == (0, 0, 0)  # runs that are all alike


@pytest.mark.parametrize(("count", "tried"), [(0, 4), (1, 4), (4, 4), (7, 16)])
def test_shares_are_those_of_clopper_and_pearson(count, tried):
    exact = scipy_stats.binomtest(count, tried).proportion_ci(method="exact")
    assert share_of(count, tried) == pytest.approx((count / tried, exact.low, exact.high))


@pytest.mark.long
def test_intervals_of_spreads_cover():
    random = np.random.default_rng(4)
    inside = ratios = 0
    for _ in range(600):
        one, two, three, four = random.normal(9500, (100, 100, 50, 50), (8, 4)).T.tolist()
        low, high = spread_of(one)[1:]
        inside += low <= 100 <= high
        low, high = ratio_of_spreads([one, two], [three, four])[1:]
        ratios += low <= 2 <= high
    assert 0.93 < inside / 600 < 0.97
    assert 0.93 < ratios / 600 < 0.97


def test_too_few_runs_or_runs_that_are_all_alike_tell_nothing():
    for ones, others in (([1.0], [2.0]), ([], [1.0, 2.0, 4.0]), ([], [])):
        assert np.isnan(pooled(ones, others)[:4]).all() and np.isnan(difference_of(ones, others)).all()
    assert pooled([1.0], [2.0, 3.0]).difference == -1.5
    for ones, others in (([[1.0, 2.0]], [[3.0, 3.0]]), ([[1.0, 2.0]], [[3.0]]), ([[]], [[1.0, 2.0]])):
        assert np.isnan(ratio_of_spreads(ones, others)).all()
    assert ratio_of_spreads([[1.0, 2.0], [5.0]], [[1.0, 3.0], []]).value == 0.5  # a setting with one run says nothing about spreads
