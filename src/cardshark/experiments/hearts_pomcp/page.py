"""The POMCP report: greedy, simple Monte Carlo and POMCP at one table of Hearts, a thousand hands for each of eight tables.

Printed are total scores; the report argues with each player's share of the table's total. Nothing is trained here, so the deal is the
unit of every interval: each deal brings its own luck for the players, and `hands` splits the variance into deal and luck.
"""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.experiments.hearts_pomcp.claims import SLIGHT, claims, findings, printed_unseen
from cardshark.experiments.hearts_pomcp.hands import SEATS, Hands, moons_error, moons_interval, printed_error
from cardshark.experiments.hearts_pomcp.measured import (
    Measured,
    moons_of,
    more_or_fewer,
    more_word,
    printed_share,
    ratio_to_greedy,
    read_measured,
)
from cardshark.experiments.hearts_pomcp.questions import figures, questions
from cardshark.experiments.hearts_pomcp.readings import (
    describe_fit,
    describe_moons,
    fit_figure,
    forest,
    moon_shooters,
    readings,
    what_comes_out,
)
from cardshark.experiments.hearts_pomcp.runs import measure, size
from cardshark.experiments.hearts_pomcp.tables import (
    AS_PROGRAMMED,
    CHOSEN_ON,
    DEALS,
    DESCRIBED,
    HANDS,
    MOONS,
    PRINTED,
    PROGRAM_TABLES,
    PROGRAMMED,
    SIMULATIONS,
    TEXT_TABLES,
    Kind,
)  # fmt: skip
from cardshark.report.figures import with_interval
from cardshark.report.record import Record
from cardshark.report.result import Chart, Comparison, Matrix, Paper, Protocol, Result, Series
from cardshark.report.verdict import no_difference

__all__ = ["PAPER", "UNITS", "measure", "result", "size"]

PAPER = Paper(
    name="hearts_pomcp",
    title="CS3243R project report: Hearts as a POMDP",
    authors="Yao Yujian",
    question="Does looking ahead halve the score at Hearts, and is POMCP worth its trouble?",
    source="tables 1 to 8, 1,000 hands each, half a second a move",
    known="A first reading, by the text alone, had been published before the criteria were written.",
)
UNITS = "deals"
LETTERS = {Kind.GREEDY: "G", Kind.RANDOM: "R", Kind.MC: "M", Kind.POMCP: "P"}


def result(record: Record) -> Result:
    """The report."""
    measured = read_measured(record)
    standings = measured.standings
    programmed, described = standings[PROGRAM_TABLES], standings[TEXT_TABLES]
    return Result(
        PAPER, record.run, sentences=sentences(measured), protocol=protocol(measured, record.run.seed),
        tables=[
            share_matrix("The eight tables, as the author's program plays them", programmed, measured.hands),
            moons_matrix(
                "Moons", PROGRAMMED, programmed, f"Those of table 1 are, on seed {CHOSEN_ON}, shot by {moon_shooters(measured.hands)}."
            ),
        ],
        claims=claims(measured), forest=forest(measured), questions=questions(standings), readings=readings(measured),
        appendix=[
            share_matrix("The eight tables, as the text describes them", described, measured.hands),
            moons_matrix("Moons by the text alone", DESCRIBED, described), fit_figure(measured),
            time_chart(standings["time"]), *figures(standings),
        ],
        lede="fewer points are better · every deal in all four rotations of the seats",
    )  # fmt: skip


# ---- in words ----


def sentences(measured: Measured) -> list[str]:
    """The claim, ours, why it differs, how sure."""
    tables, described = (measured.standings[name] for name in (PROGRAM_TABLES, TEXT_TABLES))
    ratios = [with_interval(*ratio_to_greedy(tables, table, 1).interval()) for table in (0, 1)]
    apart, printed_apart = tables.points(1, 1) - tables.points(0, 1), (PRINTED[1][1].score - PRINTED[0][1].score) / HANDS
    splits = measured.splits()
    by_luck = " and ".join(f"{100 * (1 - split.share('deal')):.0f} % ({kind})" for kind, split in splits.items())
    return [
        "A player who looks ahead takes half the points of greedy ones, and POMCP, which searches a tree, is no better than simple Monte "
        "Carlo, which looks one card ahead.",
        f"Simple Monte Carlo takes {ratios[0]} of the greedy players' points and POMCP {ratios[1]}, printed 0.52 and 0.51; POMCP takes "
        f"{more_or_fewer(apart)} points a hand than simple Monte Carlo, printed {abs(printed_apart):.3f} {more_word(printed_apart)}.",
        f"{what_comes_out(measured.trials)} {describe_moons(tables, described)}",
        "Nothing is trained, so the deal is the unit of every interval. The players have luck of their own, too. Deals that were played "
        f"{len(next(iter(measured.luck.values())))} times show that it is {by_luck} of the variance of a deal's points. The intervals "
        "include it. The reading is the author's program, not a fit. Its misfit to all printed scores (see “Which reading fits?”): "
        f"{describe_fit(measured.trials)}.",
    ]


def protocol(measured: Measured, seed: int) -> list[Protocol]:
    """How it was measured, the report's way beside ours."""
    standings = measured.standings
    deals = {name: standings[name].moments.count for name in (PROGRAM_TABLES, TEXT_TABLES)}
    times = [f"{standings[PROGRAM_TABLES].microseconds(player):,.0f} µs" for player in (AS_PROGRAMMED.mc, AS_PROGRAMMED.pomcp)]
    return [
        Protocol("hands at each table", f"{HANDS:,}, dealt anew", f"{deals[PROGRAM_TABLES]:,} deals of seed {seed}, in 4 rotations"),
        Protocol(
            "time a move", "half a second (his program: one second)",
            f"{DEALS[4]} deals, {times[0]}; {SIMULATIONS[4]} simulations, {times[1]}",
        ),
        Protocol(
            "the players", "a page of text",
            "as in the author's published program, github.com/yyjhao/html5-hearts, but for slips of POMCP, ties, and to whom cards are "
            "passed (appendix)",
        ),
        Protocol("by the text alone", "–", f"{deals[TEXT_TABLES]:,} deals, {DEALS[3]} deals and {SIMULATIONS[3]} simulations a move"),
        Protocol("errors of the printed figures", "none given", printed_errors(measured)),
    ]  # fmt: skip


def printed_errors(measured: Measured) -> str:
    """Where the errors of the printed figures come from, how many of these say nothing alone, and what verdicts make of that."""
    asked = [found for found in findings(measured.standings[PROGRAM_TABLES], measured.hands).values() if found.error is not None]
    unseen = sum(map(printed_unseen, asked))
    told = (
        f": {unseen} of the {len(asked)} printed effects cannot be told from none. Even then a claim holds only if our own effect is seen, "
        "on the printed side, and both sizes agree within both errors"
    )
    return f"from the spread of single hands, for {HANDS:,} of them{told if unseen else ''}"


# ---- tables and figures ----


def share_matrix(title: str, standing: Standing, hands: Sequence[Hands]) -> Matrix:
    """All eight tables: a column a table, a row a seat."""
    columns = [f"{table + 1}: {' '.join(LETTERS[kind] for kind, _ in seats)}" for table, seats in enumerate(PRINTED)]
    cells = [[share_cell(standing, hands[table], seat) for table in range(len(PRINTED))] for seat in range(SEATS)]
    errors = [cell.paper_error or 0.0 for row in cells for cell in row]
    note = (
        f"G greedy, R random, M simple Monte Carlo, P POMCP; {standing.moments.count:,} deals. The printed shares' standard errors, "
        f"{min(errors):.3f} to {max(errors):.3f}, are allowed for."
    )
    return Matrix(title, [f"player {seat + 1}" for seat in range(SEATS)], columns, cells, "share of the table's points", 0.0, note)


def share_cell(standing: Standing, hands: Hands, seat: int) -> Comparison:
    """A seat's share at a table, beside the printed one."""
    ours, error = standing.share(hands.table, seat).interval(), printed_error(hands.share(seat))
    return Comparison(f"player {seat + 1}", "", round(printed_share(hands.table, seat), 4), *ours, standing.moments.count, error)


def moons_matrix(title: str, reading: str, standing: Standing, more: str = "") -> Matrix:
    """Moons at every table by one reading, which the printed sums imply. Two readings in one table would be ranked against each other."""
    hands = SEATS * standing.moments.count
    cells = [
        Comparison("", "", printed, *moons_interval(moons_of(standing, table), hands), standing.moments.count, moons_error(table))
        for table, printed in enumerate(MOONS)
    ]
    note = "Implied by the printed sums: a moon adds 52 points to the 26 of a hand. Binomial errors are allowed for."
    note = f"{note} {more}".strip()
    return Matrix(title, [reading], [f"table {table + 1}" for table in range(len(MOONS))], [cells], "moons in a thousand hands", 0.0, note)


def time_chart(standing: Standing) -> Chart:
    """Strength by time to think."""
    series = []
    for table, (name, first, amount) in enumerate((("MC", 0, len(DEALS)), ("POMCP", len(DEALS), len(SIMULATIONS)))):
        places = range(first, first + amount)
        shares = [standing.share(place, 0).interval() for place in places]
        times = [round(standing.microseconds(standing.contest.tables[place][0])) for place in places]
        series.append(Series.of_intervals(name, times, shares, round(printed_share(table, 1), 4)))
    counts = f"MC: {', '.join(map(str, DEALS))} deals. POMCP: {', '.join(f'{number:,}' for number in SIMULATIONS)} simulations."
    return Chart(
        "Time to think", series, "microseconds a move", "share of the points against three greedy", log_x=True,
        note=f"As described. {counts} Times are those of the machine that made the record. From the figures below, "
        f"the page of all papers says “{no_difference(SLIGHT)}” if an interval lies within ±{SLIGHT:.3f} points a hand, the smallest gap "
        "that the report calls a difference (table 8).",
    )  # fmt: skip
