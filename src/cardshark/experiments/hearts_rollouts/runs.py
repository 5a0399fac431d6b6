"""The rollout thesis, measured: brains are trained, and play each other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cardshark.arena.contest import Contest, read_standing
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_rollouts.contests import APART, brains_of, contests
from cardshark.experiments.hearts_rollouts.sums import CONTESTS, condensed
from cardshark.experiments.hearts_rollouts.tasks import CHOICES, FEW_SEEDS, OPPONENT, RAW_TOTALS, SEEDS, Task, numbered, tasks
from cardshark.experiments.workshop import Workshop, brain_entry
from cardshark.games import hearts
from cardshark.games.hearts.rules import PRESETS
from cardshark.learning.hearts.hindsight import Lesson
from cardshark.learning.trainer import Diverged, Training
from cardshark.play import Table
from cardshark.players.hearts.network.player import Network
from cardshark.players.player import Choices, Views
from cardshark.report.record import Experiment
from cardshark.text import UserError


def size(amounts: Amounts) -> int:
    """How many games are learned from, and deals played."""
    played = contests(amounts)
    learned = sum(work_of(task) for group in tasks(brains_to_train(played, amounts), amounts, 1) for task in group)
    counted = amounts.seeds(CHOICES, SEEDS) * amounts.amount(CHOICES, 200, least=2)
    return learned + counted + sum(contest.deals for contest in played)


def brains_to_train(played: Sequence[Contest], amounts: Amounts) -> list[str]:
    """The brains that somebody plays with, or whose choices are counted; and those of a reading that may blow up."""
    counted = [numbered("strong", run) for run in range(1, amounts.seeds(CHOICES, SEEDS) + 1)]
    risky = [numbered(RAW_TOTALS, run) for run in range(1, amounts.seeds(RAW_TOTALS, FEW_SEEDS) + 1)]
    return list(dict.fromkeys([*brains_of(played), *counted, *risky]))


def measure(workshop: Workshop) -> list[Experiment]:
    """Train every brain, and let them play. Who sat where is kept for the first seed: the others have other brains on the same seats."""
    played = contests(workshop.amounts)
    wanted = tasks(brains_to_train(played, workshop.amounts), workshop.amounts, workshop.seed)
    rows: dict[str, Any] = {}
    for group in wanted:
        rows |= workshop.do(partial(train_brain, workshop.folder), {task.name: task for task in group}, work_of)
    brains = Experiment("brains", [{key: value for key, value in row.items() if key != "brain"} for row in rows.values()])
    files = {task.name: task.file for group in wanted for task in group}
    runs = range(1, workshop.seeds(CHOICES, SEEDS) + 1)
    counts = {f"{CHOICES} {run}": Count(files[numbered("strong", run)], workshop.amount(CHOICES, 200, least=2), run) for run in runs}
    counted = workshop.do(partial(count_choices, workshop.folder, workshop.seed), counts, lambda count: count.hands)
    rows_played = [condensed(read_standing(dict(row))).to_json() for row in workshop.play(played, files).rows]
    seats = [{"group": contest.name.rpartition(" ")[0], "tables": contest.tables} for contest in played if contest.name.endswith(" 1")]
    return [Experiment(CONTESTS, rows_played), Experiment("seats", seats), brains, Experiment(CHOICES, list(counted.values()))]


@dataclass(frozen=True)
class Count:
    """Hands of four well-trained networks in which choices are counted."""

    brain: str  # its file
    hands: int
    run: int


class CountingPlayer(Network):
    """A network that counts how many cards it may play."""

    counts = np.zeros(hearts.MOST_CARDS + 1, np.int64)

    def choose(self, views: Views, choices: Choices) -> None:
        """Count, and choose."""
        self.counts = self.counts + np.bincount(np.bitwise_count(views["legal"]), minlength=len(self.counts))
        super().choose(views, choices)


def count_choices(folder: Path, seed: int, count: Count) -> dict[str, Any]:
    """In how many moves there are one, two, three ... cards that may be played."""
    player = CountingPlayer(brain=str(folder / count.brain))
    rules = PRESETS["dutch"]._replace(hands=1, limit=0)
    table = Table(hearts, rules, [player], count.hands)
    table.play(table.deal(seed, count.hands, APART * (count.run - 1)))
    return {"run": count.run, "moves": player.counts[1 : rules.derived()["hand_size"] + 1].tolist()}


def work_of(task: Task) -> int:
    """How many games it learns from."""
    return task.lesson.games


def train_brain(folder: Path, task: Task) -> dict[str, Any]:
    """Train a brain as `cardshark train` does, and keep it. Only the one that is expected to may blow up."""
    out = folder / task.file
    out.unlink(missing_ok=True)
    needed = {name: str(folder / "brains" / f"{name}.safetensors") for name in (OPPONENT, task.start)}
    lesson = task.lesson
    if isinstance(lesson, Lesson) and lesson.against == OPPONENT:
        lesson = replace(lesson, against=needed[OPPONENT])
    if task.start:
        lesson = replace(lesson, start=needed[task.start])
    training = Training(task.design, lesson, task.seed, out)
    try:
        training.run()
    except Diverged:
        if task.name.startswith(RAW_TOTALS):
            return {"name": task.name, "command": training.command(), "blew_up": True}
        raise UserError(f"the brain {task.name} blew up in training, so nothing can be played with it: try another seed") from None
    command = training.command()
    for path in needed.values():
        command = command.replace(path, Path(path).name)
    return {"name": task.name, "command": command, "hands": training.course.hands, "brain": brain_entry(folder, task.file)}
