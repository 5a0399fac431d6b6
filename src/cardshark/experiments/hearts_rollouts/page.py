"""The rollout thesis: does a network that plays Hearts gain by imagining how the hand goes on?

One rollout agent against three networks with the same brain, in games to 100 points. Before each card it imagines n deals, plays
every legal card in each, lets four copies of its network finish the hand, and takes the card that cost least on average.
"""

from dataclasses import replace
from functools import partial, reduce
from math import hypot, sqrt
from pathlib import Path
from typing import Any

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, around
from cardshark.experiments.hearts_rollouts.questions import apart, change, end_gap, questions
from cardshark.experiments.hearts_rollouts.readings import readings
from cardshark.experiments.hearts_rollouts.tables import (
    CALLED,
    DIFFERENCES,
    EPOCHS,
    FEW_NS,
    GAMES_IN_TWO_HOURS,
    LEVELS,
    MATTERS,
    NETWORKS,
    NS,
    OPPONENT,
    ROLLOUTS,
    TOPS,
    Task,
    contests,
    rollouts,
    tasks,
)  # fmt: skip
from cardshark.experiments.workshop import Workshop, kept, standings
from cardshark.learning.hearts.hindsight import Lesson
from cardshark.learning.trainer import Diverged, Training
from cardshark.report.figures import number
from cardshark.report.record import Experiment, Record
from cardshark.report.result import Chart, Claim, Comparison, Comparisons, Paper, Result, Series
from cardshark.report.verdict import between, less, more
from cardshark.text import UserError

PAPER = Paper(
    name="hearts_rollouts",
    title="A bachelor thesis on Monte Carlo rollouts at Hearts",
    authors="Daniel Miedema, Groningen",
    question="Does a network that knows Hearts play better if it thinks ahead?",
    source="tables 3.2, 3.3 and 4.1 to 4.7, at least 300 games each",
)
UNITS = "games"
TOTAL = 3.0  # points of a final score that still count as near


# ---- measuring ----


def size(scale: float) -> int:
    """How many games are learned from, and deals played."""
    return sum(map(work_of, tasks(scale, 1).values())) + sum(contest.deals for contest in contests(scale))


def measure(workshop: Workshop) -> list[Experiment]:
    """Train every brain, and let them play."""
    wanted = tasks(workshop.scale, workshop.seed)
    train = partial(train_one, workshop.folder)
    rows = workshop.do(train, {OPPONENT: wanted[OPPONENT]}, work_of)
    rows |= workshop.do(train, {name: task for name, task in wanted.items() if name != OPPONENT}, work_of)
    told = Experiment("brains", [{key: value for key, value in row.items() if key != "brain"} for row in rows.values()])
    return [workshop.play(contests(workshop.scale), {name: task.file for name, task in wanted.items()}), told]


def work_of(task: Task) -> int:
    """How many games it learns from."""
    return task.lesson.games


def train_one(folder: Path, task: Task) -> dict[str, Any]:
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
    return {"name": task.name, "command": command, "hands": training.course.hands, "brain": kept(folder, task.file)}


# ---- what it shows ----


def result(record: Record) -> Result:
    """The report."""
    played = standings(record)
    matches = {level: played[f"{level} matches"] for level in LEVELS}
    games = 4 * matches["weak"].moments.count
    commands = {row["name"]: row["command"] for row in record.rows("brains")}
    return Result(
        PAPER, record.run, tables=[means(matches), wins(matches), gaps(matches, commands), spreads(matches), times(played["time"])],
        claims=[*level_claims(matches), *number_claims(played, matches)], figures=[by_number(played)], questions=questions(played),
        readings=readings(played),
        lede=f"{games:,} games to 100 of each rollout agent, four seatings of {games // 4:,} series of deals; single hands where many ways "
        "are compared · fewer points are better",
    )  # fmt: skip


def gap(standing: Standing) -> Estimate:
    """The final score of the rollout agents less that of the networks at their tables, all n together."""
    return mean_of([end_gap(standing, table) for table in range(len(NS))])


def section(level: str) -> str:
    """A heading."""
    return f"{CALLED[level]}: {EPOCHS[level]:,} epochs"


def means(matches: dict[str, Standing]) -> Comparisons:
    """Tables 4.4 to 4.6."""
    rows, lowest = [], []
    for level, standing in matches.items():
        count = 4 * standing.moments.count
        for table, n in enumerate(NS):
            printed = ROLLOUTS[level, n]
            error = printed.sd / sqrt(printed.games)
            rows.append(Comparison(
                f"rollouts, n = {n}", "rollouts", printed.mean, *standing.points(table, 0).interval(), count, error, section(level),
            ))  # fmt: skip
        networks = mean_of([standing.points(table, 1, 2, 3) for table in range(len(NS))])
        rows.append(Comparison("network", "networks", NETWORKS[level], *networks.interval(), count, None, section(level)))
        ours = min(standing.lowest(table, 0) for table in range(len(NS)))
        lowest.append(f"{CALLED[level]} {min(ROLLOUTS[level, n].lowest for n in NS)} printed, {ours} ours")
    equal = ", ".join(f"{CALLED[level]} {number(standing.points(len(NS)).value, 1)}" for level, standing in matches.items())
    note = f"Four networks with the same brain end at: {equal}. Lowest final score of a rollout agent: {'; '.join(lowest)}."
    return Comparisons("Final scores: tables 4.4 to 4.6 beside ours", rows, "mean final score in games to 100", TOTAL, "games", note)


def mean_of(found: list[Estimate]) -> Estimate:
    """The mean of figures from the same deals."""
    return reduce(Estimate.__add__, found) / len(found)


def wins(matches: dict[str, Standing]) -> Comparisons:
    """Tables 4.1 to 4.3."""
    rows = []
    for level, standing in matches.items():
        count = 4 * standing.moments.count
        for table, n in enumerate(NS):
            printed = ROLLOUTS[level, n]
            share = printed.won / printed.games
            error = sqrt(share * (1 - share) / printed.games)
            for who, paper, seats in (("rollouts", share, (0,)), ("a network", (1 - share) / 3, (1, 2, 3))):
                ours = standing.wins(table, *seats).interval()
                part = error if who == "rollouts" else error / 3
                rows.append(Comparison(f"{who}, n = {n}", who, round(paper, 3), *ours, count, part, section(level)))
    note = "A shared first place counts in part. StrongMan at n = 300 is printed as 0.303, its counts make 0.313."
    return Comparisons("Chance to win: tables 4.1 to 4.3 beside ours", rows, "share of games won", 0.05, "games", note)


def gaps(matches: dict[str, Standing], commands: dict[str, str]) -> Comparisons:
    """Table 4.7."""
    rows = []
    for level, standing in matches.items():
        low, high = DIFFERENCES[level]
        error = (high - low) / 2 / 1.96
        rows.append(
            Comparison(section(level), "", round((low + high) / 2, 2), *gap(standing).interval(), 12 * standing.moments.count, error)
        )
    note = (
        "All n together: the printed intervals are centred on that, although their caption says n = 400. Brains: "
        + "; ".join(f"“{commands[level]}”" for level in LEVELS)
        + "."
    )
    return Comparisons("Rollouts less network: table 4.7 beside ours", rows, "points of the final score", TOTAL, "games", note)


def spreads(matches: dict[str, Standing]) -> Comparisons:
    """The standard deviations of tables 4.4 to 4.6."""
    rows = []
    for level, standing in matches.items():
        count = 4 * standing.moments.count
        for table, n in enumerate(NS):
            printed = ROLLOUTS[level, n]
            error = printed.sd / sqrt(2 * printed.games)
            ours = around(standing.spread(table, 0), spread_error(standing, table))
            rows.append(Comparison(f"rollouts, n = {n}", "", printed.sd, *ours, count, error, section(level)))
    note = "Intervals as for normal scores. The printed spread of the networks is that of the mean of three, and is left out."
    return Comparisons("Spread of the final scores", rows, "standard deviation of final scores", 2.0, "games", note)


def spread_error(standing: Standing, table: int) -> float:
    """Half an interval of a standard deviation, as if scores were normal."""
    return 1.96 * standing.spread(table, 0) / sqrt(8 * standing.moments.count)


def times(standing: Standing) -> Comparisons:
    """Table 3.2, without the machine."""
    rows, first = [], standing.microseconds(rollouts("strong", f"deals={next(iter(GAMES_IN_TWO_HOURS))}"))
    for n, games in GAMES_IN_TWO_HOURS.items():
        ours = standing.microseconds(rollouts("strong", f"deals={n}")) / first
        rows.append(Comparison(f"n = {n}", "", round(GAMES_IN_TWO_HOURS[200] / games, 2), ours, None, None, standing.moments.count))
    note = f"The first is {first / 1000:.2f} ms a move here, forced ones included."
    return Comparisons("Time by n: table 3.2 beside ours", rows, "time, n = 200 taken as 1", 0.2, "deals", note)


# ---- claims ----


def level_claims(matches: dict[str, Standing]) -> list[Claim]:
    """Do rollouts help?"""
    found = []
    words = {
        "strong": "Rollouts hurt a well-trained brain.", "weak": "Rollouts help a poorly trained brain.",
        "middle": "Rollouts help a decently trained brain.",
    }  # fmt: skip
    for level, text in words.items():
        ours, (low, high) = gap(matches[level]).interval(), DIFFERENCES[level]
        verdict = (more if level == "strong" else less)(ours.low, ours.high)
        because = f"final score of the rollout agent less that of a network, all n; printed {low} to {high} (table 4.7)"
        found.append(Claim(text, verdict, round((low + high) / 2, 2), *ours, because=because))
    ours, paper = apart(gap(matches["strong"]), gap(matches["weak"])), (sum(DIFFERENCES["strong"]) - sum(DIFFERENCES["weak"])) / 2
    found.append(Claim(
        "The better the brain, the less it gains by rollouts.", more(ours.low, ours.high), round(paper, 2), *ours,
        because="that difference with the well-trained brain less that with the poorly trained one; above 0 the first gains less",
    ))  # fmt: skip
    return found


def number_claims(played: dict[str, Standing], matches: dict[str, Standing]) -> list[Claim]:
    """Do n and m matter, and what becomes of the spread?"""
    found = []
    for level in LEVELS:
        standing = played[f"{level} n"]
        here, there = (standing.points(FEW_NS.index(n), 0) for n in (400, 200))
        ours, hands = (here - there).interval(), matches[level].hands(NS.index(200))
        printed = round((ROLLOUTS[level, 400].mean - ROLLOUTS[level, 200].mean) / hands, 3)
        found.append(Claim(
            f"With {CALLED[level]}, n hardly matters: 400 deals do as well as 200.", between(ours.low, ours.high, -MATTERS, MATTERS),
            printed, *ours,
            because=f"points a hand more with 400 (a game has {hands:.1f} hands), the same deals; less than {MATTERS} counts as hardly",
        ))  # fmt: skip
    top = played["top"]
    for m in TOPS[1:-1]:
        ours = (top.points(TOPS.index(m), 0) - top.points(TOPS.index(8), 0)).interval()
        found.append(Claim(
            f"The number of cards that are tried hardly matters: {m} do as well as all.", between(ours.low, ours.high, -MATTERS, MATTERS),
            "expected", *ours,
            because=f"points a hand more than with all cards, well-trained brain; less than {MATTERS} counts as hardly",
        ))  # fmt: skip
    pairs = [[matches[level].spread(table, 0) for table in range(len(NS))] for level in ("strong", "weak")]
    errors = [spread_error(matches[level], table) for level in ("strong", "weak") for table in range(len(NS))]
    ours = around((sum(pairs[0]) - sum(pairs[1])) / len(NS), hypot(*errors) / len(NS))
    paper = sum(ROLLOUTS["strong", n].sd - ROLLOUTS["weak", n].sd for n in NS) / len(NS)
    found.append(Claim(
        "The better the brain, the smaller the spread of the rollout agent's scores.", less(ours.low, ours.high), round(paper, 2), *ours,
        because="standard deviation with the well-trained brain less that with the poorly trained one, mean over n",
    ))  # fmt: skip
    wider = [matches[level].spread(NS.index(400), 0) - matches[level].spread(NS.index(200), 0) for level in LEVELS]
    errors = [spread_error(matches[level], NS.index(n)) for level in LEVELS for n in (200, 400)]
    ours = around(sum(wider) / len(LEVELS), hypot(*errors) / len(LEVELS))
    paper = sum(ROLLOUTS[level, 400].sd - ROLLOUTS[level, 200].sd for level in LEVELS) / len(LEVELS)
    found.append(Claim(
        "More deals do not make the scores less spread.", between(ours.low, ours.high, -2, 2), round(paper, 2), *ours,
        because="standard deviation with n = 400 less that with n = 200, mean over brains; 2 would matter",
    ))  # fmt: skip
    return found


# ---- figures ----


def by_number(played: dict[str, Standing]) -> Chart:
    """What more deals change."""
    series = []
    for level in LEVELS:
        standing = played[f"{level} n"]
        values, lows, highs = zip(*(change(standing, table).interval() for table in range(len(FEW_NS))), strict=True)
        series.append(Series(level, list(FEW_NS), values, lows, highs))
    note = "Points a hand more than the network takes in the same place, against three networks of the same brain; below 0 rollouts help."
    return Chart(
        "What rollouts change, by n", series, "imagined deals", "points a hand", log_x=True, levels=[("the network", 0)], note=note
    )
