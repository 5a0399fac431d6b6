"""The network thesis: perceptrons learn the Dutch game of Hearts from what each hand cost them.

Eight small networks, one for each number of cards in hand, learn against three copies of a network that was made by four
networks learning from each other. Which activation is better, and do more layers help? Games go to 10,000 points; a final
score is that of the learner when anybody gets there, so lower is better.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from cardshark.arena.stats import Interval, mean_of, spread_of
from cardshark.experiments.hearts_network.claims import claims
from cardshark.experiments.hearts_network.measured import NetworkRuns, OrderResult, find_order, read_orders, read_runs
from cardshark.experiments.hearts_network.questions import questions
from cardshark.experiments.hearts_network.readings import readings
from cardshark.experiments.hearts_network.runs import measure, size
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    COMPETITION_GAMES,
    COMPETITIONS,
    DEPTHS,
    LIMIT,
    RELUS,
    RUNS,
    SHORT,
    SIGMOIDS,
    Setting,
)
from cardshark.experiments.workshop import read_standings
from cardshark.report.record import Record
from cardshark.report.result import Chart, Comparison, Comparisons, Paper, Result
from cardshark.report.verdict import Level

__all__ = ["PAPER", "UNITS", "measure", "result", "size"]

PAPER = Paper(
    name="hearts_network",
    title="Learning to play the Game of Hearts using reinforcement learning and a multi-layer perceptron",
    authors="Maxiem Wagenaar (2017)",
    question="Do rectified units learn Hearts better than sigmoids, and do more layers help?",
    source="tables 3.1 to 3.8, figures 3.1 to 3.4, eight runs each",
)
UNITS = "games"
NEAR = 300  # points of a final score that still count as near


@dataclass(frozen=True)
class Shorter(Comparisons):
    """A table of shorter trainings: they end elsewhere, so no row is marked as inside, near or off."""

    def level(self, row: Comparison) -> Level:
        """Not marked."""
        return Level.UNMEASURED


def result(record: Record) -> Result:
    """The report."""
    runs, orders, played = read_runs(record), read_orders(record), read_standings(record)
    first = runs("activations", RELUS[0].name)
    limit = orders[0].limit
    shortened = "" if limit == LIMIT else f" · games to {limit:,}, scaled as if to {LIMIT:,}"
    tables = [scores(runs), depths(runs), spreads(runs), wins(orders)]
    return Result(
        PAPER, record.run, tables=tables if record.run.scale >= 1 else [shorter(table) for table in tables],
        claims=claims(runs, orders, played),
        figures=figures(runs), questions=questions(runs, orders, played), readings=readings(runs),
        lede=f"{len(first.rows)} runs of each network, {first.rows[0]['games']:,} or {3 * first.rows[0]['games']:,} games, then "
        f"{runs('opponent', 'best of four').tests} test games{shortened} · fewer points are better",
    )  # fmt: skip


# ---- tables ----


def shorter(table: Comparisons) -> Comparisons:
    """The table without marks."""
    note = f"{table.note} Below scale 1 everybody trains less, so levels are not marked."
    return Shorter(table.title, table.rows, table.unit, 0, table.counts, note)


def losses(runs: NetworkRuns, experiment: str, settings: Iterable[Setting]) -> str:
    """A sentence on the runs that blew up: they are not in the means."""
    found = [f"{each.name}: {runs(experiment, each.name).blown_up_words()}" for each in settings if runs(experiment, each.name).blown_up]
    return f" Runs that blew up are left out: {'; '.join(found)}." if found else " No run blew up."


def scores(runs: NetworkRuns) -> Comparisons:
    """Table 3.2."""
    rows = []
    for each, paper in ACTIVATIONS.items():
        group, (kind, layers) = runs("activations", each.name), each.name.split(", ")
        rows.append(Comparison(layers, kind, paper.mean, *mean_of(group.means()), len(group.means()), paper.sd / sqrt(RUNS)))
    note = (
        f"Four equal players end at about {runs.equal_score:,.0f}, a player who loses every game at about {runs.loser_score:,.0f}. "
        f"The command of the first run of {RELUS[0].name} is “{example(runs)}”; the seed is 1 higher in each further run. "
        "opponent.safetensors is the training opponent."
        f"{losses(runs, 'activations', ACTIVATIONS)}"
    )
    return Comparisons("Activation: table 3.2 beside ours", rows, "mean final score in the test games", NEAR, "runs", note)


def example(runs: NetworkRuns) -> str:
    """The command of the first run."""
    return runs("activations", RELUS[0].name).rows[0]["command"]


def depths(runs: NetworkRuns) -> Comparisons:
    """Table 3.4."""
    rows, lowest = [], []
    for each, paper in DEPTHS.items():
        group = runs("depths", each.name)
        rows.append(Comparison(each.name, "", paper.mean, *mean_of(group.means()), len(group.means()), paper.sd / sqrt(RUNS)))
        best, game = group.lowest()
        lowest.append(f"{each.name}: {paper.lowest:,} printed, our best run {best:,.0f} on average, our lowest game {game:,.0f}")
    note = f"192 hidden units in all, three times as many games. The lowest scores: {'; '.join(lowest)}.{losses(runs, 'depths', DEPTHS)}"
    return Comparisons("Depth: table 3.4 beside ours", rows, "mean final score in the test games", NEAR, "runs", note)


def spreads(runs: NetworkRuns) -> Comparisons:
    """The standard deviations of tables 3.2 and 3.4."""
    rows = []
    for experiment, printed in (("activations", ACTIVATIONS), ("depths", DEPTHS)):
        for each, paper in printed.items():
            means = runs(experiment, each.name).means()
            found = spread_of(means) if len(means) > 1 else (None, None, None)
            error = paper.sd / sqrt(2 * (RUNS - 1))
            section = "Table 3.2" if experiment == "activations" else "Table 3.4"
            rows.append(Comparison(each.name, "", paper.sd, *found, len(means), error, section))
    note = "The printed t-tests show that the printed standard deviations are those of the runs' means."
    return Comparisons("How far the runs lie apart", rows, "standard deviation of the runs' means", 50, "runs", note)


def wins(orders: list[OrderResult]) -> Comparisons:
    """Tables 3.6 and 3.7."""
    rows = []
    for table, printed in COMPETITIONS.items():
        meeting = find_order(orders, printed)
        for name, paper in printed.items():
            ours = Interval(*(COMPETITION_GAMES * end for end in meeting.wins(name).interval()))
            share = max(paper, 1) / COMPETITION_GAMES
            error = COMPETITION_GAMES * sqrt(share * (1 - share) / COMPETITION_GAMES)
            section = f"{table.capitalize()}: seated clockwise in this order"
            rows.append(Comparison(SHORT[name], "", paper, *ours, meeting.moments.count, error, section))
    note = "The best network of each depth of table 3.4 and the training opponent. All six orders stand below."
    return Comparisons("The competition: tables 3.6 and 3.7 beside ours", rows, "wins in 1,000 games", 100, "games", note)


# ---- figures ----


def figures(runs: NetworkRuns) -> list[Chart]:
    """Figures 3.1 to 3.4."""

    def course(title: str, experiment: str, settings: list[Setting]) -> Chart:
        printed = ACTIVATIONS if experiment == "activations" else DEPTHS
        series = [runs(experiment, each.name).series(layers_of(each), "learner", printed[each].mean) for each in settings]
        series += [runs(experiment, each.name).series(f"vs {layers_of(each)}", "others") for each in settings]
        note = "Learners and their opponents (vs), mean of the runs. Diamond: the printed mean of the test games that followed."
        return Chart(title, series, "training games", "final score", levels=[("equal players", round(runs.equal_score))], note=note)

    def layers_of(setting: Setting) -> str:
        return setting.name.split(", ")[1]

    still = "Mean of the runs, ten games at a time; the networks no longer learn."
    tests = [runs("depths", each.name).test_series(layers_of(each), paper.mean) for each, paper in DEPTHS.items()]
    return [
        course("Figure 3.1: sigmoid", "activations", SIGMOIDS),
        course("Figure 3.2: ReLU", "activations", RELUS),
        course("Figure 3.3: depth", "depths", list(DEPTHS)),
        Chart("Figure 3.4: the test games", tests, "test games", "final score", note=still),
    ]  # fmt: skip
