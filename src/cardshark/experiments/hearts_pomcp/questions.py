"""What the POMCP report leaves open: its own questions, with our answers."""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.experiments.hearts_pomcp.measured import describe_gap, time_a_move
from cardshark.experiments.hearts_pomcp.tables import (
    BEYOND,
    CONSTANTS,
    DEALS,
    MODELS,
    OTHER_OPPONENTS,
    PLAYED,
    ROLLOUTS,
    SAMPLERS,
    SIMULATIONS,
)  # fmt: skip
from cardshark.report.figures import with_interval
from cardshark.report.result import Bars, Comparison, Question


def bars(standing: Standing, title: str, labels: Sequence[str], unit: str = "points a hand against three greedy") -> Bars:
    """What the first seat of each table takes."""
    rows = [
        Comparison(label, label.rpartition(": ")[0], None, *standing.points(table, 0).interval(), standing.moments.count)
        for table, label in enumerate(labels)
    ]
    return Bars(title, rows, unit, f"{standing.moments.count:,} deals, each played from every seat.")


# ---- questions ----


def questions(standings: dict[str, Standing]) -> list[Question]:
    """What the report wonders about, and what a reader of it would."""
    c, ways, dealt = standings["c"], standings["rollouts"], standings["samplers"]
    foreign, more = standings["strangers"], standings["beyond"]
    everybody = [f"{others}: {model}" for others in OTHER_OPPONENTS for model in MODELS]
    rollout_labels = [f"{player}, {way}" for player in ("MC", "POMCP") for way in ROLLOUTS]
    return [
        Question("Is POMCP held back by its overhead, or by too short a time?", answer_overhead(standings)),
        Question("Which constant c?", answer_constants(c), bars(c, "POMCP's c", [f"c = {each}" for each in CONSTANTS])),
        Question("Greedy or random rollouts?", answer_rollouts(ways), bars(ways, "Rollouts", rollout_labels)),
        Question("Does it matter how deals are imagined?", answer_samplers(dealt), bars(dealt, "How deals are imagined", SAMPLERS)),
        Question(
            "What if the others do not play as they are thought to?", answer_other_models(foreign),
            bars(foreign, "Opponents outside the model", everybody, "points a hand"),
        ),
        Question("What else helps?", answer_beyond(more), bars(more, "Beyond the report", list(BEYOND))),
    ]  # fmt: skip


def answer_overhead(standings: dict[str, Standing]) -> str:
    """Strength at equal time, and what more time brings."""
    mc, pomcp = standings["deals"], standings["simulations"]
    times = [time_a_move(standing, PLAYED) for standing in (mc, pomcp)]
    last = len(DEALS) - 1, len(SIMULATIONS) - 1
    by_time = " ".join(
        f"At {time_a_move(mc, PLAYED + more):,.0f} µs simple Monte Carlo takes {with_interval(*mc.points(PLAYED + more, 0).interval())} "
        f"points a hand, at {time_a_move(pomcp, PLAYED + more):,.0f} µs POMCP {with_interval(*pomcp.points(PLAYED + more, 0).interval())}."
        for more in range(len(DEALS) - PLAYED)
    )
    fits = SIMULATIONS[PLAYED] * times[0] / times[1]
    return (
        f"Simple Monte Carlo needs {times[0]:,.0f} µs a move for {DEALS[PLAYED]} deals, and each deal tries every legal card. In that time "
        f"POMCP makes about {fits:,.0f} simulations, and each follows one line of play in a deal of its own. {by_time} "
        f"For simple Monte Carlo, going from {DEALS[PLAYED]} to {DEALS[-1]:,} deals {describe_gap(mc, last[0], PLAYED)}. "
        f"For POMCP, going from {SIMULATIONS[PLAYED]} to {SIMULATIONS[-1]:,} simulations {describe_gap(pomcp, last[1], PLAYED)}."
    )


def answer_constants(standing: Standing) -> str:
    """The best c and the worst, compared with the default."""
    means = [standing.points(table, 0).value for table in range(len(CONSTANTS))]
    best, worst, used = means.index(min(means)), means.index(max(means)), CONSTANTS.index("outstanding")
    return (
        f"We set c to the points still outstanding in the hand. Of {len(CONSTANTS)} values tried, the best, c = {CONSTANTS[best]}, "
        f"{'is that one' if best == used else describe_gap(standing, best, used) + ' (a little too good, because it was picked)'}; "
        f"the worst, c = {CONSTANTS[worst]}, {describe_gap(standing, worst, used)}."
    )


def answer_rollouts(standing: Standing) -> str:
    """Greedy against random rollouts."""
    ways = len(ROLLOUTS)
    return (
        "The others are greedy here, so only the player's own moves in a rollout can be random. To make these random instead of greedy "
        f"{describe_gap(standing, ways - 1)} for simple Monte Carlo, and for POMCP it {describe_gap(standing, 2 * ways - 1, ways)}. To "
        f"make one move in ten of every player random {describe_gap(standing, 1)} for simple Monte Carlo, and for POMCP it "
        f"{describe_gap(standing, ways + 1, ways)}."
    )


def answer_samplers(standing: Standing) -> str:
    """Uniform, weighted and product-form deals against the report's."""
    names = {name: table for table, name in enumerate(SAMPLERS)}
    return (
        "The report's way to imagine deals is biased. To draw every possible deal with the same chance "
        f"{describe_gap(standing, names['uniform'])}. To weigh deals by what greedy players would have played with them "
        f"{describe_gap(standing, names['weighted'])}; to use beliefs about single cards, fitted to these weights, "
        f"{describe_gap(standing, names['product'])}."
    )


def answer_other_models(standing: Standing) -> str:
    """What it costs to have the wrong idea of the others: another single idea, or three at once."""
    parts = []
    for place, others in enumerate(OTHER_OPPONENTS):
        first, ideas = place * len(MODELS), list(MODELS)
        best = min(range(1, 3), key=lambda idea: standing.points(first + idea, 0).value)
        parts.append(
            f"Against {others}: to think that {ideas[best]}, not greedy (the better of two other single ideas), "
            f"{describe_gap(standing, first + best, first)}; to weigh three ideas by what the others play "
            f"{describe_gap(standing, first + 3, first)}, and to weigh the deals by it as well {describe_gap(standing, first + 4, first)}."
        )
    return " ".join(parts)


def answer_beyond(standing: Standing) -> str:
    """Other searches and options against simple Monte Carlo at about the same time."""
    return "Compared with the report's simple Monte Carlo: " + "; ".join(
        f"{name} {describe_gap(standing, table)}" for table, name in enumerate(BEYOND) if table
    ) + "."  # fmt: skip
