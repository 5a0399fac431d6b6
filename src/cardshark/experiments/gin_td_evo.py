"""The rummy paper: does a network learn gin rummy better from temporal differences, or by evolution?

One network values hands, a fixed policy plays by it, and only the way its weights are found differs: TD(lambda) with self-play, or
a hill climber whose champion moves towards challengers who win. Eight such players and a network of random weights play everybody
against everybody, every deck twice with the seats swapped.
"""

import numpy as np

from cardshark.arena.stats import Interval
from cardshark.experiments.gin_td_evo_claims import claims
from cardshark.experiments.gin_td_evo_field import Field, turns_by_game
from cardshark.experiments.gin_td_evo_questions import questions, regime_lines
from cardshark.experiments.gin_td_evo_readings import readings
from cardshark.experiments.gin_td_evo_runs import measure, size
from cardshark.experiments.gin_td_evo_tables import (
    EVENNESS,
    FIELD,
    LEAST_TURNS,
    NOBODYS,
    PAIR_GAMES,
    PLAYERS,
    RUNS,
    SCORES,
    TOTAL_SCORES,
    TOTAL_WINS,
    TURNS,
    WINS,
    Matrix,
    numbered,
)
from cardshark.experiments.record import Record
from cardshark.experiments.result import Bars, Chart, Comparison, Comparisons, CrossTable, Paper, Result, Series

__all__ = ["PAPER", "UNITS", "measure", "result", "size"]

PAPER = Paper(
    name="gin_td_evo",
    title="The significance of temporal-difference learning in self-play training: TD-rummy versus EVO-rummy",
    authors="Clifford Kotnik and Jugal Kalita (2003)",
    question="Is gin rummy learned better from temporal differences, or by evolution?",
    source="figures 1 to 6, ten games of every two players",
)
UNITS = "games"
BEST = "EVO3"  # of all players in the paper
CURVES = ("TD2", "TD5", "EVO2", "EVO3")  # figure 2


def result(record: Record) -> Result:
    """The report."""
    field = Field(record)
    many, fewer = field.cup("EVO2", "TD1").pairs, field.cup("TD1", "TD2").pairs
    return Result(
        PAPER, record.run,
        tables=[totals(field), cells(field, "wins"), total_scores(field), cells(field, "score"), turns(field), evenness(field)],
        claims=claims(field),
        figures=[heat(field), *learning_curves(field), regime_lines(field), suit_bars(field), meld_bars(field)],
        questions=questions(field), readings=readings(field),
        lede=f"every player trained from {min(RUNS.values())} seeds · {many:,} mirrored pairs of games of every two, {fewer:,} of two "
        "temporal-difference players, whose games are long · more points are better",
    )  # fmt: skip


# ---- tables ----


def totals(field: Field) -> Comparisons:
    """The last line of the upper table of figure 3."""
    rows = [
        Comparison(
            player, player[:-1], TOTAL_WINS[player], *field.total(player, "wins"), field.cup(player, NOBODYS).pairs,
            field.total_error(player, "wins"),
        )
        for player in PLAYERS
    ]  # fmt: skip
    commands = "; ".join(f"{player} “{field.brains[numbered(player)]['command']}”" for player in (BEST, "TD5"))
    note = f"Ours: shares of many games, times 80. Trained by: {commands}."
    return Comparisons("Games won: figure 3 beside ours", rows, "wins in 80 games, ten against each", 8, "pairs", note)


def total_scores(field: Field) -> Comparisons:
    """The last line of its lower table."""
    rows = [
        Comparison(
            player, player[:-1], TOTAL_SCORES[player], *field.total(player, "score"), field.cup(player, NOBODYS).pairs,
            field.total_error(player, "score"),
        )
        for player in PLAYERS
    ]  # fmt: skip
    return Comparisons("Points: figure 3 beside ours", rows, "points in 80 games, ten against each", 250, "pairs")


def cells(field: Field, what: str) -> Comparisons:
    """All cells of a table of figure 3."""
    printed: Matrix = WINS if what == "wins" else SCORES
    rows = []
    for player in PLAYERS:
        for other, paper in printed[player].items():
            met = field.cup(player, other)
            ours = Interval(*(PAIR_GAMES * end for end in field.figure_of(met, what).interval()))
            rows.append(Comparison(f"against {other}", "", paper, *ours, met.pairs, field.cell_error(player, other, what), player))
    note = "Our first ten games of every two, as few as the paper's, stand below under “What do ten games a pair show?”."
    if what == "wins":
        return Comparisons("Games won, player by player", rows, "wins in ten games", 2, "pairs", note)
    return Comparisons("Points, player by player", rows, "points in ten games", 60, "pairs")


def turns(field: Field) -> Comparisons:
    """Figure 4; how far its turns spread is not known, so nothing is allowed for that."""
    rows = []
    for player in PLAYERS:
        for other, paper in TURNS[player].items():
            met = field.cup(player, other)
            rows.append(Comparison(f"against {other}", "", paper, *met.turns_won().interval(), met.pairs, None, player))
    note = "Turns of either player, in the games that the first one won. The printed figures are means of up to ten games."
    return Comparisons("How long games last: figure 4 beside ours", rows, "turns of games won", 100, "pairs", note)


def evenness(field: Field) -> Comparisons:
    """Figure 6."""
    rows = []
    for place, kind in enumerate(("Suits", "Face values"), 1):
        for player in FIELD:
            chances = field.small_tournaments(player)[:, place]
            low, middle, high = np.quantile(chances, [0.025, 0.5, 0.975])
            rows.append(
                Comparison(player, "", EVENNESS[player][place - 1], float(middle), float(low), float(high), len(chances), None, kind)
            )
    note = (
        "Median of our tournaments of the paper's size, 80 final hands each, and the range of 95 % of them. The test takes every card as "
        "drawn by itself, as the paper did; the same test rejects anything if there are enough hands."
    )
    return Comparisons(
        "Are final hands even? Figure 6 beside ours", rows, "probability of an even spread (chi-squared)", 0.1, "tournaments", note
    )


# ---- figures ----


def heat(field: Field) -> CrossTable:
    """The tournament: wins less losses."""
    table = [[field.cup(one, other).lead().interval() if one != other else None for other in FIELD] for one in FIELD]
    ends = [[[each[end] if each else None for each in row] for row in table] for end in range(3)]
    return CrossTable(
        "The tournament", FIELD, FIELD, *ends, unit="share of games won less lost", fewer_is_better=False,
        note="The first brain of everybody. A drawn game counts for nobody.",
    )  # fmt: skip


def learning_curves(field: Field) -> list[Chart]:
    """Figure 2, and the same for everybody."""

    def chart(title: str, players: tuple[str, ...], note: str) -> Chart:
        series = [
            Series(numbered(player, run).replace("_", " seed "), *turns_by_game(field.brains[numbered(player, run)]))
            for player in players for run in (1, 2)
        ]  # fmt: skip
        return Chart(title, series, "training games", "turns a game", levels=[("never below, in the paper", LEAST_TURNS)], note=note)

    rest = tuple(player for player in PLAYERS if player not in CURVES)
    note = "Every line is one training. A game that nobody wins ends after 5,000 turns."
    return [chart("Figure 2: turns while learning", CURVES, note), chart("Turns while the others learn", rest, "")]


def suit_bars(field: Field) -> Bars:
    """Which suit is held most."""
    rows = []
    for player in FIELD:
        suits = field.final_hands(player).suits()
        rows.append(Comparison(f"{player}: {suits.most}", player[:3], None, *suits.shares[suits.most], field.final_hands(player).hands))
    note = "An even spread would be 0.25."
    return Bars("The suit that is held most at the end", rows, "share of the cards in final hands", note)


def meld_bars(field: Field) -> Bars:
    """Sets or runs."""
    rows = [Comparison(player, player[:3], None, *field.final_hands(player).sets_share().interval()) for player in FIELD]
    note = "The paper: about two thirds for evolved players, almost none for the others, one third for RANDUMB."
    return Bars("Sets among the melds of final hands", rows, "share of sets", note)
