"""The figures of the FALCON paper as charts, beside ours."""

from collections.abc import Sequence

import numpy as np

from cardshark.experiments.curves import series_of_runs
from cardshark.experiments.hearts_falcon.measured import OTHERS, WIDE, FalconRuns
from cardshark.experiments.hearts_falcon.questions import RATIO
from cardshark.experiments.hearts_falcon.settings import BASE, MULTI, SEPARATE, WEIGHT
from cardshark.experiments.hearts_falcon.tables import COMPANY, CROSSED, EQUAL, FIGURE_2, FIGURE_3, GAMES, crossing, line_up
from cardshark.report.result import Chart, Series

PLACES = ("first", "second", "third", "last")


def paper_figures(runs: FalconRuns) -> list[Chart]:
    """Figures 4 to 6."""
    return [
        against_rules(runs, "Figure 4: against the rule-based agents", since=True),
        big_games(runs, WEIGHT, "Figure 5: big games"),
        companies(runs),
    ]


def more_figures(runs: FalconRuns) -> list[Chart]:
    """Figures 2 and 3, and others in another way."""
    return [
        learning(runs, "Figure 2: learning rates", (BASE, WEIGHT), FIGURE_2, "F_murai, the third line of the figure, has no public text."),
        learning(runs, "Figure 3: leading and following apart", (WEIGHT, SEPARATE), FIGURE_3, ""),
        against_rules(runs, "Figure 4, latest games", since=False),
        big_games(runs, MULTI, "Figure 5 with 14 networks"),
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


def against_rules(runs: FalconRuns, title: str, since: bool) -> Chart:
    """Learner and rule-based agents; each of the three takes a third of what the learner does not."""
    series, parts = [], []
    for name in (WEIGHT, SEPARATE, MULTI):
        ends, ratios = runs.ratios_since_start(name) if since else runs.latest_ratios(name, WIDE)
        crossed = crossing(ends, ratios)
        series += [series_of_runs(name, ends, ratios), series_of_runs(f"vs {name}", ends, (1 - ratios) / OTHERS)]
        parts.append(f"{name} {f'from game {crossed:,} on' if crossed else 'never for good'}")
    way = "since the first game" if since else f"in the latest {int(runs.latest_ratios(WEIGHT, WIDE).hands[0]):,}"
    of_claim = f" (the claim has {len(runs.pooled_ratios(WEIGHT))})" if since else ""
    note = (
        f"Ratio {way}, {runs.count()} seeds{of_claim}, while they learn, and of the rule-based agents with them (vs). Below {EQUAL}: "
        f"{'; '.join(parts)}. Printed: from about {CROSSED:,} of {GAMES:,}."
    )
    return Chart(title, series, "games", RATIO, levels=[("equal", EQUAL)], note=note)


def big_games(runs: FalconRuns, name: str, title: str) -> Chart:
    """Figure 5."""
    marks, shares = runs.places(name)
    series = [series_of_runs(place, np.array(marks), shares[:, :, number]) for number, place in enumerate(PLACES)]
    note = f"{name}, {runs.row(name)['big_games']:,} big games to more than 100 points at each mark, {runs.count(name)} seeds."
    return Chart(title, series, "training games", "share of places", levels=[("equal", EQUAL)], note=note)


def companies(runs: FalconRuns) -> Chart:
    """Figure 6."""
    series = []
    for case, words in COMPANY.items():
        marks = runs.row(line_up(case))["marks"]
        series.append(Series.of_intervals(f"{case} {words}", marks, [runs.ratio(line_up(case), at) for at in range(len(marks))]))
    note = (
        f"{WEIGHT} trained in the company of table 4, then tested against three rule-based agents, the company of (d); "
        f"{runs.count(line_up('(a)'))} seeds."
    )
    return Chart("Figure 6: whom to learn with", series, "training games", RATIO, log_x=True, levels=[("equal", EQUAL)], note=note)
