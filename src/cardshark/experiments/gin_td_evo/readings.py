"""Where the rummy paper is silent: every point, how we read it, and how much that matters."""

from cardshark.experiments.gin_td_evo.changes import LEAD, compare_variant, method_of, seeds_apart
from cardshark.experiments.gin_td_evo.measured import RummyData
from cardshark.experiments.gin_td_evo.tables import EARLY
from cardshark.report.figures import with_interval
from cardshark.report.result import Reading
from cardshark.report.verdict import Effect

POINTS = {  # point, our choice, the alternative, its brains
    "what follows the last turn of a player who knocks": (
        "the reward of the player", "the value of the hand that the player lays down, and then the reward", ("TD, last hand valued",),
    ),
    "games that nobody wins": ("temporal differences learn from them: nothing was won", "they do not", ("TD, draws ignored",)),
    "what scores are divided by": ("125, more than any hand brings", "100, and no more than 1", ("TD, score over 100",)),
    "how large random weights are": (
        "up to 1, as the simulator of the paper has them", "up to 0.15, one over the square root of the inputs",
        ("TD, small weights", "EVO, small weights"),
    ),
    "a card drawn from the stock": ("may be discarded at once", "is always kept", ("TD, no throwing back", "EVO, no throwing back")),
    "a stock that is used up": (
        "the pile but its top card is shuffled", "it is turned over in its order", ("TD, pile turned over", "EVO, pile turned over"),
    ),
    "where the challenger comes from": (
        "the champion and noise, as with Pollack and Blair whom the paper follows",
        "the challenger before and noise: the paper's words taken literally", ("EVO, walk",),
    ),
    "lambda of TD6": ("1.0, as the text says", "0.9, as figure 1 says", ()),
    "what a turn is": ("one of either player", "one of both", ()),
    "a game whose turns run out": ("nobody wins, and nobody is paid", "not said", ()),
}  # fmt: skip


def readings(data: RummyData) -> list[Reading]:
    """Every point that the paper leaves open."""
    found = []
    for point, (choice, alternative, names) in POINTS.items():
        if not names:
            found.append(Reading(point, choice, alternative, Effect.UNTESTED))
            continue
        parts = [f"{name} {with_interval(*data.meeting('variant', name, method_of(name)).lead().interval())}" for name in names]
        note = (
            f"{LEAD.capitalize()} of the alternative against the plain brains of its method, all after {data.games(EARLY):,} games: "
            f"{'; '.join(parts)}. {seeds_apart(data)}"
        )
        found.append(
            Reading(point, choice, alternative, Effect.LEVEL if any(compare_variant(data, name) for name in names) else Effect.SMALL, note)
        )
    return found
