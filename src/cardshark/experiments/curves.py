"""Learning curves: what is kept of a long training, and the line with a band that several runs of it make."""

from collections.abc import Sequence

import numpy as np

from cardshark.arena.stats import mean_of
from cardshark.report.result import Series


def sum_in_bins(figures: np.ndarray, bins: int) -> list[int]:
    """Sums of figures in at most `bins` stretches, whose lengths differ by one at most."""
    return [int(part.sum(dtype=np.int64)) for part in np.array_split(figures, min(bins, len(figures)))]


def bin_sizes(count: int, bins: int) -> list[int]:
    """How many of `count` figures each of these stretches holds."""
    return [len(part) for part in np.array_split(np.arange(count), min(bins, count))]


def series_of_runs(
    label: str, x: Sequence[float] | np.ndarray, rows: np.ndarray, paper: float | None = None, paper_x: float | None = None
) -> Series:
    """The mean over runs as a line with its band; one row a run, one column for each `x`."""
    found = [mean_of(column) for column in rows.T.tolist()]
    return Series.of_intervals(label, [float(each) for each in x], found, paper, paper_x)
