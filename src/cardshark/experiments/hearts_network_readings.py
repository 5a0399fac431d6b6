"""Every point on which the network thesis is silent: other readings, and other ways to learn, compared with ours."""

from collections.abc import Sequence

from cardshark.arena import stats
from cardshark.arena.stats import Interval
from cardshark.experiments.figures import measured
from cardshark.experiments.hearts_network_groups import Groups, mean_of
from cardshark.experiments.hearts_network_tables import BASE, LIMIT
from cardshark.experiments.result import Bars, Comparison, Reading
from cardshark.experiments.verdict import Effect

CHANGES = 100  # points of a final score: so much changes the level
BELOW = "points below 10,000 at the end"
BEYOND = ("one network for all tricks", "our inputs", "our inputs, one network", "against itself", "against a league")


def below(values: Sequence[float]) -> Interval:
    """How far below the limit runs end: bars of the scores themselves would all look alike."""
    return mean_of([LIMIT - value for value in values])


def gap(runs: Groups, name: str) -> str:
    """Another way to train, compared with ours."""
    group = runs("readings", name)
    if len(group.means()) < 2:
        return "blew up"
    test = stats.welch(group.means(), runs("readings", BASE).means())
    words = measured(test.difference, test.low, test.high)
    return f"{words}{f', {group.blown_up} of {len(group.rows)} blew up' if group.blown_up else ''}"


def matters(runs: Groups, name: str) -> bool:
    """Whether it changes the level, and not by chance."""
    group = runs("readings", name)
    if group.blown_up > len(group.rows) / 2:
        return True
    test = stats.welch(group.at_worst(), runs("readings", BASE).means())
    return abs(test.difference) > CHANGES and (test.low > 0 or test.high < 0)


def beyond(runs: Groups) -> str:
    """What other networks and opponents do."""
    group = runs("readings", BASE)
    changes = "; ".join(f"{name} {gap(runs, name)}" for name in BEYOND)
    return (
        f"One layer of 64 ReLUs, {len(group.rows)} runs of {group.rows[0]['games']:,} games each, tested against three of the training "
        f"opponent. Compared with the thesis's way, which ends at {measured(*mean_of(group.means()))}, final scores are higher (lower, "
        f"with a minus) by: {changes}. Against itself and in a league a network meets the training opponent less or never while it "
        "learns, so it is tested on a stranger."
    )


def reading_bars(runs: Groups, title: str, names: Sequence[str]) -> Bars:
    """How far below the limit networks end under other readings."""
    rows = [
        Comparison(name, "", None, *below(runs("readings", name).at_worst()), len(runs("readings", name).rows)) for name in (BASE, *names)
    ]
    return Bars(title, rows, BELOW, "Longer is better.")


# ---- where the paper is silent ----


def readings(runs: Groups) -> list[Reading]:
    """Every point that the thesis leaves open, and how much it matters."""

    def reading(point: str, choice: str, alternatives: dict[str, str]) -> Reading:
        notes = [f"{words} {gap(runs, name)}" for words, name in alternatives.items()]
        effect = Effect.LEVEL if any(matters(runs, name) for name in alternatives.values()) else Effect.SMALL
        return Reading(point, choice, "; ".join(alternatives), effect, f"Points that the final score is higher: {'; '.join(notes)}.")

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
        Reading("“min” in table 3.4", "not said whether a game or the mean of a run", "both stand under the table", Effect.UNTESTED),
    ]  # fmt: skip
