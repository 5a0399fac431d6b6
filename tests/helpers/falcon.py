"""Records of the FALCON paper that were made up: they say what the paper says, or the opposite."""

from dataclasses import replace

import numpy as np

from cardshark.arena.contest import Standing
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.records import Clock
from cardshark.arena.stats import Moments
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_falcon.fitting import BINS, fit_tasks
from cardshark.experiments.hearts_falcon.proposals import FEW_RULES, OUTCOMES, PERCEPTS, RULE_COUNTS, STRONG_WATCHED, WATCHED, proposals
from cardshark.experiments.hearts_falcon.runs import rows_of_readings, rows_of_settings, tasks
from cardshark.experiments.hearts_falcon.settings import (
    BASE,
    MAIN_FIT,
    MULTI,
    SEPARATE,
    WEIGHT,
    grouped,
)
from cardshark.experiments.hearts_falcon.tables import (
    BIG_MARKS,
    GAMES,
    GROUPINGS,
    RANDOM,
    TESTS,
    contests,
    line_up,
)
from cardshark.report.record import Experiment, Record, this_run

THINKER = "montecarlo(deals={})"  # thinks less than the one of the paper

QUEEN, ENDS = "only whether the queen is out", "highest or lowest card only"
TRICKS, HAND = "tricks taken, not points", "the whole hand, not tricks"
AS_PRINTED = {grouped(groups): ratio - 0.008 for groups, ratio in GROUPINGS.items()} | {
    BASE: 0.262, WEIGHT: 0.237, QUEEN: 0.241, ENDS: 0.243, TRICKS: 0.245, HAND: 0.25, "ties random": 0.28,
    line_up("(a)"): 0.30, line_up("(b)"): 0.27, line_up("(c)"): 0.26, line_up("(d)"): 0.24,
}  # fmt: skip
OPPOSITE = dict.fromkeys(map(grouped, GROUPINGS), 0.28) | {
    BASE: 0.26, WEIGHT: 0.27, SEPARATE: 0.275, MULTI: 0.285, QUEEN: 0.29,
    line_up("(a)"): 0.24, line_up("(b)"): 0.27, line_up("(c)"): 0.28, line_up("(d)"): 0.30,
}  # fmt: skip


def course_of(level, bins):
    """Ratios while a FALCON learns: from 0.36 down to its level."""
    return level + (0.36 - level) * np.exp(-50 * np.arange(1, bins + 1) / bins)


def places_at(mark, contradict):
    """More first places from 5,000 hands on, or never."""
    learned = BIG_MARKS.index(mark) / (len(BIG_MARKS) - 1)
    first = 0.1 + 0.1 * learned if contradict else 0.1 + 0.35 * learned
    return np.array([first, 0.26, 0.26, 0.48 - first])


def made_up_run(random, task, contradict):
    """What a run of a setting may have found."""
    levels = OPPOSITE if contradict else AS_PRINTED
    agent = task.setting.removeprefix("more ").partition(", lowest")[0]
    level = levels.get(task.setting, levels.get(agent, levels[WEIGHT])) + random.normal(0, 0.0004)
    found = {"tested": [], "categories": 400}
    for place in range(len(task.marks)):
        ratio = level + (0.02 * (4 - place) if task.setting.startswith("line-up") else 0)
        points = round(26 * task.tests * ratio)
        found["tested"].append([points, round(task.tests * (26**2) * (ratio**2 + 0.28**2))])
    if task.big:
        marks = BIG_MARKS if len(task.big) == len(BIG_MARKS) else BIG_MARKS[-1:]
        found["ranked"] = [(FIRST_PLACE * task.big_games * places_at(mark, contradict)).round().astype(int).tolist() for mark in marks]
        for shares in found["ranked"]:
            shares[1] += int(random.integers(-40, 40))
    if task.bins:
        found["curve"] = (26 * GAMES / task.bins * course_of(level, task.bins)).round().astype(int).tolist()
    return found


def made_up_contest(random, contest, contradict):
    """Points of the seats of a contest: everybody gets what the paper says, and somebody the rest."""
    strength = {"random": 0.3 if contradict else 0.36, "stock": None}
    rows = []
    for place, table in enumerate(contest.tables):
        thinkers = [player not in strength for player in table]
        ratio = np.full(4, 0.25)
        if contest.name == "random agents":
            ratio = np.where([player == RANDOM for player in table], strength["random"], 0.5 - strength["random"])
        elif any(thinkers) and contest.name == "thinkers":
            mine = (0.27 if contradict else 0.23) - 0.02 * (contradict and place >= 6)
            ratio = np.where(thinkers, mine, 0.5 - mine)
        points = (4 * 26 * ratio[:, None] + random.normal(0, 2, (4, contest.deals))).round().astype(np.int64)
        rows += [*points, np.zeros(contest.deals, np.int64)]
    clocks = {player: Clock(1.0, 1000) for table in contest.tables for player in table}
    return Standing(contest, Moments.of(np.array(rows)), clocks).to_json()


def made_up(contradict=False, **more):
    """A record that says what the paper says, or the opposite; perhaps with more seeds of some groups."""
    random, amounts = np.random.default_rng(5), Amounts(1, more)
    pieces = {task.name: task for task in tasks(amounts, 1)}
    found = {name: made_up_run(random, task, contradict) for name, task in pieces.items()}
    played = [made_up_contest(random, contest, contradict) for contest in contests(Amounts(1))]
    fits = {task.name: task for task in fit_tasks(Amounts(1))}
    fitted = rows_of_readings(fits, {name: made_up_fit(task) for name, task in fits.items()})
    proposed = [{"kind": task.kind, "run": task.run, **made_up_proposal(random, task)} for task in proposals(Amounts(1), 1)]
    experiments = {"runs": rows_of_settings(pieces, found), "fits": fitted, "proposals": proposed, "contests": played}
    run = replace(this_run(1, 1, 1.0), more=more)
    return Record("hearts_falcon", run, [Experiment(name, rows) for name, rows in experiments.items()])


def made_up_fit(task):
    """The reading of the page has what is printed; all others are 0.01 above."""
    off = 0.0 if task.reading == MAIN_FIT else 0.01
    curve = [round((0.235 + off) * 26 * GAMES / BINS)] * BINS
    tested = {WEIGHT: round((0.239 + off) * 26 * TESTS)} | {name: round((ratio + off) * 26 * TESTS) for name, ratio in GROUPINGS.items()}
    return {"tested": tested, "curves": dict.fromkeys((WEIGHT, SEPARATE, MULTI), curve) | {BASE: [round(0.27 * 26 * GAMES / 10)]}}


def made_up_proposal(random, task):
    """Percepts, predictions and watching help; a few rules are worse."""

    def points(ratio):
        return round((ratio + random.normal(0, 0.0004)) * 26 * task.tests)

    if task.kind == PERCEPTS:
        return {"percepts": ["last", "duck"], "paper": points(0.23), "paper, our actions": points(0.229), "found": points(0.21)}
    if task.kind == OUTCOMES:
        return {"falcon": points(0.23), "network": points(0.19), "svr": points(0.21)}
    if task.kind == FEW_RULES:
        worse = np.linspace(0.1, 0, len(RULE_COUNTS))
        return {"rules": 1000, "tested": [points(0.24 + each) for each in worse], "sentences": ["one.", "two.", "three."]}
    found = {"marks": list(WATCHED), "strong marks": list(STRONG_WATCHED), "alone": [points(0.26) for _ in WATCHED]}
    found |= {"alone, afterwards": points(0.25), "player": points(0.21), "strong player": 100}
    for label, marks in (("jake", WATCHED), ("strong", STRONG_WATCHED)):
        for figure, ratio in (("watched", 0.24), ("then alone", 0.245), ("copied", 0.9)):
            found[f"{label}, {figure}"] = [points(ratio) for _ in marks]
    return found
