"""The network thesis: perceptrons learn the Dutch game of Hearts from what each hand cost them.

Eight small networks, one for each number of cards in hand, learn against three copies of a network that was made by four
networks learning from each other. Which activation is better, and do more layers help? Games go to 10,000 points; a final
score is that of the learner when anybody gets there, so lower is better.
"""

from collections.abc import Iterable, Sequence
from math import sqrt

from cardshark.arena import stats
from cardshark.arena.stats import Interval, share_of, spread_of
from cardshark.experiments.hearts_network.claims import claims, left_out, rests_on
from cardshark.experiments.hearts_network.grouped import NetworkRuns, SettingRuns
from cardshark.experiments.hearts_network.measured import OrderResult, find_order, read_luck, read_orders, read_runs
from cardshark.experiments.hearts_network.questions import grids, questions
from cardshark.experiments.hearts_network.readings import forest, level_forest, readings
from cardshark.experiments.hearts_network.runs import measure, size
from cardshark.experiments.hearts_network.story import protocol, sentences
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    COMPETITION_GAMES,
    COMPETITIONS,
    DEPTHS,
    LIMIT,
    PERSON,
    PLAYERS,
    RELUS,
    RUNS,
    SHORT,
    SIGMOIDS,
    TEST_OF_ACTIVATIONS,
    TEST_OF_DEPTHS,
    Printed,
    Setting,
)
from cardshark.experiments.seeds import over_seeds
from cardshark.experiments.workshop import read_standings
from cardshark.report.record import Record
from cardshark.report.result import Chart, Comparison, Matrix, Paper, Result
from cardshark.report.verdict import Level

__all__ = ["PAPER", "UNITS", "measure", "rests_on", "result", "size"]

PAPER = Paper(
    name="hearts_network",
    title="Learning to play the Game of Hearts using reinforcement learning and a multi-layer perceptron",
    authors="Maxiem Wagenaar (2017)",
    question="Do rectified units learn Hearts better than sigmoids, and do more layers help?",
    source="tables 3.1 to 3.8, eight runs each",
    known="A first reading had been published before the criteria were written. With seed 1 its runs of table 3.4, and of table "
    "3.2 at the printed rates, are the first eight here (1001 to 1008) to the bit: these figures, and the competition of the best, were "
    "known.",
)
UNITS = "games"


class Shorter(Matrix):
    """A table of shorter trainings: they end elsewhere, so no cell is marked as inside or off."""

    def level(self, row: Comparison) -> Level:
        """Not marked."""
        return Level.UNMEASURED

    def judges(self, cell: Comparison) -> bool:
        """No cell."""
        return False


def result(record: Record) -> Result:
    """The report."""
    runs, orders, meetings, played = read_runs(record), read_orders(record), read_orders(record, "meetings"), read_standings(record)
    limit = orders[0].limit
    tables, more = [scores(runs), depths(runs), wins(orders)], [chances(runs), depth_chances(runs), person()]
    judged, block = claims(runs, orders, meetings, played), record.rows("luck")[0]["games"]
    return Result(
        PAPER, record.run, tables=tables if limit == LIMIT else [shorter(table) for table in tables], claims=judged,
        questions=questions(runs), readings=readings(runs),
        lede="fewer is better" if limit == LIMIT else f"games to {limit:,}, scaled as if to {LIMIT:,}, so without marks · fewer is better",
        sentences=sentences(runs, judged, read_luck(record), block), protocol=protocol(record, runs, orders, meetings),
        forest=forest(runs), appendix=[level_forest(runs), *more, *figures(runs), *grids(runs, orders, meetings, played)],
    )  # fmt: skip


# ---- tables ----


def shorter(table: Matrix) -> Matrix:
    """The table without marks."""
    return Shorter(table.title, table.rows, table.columns, table.cells, table.unit, 0, table.note)


def losses(groups: Iterable[tuple[str, SettingRuns]]) -> str:
    """A sentence on the runs that blew up: they are not in the means."""
    found = left_out(groups)
    return f" Runs that blew up are left out: {found}." if found else " No run blew up."


def mean_cell(group: SettingRuns, paper: Printed | None) -> Comparison:
    """The mean of the runs; the printed one, if there is one, has the error that eight runs of the printed spread leave."""
    mean, error = (paper.mean, paper.sd / sqrt(RUNS)) if paper else (None, None)
    return Comparison("", "", mean, *over_seeds(group.means()), len(group.means()), error)


def spread_cell(group: SettingRuns, paper: Printed) -> Comparison:
    """The standard deviation of the runs' means."""
    means = group.means()
    found = spread_of(means) if len(means) > 1 else (None, None, None)
    return Comparison("", "", paper.sd, *found, len(means), paper.sd / sqrt(2 * (RUNS - 1)))


def scores(runs: NetworkRuns) -> Matrix:
    """Table 3.2, at the printed rates and at each network's own best."""
    groups = {each: (runs("activations", each.name), runs.at_best(each)) for each in ACTIVATIONS}
    cells = [[mean_cell(own, ACTIVATIONS[each]), spread_cell(own, ACTIVATIONS[each]), mean_cell(best, None)]
             for each, (own, best) in groups.items()]  # fmt: skip
    rows = [f"{each.name} at {each.rate:g} (best: {best.rate:g})" for each, (_, best) in groups.items()]
    note = (
        f"Equal players end at about {runs.equal_score:,.0f}, who loses every game at about {runs.loser_score:,.0f}."
        f"{losses((each.name, own) for each, (own, _) in groups.items())}"
    )
    columns = ["Mean", "SD", "Mean at its best rate"]
    return Matrix("Table 3.2: activations", rows, columns, cells, "final score in the test games", 0, note)


def chance_cell(ones: SettingRuns, others: SettingRuns, paper: float | None) -> Comparison:
    """The p-value of a t-test."""
    return Comparison("", "", paper, stats.pooled(ones.means(), others.means()).p)


def chances(runs: NetworkRuns) -> Matrix:
    """Table 3.3."""
    cells, rows = [], []
    for layers, (relu, sigmoid) in enumerate(zip(RELUS, SIGMOIDS, strict=True), 1):
        rows.append(f"{layers} hidden layer{'s' * (layers > 1)}")
        own = chance_cell(runs("activations", relu.name), runs("activations", sigmoid.name), TEST_OF_ACTIVATIONS[layers])
        cells.append([own, chance_cell(runs.at_best(relu), runs.at_best(sigmoid), None)])
    note = "Which of the two is better stands in table 3.2 and in the claims. From table 3.2 the printed 0.0023 would be 0.0031."
    return Matrix("Table 3.3: ReLU against sigmoid", rows, ["p", "p at the best rates"], cells, "p-value of a t-test", 0, note)


def depths(runs: NetworkRuns) -> Matrix:
    """Table 3.4."""
    cells, best_runs, spreads = [], [], []
    for each, paper in DEPTHS.items():
        group = runs("depths", each.name)
        best, game = group.lowest()
        least = None if paper.lowest is None else Comparison("", "", paper.lowest, game)
        cells.append([mean_cell(group, paper), spread_cell(group, paper), least])
        best_runs.append(f"{best:,.0f}")
        spreads.append(f"{group.spread_of_games():,.0f}")
    note = (
        f"Rate 0.0001, three times as many games. SD: of the runs; single games within a run have {', '.join(spreads)} here. Min: the "
        f"lowest single game; the means of our best runs are {', '.join(best_runs)}."
        f"{losses((each.name, runs('depths', each.name)) for each in DEPTHS)}"
    )
    rows = [f"{layers} ({each.name})" for layers, each in enumerate(DEPTHS, 1)]
    return Matrix("Table 3.4: hidden layers", rows, ["Mean", "SD", "Min"], cells, "final score in the test games", 0, note)


def depth_chances(runs: NetworkRuns) -> Matrix:
    """Table 3.5."""
    groups = [runs("depths", each.name) for each in DEPTHS]
    cells = [[chance_cell(groups[fewer - 1], groups[deeper - 1], paper)] for (fewer, deeper), paper in TEST_OF_DEPTHS.items()]
    rows = [f"{fewer} versus {deeper}" for fewer, deeper in TEST_OF_DEPTHS]
    return Matrix("Table 3.5: hidden layers against each other", rows, ["p"], cells, "p-value of a t-test")


def wins(orders: Sequence[OrderResult]) -> Matrix:
    """Tables 3.6 and 3.7: the best network of each depth, as in the thesis."""
    cells: list[list[Comparison | None]] = [[] for _ in PLAYERS]
    for printed in COMPETITIONS.values():
        best = find_order(orders, printed)
        for row, name in zip(cells, PLAYERS, strict=True):
            share = max(printed[name], 1) / COMPETITION_GAMES
            error = COMPETITION_GAMES * sqrt(share * (1 - share) / COMPETITION_GAMES)
            won = best.wins(name)
            exact = won.interval() if 0 < won.value < 1 else share_of(round(won.value * best.moments.count), best.moments.count)
            ours = Interval(*(COMPETITION_GAMES * end for end in exact))
            row.append(Comparison("", "", printed[name], *ours, best.moments.count, error))
    columns = [f"{table.capitalize()}, seated {', '.join(SHORT[name] for name in order)}" for table, order in COMPETITIONS.items()]
    note = "Clockwise, the best network of each depth; claims rest on the networks of each seed."
    return Matrix("Tables 3.6 and 3.7: the competition", [SHORT[name] for name in PLAYERS], columns, cells, "wins in 1,000 games", 0, note)


def person() -> Matrix:
    """Table 3.8, which only people can fill."""
    cells = [[Comparison("", "", figure) for figure in (each.own, *each.others)] for each in PERSON.values()]
    rows = [SHORT.get(name, name) for name in PERSON]
    note = "The author's own games, five of each kind. Left open: nobody but people can repeat them."
    return Matrix("Table 3.8: a person", rows, ["person", "1st", "2nd", "3rd opponent"], cells, "mean score in games to 50", 0, note)


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

    still = "Mean of the runs, stretch by stretch; the networks no longer learn."
    tests = [runs("depths", each.name).test_series(layers_of(each), paper.mean) for each, paper in DEPTHS.items()]
    return [
        course("Figure 3.1: sigmoid", "activations", SIGMOIDS),
        course("Figure 3.2: ReLU", "activations", RELUS),
        course("Figure 3.3: depth", "depths", list(DEPTHS)),
        Chart("Figure 3.4: the test games", tests, "test games", "final score", note=still),
    ]  # fmt: skip
