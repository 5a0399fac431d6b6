"""Made-up records of the network thesis: runs that were never trained, and say what it says."""

import math
from dataclasses import replace

import numpy as np

from cardshark.arena.contest import Standing
from cardshark.arena.records import Clock
from cardshark.arena.stats import Moments
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.curves import bin_sizes
from cardshark.experiments.hearts_network.grouped import kept_rows
from cardshark.experiments.hearts_network.measured import read_runs
from cardshark.experiments.hearts_network.recipes import beyond
from cardshark.experiments.hearts_network.runs import BLOCKS, contests, first_places
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, COMPETITIONS, DEPTHS, ORDERS, RELUS
from cardshark.experiments.hearts_network.tasks import BINS, TEST_BINS, Shop, plan
from cardshark.report.record import Experiment, Record, this_run

BEST = {recipe.name: 0.0001 for recipe in beyond()} | {each.name: each.rate for each in ACTIVATIONS}
SHAPE = np.array([-1.4, -0.9, -0.5, -0.2, 0.2, 0.5, 0.9, 1.4])
FULL = Amounts(1)


def run_row(task, mean):
    """A run that ended there."""
    tests = {"games": 300, "learner": round(300 * mean), "squares": round(300 * (mean**2 + 200**2))}
    tests |= {"others": round(900 * (9990 - (9786 - min(mean, 9786)) / 4)), "wins": 3000, "lowest": round(mean) - 400}
    found = {
        "experiment": task.experiment,
        "setting": task.setting,
        "seed": task.seed,
        "games": task.lesson.games,
        "rate": task.lesson.rate,
    }
    found |= {"rules": task.lesson.rules, "hands": 1, "diverged": None, "weights": "", "command": "cardshark train", "tests": tests}
    if task.is_kept:
        sizes = np.array(bin_sizes(task.lesson.games, BINS))
        curve = mean + 600 * np.exp(-np.arange(BINS) / 12)
        found |= {
            "learner": (sizes * curve).round().astype(int).tolist(),
            "others": (sizes * 29_000).tolist(),
            "tested": [round(10 * mean)] * TEST_BINS,
        }
    return found


def run_rows(random, amounts=FULL):
    """Runs that say what the thesis says: printed means and spreads, printed rates the best, deep ReLUs that blow up."""
    shop = Shop(amounts, 1)
    printed = {("activations", each.name): paper for each, paper in ACTIVATIONS.items()}
    printed |= {("depths", each.name): paper for each, paper in DEPTHS.items()}
    rows = [run_row(shop.opponent(), 9786.0)]
    nothing = {**rows[0], "experiment": "nothing", "setting": "random play"}
    rows.append(nothing | {"tests": {**nothing["tests"], "learner": 300 * 10_004, "others": 900 * 7954}})
    for task in [*shop.opponents(), *shop.trials(), *shop.published(BEST)]:
        paper, k = printed.get((task.experiment, task.setting)), task.seed - 1001
        if paper:
            mean = paper.mean + paper.sd * SHAPE[(3 * k) % 8] / np.std(SHAPE, ddof=1)
        elif task.experiment == "rates":
            setting = next(each for each in ACTIVATIONS if task.setting.startswith(f"{each.name} at "))
            mean = ACTIVATIONS[setting].mean + 200 * abs(math.log10(task.lesson.rate / setting.rate)) + random.normal(0, 10)
        elif task.experiment == "trials":
            mean = 9000 + 1e5 * task.lesson.rate
        else:
            mean = 9400 + random.normal(0, 50)
        rows.append(run_row(task, mean))
        if task.experiment == "rates" and task.setting.startswith(("ReLU, 2", "ReLU, 3")) and task.lesson.rate >= 0.001:
            rows[-1]["tests"], rows[-1]["diverged"] = None, 17
        if task.experiment == "depths":
            rows[-1]["tests"]["wins"] = 12 * 300 - 12 * (k % 3)
    return rows


def order_row(order, run, random):
    """Games in an order as printed: with "two", who scores most, on its left "one" wins as in table 3.6, elsewhere as in 3.7."""
    left = order[(order.index("one") + 1) % 4] == "two"
    wins, totals = COMPETITIONS["table 3.6" if left else "table 3.7"], np.full((1000, 4), 10_000)
    totals[:, order.index("two")] = 10_010
    changed = {**wins, "one": wins["one"] + (luck := int(random.integers(-9, 10))), "opponent": wins["opponent"] - luck}
    for game, name in enumerate([name for name, count in changed.items() for _ in range(count)]):
        totals[game, order.index(name)] = 9000
    figures = np.concatenate([first_places(totals), totals], axis=1).T
    return {"order": list(order), "limit": 10_000, "run": run, "moments": Moments.of(figures).to_json()}


def contest_rows(random):
    """Contests in which the worst player is good for the one on its right, and networks are weaker than Jake."""
    found = []
    for contest in contests(plan(FULL)):
        means = np.full((len(contest.tables), 5), 4.0)
        means[:, 4] = 0.03
        if contest.name == "orders":
            for table, order in enumerate(ORDERS):
                means[table, :4] = [6.0 if name == "two" else 4.0 - (order[(seat + 1) % 4] == "two") for seat, name in enumerate(order)]
        if contest.name == "against Jake":
            means[4:, 0] = 5.0
        figures = random.poisson(4 * means.reshape(-1, 1), (means.size, 400))
        clocks = {player: Clock(1.0, 10) for table in contest.tables for player in table}
        found.append(Standing(contest._replace(deals=400), Moments.of(figures), clocks, None).to_json())
    return found


def made_up(**more):
    """A record that says what the thesis says; perhaps with more seeds of some groups."""
    random = np.random.default_rng(2)
    meetings = [order_row(order, run, random) for run in range(1, 11) for order in ORDERS]
    scores = 10 * (9500 + random.normal(0, 100, (10, 1, 1)) + random.normal(0, 20, (1, 5, 1)) + random.normal(0, 40, (10, 5, BLOCKS)))
    luck = [{"setting": RELUS[0].name, "limit": 10_000, "games": 10, "scores": each.round().astype(int).tolist()} for each in scores]
    experiments = [
        Experiment("runs", kept_rows(run_rows(random, Amounts(1, more)))),
        Experiment("competition", [order_row(order, 0, random) for order in ORDERS]),
        Experiment("meetings", meetings),
        Experiment("luck", luck),
        Experiment("contests", contest_rows(random)),
    ]
    return Record("hearts_network", replace(this_run(1, 1, 1.0), more=more), experiments)


def changed(record, change):
    """A record with other runs."""
    rows = [change(dict(row)) for row in record.rows("runs")]
    return replace(record, experiments=[Experiment("runs", rows), *record.experiments[1:]])


def moved(changes):
    """Runs whose final score is moved by so many points, by experiment and setting; with them the scores of the others do not change."""

    def change(row):
        points = changes.get((row["experiment"], row["setting"]))
        if points is not None:
            row["tests"] = {**row["tests"], "learner": 300 * (9400 + points + row["seed"] % 3), "others": 900 * 9900}
        return row

    return read_runs(changed(made_up(), change))
