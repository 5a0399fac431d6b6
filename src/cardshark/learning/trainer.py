"""Train a brain from the first game to the last, with checkpoints.

A course that was stopped, even by kill -9, goes on from its last checkpoint and ends with the same bits as one that was not. Files
are written whole or not at all, and never over something else. Younger selves of the brain can be kept beside it, to play against a
beginner or to see how its opinions changed.
"""

import hashlib
import json
import shlex
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardshark import __version__
from cardshark.chance import check_seed
from cardshark.files import lock_file, path_of, reserved, sweep
from cardshark.learning.course import Course, take_over
from cardshark.learning.growth import Strength, age_file, ages_to_keep, bins, younger
from cardshark.learning.learners import LEARNERS, learner_of
from cardshark.learning.stopping import stoppable
from cardshark.origin import commit
from cardshark.players.brain_file import SUFFIX, AnyBrain, digest, lineage, load_any, read, read_sealed, save, settings_json, write_sealed
from cardshark.text import UserError, brief, shown

CHECKPOINT = "cardshark course 1"  # the format of a checkpoint's file
LOOK = 0.2  # seconds from one report to the next
ROUND_DIGITS = 9  # of the number of games in the name of a younger self that learned in rounds
RECENT = 50  # reports over which the current strength is taken


class Stopped(KeyboardInterrupt):
    """Somebody asked the training to stop; its checkpoint is written."""


class Diverged(Exception):
    """The values of a learner blew up."""


class TrainingReport(NamedTuple):
    """Where a training stands."""

    game: int
    games: int
    hands: int
    seconds: float  # of this run
    hands_a_second: float
    strength: Strength | None  # over the last games; None at the beginning
    part: float = 0.0  # how much of the whole is done
    news: str = ""  # what else is worth watching
    tests: Sequence[str] = ()  # what came of each test so far


def ignore(report: TrainingReport) -> None:
    """Do nothing with a report."""


class Training:
    """The training of one learner, from a fresh brain to a file."""

    def __init__(self, design: Any, lesson: Any, seed: int = 1, out: Path | None = None, keep: int = 0) -> None:
        out = None if out is None else path_of(out)
        if out and out.suffix != SUFFIX:
            raise UserError(f"the file of a brain ends with {SUFFIX}, as {out.name or 'my'}{SUFFIX}")
        self.learner = learner_of(lesson)
        if not isinstance(design, LEARNERS[self.learner].design):
            raise UserError(f"{self.learner} teaches a brain of a {LEARNERS[self.learner].design.__name__}, not of {brief(design)}")
        check_seed(seed)
        self.design, self.lesson, self.seed, self.out = design, lesson, seed, out
        self.course = LEARNERS[self.learner].course(design, lesson, seed)
        self.part = out.with_name(f"{out.name}.part") if out else None
        self.ends = bins(self.course.end)
        self.ages = ages_to_keep(out, self.course.end, keep)
        self.kept = -1  # how far it had come at the last age that was kept
        self.stops = sorted({*self.ends, *self.ages})  # where there is something to write down
        self.hands = np.zeros(len(self.ends), np.int64)  # played by then
        self.resumed = 0  # games that an earlier run had played
        self.repeated = False  # had an earlier run played all of them?
        self.lineage = ancestors(self.course)
        brains = [f"{each['role']} {each['name']} {each['sha256'][:16]}" for each in self.lineage]
        # Everything that decides the bits of the result.
        chosen = {**settings_json(design), **settings_json(lesson)}
        self.settings = {"learner": self.learner, **chosen, "seed": seed, "brains": brains, "version": __version__}

    # ---- what it is ----

    def command(self) -> str:
        """The command that trains this brain; options with their default are left out."""
        words = ["cardshark", "train", self.learner]
        for given, usual in ((self.design, type(self.design)()), (self.lesson, type(self.lesson)())):
            for name, value in settings_json(given).items():
                if value != settings_json(usual).get(name):
                    words += [f"--{name.replace('_', '-')}", shown(value)]
        return shlex.join([*words, "--seed", str(self.seed), *(["--out", self.out.name] if self.out else [])])

    # ---- where it stands ----

    def curve(self) -> list[list[float]]:
        """The learning curve so far: see `growth.curve_of`."""
        return self.course.curve(self.ends, self.hands)

    def about(self) -> dict[str, Any]:
        """The metadata of the brain's file. Its strength is that of the last tenth of its games, if it has played any."""
        curve = self.curve()
        tail = curve[-max(1, len(curve) // 10) :]
        late = [round(float(np.mean([row[column] for row in tail])), 4) for column in (1, 2)] if tail else []
        return {
            "name": self.out.stem if self.out else self.learner, "command": self.command(), "settings": self.settings,
            "commit": commit(), "lineage": self.lineage, "games": self.course.game, "hands": self.course.hands,
            "strength": dict(zip(("learner", "others"), late, strict=False)), "curve": curve, **self.course.findings(self.ends),
        }  # fmt: skip

    def brain(self) -> AnyBrain:
        """The brain as it is now, with its metadata."""
        found = self.course.brain
        found.about = {**self.about(), "sha256": digest(found)}
        return found

    # ---- files ----

    def finished(self) -> AnyBrain | None:
        """The brain of an earlier run of the same training; None if there is none."""
        if not self.out or not self.out.exists():
            return None
        brain = read(self.out)
        self.compare(self.out, brain.about.get("settings"))
        return brain

    def resume(self) -> None:
        """Go on from a checkpoint, or write the first one, which shows that the file can be written."""
        if not self.out or not self.part:
            return
        sweep(self.out, *self.age_files())
        if self.part.exists():
            _, about, state = read_sealed(self.part, CHECKPOINT)
            self.compare(self.part, about.get("settings"))
            try:
                take_over(self.hands, state.pop("curve"))
                self.course.restore(state)
            except (LookupError, ValueError, TypeError, ArithmeticError, MemoryError, RuntimeError) as error:
                why = " ".join(str(error).split())[:300]
                raise UserError(f"{self.part} does not hold a training that can go on: {why}; move it away to begin anew") from None
            self.resumed, self.kept = self.course.game, self.course.at - 1
        else:
            self.checkpoint()

    def tidy_up(self) -> None:
        """Remove what a run has left that was killed after it had written the brain."""
        if self.out and self.part and (self.part.exists() or lock_file(self.out).exists()):
            with suppress(UserError, OSError), reserved(self.out):  # another run is at its very end, or nobody may write here
                sweep(self.out, *self.age_files())
                self.part.unlink(missing_ok=True)

    def compare(self, path: Path, found: Any) -> None:
        """Refuse to go on from, or to write over, the work of another training."""
        found, wanted = found if isinstance(found, dict) else {}, self.settings
        for name in wanted | found:
            if found.get(name) != wanted.get(name):
                there, here = (shown(each[name]) if name in each else "nothing" for each in (found, wanted))
                why = "; how fast it learns depends on the number of games, so more games are another training" if name == "games" else ""
                raise UserError(
                    f"{path} belongs to a training with {name} {there or 'empty'}, not {here or 'empty'}{why}: name another file"
                )

    def checkpoint(self) -> None:
        """Keep everything that is needed to go on."""
        if self.part:
            about = {"settings": self.settings, "curve": self.curve()}
            write_sealed(self.part, CHECKPOINT, about, {**self.course.state(), "curve": self.hands})

    def keep_age(self) -> None:
        """Keep the brain as it is, if it has come to one of the ages to keep and no earlier run has kept it."""
        due = [moment for moment in self.ages if self.kept < moment <= self.course.at]
        if due and self.out:
            self.kept = due[-1]
            path = age_file(self.out, self.course.game, ROUND_DIGITS) if self.course.by_rounds else self.ages[due[-1]]
            if not path.exists():
                save(self.brain(), path)

    def age_files(self) -> list[Path]:
        """The files of younger selves that may be written, or were."""
        return younger(self.out) if self.course.by_rounds and self.ages and self.out else list(self.ages.values())

    def finish(self) -> AnyBrain:
        """Write the brain."""
        brain = self.brain()
        if self.out and self.part:
            save(brain, self.out)
            self.part.unlink(missing_ok=True)
        return brain

    # ---- the course ----

    def run(self, watch: Callable[[TrainingReport], None] = ignore, save_every: float = 30.0) -> AnyBrain:
        """Train to the end, or go on with what was begun. A finished training is not repeated, and a running one is left alone."""
        if not isinstance(save_every, Real) or not save_every > 0:
            raise UserError(f"save_every is a number of seconds above 0, not {brief(save_every)}")
        brain = self.finished()
        if brain:
            self.tidy_up()
            self.resumed, self.repeated = int(brain.about["games"]), True
            return brain
        with reserved(self.out) if self.out else nullcontext():
            for path in self.age_files():
                if path.exists():
                    self.compare(path, read(path).about.get("settings"))
            self.resume()
            with stoppable() as asked:
                self.study(watch, save_every, asked)
            if self.course.diverged is not None:
                raise Diverged(self.course.blow_up())
            return self.finish()

    def study(self, watch: Callable[[TrainingReport], None], save_every: float, asked: Callable[[], bool]) -> None:
        """Advance the course until its end, with reports and checkpoints on the way."""
        course, began = self.course, time.monotonic()
        looked = saved = began
        self.keep_age()
        marks: list[tuple[int, int, float]] = []
        while not course.done:
            course.advance(min(course.block, next(stop for stop in self.stops if stop > course.at) - course.at))
            if course.diverged is None:
                if course.at in self.ends:
                    self.hands[self.ends.index(course.at)] = course.hands
                self.keep_age()
            now = time.monotonic()
            if now >= looked + LOOK or course.done or not marks:
                looked = now
                marks = [*marks[-RECENT:], (course.game, course.hands, now)]  # from the first game on, which may wait for the compiler
                watch(self.report(marks, now - began))
            if now >= saved + save_every and not course.done:
                saved = now
                self.checkpoint()
            if asked() and not course.done:
                self.checkpoint()
                whole = f"{course.at / course.end:.0%} of the way" if course.by_rounds else f"{course.end:,} games"
                raise Stopped(f"stopped after {course.game:,} {'games,' if course.by_rounds else 'of'} {whole}")

    def report(self, marks: list[tuple[int, int, float]], seconds: float) -> TrainingReport:
        """A report of now, with the strength since the first mark."""
        (first, before, since), (last, after, now) = marks[0], marks[-1]
        speed = (after - before) / max(now - since, 1e-9)
        course = self.course
        strength, part = course.strength(first, last, after - before), course.at / course.end
        return TrainingReport(last, self.lesson.games, after, seconds, speed, strength, part, course.news(), course.test_lines())


def ancestors(course: Course) -> list[dict[str, Any]]:
    """The brains that a course learns from or against."""
    start = [{"role": "start", **lineage(load_any(course.lesson.start))}] if course.lesson.start else []
    teachers = [{"role": "teacher", **lineage(each)} for each in course.teachers]
    return start + teachers + [{"role": "against", **lineage(each)} for each in course.opponents]


def train(
    design: Any,
    lesson: Any,
    seed: int = 1,
    out: Path | str | None = None,
    watch: Callable[[TrainingReport], None] = ignore,
    save_every: float = 30.0,
    keep: int = 0,
) -> AnyBrain:
    """Train a brain. With a file it is kept there, with `keep` younger selves beside it, and an interrupted training goes on."""
    return Training(design, lesson, seed, None if out is None else path_of(out), keep).run(watch, save_every)


def usual_file(learner: str, design: Any, lesson: Any, seed: int) -> Path:
    """The file of a brain for which none was named: other settings, another file."""
    text = json.dumps([learner, settings_json(design), settings_json(lesson), seed])
    return Path("runs") / f"{learner}-{hashlib.sha256(text.encode()).hexdigest()[:8]}{SUFFIX}"
