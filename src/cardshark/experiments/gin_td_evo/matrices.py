"""The paper's own tables beside ours: figures 1, 3, 4 and 6, in the shape in which they are printed."""

from collections.abc import Callable, Sequence
from math import hypot, sqrt

import numpy as np

from cardshark.experiments.gin_td_evo.measured import KINDS, Figure, Met, RummyData, seeds_of, spread_of_seed
from cardshark.experiments.gin_td_evo.tables import (
    EVENNESS,
    EVERYBODY,
    GAMES,
    PAIR_GAMES,
    PLAYED,
    PLAYERS,
    SCORES,
    SETTINGS,
    TOTAL_SCORES,
    TOTAL_WINS,
    TURNS,
    WINS,
)
from cardshark.experiments.gin_td_evo.tables import Matrix as Printed
from cardshark.report.result import Comparison, Comparisons, Matrix

ONE_RUN = "A printed figure is of one training: its error is our spread from seed to seed, and that of its games."
TESTS = {"800 cards": False, "mean hand": True}
TOTAL = "total"


def figure_1(data: RummyData) -> Comparisons:
    """Who was trained, how, and how long."""
    rows = []
    for player in PLAYERS:
        names = ("crossover",) if player.startswith("EVO") else ("alpha", "lambda")
        words = ", ".join(f"{name} {value:g}" for name, value in zip(names, SETTINGS[player], strict=True))
        games = data.games_of(player)
        rows.append(Comparison(f"{player}: {words}", player[:-1], GAMES[player], games, games, games, len(data.runs)))
    best = {name: data.brains[PLAYED, name]["command"] for name in ("EVO3", "TD5")}
    note = f"TD6's lambda is 0.9 in figure 1 and 1.0 in the text. Two of the trainings: {'; '.join(f'“{each}”' for each in best.values())}."
    return Comparisons("Figure 1: who was trained", rows, "training games", 0.0, "seeds", note)


def wins_matrix(data: RummyData) -> Matrix:
    """The upper table of figure 3."""

    def error(met: list[Met]) -> float:
        return hypot(PAIR_GAMES * spread_of_seed(np.array([each.share() for each in met])), chance_error(met))

    cells = ten_games(data, WINS, Met.share, PAIR_GAMES, error)
    total = [total_cell(data, player, Met.share, TOTAL_WINS[player], 1.0) for player in PLAYERS]
    return Matrix(
        "Figure 3, upper table: games won", (*EVERYBODY, TOTAL), PLAYERS, [*cells, total], "wins of the column in ten games",
        note=f"Rows are losers, columns winners. {ONE_RUN} So half of the cells agree if they are off by {usual_reach(cells):.0f} "
        "wins or less.", totals=TOTAL,
    )  # fmt: skip


def scores_matrix(data: RummyData) -> Matrix:
    """The lower table of figure 3."""

    def error(met: list[Met]) -> float:
        each = np.nanmean([one.score / one.wins if one.wins else np.nan for one in met]) if any(one.wins for one in met) else 0.0
        return hypot(PAIR_GAMES * spread_of_seed(np.array([one.points() for one in met])), float(each) * chance_error(met))

    cells = ten_games(data, SCORES, Met.points, PAIR_GAMES, error)
    total = [total_cell(data, player, Met.points, TOTAL_SCORES[player], points_of_a_win(data, player)) for player in PLAYERS]
    return Matrix(
        "Figure 3, lower table: points", (*EVERYBODY, TOTAL), PLAYERS, [*cells, total], "points of the column in ten games",
        note="As above; a win counts as the mean of ours.", totals=TOTAL,
    )  # fmt: skip


def turns_matrix(data: RummyData) -> Matrix:
    """Figure 4."""

    def error(met: list[Met]) -> float:
        return spread_of_seed(np.array([each.turns_won() for each in met]))

    cells = ten_games(data, TURNS, Met.turns_won, 1, error)
    return Matrix(
        "Figure 4: turns a game", EVERYBODY, PLAYERS, cells, "turns of the games that the column won",
        note="Turns of either player. A dash: nobody won. A cell with one figure is ours: none is printed. The error of a printed figure "
        "is the spread of ours from seed to seed.",
    )  # fmt: skip


def chance_error(met: list[Met]) -> float:
    """The standard error of wins in ten games."""
    share = float(np.mean([each.share() for each in met]))
    return sqrt(PAIR_GAMES * share * (1 - share))


def ten_games(
    data: RummyData, printed: Printed, figure: Figure, games: int, error: Callable[[list[Met]], float]
) -> list[list[Comparison | None]]:  # fmt: skip
    """All cells of a printed matrix, beside ours."""
    cells: list[list[Comparison | None]] = []
    for loser in EVERYBODY:
        row: list[Comparison | None] = []
        for winner in PLAYERS:
            if winner == loser:
                row.append(None)
                continue
            met = data.met("tournament", winner, loser)
            ours = seeds_of(games * np.array([figure(each) for each in met]))
            row.append(Comparison(loser, winner, printed[winner][loser], *ours, len(met), error(met)))
        cells.append(row)
    return cells


def usual_reach(cells: Sequence[Sequence[Comparison | None]]) -> float:
    """Half the 95 % interval that a printed cell has by itself: the median of all cells."""
    return 1.96 * float(np.median([cell.paper_error or 0.0 for row in cells for cell in row if cell]))


def points_of_a_win(data: RummyData, player: str) -> float:
    """What a player scores in a game that it wins."""
    met = [each for other in EVERYBODY if other != player for each in data.met("tournament", player, other)]
    return sum(each.score for each in met) / max(1, sum(each.wins for each in met))


def total_cell(data: RummyData, player: str, figure: Figure, printed: int, of_a_win: float) -> Comparison:
    """The last line of a table of figure 3. Its error is that of one training, and that of the games."""
    others = [other for other in EVERYBODY if other != player]
    totals = data.totals(player, figure, others)
    games = [chance_error(data.met("tournament", player, other)) for other in others]
    error = hypot(spread_of_seed(totals), of_a_win * hypot(*games))
    return Comparison(TOTAL, player, printed, *seeds_of(totals), len(totals), error)


# ---- figure 6 ----


def evenness_matrix(data: RummyData) -> Matrix:
    """Figure 6 by two tests."""
    columns = [(kind, test) for kind in KINDS for test in TESTS]
    cells = [
        [
            evenness_cell(data, player, EVENNESS[player][list(KINDS).index(kind)], data.evenness(player, KINDS[kind], TESTS[test]))
            for kind, test in columns
        ]
        for player in EVERYBODY
    ]  # fmt: skip
    gaps = {test: f"{distance(data, mean_hand):.2f}" for test, mean_hand in TESTS.items()}
    note = (
        "Either every card of 80 final hands is tested as if it were drawn by itself, or their mean, one hand of ten cards. The printed "
        "0.01 to 0.03 for suits of players who collect one suit cannot come from 800 cards: five of ten cards in one suit would give "
        "less than 1 in 10^50. The second test was chosen by its fit to our first reading, of other brains. Mean distance of ours from "
        "the printed ones over 18 cells: "
        f"{gaps['800 cards']} with 800 cards, {gaps['mean hand']} with the mean hand, by which claims are judged."
    )
    return Matrix(
        "Figure 6: are final hands even?", EVERYBODY, [f"{kind}, {test}" for kind, test in columns], cells,
        "probability of an even spread (chi-squared), mean over seeds", note=note,
    )  # fmt: skip


def evenness_cell(data: RummyData, player: str, printed: float, ours: np.ndarray) -> Comparison:
    """A cell of figure 6."""
    ours = np.round(ours, 3)  # two digits are printed: what is smaller still is nothing
    return Comparison(player, "", printed, *seeds_of(ours), len(data.runs), spread_of_seed(ours))


def distance(data: RummyData, mean_hand: bool) -> float:
    """How far our mean figures are from those of figure 6 by a test, on average."""
    found = []
    for place, kinds in enumerate(KINDS.values()):
        found += [abs(float(data.evenness(player, kinds, mean_hand).mean()) - EVENNESS[player][place]) for player in EVERYBODY]
    return float(np.mean(found))
