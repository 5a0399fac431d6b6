"""The FALCON paper, measured: FALCONs learn, are tested without learning, play big games, and all of it is kept as exact sums."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardshark.arena.placing import shared_places
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.curves import sum_in_bins
from cardshark.experiments.hearts_falcon.fitting import FitTask, added, fit_one, fit_tasks, hands_of_fit
from cardshark.experiments.hearts_falcon.proposals import hands_of_proposal, proposals, propose
from cardshark.experiments.hearts_falcon.tables import BIG_GAMES, BIN, RULES, Wanted, contests, games_of, tests_of, wanted
from cardshark.experiments.workshop import Workshop
from cardshark.games import hearts, house
from cardshark.learning.falcon.course import FalconCourse, FalconLesson
from cardshark.learning.trainer import Training
from cardshark.play import Table
from cardshark.players import seat
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.players.hearts.falcon.player import Falcon
from cardshark.report.record import Experiment

HANDS_OF_A_BIG_GAME = 11  # about
SEATS = 4


@dataclass(frozen=True)
class Task:
    """One run of one setting."""

    setting: str
    run: int
    design: FalconDesign
    lesson: FalconLesson
    seed: int
    marks: tuple[int, ...]  # training hands after which it is tested
    tests: int
    against: str
    big: tuple[int, ...]  # training hands after which big games are played
    big_games: int
    bins: int  # of the course of its training; 0 where that is not kept
    stages: tuple[tuple[int, str], ...] = ()  # from which hand on who else sits there, where that changes

    @property
    def name(self) -> str:
        """What it is called in the journal."""
        return f"{self.setting}, run {self.run}"


def tasks(amounts: Amounts, seed: int) -> list[Task]:
    """Every run. Run k of every setting meets the same deals, so that settings can be compared run by run."""
    found = []
    for name, each in wanted().items():
        marks, big = (tuple(games_of(amounts, mark) for mark in full) for full in (each.marks, each.big))
        lesson = replace(each.setting.lesson, games=marks[-1])
        bins = each.marks[-1] // BIN if each.is_curve else 0
        for run in range(1, amounts.seeds(name, each.runs) + 1):
            found.append(Task(
                name, run, each.setting.design, lesson, (each.seeds or 1000 * seed) + run, marks, tests_of(amounts, each.tests),
                each.against, big, tests_of(amounts, BIG_GAMES), bins, stages_of(each, marks[-1]),
            ))  # fmt: skip
    return found


def stages_of(wanted: Wanted, games: int) -> tuple[tuple[int, str], ...]:
    """From which hand on each teacher sits there."""
    starts = np.cumsum([0.0, *(stage.part for stage in wanted.stages)])
    return tuple((round(start * games), stage.against) for start, stage in zip(starts, wanted.stages, strict=False))


# ---- everything ----


def size(amounts: Amounts) -> int:
    """How many hands are learned from and played, and how many deals."""
    learned = sum(map(hands_of, tasks(amounts, 1))) + sum(map(hands_of_fit, fit_tasks(amounts)))
    tried = sum(map(hands_of_proposal, proposals(amounts, 1)))
    return learned + tried + sum(contest.deals for contest in contests(amounts))


def hands_of(task: Task) -> int:
    """About how many hands a run takes."""
    return task.lesson.games + len(task.marks) * task.tests + len(task.big) * task.big_games * HANDS_OF_A_BIG_GAME


def measure(workshop: Workshop) -> list[Experiment]:
    """Train and test everybody, compare the readings, try what was proposed, and play the contests."""
    pieces = {task.name: task for task in tasks(workshop.amounts, workshop.seed)}
    fits = {task.name: task for task in fit_tasks(workshop.amounts)}
    tried = {task.name: task for task in proposals(workshop.amounts, workshop.seed)}
    found = workshop.do(train, pieces, hands_of)
    fitted = workshop.do(fit_one, fits, hands_of_fit)
    proposed = workshop.do(propose, tried, hands_of_proposal)
    return [
        Experiment("runs", rows_of_settings(pieces, found)),
        Experiment("fits", rows_of_readings(fits, fitted)),
        Experiment("proposals", [{"kind": task.kind, "run": task.run, **proposed[name]} for name, task in tried.items()]),
        workshop.play(contests(workshop.amounts)),
    ]


def rows_of_settings(pieces: Mapping[str, Task], found: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """One row a setting, with a list of what each run found."""
    rows: dict[str, dict[str, Any]] = {}
    for name, task in pieces.items():
        if task.setting not in rows:
            rows[task.setting] = {
                "setting": task.setting, "command": Training(task.design, task.lesson, task.seed).command(), "games": task.lesson.games,
                "marks": list(task.marks), "tests": task.tests, "big": list(task.big), "big_games": task.big_games,
                **{figure: [] for figure in found[name]},
            }  # fmt: skip
        for figure, value in found[name].items():
            rows[task.setting][figure].append(value)
    return list(rows.values())


def rows_of_readings(pieces: Mapping[str, FitTask], found: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """One row a reading, with the sums of its runs."""
    readings: dict[str, list[dict[str, Any]]] = {}
    for name, task in pieces.items():
        readings.setdefault(task.reading, []).append(found[name])
    return [{"reading": reading, **added(rows)} for reading, rows in readings.items()]


# ---- one run ----


def train(task: Task) -> dict[str, Any]:
    """Let a FALCON learn; on the way it is tested without learning, and plays big games."""
    course = FalconCourse(task.design, task.lesson, task.seed)
    table = big_table(course, task) if task.big else None
    tested: dict[int, list[int]] = {}
    ranked: dict[int, list[int]] = {}
    teachers = dict(task.stages)
    for mark in sorted({*task.marks, *task.big, *teachers}):
        course.advance(mark - course.game)
        if mark in teachers:
            course.teach(teachers[mark])
        if mark in task.marks:
            points = course.test("test", task.tests, task.against)[:, 0].astype(np.int64)
            tested[mark] = [int(points.sum()), int((points * points).sum())]
        if mark in task.big and table:
            ranked[mark] = big_games(table, task)
    row: dict[str, Any] = {"tested": [tested[mark] for mark in task.marks], "categories": int(course.brain.categories.size[0])}
    if task.big:
        row["ranked"] = [ranked[mark] for mark in task.big]
    if task.bins:
        row["curve"] = sum_in_bins(course.totals[:, 0], task.bins)
    return row


def big_table(course: FalconCourse, task: Task) -> Table:
    """A FALCON, as far as it has learned, and three of those with whom it learns, for games to more than 100 points."""
    players = [Falcon(brain=course.brain), seat(task.lesson.against)]
    return Table(hearts, house.parse(hearts.PRESETS, RULES), players, task.big_games)


def big_games(table: Table, task: Task) -> list[int]:
    """How many big games the FALCON ended in each place, first to last, in parts of FIRST_PLACE; equal players share places."""
    games = table.deal(task.seed, task.big_games, luck="luck of big games", deals="big games")
    table.play(games, np.tile(np.array([0, 1, 1, 1], np.int8), (task.big_games, 1)))
    return places_of(games["table"]["totals"][:, :SEATS].astype(np.int64))


def places_of(totals: np.ndarray) -> list[int]:
    """How often seat 0 had each place, in parts of FIRST_PLACE."""
    return shared_places(totals.T)[:, 0].sum(axis=1).tolist()
