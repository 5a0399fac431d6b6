"""The rollout thesis: does a network that plays Hearts gain by imagining how the hand goes on?

One rollout agent against three networks with the same brain, in games to 100 points. Before each card it imagines n deals, plays
every legal card in each, lets four copies of its network finish the hand, and takes the card that cost least on average.
"""

from math import sqrt

from cardshark.arena.contest import Standing
from cardshark.arena.stats import around, mean_estimate
from cardshark.experiments.hearts_rollouts.claims import claims
from cardshark.experiments.hearts_rollouts.measured import change_by_rollouts, mean_final_gap, spread_error
from cardshark.experiments.hearts_rollouts.questions import questions
from cardshark.experiments.hearts_rollouts.readings import readings
from cardshark.experiments.hearts_rollouts.runs import measure, size
from cardshark.experiments.hearts_rollouts.tables import (
    CALLED,
    DIFFERENCES,
    EPOCHS,
    FEW_NS,
    GAMES_IN_TWO_HOURS,
    LEVELS,
    NETWORKS,
    NS,
    ROLLOUTS,
    rollouts,
)  # fmt: skip
from cardshark.experiments.workshop import read_standings
from cardshark.report.figures import number
from cardshark.report.record import Record
from cardshark.report.result import Chart, Comparison, Comparisons, Paper, Result, Series

__all__ = ["PAPER", "UNITS", "measure", "result", "size"]

PAPER = Paper(
    name="hearts_rollouts",
    title="A bachelor thesis on Monte Carlo rollouts at Hearts",
    authors="Daniel Miedema, Groningen",
    question="Does a network that knows Hearts play better if it thinks ahead?",
    source="tables 3.2, 3.3 and 4.1 to 4.7, at least 300 games each",
)
UNITS = "games"
TOTAL = 3.0  # points of a final score that still count as near


def result(record: Record) -> Result:
    """The report."""
    played = read_standings(record)
    matches = {level: played[f"{level} matches"] for level in LEVELS}
    games = 4 * matches["weak"].moments.count
    commands = {row["name"]: row["command"] for row in record.rows("brains")}
    return Result(
        PAPER, record.run, tables=[means(matches), wins(matches), gaps(matches, commands), spreads(matches), times(played["time"])],
        claims=claims(played, matches), figures=[change_chart(played)], questions=questions(played),
        readings=readings(played),
        lede=f"{games:,} games to 100 points of each rollout agent: {games // 4:,} series of deals, each in four seatings · single hands "
        "where many variants are compared · fewer points are better",
    )  # fmt: skip


def section(level: str) -> str:
    """A heading."""
    return f"{CALLED[level]}: {EPOCHS[level]:,} epochs"


def means(matches: dict[str, Standing]) -> Comparisons:
    """Tables 4.4 to 4.6."""
    rows, lowest = [], []
    for level, standing in matches.items():
        count = 4 * standing.moments.count
        for table, n in enumerate(NS):
            printed = ROLLOUTS[level, n]
            error = printed.sd / sqrt(printed.games)
            rows.append(Comparison(
                f"rollouts, n = {n}", "rollouts", printed.mean, *standing.points(table, 0).interval(), count, error, section(level),
            ))  # fmt: skip
        networks = mean_estimate([standing.points(table, 1, 2, 3) for table in range(len(NS))])
        rows.append(Comparison("network", "networks", NETWORKS[level], *networks.interval(), count, None, section(level)))
        ours = min(standing.lowest(table, 0) for table in range(len(NS)))
        lowest.append(f"{CALLED[level]} {min(ROLLOUTS[level, n].lowest for n in NS)} printed, {ours} ours")
    equal = ", ".join(f"{CALLED[level]} {number(standing.points(len(NS)).value, 1)}" for level, standing in matches.items())
    note = f"Four networks with the same brain end at: {equal}. Lowest final score of a rollout agent: {'; '.join(lowest)}."
    return Comparisons("Final scores: tables 4.4 to 4.6 beside ours", rows, "mean final score in games to 100", TOTAL, "games", note)


def wins(matches: dict[str, Standing]) -> Comparisons:
    """Tables 4.1 to 4.3."""
    rows = []
    for level, standing in matches.items():
        count = 4 * standing.moments.count
        for table, n in enumerate(NS):
            printed = ROLLOUTS[level, n]
            share = printed.won / printed.games
            error = sqrt(share * (1 - share) / printed.games)
            for who, paper, seats in (("rollouts", share, (0,)), ("a network", (1 - share) / 3, (1, 2, 3))):
                ours = standing.wins(table, *seats).interval()
                part = error if who == "rollouts" else error / 3
                rows.append(Comparison(f"{who}, n = {n}", who, round(paper, 3), *ours, count, part, section(level)))
    note = "A shared first place counts in part. StrongMan at n = 300 is printed as 0.303; its counts give 0.313."
    return Comparisons("Chance to win: tables 4.1 to 4.3 beside ours", rows, "share of games won", 0.05, "games", note)


def gaps(matches: dict[str, Standing], commands: dict[str, str]) -> Comparisons:
    """Table 4.7."""
    rows = []
    for level, standing in matches.items():
        low, high = DIFFERENCES[level]
        error = (high - low) / 2 / 1.96
        rows.append(
            Comparison(
                section(level), "", round((low + high) / 2, 2), *mean_final_gap(standing).interval(), 12 * standing.moments.count, error
            )
        )
    note = (
        "All n are taken together: the printed intervals are centred on that figure, although their caption says n = 400. The brains "
        "were trained by: " + "; ".join(f"“{commands[level]}”" for level in LEVELS) + "."
    )
    return Comparisons("Rollouts less network: table 4.7 beside ours", rows, "points of the final score", TOTAL, "games", note)


def spreads(matches: dict[str, Standing]) -> Comparisons:
    """The standard deviations of tables 4.4 to 4.6."""
    rows = []
    for level, standing in matches.items():
        count = 4 * standing.moments.count
        for table, n in enumerate(NS):
            printed = ROLLOUTS[level, n]
            error = printed.sd / sqrt(2 * printed.games)
            ours = around(standing.spread(table, 0), spread_error(standing, table))
            rows.append(Comparison(f"rollouts, n = {n}", "", printed.sd, *ours, count, error, section(level)))
    note = "Intervals assume normal scores. The printed spread of the networks is that of the mean of three, so it is left out."
    return Comparisons("Spread of the final scores", rows, "standard deviation of final scores", 2.0, "games", note)


def times(standing: Standing) -> Comparisons:
    """Table 3.2, without the machine."""
    rows, first = [], standing.microseconds(rollouts("strong", f"deals={next(iter(GAMES_IN_TWO_HOURS))}"))
    for n, games in GAMES_IN_TWO_HOURS.items():
        ours = standing.microseconds(rollouts("strong", f"deals={n}")) / first
        rows.append(Comparison(f"n = {n}", "", round(GAMES_IN_TWO_HOURS[200] / games, 2), ours, None, None, standing.moments.count))
    note = f"n = 200 takes {first / 1000:.2f} ms a move here, forced moves included."
    return Comparisons("Time by n: table 3.2 beside ours", rows, "time, n = 200 taken as 1", 0.2, "deals", note)


# ---- figures ----


def change_chart(played: dict[str, Standing]) -> Chart:
    """What more deals change."""
    series = []
    for level in LEVELS:
        standing = played[f"{level} n"]
        changes = [change_by_rollouts(standing, table).interval() for table in range(len(FEW_NS))]
        series.append(Series.of_intervals(level, list(FEW_NS), changes))
    note = "Points a hand, less those of the network in the same place; against three networks with the same brain. Below 0 rollouts help."
    return Chart(
        "What rollouts change, by n", series, "imagined deals", "points a hand", log_x=True, levels=[("the network", 0)], note=note
    )
