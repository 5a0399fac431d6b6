"""Every point on which the network thesis is silent: other readings, and other ways to learn, compared with ours."""

from cardshark.arena.stats import Interval, difference_of
from cardshark.experiments.hearts_network.measured import NetworkRuns
from cardshark.experiments.hearts_network.tables import BASE, NOTHING
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Reading
from cardshark.report.verdict import Effect

CHANGES = 100  # points of a lead: more than this changes the level
LEAD = "points of lead over the opponents"
WHY = (
    "The lead is the opponents' mean final score less the learner's. A player who loses every game ends just above the limit, however "
    "badly it plays; so final scores cannot tell weak players apart, but the lead can. A run that blew up counts as one that learnt "
    f"nothing: its lead is that of random play, {number(NOTHING, 0)}."
)


def change_of_lead(runs: NetworkRuns, name: str) -> Interval:
    """How much lead another way to train gains, compared with ours."""
    return difference_of(*(runs("readings", each).leads_at_worst() for each in (name, BASE)))


def describe_change(runs: NetworkRuns, name: str) -> str:
    """The change of the lead in words."""
    losses = runs("readings", name).blown_up_words()
    return with_interval(*change_of_lead(runs, name)) + (f" ({losses})" if losses else "")


def changes_level(runs: NetworkRuns, name: str) -> bool:
    """Whether it changes the level, and not by chance."""
    found = change_of_lead(runs, name)
    return abs(found.value) > CHANGES and (found.low > 0 or found.high < 0)


def readings(runs: NetworkRuns) -> list[Reading]:
    """Every point that the thesis leaves open, and how much it matters."""

    def reading(point: str, choice: str, alternatives: dict[str, str]) -> Reading:
        notes = [f"{words}: {describe_change(runs, name)}" for words, name in alternatives.items()]
        effect = Effect.LEVEL if any(changes_level(runs, name) for name in alternatives.values()) else Effect.SMALL
        return Reading(point, choice, "; ".join(alternatives), effect, f"Points of lead gained: {'; '.join(notes)}.")

    return [
        reading(
            "who leads to the first trick", "everybody in turn",
            {"a random player": "a random player leads", "the seven of clubs": "the seven of clubs leads"},
        ),
        reading(
            "points of each player as inputs", "those of the hand",
            {"of the game": "points of the game", "of the game, as a part of the limit": "points of the game, scaled"},
        ),
        reading("cards played so far", "of finished tricks", {"those on the table too": "played: the table too"}),
        reading("cards left of each suit", "not yet played", {"without one's own": "left: without my own"}),
        reading("place in the trick", "1 to 4", {"0 to 3": "position from 0"}),
        reading("ReLU", "leaky (abstract), slope 0.01", {"plain (equation 2.2)": "plain ReLU"}),
        reading(
            "first weights", "uniform, up to one over the square root of what a unit sees; biases 0",
            {"up to 0.5": "first weights up to 0.5", "up to 1": "first weights up to 1"},
        ),
        reading(
            "points of a moon", "charged to the last trick",
            {"to every trick": "moon charged to every trick", "to nobody": "moon charged to nobody"},
        ),
        reading(
            "the training opponent", "the best of four ReLU networks of 64 after as many games",
            {"random players": "against random players", "Jake": "against Jake", "itself": "against itself"},
        ),
        Reading("“min” in table 3.4", "both are given: the best run and the lowest game", "not said which it is", Effect.UNTESTED),
    ]  # fmt: skip
