"""The tables of the rollout thesis in their own shape, ours beside the printed figures. Intervals are over seeds."""

from collections.abc import Sequence
from statistics import fmean

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_rollouts.measured import (
    Played,
    final_score,
    lowest_in_groups,
    mean_gap,
    milliseconds,
    networks_score,
    slowdown,
    spread,
    wins,
)
from cardshark.experiments.hearts_rollouts.sums import Sums
from cardshark.experiments.hearts_rollouts.tables import (
    CALLED,
    DIFFERENCES,
    EPOCHS,
    GAMES_IN_TWO_HOURS,
    LEVELS,
    MINUTES,
    NETWORKS,
    NS,
    P_VALUES,
    ROLLOUTS,
    difference,
    difference_error,
    games_of,
    slowdowns,
)
from cardshark.report.figures import number
from cardshark.report.result import Comparison, Matrix

CARDS = 8  # that a player plays in a hand
GAMES = 300  # of which the thesis prints the lowest score, about


def group_of(level: str) -> str:
    """The contests of a level that answer its tables."""
    return f"{level} matches"


def title_of(level: str) -> str:
    """A brain as the thesis calls it, and how long it was trained."""
    return f"{CALLED[level]}, {EPOCHS[level]:,} epochs"


def cell(paper: float | None, ours: Interval | tuple[float, None, None], n: int, error: float | None = None) -> Comparison:
    """A printed figure over ours."""
    return Comparison("", "", paper, *ours, n, error)


def win_table(played: Played) -> Matrix:
    """Tables 4.1 to 4.3."""
    rows, cells = [], []
    for level in LEVELS:
        group, seeds = group_of(level), played.seeds(group_of(level))
        rows += [f"{CALLED[level]}: chance to win", f"{CALLED[level]}: chance for a NN-agent to win"]
        printed = [ROLLOUTS[level, n] for n in NS]
        cells.append([
            cell(round(each.share, 3), played.over(group, wins(table, 0)), seeds, each.share_error) for table, each in enumerate(printed)
        ])  # fmt: skip
        cells.append([
            cell(round((1 - each.share) / 3, 3), played.over(group, wins(table, 1, 2, 3)), seeds, each.share_error / 3)
            for table, each in enumerate(printed)
        ])  # fmt: skip
    note = (
        "A shared first place counts in part. Printed shares are worked out from the printed counts; three of them are printed otherwise: "
        "0.406 (here 0.407), 0.303 (0.313), and 0.232 for a NN-agent (0.229)."
    )
    return Matrix("Tables 4.1 to 4.3: chance to win", rows, [f"n = {n}" for n in NS], cells, "share of games won", note=note)


def score_table(played: Played) -> Matrix:
    """Tables 4.4 to 4.6: the mean, the standard deviation and the lowest final score."""
    rows, cells = [], []
    for level in LEVELS:
        group = group_of(level)
        brains, seeds = played.groups[group], played.seeds(group)
        for table, n in enumerate(NS):
            printed = ROLLOUTS[level, n]
            lowest = mean_lowest(brains, table, [0])
            rows.append(f"{CALLED[level]}, n = {n}")
            cells.append([
                cell(printed.mean, played.over(group, final_score(table, 0)), seeds, printed.error),
                cell(printed.sd, played.over(group, spread(table)), seeds, printed.sd_error),
                cell(printed.lowest, lowest, seeds),
            ])  # fmt: skip
        networks = NETWORKS[level]
        lowest = mean_lowest(brains, NS.index(400), [1, 2, 3])
        rows.append(f"{CALLED[level]}, NN-agent")
        error = networks.sd / games_of(level) ** 0.5
        cells.append([cell(networks.mean, played.over(group, networks_score), seeds, error), None, cell(networks.lowest, lowest, seeds)])
    equal = ", ".join(f"{CALLED[level]} {number(played.over(group_of(level), final_score(len(NS))).value, 1)}" for level in LEVELS)
    note = (
        f"Four equal networks end at: {equal}. Minima are means over groups of about {GAMES} games, and not judged. "
        "The NN-agent's printed spread is that of the mean of three, and left out; its minimum may be, too."
    )
    return Matrix("Tables 4.4 to 4.6: final scores", rows, ["µ", "σ", "minimum"], cells, "points of the final score", note=note)


def mean_lowest(brains: Sequence[Sums], table: int, seats: Sequence[int]) -> tuple[float, None, None]:
    """The lowest score of some seats, as a mean over groups of games."""
    return fmean(lowest_in_groups(brains, table, seats, GAMES)), None, None


def gap_table(played: Played) -> Matrix:
    """Table 4.7: the middle of its intervals, and its p-values."""
    cells, chances = [], []
    for level in LEVELS:
        group = group_of(level)
        cells.append([cell(difference(level), played.over(group, mean_gap), played.seeds(group), difference_error(level))])
        chances.append(f"{'<' if level == 'weak' else ''}{P_VALUES[level]:.3g}")
    intervals = ", ".join(f"{number(low, 2)} to {number(high, 2)}" for low, high in DIFFERENCES.values())
    note = (
        f"Printed as intervals: {intervals}. They are centred on the mean over all n, as ours, although their caption says n = 400. "
        f"Printed p-values: {', '.join(chances)}, of a two-sample test over games."
    )
    rows = [title_of(level) for level in LEVELS]
    return Matrix("Table 4.7", rows, ["rollout agent − NN-agent"], cells, "points of the final score", note=note)


def time_tables(played: Played) -> list[Matrix]:
    """Tables 3.2 and 3.3. They say how fast a machine is, so ours stand beside the printed figures and are not judged."""
    hands = played.over(group_of("strong"), lambda sums: sums.length(0)).value
    found = [played.over("time", milliseconds(table)) for table in range(len(MINUTES))]
    turns = [CARDS * hands * each.value / 60_000 for each in found]  # minutes that an agent thinks in a game
    seeds, columns = played.seeds("time"), [f"n = {n}" for n in MINUTES]
    games, minutes = (
        [cell(paper, (ours, None, None), seeds) for paper, ours in zip(printed.values(), figures, strict=True)]
        for printed, figures in ((GAMES_IN_TWO_HOURS, [120 / turn for turn in turns]), (MINUTES, [4 * turn for turn in turns]))
    )
    note = (
        "Of one rollout agent and three networks, whose time is left out, as in the thesis. Another machine, so not judged. Ours follow "
        f"from the milliseconds a move beside table 3.3, {CARDS} moves a hand, and {number(hands, 1)} hands a game, as in the matches with "
        f"n = {NS[0]}."
    )
    moves = [cell(None, each, seeds) for each in found]
    return [
        Matrix("Table 3.2: games in two hours", ["games"], columns, [games], "games", note=note),
        Matrix(
            "Table 3.3: minutes of a game", ["minutes", "milliseconds a move"], columns, [minutes, moves], "minutes",
            note="Of four rollout agents: worked out from table 3.2, in the thesis as here. Milliseconds: ours, forced moves included.",
        ),
    ]  # fmt: skip


def slowdown_table(played: Played) -> Matrix:
    """Table 3.2 without the machine: time relative to n = 200."""
    cells, seeds = [[]], played.seeds("time")
    for table, n in enumerate(MINUTES):
        if n == NS[0]:
            continue  # the measure itself
        printed, least, most = slowdowns(n)
        cells[0].append(cell(round(printed, 2), played.over("time", slowdown(table)), seeds, (most - least) / 12**0.5))
    matches = "; ".join(
        f"{CALLED[level]} {' and '.join(played.text(group_of(level), slowdown(table)) for table in range(1, len(NS)))}" for level in LEVELS
    )
    timed, here = (sum(sums.clocks[0][1] for sums in played.groups[group]) for group in (group_of("strong"), "time"))
    note = (
        "From the printed games in two hours; they are printed in halves of a game, and that rounding is the printed error. "
        f"The matches, with {timed / here:.0f} times as many moves on the clock, give for n = {NS[1]} and {NS[2]}: {matches}."
    )
    columns = [f"n = {n}" for n in MINUTES if n != NS[0]]
    return Matrix("Table 3.2: time by n", ["time of a game, n = 200 taken as 1"], columns, cells, "times n = 200", note=note)


def seed_table(played: Played) -> Matrix:
    """The main figure seed by seed."""
    gaps = [played.by_seed(group_of(level), mean_gap) for level in LEVELS]
    seeds = sorted({seed for found in gaps for seed in found})
    cells = [[cell(None, (found[seed], None, None), 1) if seed in found else None for found in gaps] for seed in seeds]
    columns = [CALLED[level] for level in LEVELS]
    return Matrix("Table 4.7, seed by seed", [f"seed {seed}" for seed in seeds], columns, cells, "rollout agent − NN-agent, points")
