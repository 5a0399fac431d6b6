"""The rummy paper, measured: brains are trained, and meet in mirrored games; all of it is kept as sums, a row for each seed."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cardshark.arena.gin_hands import FACES, FIGURES, SUITS, figures_of
from cardshark.arena.placing import game_and_rules, luck_of
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.curves import sum_in_bins
from cardshark.experiments.gin_td_evo.meetings import BLOCK, HAND_MADE, Meeting, meetings
from cardshark.experiments.gin_td_evo.tables import BINS, CURVES, FIRST, VARIED, Plan, Task, paper_tasks, untrained
from cardshark.experiments.gin_td_evo.variants import variant_tasks
from cardshark.experiments.workshop import Workshop, brain_entry
from cardshark.games import gin, house
from cardshark.learning.gin.td import STYLED, TD_LESSON, play_hands, workspace_of
from cardshark.learning.trainer import Training
from cardshark.play import Table
from cardshark.players.brain_file import save
from cardshark.players.gin.rummy.brain import join_rummies, load_rummy
from cardshark.players.gin.styles import gin_style_of
from cardshark.report.record import Experiment
from cardshark.text import UserError

COUNTED = ("wins a", "wins b", "score a", "score b", "turns a", "turns b")  # of a meeting; turns are those of games won
IN_FULL = ("tournament", "climbers", "variant", "hand-made")  # kinds of meetings of which all of them are kept; of the others only the wins
HELD = ("sets", "runs", "points", *SUITS, *FACES)  # of final hands

# ---- everything ----


@dataclass(frozen=True)
class Batch:
    """Trainings that are one piece of work: of a player one, of a variant all its seeds."""

    name: str
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class Evening:
    """All meetings of one kind and one seed, as one piece of work."""

    name: str
    meetings: tuple[Meeting, ...]


def size(amounts: Amounts) -> int:
    """How many games are learned from and played."""
    plan = Plan(amounts)
    return sum(map(games_of, [*batches(plan, 1).values(), *evenings(plan, 1).values()]))


def games_of(work: Batch | Evening) -> int:
    """How many games a piece of work is."""
    if isinstance(work, Batch):
        return sum(task.lesson.games for task in work.tasks)
    return sum(2 * meeting.pairs * len(meeting.others) for meeting in work.meetings)


def measure(workshop: Workshop) -> list[Experiment]:
    """Train everybody, and let them meet."""
    plan = Plan(workshop.amounts)
    trained = workshop.do(partial(train_all, workshop.folder), batches(plan, workshop.seed), games_of)
    wanted = evenings(plan, workshop.seed)
    found = workshop.do(partial(meet_all, workshop.folder), wanted, games_of)
    met = [(meeting, rows) for name, evening in wanted.items() for meeting, rows in zip(evening.meetings, found[name], strict=True)]
    return [
        Experiment("brains", brain_rows([row for batch in trained.values() for row in batch["rows"]])),
        Experiment("meetings", meeting_rows(met)),
        Experiment("hands", hand_rows(met)),
    ]


def tasks(plan: Plan, seed: int) -> list[Task]:
    """Every brain."""
    return [*untrained(plan, seed), *paper_tasks(plan, seed), *variant_tasks(plan, seed)]


def batches(plan: Plan, seed: int) -> dict[str, Batch]:
    """All trainings as pieces of work, by name."""
    found: dict[str, list[Task]] = {}
    for task in tasks(plan, seed):
        found.setdefault(f"{task.group}: {task.player if task.group == VARIED else task.name}", []).append(task)
    return {name: Batch(name, tuple(each)) for name, each in found.items()}


def evenings(plan: Plan, seed: int) -> dict[str, Evening]:
    """All meetings as pieces of work, by name."""
    found: dict[str, list[Meeting]] = {}
    for meeting in meetings(plan, seed):
        found.setdefault(f"{meeting.kind}: seed {meeting.run}", []).append(meeting)
    return {name: Evening(name, tuple(each)) for name, each in found.items()}


# ---- training ----


def train_all(folder: Path, batch: Batch) -> dict[str, Any]:
    """Train the brains of a batch, one after the other."""
    rows = [train(folder, task) for task in batch.tasks]
    return {"rows": rows, "brain": [entry for row in rows for entry in row.pop("brain")]}


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
        "name": task.name, "player": task.player, "run": task.run, "group": task.group, "command": training.command(),
        "games": task.lesson.games, "marks": [list(mark) for mark in task.marks], "turns": sum_in_bins(turns, BINS),
        "draws": int((course.totals.max(axis=1) == 0).sum()), "seconds": round(seconds, 2),
        "brain": [brain_entry(folder, file) for file in (task.file(), *files)],
    }  # fmt: skip


def warm_up(task: Task) -> None:
    """Let the compiler do its work before the clock runs."""
    Training(task.design, task.lesson, task.seed).course.advance(1)


# ---- meeting ----


def meet_all(folder: Path, evening: Evening) -> list[list[dict[str, Any]]]:
    """Play all meetings of an evening."""
    return [meet(folder, meeting) for meeting in evening.meetings]


def meet(folder: Path, meeting: Meeting) -> list[dict[str, Any]]:
    """Play a meeting: a row for each of the others."""
    return [meet_one(folder, meeting, other) for _, other in meeting.others]


def meet_one(folder: Path, meeting: Meeting, other: str) -> dict[str, Any]:
    """The mirrored pairs with one of the others: the sums, and perhaps what both held at the end, in all pairs and in the first few."""
    counted = np.zeros((3, 2, meeting.pairs), np.int64)  # in the order of COUNTED: each of both sides
    wins, scores, turns = counted
    held = np.zeros((2, len(HELD), meeting.pairs), np.int64)
    for swapped, games in enumerate(mirrored(folder, meeting, other)):
        for side in range(2):
            place = side ^ swapped
            won = games["winner"] == place
            wins[side] += won
            scores[side] += np.where(won, games["scores"][:, place], 0)
            turns[side] += np.where(won, games["table"]["turns"], 0)
            if meeting.hands:
                held[side] += figures_of(games, place)[[FIGURES.index(name) for name in HELD]]
    found: dict[str, Any] = {"games": 2 * meeting.pairs, "sums": counted.sum(axis=2).ravel().tolist()}
    if meeting.hands:
        found["hands"] = [each.sum(axis=1).tolist() for each in held]
        found["first"] = [each[:, :BLOCK].sum(axis=1).tolist() for each in held]
    return found


def mirrored(folder: Path, meeting: Meeting, other: str) -> Iterator[np.ndarray]:
    """The games with the player in the first seat, then with the other there. All meetings of a kind and a seed have the same decks."""
    _, rules, _ = game_and_rules("gin", meeting.rules)
    names = (meeting.brain, other)
    brains = [load_rummy(str(folder / "brains" / f"{name}.safetensors")) for name in names if name not in HAND_MADE]
    styles = [gin_style_of(name if name in HAND_MADE else "simple") for name in names]
    workspace, no_lesson = workspace_of(*join_rummies(brains), weights=1), np.zeros(1, TD_LESSON)
    numbers = iter(range(2))
    sides = [STYLED if name in HAND_MADE else next(numbers) for name in names]
    table, house_rules = Table(gin, rules, [], meeting.pairs), house.record(rules)
    for swapped, order in enumerate((1, -1)):
        luck = f"{luck_of(f'{meeting.name} {other}')} {swapped}"
        games = table.deal(meeting.seed, meeting.pairs, luck=luck, deals=meeting.kind)
        seating = np.tile(np.array(sides[::order], np.int8), (meeting.pairs, 1))
        play_hands(games, house_rules, workspace, seating, np.concatenate(styles[::order]), no_lesson)
        yield games


# ---- for the record: a row for all seeds ----

Played = Sequence[tuple[Meeting, Sequence[Mapping[str, Any]]]]  # meetings, and a row for each of the others


def brain_rows(trained: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The trainings of a player: what all seeds share, what they took, and the curves that the paper shows."""
    found: dict[str, dict[str, Any]] = {}
    for row in trained:
        shared = {name: row[name] for name in ("player", "group", "command", "games", "marks")}
        total = found.setdefault(row["group"] + row["player"], shared | {"runs": [], "seconds": [], "draws": [], "turns": []})
        for kind, name in (("runs", "run"), ("seconds", "seconds"), ("draws", "draws")):
            total[kind].append(row[name])
        total["turns"].append(row["turns"] if row["player"] in CURVES else sum(row["turns"]))
    return list(found.values())


def add(sums: Sequence[int], more: Sequence[int]) -> list[int]:
    """Both together."""
    return [sum(both) for both in zip(sums, more, strict=True)]


def meeting_rows(met: Played) -> list[dict[str, Any]]:
    """The sums of what each player has met under one name, seed by seed; points and turns only where the page shows them."""
    found: dict[tuple[str, str, str], dict[int, list[int]]] = {}
    for meeting, rows in met:
        kept = len(COUNTED) if meeting.kind in IN_FULL else 2
        for (other, _), row in zip(meeting.others, rows, strict=True):
            runs = found.setdefault((meeting.kind, meeting.one, other), {})
            runs[meeting.run] = add(runs.get(meeting.run, [0] * (1 + kept)), [row["games"], *row["sums"][:kept]])
    return [{"kind": kind, "one": one, "other": other, "sums": list(runs.values())} for (kind, one, other), runs in found.items()]


def hand_rows(met: Played) -> list[dict[str, Any]]:
    """What everybody held at the end of the games of a tournament: in all of them, and in the first ones, as many as the paper played.

    The network of zeros is no player of the paper: its games count for itself alone.
    """
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for meeting, rows in met:
        for (other, _), row in zip(meeting.others, rows, strict=True):
            for side, (player, opponent) in enumerate(((meeting.one, other), (other, meeting.one))):
                if not meeting.hands or (player != FIRST and opponent == FIRST):
                    continue
                start = {"player": player, "run": meeting.run, "hands": 0, "sums": [0] * len(HELD), "first": [0] * len(HELD)}
                total = found.setdefault((player, meeting.run), start)
                total["hands"] += row["games"]
                total["sums"], total["first"] = add(total["sums"], row["hands"][side]), add(total["first"], row["first"][side])
    return list(found.values())
