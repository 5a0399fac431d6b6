"""What the POMCP report leaves open: its own questions, with our answers. Their figures stand in the appendix of the page."""

from collections.abc import Iterable, Sequence
from itertools import product

from cardshark.arena.contest import Standing
from cardshark.experiments.hearts_pomcp.measured import describe_gap, time_a_move
from cardshark.experiments.hearts_pomcp.tables import (
    BEYOND,
    BRIEFLY,
    CHAMPIONS_MEET,
    CONSTANTS,
    DEALS,
    MODELS,
    OTHER_OPPONENTS,
    PASSED_TO,
    PASSES,
    PLAYED,
    ROLLOUTS,
    SAMPLERS,
    SIMULATIONS,
)  # fmt: skip
from cardshark.report.figures import with_interval
from cardshark.report.result import Bars, Comparison, Question

GROUPS = {"strangers": OTHER_OPPONENTS, "passes": PASSED_TO}  # contests that are played against several opponents
AGAINST_GREEDY = "points a hand against three greedy"


def questions(standings: dict[str, Standing]) -> list[Question]:
    """What the report wonders about, and whether a pass can be learned. How deals are imagined and what else helps: see the figures."""
    return [
        Question("Is POMCP held back by its overhead, or by too short a time?", answer_time(standings["time"])),
        Question("Which constant c?", answer_constants(standings["c"])),
        Question("Greedy or random rollouts?", answer_rollouts(standings["rollouts of MC"], standings["rollouts of POMCP"])),
        Question("What if the others do not play as they are thought to?", answer_other_models(standings)),
        Question("Can passing be learned?", answer_passes(standings)),
    ]


def figures(standings: dict[str, Standing]) -> list[Bars]:
    """The figures of the questions, for the appendix."""
    strangers, passes = ([standings[f"{what}: {name}"] for name in names] for what, names in GROUPS.items())
    return [
        bars("POMCP's c", [standings["c"]], [f"c = {c}" for c in CONSTANTS]),
        bars("Rollouts of simple Monte Carlo", [standings["rollouts of MC"]], list(ROLLOUTS)),
        bars("Rollouts of POMCP", [standings["rollouts of POMCP"]], list(ROLLOUTS)[:BRIEFLY]),
        bars("How deals are imagined", [standings["samplers"]], SAMPLERS),
        bars("Opponents outside the model", strangers, pairs(OTHER_OPPONENTS, MODELS), "points a hand"),
        bars("Against three champions", [standings["champions"]], list(CHAMPIONS_MEET), "points a hand"),
        bars("How cards are passed", passes, pairs(PASSED_TO, PASSES), "points a hand"),
        bars("Beyond the report", [standings["beyond"]], list(BEYOND)),
    ]


def pairs(ones: Iterable[str], others: Iterable[str]) -> list[str]:
    """Every one with every other, as a label."""
    return [f"{one}: {other}" for one, other in product(ones, others)]


def bars(title: str, standings: Sequence[Standing], labels: Sequence[str], unit: str = AGAINST_GREEDY) -> Bars:
    """What the first seat of each table takes, contest after contest."""
    found = [standing.points(table, 0).interval() for standing in standings for table in range(len(standing.contest.tables))]
    deals = standings[0].moments.count
    rows = [Comparison(label, label.rpartition(": ")[0], None, *each, deals) for label, each in zip(labels, found, strict=True)]
    return Bars(title, rows, unit, f"{deals:,} deals, each played from every seat.")


# ---- answers ----


def answer_time(standing: Standing) -> str:
    """Strength at equal time, and what more time brings."""
    first = len(DEALS)
    times = [time_a_move(standing, PLAYED), time_a_move(standing, first + PLAYED)]
    apart = [
        f"{time_a_move(standing, place):,.0f} µs {describe_gap(standing, first + place, place)}" for place in range(PLAYED, len(DEALS))
    ]
    return (
        f"In the {times[0]:,.0f} µs of {DEALS[PLAYED]} deals, each with every legal card, POMCP makes about "
        f"{SIMULATIONS[PLAYED] * times[0] / times[1]:,.0f} simulations. POMCP instead of simple Monte Carlo at {'; at '.join(apart)}."
    )


def answer_constants(standing: Standing) -> str:
    """The best c and the worst, compared with the default."""
    means = [standing.points(table, 0).value for table in range(len(CONSTANTS))]
    best, worst, used = means.index(min(means)), means.index(max(means)), CONSTANTS.index("outstanding")
    found = "are the best" if best == used else f"are not the best: c = {CONSTANTS[best]} (picked) {describe_gap(standing, best, used)}"
    return (
        f"Of {len(CONSTANTS)} values, the points outstanding {found}; c = {CONSTANTS[worst]} {describe_gap(standing, worst, used)}, the "
        f"author's 10 {describe_gap(standing, CONSTANTS.index('10'), used)}."
    )


def answer_rollouts(mc: Standing, pomcp: Standing) -> str:
    """Greedy against random rollouts."""
    anybody, random, half = 1, 2, list(ROLLOUTS).index("own moves random 0.5")
    return (
        f"One's own moves in a rollout at random, the others' greedy: {describe_gap(mc, random)} for simple Monte Carlo, with "
        f"{mc.moons(random):.0f} moons in a thousand hands instead of {mc.moons(0):.0f}, and {describe_gap(pomcp, random)} for POMCP. Half "
        f"of them at random: {describe_gap(mc, half)}, with {mc.moons(half):.0f} moons. One move in ten of every player at random: "
        f"{describe_gap(mc, anybody)}."
    )


def answer_other_models(standings: dict[str, Standing]) -> str:
    """What it costs to take the others for greedy: compared with three ideas at once; and where it stands among players who learned."""
    jake, learned, champions = (standings[name] for name in ("strangers: three Jake", "strangers: three policies", "champions"))
    behind = (learned.points(0, 0) - learned.points(0, 1, 2, 3)).interval()
    last = len(MODELS) - 1
    return (
        f"Among three policies, taken for greedy players, simple Monte Carlo takes {with_interval(*behind)} points a hand more than each. "
        f"To weigh three ideas of the others, and the deals, by what they play {describe_gap(learned, last)} there, "
        f"{describe_gap(jake, last)} against three Jake and {describe_gap(champions, 1)} against three champions. No hands of people were "
        "recorded yet."
    )


def answer_passes(standings: dict[str, Standing]) -> str:
    """A learned pass and a searched one, each compared with the discard rule."""
    parts = [
        f"against {others}, to pass as the policy would {describe_gap(passes, 1)}, and to search for the pass {describe_gap(passes, 2)}"
        for others, passes in ((name, standings[f"passes: {name}"]) for name in PASSED_TO)
    ]
    return f"Compared with the discard rule: {'; '.join(parts)}."
