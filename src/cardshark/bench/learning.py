"""How fast networks decide and learn."""

from functools import partial
from importlib.util import find_spec

import numpy as np

from cardshark import play
from cardshark.bench.peers import NotInstalled
from cardshark.bench.task import SEED, BenchTask, seconds
from cardshark.games import gin, hearts, house
from cardshark.games.gin import rules as gin_rules
from cardshark.games.hearts import rules as hearts_rules
from cardshark.jit import kernel
from cardshark.learning.falcon.course import FalconCourse, FalconLesson
from cardshark.learning.hearts.hindsight_kernel import LESSON, BrainSeating
from cardshark.learning.hearts.seats import Seats
from cardshark.learning.policy.lesson import Device, PolicyLesson
from cardshark.players.gin.rummy.brain import RummyBrain, RummyDesign, join_rummies, rummy_sheets
from cardshark.players.gin.rummy.player import choose_by_value
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.players.hearts.network.brain import Brain, Design, join_brains, new_sheets
from cardshark.players.hearts.network.player import network_card
from cardshark.players.hearts.styles import style_of
from cardshark.players.player import Choices, Views
from cardshark.players.policy.brain import PolicyDesign
from cardshark.players.uniform import Random

HANDS = 200  # played at random, to get positions for the network
LESSON_HANDS = 100  # learned from at a time
FALCON_HANDS = 5000  # learned from at a time by a FALCON
DUTCH = "dutch:limit=0,hands=1"
PAPER = "paper:max_turns=30"
TURNS = 2048  # of gin
POLICY_ROUND = (64, 64)  # tables, and choices at each, before a policy learns from them
LESSON_RULES = f"dutch:limit=0,hands={LESSON_HANDS}"


@kernel
def decide_all(views, rules, brains, memory, sheets, choices):
    """A network's choice in each of these views, one after the other."""
    rules = rules[0]
    for i in range(len(views)):
        view = views[i]
        choices[i] = network_card(brains[0], memory, sheets[0], view.hand, view.legal, view.table, rules)


class Watcher(Random):
    """Plays at random, and keeps the views it has seen."""

    def __init__(self) -> None:
        self.seen: list[Views] = []

    def choose(self, views: Views, choices: Choices) -> None:
        self.seen.append(views.copy())
        super().choose(views, choices)


def decisions() -> BenchTask:
    """A network's choices, hand after hand, wherever there is something to choose."""
    rules = house.parse(hearts_rules.PRESETS, DUTCH)
    watcher = Watcher()
    play.play(hearts, rules, play.deal(hearts, rules, SEED, HANDS), [watcher])
    views = np.stack(watcher.seen).T.ravel()  # hand after hand, not step after step
    views = views[np.bitwise_count(views["legal"]) > 1].copy()
    views.flags.writeable = False  # as all views are, so that kernels are compiled once
    brains, memory = join_brains([Brain.fresh(Design(), rules, SEED)])
    once = partial(seconds, decide_all, views, house.record(rules), brains, memory, new_sheets(1), np.empty(len(views), np.int8))
    return BenchTask(once, len(views), "decisions", DUTCH, "a network of 107-64-32, forced cards left out")


def gin_turns() -> BenchTask:
    """A rummy brain's turns: where to draw, then what to discard."""
    rules = house.parse(gin_rules.PRESETS, PAPER)
    watcher = Watcher()
    play.play(gin, rules, play.deal(gin, rules, SEED, HANDS), [watcher])
    views = np.concatenate(watcher.seen)
    phases = views["table"]["phase"]
    draws, discards = (views[phases == phase][:TURNS] for phase in (gin.DRAW, gin.DISCARD))
    views = np.stack([draws, discards]).T.ravel()
    views.flags.writeable = False  # as all views are
    brains, memory = join_rummies([RummyBrain.fresh(RummyDesign(), SEED)])
    once = partial(seconds, choose_by_value, views, brains, memory, rummy_sheets(1), 0, np.empty(len(views), np.int8))
    return BenchTask(once, TURNS, "turns", PAPER, "a network of 52-26-1 values up to 42 x 11 hands to draw, and 11 to discard")


def training() -> BenchTask:
    """Hands of four networks, one of which learns after each."""
    rules = house.parse(hearts_rules.PRESETS, LESSON_RULES)
    seats = Seats([Brain.fresh(Design(), rules, word) for word in (SEED, SEED + 1)], rules)
    seating = BrainSeating(np.array([0, 1, 1, 1], np.int8), np.array([1, 0], np.int8), np.repeat(style_of("jake"), hearts.SEATS))
    lesson = np.zeros(1, LESSON)
    lesson["rate"], lesson["slip_chance"] = 0.0001, round(0.05 * 2**32)
    games = iter(range(1 << 40))
    once = partial(seconds, lambda: seats.play(SEED, "bench", next(games), 1, seating, lesson))
    return BenchTask(
        once, LESSON_HANDS, "hands", LESSON_RULES, "eight networks of 107-64-32 learning against three others, update after each hand"
    )


def falcon_training() -> BenchTask:
    """Hands of a FALCON against three stock players, from the deal; it learns after each trick."""
    course = FalconCourse(FalconDesign(), FalconLesson(), SEED)
    firsts = iter(range(0, 1 << 40, FALCON_HANDS))
    once = partial(seconds, lambda: course.play("bench", next(firsts), FALCON_HANDS, course.lesson_record, course.company))
    return BenchTask(
        once, FALCON_HANDS, "hands", course.lesson.rules, "a FALCON of ten percepts and 29 actions learning against three stock players"
    )


def policy_training() -> BenchTask:
    """Rounds of a small policy: it plays against itself and learns from every decision, twice over."""
    if not find_spec("torch"):
        raise NotInstalled("torch is not installed: pip install 'cardshark[torch]'")
    from cardshark.learning.policy.course import PolicyCourse

    tables, steps = POLICY_ROUND
    lesson = PolicyLesson(games=1_000_000_000, tables=tables, groups=1, steps=steps, test="none", device=Device.CPU)
    course = PolicyCourse(PolicyDesign(width=128, critic=128), lesson, SEED)
    note = f"a policy of width 128 against itself and past selves: played, and learned from twice, {tables} tables, one core"
    return BenchTask(partial(seconds, course.advance, 1), tables * steps, "decisions", lesson.rules_text(), note)
