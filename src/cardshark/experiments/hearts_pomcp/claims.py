"""The claims of the POMCP report, judged."""

from collections.abc import Sequence
from math import hypot

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, Interval
from cardshark.experiments.hearts_pomcp.measured import printed_gap, printed_ratio, ratio_in_both_orders, ratio_to_greedy
from cardshark.experiments.hearts_pomcp.tables import HANDS, MATTERS, MC, POMCP, PRINTED, RATIO_ERRORS, SLIGHTLY
from cardshark.report.figures import printed
from cardshark.report.result import Claim
from cardshark.report.verdict import Level, Verdict, between, level, more, more_deals

SEATS_BY_TABLE = {5: ((1,), (0,)), 6: ((1,), (0, 2, 3)), 7: ((0, 2, 3), (1,))}  # those of POMCP, and those of simple Monte Carlo


def claims(standings: dict[str, Standing]) -> list[Claim]:
    """What the report says, and what became of it."""
    return [*halving_claims(standings["tables"]), *comparison_claims(standings), *disturbance_claims(standings["both orders"])]


def halving_claims(tables: Standing) -> list[Claim]:
    """Looking ahead halves the score."""
    found = []
    for table, name in ((0, "Simple Monte Carlo"), (1, "POMCP")):
        ours, paper = ratio_to_greedy(tables, table, 1).interval(), printed_ratio(table, 1)
        text = f"{name} about halves the score of the greedy players at its table."
        verdict = at_level(between(ours.low, ours.high, 0.4, 0.6), paper, RATIO_ERRORS[table, 1], ours)
        found.append(Claim(text, verdict, round(paper, 2), *ours, because="its points divided by theirs; 0.4 to 0.6 counts as half"))
    return found


def comparison_claims(standings: dict[str, Standing]) -> list[Claim]:
    """POMCP is not better than simple Monte Carlo, and slightly worse in the last three tables."""
    tables, duel = standings["tables"], standings["face to face"]
    apart = (tables.points(1, 1) - tables.points(0, 1)).interval()
    met = ((duel.points(0, 1, 3) + duel.points(1, 2, 3) - duel.points(0, 0, 2) - duel.points(1, 0, 1)) / 2).interval()
    times = [duel.microseconds(player) for player in (MC, POMCP)]
    return [
        Claim(
            "POMCP is not better than simple Monte Carlo (tables 1 and 2, one player against three greedy ones).",
            more(apart.low, apart.high, -MATTERS), round((PRINTED[1][1].score - PRINTED[0][1].score) / HANDS, 2), *apart,
            because=f"POMCP's points a hand less simple Monte Carlo's, on the same deals; better by {MATTERS} would matter",
        ),
        Claim(
            "POMCP is not better when two of each sit at one table.", more(met.low, met.high, -MATTERS), None, *met,
            because=f"points a hand, POMCP's less simple Monte Carlo's; not in the report. POMCP took {times[1] / times[0]:.1f} times as "
            "long for a move",
        ),
        *(slightly_worse_claim(tables, table, *seats) for table, seats in SEATS_BY_TABLE.items()),
    ]  # fmt: skip


def slightly_worse_claim(tables: Standing, table: int, ones: Sequence[int], others: Sequence[int]) -> Claim:
    """POMCP (`ones`) is slightly worse than simple Monte Carlo (`others`) at a table."""
    ours = (tables.points(table, *ones) - tables.points(table, *others)).interval()
    return Claim(
        f"POMCP is slightly worse than simple Monte Carlo at table {table + 1}.", between(ours.low, ours.high, 0.0, SLIGHTLY),
        printed_gap(table, ones, others), *ours,
        because=f"POMCP's points a hand less simple Monte Carlo's, seated as printed; up to {SLIGHTLY} counts as slightly",
        would_decide=deals_to_decide(ours, tables.moments.count),
    )  # fmt: skip


def deals_to_decide(difference: Interval, deals: int) -> str:
    """How many more deals would decide."""
    found = more_deals(*difference, deals)
    return f"{found:,} more deals" if found else ""


def disturbance_claims(tables: Standing) -> list[Claim]:
    """Players who do not play as they are thought to; `tables` are the first six, then 5 and 6 with the first two players swapped."""

    def change(after: tuple[int, int], before: tuple[int, int]) -> Estimate:
        return ratio_in_both_orders(tables, *after) - ratio_in_both_orders(tables, *before)

    def printed_change(after: tuple[int, int], before: tuple[int, int]) -> float:
        return printed_ratio(*after) - printed_ratio(*before)

    def claim(text: str, least: float, most: float, after: tuple[int, int], before: tuple[int, int]) -> Claim:
        ours, error = change(after, before).interval(), hypot(RATIO_ERRORS[after], RATIO_ERRORS[before])
        counts = f"{printed(least)} to {printed(most)} counts"
        because = f"change of its ratio to the greedy players from table {before[0] + 1} to {after[0] + 1}; {counts}"
        verdict = at_level(between(ours.low, ours.high, least, most), printed_change(after, before), error, ours)
        return Claim(text, verdict, round(printed_change(after, before), 2), *ours, because=because)

    less_tolerant = (change((5, 1), (1, 1)) - change((5, 0), (0, 1))).interval()
    return [
        claim("A random player at the table disturbs simple Monte Carlo a little.", 0.0, 0.25, (2, 1), (0, 1)),
        claim("A random player at the table disturbs POMCP a little.", 0.0, 0.25, (3, 1), (1, 1)),
        claim("A second player who looks ahead disturbs simple Monte Carlo about as much as a random one.", -0.1, 0.1, (4, 0), (2, 1)),
        claim("A second player who looks ahead disturbs POMCP about as much as a random one.", -0.1, 0.1, (4, 1), (3, 1)),
        claim("A third player outside the model disturbs simple Monte Carlo hardly more.", -0.1, 0.1, (5, 0), (4, 0)),
        claim("A third player outside the model disturbs POMCP hardly more.", -0.1, 0.1, (5, 1), (4, 1)),
        Claim(
            "Simple Monte Carlo may be the more tolerant of the two.", more(less_tolerant.low, less_tolerant.high),
            round(printed_change((5, 1), (1, 1)) - printed_change((5, 0), (0, 1)), 2), *less_tolerant,
            because="rise of POMCP's ratio from table 2 to 6 less that of simple Monte Carlo's from 1 to 6, in both orders of table 6",
            would_decide=deals_to_decide(less_tolerant, tables.moments.count),
        ),
    ]  # fmt: skip


def at_level(verdict: Verdict, paper: float, error: float, ours: Interval) -> Verdict:
    """A claim that holds is only near if the printed figure, its own error allowed for, is another than ours."""
    if verdict == Verdict.REPRODUCED and level(paper, error, ours.low, ours.high) != Level.INSIDE:
        return Verdict.NEAR
    return verdict
