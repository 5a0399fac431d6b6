"""The small functions behind Fisher's F: all of their digits, beside arithmetic with fifty of them."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from cardshark.distributions import Fisher, Place, bend, gap, stirling_error

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
SMALL = [1e-9, 1e-4, 0.01, 0.05, 0.09, 0.1, 0.11, 0.2, 0.2499, 0.25, 0.26, 0.5, 1.0, 3.0]


def digits(value: Decimal):
    return pytest.approx(float(value), rel=3e-15, abs=0)


@pytest.fixture(autouse=True)
def fifty_digits():
    with localcontext() as context:
        context.prec = 50
        yield


@pytest.mark.parametrize("w", SMALL)
def test_bend_is_w_less_one_plus_exp(w):
    assert bend(w) == digits(Decimal(w) - 1 + (-Decimal(w)).exp())


@pytest.mark.parametrize("w", [sign * w for w in SMALL for sign in (1, -1) if w < 1 or sign > 0])
def test_gap_is_w_less_the_logarithm(w):
    assert gap(w, 1 + w) == digits(Decimal(w) - (1 + Decimal(w)).ln())


@pytest.mark.parametrize("a", [1, 2, 15, 16, 17, 20, 40, 1000])
def test_stirling_error_is_what_his_formula_leaves(a):
    wanted = Decimal(math.factorial(a - 1)).ln() - (a - Decimal("0.5")) * Decimal(a).ln() + a - (2 * PI).ln() / 2
    if a < 16:  # where it is a difference of larger numbers
        assert stirling_error(a) == pytest.approx(float(wanted), abs=1e-14)
    else:
        assert stirling_error(a) == digits(wanted)


def test_the_series_of_stirling_has_all_digits_where_it_begins():
    assert stirling_error(16) == pytest.approx(0.00520765591960964044, rel=1e-15, abs=0)


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 1000, 1e9])
def test_with_as_many_degrees_of_freedom_above_as_below_one_is_the_median(freedom):
    assert Fisher(freedom, freedom).beyond(1) == pytest.approx(0.5, rel=1e-14, abs=0)


def test_at_the_ends_everything_is_on_one_side():
    assert Fisher(3, 5).place(0) == Fisher(3, 5).place(-1) == Place(0.0, 1.0, 0.0, -1.5)
    assert Fisher(3, 5).place(math.inf) == Place(1.0, 0.0, 0.0, 2.5)
    assert all(map(math.isnan, Fisher(3, 5).place(math.nan)))
    assert [Fisher(3, 5).quantile(share) for share in (0, 1)] == [0.0, math.inf]
    for nonsense in (Fisher(0, 5), Fisher(-1, 5), Fisher(3, 0), Fisher(math.inf, 5)):
        assert not nonsense.sensible() and math.isnan(nonsense.quantile(0.5)) and math.isnan(nonsense.beyond(1))
    assert math.isnan(Fisher(3, 5).quantile(1.01)) and math.isnan(Fisher(3, 5).quantile(-0.01))


@pytest.mark.parametrize("value", [Fraction(1, 50), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(40)])
def test_two_and_two_degrees_of_freedom_are_odds(value):
    """F with two degrees above and below is x / (1 - x) of an even chance: all of its figures are fractions."""
    place, chance = Fisher(2, 2).place(float(value)), value / (1 + value)
    wanted = [chance, 1 - chance, chance * (1 - chance), (value - 1) / (value + 1)]
    assert [*place] == pytest.approx([float(each) for each in wanted], rel=1e-13, abs=1e-15)
