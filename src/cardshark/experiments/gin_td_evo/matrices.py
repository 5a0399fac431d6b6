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
    RANDUMB,
    SCORES,
    SETTINGS,
    TOTAL_SCORES,
    TOTAL_WINS,
    TURNS,
    WINS,
)
from cardshark.experiments.gin_td_evo.tables import Matrix as Printed
from cardshark.report.result import Comparison, Matrix
from cardshark.report.verdict import Level, level

ONE_RUN = "A printed figure is of one training: its error is our spread from seed to seed, and that of its games."
TESTS = {"800 cards": False, "mean hand": True}
TOTAL = "total"


def figure_1(data: RummyData) -> Matrix:
    """Who was trained, how, and how long. These are settings, so no cell is marked as inside or off."""
    rows, cells = [], []
    for player in PLAYERS:
        names = ("crossover",) if player.startswith("EVO") else ("alpha", "lambda")
        words = ", ".join(f"{name} {value:g}" for name, value in zip(names, SETTINGS[player], strict=True))
        rows.append(f"{player}: {words}")
        cells.append([Comparison(player, ours=games) for games in (GAMES[player], data.games_of(player))])
    best = {name: data.brains[PLAYED, name]["command"] for name in ("EVO3", "TD5")}
    note = f"TD6's lambda is 0.9 in figure 1 and 1.0 in the text. Two of the trainings: {'; '.join(f'“{each}”' for each in best.values())}."
    return Matrix("Figure 1: who was trained", rows, ("paper", f"ours, {len(data.runs)} seeds"), cells, "training games", note=note)


def wins_matrix(data: RummyData) -> Matrix:
    """The upper table of figure 3."""

    def error(met: list[Met]) -> float:
        return hypot(PAIR_GAMES * spread_of_seed(np.array([each.share() for each in met])), chance_error(met))

    cells = ten_games(data, WINS, Met.share, PAIR_GAMES, error)
    total = [total_cell(data, player, Met.share, TOTAL_WINS[player], 1.0) for player in PLAYERS]
    return Matrix(
        "Figure 3, upper table: games won", (*EVERYBODY, TOTAL), PLAYERS, [*cells, total], "wins of the column in ten games",
        note=f"Rows are losers, columns winners; {RANDUMB} is a network of random weights. {ONE_RUN} In half of the cells it is "
        f"± {usual_reach(cells):.0f} or more.", totals=TOTAL,
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
    fits = {test: fit_words(data, mean_hand, [row[columns.index((kind, test))] for row in cells for kind in KINDS])
            for test, mean_hand in TESTS.items()}  # fmt: skip
    nothing = any(cell.ours == cell.low == cell.high == 0 for row in cells for cell in row)
    note = (
        "Either every card of 80 final hands is tested as if it were drawn by itself, or their mean, one hand of ten cards. The printed "
        "0.01 to 0.03 for suits of players who collect one suit cannot come from 800 cards: five of ten cards in one suit would give "
        "less than 1 in 10^50. Claims are judged by the mean hand, which was chosen by its fit to our first reading, of other brains. "
        f"With these brains it fits so: {fits['mean hand']}. With 800 cards: {fits['800 cards']}."
        f"{' 0 ± 0: below 0.0005 in every seed.' if nothing else ''}"
    )
    return Matrix(
        "Figure 6: are final hands even?", EVERYBODY, [f"{kind}, {test}" for kind, test in columns], cells,
        "probability of an even spread (chi-squared), mean over seeds", note=note,
    )  # fmt: skip


def evenness_cell(data: RummyData, player: str, printed: float, ours: np.ndarray) -> Comparison:
    """A cell of figure 6."""
    ours = np.round(ours, 3)  # two digits are printed: what is smaller still is nothing
    return Comparison(player, "", printed, *seeds_of(ours), len(data.runs), spread_of_seed(ours))


def fit_words(data: RummyData, mean_hand: bool, cells: Sequence[Comparison]) -> str:
    """How well a test fits the printed figures, in words."""
    inside = sum(level(cell.paper, cell.paper_error, cell.low, cell.high) == Level.INSIDE for cell in cells)
    return f"{inside} of {len(cells)} cells inside, mean distance {distance(data, mean_hand):.2f}"


def distance(data: RummyData, mean_hand: bool) -> float:
    """How far our mean figures are from those of figure 6 by a test, on average."""
    found = []
    for place, kinds in enumerate(KINDS.values()):
        found += [abs(float(data.evenness(player, kinds, mean_hand).mean()) - EVENNESS[player][place]) for player in EVERYBODY]
    return float(np.mean(found))
