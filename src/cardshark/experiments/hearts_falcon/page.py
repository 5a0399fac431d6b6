"""The FALCON paper: an adaptive-resonance network learns Hearts from the penalty points of tricks, and beats a rule-based agent.

A FALCON notices ten facts, has a weight for each of 29 actions in every category of percepts, and strengthens or weakens them after
each trick. Its equations are lost, so the page stands on one reading and shows what all the others do. A game is one hand; a ratio is
the learner's share of its 26 points, 0.25 among equals.
"""

from collections.abc import Sequence

import numpy as np

from cardshark.experiments.hearts_falcon.claims import NEAR, claims
from cardshark.experiments.hearts_falcon.measured import OTHERS, WIDE, Field, crossing
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
from cardshark.experiments.hearts_network.groups import drawn
from cardshark.report.figures import measured
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
    field = Field(record)
    return Result(
        PAPER, record.run, tables=[groupings(field), agents(field)], claims=claims(field), figures=figures(field),
        questions=questions(field), readings=readings(field),
        lede=f"{field.runs()} runs of {field.games():,} training and {field.tests():,} test hands for every setting, on the same deals · "
        f"penalty ratio: the learner's share of all points, {EQUAL} among equals, lower is better · the learning equations are lost, and "
        f"this is one reading of them (“{field.row(WEIGHT)['command']}”)",
    )  # fmt: skip


# ---- tables ----


def groupings(field: Field) -> Comparisons:
    """Table 3; its errors are not printed, so they are taken to be those of as many runs here."""
    rows = []
    for groups, printed in GROUPINGS.items():
        name = grouped(groups)
        error = float(field.ratios(name).std(ddof=1)) / RUNS**0.5
        words = {"": "1 group", THIRTEEN: "13 groups"}.get(groups, groups)
        networks = 2 * (groups.count(",") + 1)
        rows.append(Comparison(words, f"{networks} FALCONs", printed, *field.ratio(name), field.runs(name), error))
    one = measured(*field.ratio(WEIGHT))
    note = (
        f"One network for everything ({WEIGHT}): {one}. The printed ratios have no errors; ten runs here have, and those are allowed for."
    )
    return Comparisons("Groups of tricks: table 3 beside ours", rows, f"{RATIO} in tests after training", NEAR, "runs", note)


def agents(field: Field) -> Comparisons:
    """Sections 3.2 and 5.4: those who do not learn."""
    kinds = (
        ("Two random and two rule-based", "random agents", 0, {"random": RANDOM_RATIO, "rule-based": ITS_STOCK}),
        ("Two Monte-Carlo and two rule-based", "thinkers", SIMULATIONS.index(THOUGHT),
         {"Monte-Carlo": THINKER_RATIO, "rule-based": ITS_OTHERS}),
    )  # fmt: skip
    rows = [
        Comparison(label, "", paper, *estimate.interval(), field.played[contest].moments.count, section=section)
        for section, contest, place, printed in kinds
        for (label, paper), estimate in zip(printed.items(), field.two_of(contest, place), strict=True)
    ]
    note = (
        "Every deal is played in all seatings. The rule-based agent is Stock, rebuilt from a description of the program that the paper "
        "took its rules from."
    )
    return Comparisons("Players who do not learn, beside ours", rows, f"{RATIO} of each", NEAR, "deals", note)


# ---- figures ----


def figures(field: Field) -> list[Chart]:
    """Figures 2 to 6."""
    return [
        learning(field, "Figure 2: learning rates", (BASE, WEIGHT), FIGURE_2, "F_murai, the third line of the figure, has no public text."),
        learning(field, "Figure 3: leading and following apart", (WEIGHT, SEPARATE), FIGURE_3, same_words(field)),
        against_rules(field, "Figure 4: against the rule-based agents", since=True),
        against_rules(field, "Figure 4, latest games", since=False),
        *(big_games(field, name, title) for name, title in ((WEIGHT, "Figure 5: big games"), (MULTI, "Figure 5 with 14 networks"))),
        companies(field),
    ]


def learning(field: Field, title: str, names: Sequence[str], games: int, note: str) -> Chart:
    """Ratios while two agents learn: since the first game, and in the latest stretch."""
    series = []
    for words, curves in (("", field.since), (", latest", field.latest)):
        for name in names:
            ends, ratios = curves(name)
            few = field.upto(name, games)
            series.append(drawn(f"{name}{words}", ends[:few], ratios[:, :few], None, None))
    stretch = int(field.bins(names[0])[0][0])
    told = f"Since the first game, and in the latest {stretch:,}; mean of {field.runs()} runs while it learns. {note}"
    return Chart(title, series, "games", RATIO, levels=[("equal", EQUAL)], note=told)


def same_words(field: Field) -> str:
    """Whether two networks differ from one at all."""
    alike = np.array_equal(field.bins(WEIGHT)[1], field.bins(SEPARATE)[1])
    return f"{SEPARATE} plays every card as {WEIGHT} does, so its line covers the other." if alike else ""


def against_rules(field: Field, title: str, since: bool) -> Chart:
    """Learner and rule-based agents; each of the three takes a third of what the learner does not."""
    series, parts = [], []
    for name in (WEIGHT, MULTI):
        ends, ratios = field.since(name) if since else field.latest(name, WIDE)
        crossed = crossing(ends, ratios)
        series += [drawn(name, ends, ratios, None, None), drawn(f"vs {name}", ends, (1 - ratios) / OTHERS, None, None)]
        parts.append(f"{name} is below {EQUAL} {f'from game {crossed:,} on' if crossed else 'never for good'}")
    way = "since the first game" if since else f"in the latest {int(field.latest(WEIGHT, WIDE)[0][0]):,}"
    note = (
        f"Ratio {way}, mean of {field.runs()} runs while they learn, and of the rule-based agents with them (vs): {'; '.join(parts)}. In "
        f"the paper from about {CROSSED:,} of {GAMES:,}."
    )
    return Chart(title, series, "games", RATIO, levels=[("equal", EQUAL)], note=note)


def big_games(field: Field, name: str, title: str) -> Chart:
    """Figure 5."""
    marks, shares = field.places(name)
    series = [drawn(place, np.array(marks), shares[:, :, number], None, None) for number, place in enumerate(PLACES)]
    note = f"{name}, {field.row(name)['big_games']:,} big games to more than 100 points after so many training hands; equals share places."
    return Chart(title, series, "training games", "share of places", levels=[("equal", EQUAL)], note=note)


def companies(field: Field) -> Chart:
    """Figure 6."""
    series = []
    for case, words in COMPANY.items():
        marks = field.row(line_up(case))["marks"]
        values, lows, highs = zip(*(field.ratio(line_up(case), at) for at in range(len(marks))), strict=True)
        series.append(Series(f"{case} {words}", marks, values, lows, highs))
    ends = {case: len(field.row(line_up(case))["marks"]) for case in COMPANY}
    short = [f"{case} ends after {field.games(line_up(case)):,} games" for case, end in ends.items() if end < len(COMPANY_MARKS)]
    left_out = (
        f" Left out of {max(map(field.games, map(line_up, COMPANY))):,}, because Monte-Carlo players think long: {'; '.join(short)}."
        if short
        else ""
    )
    note = f"{WEIGHT} trained in the company of table 4, then tested against three rule-based agents.{left_out}"
    return Chart("Figure 6: whom to learn with", series, "training games", RATIO, log_x=True, levels=[("equal", EQUAL)], note=note)
