"""A paper with three stages of work, each of which needs the one before: brains are trained, they meet, and play a contest."""

from functools import partial
from pathlib import Path
from typing import Any

from cardshark.arena.contest import Contest
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.frozen import frozen_claims
from cardshark.experiments.workshop import Workshop, brain_entry, read_standings
from cardshark.learning import Design, Lesson, train
from cardshark.players.brain_file import digest, load_any
from cardshark.report.record import Experiment, Record
from cardshark.report.result import Need, Paper, Result
from cardshark.report.verdict import Verdict, less, more_deals

PAPER = Paper(name="toy", title="A toy", authors="Nobody", question="Does it work?", source="none")
UNITS = "games"
SEEDS = {name: seed for seed, name in enumerate(("one", "two", "three"), 1)}
FILES = {name: f"brains/{name}.safetensors" for name in SEEDS}
TABLES = tuple((f"network:brain={{{name}}}", "random", "random", "random") for name in SEEDS)


def size(amounts: Amounts) -> int:
    """Three brains, three meetings, five deals a table."""
    return 3 + 3 + contest(amounts).deals


def one(piece: Any) -> int:
    """Every piece is as much work as any other."""
    return 1


def measure(workshop: Workshop) -> list[Experiment]:
    """Train, meet, play."""
    trained = workshop.do(partial(learn, workshop.folder), SEEDS, one)
    met = workshop.do(partial(meet, workshop.folder), {f"{name} meets": name for name in SEEDS}, one)
    rows = [{"name": name, "weights": row["weights"]} for name, row in trained.items()]
    return [Experiment("brains", rows), Experiment("met", list(met.values())), workshop.play([contest(workshop.amounts)], FILES)]


def contest(amounts: Amounts) -> Contest:
    """Each brain against three who play anything."""
    return Contest("contest", TABLES, amounts.amount("contest", 5), "dutch")


def learn(folder: Path, seed: int) -> dict[str, Any]:
    """A brain, and its file."""
    name = next(name for name, each in SEEDS.items() if each == seed)
    brain = train(Design(hidden="16"), Lesson(games=1, rules="dutch:limit=20"), seed, folder / FILES[name])
    return {"weights": digest(brain), "brain": brain_entry(folder, FILES[name])}


def meet(folder: Path, name: str) -> dict[str, Any]:
    """What is in the files of all others: they must all be there."""
    return {"name": name, "others": [digest(load_any(str(folder / file))) for file in FILES.values()]}


def result(record: Record) -> Result:
    """Two claims, one of which a few deals do not decide."""
    played, frozen = read_standings(record)["contest"], frozen_claims(Path(__file__).parent)
    works = frozen["it-works"].judged(Verdict.REPRODUCED, *played.points(0, 0).interval())
    gap = (played.points(0, 0) - played.points(1, 0)).interval()
    more = more_deals(*gap, played.moments.count) or 0
    need = Need(more, "deals", played.moments.count) if more else ""
    return Result(PAPER, record.run, [], [works, frozen["one-brain-is-best"].judged(less(gap.low, gap.high), *gap, would_decide=need)])
