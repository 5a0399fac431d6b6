"""What a reader of the network thesis would ask, and our answers; the figures stand in the appendix."""

from collections.abc import Sequence

import numpy as np

from cardshark.arena.contest import Standing
from cardshark.experiments.hearts_network.future import gains_of
from cardshark.experiments.hearts_network.grouped import NetworkRuns, tried
from cardshark.experiments.hearts_network.measured import OrderResult, by_run, find_worst_player, points_by_place
from cardshark.experiments.hearts_network.readings import LEAD
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    DEPTHS,
    HAND_MADE,
    LOWEST_RATE,
    ORDERS,
    PERSON,
    PLAYERS,
    RATES,
    SHORT,
    at_rate,
)
from cardshark.experiments.hearts_network.tasks import blows_up
from cardshark.experiments.seeds import over_seeds
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

GUESTS = (*HAND_MADE, *(SHORT[name] for name in PLAYERS))  # who sat down with three Jakes


def questions(runs: NetworkRuns) -> list[Question]:
    """What a reader of the thesis would ask."""
    return [Question("Which learning rate?", answer_rates(runs), rate_chart(runs))]


def grids(
    runs: NetworkRuns, orders: Sequence[OrderResult], meetings: Sequence[OrderResult], played: dict[str, Standing]
) -> list[Bars | Chart]:
    """Figures for the appendix."""
    return [
        future_bars(runs), win_bars(runs), order_bars(orders, meetings), neighbour_bars(played["orders"]), person_bars(played["person"]),
        other_table_bars(played["against Jake"]),
    ]  # fmt: skip


# ---- scores and rates ----


def win_bars(runs: NetworkRuns) -> Bars:
    """First places in the test games."""
    rows = []
    for experiment, settings in (("activations", ACTIVATIONS), ("depths", DEPTHS)):
        for each in settings:
            group = runs(experiment, each.name)
            rows.append(Comparison(f"{each.name}, {group.rows[0]['games']:,} games", experiment, None, *over_seeds(group.win_shares())))
    return Bars("Wins in the test games", rows, "share of wins against three of the training opponent")


def answer_rates(runs: NetworkRuns) -> str:
    """What was tried, and where networks blow up."""
    gone, first = [], tried(runs, next(iter(ACTIVATIONS)).name)[RATES[0]]
    many = [runs("rates", at_rate(each.name, RATES[1])) for each in ACTIVATIONS if blows_up(each, RATES[1])]
    also = f" ({len(many[0].rows)} of deep ReLUs at {RATES[1]:g})" if len(many[0].rows) > len(first.rows) else ""
    for each in ACTIVATIONS:
        for rate in tried(runs, each.name):
            group = runs("rates", at_rate(each.name, rate))
            gone += [f"{at_rate(each.name, rate)} ({group.blown_up} of {len(group.rows)})"] if group.blown_up else []
    return (
        f"{len(first.rows)} runs of {first.rows[0]['games']:,} games at each of {', '.join(f'{rate:g}' for rate in RATES)}{also}, and at "
        f"{LOWEST_RATE:.5f} where the lowest did best; table 3.2 names the best. Blown up: {'; '.join(gone) or 'none'}."
    )


def rate_chart(runs: NetworkRuns) -> Chart:
    """The sweep."""
    series = []
    for each in ACTIVATIONS:
        groups = tried(runs, each.name)
        found = [over_seeds(groups[rate].leads_at_worst()) for rate in sorted(groups)]
        series.append(Series.of_intervals(each.name.replace(", ", " ").removesuffix(" × 64"), sorted(groups), found))
    levels = [("equal players", 0.0), ("random play", runs.nothing)]
    note = "Lead: the opponents' mean final score less the learner's. Runs that blew up count as random play."
    return Chart("Learning rates", series, "learning rate", LEAD, log_x=True, levels=levels, note=note)


def future_bars(runs: NetworkRuns) -> Bars:
    """What each way that the thesis leaves to others gains or loses."""
    rows = [Comparison(name, group, None, *found) for group, gains in gains_of(runs).items() for name, found in gains.items()]
    groups = tried(runs, "quantiles", "trials")
    rates, tries = ", ".join(f"{rate:g}" for rate in groups), len(groups[RATES[-1]].rows)
    note = (
        f"Networks of our own at the best of {rates} in {tries} runs on other seeds; longer trainings, plain 3 × 64 and the thesis's own "
        "at those of “Which learning rate?”."
    )
    return Bars(
        "What others could try",
        rows,
        "points of lead gained",
        note,
    )


# ---- at the table ----


def order_bars(orders: Sequence[OrderResult], meetings: Sequence[OrderResult]) -> Bars:
    """Wins over all orders, of the networks of each seed and of the best."""
    rows = []
    for name in PLAYERS:
        each = [float(np.mean([order.wins(name).value for order in found])) for found in by_run(meetings).values()]
        rows.append(Comparison(f"{SHORT[name]}, networks of each seed", "seeds", None, *over_seeds(each), n=len(each)))
    for order in orders:
        words = ", ".join(SHORT[name] for name in order.order)
        rows.append(Comparison(f"1 layer, best of each depth: {words}", "best", None, *order.wins("one").interval()))
    return Bars("Wins by order", rows, "share of wins", "All orders together, over seeds; then the best networks, seated clockwise.")


def neighbour_bars(standing: Standing) -> Bars:
    """Points by where the worst player sits."""
    worst = find_worst_player(standing)
    rows = [
        Comparison(f"{SHORT[name]}, worst {words}", name, None, *points.interval(), standing.moments.count)
        for name in PLAYERS if name != worst for words, points in points_by_place(standing, name, worst).items()
    ]  # fmt: skip
    note = f"The worst: {SHORT[worst]}. Single hands of the best networks on the same deals in all {len(ORDERS)} orders."
    return Bars("Where the worst player sits", rows, "points a hand", note)


# ---- others ----


def person_bars(standing: Standing) -> Bars:
    """Final scores of Jake and of its opponents."""
    rows = []
    for place, name in enumerate(PERSON):
        against = SHORT.get(name, name)
        rows.append(Comparison(f"Jake against {against}", "Jake", None, *standing.points(place, 0).interval()))
        rows.append(Comparison(f"its opponents: {against}", "opponents", None, *standing.points(place, 1, 2, 3).interval()))
    return Bars("Jake in games to 50", rows, "final score in games to 50", "Not table 3.8, which is left open for people.")


def other_table_bars(standing: Standing) -> Bars:
    """Points a hand against three Jakes."""
    groups = ["hand-made"] * len(HAND_MADE) + ["networks"] * len(PLAYERS)
    rows = [
        Comparison(name, group, None, *standing.points(table, 0).interval())
        for table, (name, group) in enumerate(zip(GUESTS, groups, strict=True))
    ]
    return Bars("Against three Jakes", rows, "points a hand", f"{standing.moments.count:,} deals, each played from every seat.")
