"""A policy's way through a lesson: rounds of play and learning, tests on deals that no training sees, and a brain at the end.

The settings and the seed decide all that happens on a processor, whatever its number of cores. A graphics card adds in no fixed order, so
there the same seed ends elsewhere, as good but not the same to the bit. Neither is the end known before where the clock decides it.
"""

import time
from collections import deque
from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from cardshark.games import game_named
from cardshark.learning.course import Course
from cardshark.learning.growth import Strength, bins
from cardshark.learning.policy.exams import Exams
from cardshark.learning.policy.improving import Aim, Pace, Progress
from cardshark.learning.policy.learner import Plan, PolicyLearner, under
from cardshark.learning.policy.lesson import DEVICES, SELF, Device, DeviceHabits, Goal, PolicyLesson
from cardshark.learning.policy.networks import one_order
from cardshark.learning.policy.seating import Counts
from cardshark.players.brain_file import AnyBrain
from cardshark.players.player import Player
from cardshark.players.policy.brain import PolicyBrain, PolicyDesign, load
from cardshark.text import UserError

WAY = 1_000_000  # a course is so long, whether hands or minutes measure it
RECENT = 20  # rounds over which figures are shown
MEMORIES = 40  # how often, in a whole course, a past self is put aside
LAST_RATE, LAST_CURIOSITY = 0.1, 0.05  # what is left of them at the end
MOST_DECISIONS = 1 << 24  # of a round: some gigabytes
SETTLING = 10  # rounds in which only the critic learns, if the brain to go on from has none for this goal
TOO_FAR = 1.0  # no round should move the choices so far (KL): something has blown up


class Round(NamedTuple):
    """What came of a round, for whoever watches."""

    counts: Counts
    progress: Progress
    seconds: float


def device_of(asked: Device) -> str:
    """Where to learn: on a graphics card, if one is there and nobody forbids it."""
    there = torch.cuda.is_available()
    if asked == Device.CUDA and not there:
        raise UserError("PyTorch finds no graphics card here: set device=cpu or device=auto")
    return "cuda" if there and asked != Device.CPU else "cpu"


def plan_of(design: PolicyDesign, lesson: PolicyLesson, seed: int, device: str) -> Plan:
    """The settings as the learner wants them."""
    usual = DEVICES[device]
    tables, steps = lesson.tables or usual.tables, lesson.steps or usual.steps
    if tables * steps > MOST_DECISIONS:
        raise UserError(f"a round has at most {MOST_DECISIONS:,} decisions: {tables:,} tables with {steps:,} steps are too many")
    groups = min(lesson.groups or usual.groups, tables)
    return Plan(
        game=lesson.game, rules=lesson.rules_text(), tables=max(1, tables // groups), groups=groups, steps=steps,
        width=design.width, blocks=design.blocks, critic=design.critic or design.width, trace=lesson.trace, average=lesson.average,
        mixed=lesson.mixed, against=tuple(lesson.others()), past=lesson.seated().count(SELF), price=lesson.turn_price(),
        goal=Goal(lesson.goal).name.lower(), seed=seed, device=device, teacher=lesson.teacher(),
    )  # fmt: skip


class PolicyCourse(Course):
    """The way of a policy through its rounds."""

    by_rounds = True

    def __init__(self, design: PolicyDesign, lesson: PolicyLesson, seed: int) -> None:
        self.device = device_of(Device(lesson.device))
        self.learner = PolicyLearner(plan_of(design, lesson, seed, self.device))
        super().__init__(lesson, seed, self.learner.groups[0].tables.seats)
        self.design = design
        seating = self.learner.groups[0].seating
        self.opponents, self.teachers = brains_of(*seating.players), brains_of(seating.teacher)
        self.settling = 0  # rounds at first in which only the critic learns
        if lesson.start:
            self.start_from(load(lesson.start))
        self.ends = bins(WAY)
        self.sums = np.zeros(6)  # won by the learner and by the others, their seats, seconds, decisions
        self.marks = np.zeros((len(self.ends), 9))  # at each of the ends: games, four sums, and how learning went
        self.exams = Exams(lesson)
        self.recent: deque[Round] = deque(maxlen=RECENT)

    def start_from(self, brain: PolicyBrain) -> None:
        """Go on from a brain."""
        game = game_named(self.lesson.game)
        brain.check(game, self.lesson.house())
        if brain.design != self.design:
            raise UserError(f"{self.lesson.start} is of another design: give the flags of its design, or leave out start")
        weights = {name: np.asarray(part, np.float32) for name, part in brain.parts().items()}
        if brain.goal != self.learner.plan.goal:  # points are not chances to win
            weights = {name: each for name, each in weights.items() if not name.startswith(("actor.worth.", "critic.value."))}
        if "critic.value.weight" not in weights:
            self.settling = SETTLING
        self.learner.begin_with(under(weights, "actor."), under(weights, "critic."))

    # ---- how far it is ----

    @property
    def part(self) -> float:
        """How much of the course is done, by hands or by the clock: what ends first."""
        games, minutes = self.lesson.last_game(), self.lesson.minutes
        return min(1.0, max(self.game / games if games else 0.0, self.sums[4] / (60 * minutes) if minutes else 0.0))

    @property
    def at(self) -> int:
        return int(WAY * self.part)

    @property
    def end(self) -> int:
        return WAY

    # ---- learning ----

    def advance(self, games: int) -> None:
        """Play and learn from one round, in which many games end, whatever the number asked for."""
        began, before = time.monotonic(), self.at
        with one_order(self.device):
            pace = self.pace()
            counts = self.learner.play(teaching=pace.aim == Aim.IMITATE)
            progress = self.learner.learn(pace)
        if self.blown_up(progress):
            self.diverged = self.game
            return
        self.game, self.hands = self.game + counts.matches, self.hands + counts.hands
        self.sums += [*counts.won, *counts.seats, time.monotonic() - began, counts.decisions]
        self.recent.append(Round(counts, progress, time.monotonic() - began))
        self.pass_by(before, began)

    def pace(self) -> Pace:
        """How large the steps of the next round are."""
        lesson, usual, left = self.lesson, self.habits, 1 - self.part
        return Pace(
            rate=(lesson.rate or usual.rate) * max(left, LAST_RATE), curiosity=lesson.curiosity * max(left, LAST_CURIOSITY),
            clip=lesson.clip, pull=lesson.pull, passes=lesson.passes, batch=lesson.batch or usual.batch,
            aim=self.aim(),
        )  # fmt: skip

    def aim(self) -> Aim:
        """What the choices learn from the next round."""
        if self.copies():
            return Aim.IMITATE
        return Aim.NOTHING if self.learner.round < self.settling else Aim.IMPROVE

    @property
    def habits(self) -> DeviceHabits:
        """What is usual on this device."""
        return DEVICES[self.device]

    def copies(self) -> bool:
        """Does it still copy its teacher?"""
        first = self.lesson.imitate_games
        return bool(self.learner.plan.teacher) and (self.game < first if first else self.part < 0.1)

    def blown_up(self, progress: Progress) -> bool:
        """Have the values blown up?"""
        weights = float(sum(each.sum() for each in self.learner.averaged.parameters()))  # no number as soon as one of them is none
        return not all(map(isfinite, (*progress, weights))) or progress.moved > TOO_FAR

    def pass_by(self, before: int, began: float) -> None:
        """Do what is due at the places on the way that this round has passed: past selves, the curve, tests."""
        if passed(before, self.at, MEMORIES):
            self.learner.remember()
        for number, end in enumerate(self.ends):
            if before < end <= self.at:
                self.marks[number] = [self.game, *self.sums[:4], *self.recent[-1].progress]
        number = passed(before, self.at, self.lesson.tests)
        if number and self.exams.names:
            self.exams.sit(number, self.game, self.brain)
            self.sums[4] += time.monotonic() - began - self.recent[-1].seconds

    # ---- how good it is ----

    @property
    def brain(self) -> PolicyBrain:
        """The learner as it is: the average of its weights over the last steps."""
        lesson, learner = self.lesson, self.learner
        found = PolicyBrain(self.design, lesson.game, learner.plan.rules, learner.plan.goal, learner.scale)
        weights = learner.learned()
        for name, part in found.parts().items():
            part[:] = weights[name]
        return found

    # ---- what is told ----

    def curve(self, ends: Sequence[int], hands: NDArray[np.int64]) -> list[list[float]]:
        """What a seat of the learner and one of the others made of a game, in points of the score sheet, row by row."""
        rows, before = [], np.zeros(5)
        for mark in self.marks[self.marks[:, 0] > 0, :5]:
            found = self.strength_in(mark[1:] - before[1:])
            if found and mark[0] > before[0]:
                rows.append([int(mark[0]), round(found.learner, 4), round(found.others, 4)])
                before = mark
        return rows

    def strength_in(self, sums: NDArray[np.float64]) -> Strength | None:
        """Points a game: of the learner's seats, and of the others' (its own again, where nobody else sat there)."""
        won, seats = sums[:2], sums[2:4]
        if not seats[0]:
            return None
        sign = -1 if game_named(self.lesson.game).LOWEST_WINS and self.lesson.goal == Goal.HAND else 1
        learner = sign * won[0] / seats[0]
        others = sign * won[1] / seats[1] if seats[1] else learner
        return Strength(float(learner), float(others), float(sign * won.sum() / seats.sum()))

    def strength(self, first: int, last: int, hands: int) -> Strength | None:
        """Over the last rounds."""
        return self.strength_in(np.sum([[*each.counts.won, *each.counts.seats] for each in self.recent], axis=0)) if self.recent else None

    def news(self) -> str:
        """How fast, how curious, how far it moved, and how strong it was in the last test."""
        if not self.recent:
            return ""
        speed = sum(each.counts.decisions for each in self.recent) / max(sum(each.seconds for each in self.recent), 1e-9)
        last = self.recent[-1].progress
        found = [f"{speed:,.0f} decisions/s", f"entropy {last.variety:.2f}", f"KL {last.moved:.3f}"]
        if self.copies():
            found.append(f"copying {self.lesson.teacher()}")
        return "; ".join([", ".join(found), *(f"v {each['against']} {each['mean']:+.2f}" for each in self.exams.last())])

    def test_lines(self) -> list[str]:
        return self.exams.lines()

    def findings(self, ends: Sequence[int]) -> dict[str, Any]:
        """The tests, the device, and how learning went: games, entropy, KL, error of the critic, and how much of the luck it foresaw."""
        marks = self.marks[self.marks[:, 0] > 0]
        rows = {int(row[0]): [int(row[0]), *(round(each, 4) for each in row[5:].tolist())] for row in marks}
        plan, pace = self.learner.plan, self.pace()
        used = {
            "rules": plan.rules,
            "tables": plan.tables * plan.groups,
            "groups": plan.groups,
            "steps": plan.steps,
            "batch": pace.batch,
            "price": plan.price,
        }
        tests, learning = self.exams.rows(), list(rows.values())
        return {"device": self.device, "used": used, "decisions": int(self.sums[5]), "tests": tests, "learning": learning}

    def blow_up(self) -> str:
        """What happened when the values blew up, and what would help."""
        rate = self.lesson.rate or self.habits.rate
        return f"the values blew up after {self.game:,} games: try a learning rate below {rate:g} (--rate), or a smaller --clip"

    # ---- to stop and go on ----

    def state(self) -> dict[str, np.ndarray]:
        """Everything that a course needs to go on."""
        own = {"sums": self.sums, "marks": self.marks, "exams": self.exams.found}
        counted = {"game": np.array(self.game), "hands": np.array(self.hands)}
        return {**counted, **{name: each.copy() for name, each in own.items()}, **self.learner.state()}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on from a state of a course with the same settings and seed."""
        self.game, self.hands = int(state["game"]), int(state["hands"])
        self.sums[:], self.marks[:], self.exams.found[:] = state["sums"], state["marks"], state["exams"]
        self.learner.restore(state)


def brains_of(*players: Player | None) -> list[AnyBrain]:
    """The brains that these players play by."""
    return [brain for brain in (getattr(each, "_brain", None) for each in players) if brain is not None]


def passed(before: int, after: int, places: int) -> int:
    """The number of the last of these places, evenly on the way, that was passed; 0 if none was."""
    number = after * places // WAY
    return number if number > before * places // WAY else 0
