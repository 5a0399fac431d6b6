"""What the rummy paper leaves open beside its list of further research: why games are so short, and whether its conclusion survives."""

import numpy as np

from cardshark.experiments.gin_td_evo.measured import KINDS, Met, RummyData, seeds_of
from cardshark.experiments.gin_td_evo.tables import (
    CLIMBERS,
    CURVES,
    EVOS,
    FIRST,
    GAMES,
    LEAST_TURNS,
    MARKS,
    RANDUMB,
    REGIMES,
    TDS,
    TURNS,
)
from cardshark.experiments.gin_td_evo.variants import EVO, LONG_BRAIN, TD
from cardshark.report.figures import with_interval
from cardshark.report.result import Chart, Question, Series

DRAWN_AMONG_TDS = 9 / 100  # all nine draws of figure 3 are of two TD players, who played a hundred games
RIVALS = {"EVO": EVOS, "climbers": tuple(CLIMBERS), TD: (TD,)}


def questions(data: RummyData) -> list[Question]:
    """Three."""
    return [
        Question("Why do printed games end so soon?", answer_turns(data)),
        Question("Does the conclusion survive a gamma below 1?", answer_gamma(data)),
        Question("Does it survive games to 100, with bonuses?", answer_matches(data)),
    ]


def printed_turns(winners: tuple[str, ...], losers: tuple[str, ...]) -> float:
    """The mean of printed turns."""
    return float(np.mean([each for one in winners for other, each in TURNS[one].items() if each is not None and other in losers]))


def over(data: RummyData, kind: str, ones: tuple[str, ...], others: tuple[str, ...]) -> str:
    """Turns of games won, in words."""
    return with_interval(*seeds_of(data.table(Met.turns_won, kind, ones, others)))


def answer_turns(data: RummyData) -> str:
    """What a network of zeros does, beside the printed players."""
    lost = seeds_of(data.table(Met.share, "tournament", [FIRST], [RANDUMB]))
    suits, faces = (data.evenness(FIRST, KINDS[kind], mean_hand=True).mean() for kind in KINDS)
    lowcards = over(data, "hand-made", ("lowcards",), TDS)
    itself = np.mean([met.drawn() for met in data.met("tournament", FIRST, FIRST)])
    points = {names: with_interval(*seeds_of(np.array([data.held(name, "points") for name in names]).T)) for names in (EVOS, TDS)}
    return (
        f"Printed EVO players beat TD players in {printed_turns(EVOS, TDS):.0f} turns, ours in {over(data, 'tournament', EVOS, TDS)}, the "
        f"climbers in {over(data, 'climbers', tuple(CLIMBERS), TDS)}. First, printed TD players resemble a network of zeros: all hands are "
        "equal to it, so it gives away its first card, suit after suit. It wins "
        f"{with_interval(*lost)} of its games against random networks, in {over(data, 'tournament', (FIRST,), (RANDUMB,))} turns (printed "
        f"TD: all, in {printed_turns(TDS, (RANDUMB,)):.0f}); {float(np.nanmean(data.sets_share(FIRST))):.2f} of its melds are sets (almost "
        f"none); its suits are even at p = {suits:.2g} (0.01 to 0.03), its faces at {faces:.2f} (1.00). But it draws {itself:.2f} of its "
        f"games with itself, printed TD players {DRAWN_AMONG_TDS:.2f} of theirs. Second, the printed "
        f"EVO players keep low cards: who does only that beats TD in {lowcards} turns. Final hands count "
        f"{points[EVOS]} points with our EVO players, {points[TDS]} with TD, and 65 with any ten cards."
    )


def answer_gamma(data: RummyData) -> str:
    """Temporal differences with gamma 0.98, trained as long as EVO3, against everybody."""
    leads = {name: seeds_of(data.table(Met.lead, "longer", [LONG_BRAIN], names)) for name, names in RIVALS.items()}
    every = seeds_of(data.table(Met.lead, "longer", [LONG_BRAIN], [*EVOS, *CLIMBERS]))
    word = "ahead of evolution" if every.low > 0 else "behind evolution" if every.high < 0 else "not clearly ahead of evolution or behind"
    parts = "; ".join(f"{name} {with_interval(*lead)}" for name, lead in leads.items())
    return (
        f"TD5 with a gamma of 0.98 and as many games as {EVO} ({data.games_of(EVO):,}) is {word}: its lead over the six evolved players is "
        f"{with_interval(*every)} ({parts})."
    )


def lead_in_matches(data: RummyData) -> np.ndarray:
    """The lead of every evolved player over TD in games to 100: [seed, pair]."""
    return data.table(Met.lead, "match", EVOS, [TD])


def lead_in_hands(data: RummyData) -> np.ndarray:
    """The same in single hands."""
    return data.table(Met.lead, "tournament", EVOS, [TD])


def answer_matches(data: RummyData) -> str:
    """Evolution against temporal differences by the rules of a whole game."""
    matches, hands = (with_interval(*seeds_of(leads)) for leads in (lead_in_matches(data), lead_in_hands(data)))
    return f"The lead of the evolved players over {TD} is {matches} in games to 100, and {hands} in single hands."


# ---- figures 2 and 5 ----


def learning_curves(data: RummyData) -> Chart:
    """Figure 2, each line the mean over seeds."""
    series = []
    for player in CURVES:
        curves = data.curves(player)
        found = [seeds_of(np.array(each)) for each in zip(*(curve.each() for curve in curves), strict=True)]
        series.append(Series.of_intervals(player, curves[0].games(), found))
    note = (
        "Means over seeds. A game that nobody wins ends after 5,000 turns. The text names EVO3 alone; which others it draws is our guess."
    )
    levels = [("never below, in the paper", float(LEAST_TURNS))]
    return Chart("Figure 2: turns while learning", series, "training games", "turns a game", levels=levels, note=note)


def regime_lines(data: RummyData) -> Chart:
    """Figure 5, each line the mean over seeds."""
    series = []
    for player in REGIMES:
        marks = [mark for mark in MARKS if mark < GAMES[player]]
        found = [seeds_of(data.strength(player, mark)) for mark in (*marks, None)]
        series.append(Series.of_intervals(player, [*map(data.games, marks), data.games_of(player)], found))
    note = (
        "Intermediate brains against the seven other players as they are at the end; means over seeds. The text names EVO4 and TD4; which "
        "four it draws beside them is our guess."
    )
    return Chart("Figure 5: intermediate brains", series, "training games", "share of games won", note=note)
