"""How the rummy paper can be read: all readings in one plot, and each point on which it is silent."""

import numpy as np

from cardshark.arena.stats import Interval
from cardshark.experiments.gin_td_evo.measured import RummyData, seeds_of
from cardshark.experiments.gin_td_evo.tables import EARLY, EQUAL, EVOS, PAIR_GAMES, TDS, WINS
from cardshark.experiments.gin_td_evo.variants import READINGS
from cardshark.experiments.seeds import over_seeds
from cardshark.report.figures import with_interval
from cardshark.report.result import Comparison, Forest, Reading
from cardshark.report.verdict import Effect, matters

LEAD = "share of games won less lost"
AS_WRITTEN = "as written"
CLIMBING = "the challenger is the champion and noise"
POINTS = {  # point, our choice, the alternative, its row among the readings
    "where the challenger comes from": (
        "the challenger before and noise, as the words say", "the champion and noise, as with Pollack and Blair whom the paper follows",
        CLIMBING,
    ),
    "a card drawn from the stock": (
        "is kept: the text exchanges it for one of the ten", "may be discarded at once", "a drawn card may be thrown back",
    ),
    "how values are compared": (
        "by the sum that goes into the output", "by the output in 32 bits, in which all that is nearly 1 is equal",
        "hands are compared by the output, in 32 bits",
    ),
    "how large random weights are": ("up to 1, as the paper's simulator has them", "up to 0.15", "first weights up to 0.15"),
    "a stock that is used up": ("the pile but its top card is shuffled", "turned over", "the pile is turned over, not shuffled"),
    "games that nobody wins": ("temporal differences learn from them", "they do not", "nothing is learned from drawn games"),
    "the hand of a player who knocks": ("is not valued: the reward follows", "is valued", "the hand that is laid down is valued"),
    "what scores are divided by": ("125, more than any hand brings", "100, and no more than 1", "scores are divided by 100"),
    "lambda of TD6": ("1.0, as the text says", "0.9, as in figure 1: TD5 with fewer games", "lambda is 1"),
    "what a turn is": ("one of either player", "one of both: figures of turns would halve", ""),
}  # fmt: skip


def printed_lead() -> float:
    """The printed lead of evolved players over the others: their share of games won, less that of games lost."""
    ahead = sum((WINS[one][other] or 0) - (WINS[other][one] or 0) for one in EVOS for other in TDS)
    return round(ahead / (PAIR_GAMES * len(EVOS) * len(TDS)), 2)


def forest(data: RummyData) -> Forest:
    """Evolution's lead under every reading, with intervals over seeds."""
    rows = []
    for mark in EQUAL:
        rows.append(row(data, f"as written, after {data.games(mark):,} games of both", "all players", data.equal_leads(mark)))
    rows.append(row(data, "as written, at the end", "all players", data.final_leads()))
    words = "champion and noise"
    rows.append(row(data, f"{words}, after {data.games(EQUAL[-1]):,} games", "all players", data.climber_leads(EQUAL[-1])))
    rows.append(row(data, f"{words}, at the end", "all players", data.climber_leads()))
    group = f"EVO3 against TD5, after {data.games(EARLY):,} games"
    rows += [Comparison(name, group, None, *data.both(name), len(data.variant_runs)) for name in READINGS]
    note = "A minus means that evolution is behind. The line is what figure 3 prints for the end."
    return Forest("Evolution's lead under every reading", rows, LEAD, printed_lead(), note)


def row(data: RummyData, label: str, group: str, leads: np.ndarray) -> Comparison:
    """A line of the plot."""
    return Comparison(label, group, None, *seeds_of(leads), len(data.runs))


def readings(data: RummyData) -> list[Reading]:
    """Every point that the paper leaves open; whether it matters follows from the plot."""
    found = []
    for point, (choice, alternative, name) in POINTS.items():
        if not name:
            found.append(Reading(point, choice, alternative, Effect.UNTESTED))
            continue
        change = change_by(data, name)
        effect = matters(*change[1:], printed_lead())
        note = f"evolution's lead changes by {with_interval(*change)}"
        note += "" if effect == Effect.LEVEL else ", which cannot be told from 0"
        found.append(Reading(point, choice, alternative, effect, note))
    return found


def change_by(data: RummyData, name: str) -> Interval:
    """How much a reading changes evolution's lead, seed by seed; the challenger's among all players, the others' of EVO3 over TD5."""
    if name == CLIMBING:
        return over_seeds(data.climber_leads(EQUAL[-1]).mean(axis=1) - data.equal_leads(EQUAL[-1]).mean(axis=1))
    return data.both(name, less=AS_WRITTEN)
