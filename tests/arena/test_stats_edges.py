"""Where statistics end: sums that no deals can have, weights that do not fit, chances that are just small enough, runs that are alike."""

from fractions import Fraction

import numpy as np
import pytest

from cardshark.arena.stats import Estimate, Moments, coefficient, holm, ratio_of_spreads
from cardshark.text import UserError

MOST = (1 << 128) - 1


@pytest.mark.parametrize("data", [
    {"count": MOST, "sums": [1], "products": [1]},
    {"count": 1, "sums": [MOST], "products": [1]},
    {"count": 1, "sums": [-MOST], "products": [1]},
    {"count": 1, "sums": [1], "products": [MOST]},
    {"count": 0, "sums": [], "products": []},
])  # fmt: skip
def test_the_largest_sums_are_read(data):
    assert Moments.read(data).to_json() == data


@pytest.mark.parametrize(("data", "sentence"), [
    ({"count": MOST + 1, "sums": [1], "products": [1]}, "as large as that"),
    ({"count": 1, "sums": [MOST + 1], "products": [1]}, "as large as that"),
    ({"count": 1, "sums": [-MOST - 1], "products": [1]}, "as large as that"),
    ({"count": 1, "sums": [1], "products": [MOST + 1]}, "as large as that"),
    ({"count": -1, "sums": [1], "products": [1]}, "product of every two"),
    ({"count": 1, "sums": [1, 2], "products": [1, 2]}, "product of every two"),
    ({"count": 1, "sums": [1, 2], "products": [1, 2, 3, 4]}, "product of every two"),
    ({"count": 1, "sums": [1]}, "products"),
])  # fmt: skip
def test_what_are_no_sums_is_refused(data, sentence):
    with pytest.raises(ValueError, match=sentence):
        Moments.read(data)


def test_a_coefficient_has_at_most_a_thousand_parts():
    control = np.array([0, 1000, 2000])
    assert coefficient(Moments.of(np.array([control // 1000, control])), [1, 0], [0, 1]) == Fraction(1, 1000)
    control = np.array([0, 1001, 2002])
    assert coefficient(Moments.of(np.array([control // 1001, control])), [1, 0], [0, 1]) == Fraction(1, 1000)


def test_there_is_one_weight_for_each_figure():
    one, two = Moments.of(np.array([[1, 2, 4]])), Moments.of(np.array([[1, 2, 4], [0, 1, 0]]))
    with pytest.raises(ValueError, match="argument"):
        two.total([1])
    with pytest.raises(ValueError, match="argument"):
        Estimate.of(two, [1, 0]) + Estimate.of(one, [1])


def test_sums_that_no_deals_can_have_are_refused_when_somebody_asks_for_the_error():
    """Two figures whose sum is 1 have squares of 1 together at least; here the variance would be just below 0."""
    with pytest.raises(UserError, match="a variance would be below 0"):
        Moments.read({"count": 2, "sums": [1], "products": [0]}).error([1])
    assert Moments.read({"count": 2, "sums": [2], "products": [2]}).error([1]) == 0


def test_a_chance_just_as_small_as_it_must_be_is_significant():
    assert holm([0.05, 0.025], 0.05) == [True, True]
    assert holm([0.05, 0.026], 0.05) == [False, False]


def test_runs_of_one_setting_may_be_alike():
    assert np.isfinite(ratio_of_spreads([[1, 2, 4]], [[5, 5, 5], [1, 2, 3]])).all()
    assert np.isnan(ratio_of_spreads([[1, 2, 4]], [[5, 5, 5], [2, 2]])).all()


@pytest.mark.parametrize(("figure", "deals"), [(1 << 30, 16), (-(1 << 31), 3), (1 << 40, 2), (3, 4)])
def test_products_that_need_more_than_64_bits_are_exact(figure, deals):
    found = Moments.of(np.full((1, deals), figure))
    assert (found.count, found.sums, found.products) == (deals, (figure * deals,), (figure * figure * deals,))
