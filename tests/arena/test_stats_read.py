"""Sums that are read back: what cannot be the sums of any deals is refused."""

import pytest

from cardshark.arena.stats import Moments

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
