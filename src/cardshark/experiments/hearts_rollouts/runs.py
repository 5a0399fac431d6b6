"""The rollout thesis, measured: brains are trained, and play each other."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from cardshark.experiments.hearts_rollouts.tables import OPPONENT, Task, contests, tasks
from cardshark.experiments.workshop import Workshop, brain_entry
from cardshark.learning.hearts.hindsight import Lesson
from cardshark.learning.trainer import Diverged, Training
from cardshark.report.record import Experiment
from cardshark.text import UserError


def size(scale: float) -> int:
    """How many games are learned from, and deals played."""
    return sum(map(work_of, tasks(scale, 1).values())) + sum(contest.deals for contest in contests(scale))


def measure(workshop: Workshop) -> list[Experiment]:
    """Train every brain, and let them play."""
    wanted = tasks(workshop.scale, workshop.seed)
    train = partial(train_brain, workshop.folder)
    rows = workshop.do(train, {OPPONENT: wanted[OPPONENT]}, work_of)
    rows |= workshop.do(train, {name: task for name, task in wanted.items() if name != OPPONENT}, work_of)
    brains = Experiment("brains", [{key: value for key, value in row.items() if key != "brain"} for row in rows.values()])
    return [workshop.play(contests(workshop.scale), {name: task.file for name, task in wanted.items()}), brains]


def work_of(task: Task) -> int:
    """How many games it learns from."""
    return task.lesson.games


def train_brain(folder: Path, task: Task) -> dict[str, Any]:
    """Train a brain as `cardshark train` does, and keep it."""
    out, lesson = folder / task.file, task.lesson
    out.unlink(missing_ok=True)
    opponent = str(folder / "brains" / f"{OPPONENT}.safetensors")
    if isinstance(lesson, Lesson) and lesson.against == OPPONENT:
        lesson = replace(lesson, against=opponent)
    training = Training(task.design, lesson, task.seed, out)
    try:
        training.run()
    except Diverged:
        raise UserError(f"the brain {task.name} blew up in training, so nothing can be played with it: try another seed") from None
    command = training.command().replace(opponent, Path(opponent).name)
    return {"name": task.name, "command": command, "hands": training.course.hands, "brain": brain_entry(folder, task.file)}
