"""The network thesis, measured: networks are trained and tested, the best of them meet, and all of it is kept as exact sums."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cardshark.arena.contest import Contest
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.stats import Moments
from cardshark.experiments.curves import sum_in_bins
from cardshark.experiments.hearts_network.tables import (
    DEPTHS,
    HAND_MADE,
    OPPONENT,
    ORDERS,
    PERSON,
    PLAYERS,
    STAND_INS,
    Plan,
    Task,
    opponent,
    plan,
    seed_of,
    tasks,
)  # fmt: skip
from cardshark.experiments.workshop import Workshop, brain_entry
from cardshark.learning.hearts.seats import final_totals
from cardshark.learning.trainer import Diverged, Training
from cardshark.players.brain_file import digest
from cardshark.players.hearts.network.brain import load
from cardshark.report.record import Experiment
from cardshark.text import UserError

BINS = 50  # of a learning curve
TEST_BINS = 30

Order = tuple[str, ...]


def size(scale: float) -> int:
    """How many games and deals of contests are played."""
    amount = plan(scale)
    trained = sum(task.games for task in [opponent(scale, 1), *tasks(scale, 1)])
    return trained + len(ORDERS) * amount.competition + sum(contest.deals for contest in contests(amount))


def measure(workshop: Workshop) -> list[Experiment]:
    """Train everybody, let the best meet, and play with them."""
    scale, seed, folder = workshop.scale, workshop.seed, workshop.folder
    first = opponent(scale, seed)
    rows = list(workshop.do(partial(train, folder), {first.name: first}, games_of).values())
    rows += workshop.do(partial(train, folder), {task.name: task for task in tasks(scale, seed)}, games_of).values()
    best = {"opponent": OPPONENT} | {name: best_of(rows, each.name) for name, each in zip(PLAYERS[1:], DEPTHS, strict=True)}
    competition = workshop.do(
        partial(meet, folder, best, plan(scale), seed_of(seed, 0)), {" ".join(order): order for order in ORDERS},
        lambda order: plan(scale).competition,
    )  # fmt: skip
    runs = Experiment("runs", [{name: value for name, value in row.items() if name != "brain"} for row in rows])
    return [runs, Experiment("competition", list(competition.values())), workshop.play(contests(plan(scale)), best)]


def games_of(task: Task) -> int:
    """How much work a task is."""
    return task.games


def best_of(rows: Sequence[dict[str, Any]], setting: str) -> str:
    """The file of the network of the second experiment that did best in its test games."""
    found = [row for row in rows if (row["experiment"], row["setting"]) == ("depths", setting) and row["tests"]]
    if not found:
        raise UserError(f"every run of {setting} blew up, so nobody of it can sit down to the competition; another seed may do better")
    return min(found, key=lambda row: row["tests"]["learner"])["brain"]["file"]


# ---- pieces of work ----


def train(folder: Path, task: Task) -> dict[str, Any]:
    """Train a network as `cardshark train` does, test it against three of the training opponent, and keep it."""
    out = folder / task.file if task.is_kept else None
    if out:
        out.unlink(missing_ok=True)  # a brain alone would not tell the course of its training; a checkpoint does
    opponent_file = str(folder / OPPONENT)
    lesson = replace(task.lesson, against=task.lesson.against.replace(OPPONENT, opponent_file))
    training = Training(task.design, lesson, task.seed, out)
    course = training.course
    with suppress(Diverged):
        training.run()
    row: dict[str, Any] = {
        "experiment": task.experiment, "setting": task.setting, "seed": task.seed, "games": lesson.games, "rules": lesson.rules,
        "command": training.command().replace(opponent_file, Path(OPPONENT).name), "hands": course.hands, "diverged": course.diverged,
        "weights": None, "tests": None,
    }  # fmt: skip
    if course.diverged is None:
        brain, others = course.brain, load(opponent_file)
        row["weights"] = digest(brain)[:16]
        tests = final_totals([brain, others, others, others], lesson.rules, task.tests, task.seed, "test")
        row["tests"] = sums_of(tests)
        if out:
            lessons = course.totals.astype(np.int64)
            row["brain"], row["tested"] = brain_entry(folder, task.file), sum_in_bins(tests[:, 0], TEST_BINS)
            row["learner"], row["others"] = sum_in_bins(lessons[:, 0], BINS), sum_in_bins(lessons[:, 1:].sum(axis=1), BINS)
    return row


def sums_of(totals: np.ndarray) -> dict[str, Any]:
    """What is kept of test games: sums over the games, of the first seat and of the three others."""
    totals = totals.astype(np.int64)
    learner = totals[:, 0]
    return {
        "games": len(totals), "learner": int(learner.sum()), "squares": int((learner * learner).sum()), "others": int(totals[:, 1:].sum()),
        "wins": int(first_places(totals)[:, 0].sum()), "lowest": int(learner.min()),
    }  # fmt: skip


def first_places(totals: np.ndarray) -> np.ndarray:
    """FIRST_PLACE to whoever comes first in each game, shared when equal."""
    first = totals == totals.min(axis=1, keepdims=True)
    return first * (FIRST_PLACE // first.sum(axis=1, keepdims=True))


def meet(folder: Path, files: dict[str, str], amount: Plan, seed: int, order: Order) -> dict[str, Any]:
    """Games of four different networks, seated in this order: first places and final totals of each, in the order of the seats."""
    brains = [load(str(folder / files[name])) for name in order]
    totals = final_totals(brains, amount.rules, amount.competition, seed, "competition").astype(np.int64)
    figures = np.concatenate([first_places(totals), totals], axis=1).T
    return {"order": list(order), "limit": amount.limit, "moments": Moments.of(figures).to_json()}


def contests(amount: Plan) -> list[Contest]:
    """What is played with the networks, each named in braces."""
    single, match = "dutch", "dutch:limit=50"
    networks = {name: f"network:brain={{{name}}}" for name in PLAYERS}
    others = {"random": "random"} | networks
    seats = [(STAND_INS[person], *[others[name]] * 3) for person in amount.stand_ins for name in PERSON]
    guests = [(guest, "jake", "jake", "jake") for guest in (*HAND_MADE, *networks.values())]
    return [
        Contest("orders", tuple(tuple(networks[name] for name in order) for order in ORDERS), amount.deals, single),
        Contest("against Jake", tuple(guests), amount.deals, single),
        Contest("person", tuple(seats), amount.matches, match, matches=True),
    ]
