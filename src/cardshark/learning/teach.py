"""Teach a brain by settings that have names: what `cardshark train` does, from Python.

    brain = cardshark.train("hindsight", games=300, rules="dutch:limit=1000", against="jake", out="mine.safetensors")

Who has a design and a lesson as objects hands them to `trainer.train`.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cardshark.learning.learners import LEARNERS, Learner
from cardshark.learning.trainer import Training, TrainingReport
from cardshark.notebook.bars import watched
from cardshark.options import make_object, options_of
from cardshark.players.brain_file import AnyBrain, load_any
from cardshark.text import UserError, choice, shown


def train(
    learner: str,
    *,
    seed: int = 1,
    out: Path | str | None = None,
    keep: int = 0,
    save_every: float = 30.0,
    progress: bool | Callable[[TrainingReport], None] = False,
    **settings: Any,
) -> AnyBrain:
    """Teach a brain as `cardshark train LEARNER` does; `settings` are its flags by name, as values or as they are typed.

        brain = cardshark.train("td", games=2000, rules="eaai", out="mine.safetensors", progress=True)
        cardshark.duel("gin", "eaai", "rummy:brain=mine.safetensors", "simple", deals=500, seed=1)

    The learner of both games is policy; those of Hearts are hindsight, apprentice and falcon, those of gin td and evolution.
    `cardshark train LEARNER --help` explains their settings. With a file the brain is kept there, with `keep` younger selves beside it,
    and a training that was interrupted goes on. `brain.about` says how it was made; in a notebook the brain shows its learning curve.
    """
    taught = LEARNERS[choice("learner", learner, LEARNERS)]
    design, lesson = read_settings(learner, taught, {name: shown(value) for name, value in settings.items()})
    training = Training(design, lesson, seed, Path(out).expanduser() if out else None, keep)
    if callable(progress):
        return training.run(progress, save_every)
    with watched(progress, "games", training.course.end) as advance:
        return training.run(Counter(advance, training.course.end), save_every)


class Counter:
    """Tells a bar how far a training has come since the last report."""

    def __init__(self, advance: Callable[[int], None], end: int) -> None:
        self.advance, self.end, self.at = advance, end, 0

    def __call__(self, report: TrainingReport) -> None:
        """Hear a report."""
        at = round(report.part * self.end)
        self.advance(at - self.at)
        self.at = at


def read_settings(name: str, learner: Learner, given: Mapping[str, str]) -> tuple[Any, Any]:
    """Design and lesson from what was typed; a training that starts from a brain keeps its design."""
    of_design = {option: text for option, text in given.items() if option in options_of(learner.design)}
    lesson = make_object(learner.lesson, name, {option: text for option, text in given.items() if option not in of_design})
    if lesson.start:
        brain = load_any(lesson.start)
        if not isinstance(brain.design, learner.design):
            raise UserError(f"{lesson.start} is a brain for the player {brain.PLAYER}, which `train {name}` does not teach")
        return made_from(asdict(brain.design), learner.design, name, of_design), lesson
    return make_object(learner.design, name, of_design), lesson


def made_from(usual: dict[str, Any], kind: type, name: str, given: Mapping[str, str]) -> Any:
    """Settings as typed; what was not typed is taken from `usual`."""
    typed = make_object(kind, name, given)
    return kind(**{option: getattr(typed, option) if option in given else value for option, value in usual.items()})
