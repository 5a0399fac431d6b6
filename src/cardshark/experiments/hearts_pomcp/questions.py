"""What the POMCP report leaves open: its own questions answered, and every point on which it is silent."""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, Interval
from cardshark.experiments.hearts_pomcp.tables import (
    BEYOND,
    CONSTANTS,
    DEALS,
    HOUSES,
    MODELS,
    PRINTED,
    ROLLOUTS,
    SAMPLERS,
    SIMULATIONS,
    STRANGERS,
    STYLES,
)  # fmt: skip
from cardshark.report.figures import measured
from cardshark.report.result import Bars, Chart, Comparison, Question, Reading, Series
from cardshark.report.verdict import Effect

PLAYED = 3  # places in DEALS and in SIMULATIONS of the players at the tables
CHANGES = 0.01  # of a share: so much changes the level


def told(difference: Estimate) -> str:
    """What one player takes more than another, in words that say no more than its interval."""
    value, low, high = difference.interval()
    if low <= 0 <= high:
        return f"makes no difference that shows ({measured(value, low, high)} points a hand)"
    near, far = sorted((abs(low), abs(high)))
    return f"{'costs' if value > 0 else 'saves'} {measured(abs(value), near, far)} points a hand"


def gap(standing: Standing, one: int, other: int = 0) -> str:
    """The first seat of a table compared with that of another, in words."""
    return told(standing.points(one, 0) - standing.points(other, 0))


def bars(standing: Standing, title: str, labels: Sequence[str], unit: str = "points a hand against three greedy") -> Bars:
    """What the first seat of each table takes."""
    rows = [
        Comparison(label, label.rpartition(": ")[0], None, *standing.points(table, 0).interval(), standing.moments.count)
        for table, label in enumerate(labels)
    ]
    return Bars(title, rows, unit, f"{standing.moments.count:,} deals, every seat")


def run_time(standings: dict[str, Standing]) -> Chart:
    """Strength by time to think."""
    series = []
    for table, (name, contest) in enumerate((("MC", "deals"), ("POMCP", "simulations"))):
        standing = standings[contest]
        shares = [standing.share(number, 0).interval() for number in range(len(standing.contest.tables))]
        times = [round(standing.microseconds(player)) for player, *_ in standing.contest.tables]
        paper = round(PRINTED[table][1][1] / sum(score for _, score in PRINTED[table]), 4)
        series.append(Series(name, times, *([share[part] for share in shares] for part in range(3)), paper=paper))
    counts = f"MC: {', '.join(map(str, DEALS))} deals. POMCP: {', '.join(f'{number:,}' for number in SIMULATIONS)} simulations."
    unit = "share of the points against three greedy"
    return Chart("Time to think", series, "microseconds a move", unit, log_x=True, note=f"{counts} Time is that of the record's machine.")


# ---- questions ----


def questions(standings: dict[str, Standing]) -> list[Question]:
    """What the report wonders about, and what a reader of it would."""
    c, ways, dealt = standings["c"], standings["rollouts"], standings["samplers"]
    foreign, more = standings["strangers"], standings["beyond"]
    everybody = [f"{others}: {model}" for others in STRANGERS for model in MODELS]
    rollout_labels = [f"{player}, {way}" for player in ("MC", "POMCP") for way in ROLLOUTS]
    return [
        Question("Is POMCP held back by its overhead, or by too short a time?", overhead(standings)),
        Question("Which constant c?", constants(c), bars(c, "POMCP's c", [f"c = {each}" for each in CONSTANTS])),
        Question("Greedy or random rollouts?", rollouts(ways), bars(ways, "Rollouts", rollout_labels)),
        Question("Does it matter how deals are imagined?", samplers(dealt), bars(dealt, "How deals are imagined", SAMPLERS)),
        Question(
            "What if the others do not play as they are thought to?", strangers(foreign),
            bars(foreign, "Opponents outside the model", everybody, "points a hand"),
        ),
        Question("What else helps?", beyond(more), bars(more, "Beyond the report", list(BEYOND))),
    ]  # fmt: skip


def overhead(standings: dict[str, Standing]) -> str:
    """Strength at equal time, and what more time brings."""
    mc, pomcp = standings["deals"], standings["simulations"]
    times = [standing_time(standing, PLAYED) for standing in (mc, pomcp)]
    last = len(DEALS) - 1, len(SIMULATIONS) - 1
    by_time = " ".join(
        f"At {standing_time(mc, PLAYED + more):,.0f} µs simple Monte Carlo takes {measured(*mc.points(PLAYED + more, 0).interval())} "
        f"points a hand, at {standing_time(pomcp, PLAYED + more):,.0f} µs POMCP {measured(*pomcp.points(PLAYED + more, 0).interval())}."
        for more in range(len(DEALS) - PLAYED)
    )
    fits = SIMULATIONS[PLAYED] * times[0] / times[1]
    return (
        f"In the time of {DEALS[PLAYED]} deals of simple Monte Carlo ({times[0]:,.0f} µs a move), each of which serves every legal card, "
        f"POMCP gets about {fits:,.0f} simulations, each of one line of play in a deal of its own. {by_time} "
        f"{DEALS[-1]:,} deals instead of {DEALS[PLAYED]}: for simple Monte Carlo that {gap(mc, last[0], PLAYED)}. "
        f"{SIMULATIONS[-1]:,} simulations instead of {SIMULATIONS[PLAYED]}: for POMCP that {gap(pomcp, last[1], PLAYED)}. "
    )


def standing_time(standing: Standing, table: int) -> float:
    """How long the first player of a table takes for a move, in microseconds."""
    return standing.microseconds(standing.contest.tables[table][0])


def constants(standing: Standing) -> str:
    """The best c and the worst, compared with the default."""
    means = [standing.points(table, 0).value for table in range(len(CONSTANTS))]
    best, worst, used = means.index(min(means)), means.index(max(means)), CONSTANTS.index("outstanding")
    return (
        f"We let c be the points still outstanding in the hand. The best of {len(CONSTANTS)} tried, c = {CONSTANTS[best]}, "
        f"{'is that one' if best == used else gap(standing, best, used) + ', a little flattered by being picked'}; "
        f"the worst, c = {CONSTANTS[worst]}, {gap(standing, worst, used)}."
    )


def rollouts(standing: Standing) -> str:
    """Greedy against random rollouts."""
    ways = len(ROLLOUTS)
    return (
        "The others are greedy here, so only the own moves of a rollout can be random. Own random moves instead of greedy ones: "
        f"for simple Monte Carlo that {gap(standing, ways - 1)}, for POMCP it {gap(standing, 2 * ways - 1, ways)}. "
        f"One move in ten at random, for everybody: {gap(standing, 1)}, and for POMCP {gap(standing, ways + 1, ways)}."
    )


def samplers(standing: Standing) -> str:
    """Uniform, weighted and product-form deals against the report's."""
    names = {name: table for table, name in enumerate(SAMPLERS)}
    return (
        f"The report's way to deal is biased; every possible deal alike {gap(standing, names['uniform'])}. Deals weighted by what greedy "
        f"players would have played with them: that {gap(standing, names['weighted'])}, and beliefs about single cards fitted to them "
        f"{gap(standing, names['product'])}."
    )


def strangers(standing: Standing) -> str:
    """The wrong idea of the others, other ideas, and a set of them."""
    parts = []
    for place, others in enumerate(STRANGERS):
        first, ideas = place * len(MODELS), list(MODELS)
        best = min(range(1, 3), key=lambda idea: standing.points(first + idea, 0).value)
        parts.append(
            f"Against {others}: the better of two other single ideas, that {ideas[best]}, instead of greedy, "
            f"{gap(standing, first + best, first)}; "
            f"three ideas weighted by what the others play {gap(standing, first + 3, first)}, "
            f"and with deals weighted by it as well {gap(standing, first + 4, first)}."
        )
    return " ".join(parts)


def beyond(standing: Standing) -> str:
    """Other searches and options against simple Monte Carlo at about the same time."""
    return "Compared with the report's simple Monte Carlo: " + "; ".join(
        f"{name} {gap(standing, table)}" for table, name in enumerate(BEYOND) if table
    ) + "."  # fmt: skip


# ---- where the paper is silent ----


def readings(standings: dict[str, Standing]) -> list[Reading]:
    """Every point that the report leaves open, and how much it matters."""
    styles, mixed, c, dealt = (standings[name] for name in ("styles", "random passes", "c", "samplers"))
    first = standings["tables"].share(0, 1).interval()
    worst = max(range(len(CONSTANTS)), key=lambda table: c.points(table, 0).value)
    of_time = standings["deals"]
    return [
        Reading(
            "how many deals are half a second",
            f"{DEALS[PLAYED]}, which fit the printed figures; POMCP gets the same time", f"{DEALS[-1]:,} deals",
            *effect(of_time.share(len(DEALS) - 1, 0).interval(), of_time.share(PLAYED, 0).interval()),
        ),
        Reading(
            "POMCP's constant c", "the points still outstanding", f"{', '.join(CONSTANTS[:-1])}; the worst is {CONSTANTS[worst]}",
            *effect(c.share(worst, 0).interval(), c.share(CONSTANTS.index("outstanding"), 0).interval(), "POMCP"),
        ),
        Reading(
            "who gets a card first in an imagined deal", "most constrained first, ties at random", "uniform deals",
            *effect(dealt.share(1, 0).interval(), dealt.share(0, 0).interval()),
        ),
        Reading(
            "what the random player passes", "what everybody passes, because that fits the printed figures better", "random cards",
            *effect(mixed.share(0, 1).interval(), standings["tables"].share(2, 1).interval()),
        ),
        *(
            Reading("the greedy player", next(iter(STYLES)), words, *effect(styles.share(table, 1).interval(), first))
            for table, words in enumerate(STYLES) if table
        ),
        *(
            Reading("the rules", "three cards to the left, any first lead", words, *effect(standings[words].share(0, 1).interval(), first))
            for words in HOUSES
        ),
    ]  # fmt: skip


def effect(share: Interval, base: Interval, player: str = "MC") -> tuple[Effect, str]:
    """Does another reading change what a player takes?"""
    changes = abs(share.value - base.value) > CHANGES
    return (Effect.LEVEL if changes else Effect.SMALL), f"{player}'s share {measured(*share)} instead of {measured(*base)}"
