"""The second stage of the Dutch game, played: after the limit points are won back, and who first gets to zero wins.

Does play for few points do well there, and what does a brain gain that was trained for it? Brains learn the second stage against
themselves, every one with a seed of its own. They meet each other, a brain of the first stage (`owl`) and random players in second stages
that begin with 100 points each. Then whole matches are played, both stages, where the first stage is `owl`'s for everybody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cardshark.arena.contest import Contest
from cardshark.arena.stats import Interval, mean_estimate
from cardshark.distributions import share_interval
from cardshark.experiments.seeds import over_seeds, over_seeds_on_same
from cardshark.experiments.workshop import BRAIN, Workshop, brain_entry, read_standings
from cardshark.games import hearts, house
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.learning.hearts.hindsight_kernel import LESSON, BrainSeating
from cardshark.learning.hearts.seats import Seats
from cardshark.players.brain_file import SUFFIX, save
from cardshark.players.hearts.network.brain import NO_BRAIN, Design, load
from cardshark.players.hearts.styles import STYLES, style_of
from cardshark.report.record import Experiment, Record
from cardshark.report.result import Answer

UNITS = "games of learning and matches"
FIRST = "owl"  # the best brain of the first stage that the lab has
SEEDS, GAMES = 10, 1000  # brains, and games of 10,000 points that each learns from
STAGES, MATCHES = 1000, 400  # second stages, and whole matches, at each table
LEARNED_RULES, STAGE_RULES = "dutch:limit=10000,win_back=yes", "dutch:win_back=yes"
TABLES = {  # who sits on the first seat, and on the other three; `trained` is each brain in turn, `other` the next one
    "trained among brains of the first stage": ("trained", FIRST),
    "first stage among trained": (FIRST, "trained"),
    "trained among random players": ("trained", "random"),
    "random among brains of the first stage": ("random", FIRST),
    "first stage among random players": (FIRST, "random"),
    "trained among trained by other seeds": ("trained", "other"),
}


@dataclass(frozen=True)
class Training:
    """One brain of the second stage."""

    lesson: Lesson
    design: Design
    seed: int


@dataclass(frozen=True)
class Meeting:
    """One player and three of another in second stages."""

    one: str  # a style, a brain of the lab, or a file in the folder of the run
    others: str
    stages: int
    seed: int


# ---- the work ----


def train(folder: Path, task: Training) -> dict[str, Any]:
    """Learn to win points back, and keep the brain in the folder of the run."""
    course = HindsightCourse(task.design, task.lesson, task.seed)
    course.advance(task.lesson.games)
    file = f"{second_name(task.seed)}{SUFFIX}"
    save(course.brain, folder / file)
    return {"hands": int(course.hands), BRAIN: brain_entry(folder, file)}


def meet(folder: Path, task: Meeting) -> dict[str, Any]:
    """How often the one wins, and what it and another win back in all hands together."""
    line_up, rules = (task.one, *[task.others] * (hearts.SEATS - 1)), house.parse(hearts.PRESETS, STAGE_RULES)
    named = [name for name in dict.fromkeys(line_up) if name not in STYLES]
    brains = {name: load(str(folder / name) if name.endswith(SUFFIX) else name) for name in named}
    places = list(brains)
    seating = BrainSeating(
        np.array([places.index(name) if name in brains else NO_BRAIN for name in line_up], np.int8),
        np.zeros(max(1, len(brains)), np.int8),
        np.concatenate([style_of(name if name in STYLES else "jake") for name in line_up]),
    )
    seats = Seats(list(brains.values()) or [load(FIRST)], rules)
    totals, hands, _ = seats.play(task.seed, "second stages", 0, task.stages, seating, np.zeros(1, LESSON))
    best = totals == totals.min(axis=1, keepdims=True)
    back = (rules.limit - totals.astype(np.int64)).sum(axis=0)
    return {
        "won": round(float((best[:, 0] / best.sum(axis=1)).sum()), 4), "stages": task.stages, "hands": hands,
        "back": int(back[0]), "theirs": int(back[1:].sum()),
    }  # fmt: skip


# ---- all of it at a scale ----


def second_name(seed: int) -> str:
    """What a brain of the second stage is called."""
    return f"second_{seed}"


def seeds(scale: float) -> range:
    """The seeds of the brains: all from a hundredth on."""
    return range(1, 1 + max(2, min(SEEDS, round(SEEDS * scale * 100))))


def trainings(scale: float) -> dict[str, Training]:
    """The brains that are trained."""
    lesson = Lesson(games=max(4, round(GAMES * scale)), rules=LEARNED_RULES)
    return {second_name(seed): Training(lesson, Design(hidden="64"), seed) for seed in seeds(scale)}


def meetings(scale: float, seed: int) -> dict[str, Meeting]:
    """All second stages, each brain on deals of its own; tables without a trained brain are played once."""
    stages, found, files = max(20, round(STAGES * scale)), {}, {own: f"{second_name(own)}{SUFFIX}" for own in seeds(scale)}
    for name, pair in TABLES.items():
        for place, own in enumerate(files) if {"trained", "other"} & {*pair} else [(0, 0)]:
            following = [*files][(place + 1) % len(files)]
            known = {"trained": files.get(own, ""), "other": files[following]}
            found[f"{name}: {own}"] = Meeting(known.get(pair[0], pair[0]), known.get(pair[1], pair[1]), stages, 1000 * seed + own)
    return found


def contest(scale: float) -> Contest:
    """Whole matches: the first stage is the same for everybody, the second is not."""
    plain = f"network:brain={FIRST}"
    tables = [(f"{plain},second={{{second_name(seed)}}}", plain, plain, plain) for seed in seeds(scale)]
    return Contest("both stages", ((plain,) * 4, *tables), max(2, round(MATCHES * scale)), STAGE_RULES, matches=True)


def size(scale: float) -> int:
    """Games to learn from, second stages, and matches."""
    learned = sum(each.lesson.games for each in trainings(scale).values())
    return learned + sum(each.stages for each in meetings(scale, 0).values()) + contest(scale).deals


def measure(workshop: Workshop) -> list[Experiment]:
    """Train, meet, and play whole matches."""
    scale, folder = workshop.scale, workshop.folder
    trained = workshop.do(partial(train, folder), trainings(scale), lambda task: task.lesson.games)
    files = {seed: trained[second_name(seed)][BRAIN]["file"] for seed in seeds(scale)}
    met = workshop.do(partial(meet, folder), meetings(scale, workshop.seed), lambda task: task.stages)
    rows = [{"table": name.rpartition(":")[0], "seed": int(name.rpartition(":")[2]), **found} for name, found in met.items()]
    return [
        Experiment("trained", [{"seed": seed, "hands": trained[second_name(seed)]["hands"]} for seed in seeds(scale)]),
        Experiment("second stages", rows),
        workshop.play([contest(scale)], {second_name(seed): file for seed, file in files.items()}),
    ]


# ---- what came of it ----


def shares(record: Record) -> dict[str, Interval]:
    """By table: how often the first seat wins the second stage."""
    found: dict[str, list[tuple[float, int]]] = {}
    for row in record.rows("second stages"):
        found.setdefault(row["table"], []).append((row["won"], row["stages"]))
    return {name: share_of(each) for name, each in found.items()}


def share_of(found: Sequence[tuple[float, int]]) -> Interval:
    """Stages won, of so many, by one brain after the other: their share, with an interval over brains that ends at nought and one.

    Where brains do not differ, because all or none were won or because there is one alone, it is the exact interval of all stages.
    """
    won, stages = sum(each for each, _ in found), sum(many for _, many in found)
    if len({each / many for each, many in found}) == 1:
        return Interval(won / stages, *share_interval(round(won), stages, 0.95))
    return within_a_share(over_seeds([each / many for each, many in found]))


def within_a_share(found: Interval) -> Interval:
    """An interval that ends at nought and one."""
    return Interval(found.value, max(found.low, 0.0), min(found.high, 1.0))


def points_back(record: Record) -> dict[str, tuple[float, float]]:
    """By table: points a hand that the first seat wins back, and one of the others."""
    found: dict[str, np.ndarray] = {}
    for row in record.rows("second stages"):
        sums = np.array([row["back"], row["theirs"] / (hearts.SEATS - 1), row["hands"]])
        found[row["table"]] = found.get(row["table"], np.zeros(3)) + sums
    return {name: (float(sums[0] / sums[2]), float(sums[1] / sums[2])) for name, sums in found.items()}


def match_wins(record: Record) -> tuple[float, Interval]:
    """The share of whole matches that the first seat wins: with the same brain in both stages, and with one trained for the second.

    All brains played the same deals, so the interval is over brains and over deals.
    """
    standing = read_standings(record)["both stages"]
    plain, *trained = (standing.wins(table, 0) for table in range(len(standing.contest.tables)))
    return plain.value, within_a_share(over_seeds_on_same([each.value for each in trained], mean_estimate(trained).interval()))


def answers(record: Record) -> list[Answer]:
    """Who wins the second stage?"""
    found, back, (plain, trained) = shares(record), points_back(record), match_wins(record)
    won = back["trained among brains of the first stage"]
    alone, lost = found["trained among random players"].value, found["first stage among trained"].value
    careful = found["first stage among random players"].value
    text = (
        f"share of whole matches (both stages) won by a brain trained to win points back, among three that go on avoiding them (equal: "
        f"{plain:.0%}); in the second stage alone it wins back {won[0]:.1f} points a hand and each of them {won[1]:.1f}; a brain of the "
        f"first stage among three trained ones wins {lost:.0%}, and even among random players {careful:.0%}; trained among random players: "
        f"{alone:.0%}"
    )
    question = "Who wins the second stage of the Dutch game, where points are wanted?"
    return [Answer(9, question, "who trains for it", *trained, len(record.rows("trained")), text)]
