"""The runs of a setting together: their scores, leads and curves, and at which learning rate a network did best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cardshark.arena.placing import FIRST_PLACE
from cardshark.experiments.curves import bin_sizes, series_of_runs
from cardshark.experiments.hearts_network.recipes import AGES, BASE, TRAINED_ELSEWHERE, TRIED_ELSEWHERE, beyond, longer_name
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, LIMIT, LOWEST_RATE, RATES, RELUS, Setting, at_rate
from cardshark.experiments.hearts_network.tasks import BINS, TEST_BINS, home_of
from cardshark.games import hearts, house
from cardshark.report.result import Series

DRAWN = ("activations", "depths")  # the experiments of figures 3.1 to 3.4


def limit_of(rules: str) -> int:
    """Where a game by these rules ends."""
    return house.parse(hearts.PRESETS, rules).limit


@dataclass(frozen=True)
class SettingRuns:
    """The runs of one setting. Scores are scaled as if every game ended at 10,000 points."""

    rows: Sequence[Mapping[str, Any]]
    nothing: float = 0.0  # the lead of random play

    @property
    def tested(self) -> list[Mapping[str, Any]]:
        """The runs that could be tested: those that did not blow up."""
        return [row for row in self.rows if row["tests"]]

    @property
    def blown_up(self) -> int:
        """How many runs blew up."""
        return len(self.rows) - len(self.tested)

    @property
    def tests(self) -> int:
        """Test games of each run; none if all of them blew up."""
        return self.tested[0]["tests"]["games"] if self.tested else 0

    @property
    def rate(self) -> float:
        """The learning rate."""
        return self.rows[0]["rate"]

    def first(self, runs: int) -> "SettingRuns":
        """The first runs alone, to compare with as many others of the same seeds."""
        return SettingRuns(self.rows[:runs], self.nothing)

    def means_at_worst(self, loser: float) -> list[float]:
        """The same of all runs, where one that blew up ends like a loser."""
        means = iter(self.means())
        return [next(means) if row["tests"] else loser for row in self.rows]

    def means_by_seed(self) -> dict[int, float]:
        """Mean final scores by seed, of the runs that could be tested."""
        return dict(zip([row["seed"] for row in self.tested], self.means(), strict=True))

    def to_full_limit(self) -> float:
        """The factor from points of these games to points of games to 10,000."""
        return LIMIT / limit_of(self.rows[0]["rules"])

    def means(self) -> list[float]:
        """The mean final score of each run in its test games."""
        return [self.to_full_limit() * row["tests"]["learner"] / row["tests"]["games"] for row in self.tested]

    def leads(self) -> list[float]:
        """The lead of each run: its opponents' mean final score less its own, in its test games."""
        found = [(row["tests"]["others"] / 3 - row["tests"]["learner"]) / row["tests"]["games"] for row in self.tested]
        return [self.to_full_limit() * gap for gap in found]

    def leads_at_worst(self) -> list[float]:
        """The lead of each run, where one that blew up counts as one that learnt nothing."""
        gaps = iter(self.leads())
        return [next(gaps) if row["tests"] else self.nothing for row in self.rows]

    def by_seed(self) -> dict[int, float]:
        """The same by seed."""
        return dict(zip([row["seed"] for row in self.rows], self.leads_at_worst(), strict=True))

    def blown_up_words(self) -> str:
        """Words on the runs that blew up; none where none did."""
        return f"{self.blown_up} of {len(self.rows)} blew up" if self.blown_up else ""

    def mean_of_table(self) -> float:
        """The mean final score of all four in the test games."""
        return float(np.mean([mean + 3 / 4 * gap for mean, gap in zip(self.means(), self.leads(), strict=True)]))

    def win_shares(self) -> list[float]:
        """The share of test games that each run won."""
        return [row["tests"]["wins"] / FIRST_PLACE / row["tests"]["games"] for row in self.tested]

    def lowest(self) -> tuple[float, float]:
        """The mean of the best run, and the lowest score of any single game."""
        return min(self.means()), self.to_full_limit() * min(row["tests"]["lowest"] for row in self.tested)

    def spread_of_games(self) -> float:
        """The standard deviation of single test games within a run."""
        found = [(row["tests"]["squares"] / row["tests"]["games"], row["tests"]["learner"] / row["tests"]["games"]) for row in self.tested]
        return self.to_full_limit() * float(np.sqrt(np.mean([squares - mean * mean for squares, mean in found])))

    def curves(self, who: str) -> np.ndarray:
        """Scores in the course of training, of the learner or its opponents: one row a run."""
        sizes = bin_sizes(self.rows[0]["games"], BINS)
        share = self.to_full_limit() / (3 if who == "others" else 1)
        return np.array([row[who] for row in self.tested], float).reshape(-1, len(sizes)) * share / sizes

    def series(self, label: str, who: str = "learner", paper: float | None = None) -> Series:
        """The learning curve, averaged over the runs; the paper prints what the network scored in its test games."""
        games = self.rows[0]["games"]
        ends = np.cumsum(bin_sizes(games, BINS))
        return series_of_runs(label, ends, self.curves(who), paper, games if paper else None)

    def test_series(self, label: str, paper: float | None) -> Series:
        """The test games in their order, averaged over the runs."""
        sizes = bin_sizes(self.tests, TEST_BINS)
        found = np.array([row["tested"] for row in self.tested], float) * self.to_full_limit() / sizes
        return series_of_runs(label, np.cumsum(sizes), found, paper)


@dataclass(frozen=True)
class NetworkRuns:
    """All runs, by experiment and setting."""

    found: Mapping[tuple[str, str], Sequence[Mapping[str, Any]]]

    def __call__(self, experiment: str, setting: str) -> SettingRuns:
        """The runs of a setting."""
        return SettingRuns(self.found[experiment, setting], self.nothing)

    def has(self, experiment: str, setting: str) -> bool:
        """Are there any?"""
        return (experiment, setting) in self.found

    @property
    def nothing(self) -> float:
        """The lead of random play over three of the training opponent: what a network gets that learns nothing."""
        return SettingRuns(self.found["nothing", "random play"]).leads()[0]

    @property
    def loser_score(self) -> float:
        """Where a player ends who loses every game: a random one."""
        return SettingRuns(self.found["nothing", "random play"]).means()[0]

    @property
    def equal_score(self) -> float:
        """Where four equal players end: four of the training opponent."""
        return self("opponent", "best of four").mean_of_table()

    @cached_property
    def rates(self) -> dict[str, float]:
        """The rate that each network did best at in its trials."""
        return chosen_rates(self)

    def at_best(self, each: Setting) -> SettingRuns:
        """The runs of a network of table 3.1 at the rate that did best in the trials."""
        return self(home_of(each, self.rates), each.name)

    def beyond(self, name: str) -> SettingRuns:
        """The runs of a network of our own; some are those of the second experiment."""
        usual = name.removesuffix(", plain")
        return self("depths", usual) if (name, self.rates[name]) in TRAINED_ELSEWHERE else self("beyond", name)

    def aged(self, games: int, falls: bool) -> SettingRuns:
        """One layer of 64 ReLUs after so many games, at a rate that stays or falls."""
        return self.at_best(RELUS[0]) if (games, falls) == (AGES[0], False) else self("longer", longer_name(games, falls))

    def reading(self, name: str) -> SettingRuns:
        """One layer of 64 ReLUs under another reading, or the runs of ours with the same seeds."""
        return self("readings", name) if name != BASE else self.at_best(RELUS[0]).first(len(self("readings", "plain ReLU").rows))


def chosen_rates(runs: NetworkRuns) -> dict[str, float]:
    """For each network the rate with the largest mean lead in the trials; a run that blew up counts as random play."""

    def best(groups: Mapping[float, SettingRuns]) -> float:
        leads = {rate: float(np.mean(group.leads_at_worst())) for rate, group in groups.items()}
        return max(leads, key=lambda rate: leads[rate])

    found = {}
    for each in ACTIVATIONS:
        found[each.name] = best(tried(runs, each.name))
    for recipe in beyond():
        elsewhere = TRIED_ELSEWHERE.get(recipe.name)
        found[recipe.name] = found[elsewhere] if elsewhere else best(tried(runs, recipe.name, "trials"))
    return found


def tried(runs: NetworkRuns, name: str, experiment: str = "rates") -> dict[float, SettingRuns]:
    """The trials of a network by rate, as many of each: two networks have more of one rate, which must not weigh more in a choice."""
    found = {rate: runs(experiment, at_rate(name, rate)) for rate in (*RATES, LOWEST_RATE) if runs.has(experiment, at_rate(name, rate))}
    least = min(len(group.rows) for group in found.values())
    return {rate: group.first(least) for rate, group in found.items()}


def group_runs(rows: Sequence[Mapping[str, Any]]) -> NetworkRuns:
    """Runs by experiment and setting."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["experiment"], row["setting"]), []).append(row)
    return NetworkRuns(found)


COURSE = ("tested", "learner", "others")  # of a run, stretch by stretch


def kept_rows(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What a record keeps of runs. The command stands with the first run of a setting, because the others differ only in seed and files;
    the course of a training stands where the thesis has a figure of it."""
    found, commands = [], set()
    for row in rows:
        setting = row["experiment"], row["setting"]
        left_out = {"brain", *(["command"] if setting in commands else []), *([] if row["experiment"] in DRAWN else COURSE)}
        found.append({name: value for name, value in row.items() if name not in left_out})
        commands.add(setting)
    return found
