"""Our statistics beside SciPy's, beside arithmetic on paper, and beside the deals themselves: small samples, to the last digits."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats as other

from cardshark.arena import stats
from cardshark.arena.stats import Estimate, Interval, Moments

A = [3.0, 5.5, 4.0, 8.0, 6.5, 7.0]
B = [2.0, 6.0, 1.5, 5.0, 7.5, 3.0]
C = [1.0, 1.5, 4.0, 2.5]
FIGURES = np.array([[3, 5, 4, 8, 6, 7, 2], [2, 6, 1, 5, 7, 3, 4], [1, 0, 0, 1, 1, 0, 1]])
MOMENTS = Moments.of(FIGURES)


def close(found, wanted):
    return found == pytest.approx(wanted, rel=1e-9, abs=1e-12)


# ---- two samples ----


def test_pooled_and_paired_tests_are_those_of_scipy():
    pooled, paired = stats.pooled(A, C), stats.paired(A, B)
    one, two = other.ttest_ind(A, C), other.ttest_rel(A, B)
    assert close(pooled, [np.mean(A) - np.mean(C), *one.confidence_interval(), one.statistic, 8, one.pvalue])
    assert close(paired, [np.mean(A) - np.mean(B), *two.confidence_interval(), two.statistic, 5, two.pvalue])
    assert close(stats.difference_of(A, C), pooled[:3])


def test_figures_that_never_vary_are_equal_or_not_and_that_is_sure():
    assert stats.t_test(2.0, 0.0, 5) == (2.0, 2.0, 2.0, math.inf, 5, 0.0)
    assert stats.t_test(-2.0, 0.0, 5)[3:] == (-math.inf, 5, 0.0)
    assert stats.t_test(0.0, 0.0, 5) == (0.0, 0.0, 0.0, 0.0, 5, 1.0)


# ---- runs ----


def test_the_mean_over_runs_has_the_interval_of_student():
    reach = other.t.ppf(0.975, 5) * np.std(A, ddof=1) / math.sqrt(6)
    assert close(stats.mean_of(A), [np.mean(A), np.mean(A) - reach, np.mean(A) + reach])
    assert close(stats.mean_of([1.0, 3.0])[0], 2.0) and stats.mean_of([1.0, 3.0]).high > 10
    one, none = stats.mean_of([3.0]), stats.mean_of([])
    assert one.value == 3.0 and all(map(math.isnan, [*one[1:], *none]))


def test_the_spread_over_runs_has_the_interval_of_chi_squared():
    sd = np.std(A, ddof=1)
    low, high = (sd * math.sqrt(5 / other.chi2.ppf(end, 5)) for end in (0.975, 0.025))
    assert close(stats.spread_of(A), [sd, low, high])


def test_a_ratio_of_spreads_has_the_interval_of_fisher():
    ones, others = [A, C], [B]
    top, bottom = (sum(np.var(each) * len(each) for each in side) / sum(len(each) - 1 for each in side) for side in (ones, others))
    low, high = (math.sqrt(top / bottom / other.f.ppf(end, 8, 5)) for end in (0.975, 0.025))
    assert close(stats.ratio_of_spreads(ones, others), [math.sqrt(top / bottom), low, high])


def test_a_share_has_its_exact_interval():
    wanted = other.binomtest(3, 11).proportion_ci(0.95, "exact")
    assert close(stats.share_of(3, 11), [3 / 11, *wanted])


def test_independent_figures_add_their_squares():
    one, two = Interval(5.0, 2.0, 8.0), Interval(1.0, -3.0, 5.0)
    assert stats.independent_difference(one, two) == (4.0, -1.0, 9.0)
    assert stats.independent_mean([one, two]) == (3.0, 0.5, 5.5)


# ---- deals ----


def test_moments_are_those_of_the_deals():
    for weights in ([1, 0, 0], [1, -1, 0], [Fraction(1, 2), 2, -3]):
        row = np.array([float(weight) for weight in weights]) @ FIGURES
        error = np.std(row, ddof=1) / math.sqrt(7)
        reach = other.t.ppf(0.975, 6) * error
        assert close(MOMENTS.interval(weights), [row.mean(), row.mean() - reach, row.mean() + reach])
        assert close(MOMENTS.error(weights), error)
        assert close(MOMENTS.interval(weights, reach=lambda deals: deals * 1.0).high, row.mean() + 7 * error)
        assert close(MOMENTS.chance_of_equality(weights), other.ttest_1samp(row, 0).pvalue)
        assert MOMENTS.deals_to_decide(weights) == math.ceil(7.84 * np.var(row, ddof=1) / row.mean() ** 2)
    assert close(float(MOMENTS.covariance([1, 0, 0], [0, 1, 1])), np.cov(FIGURES[0], FIGURES[1] + FIGURES[2])[0, 1])
    assert Moments.of(np.array([[1, -1]])).deals_to_decide([1]) is None
    assert Moments.read(MOMENTS.to_json()) == MOMENTS and [*MOMENTS.to_json()] == ["count", "sums", "products"]
    assert Moments.of(FIGURES[:, :3]) + Moments.of(FIGURES[:, 3:]) == MOMENTS


def test_sums_of_huge_numbers_are_exact():
    huge = Moments.of(np.array([[2**31 - 1] * 9, [-(2**31)] * 9]))
    assert huge.products == (9 * (2**31 - 1) ** 2, -9 * (2**31 - 1) * 2**31, 9 * 2**62)
    assert Moments.of(np.zeros((2, 0), int)) == Moments(0, (0, 0), (0, 0, 0))


def test_a_ratio_is_that_of_its_means_with_the_error_of_the_rest():
    found = MOMENTS.ratio([1, 0, 0], [0, -1, 0])
    ratio = -FIGURES[0].mean() / FIGURES[1].mean()
    error = np.std(FIGURES[0] + ratio * FIGURES[1], ddof=1) / math.sqrt(7) / FIGURES[1].mean()
    reach = other.t.ppf(0.975, 6) * error
    assert close(found, [ratio, ratio - reach, ratio + reach])
    assert close(MOMENTS.ratio([1, 0, 0], [0, 1, 0], reach=float).high, -ratio + 7 * error)
    assert all(map(math.isnan, MOMENTS.ratio([1, 0, 0], [0, 0, 0])))


def test_estimates_are_the_delta_method_as_arithmetic():
    first, second, third = (Estimate.of(MOMENTS, [int(figure == number) for figure in range(3)]) for number in range(3))
    assert close((first + second).interval(), MOMENTS.interval([1, 1, 0]))
    assert close((first - second).interval(), MOMENTS.interval([1, -1, 0]))
    assert close((first / 4.0).interval(), MOMENTS.interval([Fraction(1, 4), 0, 0]))
    assert close((first / second).interval(), MOMENTS.ratio([1, 0, 0], [0, 1, 0]))
    assert close((first / (second + third)).interval(), MOMENTS.ratio([1, 0, 0], [0, 1, 1]))
    assert close(stats.mean_estimate([first, second, third]).interval(), MOMENTS.interval([Fraction(1, 3)] * 3))
    assert math.isnan((first / (second - second)).value) and (first / (second - second)).slopes == (0, 0, 0)


# ---- looking after every deal ----


@pytest.mark.parametrize("deals", [30, 100, 1000, 20_000])
def test_the_always_valid_interval_ends_where_a_fair_bet_has_grown_twentyfold(deals):
    """Student's likelihood if the effect is normal, against that without an effect, at the end of the interval."""
    t, spread = stats.always_valid(deals), -2 * math.log(0.05)
    growth = 1 + deals / 1000 * (spread + math.log(spread + 1))
    bet = growth**-0.5 * ((1 + t**2 / (deals - 1)) / (1 + t**2 / (deals - 1) / growth)) ** (deals / 2)
    assert bet == pytest.approx(20, rel=1e-6)


def test_too_few_deals_tell_nothing_yet():
    assert stats.always_valid(2) == math.inf
    assert stats.always_valid(30) > stats.always_valid(100) > stats.always_valid(1000) > stats.student(1000)


# ---- many comparisons, control variates ----


def test_holm_stops_at_the_first_that_is_not_significant():
    assert stats.holm([0.03, 0.001, 0.02, 0.2]) == [False, True, False, False]
    assert stats.holm([0.01, 0.02, 0.05]) == [True, True, True]
    assert stats.holm([0.04, 0.03]) == [False, False]
    assert stats.holm([0.05]) == [True] and stats.holm([0.0501]) == [False]
    assert stats.holm([0.04, 0.04], level=0.1) == [True, True]


def test_the_coefficient_is_the_slope_of_a_regression():
    slope = other.linregress(FIGURES[1], FIGURES[0]).slope
    assert float(stats.coefficient(MOMENTS, [1, 0, 0], [0, 1, 0])) == pytest.approx(slope, abs=1e-6)
    assert stats.coefficient(MOMENTS, [1, 0, 0], [0, 0, 0]) == 0
    assert stats.coefficient(MOMENTS, [1, 0, 0], [0, 1, 0]).denominator <= 1000
