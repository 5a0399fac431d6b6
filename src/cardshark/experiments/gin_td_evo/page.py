"""The rummy paper: does a network learn gin rummy better from temporal differences, or by evolution?

One network values hands, a fixed policy plays by it, and only the way its weights are found differs: TD(lambda) with self-play, or
a hill climber whose champion moves towards challengers who win. Eight such players and a network of random weights play everybody
against everybody, every deck twice with the seats swapped.
"""

from collections.abc import Callable
from itertools import product

import numpy as np

from cardshark.arena.stats import Estimate, Interval, mean_of
from cardshark.experiments.gin_td_evo.claims import claims
from cardshark.experiments.gin_td_evo.measured import MeetingResult, RummyData
from cardshark.experiments.gin_td_evo.questions import CURVES, label_and_group, learning_curves, questions, regime_lines
from cardshark.experiments.gin_td_evo.readings import readings
from cardshark.experiments.gin_td_evo.runs import measure, size, tasks
from cardshark.experiments.gin_td_evo.tables import (
    EVENNESS,
    EVERYBODY,
    EVOS,
    PAIR_GAMES,
    PLAYERS,
    RANDUMB,
    RUNS,
    SCORES,
    TDS,
    TOTAL_SCORES,
    TOTAL_WINS,
    TURNS,
    WINS,
    Matrix,
    numbered,
)
from cardshark.report.record import Record
from cardshark.report.result import Bars, Comparison, Comparisons, CrossTable, Paper, Question, Result
from cardshark.report.verdict import known

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


def result(record: Record) -> Result:
    """The report."""
    data = RummyData(record)
    complete(data, record)
    many, fewer = data.tournament_meeting("EVO2", "TD1").pairs, data.tournament_meeting("TD1", "TD2").pairs
    return Result(
        PAPER, record.run,
        tables=[totals(data), total_scores(data), turns(data), evenness(data)],
        claims=claims(data),
        figures=[learning_curves(data, CURVES), regime_lines(data), suit_bars(data), meld_bars(data), heat(data)],
        questions=[*questions(data), *pair_by_pair(data)], readings=readings(data),
        lede=f"every player trained from {min(RUNS.values())} seeds · {many:,} mirrored pairs of games of every two players, {fewer:,} "
        "where both learned by temporal differences, because their games are long · more points are better",
    )  # fmt: skip


def complete(data: RummyData, record: Record) -> None:
    """Refuse a record in which a brain that was to be trained is missing, even one that no figure needs."""
    for task in tasks(record.run.scale, record.run.seed):
        if task.name not in data.brains:
            raise KeyError(task.name)


# ---- tables ----


def totals(data: RummyData) -> Comparisons:
    """The last line of the upper table of figure 3."""
    rows = [
        Comparison(
            player, player[:-1], TOTAL_WINS[player], *data.total(player, "wins"), data.tournament_meeting(player, RANDUMB).pairs,
            data.total_error(player, "wins"),
        )
        for player in PLAYERS
    ]  # fmt: skip
    commands = "; ".join(f"{player} “{data.brains[numbered(player)]['command']}”" for player in (BEST, "TD5"))
    note = f"Ours are shares of many games, times 80. Commands of two of the trainings: {commands}."
    return Comparisons("Games won: figure 3 beside ours", rows, "wins in 80 games, ten against each", 8, "pairs", note)


def total_scores(data: RummyData) -> Comparisons:
    """The last line of the lower table of figure 3."""
    rows = [
        Comparison(
            player, player[:-1], TOTAL_SCORES[player], *data.total(player, "score"), data.tournament_meeting(player, RANDUMB).pairs,
            data.total_error(player, "score"),
        )
        for player in PLAYERS
    ]  # fmt: skip
    return Comparisons("Points: figure 3 beside ours", rows, "points in 80 games, ten against each", 250, "pairs")


def turns(data: RummyData) -> Comparisons:
    """Figure 4, method by method; how far its turns spread is not known, so nothing is allowed for that."""
    rows = []
    for winners, losers in product((EVOS, TDS), (EVOS, TDS, (RANDUMB,))):
        printed = [each for one in winners for other, each in TURNS[one].items() if each is not None and other in losers]
        ours = [data.tournament_meeting(one, other).turns_won().value for one in winners for other in losers if one != other]
        found = mean_of([each for each in ours if known(each)])
        loser = losers[0][:-1] if len(losers) > 1 else RANDUMB
        rows.append(Comparison(f"against {loser}", winners[0][:-1], round(float(np.mean(printed))), *found, len(ours)))
    note = "Turns of either player, in the games that the first one won; means and intervals over pairs of players."
    return Comparisons("How long games last: figure 4 beside ours", rows, "turns of games won", 100, "pairs of players", note)


def evenness(data: RummyData) -> Comparisons:
    """Figure 6."""
    rows = []
    for place, kind in enumerate(("Suits", "Face values"), 1):
        for player in EVERYBODY:
            chances = data.small_tournaments(player)[:, place]
            low, middle, high = np.quantile(chances, [0.025, 0.5, 0.975])
            rows.append(
                Comparison(player, "", EVENNESS[player][place - 1], float(middle), float(low), float(high), len(chances), None, kind)
            )
    note = (
        "Median of our tournaments of the paper's size, 80 final hands each, and the range of 95 % of them. The test takes every card as "
        "drawn by itself, as the paper did; with enough hands it rejects any spread."
    )
    return Comparisons(
        "Are final hands even? Figure 6 beside ours", rows, "probability of an even spread (chi-squared)", 0.1, "tournaments", note
    )


# ---- figures ----


def heat(data: RummyData) -> CrossTable:
    """The tournament: wins less losses."""
    table = [[data.tournament_meeting(one, other).lead().interval() if one != other else None for other in EVERYBODY] for one in EVERYBODY]
    ends = [[[each[end] if each else None for each in row] for row in table] for end in range(3)]
    return CrossTable(
        "The tournament", EVERYBODY, EVERYBODY, *ends, unit="share of games won less lost", fewer_is_better=False,
        note="The first brain of everybody. A drawn game counts for nobody.",
    )  # fmt: skip


def suit_bars(data: RummyData) -> Bars:
    """Which suit is held most."""
    rows = []
    for player in EVERYBODY:
        suits = data.final_hands(player).suits()
        name, method = label_and_group(player)
        rows.append(Comparison(f"{name}: {suits.most}", method, None, *suits.shares[suits.most]))
    note = "An even spread would be 0.25."
    return Bars("The suit that is held most at the end", rows, "share of the cards in final hands", note)


def meld_bars(data: RummyData) -> Bars:
    """The share of sets among melds."""
    rows = [Comparison(*label_and_group(player), None, *data.final_hands(player).sets_share().interval()) for player in EVERYBODY]
    note = "The paper: about two thirds for evolved players, almost none for the others, one third for RANDUMB."
    return Bars("Sets among the melds of final hands", rows, "share of sets", note)


# ---- every two players ----


def pair_by_pair(data: RummyData) -> list[Question]:
    """All cells of figures 3 and 4, with a diamond for what is printed."""
    wins = cells(data, "Wins", WINS, PAIR_GAMES, MeetingResult.wins)
    points = cells(data, "Points", SCORES, PAIR_GAMES, MeetingResult.score)
    lengths = cells(data, "Turns", TURNS, 1, MeetingResult.turns_won)
    return [
        Question("Who won how often against whom?", "Wins in ten games; ours follow from many more.", wins),
        Question("Who scored how much against whom?", "Points in ten games; ours follow from many more.", points),
        Question("How long did whose wins take?", "Turns of the games that the first one won.", lengths),
    ]


def cells(data: RummyData, title: str, printed: Matrix, games: int, figure: Callable[[MeetingResult], Estimate]) -> Bars:
    """All cells of a printed matrix, beside ours."""
    rows = []
    for player in PLAYERS:
        for other, paper in printed[player].items():
            ours = Interval(*(games * end for end in figure(data.tournament_meeting(player, other)).interval()))
            rows.append(Comparison(f"{player} against {other}", player, paper, *ours))
    return Bars(f"{title} of every two players", rows, title.lower())
