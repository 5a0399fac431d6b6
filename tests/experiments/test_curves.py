"""Learning curves: nothing is lost in the stretches that are kept of a training."""

import math

import numpy as np
import pytest

from cardshark.arena.stats import mean_of
from cardshark.experiments.curves import bin_sizes, series_of_runs, sum_in_bins

BINS = 50


def test_bins_hold_everything_once():
    for count in (3, 49, 50, 51, 3000):
        figures = np.arange(count) ** 2
        assert sum(sum_in_bins(figures, BINS)) == figures.sum()
        sizes = bin_sizes(count, BINS)
        assert (sum(sizes), len(sizes)) == (count, min(BINS, count))
        assert max(sizes) - min(sizes) <= 1


def test_small_numbers_do_not_overflow():
    assert sum_in_bins(np.array([32_000, 32_000], np.int16), 1) == [64_000]


def test_a_line_is_the_mean_of_the_runs_at_every_point():
    rows = np.array([[1.0, 5.0], [3.0, 5.0], [2.0, 8.0]])
    found = series_of_runs("toy", [10, 20], rows, 4.0, 20)
    assert (found.label, list(found.x), found.paper, found.paper_x) == ("toy", [10, 20], 4.0, 20)
    for place, x in enumerate((10, 20)):
        assert found.at(x) == pytest.approx(tuple(mean_of(rows[:, place].tolist())))
    assert math.isnan(series_of_runs("one run", [10, 20], rows[:1]).low[0])
