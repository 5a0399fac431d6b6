"""The seed is the unit: figures of learners that were trained several times, each time with other luck.

Two brains of one recipe differ because they were trained with other seeds, because they played other deals, and because they met other
opponents. An interval over seeds allows for all of that; `variance_split` says how much of it is which.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot, prod
from typing import Any

import numpy as np

from cardshark.arena.stats import Interval, around, mean_of

FACTORS = ("seed", "deal")  # what the rows and the columns of a table of figures stand for
BySeed = Mapping[Any, float]  # a figure of each seed; a seed is a number, or a number and where it belongs
TIMES = " × "  # two factors together, as "seed × deal": what neither explains alone


def over_seeds(figures: Sequence[float]) -> Interval:
    """The mean of figures, one a seed, with Student's interval; one seed alone gives none."""
    return mean_of([float(each) for each in figures])


def differences(ours: BySeed, theirs: BySeed) -> dict[Any, float]:
    """Differences seed by seed, of the seeds that both have: `cardshark decide` may have added some to one of them."""
    return {seed: figure - theirs[seed] for seed, figure in ours.items() if seed in theirs}


def paired_over_seeds(ours: BySeed, theirs: BySeed) -> Interval:
    """The mean of differences between two recipes that were trained with the same seeds, or played each other seed by seed."""
    return over_seeds([*differences(ours, theirs).values()])


def over_seeds_on_same(figures: Sequence[float], shared: Interval) -> Interval:
    """The mean of figures, one a seed, that were all measured on the same deals or hands; `shared` is the interval of that mean over these.

    Seeds alone would leave out the luck of the deals, which is the same for all. Errors add up in squares; what is luck of both counts
    twice, so the interval is rather too wide than too narrow.
    """
    alone = over_seeds(figures)
    return around(alone.value, hypot(alone.high - alone.value, shared.high - shared.value))


@dataclass(frozen=True)
class Split:
    """Where the variance of a single figure comes from; each part is a variance, and they add up to that of one figure."""

    parts: dict[str, float]  # by factor, then by factors together; the last one holds what nothing explains
    cut: tuple[str, ...] = ()  # parts whose estimate was negative: they are taken as zero
    counts: tuple[int, ...] = ()  # how many of each factor there were

    @property
    def seed(self) -> float:
        """What the luck of the training adds."""
        return self.parts.get("seed", 0.0)

    @property
    def deal(self) -> float:
        """What the deals add that everybody played."""
        return self.parts.get("deal", 0.0)

    @property
    def opponent(self) -> float:
        """What the opponents add."""
        return self.parts.get("opponent", 0.0)

    @property
    def total(self) -> float:
        """The variance of one figure of one seed."""
        return sum(self.parts.values())

    def share(self, part: str) -> float:
        """How much of the variance a part is; 0 where nothing varies."""
        return self.parts[part] / self.total if self.total else 0.0

    def describe(self) -> str:
        """The split in a sentence, which also says what was cut."""
        if not self.total:
            return "Nothing varies from seed to seed."
        last = list(self.parts)[-1]
        names = {part: f"the luck of the {part}" if TIMES not in part else f"{part} together" for part in self.parts}
        names[last] = "what neither explains" if len(self.counts) == 2 else "what nothing explains"
        found = ", ".join(f"{names[part]} {100 * self.share(part):.0f} %" for part in self.parts)
        zero = f" ({' and '.join(self.cut)}: estimated below zero, taken as zero)" if self.cut else ""
        return f"Of the variance of one figure: {found}{zero}."


def variance_split(figures: Sequence[Sequence[float]] | np.ndarray, factors: Sequence[str] = FACTORS) -> Split:
    """Split the variance of figures[seed][deal], or of [seed][opponent][deal] if `factors` say so, by mean squares.

    All factors are random and crossed: each seed plays the same blocks of deals, and meets the same opponents. The expected mean square of
    some factors is the sum of the variances of all sets of factors that include them, each times the number of figures that share it;
    solved for the variances, that is inclusion and exclusion. An estimate below zero is cut at zero, and said.
    """
    table = np.asarray(figures, dtype=float)
    if table.ndim != len(factors) or min(table.shape, default=0) < 2:
        raise ValueError(f"a figure for at least two of each of {', '.join(factors)} is needed, not an array of {table.shape}")
    axes = range(table.ndim)
    subsets = [chosen for count in range(1, table.ndim + 1) for chosen in combinations(axes, count)]
    squares = {chosen: mean_square(table, chosen) for chosen in subsets}
    parts, cut = {}, []
    for chosen in subsets:
        wider = [other for other in subsets if set(chosen) <= set(other)]
        found = sum((-1) ** (len(other) - len(chosen)) * squares[other] for other in wider)
        found /= prod(table.shape[axis] for axis in axes if axis not in chosen)
        name = TIMES.join(factors[axis] for axis in chosen)
        parts[name] = max(0.0, float(found))
        if found < -1e-12 * squares[subsets[-1]]:
            cut.append(name)
    return Split(parts, tuple(cut), table.shape)


def mean_square(table: np.ndarray, chosen: tuple[int, ...]) -> float:
    """The mean square of the effect that some factors have together, beyond what fewer of them have."""
    effect = table.mean(axis=tuple(axis for axis in range(table.ndim) if axis not in chosen), keepdims=True)
    for axis in chosen:
        effect = effect - effect.mean(axis=axis, keepdims=True)
    others = prod(table.shape[axis] for axis in range(table.ndim) if axis not in chosen)
    return float((effect**2).sum()) * others / prod(table.shape[axis] - 1 for axis in chosen)
