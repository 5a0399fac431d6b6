"""Every point on which the network thesis is silent: other readings compared with ours, and what they do to the main claim."""

import numpy as np

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_network.grouped import NetworkRuns, SettingRuns, tried
from cardshark.experiments.hearts_network.recipes import BASE, sigmoid_name
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, RELUS, SIGMOIDS
from cardshark.experiments.hearts_network.tasks import LENGTHS, cell_name, cells
from cardshark.experiments.seeds import differences, over_seeds, paired_over_seeds
from cardshark.learning.hearts.hindsight_kernel import Credit
from cardshark.report.figures import with_interval
from cardshark.report.result import Comparison, Forest, Reading
from cardshark.report.verdict import Effect, matters, most

LEAD = "points of lead over the opponents"
AS_READ = "as we read it"  # the group of our own reading in a plot
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
}
TEACHERS = {"random players": "against random players", "Jake": "against Jake", "itself": "against itself"}  # other training opponents
UNTESTED = [  # what can be read in other ways, which were not tried
    Reading("“min” in table 3.4", "the lowest single game", "the mean of the best run, which the note under the table has and a claim "
            "rests on", note="No mean of eight runs lies more than 2.5 of their standard deviations below their mean; printed are 2.8 and "
            "2.9 for one and two layers."),
    Reading("who sits where in tables 3.6 and 3.7", "clockwise, as the rows stand", "any other way: “Wins by order” has all six",
            note="Three claims rest on it: who wins the competition, mixed company, and the left neighbour."),
    Reading("how epsilon falls (“slowly decaying to 0 percent”)", "in a line, game by game", "in steps, or as a curve"),
    Reading("at which rate the training opponent learned", "0.001", "any other: the thesis does not say"),
    Reading("rates between those tried", "none: those of the thesis lie ten times apart", "any, for either activation"),
]  # fmt: skip
BEYOND = ("one network for all tricks", "our inputs", "our inputs, one network")  # no readings: other ways to learn
PRINTED_GAP = ACTIVATIONS[RELUS[0]].mean - ACTIVATIONS[SIGMOIDS[0]].mean  # of the main claim; what is less is a small effect


# ---- one layer of ReLUs under other readings ----


def change_of_lead(runs: NetworkRuns, name: str) -> Interval:
    """How much lead another reading gains, compared with ours, seed by seed."""
    return paired_over_seeds(*(runs.reading(each).by_seed() for each in (name, BASE)))


def change_of_age(runs: NetworkRuns, games: int) -> Interval:
    """How much lead is gained over opponents that learned for so many games, compared with the youngest, seed by seed."""
    return paired_over_seeds(*(runs("crossed", cell_name(RELUS[0], *aged(each))).by_seed() for each in (games, LENGTHS[0])))


def aged(games: int) -> tuple[int, Credit, Credit]:
    """The cell of opponents that learned for so many games, with moons as we read them."""
    return games, Credit.LAST_TRICK, Credit.LAST_TRICK


def describe_changes(runs: NetworkRuns, others: dict[str, str]) -> str:
    """The changes of the lead in words."""
    found = []
    for words, name in others.items():
        losses = runs.reading(name).blown_up_words()
        found.append(f"{words}: {with_interval(*change_of_lead(runs, name))}" + (f" ({losses})" if losses else ""))
    return "; ".join(found)


def effect_of(changes: list[Interval]) -> Effect:
    """How much it matters. A lead changes by more than the final score, so what stays within the printed gap in lead does so in score."""
    return most(matters(each.low, each.high, abs(PRINTED_GAP)) for each in changes)


def readings(runs: NetworkRuns) -> list[Reading]:
    """Every point that the thesis leaves open, and how much it matters."""
    found = []
    for point, (choice, others) in POINTS.items():
        effect = effect_of([change_of_lead(runs, name) for name in others.values()])
        found.append(Reading(point, choice, "; ".join(others), effect, f"Points of lead gained: {describe_changes(runs, others)}."))
    return [*found, opponent_reading(runs), *UNTESTED, rate_reading(runs)]


def opponent_reading(runs: NetworkRuns) -> Reading:
    """Who taught, and for how long they had learned."""
    ages = {f"{games:,} games": change_of_age(runs, games) for games in LENGTHS[1:]}
    told = "; ".join(f"{words}: {with_interval(*change)}" for words, change in ages.items())
    note = (
        f"Points of lead gained over ours, though others taught: {describe_changes(runs, TEACHERS)}. Each over those that taught it, "
        f"compared with {LENGTHS[0]:,} games: {told}."
    )
    effect = effect_of([*(change_of_lead(runs, name) for name in TEACHERS.values()), *ages.values()])
    choice = f"the best of four ReLU networks of 64 after {LENGTHS[0]:,} games (“a long period of time”)"
    return Reading("the training opponent", choice, "; ".join([*TEACHERS, *ages]), effect, note)


def rate_reading(runs: NetworkRuns) -> Reading:
    """By what the best learning rate is known: the lead, or as the thesis has it the lowest score and the most wins."""
    others = []
    for each in ACTIVATIONS:
        scores = {rate: group.means_at_worst(runs.loser_score) for rate, group in tried(runs, each.name).items()}
        lowest = min(scores, key=lambda rate: float(np.mean(scores[rate])))
        others += [f"{each.name} at {lowest:g}"] if lowest != runs.rates[each.name] else []
    note = f"By the lowest score: {', '.join(others) or 'the same rates'}."
    words = "the largest lead in the trials; a run that blew up counts as random play"
    return Reading("by what the best rate is known", words, "“the lowest score and the most wins”", note=note)


# ---- in two plots ----


def row_of(label: str, group: str, runs: SettingRuns) -> Comparison:
    """A reading's final score over seeds; runs that blew up are told."""
    losses = runs.blown_up_words()
    scores = runs.means()
    found = over_seeds(scores) if len(scores) > 1 else (None, None, None)
    return Comparison(f"{label} ({losses})" if losses else label, group, None, *found, n=len(scores))


def level_forest(runs: NetworkRuns) -> Forest:
    """One layer of 64 ReLUs under every reading; the line is what the thesis prints for it."""
    relu = RELUS[0]
    usual = runs.at_best(relu)
    rows = [row_of("ours", AS_READ, usual)]
    rows += [row_of(f"ours, at {relu.rate:g}", AS_READ, runs("activations", relu.name))] if usual.rate != relu.rate else []
    rows += [row_of(label, "another reading", runs.reading(name)) for label, name in labelled()]
    rows += [row_of(words, "taught by others, tested against ours", runs.reading(name)) for words, name in TEACHERS.items()]
    rows.append(row_of("a league", "taught by others, tested against ours", runs.reading("against a league")))
    crossed = [runs("crossed", cell_name(relu, *cell)) for cell in cells()]
    group = f"taught by {len(crossed[0].rows)} other opponents, tested against these"
    rows += [row_of(cell_words(*cell), group, found) for cell, found in zip(cells(), crossed, strict=True)]
    rows += [row_of(name, "beyond the thesis", runs.reading(name)) for name in BEYOND]
    note = (
        f"All at {usual.rate:g}, our best, if not said otherwise; the line is printed for {relu.rate:g}, and for a test against those that "
        "taught: it is not the line of who was taught by others and tested against ours. An effect in the table of readings is small if "
        f"all of its interval lies within ± {abs(PRINTED_GAP)}, the printed gap of ReLU and sigmoid."
    )
    return Forest("The level of one layer of 64 ReLUs", rows, "mean final score", ACTIVATIONS[relu].mean, note)


def labelled() -> list[tuple[str, str]]:
    """The readings of single points, in words and by name."""
    return [(f"{point}: {words}", name) for point, (_, others) in POINTS.items() for words, name in others.items()]


def cell_words(games: int, theirs: Credit, ours: Credit) -> str:
    """A cell of opponents and moons in words."""
    also = " (also of the opponent)" if theirs else ""
    return f"{games:,} games, moon to {CREDITS[ours]}{also}"


# ---- the main claim under other readings ----


def gap_row(label: str, group: str, relu: SettingRuns, sigmoid: SettingRuns) -> Comparison:
    """ReLU less sigmoid, seed by seed; runs that blew up are told."""
    gaps = differences(relu.means_by_seed(), sigmoid.means_by_seed())
    found = over_seeds([*gaps.values()]) if len(gaps) > 1 else (None, None, None)
    losses = "; ".join(f"{name} {each.blown_up_words()}" for name, each in (("ReLU:", relu), ("sigmoid:", sigmoid)) if each.blown_up)
    return Comparison(f"{label} ({losses})" if losses else label, group, None, *found, n=len(gaps))


def forest(runs: NetworkRuns) -> Forest:
    """The main claim under every reading that concerns both activations; the line is what the thesis prints."""
    pair = RELUS[0], SIGMOIDS[0]
    best = [runs.at_best(each) for each in pair]
    rows = [gap_row("ours, best rates", AS_READ, *best)]
    if [each.rate for each in best] != [each.rate for each in pair]:
        rows.append(gap_row("ours, printed rates", AS_READ, *(runs("activations", each.name) for each in pair)))
    for label, name in labelled():
        both = runs.has("readings", sigmoid_name(name))
        if both or name == "plain ReLU":  # of ReLUs alone: compared with our sigmoid
            rows.append(gap_row(label, "another reading", runs.reading(name), runs("readings", sigmoid_name(name)) if both else best[1]))
    rows += [gap_row(cell_words(*cell), "other opponents: games that they learned for", *crossed_pair(runs, cell)) for cell in cells()]
    note = (
        f"Paired by seed; below 0 ReLU is better. ReLU at {best[0].rate:g}, sigmoid at {best[1].rate:g}: our best, not chosen anew for "
        f"each reading; the line is printed for {pair[0].rate:g}. The claims compare without pairs, so their intervals are wider."
    )
    return Forest("ReLU less sigmoid, one layer, under every reading", rows, "points of the final score", PRINTED_GAP, note)


def crossed_pair(runs: NetworkRuns, cell: tuple[int, Credit, Credit]) -> list[SettingRuns]:
    """Both activations against other opponents."""
    return [runs("crossed", cell_name(each, *cell)) for each in (RELUS[0], SIGMOIDS[0])]


def gap_against(runs: NetworkRuns, games: int) -> Interval:
    """ReLU less sigmoid against other opponents of some age."""
    return paired_over_seeds(*(each.means_by_seed() for each in crossed_pair(runs, aged(games))))


def level_of(runs: NetworkRuns, games: int, ours: Credit = Credit.LAST_TRICK) -> SettingRuns:
    """One layer of ReLUs against opponents of some age."""
    return runs("crossed", cell_name(RELUS[0], games, Credit.LAST_TRICK, ours))
