"""Every point on which the network thesis is silent: other readings compared with ours, and all of them in one plot."""

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_network.grouped import NetworkRuns, SettingRuns
from cardshark.experiments.hearts_network.recipes import BASE
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, RELUS, SIGMOIDS, Setting
from cardshark.experiments.hearts_network.tasks import LENGTHS, cell_name, cells
from cardshark.experiments.seeds import over_seeds, paired_over_seeds
from cardshark.learning.hearts.hindsight_kernel import Credit
from cardshark.report.figures import with_interval
from cardshark.report.result import Comparison, Forest, Reading
from cardshark.report.verdict import Effect

LEAD = "points of lead over the opponents"
CREDITS = {Credit.LAST_TRICK: "the last trick", Credit.EVERY_STEP: "every trick", Credit.NONE: "nobody"}
POINTS = {  # what is open, our choice, and the other readings by their names
    "who leads to the first trick": (
        "everybody in turn",
        {"a random player": "a random player leads", "the seven of clubs": "the seven of clubs leads"},
    ),
    "points of each player as inputs": (
        "those of the hand",
        {"of the game": "points of the game", "of the game, as a part of the limit": "points of the game, scaled"},
    ),
    "cards played so far": ("of finished tricks", {"those on the table too": "played: the table too"}),
    "cards left of each suit": ("not yet played", {"without one's own": "left: without my own"}),
    "place in the trick": ("1 to 4", {"0 to 3": "position from 0"}),
    "ReLU": ("leaky (abstract), slope 0.01", {"plain (equation 2.2)": "plain ReLU"}),
    "first weights": (
        "uniform, up to one over the square root of what a unit sees; biases 0",
        {"up to 0.5": "first weights up to 0.5", "up to 1": "first weights up to 1"},
    ),
    "points of a moon": (
        "charged to the last trick",
        {"to every trick": "moon charged to every trick", "to nobody": "moon charged to nobody"},
    ),
    "the training opponent": (
        "the best of four ReLU networks of 64 after 1,000 games",
        {"random players": "against random players", "Jake": "against Jake", "itself": "against itself"},
    ),
}
BEYOND = ("one network for all tricks", "our inputs", "our inputs, one network", "against a league")  # no readings: other ways to learn


def change_of_lead(runs: NetworkRuns, name: str) -> Interval:
    """How much lead another reading gains, compared with ours, seed by seed."""
    return paired_over_seeds(*(runs.reading(each).by_seed() for each in (name, BASE)))


def describe_change(runs: NetworkRuns, name: str) -> str:
    """The change of the lead in words."""
    losses = runs.reading(name).blown_up_words()
    return with_interval(*change_of_lead(runs, name)) + (f" ({losses})" if losses else "")


def changes_level(runs: NetworkRuns, name: str) -> bool:
    """Whether it changes the level, and not by chance."""
    found = change_of_lead(runs, name)
    return found.low > 0 or found.high < 0


def readings(runs: NetworkRuns) -> list[Reading]:
    """Every point that the thesis leaves open, and how much it matters."""
    found = []
    for point, (choice, others) in POINTS.items():
        notes = [f"{words}: {describe_change(runs, name)}" for words, name in others.items()]
        effect = Effect.LEVEL if any(changes_level(runs, name) for name in others.values()) else Effect.SMALL
        found.append(Reading(point, choice, "; ".join(others), effect, f"Points of lead gained: {'; '.join(notes)}."))
    lowest = Reading(
        "“min” in table 3.4", "the mean of the best run", "the lowest single game, which the note under the table has", Effect.UNTESTED
    )
    return [*found, lowest]


# ---- all in one plot ----


def row_of(label: str, group: str, runs: SettingRuns, paper: float | None = None) -> Comparison:
    """A reading's final score over seeds; runs that blew up are told."""
    losses = runs.blown_up_words()
    scores = runs.means()
    found = over_seeds(scores) if len(scores) > 1 else (None, None, None)
    return Comparison(f"{label} ({losses})" if losses else label, group, paper, *found, n=len(scores))


def forest(runs: NetworkRuns) -> Forest:
    """One layer of 64 under every reading; the line is what the thesis prints for ReLU."""
    rows = [row_of("ours", "ReLU, 1 × 64, as we read it", runs.at_best(RELUS[0]))]
    rows += [
        row_of(f"{point}: {words}", "another reading", runs.reading(name))
        for point, (_, others) in POINTS.items()
        for words, name in others.items()
    ]
    rows += [row_of(name, "beyond the thesis", runs.reading(name)) for name in BEYOND]
    for each in (RELUS[0], SIGMOIDS[0]):
        group = f"{each.name}: games of its opponent, and to whom a moon is charged"
        printed = ACTIVATIONS[each].mean if each == SIGMOIDS[0] else None
        rows += [row_of(cell_words(*cell), group, runs("crossed", cell_name(each, *cell)), printed) for cell in cells()]
    note = f"Test games against three of the opponent learned from; those of {LENGTHS[0]:,} games and more are of other seeds than ours."
    return Forest("One layer of 64 units under every reading", rows, "mean final score", ACTIVATIONS[RELUS[0]].mean, note)


def cell_words(games: int, theirs: Credit, ours: Credit) -> str:
    """A cell of opponents and moons in words."""
    also = " (also of the opponent)" if theirs else ""
    return f"{games:,} games, moon to {CREDITS[ours]}{also}"


def level_of(runs: NetworkRuns, each: Setting, games: int, ours: Credit = Credit.LAST_TRICK) -> Interval:
    """The final score of one layer against opponents of some age."""
    return over_seeds(runs("crossed", cell_name(each, games, Credit.LAST_TRICK, ours)).means())
