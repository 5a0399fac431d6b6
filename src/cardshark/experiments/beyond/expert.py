"""The expert data sets as a yardstick: what well-known players lose a decision, in positions that a strong search has judged.

`results/export/EXPERT.md` says how the files were made. Every player is asked at every decision of every hand (`cardshark yardstick`).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cardshark
from cardshark.coach.lost import Rate
from cardshark.data.yardstick import EXPERT, read_judged, regret_of
from cardshark.experiments.workshop import Workshop
from cardshark.report.record import Experiment, Record
from cardshark.report.result import Answer
from cardshark.text import UserError

UNITS = "decisions"
FOLDER = Path(cardshark.__file__).parents[2] / "results" / "export"
FILES = {"hearts": "expert_hearts.npz", "gin": "expert_gin.npz"}
PLAYERS = {
    "hearts": (
        EXPERT, "champion:deals=32", "policy", "montecarlo:deals=100,playout=jake,sampler=product", "policy:temperature=2", "jake", "stock",
        "greedy", "random",
    ),
    "gin": (EXPERT, "champion:deals=64", "policy", "rummy:brain=shark", "lookahead", "holdout", "simple", "random"),
}  # fmt: skip


@dataclass(frozen=True)
class Exam:
    """A player, and the file by its digest."""

    player: str
    file: str
    digest: str


def sit_exam(task: Exam) -> dict[str, Any]:
    """What a player loses a decision."""
    found = regret_of(read_judged(FOLDER / task.file), task.player)
    return {**{name: round(value, 5) for name, value in found.rate._asdict().items()}, "best": round(found.best, 4)}


def exams() -> dict[str, Exam]:
    """Every player on the file of its game."""
    for file in FILES.values():
        if not (FOLDER / file).exists():
            raise UserError(f"there is no {FOLDER / file}: make it with cardshark export, as the card beside it says")
    digests = {file: read_judged(FOLDER / file).digest for file in FILES.values()}
    return {f"{game}: {player}": Exam(player, FILES[game], digests[FILES[game]]) for game, players in PLAYERS.items() for player in players}


def size(scale: float) -> int:
    """How many decisions are asked about; a file is taken whole at any scale."""
    return sum(read_judged(FOLDER / exam.file).about["valued"] for exam in exams().values())


def measure(workshop: Workshop) -> list[Experiment]:
    """Ask everybody."""
    tasks = exams()
    found = workshop.do(sit_exam, tasks, lambda task: read_judged(FOLDER / task.file).about["valued"])
    rows = [{"game": name.partition(":")[0], "player": tasks[name].player, **each} for name, each in found.items()]
    about = [{"game": game, "file": file, "sha256": read_judged(FOLDER / file).digest} for game, file in FILES.items()]
    return [Experiment("files", about), Experiment("regret", rows)]


def rates(record: Record) -> dict[tuple[str, str], Rate]:
    """What each player loses a decision, by game and player."""
    return {(row["game"], row["player"]): Rate(*(row[name] for name in Rate._fields)) for row in record.rows("regret")}


def answers(record: Record) -> list[Answer]:
    """Is there a data set of expert play, and does it tell players apart?"""
    found = rates(record)
    best, rule, gin = found["hearts", "policy"], found["hearts", "jake"], found["gin", "policy"]
    text = (
        f"points that policy loses a decision of Hearts ({best.decisions:,} decisions of {best.hands} deals, every choice valued by a "
        f"champion); jake loses {rule.mean:.2f}, random {found['hearts', 'random'].mean:.2f}; at gin policy {gin.mean:.2f} and random "
        f"{found['gin', 'random'].mean:.2f}; cardshark yardstick measures yours"
    )
    question = "Can expert play be had as data, with what every card would have cost?"
    return [Answer(3, question, "yes", best.mean, best.low, best.high, None, text)]
