"""Where statistics end: sums that cannot be those of any deals are refused, and a coefficient has at most a thousand parts."""

from fractions import Fraction

import numpy as np
import pytest

from cardshark.arena.stats import Moments, coefficient

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
