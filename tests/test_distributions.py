"""Student, chi-squared, Fisher and exact shares: as SciPy has them, and where SciPy itself is not exact, as mathematics has them."""

import math
from fractions import Fraction
from itertools import product
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special
from scipy import stats as scipy_stats

from cardshark.distributions import (
    Fisher,
    chi_squared_chance,
    chi_squared_quantile,
    mean_reach,
    share_interval,
    student_chance,
    student_reach,
)

FREEDOMS = [1, 2, 3, 4.5, 10, 33.3, 100, 1e3, 1e4]
LARGE = [1e5, 1e6, 1e7, 1e9]  # SciPy's F and chi-squared have fewer digits here
VALUES = [1e-3, 0.1, 0.5, 0.9, 0.999, 1, 1.001, 1.1, 2, 5, 40]
SHARES = [1e-10, 0.025, 0.3, 0.5, 0.7, 0.975, 1 - 1e-6]
SMALLEST = 1e-60  # chances below this are not compared

freedoms = st.floats(0, 9).map(lambda power: 10**power)
values = st.floats(-3, 3).map(lambda power: 10**power)


def exactly(value: float, digits: int = 12):
    return pytest.approx(value, rel=10**-digits, abs=0)


# ---- beside SciPy ----


@pytest.mark.parametrize("freedom", [*FREEDOMS, *LARGE])
def test_students_t_is_that_of_scipy(freedom):
    for t in (0.01, 0.5, 1, 1.96, 3, 6, 10, 15, 40):
        if special.stdtr(freedom, -t) > SMALLEST:
            assert student_chance(t, freedom) == student_chance(-t, freedom) == exactly(2 * special.stdtr(freedom, -t))
    for level in (0.5, 0.8, 0.95, 0.99, 0.999):
        assert student_reach(level, freedom) == exactly(special.stdtrit(freedom, (1 + level) / 2))


def test_the_reach_of_a_mean():
    values = [1, 5, 0, 2, 9]
    assert mean_reach(values) == exactly(special.stdtrit(4, 0.975) * stdev(values) / math.sqrt(5))
    assert mean_reach(values, 0.5) < mean_reach(values) < mean_reach(values, 0.99)
    assert mean_reach([3, 3]) == 0 and math.isnan(mean_reach([3])) and math.isnan(mean_reach([]))


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_chi_squared_is_that_of_scipy(freedom):
    for value in (freedom * each for each in VALUES):
        if special.chdtrc(freedom, value) > SMALLEST:
            assert chi_squared_chance(value, freedom) == exactly(special.chdtrc(freedom, value))
    for share in SHARES:
        assert chi_squared_quantile(share, freedom) == exactly(2 * special.gammaincinv(freedom / 2, share))


@pytest.mark.parametrize("top", FREEDOMS)
def test_fishers_f_is_that_of_scipy(top):
    for bottom, value in product(FREEDOMS, VALUES):
        if special.fdtrc(top, bottom, value) > SMALLEST:
            assert Fisher(top, bottom).beyond(value) == exactly(special.fdtrc(top, bottom, value))
    for bottom, share in product(FREEDOMS, SHARES):
        assert Fisher(top, bottom).quantile(share) == exactly(scipy_stats.f.ppf(share, top, bottom), 11)


@pytest.mark.parametrize("tried", [1, 2, 5, 16, 100, 1000, 100_000])
def test_exact_intervals_of_shares_are_quantiles_of_the_beta_distribution(tried):
    for count in {0, 1, tried // 3, tried // 2, tried - 1, tried}:
        low, high = share_interval(count, tried, 0.95)
        assert low == (exactly(scipy_stats.beta.ppf(0.025, count, tried - count + 1)) if count else 0)
        assert high == (exactly(scipy_stats.beta.ppf(0.975, count + 1, tried - count)) if count < tried else 1)


# ---- where it can be worked out by hand ----


@given(values, freedoms)
def test_two_degrees_of_freedom_by_hand(value, freedom):
    power = -freedom / 2 * math.log1p(2 * value / freedom)
    if power > -700:
        assert Fisher(2, freedom).beyond(value) == exactly(math.exp(power))
        assert Fisher(freedom, 2).place(1 / value).below == exactly(math.exp(power), 11)  # 1 / value is rounded


@pytest.mark.parametrize("t", [1e-6, 0.3, 1, 2.5, 1e4, 1e20])
def test_one_degree_of_freedom_by_hand(t):
    assert student_chance(t, 1) == exactly(2 / math.pi * math.atan(1 / t))


@given(st.integers(1, 80), st.data())
def test_sums_of_a_binomial_distribution(tried, data):
    """As many successes as these or more: added up in whole numbers."""
    count, share = data.draw(st.integers(1, tried)), Fraction(data.draw(st.integers(1, 999)), 1000)
    added = sum(math.comb(tried, each) * share**each * (1 - share) ** (tried - each) for each in range(count, tried + 1))
    others = tried - count + 1
    assert Fisher(2 * count, 2 * others).place(float(share / (1 - share) * others / count)).below == exactly(float(added))


@pytest.mark.parametrize(
    ("top", "bottom", "value", "chance"),
    [  # integrated with 34 digits; below 1 the chance of a smaller value, above 1 that of a larger one
        (1e9, 1e9, 1.0002, 0.00078355148658933894758),
        (1e9, 1e9, 0.9999, 0.05691411292890967272),
        (1e9, 1e6, 1.01, 1.1066451358969113698e-12),
        (1e9, math.inf, 1.0001, 0.012675611994943621705),
        (1e9, math.inf, 0.9995, 2.4922578004631537547e-29),
        (1e7, math.inf, 1.0, 0.49994052919606216232),
        (12345, 678, 0.8, 0.000016389277196610971549),
        (3, 1e9, 20.0, 5.878235846194351e-13),
        (1e9, 3, 0.1, 1.3800573220586777274e-6),
        (1e9, 1, 1e6, 0.00079788442762265392925),
    ],
)
def test_many_degrees_of_freedom(top, bottom, value, chance):
    found = Fisher(top, bottom).place(value)
    assert (found.below if value < 1 else found.beyond) == exactly(chance)


# ---- what holds for all ----


@given(freedoms, freedoms | st.just(math.inf), values, st.floats(1e-6, 2))
def test_a_larger_value_is_less_likely(top, bottom, value, more):
    here, there = Fisher(top, bottom).place(value), Fisher(top, bottom).place(value * (1 + more))
    assert 0 <= there.beyond <= here.beyond <= 1
    assert 0 <= here.below <= there.below <= 1


@given(freedoms, freedoms | st.just(math.inf), st.floats(-50, -0.31).map(lambda power: 10**power), st.booleans())
def test_a_quantile_is_where_the_chance_says(top, bottom, share, upper):
    share = 1 - share if upper else share
    found = Fisher(top, bottom).place(Fisher(top, bottom).quantile(share))
    assert (found.beyond if upper else found.below) == exactly(1 - share if upper else share, 10)


@given(freedoms, freedoms, values)
def test_upside_down(top, bottom, value):
    assert Fisher(top, bottom).place(value).beyond == pytest.approx(Fisher(bottom, top).place(1 / value).below, rel=1e-9, abs=1e-300)


def test_the_ends():
    assert (student_chance(0, 5), student_chance(math.inf, 5), student_chance(-math.inf, 5)) == (1, 0, 0)
    assert (student_reach(0, 5), student_reach(1, 5)) == (0, math.inf)
    assert (chi_squared_chance(0, 5), chi_squared_chance(-1, 5), chi_squared_chance(math.inf, 5)) == (1, 1, 0)
    assert (chi_squared_quantile(0, 5), chi_squared_quantile(1, 5)) == (0, math.inf)
    assert student_reach(0.95, math.inf) == exactly(1.959963984540054)  # the normal distribution
    assert Fisher(1e9, 1).beyond(1e308) == 0
    assert Fisher(1, 1).quantile(5e-324) == 0  # it would be 1e-647
    assert share_interval(0, 1, 0.95)[0] == 0 and share_interval(1, 1, 0.95)[1] == 1


@pytest.mark.parametrize("freedom", [0, -1, math.nan])
def test_no_degrees_of_freedom(freedom):
    chances = [student_chance(1, freedom), chi_squared_chance(1, freedom), Fisher(freedom, 3).beyond(1), Fisher(3, freedom).beyond(1)]
    quantiles = [student_reach(0.95, freedom), chi_squared_quantile(0.5, freedom), Fisher(freedom, 3).quantile(0.5)]
    assert all(map(math.isnan, chances + quantiles))


def test_what_is_no_number():
    assert math.isnan(student_chance(math.nan, 3)) and math.isnan(chi_squared_chance(math.nan, 3))
    assert all(math.isnan(Fisher(3, 4).quantile(share)) for share in (-0.1, 1.1, math.nan))
