"""What the rummy paper leaves open: its list of further research, and whether its conclusion survives."""

from collections.abc import Sequence

import numpy as np

from cardshark.arena.gin_hands import FACES
from cardshark.arena.stats import Interval, around
from cardshark.experiments.gin_td_evo.changes import LEAD, changes
from cardshark.experiments.gin_td_evo.measured import RummyData, crossed_mean, leads, strength, turns_by_game
from cardshark.experiments.gin_td_evo.meetings import HAND_MADE
from cardshark.experiments.gin_td_evo.tables import (
    EARLY,
    EQUAL,
    EVERYBODY,
    EVOS,
    GAMES,
    LEAST_TURNS,
    MARKS,
    PLAYERS,
    RANDUMB,
    REGIMES,
    TDS,
    TOTAL_WINS,
    brain_name,
    numbered,
)
from cardshark.experiments.gin_td_evo.variants import EVO, LONG, TD
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Bars, Chart, Comparison, Question, Series
from cardshark.report.verdict import Verdict, less, more

CURVES = ("TD2", "TD5", "EVO2", "EVO3")  # figure 2
OTHERS = tuple(player for player in PLAYERS if player not in CURVES)


def questions(data: RummyData) -> list[Question]:
    """The paper's list, and ours."""
    return [
        Question("Does the paper's conclusion survive?", answer_conclusion(data), equal_chart(data)),
        Question("What do ten games a pair show?", answer_ten_games(data), ten_bars(data)),
        Question("Do they beat players who never learned?", answer_hand_made(data), hand_made_bars(data)),
        Question("Which cards do they keep?", answer_faces(data), point_bars(data)),
        *changes(data),
        Question("Would more training help?", answer_more_training(data), learning_curves(data, OTHERS)),
    ]  # fmt: skip


# ---- the conclusion ----


def verdict_words(lead: Interval) -> str:
    """Which method is ahead, by its interval."""
    if more(lead.low, lead.high) == Verdict.REPRODUCED:
        return "evolution is ahead"
    return "temporal differences are ahead" if less(lead.low, lead.high) == Verdict.REPRODUCED else "neither is clearly ahead"


def answer_conclusion(data: RummyData) -> str:
    """Which method is ahead, after how many games; and whether small changes turn it round."""
    course = {mark: crossed_mean(leads(data.equal(mark))) for mark in EQUAL}
    final = crossed_mean(leads(data.evo_against_td()))
    by_games = "; ".join(
        f"after {data.games(mark):,} games {verdict_words(lead)} ({with_interval(*lead)})" for mark, lead in course.items()
    )
    changes = [long_words(data, name) for name in LONG]
    return (
        f"Evolved players' {LEAD} against temporal-difference players with as many games: {by_games}; with the games of the paper "
        f"{verdict_words(final)} ({with_interval(*final)}). So “co-evolution produced superior results” "
        f"{survives(course[EQUAL[-1]], final)}. That is against temporal differences with gamma = 1 and no exploration. With one "
        f"change, trained as long as {EVO} ({data.games_of(EVO):,} games): {'; '.join(changes)}."
    )


def long_words(data: RummyData, name: str) -> str:
    """Temporal differences with one change against final brains of two seeds each."""
    parts = []
    for player in (EVO, TD):
        found = [data.meeting("long", name, numbered(player, run)).lead().interval() for run in (1, 2)]
        ahead, behind = (sum(test(lead.low, lead.high) == Verdict.REPRODUCED for lead in found) for test in (more, less))
        word = "ahead of" if ahead == 2 else "behind" if behind == 2 else "not clearly ahead of or behind"
        parts.append(f"{word} {player} ({' and '.join(with_interval(*lead) for lead in found)} against its two seeds)")
    return f"{name} is {', '.join(parts)}"


def survives(same: Interval, final: Interval) -> str:
    """What becomes of the paper's conclusion, as the end of a sentence."""
    ahead = [more(each.low, each.high) for each in (same, final)]
    if all(each == Verdict.REPRODUCED for each in ahead):
        return "stands for the paper's own settings and numbers of games"
    if any(less(each.low, each.high) == Verdict.REPRODUCED for each in (same, final)):
        return "does not stand, even for the paper's own settings"
    return "is not certain, even for the paper's own settings: seeds differ too much"


def equal_chart(data: RummyData) -> Chart:
    """Method against method by the number of games."""
    line = Series.of_intervals("evolution", list(map(data.games, EQUAL)), [crossed_mean(leads(data.equal(mark))) for mark in EQUAL])
    each = [brain_line(data, player, run) for player in EVOS for run in (1, 2)]
    note = "Against all temporal-difference brains with as many games; the band is for other seeds of both. Other lines: single brains."
    title, x_label = "Evolution against temporal differences", "training games of both"
    return Chart(title, [line, *each], x_label, LEAD, levels=[("equal", 0)], note=note)


def brain_line(data: RummyData, player: str, run: int) -> Series:
    """The lead of one evolved brain, by the number of games."""
    marks = [mark for mark in EQUAL if mark < GAMES[player]]
    found = []
    for mark in marks:
        name = brain_name(numbered(player, run), mark)
        found.append(float(np.mean([met.lead().value for (one, _), met in data.equal(mark).items() if one == name])))
    return Series(f"{player}-{run}", list(map(data.games, marks)), found)


# ---- how much ten games say ----


def answer_ten_games(data: RummyData) -> str:
    """Tournaments of the printed size."""
    wins = {player: data.small_tournaments(player)[:, 0] for player in PLAYERS}
    count = min(map(len, wins.values()))
    table = np.array([wins[player][:count] for player in PLAYERS])
    best, evos = PLAYERS[int(table.mean(axis=1).argmax())], [PLAYERS.index(player) for player in EVOS]
    first = float((table.argmax(axis=0) == PLAYERS.index(best)).mean())
    above = float((table[evos].mean(axis=0) > np.delete(table, evos, axis=0).mean(axis=0)).mean())
    return (
        f"Our first ten games of every two players, five decks played twice, gave the wins below. We have {count} such tournaments. "
        f"{best}, the best player in the long run, wins a share of {number(first, 2)} of them; in a share of {number(above, 2)} the "
        f"evolved players win more games than the others. One cell of ten games has a standard error of up to 1.6 wins, a total about "
        f"{number(float(table.std(axis=1).mean()), 1)}."
    )


def ten_bars(data: RummyData) -> Bars:
    """Wins in the first tournament of the printed size."""
    rows = []
    for player in PLAYERS:
        first = sum(data.tournament_meeting(player, other).in_first_tournament("wins") for other in EVERYBODY if other != player)
        error = 1.96 * data.total_error(player, "wins")
        rows.append(Comparison(player, player[:-1], TOTAL_WINS[player], *around(first, error)))
    return Bars("Ten games a pair", rows, "wins in 80 games", "Our first ten games of every two.")


# ---- against those who never learned ----


def answer_hand_made(data: RummyData) -> str:
    """Everybody against hand-made players."""
    parts = []
    for stranger in HAND_MADE:
        best = max((*PLAYERS, *LONG), key=lambda player: data.meeting("hand-made", player, stranger).wins().value)
        met = data.meeting("hand-made", best, stranger)
        parts.append(f"against {stranger} the best, {best}, wins {with_interval(*met.wins().interval())} of its games")
    return (
        "lowcards keeps low cards and knows nothing of melds; simple and minimiser reduce their deadwood. "
        f"Here {'; '.join(parts)}. A player who does not beat lowcards knows less about gin than that low cards are good."
    )


def hand_made_bars(data: RummyData) -> Bars:
    """Wins against lowcards."""
    rows = [
        Comparison(player, "networks", None, *data.meeting("hand-made", player, "lowcards").wins().interval())
        for player in (*EVERYBODY, *LONG)
    ]
    return Bars("Against lowcards", rows, "share of games won")


# ---- final hands ----


def answer_faces(data: RummyData) -> str:
    """High cards, and the face that is held most."""
    parts = []
    for player in EVERYBODY:
        hands = data.final_hands(player)
        shares, high = hands.faces(), hands.each("10", "jack", "queen", "king") / hands.each(*FACES)
        parts.append(f"{player}: {with_interval(*high.interval())}, and most often the {shares.most}")
    return (
        "Share of tens and court cards in final hands (four of thirteen faces are 0.31), and the face that is held most. "
        f"{'; '.join(parts)}. The bars show what the ten cards count together: about 65 for any ten cards."
    )


def label_and_group(player: str) -> tuple[str, str]:
    """The name of a player beside its bar, and its method: players of one method share a colour."""
    return player.capitalize() if player == RANDUMB else player, "EVO" if player in EVOS else "TD" if player in TDS else RANDUMB


def point_bars(data: RummyData) -> Bars:
    """What final hands count."""
    rows = [Comparison(*label_and_group(player), None, *data.final_hands(player).each("points").interval()) for player in EVERYBODY]
    return Bars("What the ten cards of final hands count", rows, "points")


# ---- more training ----


def regime_lines(data: RummyData) -> Chart:
    """Figure 5."""
    series = []
    for player in REGIMES:
        marks = [mark for mark in MARKS if mark < GAMES[player]]
        found = [strength(data, brain_name(player, mark)) for mark in marks] + [strength(data, player)]
        series.append(Series.of_intervals(player, [*map(data.games, marks), data.games_of(player)], found))
    note = "Intermediate brains against the seven other players as they are at the end."
    return Chart("Figure 5: intermediate brains", series, "training games", "share of games won", note=note)


def learning_curves(data: RummyData, players: Sequence[str]) -> Chart:
    """Figure 2 for its own players, or the same for the others."""
    series = [
        Series(f"{player}-{run}", *turns_by_game(data.brains[numbered(player, run)]))
        for player in players for run in (1, 2)
    ]  # fmt: skip
    title = "Figure 2: turns while learning" if players == CURVES else "Turns while the others learn"
    note = "Every line is one training, of the first or the second seed. A game that nobody wins ends after 5,000 turns."
    return Chart(title, series, "training games", "turns a game", levels=[("never below, in the paper", LEAST_TURNS)], note=note)


def answer_more_training(data: RummyData) -> str:
    """Strength on the way and at the end."""
    parts = []
    for player in REGIMES:
        marks = [mark for mark in MARKS if mark < GAMES[player]]
        middle = marks[len(marks) // 2]
        then, now = strength(data, brain_name(player, middle)), strength(data, player)
        parts.append(
            f"{player} from {with_interval(*then)} after {data.games(middle):,} games "
            f"to {with_interval(*now)} after {data.games_of(player):,}"
        )
    evos, tds = (
        np.mean([strength(data, player).value - strength(data, brain_name(player, EARLY)).value for player in REGIMES if player in kind])
        for kind in (EVOS, TDS)
    )
    return (
        f"Share of games won against the seven other final players: {'; '.join(parts)}. From {data.games(EARLY):,} games to "
        f"the end evolved players gain {number(float(evos), 2)}, the others {number(float(tds), 2)}."
    )
