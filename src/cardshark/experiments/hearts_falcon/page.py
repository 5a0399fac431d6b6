"""The FALCON paper: an adaptive-resonance network learns Hearts from the penalty points of tricks, and beats a rule-based agent.

A FALCON notices ten facts, has a weight for each of 29 actions in every category of percepts, and strengthens or weakens them after
each trick. Its equations are lost, so the page stands on one reading and shows what all the others do. A game is one hand; a ratio is
the learner's share of its 26 points, 0.25 among equals.
"""

from collections.abc import Sequence

import numpy as np

from cardshark.experiments.curves import series_of_runs
from cardshark.experiments.hearts_falcon.claims import NEAR, claims
from cardshark.experiments.hearts_falcon.measured import OTHERS, WIDE, FalconRuns, crossing
from cardshark.experiments.hearts_falcon.questions import RATIO, questions
from cardshark.experiments.hearts_falcon.readings import readings
from cardshark.experiments.hearts_falcon.runs import measure, size
from cardshark.experiments.hearts_falcon.settings import BASE, MULTI, SEPARATE, WEIGHT, grouped
from cardshark.experiments.hearts_falcon.tables import (
    COMPANY,
    COMPANY_MARKS,
    CROSSED,
    EQUAL,
    FIGURE_2,
    FIGURE_3,
    GAMES,
    GROUPINGS,
    ITS_OTHERS,
    ITS_STOCK,
    RANDOM_RATIO,
    RUNS,
    SIMULATIONS,
    THINKER_RATIO,
    THIRTEEN,
    THOUGHT,
    line_up,
)
from cardshark.report.figures import with_interval
from cardshark.report.record import Record
from cardshark.report.result import Chart, Comparison, Comparisons, Paper, Result, Series

__all__ = ["PAPER", "UNITS", "measure", "result", "size"]

PAPER = Paper(
    name="hearts_falcon",
    title="Improvement of Agent Learning for a Card Game Based on Multi-channel ART Networks",
    authors="K. Nimoto, K. Takahashi and M. Inaba (2016)",
    question="Can a resonance network that learns from tricks beat a rule-based player at Hearts?",
    source="figures 2 to 6, tables 3 and 4, ten runs each",
)
UNITS = "games"
PLACES = ("first", "second", "third", "last")


def result(record: Record) -> Result:
    """The report."""
    runs = FalconRuns(record)
    return Result(
        PAPER, record.run, tables=[groupings(runs), agents(runs)], claims=claims(runs), figures=figures(runs),
        questions=questions(runs), readings=readings(runs),
        lede=f"{runs.count()} runs of {runs.games():,} training and {runs.tests():,} test hands for every setting, on the same deals · "
        f"penalty ratio: the learner's share of all points, {EQUAL} among equals, lower is better · the learning equations are lost, and "
        f"this is one reading of them (“{runs.row(WEIGHT)['command']}”)",
    )  # fmt: skip


# ---- tables ----


def groupings(runs: FalconRuns) -> Comparisons:
    """Table 3; its errors are not printed, so they are taken to be those of as many runs here."""
    rows = []
    for groups, printed in GROUPINGS.items():
        name = grouped(groups)
        error = float(runs.ratios(name).std(ddof=1)) / RUNS**0.5
        words = {"": "1 group", THIRTEEN: "13 groups"}.get(groups, groups)
        networks = 2 * (groups.count(",") + 1)
        rows.append(Comparison(words, f"{networks} FALCONs", printed, *runs.ratio(name), runs.count(name), error))
    one = with_interval(*runs.ratio(WEIGHT))
    note = f"One network for everything ({WEIGHT}): {one}. No errors are printed with these ratios; those of ten runs here are allowed for."
    return Comparisons("Groups of tricks: table 3 beside ours", rows, f"{RATIO} in tests after training", NEAR, "runs", note)


def agents(runs: FalconRuns) -> Comparisons:
    """Sections 3.2 and 5.4: those who do not learn."""
    kinds = (
        ("Two random and two rule-based", "random agents", 0, {"random": RANDOM_RATIO, "rule-based": ITS_STOCK}),
        ("Two Monte-Carlo and two rule-based", "thinkers", SIMULATIONS.index(THOUGHT),
         {"Monte-Carlo": THINKER_RATIO, "rule-based": ITS_OTHERS}),
    )  # fmt: skip
    rows = [
        Comparison(label, "", paper, *estimate.interval(), runs.played[contest].moments.count, section=section)
        for section, contest, place, printed in kinds
        for (label, paper), estimate in zip(printed.items(), runs.two_against_two(contest, place), strict=True)
    ]
    note = (
        "Every deal is played in all seatings. The rule-based agent is Stock, rebuilt from a description of the program that the paper "
        "took its rules from."
    )
    return Comparisons("Players who do not learn, beside ours", rows, f"{RATIO} of each", NEAR, "deals", note)


# ---- figures ----


def figures(runs: FalconRuns) -> list[Chart]:
    """Figures 2 to 6."""
    return [
        learning(runs, "Figure 2: learning rates", (BASE, WEIGHT), FIGURE_2, "F_murai, the third line of the figure, has no public text."),
        learning(runs, "Figure 3: leading and following apart", (WEIGHT, SEPARATE), FIGURE_3, same_words(runs)),
        against_rules(runs, "Figure 4: against the rule-based agents", since=True),
        against_rules(runs, "Figure 4, latest games", since=False),
        *(big_games(runs, name, title) for name, title in ((WEIGHT, "Figure 5: big games"), (MULTI, "Figure 5 with 14 networks"))),
        companies(runs),
    ]


def learning(runs: FalconRuns, title: str, names: Sequence[str], games: int, note: str) -> Chart:
    """Ratios while two agents learn: since the first game, and in the latest stretch."""
    series = []
    for words, curves in (("", runs.ratios_since_start), (", latest", runs.latest_ratios)):
        for name in names:
            ends, ratios = curves(name)
            few = runs.count_stretches(name, games)
            series.append(series_of_runs(f"{name}{words}", ends[:few], ratios[:, :few]))
    stretch = int(runs.stretches(names[0]).hands[0])
    words = f"Since the first game, and in the latest {stretch:,}; mean of {runs.count()} runs while it learns. {note}"
    return Chart(title, series, "games", RATIO, levels=[("equal", EQUAL)], note=words)


def same_words(runs: FalconRuns) -> str:
    """Whether two networks differ from one at all."""
    alike = np.array_equal(runs.stretches(WEIGHT).points, runs.stretches(SEPARATE).points)
    return f"{SEPARATE} plays every card as {WEIGHT} does, so its line covers the other." if alike else ""


def against_rules(runs: FalconRuns, title: str, since: bool) -> Chart:
    """Learner and rule-based agents; each of the three takes a third of what the learner does not."""
    series, parts = [], []
    for name in (WEIGHT, MULTI):
        ends, ratios = runs.ratios_since_start(name) if since else runs.latest_ratios(name, WIDE)
        crossed = crossing(ends, ratios)
        series += [series_of_runs(name, ends, ratios), series_of_runs(f"vs {name}", ends, (1 - ratios) / OTHERS)]
        parts.append(f"{name} is below {EQUAL} {f'from game {crossed:,} on' if crossed else 'never for good'}")
    way = "since the first game" if since else f"in the latest {int(runs.latest_ratios(WEIGHT, WIDE).hands[0]):,}"
    note = (
        f"Ratio {way}, mean of {runs.count()} runs while they learn, and of the rule-based agents with them (vs): {'; '.join(parts)}. In "
        f"the paper it is from about {CROSSED:,} of {GAMES:,}."
    )
    return Chart(title, series, "games", RATIO, levels=[("equal", EQUAL)], note=note)


def big_games(runs: FalconRuns, name: str, title: str) -> Chart:
    """Figure 5."""
    marks, shares = runs.places(name)
    series = [series_of_runs(place, np.array(marks), shares[:, :, number]) for number, place in enumerate(PLACES)]
    note = (
        f"{name}, {runs.row(name)['big_games']:,} big games to more than 100 points at each mark; players with equal totals share places."
    )
    return Chart(title, series, "training games", "share of places", levels=[("equal", EQUAL)], note=note)


def companies(runs: FalconRuns) -> Chart:
    """Figure 6."""
    series = []
    for case, words in COMPANY.items():
        marks = runs.row(line_up(case))["marks"]
        series.append(Series.of_intervals(f"{case} {words}", marks, [runs.ratio(line_up(case), at) for at in range(len(marks))]))
    ends = {case: len(runs.row(line_up(case))["marks"]) for case in COMPANY}
    short = [f"{case} ends after {runs.games(line_up(case)):,} games" for case, end in ends.items() if end < len(COMPANY_MARKS)]
    left_out = (
        f" Left out of {max(map(runs.games, map(line_up, COMPANY))):,}, because Monte-Carlo players think long: {'; '.join(short)}."
        if short
        else ""
    )
    note = f"{WEIGHT} trained in the company of table 4, then tested against three rule-based agents.{left_out}"
    return Chart("Figure 6: whom to learn with", series, "training games", RATIO, log_x=True, levels=[("equal", EQUAL)], note=note)
