"""What was measured for the rollout thesis, read back: sums for each seed, and figures with intervals over seeds."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cardshark.arena.stats import Interval, t_test
from cardshark.distributions import Fisher
from cardshark.experiments.hearts_rollouts.sums import CONTESTS, Sums, read_sums
from cardshark.experiments.hearts_rollouts.tables import NS
from cardshark.experiments.hearts_rollouts.tasks import CHOICES
from cardshark.experiments.seeds import over_seeds
from cardshark.report.figures import with_interval
from cardshark.report.record import Record

Figure = Callable[[Sums], float]  # of one seed


@dataclass(frozen=True)
class Played:
    """All contests of a record, group by group: sums for each seed."""

    groups: dict[str, list[Sums]]
    choices: list[list[int]]  # of each seed: the moves with one, two, three ... legal cards

    def figures(self, group: str, figure: Figure) -> list[float]:
        """A figure of each seed."""
        return [figure(sums) for sums in self.groups[group]]

    def by_seed(self, group: str, figure: Figure) -> dict[int, float]:
        """The same by the number of the seed."""
        return {sums.seed: figure(sums) for sums in self.groups[group]}

    def over(self, group: str, figure: Figure) -> Interval:
        """Its mean, with an interval over seeds."""
        return over_seeds(self.figures(group, figure))

    def text(self, group: str, figure: Figure) -> str:
        """The same in a sentence."""
        return with_interval(*self.over(group, figure))

    def seeds(self, group: str) -> int:
        """How many."""
        return len(self.groups[group])

    def deals(self, group: str) -> int:
        """How many deals all seeds played, each from every seat; of matches: how many series of deals."""
        return sum(sums.deals for sums in self.groups[group])


def played_in(record: Record) -> Played:
    """The contests of a record."""
    groups: dict[str, list[Sums]] = {}
    for row in record.rows(CONTESTS):
        groups.setdefault(row["name"].rpartition(" ")[0], []).append(read_sums(row))
    return Played(groups, [row["moves"] for row in record.rows(CHOICES)])


# ---- figures of a seed ----


def gap(table: int) -> Figure:
    """The final score of a rollout agent less that of the networks at its table."""
    return lambda sums: sums.gap(table)


def mean_gap(sums: Sums) -> float:
    """The same, all n together, as in table 4.7."""
    return sum(sums.gap(table) for table in range(len(NS))) / len(NS)


def final_score(table: int, *seats: int) -> Figure:
    """The mean final score of some seats of a table, or of all; of a hand: its points."""
    return lambda sums: sums.score(table, *seats)


def networks_score(sums: Sums) -> float:
    """The mean final score of the networks, all n together."""
    return sum(sums.score(table, 1, 2, 3) for table in range(len(NS))) / len(NS)


def wins(table: int, *seats: int) -> Figure:
    """The chance of one of these seats to win."""
    return lambda sums: sums.share(table, *seats)


def mean_win_gap(sums: Sums) -> float:
    """The chance of the rollout agent to win less that of a network, all n together."""
    return sum(sums.share(table, 0) - sums.share(table, 1, 2, 3) for table in range(len(NS))) / len(NS)


def spread(table: int) -> Figure:
    """The standard deviation of the rollout agent's final scores."""
    return lambda sums: sums.spread(table)


def mean_spread(sums: Sums) -> float:
    """The same, mean over n."""
    return sum(sums.spread(table) for table in range(len(NS))) / len(NS)


def networks_spread(sums: Sums) -> float:
    """The same of the networks beside it, mean over these."""
    return sum(sums.spread(table, seat) for table in range(len(NS)) for seat in (1, 2, 3)) / (3 * len(NS))


def change(table: int, base: int = -1) -> Figure:
    """What the first seat of a table takes, less what is taken there at the table `base`: by the network, if that is the last one."""

    def figure(sums: Sums) -> float:
        if base < 0 and not sums.has_network:
            raise ValueError(f"{sums.name} has no table of the network alone")
        return sums.score(table, 0) - sums.score(base, 0)

    return figure


def milliseconds(table: int) -> Figure:
    """How long the first player of a table thinks about a move, forced ones included."""
    return lambda sums: sums.milliseconds(table)


def slowdown(table: int, base: int = 0) -> Figure:
    """How much longer the first player of a table thinks than that of another one."""
    return lambda sums: sums.milliseconds(table) / sums.milliseconds(base)


# ---- where luck comes from ----


@dataclass(frozen=True)
class Luck:
    """Where the variance of the figure of one seed comes from."""

    seed: float  # variance by training
    deal: float  # by the deals that it played, which are its own

    @property
    def share(self) -> float:
        """How much of it is the training; nothing where nothing varies."""
        return self.seed / (self.seed + self.deal) if self.seed + self.deal else 0.0


def luck(seeds: Sequence[Sums], figure: Figure) -> Luck:
    """Split the variance of the mean gap. Every seed has its own deals, and says itself how much these vary; the rest is the training.

    A seed with a single deal says nothing.
    """
    said = [sums.gap_variance for sums in seeds if sums.gap_variance is not None]
    if len(said) < len(seeds):
        return Luck(math.nan, math.nan)
    deal = float(np.mean(said))
    return Luck(max(0.0, float(np.var([figure(sums) for sums in seeds], ddof=1)) - deal), deal)


def luck_interval(seeds: Sequence[Sums], figure: Figure) -> tuple[float, float]:
    """Where the share of the training lies, 95 times out of 100, by Fisher's F: 0 where it cannot be told from none."""
    parts = luck(seeds, figure)
    if not (parts.deal > 0 and len(seeds) > 1):
        return math.nan, math.nan
    ratio = float(np.var([figure(sums) for sums in seeds], ddof=1)) / parts.deal
    fisher = Fisher(len(seeds) - 1, sum(sums.deals - 1 for sums in seeds))
    low, high = (ratio / fisher.quantile(share) for share in (0.975, 0.025))
    return max(0.0, 1 - 1 / low) if low else 0.0, max(0.0, 1 - 1 / high) if high else 0.0


def lowest_in_groups(seeds: Sequence[Sums], table: int, seats: Sequence[int], games: int) -> list[float]:
    """The lowest final score in each of several groups of about `games` games, because a minimum falls with the number of games."""
    each = len(seeds[0].points[table]) * seeds[0].deals
    size = min(max(1, round(games / each)), len(seeds))
    groups = [seeds[first : first + size] for first in range(0, len(seeds) - size + 1, size)]
    return [float(min(sums.lowest[table][seat] for sums in group if sums.lowest for seat in seats)) for group in groups]


def p_over_seeds(figures: Sequence[float]) -> float:
    """The p of Student's test that the mean over seeds is zero."""
    return t_test(float(np.mean(figures)), float(np.std(figures, ddof=1)) / math.sqrt(len(figures)), len(figures) - 1).p
