"""What the FALCON paper leaves open: which method matters, which reading fits, what the whole hand teaches, and how sure ten runs are."""

from math import sqrt

import numpy as np

from cardshark.experiments.hearts_falcon.claims import effects
from cardshark.experiments.hearts_falcon.measured import Field
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
from cardshark.experiments.hearts_network.groups import mean_of
from cardshark.report.figures import measured, number
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

RATIO = "penalty ratio"
UPDATES = "how weights change"
SPEEDS = "how fast to learn from good and bad tricks"


def questions(field: Field) -> list[Question]:
    """The paper's, and ours."""
    return [
        Question("Which of the six methods matters most?", ranking(field), method_bars(field)),
        Question("Which reading of the lost equations fits?", fitting(field), update_bars(field)),
        Question("What else matters, where the paper is silent?", importance(field), reading_bars(field)),
        Question("When can separate networks for leading and following help?", apart(field)),
        Question("Would the whole hand be a better teacher?", whole_hand(field), long_lines(field)),
        Question("Do percepts and actions of our own help?", ours(field)),
        Question("How good is that against strangers?", strangers(field), stranger_bars(field)),
        Question("How many simulations does the Monte-Carlo player need?", thinking(field), thinking_line(field)),
        Question("How sure are ten runs?", certainty(field)),
    ]


# ---- the methods ----


def ranking(field: Field) -> str:
    """From the most effective to the least."""
    found = {(method, without): mean_of(each.tolist()) for method, ways in effects(field).items() for without, each in ways.items()}
    order = sorted(found, key=lambda way: found[way].value, reverse=True)
    told = "; ".join(f"{method} {measured(*found[method, without])} ({without} less {METHODS[method][1]})" for method, without in order)
    return f"What each takes off the ratio, most first: {told}. What stands in the place of a method is our choice; the paper does not say."


def method_bars(field: Field) -> Bars:
    """The same in bars, and every ablation by itself."""
    rows = [
        Comparison(f"{method}: {without}" if len(ways) > 1 else method, method, None, *mean_of(each.tolist()))
        for method, ways in effects(field).items() for without, each in ways.items()
    ]  # fmt: skip
    note = "Below 0 it does harm. Percepts are taken away in two ways."
    return Bars("The six methods", rows, "taken off the penalty ratio", note)


# ---- readings ----


def fitting(field: Field) -> str:
    """Every rule of learning beside the printed ratio of two networks."""
    printed = GROUPINGS[""]
    found = {name: field.ratio(name) for name in rules_of_learning()}
    best = min(found, key=lambda name: abs(found[name].value - printed))
    below = [name for name, each in found.items() if each.high < EQUAL]
    beaten = f"The rule-based agents are clearly beaten by {', '.join(below)}." if below else "None clearly beats the rule-based agents."
    return (
        f"The paper prints {printed} for two networks. {WEIGHT} has {measured(*found[WEIGHT])}: it was chosen on other deals, before these "
        f"runs. Of all readings {best} comes nearest with {measured(*found[best])}. {beaten} The best of several flatters itself a "
        "little: it was the luckiest, too."
    )


def rules_of_learning() -> list[str]:
    """The main reading, and every other rule and rate of learning."""
    return [WEIGHT, *READINGS[UPDATES], *READINGS[SPEEDS]]


def update_bars(field: Field) -> Bars:
    """Ratios under every rule of learning."""
    rows = [Comparison(name, name.split(",")[0], GROUPINGS[""], *field.ratio(name)) for name in rules_of_learning()]
    note = f"One network, after {field.games():,} training hands. Diamond: the paper's ratio with two networks."
    return Bars("Readings of the learning rule", rows, RATIO, note)


def others_of(field: Field) -> list[str]:
    """Readings of anything but the learning rule, from what matters most to what matters least."""
    names = [name for name in alternatives() if name not in rules_of_learning()]
    return sorted(names, key=lambda name: abs(effect_of(field, name).value), reverse=True)


def importance(field: Field) -> str:
    """Which of them changes the level."""
    names = others_of(field)
    heavy = [f"{name} {measured(*effect_of(field, name))}" for name in names if matters(effect_of(field, name))]
    told = f"These change the level, most first: {'; '.join(heavy)}." if heavy else "None of them changes the level."
    return f"{told} Of {len(names)} readings tried; with other rules or other rule-based agents the FALCON is also tested there."


def reading_bars(field: Field) -> Bars:
    """What each adds."""
    rows = [
        Comparison(name, "categories searched for" if name in CODINGS else "others", None, *effect_of(field, name))
        for name in others_of(field)
    ]
    return Bars("Other readings", rows, "added to the penalty ratio", "Run by run, against the main reading.")


def apart(field: Field) -> str:
    """Separation, for a rule that moves one weight and for one that moves all."""
    one, every = field.change(SEPARATE, WEIGHT), field.change(WHOLE_SEPARATE, WHOLE)
    return (
        "Leading and following have no action in common, so where only the weight of the action taken moves, two networks learn exactly "
        f"what one does: here two networks change the ratio by {measured(*one)}. Where all weights move ({WHOLE}) they change it by "
        f"{measured(*every)}, from {measured(*field.ratio(WHOLE))} to {measured(*field.ratio(WHOLE_SEPARATE))}."
    )


# ---- beyond ----


def whole_hand(field: Field) -> str:
    """The paper's own proposal."""
    parts = []
    for name in BEYOND:
        marks = field.row(name)["marks"]
        parts.append(f"{name} {', '.join(f'{measured(*field.ratio(name, at))} after {mark:,}' for at, mark in enumerate(marks))}")
    return (
        "The authors would learn from the whole hand. hand_mean credits every action with the points of the hand, rest_mean with what came "
        "after it, td with the best that the next decision promises (TD-FALCON); all explore. Ratio by training hands: "
        f"{'; '.join(parts)}. Trick by trick, {WEIGHT} has {measured(*field.ratio(WEIGHT))} after {field.games():,}. "
        f"{field.runs('td')} runs each."
    )


def long_lines(field: Field) -> Chart:
    """By the number of training hands."""
    series = []
    for name in BEYOND:
        marks = field.row(name)["marks"]
        values, lows, highs = zip(*(field.ratio(name, at) for at in range(len(marks))), strict=True)
        series.append(Series(name, marks, values, lows, highs))
    note = "Without learning or exploring, against three rule-based agents."
    return Chart("Learning from the whole hand", series, "training hands", RATIO, log_x=True, levels=[("equal", EQUAL)], note=note)


def ours(field: Field) -> str:
    """Other percepts and actions."""
    parts = []
    for name, setting in OURS.items():
        design, games = setting.design, field.games(name)
        parts.append(
            f"{name} notices {design.percepts} and can do {design.actions}: {measured(*field.ratio(name))} against three "
            f"{setting.lesson.against} after {games:,} hands"
        )
    return f"{'; '.join(parts)}. rest_mean with the paper's percepts has {measured(*field.ratio('rest_mean'))} after as many."


def strangers(field: Field) -> str:
    """Brains of the lab beside hand-made players."""
    parts = [f"{one} among three {other} {measured(*ratio)}" for (one, other), ratio in field.strangers().items() if one != other]
    brains = "the lab's brains, on deals that they never learned from" if SHIPPED else "hand-made players"
    return f"Ratios of {brains}: {'; '.join(parts)}. Below {EQUAL} is better than the others at the table."


def stranger_bars(field: Field) -> Bars:
    """The same in bars."""
    rows = [
        Comparison(f"{one} among three {other}", other, None, *ratio)
        for (one, other), ratio in field.strangers().items() if one != other
    ]  # fmt: skip
    return Bars("One among three of another", rows, RATIO)


# ---- thinking ahead ----


def thinking(field: Field) -> str:
    """Two Monte-Carlo players and two rule-based agents."""
    parts = [f"{count:,}: {measured(*field.two_of('thinkers', at)[0].interval())}" for at, count in enumerate(SIMULATIONS)]
    return (
        f"Ratio of each of two Monte-Carlo players against two rule-based agents, by simulations a card: {'; '.join(parts)}. The paper "
        f"has {THINKER_RATIO} with {THOUGHT} and saw no gain beyond."
    )


def thinking_line(field: Field) -> Chart:
    """By simulations."""
    found = [field.two_of("thinkers", at)[0].interval() for at in range(len(SIMULATIONS))]
    values, lows, highs = zip(*found, strict=True)
    series = [Series("Monte-Carlo", SIMULATIONS, values, lows, highs, THINKER_RATIO, THOUGHT)]
    return Chart("Simulations", series, "simulations a card", RATIO, log_x=True, levels=[("equal", EQUAL)])


# ---- how sure ----


def certainty(field: Field) -> str:
    """What a table of ten runs can tell."""
    hand, runs, tests = field.spread_of_hands(), field.runs(), field.tests()
    luck = hand / sqrt(tests)
    names = [grouped(groups) for groups in GROUPINGS]
    spread = float(np.mean([field.ratios(name).std(ddof=1) for name in names]))
    paired = float(np.mean([(field.ratios(name) - field.ratios(SEPARATE)).std(ddof=1) for name in names if name != SEPARATE]))
    return (
        f"The ratio of one hand has a standard deviation of {number(hand, 2)}, so the luck of {tests:,} test hands alone is "
        f"{number(luck, 4)} in each run; runs of one agent of table 3 lie {number(spread, 4)} apart. A mean of {runs} runs is sure to "
        f"{number(spread / sqrt(runs), 4)}, and the difference of two independent ones to {number(spread * sqrt(2 / runs), 4)}. Ours meet "
        f"the same deals, run by run, so their differences are sure to {number(paired / sqrt(runs), 4)}. The ten printed ratios span "
        f"{number(max(GROUPINGS.values()) - min(GROUPINGS.values()), 4)}."
    )
