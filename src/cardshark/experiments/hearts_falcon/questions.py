"""What the FALCON paper leaves open: which method matters, which reading fits, what the whole hand teaches, and how sure ten runs are."""

from math import sqrt

import numpy as np

from cardshark.arena.stats import mean_of
from cardshark.experiments.hearts_falcon.claims import effects
from cardshark.experiments.hearts_falcon.measured import FalconRuns
from cardshark.experiments.hearts_falcon.readings import alternatives, effect_of, matters
from cardshark.experiments.hearts_falcon.settings import (
    BEYOND,
    CODINGS,
    METHODS,
    OURS,
    READINGS,
    SEPARATE,
    SHIPPED,
    WEIGHT,
    WHOLE,
    WHOLE_SEPARATE,
    grouped,
)
from cardshark.experiments.hearts_falcon.tables import (
    EQUAL,
    GROUPINGS,
    SIMULATIONS,
    THINKER_RATIO,
    THOUGHT,
)
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

RATIO = "penalty ratio"
UPDATES = "how weights change"
SPEEDS = "how fast to learn from good and bad tricks"


def questions(runs: FalconRuns) -> list[Question]:
    """The paper's, and ours."""
    return [
        Question("Which of the six methods matters most?", answer_ranking(runs), method_bars(runs)),
        Question("Which reading of the lost equations fits?", answer_fitting(runs), update_bars(runs)),
        Question("What else matters, where the paper is silent?", answer_importance(runs), reading_bars(runs)),
        Question("When can separate networks for leading and following help?", answer_apart(runs)),
        Question("Would the whole hand be a better teacher?", answer_whole_hand(runs), long_lines(runs)),
        Question("Do percepts and actions of our own help?", answer_own_percepts(runs)),
        Question("How good are the lab's brains at other tables?", answer_other_tables(runs), other_table_bars(runs)),
        Question("How many simulations does the Monte-Carlo player need?", answer_thinking(runs), thinking_line(runs)),
        Question("How sure are ten runs?", answer_certainty(runs)),
    ]


# ---- the methods ----


def answer_ranking(runs: FalconRuns) -> str:
    """The six methods, from the most effective to the least."""
    found = {(method, without): mean_of(each.tolist()) for method, ways in effects(runs).items() for without, each in ways.items()}
    order = sorted(found, key=lambda way: found[way].value, reverse=True)
    ranked = "; ".join(
        f"{method}: {with_interval(*found[method, without])} ({without} less {METHODS[method].agent})" for method, without in order
    )
    return f"By how much each lowers the ratio, largest first: {ranked}. What replaces a method is our choice; the paper does not say."


def method_bars(runs: FalconRuns) -> Bars:
    """The same in bars, and every ablation by itself."""
    rows = [
        Comparison(f"{method}: {without}" if len(ways) > 1 else method, method, None, *mean_of(each.tolist()))
        for method, ways in effects(runs).items() for without, each in ways.items()
    ]  # fmt: skip
    note = "Below 0 it does harm. Percepts are taken away in two ways."
    return Bars("The six methods", rows, "by how much the penalty ratio falls", note)


# ---- readings ----


def answer_fitting(runs: FalconRuns) -> str:
    """Every rule of learning beside the printed ratio of two networks."""
    printed = GROUPINGS[""]
    found = {name: runs.ratio(name) for name in rules_of_learning()}
    best = min(found, key=lambda name: abs(found[name].value - printed))
    below = [name for name, each in found.items() if each.high < EQUAL]
    beaten = (
        f"The rule-based agents are clearly beaten by these: {'; '.join(below)}." if below else "None clearly beats the rule-based agents."
    )
    return (
        f"The paper prints {printed} for two networks. {WEIGHT} has {with_interval(*found[WEIGHT])}: it was chosen on other deals, before "
        f"these runs. Of all readings {best} comes nearest with {with_interval(*found[best])}. {beaten} The best of many readings is also "
        "a lucky one, so its true ratio is probably a little worse."
    )


def rules_of_learning() -> list[str]:
    """The main reading, and every other rule and rate of learning."""
    return [WEIGHT, *READINGS[UPDATES], *READINGS[SPEEDS]]


def update_bars(runs: FalconRuns) -> Bars:
    """Ratios under every rule of learning."""
    rows = [Comparison(name, name.split(",")[0], GROUPINGS[""], *runs.ratio(name)) for name in rules_of_learning()]
    note = f"One network, after {runs.games():,} training hands. Diamond: the paper's ratio with two networks."
    return Bars("Readings of the learning rule", rows, RATIO, note)


def others_of(runs: FalconRuns) -> list[str]:
    """Readings of anything but the learning rule, from what matters most to what matters least."""
    names = [name for name in alternatives() if name not in rules_of_learning()]
    return sorted(names, key=lambda name: abs(effect_of(runs, name).value), reverse=True)


def answer_importance(runs: FalconRuns) -> str:
    """Which of them changes the level."""
    names = others_of(runs)
    heavy = [f"{name}: {with_interval(*effect_of(runs, name))}" for name in names if matters(effect_of(runs, name))]
    changing = f"These change the level, largest first: {'; '.join(heavy)}." if heavy else "None of them changes the level."
    return f"{changing} Of {len(names)} readings tried; with other rules or other rule-based agents the FALCON is also tested there."


def reading_bars(runs: FalconRuns) -> Bars:
    """What each other reading adds to the ratio."""
    rows = [
        Comparison(name, "categories searched for" if name in CODINGS else "others", None, *effect_of(runs, name))
        for name in others_of(runs)
    ]
    return Bars("Other readings", rows, "added to the penalty ratio", "Run by run, against the main reading.")


def answer_apart(runs: FalconRuns) -> str:
    """Separation, for a rule that moves one weight and for one that moves all."""
    one, every = runs.change(SEPARATE, WEIGHT), runs.change(WHOLE_SEPARATE, WHOLE)
    return (
        "Leading and following have no action in common, so where only the weight of the action taken moves, two networks learn exactly "
        f"what one does: here two networks change the ratio by {with_interval(*one)}. Where all weights move ({WHOLE}) they change it by "
        f"{with_interval(*every)}, from {with_interval(*runs.ratio(WHOLE))} to {with_interval(*runs.ratio(WHOLE_SEPARATE))}."
    )


# ---- beyond ----


def answer_whole_hand(runs: FalconRuns) -> str:
    """The paper's own proposal."""
    parts = []
    for name in BEYOND:
        marks = runs.row(name)["marks"]
        parts.append(f"{name}: {', '.join(f'{with_interval(*runs.ratio(name, at))} after {mark:,}' for at, mark in enumerate(marks))}")
    return (
        "The authors would learn from the whole hand. hand_mean credits every action with the points of the hand, rest_mean with what came "
        "after it, td with the best that the next decision promises (TD-FALCON); all explore. Ratio by training hands: "
        f"{'; '.join(parts)}. Trick by trick, {WEIGHT} has {with_interval(*runs.ratio(WEIGHT))} after {runs.games():,}. "
        f"{runs.count('td')} runs each."
    )


def long_lines(runs: FalconRuns) -> Chart:
    """Ratios of those who learn from the whole hand, by training hands."""
    series = []
    for name in BEYOND:
        marks = runs.row(name)["marks"]
        series.append(Series.of_intervals(name, marks, [runs.ratio(name, at) for at in range(len(marks))]))
    note = "Without learning or exploring, against three rule-based agents."
    return Chart("Learning from the whole hand", series, "training hands", RATIO, log_x=True, levels=[("equal", EQUAL)], note=note)


def answer_own_percepts(runs: FalconRuns) -> str:
    """Other percepts and actions."""
    parts = []
    for name, setting in OURS.items():
        design, games = setting.design, runs.games(name)
        parts.append(
            f"{name} notices {design.percepts} and has the actions “{design.actions}”: {with_interval(*runs.ratio(name))} against three "
            f"{setting.lesson.against} after {games:,} hands"
        )
    return f"{'; '.join(parts)}. rest_mean with the paper's percepts has {with_interval(*runs.ratio('rest_mean'))} after as many."


def answer_other_tables(runs: FalconRuns) -> str:
    """Brains of the lab beside hand-made players."""
    parts = [
        f"{one} among three {other}: {with_interval(*ratio)}" for (one, other), ratio in runs.at_other_tables().items() if one != other
    ]
    brains = "the lab's brains, on deals that they never learned from" if SHIPPED else "hand-made players"
    return f"Ratios of {brains}: {'; '.join(parts)}. Below {EQUAL}, a player is better than the others at the table."


def other_table_bars(runs: FalconRuns) -> Bars:
    """The ratios of players among three of another kind."""
    rows = [
        Comparison(f"{one} among three {other}", other, None, *ratio)
        for (one, other), ratio in runs.at_other_tables().items() if one != other
    ]  # fmt: skip
    return Bars("One among three of another", rows, RATIO)


# ---- thinking ahead ----


def answer_thinking(runs: FalconRuns) -> str:
    """Two Monte-Carlo players and two rule-based agents."""
    parts = [
        f"{count:,}: {with_interval(*runs.two_against_two('thinkers', at).players.interval())}" for at, count in enumerate(SIMULATIONS)
    ]
    return (
        f"Ratio of each of two Monte-Carlo players against two rule-based agents, by simulations a card: {'; '.join(parts)}. The paper "
        f"has {THINKER_RATIO} with {THOUGHT} and saw no gain beyond."
    )


def thinking_line(runs: FalconRuns) -> Chart:
    """The ratio of Monte-Carlo players, by simulations."""
    found = [runs.two_against_two("thinkers", at).players.interval() for at in range(len(SIMULATIONS))]
    series = [Series.of_intervals("Monte-Carlo", SIMULATIONS, found, THINKER_RATIO, THOUGHT)]
    return Chart("Simulations", series, "simulations a card", RATIO, log_x=True, levels=[("equal", EQUAL)])


# ---- how sure ----


def answer_certainty(runs: FalconRuns) -> str:
    """What a table of ten runs can tell."""
    hand, count, tests = runs.spread_of_hands(), runs.count(), runs.tests()
    luck = hand / sqrt(tests)
    names = [grouped(groups) for groups in GROUPINGS]
    spread = float(np.mean([runs.ratios(name).std(ddof=1) for name in names]))
    paired = float(np.mean([(runs.ratios(name) - runs.ratios(SEPARATE)).std(ddof=1) for name in names if name != SEPARATE]))
    return (
        f"The ratio of one hand has a standard deviation of {number(hand, 2)}, so the luck of {tests:,} test hands alone is "
        f"{number(luck, 4)} in each run; runs of one agent of table 3 have one of {number(spread, 4)}. So the standard error of a mean of "
        f"{count} runs is {number(spread / sqrt(count), 4)}, and that of the difference of two independent means "
        f"{number(spread * sqrt(2 / count), 4)}. Ours meet the same deals, run by run, so their differences have one of "
        f"{number(paired / sqrt(count), 4)}. The ten printed ratios span {number(max(GROUPINGS.values()) - min(GROUPINGS.values()), 4)}."
    )
