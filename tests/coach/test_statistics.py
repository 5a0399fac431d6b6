"""What a sample of deals says: intervals, chances to be best, and how much weights are worth."""

import numpy as np
import pytest

from cardshark.coach.statistics import Sample, conclude, effective_number
from cardshark.players.hearts.search.beliefs import effective

# ---- what a sample says ----


def thought(costs, weights=None, worth=None):
    costs = np.array(costs, float)
    weights = np.full(len(costs), 1 / len(costs)) if weights is None else np.array(weights) / np.sum(weights)
    worth = worth or 1 / float((weights**2).sum())
    return conclude(list(range(costs.shape[1])), Sample(costs, weights, worth), 77, np.zeros((4, 64)))


def test_intervals_are_those_of_the_textbook():
    rng = np.random.default_rng(1)
    costs = np.round(rng.normal([5, 6], 3, (1000, 2)))
    found = thought(costs)
    reach = 1.962 * np.std(costs[:, 0], ddof=1) / np.sqrt(1000)
    assert found.values[0].high - found.values[0].mean == pytest.approx(reach, rel=0.01)
    mean, low, high = found.difference(1, 0)
    paired = costs[:, 1] - costs[:, 0]
    assert mean == pytest.approx(paired.mean())
    assert (high - low) / 2 == pytest.approx(1.962 * paired.std(ddof=1) / np.sqrt(1000), rel=0.01)
    assert found.clear and found.best == 0


def test_the_chance_to_be_best_of_two_is_that_of_a_normal_number():
    from scipy.stats import norm

    rng = np.random.default_rng(2)
    costs = np.round(rng.normal([5, 5.15], 3, (1000, 2)))
    paired = costs[:, 1] - costs[:, 0]
    expected = norm.cdf(paired.mean() / (paired.std(ddof=1) / np.sqrt(1000)))
    found = thought(costs)
    assert 0.6 < expected < 0.99
    assert found.values[0].best == pytest.approx(expected, abs=0.03)
    assert found.values[0].best + found.values[1].best == pytest.approx(1)


def test_choices_that_come_to_the_same_are_equally_good_and_do_not_make_it_unclear():
    found = thought([[1, 1, 9], [3, 3, 8], [2, 2, 9], [1, 1, 7]] * 20)
    assert found.values[0].best == found.values[1].best == 1
    assert found.clear and found.difference(1, 0)[0] == 0


def test_few_deals_that_count_make_wide_intervals():
    rng = np.random.default_rng(3)
    costs = np.round(rng.normal(5, 3, (400, 1)))
    even, uneven = thought(costs), thought(costs, weights=rng.exponential(1, 400) ** 4)
    assert uneven.effective < 100 < even.effective
    assert uneven.values[0].high - uneven.values[0].low > 2 * (even.values[0].high - even.values[0].low)
    half = thought(costs, worth=100)  # deals that resemble each other
    assert half.values[0].high - half.values[0].low == pytest.approx(2 * (even.values[0].high - even.values[0].low), rel=0.03)


def test_the_spread_of_few_rows_is_not_known_well_however_many_deals_they_are_of():
    from scipy.stats import norm

    rows = [[1.0], [3.0], [4.0], [8.0]]  # gin: four walks, each of many deals
    found = thought(rows, worth=38)
    error = np.std(rows, ddof=1) / 3**0.5  # the jackknife's
    assert found.values[0].high - found.values[0].mean == pytest.approx(3.182 * error, rel=0.01)
    more = [6.0, -2.0, 5.0, 1.0]
    two = thought([[row[0], row[0] + cost] for row, cost in zip(rows, more, strict=True)], worth=38)
    expected = norm.cdf(np.mean(more) / (np.std(more, ddof=1) / 3**0.5 * 3.182 / 1.96))
    assert two.values[0].best == pytest.approx(expected, abs=0.03)


def test_the_number_of_deals_that_weights_are_worth_is_that_of_the_kernel_to_the_bit():
    rng = np.random.default_rng(4)
    for size in (1, 2, 7, 60, 1000):
        weights = rng.exponential(1, size) ** 3
        assert effective_number(weights) == effective(weights)
    assert effective_number(np.zeros(3)) == 0


def test_what_never_happened_may_happen_still():
    found = thought(np.zeros((100, 1)))
    assert 0.005 < found.values[0].high < 0.05
