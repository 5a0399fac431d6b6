"""What others proposed, each as a piece of work: percepts that are found, outcomes that are predicted, hands that are watched, few rules.

Every piece is one run: it trains, and tests against three rule-based agents on the deals on which the FALCONs of the same run are tested.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_falcon.settings import BEYOND, MAIN, Setting
from cardshark.experiments.hearts_falcon.tables import GAMES, POINTS, RULES, RUNS, STOCK, TESTS, games_of, tests_of
from cardshark.games import hearts, house
from cardshark.learning.falcon.course import FalconCourse
from cardshark.learning.falcon.outcome import Foresight, Method, fit
from cardshark.learning.falcon.percept_search import experience, find_percepts
from cardshark.learning.falcon.rules import OF_SITUATION, FalconRules
from cardshark.learning.falcon.watching import Watched, watch
from cardshark.play import Table
from cardshark.players import seat
from cardshark.players.hearts.falcon.brain import FalconBrain
from cardshark.players.hearts.falcon.categories import with_room
from cardshark.players.hearts.falcon.resonance import MOTION
from cardshark.players.player import Choices, Player, Views

PERCEPTS, OUTCOMES, WATCHING, FEW_RULES = "percepts found", "outcomes predicted", "hands watched", "few rules"
NOTES = 200_000  # hands in which one decision is taken in every way
FOUND_GAMES = 200_000  # training hands with the percepts that were found, and with the paper's
WATCHED = (10, 100, 1_000, 10_000)  # hands of the player who stands in for a person
AFTERWARDS = 5_000  # own hands after watching
STAND_IN = "jake"
STRONG_STAND_IN, STRONG_WATCHED = "montecarlo(deals=20,playout=jake)", (10, 100, 1_000)
RULE_COUNTS = (0, 5, 10, 20, 50, 100, 200, 500, 10_000)  # of a FALCON that keeps only its most used rules
UNDECIDED = 0.5  # the weight of every action where a rule was taken away, as in a new category


@dataclass(frozen=True)
class Proposal:
    """One run of one proposal."""

    kind: str
    run: int
    seed: int
    part: float  # of all hands
    tests: int

    @property
    def name(self) -> str:
        """What it is called in the journal."""
        return f"{self.kind}, run {self.run}"

    def hands(self, full: int) -> int:
        """How many of so many hands."""
        return games_of(Amounts(self.part), full)


def proposals(amounts: Amounts, seed: int) -> list[Proposal]:
    """All of them, ten runs each."""
    part = min(amounts.scale, 1.0)
    return [
        Proposal(kind, run, 1000 * seed + run, part, tests_of(amounts, TESTS))
        for kind in WORK
        for run in range(1, amounts.seeds(kind, RUNS) + 1)
    ]


def hands_of_proposal(task: Proposal) -> int:
    """About how many hands of training a run is worth."""
    return task.hands(HANDS[task.kind])


def propose(task: Proposal) -> dict[str, Any]:
    """One run of a proposal."""
    return WORK[task.kind](task)


def trained(setting: Setting, task: Proposal, games: int) -> FalconCourse:
    """A course at its end."""
    course = FalconCourse(setting.design, replace(setting.lesson, games=task.hands(games)), task.seed)
    course.advance(course.lesson.games)
    return course


def points_in_test(course: FalconCourse, task: Proposal) -> int:
    """The learner's points in all test hands."""
    return int(course.test("test", task.tests, STOCK)[:, 0].sum())


# ---- percepts that are found ----


def find_and_use(task: Proposal) -> dict[str, Any]:
    """Find percepts twice, the second time with what was found before; then learn with them, and with the paper's, as long each."""
    settings = {"paper": BEYOND["rest_mean"], "paper, our actions": BEYOND["rest_mean"].changed(actions="wide")}
    found, noticing = [], settings["paper"]
    for search in ("first", "second"):
        notes = experience(trained(noticing, task, FOUND_GAMES), task.hands(NOTES), f"{search} trial")
        found = [each.name for each in find_percepts(notes)] or ["queen_held"]
        noticing = settings["found"] = BEYOND["rest_mean"].changed(percepts="+".join(found), actions="wide")
    return {"percepts": found, **{name: points_in_test(trained(each, task, FOUND_GAMES), task) for name, each in settings.items()}}


# ---- outcomes that are predicted ----


def predict_and_play(task: Proposal) -> dict[str, Any]:
    """A network and support vectors predict what every action is worth, from the hands of one FALCON."""
    course = trained(BEYOND["rest_mean"], task, FOUND_GAMES)
    notes, blind = experience(course, task.hands(NOTES)), int(course.brain.record["if_no_hearts"][0])
    found = {each.name.lower(): points_of(Foresight(fit(each, notes, task.seed), blind), task) for each in Method}
    return {"falcon": points_in_test(course, task), **found}


def points_of(player: Player, task: Proposal) -> int:
    """The points of a player among three rule-based agents, on the deals of the FALCONs' tests."""
    table = one_among_three(player, task.tests)
    games = table.deal(task.seed, task.tests, luck="test luck", deals="test deals")
    table.play(games, np.tile(np.array([0, 1, 1, 1], np.int8), (task.tests, 1)))
    return int(games["scores"][:, 0].sum(dtype=np.int64))


def one_among_three(player: Player, hands: int) -> Table:
    """A table for single hands."""
    return Table(hearts, house.parse(hearts.PRESETS, f"{RULES}:hands=1,limit=0"), [player, seat(STOCK)], hands)


# ---- hands that are watched ----


class Scribe(Player):
    """Somebody at the table whose decisions are written down."""

    def __init__(self, player: Player) -> None:
        self.player, self.views, self.cards = player, [], []

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules."""
        self.player.sit(game, rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Let the player choose, and write it down."""
        self.player.choose(views, choices)
        self.views.append(views.copy())
        self.cards.append(choices.copy())


def hands_of_player(name: str, hands: int, seed: int) -> Watched:
    """What a player did in some hands among three rule-based agents, hand after hand."""
    scribe = Scribe(seat(name))
    table = one_among_three(scribe, hands)
    games = table.deal(seed, hands, luck="watched luck", deals="watched deals")
    table.play(games, np.tile(np.array([0, 1, 1, 1], np.int8), (hands, 1)))
    return Watched(np.concatenate(scribe.views), np.concatenate(scribe.cards), RULES)


def watch_and_play(task: Proposal) -> dict[str, Any]:
    """Watch more and more hands; then play, or go on alone. Beside that, as many hands alone, without watching."""
    found: dict[str, Any] = {"marks": [task.hands(each) for each in WATCHED], "strong marks": [task.hands(each) for each in STRONG_WATCHED]}
    for label, name, marks in ((STAND_IN, STAND_IN, found["marks"]), ("strong", STRONG_STAND_IN, found["strong marks"])):
        seen = [hands_of_player(name, mark, task.seed) for mark in marks]
        courses = [FalconCourse(MAIN.design, replace(MAIN.lesson, games=task.hands(AFTERWARDS)), task.seed) for _ in marks]
        accounts = [watch(course.brain, each) for course, each in zip(courses, seen, strict=True)]
        found[f"{label}, copied"] = [account.copied / max(1, account.decisions) for account in accounts]
        found[f"{label}, watched"] = [points_in_test(course, task) for course in courses]
        for course in courses:
            course.advance(course.lesson.games)
        found[f"{label}, then alone"] = [points_in_test(course, task) for course in courses]
    found["alone"] = [points_in_test(trained(MAIN, task, mark), task) for mark in WATCHED]
    found["alone, afterwards"] = points_in_test(trained(MAIN, task, AFTERWARDS), task)
    found["player"] = points_of(seat(STAND_IN), task)
    found["strong player"] = points_of(seat(STRONG_STAND_IN), replace(task, tests=max(20, task.tests // 10)))
    return found


# ---- few rules ----


def keep_few_rules(task: Proposal) -> dict[str, Any]:
    """A FALCON that keeps only the rules it has used most."""
    course = trained(MAIN, task, GAMES)
    whole = course.brain
    found = {"rules": int(FalconRules(whole).summary()["rules"]), "tested": []}
    for count in RULE_COUNTS:
        course.use(with_few_rules(whole, count))
        found["tested"].append(points_in_test(course, task))
    return {**found, "sentences": [rule.sentence for rule in FalconRules(whole).rules(5)] if task.run == 1 else []}


def with_few_rules(brain: FalconBrain, count: int) -> FalconBrain:
    """The same brain, but only its most used rules are left; elsewhere all weights are alike, so the first possible action is taken."""
    found = FalconBrain(brain.design)
    found.categories = with_room(brain.categories, brain.categories.room)
    first, lessons = int(brain.record["art"][0]["starts"][MOTION]), FalconRules(brain).lessons
    dropped = np.argsort(-lessons, axis=None, kind="stable")[count:]
    for place in dropped.tolist():
        row, situation = divmod(place, lessons.shape[1])
        found.categories.templates[row, [first + number for number in OF_SITUATION[situation]]] = UNDECIDED
    return found


WORK: dict[str, Callable[[Proposal], dict[str, Any]]] = {
    PERCEPTS: find_and_use, OUTCOMES: predict_and_play, WATCHING: watch_and_play, FEW_RULES: keep_few_rules,
}  # fmt: skip
HANDS = {PERCEPTS: 5 * NOTES, OUTCOMES: 4 * NOTES, WATCHING: 20 * WATCHED[-1], FEW_RULES: 2 * GAMES}  # about as much work as so many hands


def ratio_of(points: float, tests: int) -> float:
    """The share of all points."""
    return points / (POINTS * tests)
