"""Does it pay to solve the last tricks? Monte Carlo and the champion, with and without, on the same deals.

One thinker sits with three players who do not change. All tables of a contest play the same deals with the same luck, so hands are the
same until the first card that was solved. `TWINS` are thinkers without a solver that have at least as much time instead.
"""

from typing import NamedTuple

from cardshark.arena.contest import Contest, Standing
from cardshark.arena.stats import Interval
from cardshark.experiments.workshop import Workshop, read_standings
from cardshark.report.record import Experiment, Record
from cardshark.report.result import Answer
from cardshark.report.verdict import Verdict, in_a_word

UNITS = "deals"
MONTECARLO, CHAMPION = "montecarlo:deals=100,playout=jake,passing=search", "champion:deals=32"
SOLVERS = {  # what is solved, in words, and the options for it
    "decisions with 3 tricks left": "endgame=3",
    "decisions with 4 tricks left": "endgame=4",
    "with 3 tricks left, all others hostile": "endgame=3,foes=hostile",
    "with 3 tricks left, and the last 2 of every playout": "endgame=3,finish=2",
}
TWINS = {"nothing, 120 deals instead of 100": "deals=120", "nothing, 150 deals instead of 100": "deals=150"}
RIVALS = ("jake", "policy")
LEAST_DEALS, SLIGHT = 1000, 0.1  # deals for a verdict; points a hand that would not matter
MONTECARLO_DEALS, CHAMPION_DEALS = 2000, 500


class Row(NamedTuple):
    """A thinker with a solver, or with more time, against the plain one."""

    contest: str
    what: str
    gain: Interval  # points a hand that it takes more than the plain thinker: below 0 it pays
    time: float  # a choice takes so many times as long
    deals: int


def tables_of(plain: str, options: dict[str, str], rival: str) -> tuple[tuple[str, ...], ...]:
    """The plain thinker with three rivals, then every other one with them."""
    thinkers = [plain, *(with_options(plain, each) for each in options.values())]
    return tuple((each, rival, rival, rival) for each in thinkers)


def with_options(player: str, options: str) -> str:
    """A player with further options, which replace those of the same name."""
    names = {each.partition("=")[0] for each in options.split(",")}
    name, _, own = player.partition(":")
    return f"{name}:{','.join([each for each in own.split(',') if each.partition('=')[0] not in names] + [options])}"


def options_of(contest: str) -> dict[str, str]:
    """What is on trial in a contest."""
    if contest.startswith("champion"):
        return {what: options for what, options in SOLVERS.items() if "," not in options}
    return {**SOLVERS, **TWINS}


def contests(scale: float) -> list[Contest]:
    """All contests: who sits where, on how many deals."""
    found = [
        Contest(f"montecarlo, {rival}", tables_of(MONTECARLO, {**SOLVERS, **TWINS}, rival), amount(MONTECARLO_DEALS, scale), "american")
        for rival in RIVALS
    ]
    name = "champion, policy"
    return [*found, Contest(name, tables_of(CHAMPION, options_of(name), "policy"), amount(CHAMPION_DEALS, scale), "american")]


def amount(deals: int, scale: float) -> int:
    """Deals at a scale; two at least, or there would be no interval."""
    return max(2, round(deals * scale))


def size(scale: float) -> int:
    """How many deals are played."""
    return sum(contest.deals for contest in contests(scale))


def measure(workshop: Workshop) -> list[Experiment]:
    """Play all contests."""
    return [workshop.play(contests(workshop.scale))]


def rows(record: Record) -> list[Row]:
    """Every thinker on trial, against the plain one on the same deals."""
    return [
        Row(name, what, (standing.points(place, 0) - standing.points(0, 0)).interval(), slower(standing, place), standing.contest.deals)
        for name, standing in read_standings(record).items()
        for place, what in enumerate(options_of(name), 1)
    ]


def slower(standing: Standing, table: int) -> float:
    """How many times as long as the plain thinker this one takes for a choice."""
    tables = standing.contest.tables
    return standing.microseconds(tables[table][0]) / standing.microseconds(tables[0][0])


def answers(record: Record) -> list[Answer]:
    """Does it help to solve the last tricks?"""
    found = {(row.contest, row.what): row for row in rows(record)}
    main = found["montecarlo, policy", next(iter(SOLVERS))]
    others = "; ".join(
        f"{row.contest.replace(', ', ' against ')}, {row.what}: {row.gain.value:+.2f} ({row.gain.low:+.2f} to {row.gain.high:+.2f})"
        for row in found.values()
        if row is not main and row.what in list(SOLVERS)[:2]
    )
    text = (
        f"points a hand that Monte Carlo takes more if it solves decisions with three tricks left, on {main.deals:,} deals against three "
        f"policies, in {main.time:.2f} times the time; {others}"
    )
    verdict = verdict_of(main.gain, main.deals)
    return [Answer(52, "Does it help to solve the last tricks exactly?", verdict, *main.gain, None, text)]


def verdict_of(gain: Interval, deals: int) -> str:
    """In a word or two: does it pay? Few deals say nothing, because most hands do not differ at all."""
    return in_a_word(gain.low, gain.high, "yes", "it costs", SLIGHT) if deals >= LEAST_DEALS else str(Verdict.UNDECIDED)
