"""The POMCP report: greedy, simple Monte Carlo and POMCP at one table of Hearts, a thousand hands for each of eight tables.

Printed are total scores; the report argues with each player's share of the table's total. It gave every player half a
second a move and does not say how many deals that was; a hundred deals fit its figures.
"""

from collections.abc import Sequence
from math import hypot

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, Interval
from cardshark.experiments.hearts_pomcp.questions import questions, readings, run_time
from cardshark.experiments.hearts_pomcp.tables import (
    GREEDY,
    HANDS,
    MATTERS,
    MC,
    MOONS,
    POMCP,
    PRINTED,
    RATIO_ERRORS,
    SHARE_ERRORS,
    SHORT,
    SLIGHTLY,
    contests,
)  # fmt: skip
from cardshark.experiments.workshop import Workshop
from cardshark.experiments.workshop import standings as standings_of
from cardshark.report.record import Experiment, Record
from cardshark.report.result import Claim, Comparison, Comparisons, Paper, Result
from cardshark.report.verdict import Level, Verdict, between, level, more, more_deals

PAPER = Paper(
    name="hearts_pomcp",
    title="CS3243R project report: Hearts as a POMDP",
    authors="Yao Yujian",
    question="Does looking ahead halve the score at Hearts, and is POMCP worth its trouble?",
    source="tables 1 to 8, 1,000 hands each, half a second a move",
)

UNITS = "deals"


def size(scale: float) -> int:
    """How many deals are played."""
    return sum(contest.deals for contest in contests(scale))


def measure(workshop: Workshop) -> list[Experiment]:
    """Play all contests."""
    return [workshop.play(contests(workshop.scale))]


# ---- what it shows ----


def result(record: Record) -> Result:
    """The report."""
    standings = standings_of(record)
    return Result(
        PAPER, record.run, tables=[printed_tables(standings["tables"])], claims=claims(standings), figures=[run_time(standings)],
        questions=questions(standings), readings=readings(standings),
        lede=f"{standings['tables'].moments.count:,} deals, each in four turns of every table · fewer points are better",
    )  # fmt: skip


def printed_tables(standing: Standing) -> Comparisons:
    """All eight tables, seat by seat."""
    rows = []
    for table, seats in enumerate(PRINTED):
        total = sum(score for _, score in seats)
        section = f"Table {table + 1} (moons in 1,000 hands: {MOONS[table]} implied, {standing.moons(table):.0f} ours)"
        for seat, (player, score) in enumerate(seats):
            share = standing.share(table, seat).interval()
            rows.append(
                Comparison(
                    f"seat {seat + 1}",
                    SHORT[player],
                    round(score / total, 4),
                    *share,
                    standing.moments.count,
                    SHARE_ERRORS[table][seat],
                    section,
                )
            )
    note = (
        f"Departures: the same {standing.moments.count:,} deals at every table, each in four turns of the table, where the report dealt "
        f"{HANDS:,} hands for each; and players think about a fixed number of deals, not for half a second. The printed shares have "
        f"errors of their own, {min(map(min, SHARE_ERRORS)):.3f} to {max(map(max, SHARE_ERRORS)):.3f}, from the spread of hands played "
        "here. No reading that we tried reaches the moons that the printed sums imply."
    )
    return Comparisons("The paper's eight tables beside ours", rows, "share of the table's points", tolerance=0.015, note=note)


def to_greedy(standing: Standing, table: int, seat: int) -> Estimate:
    """A seat's points divided by those of the greedy players of its table."""
    greedy = [place for place, (player, _) in enumerate(PRINTED[table]) if player == GREEDY]
    return standing.points(table, seat) / standing.points(table, *greedy)


def in_both_orders(standing: Standing, table: int, seat: int) -> Estimate:
    """The same; at tables 5 and 6, where simple Monte Carlo and POMCP meet, the mean of both orders in which they can sit."""
    if table < 4:
        return to_greedy(standing, table, seat)
    greedy = [place for place, (player, _) in enumerate(PRINTED[table]) if player == GREEDY]
    points = standing.points(table, seat) + standing.points(table + 2, 1 - seat)
    return points / (standing.points(table, *greedy) + standing.points(table + 2, *greedy))


def printed_to_greedy(table: int, seat: int) -> float:
    """The same, as printed."""
    greedy = [score for player, score in PRINTED[table] if player == GREEDY]
    return PRINTED[table][seat][1] * len(greedy) / sum(greedy)


def printed_gap(table: int, ones: Sequence[int], others: Sequence[int]) -> float:
    """The printed points a hand of some seats less those of others."""
    mean = [sum(PRINTED[table][seat][1] for seat in seats) / len(seats) / HANDS for seats in (ones, others)]
    return round(mean[0] - mean[1], 2)


def at_level(verdict: Verdict, printed: float, error: float, ours: Interval) -> Verdict:
    """A claim that holds is only near if the printed figure, its own error allowed for, is another than ours."""
    if verdict == Verdict.REPRODUCED and level(printed, error, ours.low, ours.high) != Level.INSIDE:
        return Verdict.NEAR
    return verdict


def claims(standings: dict[str, Standing]) -> list[Claim]:
    """What the report says, and what became of it."""
    return [*halving(standings["tables"]), *not_better(standings), *disturbed(standings["both orders"])]


def halving(tables: Standing) -> list[Claim]:
    """Looking ahead halves the score."""
    found = []
    for table, name in ((0, "Simple Monte Carlo"), (1, "POMCP")):
        ours, printed = to_greedy(tables, table, 1).interval(), printed_to_greedy(table, 1)
        text = f"{name} about halves the score of the greedy players at its table."
        verdict = at_level(between(ours.low, ours.high, 0.4, 0.6), printed, RATIO_ERRORS[table, 1], ours)
        found.append(Claim(text, verdict, round(printed, 2), *ours, because="its points divided by theirs; 0.4 to 0.6 counts as half"))
    return found


def not_better(standings: dict[str, Standing]) -> list[Claim]:
    """POMCP is not better than simple Monte Carlo, and slightly worse in the last three tables."""
    tables, duel = standings["tables"], standings["face to face"]
    apart = (tables.points(1, 1) - tables.points(0, 1)).interval()
    met = ((duel.points(0, 1, 3) + duel.points(1, 2, 3) - duel.points(0, 0, 2) - duel.points(1, 0, 1)) / 2).interval()
    times = [duel.microseconds(player) for player in (MC, POMCP)]
    return [
        Claim(
            "POMCP is not better than simple Monte Carlo (tables 1 and 2, one of them against three greedy).",
            more(apart.low, apart.high, -MATTERS), round((PRINTED[1][1][1] - PRINTED[0][1][1]) / HANDS, 2), *apart,
            because=f"POMCP's points a hand less simple Monte Carlo's, the same deals; better by {MATTERS} would matter",
        ),
        Claim(
            "POMCP is not better when two of each sit at one table.", more(met.low, met.high, -MATTERS), None, *met,
            because=f"not in the report; POMCP took {times[1] / times[0]:.1f} times as long for a move",
        ),
        *(worse(tables, table, ones, others) for table, ones, others in ((5, (1,), (0,)), (6, (1,), (0, 2, 3)), (7, (0, 2, 3), (1,)))),
    ]  # fmt: skip


def worse(tables: Standing, table: int, ones: Sequence[int], others: Sequence[int]) -> Claim:
    """POMCP (`ones`) is slightly worse than simple Monte Carlo (`others`) at a table."""
    ours = (tables.points(table, *ones) - tables.points(table, *others)).interval()
    return Claim(
        f"POMCP is slightly worse than simple Monte Carlo at table {table + 1}.", between(ours.low, ours.high, 0.0, SLIGHTLY),
        printed_gap(table, ones, others), *ours, because=f"points a hand, seated as printed; up to {SLIGHTLY} counts as slightly",
        would_decide=needed(ours, tables.moments.count),
    )  # fmt: skip


def needed(difference: Interval, deals: int) -> str:
    """How many more deals would decide."""
    found = more_deals(*difference, deals)
    return f"{found:,} more deals" if found else ""


def disturbed(tables: Standing) -> list[Claim]:
    """Players who do not play as they are thought to; `tables` are the first six, then 5 and 6 with the first two players swapped."""

    def change(after: tuple[int, int], before: tuple[int, int]) -> Estimate:
        return in_both_orders(tables, *after) - in_both_orders(tables, *before)

    def printed(after: tuple[int, int], before: tuple[int, int]) -> float:
        return printed_to_greedy(*after) - printed_to_greedy(*before)

    def claim(text: str, least: float, most: float, after: tuple[int, int], before: tuple[int, int]) -> Claim:
        ours, error = change(after, before).interval(), hypot(RATIO_ERRORS[after], RATIO_ERRORS[before])
        because = f"change of its ratio to the greedy players from table {before[0] + 1} to {after[0] + 1}; {least:+g} to {most:+g} counts"
        verdict = at_level(between(ours.low, ours.high, least, most), printed(after, before), error, ours)
        return Claim(text, verdict, round(printed(after, before), 2), *ours, because=because)

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
            round(printed((5, 1), (1, 1)) - printed((5, 0), (0, 1)), 2), *less_tolerant,
            because="rise of POMCP's ratio from table 2 to 6 less that of simple Monte Carlo's from 1 to 6, in both orders of table 6",
            would_decide=needed(less_tolerant, tables.moments.count),
        ),
    ]  # fmt: skip
