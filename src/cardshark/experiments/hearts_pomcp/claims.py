"""The claims of the POMCP report, judged: at the tables as the author's program plays them, and beside that as the text describes them.

No constant decides here that is not the report's own: what it calls almost identical and what a slight difference, and how much a random
player disturbs. The errors of the printed figures come from the spread of single hands (`hands`).
"""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, Interval
from cardshark.experiments.frozen import frozen_claims
from cardshark.experiments.hearts_pomcp.hands import Hands, printed_error
from cardshark.experiments.hearts_pomcp.measured import Measured, printed_gap, printed_ratio, ratio_in_hands, ratio_to_greedy
from cardshark.experiments.hearts_pomcp.tables import DEALS, PLAYED, PROGRAM_TABLES, SWAPPED, TEXT_TABLES
from cardshark.report.figures import with_interval
from cardshark.report.result import Claim, Need
from cardshark.report.verdict import NORMAL, Verdict, between, effect, less, more, more_deals

MC_SEAT, POMCP_SEAT = (0, 1), (1, 1)  # table and seat where each of the two meets three greedy players
WORSE = {5: ((1,), (0,)), 6: ((1,), (0, 2, 3)), 7: ((0, 2, 3), (1,))}  # tables 6 to 8: the seats of POMCP and of simple Monte Carlo
AS_SEATED = {"identical-together": 4, "worse-table-6": 5}  # claims on one seating of two who also sat the other way round, by table
IDENTICAL = abs(printed_gap(4, (1,), (0,)))  # points a hand: the largest printed gap that the report calls almost identical (table 5)
SLIGHT = min(printed_gap(table, *seats) for table, seats in WORSE.items())  # the smallest that it calls a difference (table 8)


class Finding(NamedTuple):
    """What became of a claim at some tables."""

    verdict: Verdict
    ours: Interval
    paper: float = 0.0  # of an effect: the printed figure, and
    neutral: float = 0.0  # that of no effect at all
    error: float | None = None  # the printed figure's own standard error, where it was asked for
    bounds: tuple[float, ...] = ()  # of any other claim: where its criterion is decided


def claims(measured: Measured) -> list[Claim]:
    """What the report says, and what became of it."""
    frozen = frozen_claims("hearts_pomcp")
    deals = {name: measured.standings[name].moments.count for name in (PROGRAM_TABLES, TEXT_TABLES, "time")}
    played, described = (findings(measured.standings[name], measured.hands) for name in (PROGRAM_TABLES, TEXT_TABLES))
    found = {
        key: frozen[key].judged(
            finding.verdict, *finding.ours, because=why(key, finding, described[key], measured.standings[PROGRAM_TABLES]),
            would_decide=what_decides(finding, deals[PROGRAM_TABLES]),
        )
        for key, finding in played.items()
    }  # fmt: skip
    longer = time_finding(measured.standings["time"])
    found["time-too-short"] = frozen["time-too-short"].judged(
        longer.verdict, *longer.ours, would_decide=what_decides(longer, deals["time"])
    )  # fmt: skip
    found["overhead"] = frozen["overhead"].judged(Verdict.UNMEASURED)
    return [found[key] for key in frozen]


def why(key: str, finding: Finding, described: Finding, tables: Standing) -> str:
    """What else belongs to a verdict."""
    return "; ".join(filter(None, [own_error(finding), half_a_rise(key, finding), swapped(key, tables), by_the_text(finding, described)]))


def own_error(finding: Finding) -> str:
    """Half the 95 % interval that the printed figure has by itself, where that was asked for."""
    return f"printed ± {NORMAL * finding.error:.2g}" if finding.error else ""


def printed_unseen(finding: Finding) -> bool:
    """Whether the printed figure cannot be told from no effect, by its own error."""
    return finding.error is not None and abs(finding.paper - finding.neutral) <= NORMAL * finding.error


def half_a_rise(key: str, finding: Finding) -> str:
    """Where the limit of "about as much" comes from, and how near to it we are."""
    if not key.startswith("second-disturbs"):
        return ""
    reach = max(abs(finding.ours.low), abs(finding.ours.high))
    return (
        "our limit is half the rise: within it a second player disturbs nearer to as much than to not at all or twice as much; ours is "
        f"within {reach:.3f}"
    )


def swapped(key: str, tables: Standing) -> str:
    """POMCP's points less simple Monte Carlo's with their seats swapped, for the claims that are judged as seated in print."""
    if key not in AS_SEATED:
        return ""
    table = SWAPPED[AS_SEATED[key]]  # where POMCP has the first seat
    return f"first two players swapped {with_interval(*(tables.points(table, 0) - tables.points(table, 1)).interval())}"


def by_the_text(finding: Finding, described: Finding) -> str:
    """What the reading by the text alone says, where that is something else."""
    if described.verdict == finding.verdict:
        return ""
    return f"by the text alone {with_interval(*described.ours)}, {described.verdict}"


def what_decides(finding: Finding, deals: int) -> Need | str:
    """What an undecided claim needs: so many deals that the interval leaves the nearest of its bounds, and so all of them.

    For an effect it is enough to leave one of two, no effect or the printed one: the farther.
    """
    if finding.verdict != Verdict.UNDECIDED:
        return ""

    def distance(bound: float) -> float:
        return abs(finding.ours.value - bound)

    than = min(finding.bounds, key=distance) if finding.bounds else max((finding.neutral, finding.paper), key=distance)
    needed = more_deals(*finding.ours, deals, than)
    return Need(needed, "deals", deals) if needed else ""


def differing(ours: Interval, paper: float, error: float, neutral: float = 0.0) -> Finding:
    """A claim that there is an effect, such as the printed one."""
    return Finding(effect(paper, ours.low, ours.high, neutral, error), ours, paper, neutral, error)


def within(ours: Interval, reach: float) -> Finding:
    """A claim that something is no more than so far from zero."""
    return Finding(between(ours.low, ours.high, -reach, reach), ours, bounds=(-reach, reach))


# ---- the tables ----


def findings(tables: Standing, hands: Sequence[Hands]) -> dict[str, Finding]:
    """Every claim about the printed tables; tables 5 and 6 are there in both orders of their first two players."""
    return {**halving(tables, hands), **not_better(tables), **slightly_worse(tables, hands), **disturbed(tables, hands)}


def halving(tables: Standing, hands: Sequence[Hands]) -> dict[str, Finding]:
    """Looking ahead halves the score: the ratio to the greedy players is less than one, and the printed one."""
    found = {}
    for key, place in (("mc-halves", MC_SEAT), ("pomcp-halves", POMCP_SEAT)):
        ours, paper, error = ratio_to_greedy(tables, *place).interval(), printed_ratio(*place), ratio_error(hands, *place)
        found[key] = differing(ours, paper, error, 1.0)
    return found


def not_better(tables: Standing) -> dict[str, Finding]:
    """POMCP is not better, and almost identical where it and simple Monte Carlo meet the same opponents."""
    apart = {
        "pomcp-not-better": (tables.points(*POMCP_SEAT) - tables.points(*MC_SEAT)).interval(),
        "identical-with-random": (tables.points(3, 1) - tables.points(2, 1)).interval(),
        "identical-together": (tables.points(4, 1) - tables.points(4, 0)).interval(),
    }
    main, *others = apart
    ours = apart[main]
    alike = {key: within(apart[key], SLIGHT) for key in others}
    return {main: Finding(more(ours.low, ours.high, -IDENTICAL), ours, bounds=(-IDENTICAL,)), **alike}


def slightly_worse(tables: Standing, hands: Sequence[Hands]) -> dict[str, Finding]:
    """POMCP takes more points than simple Monte Carlo in the last three tables, seated as printed."""
    found = {}
    for table, (ones, others) in WORSE.items():
        ours, paper = (tables.points(table, *ones) - tables.points(table, *others)).interval(), printed_gap(table, ones, others)
        error = printed_error(hands[table].points(*ones) - hands[table].points(*others))
        found[f"worse-table-{table + 1}"] = differing(ours, paper, error)
    return found


def disturbed(tables: Standing, hands: Sequence[Hands]) -> dict[str, Finding]:
    """Players who do not play as they are thought to: how a ratio to the greedy players changes from table to table."""
    found, rises = {}, []
    for name, alone, random, second, third in (("mc", MC_SEAT, (2, 1), (4, 0), (5, 0)), ("pomcp", POMCP_SEAT, (3, 1), (4, 1), (5, 1))):
        first, paper = change(tables, random, alone), printed_change(random, alone)
        error = hypot(ratio_error(hands, *random), ratio_error(hands, *alone))
        found[f"random-disturbs-{name}"] = differing(first, paper, error)
        alike, more_still = change(tables, second, random), change(tables, third, second)
        found[f"second-disturbs-{name}"] = within(alike, paper / 2)
        found[f"third-disturbs-{name}"] = Finding(less(more_still.low, more_still.high, paper), more_still, bounds=(paper,))
        rises.append((ratio_to_greedy(tables, *third) - ratio_to_greedy(tables, *alone), printed_change(third, alone)))
    (of_mc, mc_printed), (of_pomcp, pomcp_printed) = rises
    ours, paper = (of_pomcp - of_mc).interval(), pomcp_printed - mc_printed
    error = hypot(*(ratio_error(hands, *place) for place in (MC_SEAT, POMCP_SEAT)), table_6_error(hands))
    found["mc-more-tolerant"] = differing(ours, paper, error)
    return found


def change(tables: Standing, after: tuple[int, int], before: tuple[int, int]) -> Interval:
    """How a ratio to the greedy players changes from one table to another."""
    return (ratio_to_greedy(tables, *after) - ratio_to_greedy(tables, *before)).interval()


def printed_change(after: tuple[int, int], before: tuple[int, int]) -> float:
    """The same, as printed."""
    return printed_ratio(*after) - printed_ratio(*before)


def ratio_error(hands: Sequence[Hands], table: int, seat: int) -> float:
    """The standard error of a printed ratio to the greedy players."""
    return printed_error(ratio_in_hands(hands[table], seat))


def table_6_error(hands: Sequence[Hands]) -> float:
    """The standard error of the printed difference between the two ratios of table 6, which come from the same hands."""
    return printed_error(ratio_in_hands(hands[5], 1) - ratio_in_hands(hands[5], 0))


# ---- time ----


def gap_in_time(times: Standing, place: int) -> Estimate:
    """POMCP's points less simple Monte Carlo's, each with the time of this place."""
    return times.points(len(DEALS) + place, 0) - times.points(place, 0)


def time_finding(times: Standing) -> Finding:
    """Is POMCP's gap to simple Monte Carlo smaller with ten times the time? From 100 deals and 200 simulations to 1,000 and 2,000."""
    ours = (gap_in_time(times, len(DEALS) - 1) - gap_in_time(times, PLAYED)).interval()
    return Finding(less(ours.low, ours.high), ours, bounds=(0.0,))
