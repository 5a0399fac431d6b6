"""What the POMCP report leaves open: its own questions, with our answers. Their figures stand in the appendix of the page."""

from collections.abc import Iterable, Sequence
from itertools import product

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate
from cardshark.experiments.hearts_pomcp.claims import time_finding
from cardshark.experiments.hearts_pomcp.hands import SEATS, moons_error, moons_interval
from cardshark.experiments.hearts_pomcp.measured import describe_gap, moons_of, more_or_fewer, time_a_move
from cardshark.experiments.hearts_pomcp.tables import (
    BEYOND,
    BRIEFLY,
    CHAMPIONS_MEET,
    CONSTANTS,
    DEALS,
    EPSILONS,
    MODELS,
    MOONS,
    OTHER_OPPONENTS,
    PASSED_TO,
    PASSES,
    PLAYED,
    ROLLOUTS,
    SAMPLERS,
    SIMULATIONS,
)  # fmt: skip
from cardshark.report.result import Bars, Comparison, Question
from cardshark.report.verdict import Level, Verdict, level

GROUPS = {"strangers": OTHER_OPPONENTS, "passes": PASSED_TO}  # contests that are played against several opponents
AGAINST_GREEDY = "points a hand against three greedy"
IN_A_WORD = {Verdict.REPRODUCED: "yes", Verdict.CONTRADICTED: "no"}  # what the verdict of a claim answers


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
    found = time_finding(standing).verdict
    return (
        f"Too short a time: {IN_A_WORD.get(found, found)}, by the claim above. Overhead: open, because the report does not say how many "
        f"simulations its POMCP made in half a second. Ours makes about {SIMULATIONS[PLAYED] * times[0] / times[1]:,.0f} in the "
        f"{times[0]:,.0f} µs in which simple Monte Carlo plays every legal card in {DEALS[PLAYED]} deals. "
        f"POMCP instead of simple Monte Carlo at {'; at '.join(apart)}."
    )


def answer_constants(standing: Standing) -> str:
    """The best c and the worst, compared with the default."""
    means = [standing.points(table, 0).value for table in range(len(CONSTANTS))]
    best, worst, used, his = means.index(min(means)), means.index(max(means)), CONSTANTS.index("outstanding"), CONSTANTS.index("10")
    first, last = (f"c = {CONSTANTS[place]}, {describe_gap(standing, place, used)}" for place in (best, worst))
    first = "the points outstanding are the best" if best == used else f"the best, {first}"
    last = "the points outstanding are the worst" if worst == used else f"the worst, {last}"
    return (
        f"Of {len(CONSTANTS)} values, compared with the points outstanding: {first}; {last}; the author's 10 "
        f"{describe_gap(standing, his, used)}. Best and worst are picked from these."
    )


def answer_rollouts(mc: Standing, pomcp: Standing) -> str:
    """Greedy against random rollouts, and how many moons they bring."""
    anybody, random, half = (list(ROLLOUTS).index(way) for way in ("anybody's move random 0.1", "own moves random", "own moves random 0.5"))
    return (
        f"One's own moves in a rollout at random, the others' greedy: {describe_gap(mc, random)} for simple Monte Carlo, and "
        f"{describe_gap(pomcp, random)} for POMCP. Half of them at random: {describe_gap(mc, half)}. One move in ten of every player at "
        f"random: {describe_gap(mc, anybody)}. {moons_by_epsilon(mc)}"
    )


def moons_by_epsilon(mc: Standing) -> str:
    """The moons of simple Monte Carlo's table for every chance that a move of its own in a rollout is random: do any reach the printed?"""
    ways = {0.0: "greedy", **{chance: f"own moves random {chance:g}" for chance in EPSILONS}, 1.0: "own moves random"}
    moons = {chance: moons_of(mc, list(ROLLOUTS).index(way)) for chance, way in ways.items()}
    alike = [f"{chance:g}" for chance, found in moons.items() if has_printed_moons(found)]
    many = [f"{chance:g}" for chance, found in moons.items() if found.value > MOONS[0] and not has_printed_moons(found)]
    each = ", ".join(f"{found.value:.0f} ({chance:g})" for chance, found in moons.items())
    agree = f"a chance of {' or '.join(alike)} agrees with that" if alike else "no chance agrees with that"
    more = f"; a chance of {' or '.join(many)} gives more" if many else ""
    return (
        f"Moons in a thousand hands, by the chance that an own move is random: {each}. Table 1 has {MOONS[0]}. With errors allowed for, "
        f"{agree}{more}."
    )


def has_printed_moons(found: Estimate) -> bool:
    """Whether there are as many moons as in the printed table 1, as far as both errors allow."""
    shown = moons_interval(found, SEATS * found.moments.count)
    return level(MOONS[0], moons_error(0), shown.low, shown.high) == Level.INSIDE


def answer_other_models(standings: dict[str, Standing]) -> str:
    """What it costs to take the others for greedy: compared with three ideas at once; and where it stands among players who learned."""
    jake, learned, champions = (standings[name] for name in ("strangers: three Jake", "strangers: three policies", "champions"))
    behind = learned.points(0, 0) - learned.points(0, 1, 2, 3)
    last = len(MODELS) - 1
    return (
        "Among three policies (a network that learned by playing against itself), taken for greedy players, simple Monte Carlo takes "
        f"{more_or_fewer(behind)} points a hand than they do on average. Weighing three ideas of the others (greedy, Stock and Jake, who "
        f"play by rules of thumb), and the deals, by what they play {describe_gap(learned, last)} there, {describe_gap(jake, last)} "
        f"against three Jake and {describe_gap(champions, 1)} against three champions (the policy with a little thought). No hands of "
        "people were recorded yet."
    )


def answer_passes(standings: dict[str, Standing]) -> str:
    """A learned pass and a searched one, each compared with the discard rule."""
    parts = [
        f"against {others}, passing as the policy would {describe_gap(passes, 1)}, and searching for the pass {describe_gap(passes, 2)}"
        for others, passes in ((name, standings[f"passes: {name}"]) for name in PASSED_TO)
    ]
    return f"Compared with the discard rule: {'; '.join(parts)}."
