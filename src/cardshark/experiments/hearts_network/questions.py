"""What a reader of the network thesis would ask, and our answers."""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.arena.stats import independent_mean, mean_of
from cardshark.experiments.hearts_network.measured import (
    NetworkRuns,
    OrderResult,
    SettingRuns,
    find_worst_player,
    points_by_place,
    worst_on_the_left,
)
from cardshark.experiments.hearts_network.readings import LEAD, WHY, describe_change
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    BASE,
    DEPTHS,
    HAND_MADE,
    NOTHING,
    PERSON,
    PLAYERS,
    RATES,
    SHORT,
    STAND_INS,
    WIDE,
    at_rate,
)  # fmt: skip
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

GUESTS = (*HAND_MADE, *(SHORT[name] for name in PLAYERS))  # who sat down with three Jakes
BEYOND = ("one network for all tricks", "our inputs", "our inputs, one network", "against itself", "against a league")
FEW = "Means of the runs, too few of them for an interval of each."


def questions(runs: NetworkRuns, orders: Sequence[OrderResult], played: dict[str, Standing]) -> list[Question]:
    """What a reader of the thesis would ask."""
    jakes = played["against Jake"]
    return [
        Question("What do these scores mean?", answer_meaning(runs), win_bars(runs)),
        Question("Which learning rate?", answer_rates(runs), rate_chart(runs)),
        Question("Could the first weights explain the difference?", answer_first_weights(runs), weight_bars(runs)),
        Question("Who wins in all six orders at the table?", answer_orders(orders), order_bars(orders)),
        Question("Does it matter who sits on the left?", answer_neighbours(played["orders"]), neighbour_bars(played["orders"])),
        Question("How would a person do?", answer_person(played["person"]), person_bars(played["person"])),
        Question("How strong are the networks at another table?", answer_other_table(jakes), other_table_bars(jakes)),
        Question("What would have helped?", answer_beyond(runs), reading_bars(runs, "Beyond the thesis", BEYOND)),
    ]  # fmt: skip


# ---- questions ----


def answer_meaning(runs: NetworkRuns) -> str:
    """Scores of players who are equal, and wins."""
    usual = runs("activations", next(iter(ACTIVATIONS)).name)
    others = mean_of([mean + gap for mean, gap in zip(usual.means(), usual.leads(), strict=True)])
    return (
        f"A game ends when anybody has 10,000 points, so a final score says how far ahead of the worst player one is. Four of the "
        f"training opponent end at {runs.equal_score:,.0f}. The network with one layer of 64 ReLUs ends at "
        f"{with_interval(*mean_of(usual.means()))} and its three opponents at {with_interval(*others)}. A player who is no better than "
        "they are wins a quarter of the games."
    )


def win_bars(runs: NetworkRuns) -> Bars:
    """First places in the test games."""
    rows = []
    for experiment, settings in (("activations", ACTIVATIONS), ("depths", DEPTHS)):
        words = f"{runs(experiment, next(iter(settings)).name).rows[0]['games']:,} games"
        rows += [Comparison(f"{each.name}, {words}", experiment, None, *runs(experiment, each.name).wins()) for each in settings]
    return Bars("Wins in the test games", rows, "share of wins against three of the training opponent")


def sweep(runs: NetworkRuns) -> dict[str, SettingRuns]:
    """Every network at every rate."""
    names = [at_rate(each, rate) for each in ACTIVATIONS for rate in RATES]
    return {name: runs("rates", name) for name in names}


def answer_rates(runs: NetworkRuns) -> str:
    """The best rate of each network, and where they blow up."""
    found = sweep(runs)
    best = []
    for each in ACTIVATIONS:
        rows = {rate: mean_of(found[at_rate(each, rate)].leads_at_worst()).value for rate in RATES}
        best.append(f"{each.name}: {max(rows, key=lambda rate: rows[rate]):g} (the thesis took {each.rate:g})")
    gone = [f"{name} ({group.blown_up_words()})" for name, group in found.items() if group.blown_up]
    first = next(iter(found.values()))
    return (
        f"Every network was trained at every rate, in {len(first.rows)} runs of {first.rows[0]['games']:,} games. The rate with the "
        f"largest mean lead over the opponents: {'; '.join(best)}. Blown up: {'; '.join(gone) or 'none'}."
    )


def rate_chart(runs: NetworkRuns) -> Chart:
    """The sweep."""
    series = []
    for each in ACTIVATIONS:
        values = [mean_of(runs("rates", at_rate(each, rate)).leads_at_worst()).value for rate in reversed(RATES)]
        series.append(Series(each.name.replace(", ", " ").removesuffix(" × 64"), list(reversed(RATES)), values))
    levels = [("equal players", 0), ("random play", NOTHING)]
    return Chart("Learning rates", series, "learning rate", LEAD, log_x=True, levels=levels, note=f"{FEW} {WHY}")


def lead_of(group: SettingRuns) -> str:
    """The mean lead of a few runs, in words."""
    return number(mean_of(group.leads_at_worst()).value, 0)


def answer_first_weights(runs: NetworkRuns) -> str:
    """What becomes of the six networks when they begin with large weights."""
    parts = []
    for each in ACTIVATIONS:
        wide, narrow = runs("wide", each.name), runs("rates", at_rate(each, each.rate))
        gone = f" ({wide.blown_up_words()})" if wide.blown_up else ""
        parts.append(f"{each.name}: {lead_of(wide)} instead of {lead_of(narrow)}{gone}")
    return (
        f"The thesis does not say with which weights a network begins. Ours are at most one over the square root of what a unit sees; its "
        f"inputs are not normalised, so larger weights might drive sigmoids to their ends or let deep ReLUs grow. Points of lead after "
        f"{runs('wide', next(iter(ACTIVATIONS)).name).rows[0]['games']:,} games with weights up to {WIDE:g}: {'; '.join(parts)}."
    )


def weight_bars(runs: NetworkRuns) -> Bars:
    """Leads with small and with large first weights."""
    rows = []
    for each in ACTIVATIONS:
        for words, group in (("small", runs("rates", at_rate(each, each.rate))), ("large", runs("wide", each.name))):
            rows.append(Comparison(f"{each.name}, {words}", words, None, mean_of(group.leads_at_worst()).value, n=len(group.rows)))
    return Bars("First weights", rows, LEAD, f"{FEW} {WHY}")


def answer_orders(orders: Sequence[OrderResult]) -> str:
    """How much the order changes."""
    parts = []
    for name in PLAYERS:
        shares = [100 * each.wins(name).value for each in orders]
        parts.append(f"{SHORT[name]}: {number(min(shares), 1)} to {number(max(shares), 1)} %")
    games = orders[0].moments.count
    return f"{games:,} games in each of the six orders in which four can sit. Wins, in the worst order and the best: {'; '.join(parts)}."


def order_bars(orders: Sequence[OrderResult]) -> Bars:
    """Wins over all orders, and those of the best in each order."""
    over_all = {name: independent_mean([each.wins(name).interval() for each in orders]) for name in PLAYERS}
    best = max(PLAYERS, key=lambda name: over_all[name].value)
    rows = [Comparison(SHORT[name], "all", None, *wins) for name, wins in over_all.items()]
    for each in orders:
        first = each.order.index(best)
        others = ", ".join(SHORT[name] for name in (each.order + each.order)[first + 1 : first + 4])
        rows.append(Comparison(f"{SHORT[best]}, then {others}", "best", None, *each.wins(best).interval()))
    return Bars("Wins by order", rows, "share of wins", f"All orders together, then {SHORT[best]} in each order, seated clockwise.")


def answer_neighbours(standing: Standing) -> str:
    """The left neighbour, measured."""
    worst, effect = worst_on_the_left(standing)
    parts = []
    for name in PLAYERS:
        if name != worst:
            places = points_by_place(standing, name, worst)
            parts.append(f"{SHORT[name]}: {with_interval(*(places['left'] - places['right']).interval())}")
    return (
        f"Single hands on the same {standing.moments.count:,} deals in all six orders, each in all four rotations of the seats. Points a "
        f"hand with the worst player ({SHORT[worst]}) on one's left, less those with it elsewhere: {with_interval(*effect)}. On the left, "
        f"less those with it on the right: {'; '.join(parts)}."
    )


def neighbour_bars(standing: Standing) -> Bars:
    """Points by where the worst player sits."""
    worst = find_worst_player(standing)
    rows = [
        Comparison(f"{SHORT[name]}, worst {words}", name, None, *points.interval(), standing.moments.count)
        for name in PLAYERS if name != worst for words, points in points_by_place(standing, name, worst).items()
    ]  # fmt: skip
    return Bars("Where the worst player sits", rows, "points a hand", f"The worst: {SHORT[worst]}.")


def stand_ins(standing: Standing) -> list[str]:
    """Who sat there for the person."""
    seated = {table[0] for table in standing.contest.tables}
    return [name for name, player in STAND_INS.items() if player in seated]


def answer_person(standing: Standing) -> str:
    """Table 3.8 with somebody else in the author's place."""
    parts = []
    for place, (name, (own, others)) in enumerate(PERSON.items()):
        ours = [
            f"{stand_in} {with_interval(*standing.points(place + len(PERSON) * which, 0).interval())}"
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


def answer_other_table(standing: Standing) -> str:
    """Networks and hand-made players against three of the best hand-made player."""
    jake = standing.points(HAND_MADE.index("jake"), 0)
    parts = [
        f"{name}: {with_interval(*(standing.points(table, 0) - jake).interval())}" for table, name in enumerate(GUESTS) if name != "jake"
    ]
    return (
        f"One of each against three Jakes, single hands of the thesis's game. Points a hand, less those of a fourth Jake: "
        f"{'; '.join(parts)}."
    )  # fmt: skip


def other_table_bars(standing: Standing) -> Bars:
    """Points a hand against three Jakes."""
    groups = ["hand-made"] * len(HAND_MADE) + ["networks"] * len(PLAYERS)
    rows = [
        Comparison(name, group, None, *standing.points(table, 0).interval())
        for table, (name, group) in enumerate(zip(GUESTS, groups, strict=True))
    ]
    return Bars("Against three Jakes", rows, "points a hand", f"{standing.moments.count:,} deals, each played from every seat.")


def answer_beyond(runs: NetworkRuns) -> str:
    """What other networks and opponents do."""
    group = runs("readings", BASE)
    changes = "; ".join(f"{name}: {describe_change(runs, name)}" for name in BEYOND)
    return (
        f"One layer of 64 ReLUs, {len(group.rows)} runs of {group.rows[0]['games']:,} games each, tested against three of the training "
        f"opponent. The thesis's way has a lead of {with_interval(*mean_of(group.leads_at_worst()))} points. What other ways add to that: "
        f"{changes}. Against itself or in a league, a network meets the training opponent less often or never while it learns, and is "
        "tested against it all the same."
    )


def reading_bars(runs: NetworkRuns, title: str, names: Sequence[str]) -> Bars:
    """The lead of networks under other readings."""
    rows = [
        Comparison(name, "", None, *mean_of(runs("readings", name).leads_at_worst()), len(runs("readings", name).rows))
        for name in (BASE, *names)
    ]
    return Bars(title, rows, LEAD, WHY)
