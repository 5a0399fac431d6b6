"""What a reader of the network thesis would ask, and our answers."""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, Interval
from cardshark.experiments.hearts_network.groups import Group, Groups, Meeting, mean_of, together
from cardshark.experiments.hearts_network.readings import BEYOND, LEAD, WHY, beyond, reading_bars
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    DEPTHS,
    NOTHING,
    ORDERS,
    PERSON,
    PLAYERS,
    RATES,
    SHORT,
    STAND_INS,
    STRANGERS,
    WIDE,
    at_rate,
)  # fmt: skip
from cardshark.report.figures import measured, number
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

GUESTS = (*STRANGERS, *(SHORT[name] for name in PLAYERS))  # who sat down with three Jakes
FEW = "Means of the runs, too few of them for an interval of each."


def questions(runs: Groups, met: Sequence[Meeting], played: dict[str, Standing]) -> list[Question]:
    """What a reader of the thesis would ask."""
    return [
        Question("What do these scores mean?", meaning(runs), win_bars(runs)),
        Question("Which learning rate?", rates(runs), rate_chart(runs)),
        Question("Could the first weights explain the difference?", first_weights(runs), weight_bars(runs)),
        Question("Who wins in all six orders at the table?", orders(met), order_bars(met)),
        Question("Does it matter who sits on the left?", neighbours(played["orders"]), neighbour_bars(played["orders"])),
        Question("How would a person do?", person(played["person"]), person_bars(played["person"])),
        Question("How strong are the networks at another table?", strangers(played["against Jake"]), stranger_bars(played["against Jake"])),
        Question("What would have helped?", beyond(runs), reading_bars(runs, "Beyond the thesis", BEYOND)),
    ]  # fmt: skip


# ---- questions ----


def meaning(runs: Groups) -> str:
    """Scores of players who are equal, and wins."""
    usual = runs("activations", next(iter(ACTIVATIONS)).name)
    others = mean_of([mean + gap for mean, gap in zip(usual.means(), usual.gaps(), strict=True)])
    return (
        f"A game ends when anybody has 10,000 points, so a final score says how far ahead of the worst player one is. Four of the "
        f"training opponent end at {runs.equal:,.0f}. The network with one layer of 64 ReLUs ends at {measured(*mean_of(usual.means()))} "
        f"and its three opponents at {measured(*others)}. Who is no better than they are wins a quarter of the games."
    )


def win_bars(runs: Groups) -> Bars:
    """First places in the test games."""
    rows = []
    for experiment, settings in (("activations", ACTIVATIONS), ("depths", DEPTHS)):
        words = f"{runs(experiment, next(iter(settings)).name).rows[0]['games']:,} games"
        rows += [Comparison(f"{each.name}, {words}", experiment, None, *runs(experiment, each.name).wins()) for each in settings]
    return Bars("Wins in the test games", rows, "share of wins against three of the training opponent")


def sweep(runs: Groups) -> dict[str, Group]:
    """Every network at every rate."""
    names = [at_rate(each, rate) for each in ACTIVATIONS for rate in RATES]
    return {name: runs("rates", name) for name in names}


def rates(runs: Groups) -> str:
    """The best rate of each network, and where they blow up."""
    found = sweep(runs)
    best = []
    for each in ACTIVATIONS:
        rows = {rate: mean_of(found[at_rate(each, rate)].at_worst()).value for rate in RATES}
        best.append(f"{each.name}: {max(rows, key=lambda rate: rows[rate]):g} (the thesis took {each.rate:g})")
    gone = [f"{name} ({group.losses()})" for name, group in found.items() if group.blown_up]
    first = next(iter(found.values()))
    return (
        f"{len(first.rows)} runs of {first.rows[0]['games']:,} games of every network at every rate. The largest mean lead over the "
        f"opponents stood at these rates: {'; '.join(best)}. Blown up: {'; '.join(gone) or 'none'}."
    )


def rate_chart(runs: Groups) -> Chart:
    """The sweep."""
    series = []
    for each in ACTIVATIONS:
        values = [mean_of(runs("rates", at_rate(each, rate)).at_worst()).value for rate in reversed(RATES)]
        series.append(Series(each.name.replace(", ", " ").removesuffix(" × 64"), list(reversed(RATES)), values))
    levels = [("equal players", 0), ("random play", NOTHING)]
    return Chart("Learning rates", series, "learning rate", LEAD, log_x=True, levels=levels, note=f"{FEW} {WHY}")


def lead_of(group: Group) -> str:
    """The mean lead of a few runs, in words."""
    return number(mean_of(group.at_worst()).value, 0)


def first_weights(runs: Groups) -> str:
    """What becomes of the six networks when they begin with large weights."""
    parts = []
    for each in ACTIVATIONS:
        wide, narrow = runs("wide", each.name), runs("rates", at_rate(each, each.rate))
        gone = f" ({wide.losses()})" if wide.blown_up else ""
        parts.append(f"{each.name} {lead_of(wide)} instead of {lead_of(narrow)}{gone}")
    return (
        f"The thesis does not say with which weights a network begins. Ours are at most one over the square root of what a unit sees; its "
        f"inputs are not normalised, so larger weights might drive sigmoids to their ends or let deep ReLUs grow. Points of lead after "
        f"{runs('wide', next(iter(ACTIVATIONS)).name).rows[0]['games']:,} games with weights up to {WIDE:g}: {'; '.join(parts)}."
    )


def weight_bars(runs: Groups) -> Bars:
    """The same in bars."""
    rows = []
    for each in ACTIVATIONS:
        for words, group in (("small", runs("rates", at_rate(each, each.rate))), ("large", runs("wide", each.name))):
            rows.append(Comparison(f"{each.name}, {words}", words, None, mean_of(group.at_worst()).value, n=len(group.rows)))
    return Bars("First weights", rows, LEAD, f"{FEW} {WHY}")


def orders(met: Sequence[Meeting]) -> str:
    """How much the order changes."""
    parts = []
    for name in PLAYERS:
        shares = [100 * each.wins(name).value for each in met]
        parts.append(f"{SHORT[name]} {number(min(shares), 1)} to {number(max(shares), 1)} %")
    games = met[0].moments.count
    return f"{games:,} games in each of the six orders in which four can sit. Wins, in the worst order and the best: {'; '.join(parts)}."


def order_bars(met: Sequence[Meeting]) -> Bars:
    """Wins over all orders, and those of the best in each order."""
    over_all = {name: together([each.wins(name).interval() for each in met]) for name in PLAYERS}
    best = max(PLAYERS, key=lambda name: over_all[name].value)
    rows = [Comparison(SHORT[name], "all", None, *wins) for name, wins in over_all.items()]
    for each in met:
        first = each.order.index(best)
        others = ", ".join(SHORT[name] for name in (each.order + each.order)[first + 1 : first + 4])
        rows.append(Comparison(f"{SHORT[best]}, then {others}", "best", None, *each.wins(best).interval()))
    return Bars("Wins by order", rows, "share of wins", f"All orders together, then {SHORT[best]} in each order, seated clockwise.")


def mean_points(standing: Standing, where: Sequence[tuple[int, int]]) -> Estimate:
    """The mean points a hand on these seats of these tables."""
    first, *others = [standing.points(table, seat) for table, seat in where]
    for each in others:
        first = first + each
    return first / len(where)


def worst_player(standing: Standing) -> str:
    """Who takes most points over all orders."""
    means = {name: mean_points(standing, [(table, order.index(name)) for table, order in enumerate(ORDERS)]).value for name in PLAYERS}
    return max(means, key=lambda name: means[name])


def by_place(standing: Standing, name: str, worst: str) -> dict[str, Estimate]:
    """What a player takes with the worst one on its left, across, and on its right."""
    found: dict[int, list[tuple[int, int]]] = {1: [], 2: [], 3: []}
    for table, order in enumerate(ORDERS):
        found[(order.index(worst) - order.index(name)) % 4].append((table, order.index(name)))
    return {words: mean_points(standing, found[step]) for step, words in ((1, "left"), (2, "across"), (3, "right"))}


def worst_on_the_left(standing: Standing) -> tuple[str, Interval]:
    """The worst player, and what the others take with it on their left less what they take with it elsewhere."""
    worst = worst_player(standing)
    change = None
    for name in PLAYERS:
        if name != worst:
            places = by_place(standing, name, worst)
            step = places["left"] - (places["across"] + places["right"]) / 2
            change = step if change is None else change + step
    assert change
    return worst, (change / (len(PLAYERS) - 1)).interval()


def neighbours(standing: Standing) -> str:
    """The left neighbour, measured."""
    worst, effect = worst_on_the_left(standing)
    parts = []
    for name in PLAYERS:
        if name != worst:
            places = by_place(standing, name, worst)
            parts.append(f"{SHORT[name]} {measured(*(places['left'] - places['right']).interval())}")
    return (
        f"Single hands on the same {standing.moments.count:,} deals in all six orders, each turned once around the table. With the worst "
        f"player ({SHORT[worst]}) on its left a player takes {measured(*effect)} points a hand more (less, with a minus) than with it "
        f"elsewhere. On the left instead of the right: {'; '.join(parts)}."
    )


def neighbour_bars(standing: Standing) -> Bars:
    """Points by where the worst player sits."""
    worst = worst_player(standing)
    rows = [
        Comparison(f"{SHORT[name]}, worst {words}", name, None, *points.interval(), standing.moments.count)
        for name in PLAYERS if name != worst for words, points in by_place(standing, name, worst).items()
    ]  # fmt: skip
    return Bars("Where the worst player sits", rows, "points a hand", f"The worst: {SHORT[worst]}.")


def stand_ins(standing: Standing) -> list[str]:
    """Who sat there for the person."""
    seated = {table[0] for table in standing.contest.tables}
    return [name for name, player in STAND_INS.items() if player in seated]


def person(standing: Standing) -> str:
    """Table 3.8 with somebody else in the author's place."""
    parts = []
    for place, (name, (own, others)) in enumerate(PERSON.items()):
        ours = [
            f"{stand_in} {measured(*standing.points(place + len(PERSON) * which, 0).interval())}"
            for which, stand_in in enumerate(stand_ins(standing))
        ]
        parts.append(f"against {SHORT.get(name, name)}: the author {own} (the others {'/'.join(map(str, others))}), {', '.join(ours)}")
    return (
        f"Games to 50 points against three of a kind; the author played five of each (table 3.8), our stand-ins "
        f"{4 * standing.moments.count:,}. Final scores {'; '.join(parts)}."
    )


def person_bars(standing: Standing) -> Bars:
    """Final scores of stand-ins and of their opponents."""
    rows = []
    for which, stand_in in enumerate(stand_ins(standing)):
        for place, (name, (own, others)) in enumerate(PERSON.items()):
            table, against = place + len(PERSON) * which, SHORT.get(name, name)
            rows.append(Comparison(f"{stand_in} against {against}", stand_in, own, *standing.points(table, 0).interval()))
            mean = round(sum(others) / 3, 1)
            rows.append(Comparison(f"its opponents: {against}", "opponents", mean, *standing.points(table, 1, 2, 3).interval()))
    return Bars("Table 3.8 with stand-ins", rows, "final score in games to 50", "Diamonds: the author of the thesis, five games each.")


def strangers(standing: Standing) -> str:
    """Networks and hand-made players against three of the best hand-made player."""
    jake = standing.points(STRANGERS.index("jake"), 0)
    parts = [f"{name} {measured(*(standing.points(table, 0) - jake).interval())}" for table, name in enumerate(GUESTS) if name != "jake"]
    return (
        f"One of each against three Jakes, single hands of the thesis's game. Points a hand more than a fourth Jake takes: "
        f"{'; '.join(parts)}."
    )  # fmt: skip


def stranger_bars(standing: Standing) -> Bars:
    """The same in bars."""
    groups = ["hand-made"] * len(STRANGERS) + ["networks"] * len(PLAYERS)
    rows = [
        Comparison(name, group, None, *standing.points(table, 0).interval())
        for table, (name, group) in enumerate(zip(GUESTS, groups, strict=True))
    ]
    return Bars("Against three Jakes", rows, "points a hand", f"{standing.moments.count:,} deals, every seat")
