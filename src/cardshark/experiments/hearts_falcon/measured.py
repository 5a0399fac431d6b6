"""What was measured for the FALCON paper, read back: ratios run by run, differences of settings, curves, places in big games."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.stats import Estimate, Interval, mean_of
from cardshark.experiments.amounts import amounts_of
from cardshark.experiments.curves import bin_sizes
from cardshark.experiments.hearts_falcon.fitting import fit_of, sizes_of
from cardshark.experiments.hearts_falcon.proposals import proposals
from cardshark.experiments.hearts_falcon.runs import tasks
from cardshark.experiments.hearts_falcon.settings import ALL_READINGS, MAIN, MAIN_FIT, WEIGHT
from cardshark.experiments.hearts_falcon.tables import GAMES, POINTS, more
from cardshark.experiments.seeds import BySeed, over_seeds, paired_over_seeds
from cardshark.experiments.workshop import read_standings
from cardshark.report.record import Record

Row = Mapping[str, Any]
OTHERS = 3  # players who share the points that the learner does not take
WIDE = 5  # stretches of a training that are looked at together, where one alone is too short


class Stretches(NamedTuple):
    """The stretches of a training."""

    hands: np.ndarray  # of each
    points: np.ndarray  # of the learner: [run, stretch]


class Curve(NamedTuple):
    """Ratios in the course of a training."""

    hands: np.ndarray  # after how many
    ratios: np.ndarray  # [run, place in `hands`]


class Places(NamedTuple):
    """How big games ended."""

    marks: list[int]  # training hands before them
    shares: np.ndarray  # of first to last places: [run, mark, place]


class TwoAgainstTwo(NamedTuple):
    """Ratios of two of a kind and of the two rule-based agents with them."""

    players: Estimate
    rule_based: Estimate


def by(rows: Iterable[Row], name: str) -> dict[str, list[Row]]:
    """Rows that have the same entry under a name, together."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[name], []).append(row)
    return found


def agent_of(name: str) -> str:
    """The setting by that name; a reading that is the main one is the paper's agent."""
    return WEIGHT if ALL_READINGS.get(name) == MAIN else name


class FalconRuns:
    """The runs of all settings. A ratio is the learner's points over those of everybody: 0.25 among equals, lower is better."""

    def __init__(self, record: Record) -> None:
        self.rows = {row["setting"]: row for row in record.rows("runs")}
        self.played = read_standings(record)
        amounts = amounts_of(record)
        self.seeds: dict[str, list[int]] = {}
        for task in tasks(amounts, record.run.seed):
            self.seeds.setdefault(task.setting, []).append(task.seed)
        for name, seeds in self.seeds.items():
            if len(self.rows[name]["tested"]) != len(seeds):
                raise KeyError(f"a run of {name}")
        self.fits = {row["reading"]: fit_of(row, *sizes_of(amounts)) for row in record.rows("fits")}
        self.proposals = by(record.rows("proposals"), "kind")
        for task in proposals(amounts, record.run.seed):
            if task.run > len(self.proposals[task.kind]):
                raise KeyError(task.name)

    def row(self, name: str) -> Mapping[str, Any]:
        """What was measured of a setting."""
        return self.rows[agent_of(name)]

    def by_seed(self, name: str, figures: np.ndarray) -> dict[int, float]:
        """A figure of every run of a setting, by its seed."""
        return dict(zip(self.seeds[agent_of(name)], figures.tolist(), strict=True))

    def count(self, name: str = WEIGHT) -> int:
        """How many runs a setting has."""
        return len(self.row(name)["tested"])

    def games(self, name: str = WEIGHT) -> int:
        """Training hands of a setting, at this scale."""
        return self.row(name)["games"]

    def tests(self, name: str = WEIGHT) -> int:
        """Hands of each of its tests."""
        return self.row(name)["tests"]

    # ---- tests ----

    def ratios(self, name: str, mark: int = -1) -> np.ndarray:
        """The ratio in the test of every run, at one of its marks (the last one)."""
        row = self.row(name)
        return np.array([points for points, _ in (tested[mark] for tested in row["tested"])]) / (POINTS * row["tests"])

    def ratio(self, name: str, mark: int = -1) -> Interval:
        """The same, with an interval for other runs."""
        return mean_of(self.ratios(name, mark).tolist())

    def change(self, name: str, base: str, mark: int = -1, base_mark: int = -1) -> Interval:
        """The ratio of a setting less that of another, seed by seed, because both met the same deals."""
        return paired_over_seeds(self.by_seed(name, self.ratios(name, mark)), self.by_seed(base, self.ratios(base, base_mark)))

    # ---- all runs of an agent that the claims rest on: those of the table, and forty more on other seeds ----

    def pooled(self, name: str, figures: Callable[[str], np.ndarray]) -> BySeed:
        """A figure of every run, by its seed and by whether it is one of the forty."""
        return {(each != name, seed): figure for each in (name, more(name)) for seed, figure in self.by_seed(each, figures(each)).items()}

    def pooled_ratios(self, name: str) -> BySeed:
        """The ratio in the test of every run."""
        return self.pooled(name, self.ratios)

    def pooled_ratio(self, name: str) -> Interval:
        """The same, with an interval over seeds."""
        return over_seeds([*self.pooled_ratios(name).values()])

    def pooled_change(self, name: str, base: str) -> Interval:
        """The ratio of an agent less that of another, seed by seed."""
        return paired_over_seeds(self.pooled_ratios(name), self.pooled_ratios(base))

    def pooled_early(self, name: str, games: int) -> BySeed:
        """The ratio of every run over the first games of its training; `games` is their number at scale 1."""
        return self.pooled(name, lambda each: self.early_ratios(each, games))

    def pooled_curve(self, name: str) -> Curve:
        """Numbers of hands, and the ratio of every run from the first hand to there."""
        ones, others = self.ratios_since_start(name), self.ratios_since_start(more(name))
        return Curve(ones.hands, np.concatenate([ones.ratios, others.ratios]))

    def spread_of_hands(self) -> float:
        """The standard deviation of the ratio of one hand, of the main agent."""
        row = self.row(WEIGHT)
        points, squares = np.array([tested[-1] for tested in row["tested"]], float).sum(axis=0)
        hands = row["tests"] * self.count()
        return float(np.sqrt(squares / hands - (points / hands) ** 2)) / POINTS

    # ---- the course of a training ----

    def stretches(self, name: str) -> Stretches:
        """The hands of every stretch of a training, and the learner's points there in each run."""
        found = np.array(self.row(name)["curve"], float)
        return Stretches(np.array(bin_sizes(self.games(name), found.shape[1])), found)

    def count_stretches(self, name: str, games: int) -> int:
        """How many stretches of a training its first games fill; `games` is their number at scale 1."""
        return max(1, round(len(self.stretches(name).hands) * games / GAMES))

    def ratios_since_start(self, name: str) -> Curve:
        """Numbers of hands, and the ratio of each run from the first hand to there."""
        hands, points = self.stretches(name)
        return Curve(np.cumsum(hands), np.cumsum(points, axis=1) / (POINTS * np.cumsum(hands)))

    def latest_ratios(self, name: str, width: int = 1) -> Curve:
        """Numbers of hands, and the ratio of each run in the latest stretch, or in the latest `width` stretches."""
        hands, points = self.stretches(name)
        starts = np.arange(0, len(hands), width)
        hands, points = np.add.reduceat(hands, starts), np.add.reduceat(points, starts, axis=1)
        return Curve(np.cumsum(hands), points / (POINTS * hands))

    def early_ratios(self, name: str, games: int) -> np.ndarray:
        """The ratio of every run over the first games of its training; `games` is their number at scale 1."""
        return self.ratios_since_start(name).ratios[:, self.count_stretches(name, games) - 1]

    # ---- big games ----

    def places(self, name: str) -> Places:
        """Training hands, and for each of them the shares of first to last places, run by run: [run, mark, place]."""
        row = self.row(name)
        return Places(row["big"], np.array(row["ranked"], float) / (FIRST_PLACE * row["big_games"]))

    # ---- readings ----

    def fits_in_order(self) -> list[str]:
        """The readings whose joint fit was measured, the smallest misfit first."""
        return sorted(self.fits, key=lambda name: self.fits[name].misfit.total)

    def place_of_main(self) -> str:
        """Where the reading of the page stands among them."""
        return f"place {self.fits_in_order().index(MAIN_FIT) + 1} of {len(self.fits)}"

    # ---- proposals ----

    def proposed(self, kind: str, figure: str, place: int | None = None) -> np.ndarray:
        """The ratios of all runs of a proposal: one of its figures, perhaps of a list."""
        found = [row[figure] if place is None else row[figure][place] for row in self.proposals[kind]]
        return np.array(found, float) / (POINTS * self.tests())

    # ---- those who do not learn ----

    def two_against_two(self, contest: str, place: int = 0) -> TwoAgainstTwo:
        """The ratios of two of a kind and of the two rule-based agents with them, over both orders at the table."""
        standing, first = self.played[contest], 2 * place
        ones = standing.points(first, 0, 2) + standing.points(first + 1, 0, 1)
        others = standing.points(first, 1, 3) + standing.points(first + 1, 2, 3)
        return TwoAgainstTwo(ones / (2.0 * POINTS), others / (2.0 * POINTS))

    def at_other_tables(self) -> dict[tuple[str, str], Interval]:
        """The ratio of one player among three of another."""
        standing = self.played["strangers"]
        return {
            (seats[0], seats[1]): (standing.points(table, 0) / POINTS).interval() for table, seats in enumerate(standing.contest.tables)
        }
