"""The POMCP report: greedy, simple Monte Carlo and POMCP at one table of Hearts, a thousand hands for each of eight tables.

Printed are total scores; the report argues with each player's share of the table's total. It gave every player half a
second a move and does not say how many deals that was; a hundred deals fit its figures.
"""

from cardshark.arena.contest import Standing
from cardshark.experiments.hearts_pomcp.claims import claims
from cardshark.experiments.hearts_pomcp.questions import questions
from cardshark.experiments.hearts_pomcp.readings import readings
from cardshark.experiments.hearts_pomcp.runs import measure, size
from cardshark.experiments.hearts_pomcp.tables import (
    DEALS,
    HANDS,
    MOONS,
    PRINTED,
    SHARE_ERRORS,
    SHORT,
    SIMULATIONS,
)  # fmt: skip
from cardshark.experiments.workshop import read_standings
from cardshark.report.record import Record
from cardshark.report.result import Chart, Comparison, Comparisons, Paper, Result, Series

__all__ = ["PAPER", "UNITS", "measure", "result", "size"]

PAPER = Paper(
    name="hearts_pomcp",
    title="CS3243R project report: Hearts as a POMDP",
    authors="Yao Yujian",
    question="Does looking ahead halve the score at Hearts, and is POMCP worth its trouble?",
    source="tables 1 to 8, 1,000 hands each, half a second a move",
)
UNITS = "deals"


def result(record: Record) -> Result:
    """The report."""
    standings = read_standings(record)
    return Result(
        PAPER, record.run, tables=[printed_tables(standings["tables"])], claims=claims(standings), figures=[time_chart(standings)],
        questions=questions(standings), readings=readings(standings),
        lede=f"{standings['tables'].moments.count:,} deals at every table, each in all four rotations of the seats · fewer points are "
        "better",
    )  # fmt: skip


def printed_tables(standing: Standing) -> Comparisons:
    """All eight tables, seat by seat."""
    rows = []
    for table, seats in enumerate(PRINTED):
        total = sum(score for _, score in seats)
        section = f"Table {table + 1} (moons in 1,000 hands: {MOONS[table]} implied, {standing.moons(table):.0f} ours)"
        for seat, (player, score) in enumerate(seats):
            share = standing.share(table, seat).interval()
            error = SHARE_ERRORS[table][seat]
            rows.append(
                Comparison(f"seat {seat + 1}", SHORT[player], round(score / total, 4), *share, standing.moments.count, error, section)
            )
    note = (
        f"Two departures. Every table here plays the same {standing.moments.count:,} deals, each in all four rotations of the seats; the "
        f"report dealt {HANDS:,} hands for each table. Players here think about a fixed number of deals, not for half a second. The "
        f"printed shares have standard errors of {min(map(min, SHARE_ERRORS)):.3f} to {max(map(max, SHARE_ERRORS)):.3f}, worked out from "
        "the spread of hands played here. No reading that we tried reaches the number of moons that the printed sums imply."
    )
    return Comparisons("The paper's eight tables beside ours", rows, "share of the table's points", tolerance=0.015, note=note)


def time_chart(standings: dict[str, Standing]) -> Chart:
    """Strength by time to think."""
    series = []
    for table, (name, contest) in enumerate((("MC", "deals"), ("POMCP", "simulations"))):
        standing = standings[contest]
        shares = [standing.share(number, 0).interval() for number in range(len(standing.contest.tables))]
        times = [round(standing.microseconds(player)) for player, *_ in standing.contest.tables]
        paper = round(PRINTED[table][1].score / sum(seat.score for seat in PRINTED[table]), 4)
        series.append(Series.of_intervals(name, times, shares, paper))
    counts = f"MC: {', '.join(map(str, DEALS))} deals. POMCP: {', '.join(f'{number:,}' for number in SIMULATIONS)} simulations."
    unit = "share of the points against three greedy"
    return Chart(
        "Time to think",
        series,
        "microseconds a move",
        unit,
        log_x=True,
        note=f"{counts} Times are those of the machine that made the record.",
    )
