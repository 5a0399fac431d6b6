"""What the FALCON paper leaves open: which reading fits, which method matters, what forty more runs say, and how sure ten runs are."""

from math import sqrt

import numpy as np

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_falcon.claims import effects
from cardshark.experiments.hearts_falcon.fitting import EXPECTED, HARDLY_EVER, SELDOM, Fit, cost_of_cell, plays_alike
from cardshark.experiments.hearts_falcon.measured import FalconRuns
from cardshark.experiments.hearts_falcon.settings import (
    BASE,
    BEYOND,
    LOWEST_FIT,
    MAIN_FIT,
    METHODS,
    MULTI,
    SEPARATE,
    WEIGHT,
    grouped,
    in_words,
)
from cardshark.experiments.hearts_falcon.tables import (
    EQUAL,
    FIT_SEEDS,
    GAMES,
    GROUPINGS,
    LOWEST_WORDS,
    MORE_SEEDS,
    SIMULATIONS,
    THINKER_RATIO,
    THOUGHT,
    more,
)
from cardshark.experiments.seeds import differences, over_seeds
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

RATIO = "penalty ratio"
SHOWN = 2  # readings that are named in words
LONE = "4,4,5"  # the way of grouping whose printed ratio is farthest from all others


def questions(runs: FalconRuns) -> list[Question]:
    """The paper's, and ours."""
    return [
        Question("Which reading of the lost equations fits?", answer_fitting(runs)),
        Question("Which of the six methods matters most?", answer_ranking(runs), method_bars(runs)),
        Question("What would the reading of before say?", answer_lowest(runs)),
        Question("How sure are ten runs?", answer_certainty(runs)),
    ]


# ---- readings ----


def answer_fitting(runs: FalconRuns) -> str:
    """Readings by their joint fit."""
    order, count = runs.fits_in_order(), runs.fits[MAIN_FIT].runs
    smallest = runs.fits[order[0]].misfit.total
    without = min(fit.misfit.total - cost_of_cell(fit, LONE) for fit in runs.fits.values())
    named = [*order[:SHOWN], *(name for name in (MAIN_FIT, LOWEST_FIT) if name not in order[:SHOWN])]
    places = "; ".join(f"{order.index(name) + 1}. {place_words(runs.fits[name], name)}" for name in named)
    lone = f"The {GROUPINGS[LONE]} printed for {LONE} alone makes {number(cost_of_cell(runs.fits[MAIN_FIT], LONE), 0)} of ours;"
    return (
        f"{len(order)} readings of the learning rule beside figures 2 to 4 and table 3 together, on {count} seeds from {FIT_SEEDS + 1:,} "
        f"on. A right one would have a misfit of {EXPECTED}; the smallest here is {number(smallest, 0)}, "
        f"{what_it_means(smallest, runs.games())}. {lone} without that cell the smallest is {number(without, 0)}. By place (the appendix "
        f"explains the names): {places}."
    )


def place_words(fit: Fit, name: str) -> str:
    """A reading and its misfit."""
    alike = ", where two networks play as one" * plays_alike(fit)
    return f"{in_words(name)} {number(fit.misfit.total, 0)}{alike}"


def what_it_means(misfit: float, games: int, rejected: str = "so all of them are rejected") -> str:
    """What a misfit says: the smallest one about all readings, that of a reading about itself. Its errors are those of a training of full
    length."""
    if games < GAMES:
        return "which means nothing after so short a training"
    if misfit > HARDLY_EVER:
        return rejected
    return "so it is hardly right" if misfit > SELDOM else "so it may be right"


def answer_lowest(runs: FalconRuns) -> str:
    """Forty more runs of the reading of before, on other seeds."""

    def change(one: str, other: str) -> str:
        return with_interval(*runs.change(more(one, LOWEST_WORDS), more(other, LOWEST_WORDS)))

    ratios = {name: with_interval(*runs.ratio(more(name, LOWEST_WORDS))) for name in (WEIGHT, MULTI, BASE)}
    two, one = (runs.ratios(more(name, LOWEST_WORDS)) for name in (SEPARATE, WEIGHT))
    same = "to the last card the same" if np.array_equal(two, one) else f"apart by {change(SEPARATE, WEIGHT)}"
    count = runs.count(more(WEIGHT, LOWEST_WORDS))
    return (
        f"A search for the lowest ratio had found it. {count} runs on seeds from {MORE_SEEDS + 1:,} on: {WEIGHT} ends at {ratios[WEIGHT]}, "
        f"{MULTI} at {ratios[MULTI]}, so groups of tricks change the ratio by {change(MULTI, SEPARATE)} there; {BASE} at {ratios[BASE]}, "
        f"by {change(BASE, WEIGHT)} more than {WEIGHT}. {SEPARATE} and {WEIGHT} are {same}: only the weight of the action taken moves, and "
        "leading and following have no action in common. Figure 3 cannot come of such a rule."
    )


# ---- the methods ----


def answer_ranking(runs: FalconRuns) -> str:
    """The six methods, from the most effective to the least."""
    by_seed = effects(runs)
    found = {(method, without): over_seeds([*each.values()]) for method, ways in by_seed.items() for without, each in ways.items()}
    order = sorted(found, key=lambda way: found[way].value, reverse=True)
    seeds = min(len(each) for ways in by_seed.values() for each in ways.values())
    ranked = "; ".join(
        f"{method}{f' ({without})' if len(METHODS[method].without) > 1 else ''} {with_interval(*found[method, without])}"
        for method, without in order
    )
    return (
        f"By how much each lowers the ratio on {seeds} seeds, largest first: {ranked}. What replaces a method is our "
        "choice; the milder replacement counts. The whole hand keeps the rates fitted for tricks here; with a learning rule of its own it "
        f"changes the ratio by {with_interval(*whole_hand(runs))} (future work 27)."
    )


def whole_hand(runs: FalconRuns) -> Interval:
    """The ratio of rest_mean, which learns from the rest of the hand, less that of the paper's agent after as many hands."""
    return runs.change("rest_mean", WEIGHT, 0)


def method_bars(runs: FalconRuns) -> Bars:
    """The same in bars, and every ablation by itself."""
    rows = [
        Comparison(f"{method}: {without}" if len(ways) > 1 else method, method, None, *over_seeds([*each.values()]))
        for method, ways in effects(runs).items() for without, each in ways.items()
    ]  # fmt: skip
    return Bars("The six methods", rows, "by how much the penalty ratio falls")


# ---- beyond ----


def long_lines(runs: FalconRuns) -> Chart:
    """Ratios of those who learn from the whole hand, by training hands."""
    series = []
    for name in BEYOND:
        marks = runs.row(name)["marks"]
        series.append(Series.of_intervals(name, marks, [runs.ratio(name, at) for at in range(len(marks))]))
    note = (
        "The authors would learn from the whole hand. hand_mean credits every action with the points of the hand, rest_mean with what came "
        "after it, td with the best that the next decision promises (TD-FALCON); all explore while they learn. Trick by trick, "
        f"{WEIGHT} has {with_interval(*runs.ratio(WEIGHT))} after {runs.games():,}. {runs.count('td')} seeds each."
    )
    return Chart("Learning from the whole hand", series, "training hands", RATIO, log_x=True, levels=[("equal", EQUAL)], note=note)


def other_table_bars(runs: FalconRuns) -> Bars:
    """The ratios of players among three of another kind."""
    rows = [
        Comparison(f"{one} among three {other}", other, None, *ratio)
        for (one, other), ratio in runs.at_other_tables().items() if one != other
    ]  # fmt: skip
    return Bars("One among three of another", rows, RATIO, "Brains of the lab, on deals that they never learned from.")


# ---- thinking ahead ----


def thinking_line(runs: FalconRuns) -> Chart:
    """The ratio of Monte-Carlo players, by simulations."""
    found = [runs.two_against_two("thinkers", at).players.interval() for at in range(len(SIMULATIONS))]
    series = [Series.of_intervals("Monte-Carlo", SIMULATIONS, found, THINKER_RATIO, THOUGHT)]
    note = "Each of two, against two rule-based agents."
    return Chart("Simulations", series, "simulations a decision", RATIO, log_x=True, levels=[("equal", EQUAL)], note=note)


# ---- how sure ----


def answer_certainty(runs: FalconRuns) -> str:
    """What a table of ten runs can tell."""
    hand, count, tests = runs.spread_of_hands(), runs.count(), runs.tests()
    luck = hand / sqrt(tests)
    names = [grouped(groups) for groups in GROUPINGS]
    spread = sqrt(np.mean([runs.ratios(name).var(ddof=1) for name in names]))
    by_seed = {name: runs.by_seed(name, runs.ratios(name)) for name in names}
    changes = [[*differences(by_seed[name], by_seed[SEPARATE]).values()] for name in names if name != SEPARATE]
    paired = sqrt(np.mean([np.var(each, ddof=1) for each in changes]))
    training = max(0.0, 1 - (luck / spread) ** 2) if spread else 0.0
    return (
        f"The ratio of one hand has a standard deviation of {number(hand, 2)}, so the luck of {tests:,} test hands alone is "
        f"{number(luck, 4)} in each run; runs of one agent of table 3 have one of {number(spread, 4)}. So {training:.0%} of the variance "
        f"between runs is the luck of the training, the rest that of the test deals; there is one kind of opponent. The standard error of "
        f"a mean of {count} runs is {number(spread / sqrt(count), 4)}, that of a difference on the same deals "
        f"{number(paired / sqrt(count), 4)}. The printed ratios span {number(max(GROUPINGS.values()) - min(GROUPINGS.values()), 4)}."
    )
