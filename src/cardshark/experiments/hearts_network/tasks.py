"""Every network that is trained for the network thesis, and how much of it at a scale.

Seeds of a run with seed 1: 1001 and on for what is published, 1501 and on for the trials that choose learning rates, 1601 and on for
further training opponents. So no rate is chosen on a seed that it is judged by.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardshark.experiments.amounts import LEAST_SEEDS, Amounts
from cardshark.experiments.hearts_network.recipes import (
    BRAINS,
    GAMES,
    OPPONENT,
    TRAINED_ELSEWHERE,
    TRIED_ELSEWHERE,
    Recipe,
    beyond,
    longer,
    readings,
    sigmoid_readings,
)
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    COMPETITION_GAMES,
    DEPTHS,
    LIMIT,
    LOWEST_RATE,
    RATES,
    RELUS,
    RUNS,
    SIGMOIDS,
    Setting,
    at_rate,
)
from cardshark.learning.hearts.hindsight import Lesson
from cardshark.learning.hearts.hindsight_kernel import Credit
from cardshark.players.hearts.network.brain import Design

SEEDS = 10  # of everything that a main claim rests on
OPPONENT_SEEDS = 5  # of training opponents of each age, and of readings
TRIALS, FEW_TRIALS = RUNS, 3  # runs of a network of the thesis at each rate, and of one of ours
MANY_TRIALS = 14  # of two networks that are said to blow up: if none of 28 runs does, that is less often than one in eight
FIRST_TRIAL, FIRST_OPPONENT = 500, 600  # what the seeds of these runs are counted from
LENGTHS = (1000, 5000, 20_000)  # games that a training opponent learns for; the thesis: "a long period of time"
TESTS, TRIAL_TESTS = 300, 100  # games after a training
BINS, TEST_BINS = 50, 30  # of a learning curve, and of test games
BEST_RATES = "best rates"  # the first experiment with other rates than those printed


# ---- how much ----


class Plan(NamedTuple):
    """How long a training is at a scale, and how much is played with what was trained."""

    shorter: float  # factor of the number of games, and of their length
    deals: int  # of contests in single hands
    matches: int  # of those to 50

    def games(self, full: int) -> int:
        """How many games, of so many at scale 1."""
        return max(10, round(full * self.shorter))

    @property
    def limit(self) -> int:
        """Points at which a game ends."""
        return max(200, 100 * round(LIMIT * self.shorter / 100))

    @property
    def rules(self) -> str:
        """What is played."""
        return f"dutch:limit={self.limit}"

    @property
    def competition(self) -> int:
        """Games in each order at the table."""
        return self.games(COMPETITION_GAMES)


def plan(amounts: Amounts) -> Plan:
    """Fewer seeds at first; where two are left, fewer and shorter games, so that a hundredth of the work is a few minutes."""
    seeds = max(LEAST_SEEDS, math.ceil(SEEDS * amounts.scale))
    shorter = min(1.0, SEEDS * amounts.scale / seeds) ** 0.85
    return Plan(shorter, amounts.amount("orders", 20_000, 100), amounts.amount("person", 1000, 20))


# ---- what is trained ----


@dataclass(frozen=True)
class Task:
    """One network to train and test."""

    name: str
    experiment: str
    setting: str  # which row of its experiment
    design: Design
    lesson: Lesson
    seed: int
    tests: int  # games against three of an opponent
    is_kept: bool = True  # whether the brain and the course of its training are
    against: str = OPPONENT  # whom it is tested against

    @property
    def file(self) -> str:
        """Where its brain is kept."""
        return f"{BRAINS}{self.name}.safetensors"

    @property
    def games(self) -> int:
        """How many games it takes; those of four learners, or of two or three layers, take twice as long."""
        slow = self.lesson.against == "rivals" or "+" in self.design.hidden
        return (self.lesson.games + self.tests) * (2 if slow else 1)


def seed_of(seed: int, run: int) -> int:
    """The seed of a run, numbered from 1; run 0 is the training opponent's."""
    return 1000 * seed + run


def task_name(experiment: str, setting: str, run: int) -> str:
    """What a run is called, also in the name of a file."""
    return f"{group_name(experiment, setting)}-{run}"


def group_name(experiment: str, setting: str) -> str:
    """What all runs of a setting are called, as claims name them."""
    words = f"{experiment}-{setting}".lower().replace("×", "x")
    return "".join(letter if letter.isalnum() or letter in ".-" else "_" for letter in words).replace("__", "_")


class Shop:
    """Makes the tasks of one run of the paper."""

    def __init__(self, amounts: Amounts, seed: int) -> None:
        self.amounts, self.seed, self.plan = amounts, seed, plan(amounts)
        self.usual = Lesson(games=self.plan.games(GAMES), rules=self.plan.rules, rate=0.001, epsilon=0.1, against=OPPONENT)

    def task(self, experiment: str, setting: str, run: int, design: Design, lesson: Lesson) -> Task:
        """One run of a setting."""
        name = task_name(experiment, setting, run)
        return Task(name, experiment, setting, design, lesson, seed_of(self.seed, run), self.plan.games(TESTS))

    def runs(self, experiment: str, recipe: Recipe, rate: float, seeds: int = SEEDS) -> list[Task]:
        """All runs of a recipe at a rate."""
        lesson = replace(self.usual, rate=rate, games=self.plan.games(recipe.games), **recipe.lesson)
        count = self.amounts.seeds(group_name(experiment, recipe.name), seeds)
        return [self.task(experiment, recipe.name, run, recipe.design, lesson) for run in range(1, count + 1)]

    def trial(self, experiment: str, recipe: Recipe, rate: float, seeds: int) -> list[Task]:
        """A recipe tried at a rate, on seeds of its own; of usual length, with fewer tests."""
        short = recipe._replace(name=at_rate(recipe.name, rate), games=GAMES)
        lesson = replace(self.usual, rate=rate, **short.lesson)
        runs = range(FIRST_TRIAL + 1, FIRST_TRIAL + 1 + self.amounts.seeds(group_name(experiment, short.name), seeds))
        tasks = [self.task(experiment, short.name, run, short.design, lesson) for run in runs]
        return [replace(task, tests=self.plan.games(TRIAL_TESTS), is_kept=False) for task in tasks]

    # ---- before anything else ----

    def opponent(self) -> Task:
        """The training opponent: the best of four who learn from each other."""
        lesson = replace(self.usual, against="rivals", tests=self.plan.games(TESTS))
        return replace(self.task("opponent", "best of four", 0, Design(), lesson), name="opponent")

    def opponents(self) -> list[Task]:
        """Other training opponents: of other seeds, younger and older, and such as are not charged for moons."""
        found = []
        for run in range(1, self.amounts.seeds("opponents", OPPONENT_SEEDS) + 1):
            for games, credit in [*((games, Credit.LAST_TRICK) for games in LENGTHS), (LENGTHS[0], Credit.NONE)]:
                lesson = replace(self.usual, against="rivals", tests=self.plan.games(TESTS), games=self.plan.games(games), credit=credit)
                task = self.task("opponents", opponent_name(games, credit), FIRST_OPPONENT + run, Design(), lesson)
                found.append(replace(task, tests=10, against=task.file))
        return found

    def trials(self) -> list[Task]:
        """Learning rates: those of the thesis in as many runs as its tables have, those of our own networks in a few."""
        found = []
        for each in ACTIVATIONS:
            for rate in RATES:
                found += self.trial("rates", Recipe.of(each), rate, MANY_TRIALS if blows_up(each, rate) else TRIALS)
        for recipe in beyond():
            if recipe.name not in TRIED_ELSEWHERE:
                found += [task for rate in RATES for task in self.trial("trials", recipe, rate, FEW_TRIALS)]
        return found

    def lowest(self, chosen: Mapping[str, float]) -> list[Task]:
        """The lowest rate, for networks of the thesis that did best at the lowest of the others."""
        again = [each for each in ACTIVATIONS if chosen[each.name] == RATES[-1]]
        return [task for each in again for task in self.trial("rates", Recipe.of(each), LOWEST_RATE, TRIALS)]

    # ---- what is published ----

    def published(self, chosen: Mapping[str, float]) -> list[Task]:
        """Everything that rests on the chosen rates, or on those that are printed."""
        found = []
        for each in ACTIVATIONS:
            found += self.runs("activations", Recipe.of(each), each.rate)
            if home_of(each, chosen) == BEST_RATES:
                found += self.runs(BEST_RATES, Recipe.of(each), chosen[each.name])
        for each in DEPTHS:
            found += self.runs("depths", Recipe.of(each, 3 * GAMES), each.rate)
        for recipe in beyond():
            if (recipe.name, chosen[recipe.name]) not in TRAINED_ELSEWHERE:
                found += self.runs("beyond", recipe, chosen[recipe.name])
        usual = chosen[RELUS[0].name]
        for recipe in longer()[1:]:  # the first is what the first experiment has
            found += self.runs("longer", recipe, usual)
        others = [task for recipe in readings(self.plan.rules)[1:] for task in self.runs("readings", recipe, usual, OPPONENT_SEEDS)]
        for recipe in sigmoid_readings(self.plan.rules):
            others += self.runs("readings", recipe, chosen[SIGMOIDS[0].name], OPPONENT_SEEDS)
        return [*found, *(replace(task, is_kept=False) for task in others), *self.crossed(chosen)]

    def crossed(self, chosen: Mapping[str, float]) -> Iterator[Task]:
        """One layer of either activation against each other training opponent, charged for moons in every way."""
        for each in (RELUS[0], SIGMOIDS[0]):
            lesson = replace(self.usual, rate=chosen[each.name])
            for run in range(1, self.amounts.seeds("opponents", OPPONENT_SEEDS) + 1):
                for games, theirs, ours in cells():
                    file = f"{BRAINS}{task_name('opponents', opponent_name(games, theirs), FIRST_OPPONENT + run)}.safetensors"
                    other = replace(lesson, against=file, credit=ours)
                    task = self.task("crossed", cell_name(each, games, theirs, ours), run, each.design, other)
                    yield replace(task, is_kept=False, against=file)


def blows_up(each: Setting, rate: float) -> bool:
    """Whether the thesis says that this network "regularly" blows up at this rate."""
    return each in RELUS[1:] and rate == RATES[1]


def home_of(each: Setting, chosen: Mapping[str, float]) -> str:
    """The experiment in which a network of table 3.1 learns at its best rate: the printed one, or one of its own."""
    return "activations" if chosen[each.name] == each.rate else BEST_RATES


def opponent_name(games: int, credit: Credit) -> str:
    """A training opponent by its age, and by how it was charged for moons."""
    return f"{games} games" + (f" {credit.name.lower()}" if credit else "")


def cells() -> list[tuple[int, Credit, Credit]]:
    """Games that a training opponent learned for, how it was charged for moons, and how the learner is."""
    return [*((games, Credit.LAST_TRICK, ours) for games in LENGTHS for ours in Credit), (LENGTHS[0], Credit.NONE, Credit.NONE)]


def cell_name(each: Setting, games: int, theirs: Credit, ours: Credit) -> str:
    """What such runs are called."""
    return f"{each.name}, {ours.name.lower()} against {opponent_name(games, theirs)}"
