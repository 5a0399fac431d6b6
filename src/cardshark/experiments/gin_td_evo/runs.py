"""The rummy paper, measured: brains are trained, and meet in mirrored games; all of it is kept as exact sums."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cardshark.arena.gin_hands import FACES, FIGURES, SUITS, figures_of
from cardshark.arena.placing import game_and_rules, luck_of
from cardshark.arena.stats import Moments
from cardshark.experiments.curves import sum_in_bins
from cardshark.experiments.gin_td_evo.meetings import BLOCK, BLOCKS, COUNTED, Meeting, final_hands, meeting_rows, meetings
from cardshark.experiments.gin_td_evo.tables import BINS, RANDUMB, RANDUMB_RUNS, Task, numbered, paper_tasks
from cardshark.experiments.gin_td_evo.variants import variant_tasks
from cardshark.experiments.workshop import Workshop, brain_entry
from cardshark.games import gin, house
from cardshark.learning.gin.course import TdLesson
from cardshark.learning.gin.td import STYLED, TD_LESSON, play_hands, workspace_of
from cardshark.learning.trainer import Training
from cardshark.play import Table
from cardshark.players.brain_file import save
from cardshark.players.gin.rummy.brain import RummyDesign, join_rummies, load_rummy
from cardshark.players.gin.styles import gin_style_of
from cardshark.report.record import Experiment
from cardshark.text import UserError

# ---- everything ----


def size(scale: float) -> int:
    """How many games are learned from and played."""
    return sum(map(games_of, tasks(scale, 1))) + sum(map(games_of, meetings(scale, 1)))


def games_of(work: Task | Meeting) -> int:
    """How many games a piece of work is."""
    return work.lesson.games if isinstance(work, Task) else 2 * work.pairs


def measure(workshop: Workshop) -> list[Experiment]:
    """Train everybody, and let them meet."""
    brains = {task.name: task for task in tasks(workshop.scale, workshop.seed)}
    rows = workshop.do(partial(train, workshop.folder), brains, games_of)
    wanted = {each.name: each for each in meetings(workshop.scale, workshop.seed)}
    met = workshop.do(partial(meet, workshop.folder), wanted, games_of)
    trained = [{name: value for name, value in row.items() if name != "brain"} for row in rows.values()]
    return [Experiment("brains", trained), Experiment("meetings", meeting_rows(wanted, met)), Experiment("hands", final_hands(wanted, met))]


def tasks(scale: float, seed: int) -> list[Task]:
    """Every brain; networks of random weights are trained at a rate of 0."""
    nobodys = [
        Task(numbered(RANDUMB, run), RANDUMB, run, RummyDesign(), TdLesson(games=2, rate=0.0), 1000 * seed + 900 + run)
        for run in range(1, RANDUMB_RUNS + 1)
    ]
    return [*nobodys, *paper_tasks(scale, seed), *variant_tasks(scale, seed)]


# ---- training ----


def train(folder: Path, task: Task) -> dict[str, Any]:
    """Train a brain as `cardshark train` does; keep it, and the intermediate ones. Its time is that of one core."""
    training = Training(task.design, task.lesson, task.seed, folder / task.file())
    warm_up(task)
    course, began, files = training.course, time.process_time(), []
    for mark, games in task.marks:
        course.advance(games - course.game)
        save(course.brain, folder / task.file(mark))
        files.append(task.file(mark))
    course.advance(task.lesson.games)
    seconds = time.process_time() - began
    if course.diverged is not None:
        raise UserError(f"the brain {task.name} blew up in training, so nothing can be played with it: try another seed")
    training.hands[:] = training.ends  # a game is one hand
    training.finish()
    turns = course.turns.astype(np.int64)
    return {
        "name": task.name, "player": task.player, "run": task.run, "command": training.command(), "games": task.lesson.games,
        "marks": [list(mark) for mark in task.marks], "turns": sum_in_bins(turns, BINS),
        "draws": int((course.totals.max(axis=1) == 0).sum()),
        "seconds": round(seconds, 2), "brain": [brain_entry(folder, file) for file in (task.file(), *files)],
    }  # fmt: skip


def warm_up(task: Task) -> None:
    """Let the compiler do its work before the clock runs."""
    Training(task.design, task.lesson, task.seed).course.advance(1)


# ---- meeting ----


def meet(folder: Path, meeting: Meeting) -> dict[str, Any]:
    """Play the mirrored pairs of a meeting: its sums, and perhaps what both held at the end."""
    counted = np.zeros((len(COUNTED), meeting.pairs), np.int64)
    wins, scores, turns = counted.reshape(3, 2, meeting.pairs)  # in the order of COUNTED: each of both sides
    hands = np.zeros((2, len(FIGURES), meeting.pairs), np.int64)
    for swapped, games in enumerate(mirrored(folder, meeting)):
        for side in range(2):
            place = side ^ swapped
            won = games["winner"] == place
            wins[side] += won
            scores[side] += np.where(won, games["scores"][:, place], 0)
            turns[side] += np.where(won, games["table"]["turns"], 0)
            if meeting.hands:
                hands[side] += figures_of(games, place)
    found: dict[str, Any] = {"moments": Moments.of(counted if meeting.hands else counted[:4]).to_json()}
    if meeting.hands:
        found["hands"] = [{"moments": Moments.of(each).to_json(), "blocks": blocks(each, wins[side])} for side, each in enumerate(hands)]
        found["first"] = counted[:, :BLOCK].sum(axis=1).tolist()
    return found


def mirrored(folder: Path, meeting: Meeting) -> Iterator[np.ndarray]:
    """The games with player a in the first seat, then with player b there. A player is a brain, or else a style."""
    _, rules, _ = game_and_rules("gin", meeting.rules)
    texts = (meeting.a, meeting.b)
    brains = [load_rummy(text.format_map(Brains(folder))) for text in texts if text.startswith("{")]
    styles = [gin_style_of("simple" if text.startswith("{") else text) for text in texts]
    workspace, no_lesson = workspace_of(*join_rummies(brains), weights=1), np.zeros(1, TD_LESSON)
    numbers = iter(range(2))
    sides = [next(numbers) if text.startswith("{") else STYLED for text in texts]
    table, house_rules = Table(gin, rules, [], meeting.pairs), house.record(rules)
    for swapped, order in enumerate((1, -1)):
        games = table.deal(meeting.seed, meeting.pairs, luck=f"{luck_of(meeting.name)} {swapped}", deals=meeting.name)
        seating = np.tile(np.array(sides[::order], np.int8), (meeting.pairs, 1))
        seats = np.concatenate(styles[::order])
        play_hands(games, house_rules, workspace, seating, seats, no_lesson)
        yield games


class Brains(dict[str, str]):
    """Where the brains of a run's folder are, by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __missing__(self, name: str) -> str:
        return str(self.folder / "brains" / f"{name}.safetensors")


def blocks(hands: np.ndarray, wins: np.ndarray) -> list[list[int]]:
    """For tournaments of the paper's size: wins, and cards of each suit and face value in the final hands."""
    kinds = [FIGURES.index(kind) for kind in (*SUITS, *FACES)]
    figures = np.concatenate([wins[None], hands[kinds]])
    count = min(BLOCKS, figures.shape[1] // BLOCK)
    return figures[:, : count * BLOCK].reshape(len(figures), count, BLOCK).sum(axis=2).T.tolist()
