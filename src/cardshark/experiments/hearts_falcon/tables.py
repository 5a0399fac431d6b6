"""The FALCON paper in figures: what it prints, and what is trained and played at a scale to answer it.

What it costs follows from the hands: a core learns from 500,000 a second. Three players who think ahead need four milliseconds for a hand,
so line-ups (b) and (c) of figure 6 are most of what the paper costs.
"""

from typing import NamedTuple

import numpy as np

from cardshark.arena.contest import Contest
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_falcon.settings import (
    ABLATED,
    AGENTS,
    ALL_READINGS,
    BEYOND,
    CODINGS,
    CURRICULA,
    LOWEST,
    MAIN,
    MULTI,
    OURS,
    PLACES,
    PRUNED,
    SHIPPED,
    SHORT,
    TEACHERS,
    WEIGHT,
    Setting,
    Stage,
    agents_of,
    grouped,
)

# ---- what is printed ----

THIRTEEN = ",".join(["1"] * 13)
GROUPINGS = {  # table 3: numbers of tricks that share two networks, and the ratio after training
    "": 0.2430, "7,6": 0.2446, "4,4,5": 0.2490, "4,3,3,3": 0.2395, "3,3,3,4": 0.2388, "1,3,5,3,1": 0.2404, "2,3,3,3,2": 0.2392,
    "3,3,3,2,2": 0.2407, "1,2,2,3,2,2,1": 0.2380, THIRTEEN: 0.2400,
}  # fmt: skip
RANDOM_RATIO, ITS_STOCK = 0.36, 0.14  # two random against two rule-based agents (section 3.2)
THINKER_RATIO, ITS_OTHERS = 0.23, 0.27  # two Monte-Carlo against two rule-based agents (section 5.4)
EQUAL = 0.25  # the ratio of everybody among equals
CONVERGED = 0.24  # figure 4: below this
CROSSED = 8_000  # games of figure 4 after which FALCON is below the rule-based agents
FIRST_MOST = 5_000  # games of figure 5 after which first places are the most frequent
POINTS = 26  # of a hand
RULES = "falcon"

# ---- how much ----

RUNS = 10
GAMES, TESTS = 50_000, 10_000  # of table 3, in hands
FIGURE_2, FIGURE_3 = 5_000, 10_000  # games that figures 2 and 3 show
BIN = 500  # hands of a point of a curve, at scale 1
BIG_GAMES = 1_000
BIG_MARKS = (0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)  # figure 5: training hands before them
SHORT_GAMES, SHORT_TESTS = 5_000, 2_000  # where categories are searched for
LONG_MARKS = (50_000, 100_000, 1_000_000)
MORE_RUNS, MORE_SEEDS = 40, 5_000  # further runs of the agents that the claims rest on, and the number before their first seed
FIT_RUNS, FIT_SEEDS = 10, 7_000  # runs by which readings are compared, likewise
# The number before the first seed of the search for the main reading, before any of this was run. Its last choice probably saw those of
# `FIT_SEEDS`, too: docs/log.md, "Papers, second reading".
SEARCH_SEEDS = 7_100
PLACE_GAMES = 200_000  # training hands where places count
STOCK, JAKE, RANDOM = "stock", "jake", "random"
MONTE_CARLO = "uct(actions=falcon,simulations={})"
THOUGHT = 250  # simulations of the Monte-Carlo agent
SIMULATIONS = (10, 50, THOUGHT, 1_000)
COMPANY_MARKS = (10, 100, 1_000, 10_000, 100_000)  # figure 6
AGENT_DEALS, THINKER_DEALS, OTHER_TABLE_DEALS = 20_000, 1_000, 5_000
FEWEST = 20  # training hands, at any scale
LASTING = 0.9  # of a training: what happens later may be chance


def line_ups() -> dict[str, str]:
    """Table 4: with whom a FALCON learns."""
    thinker = MONTE_CARLO.format(THOUGHT)
    return {"(a)": RANDOM, "(b)": thinker, "(c)": f"{STOCK}+{RANDOM}+{thinker}", "(d)": STOCK}


COMPANY = {"(a)": "three random", "(b)": "three Monte-Carlo", "(c)": "rule-based, random, Monte-Carlo", "(d)": "three rule-based"}


class Wanted(NamedTuple):
    """A setting that is trained and tested in several runs; all numbers are those of scale 1."""

    setting: Setting
    marks: tuple[int, ...] = (GAMES,)  # training hands after which it is tested
    tests: int = TESTS
    runs: int = RUNS
    against: str = ""  # who sits there in tests; those of the training if nobody is named
    seeds: int = 0  # the number before that of its first seed, where that is not the run's own
    stages: tuple[Stage, ...] = ()  # teachers one after the other, where they change
    big: tuple[int, ...] = ()  # training hands after which big games are played
    is_curve: bool = False  # is the course of its training kept?


def line_up(case: str) -> str:
    """The name of the agent that learns in a company."""
    return f"line-up {case}"


def wanted() -> dict[str, Wanted]:
    """Everything that is trained, by name; a reading that is the main one is not trained again."""
    found = {name: Wanted(each, big=BIG_MARKS if name in (WEIGHT, MULTI) else (), is_curve=True) for name, each in AGENTS.items()}
    for groups in GROUPINGS:
        found.setdefault(grouped(groups), Wanted(MAIN.changed(separate=True, groups=groups)))
    found |= {name: Wanted(each) for name, each in (ALL_READINGS | ABLATED).items() if each != MAIN}
    codings = {SHORT: MAIN} | {name: MAIN.changed(**changes) for name, changes in CODINGS.items()}
    found |= {name: Wanted(each, (SHORT_GAMES,), SHORT_TESTS) for name, each in codings.items()}
    for case, others in line_ups().items():
        found[line_up(case)] = Wanted(MAIN.changed(against=others), COMPANY_MARKS, against=STOCK)
    found |= {more(name): Wanted(each, runs=MORE_RUNS, seeds=MORE_SEEDS, is_curve=True) for name, each in AGENTS.items()}
    lowest = agents_of(LOWEST)
    found |= {more(name, LOWEST_WORDS): Wanted(lowest[name], runs=MORE_RUNS, seeds=MORE_SEEDS) for name in AGENTS}
    found |= {name: Wanted(each, LONG_MARKS) for name, each in (BEYOND | OURS).items()}
    return found | {name: each._replace(runs=MORE_RUNS, seeds=MORE_SEEDS) for name, each in proposed().items()}


def proposed() -> dict[str, Wanted]:
    """Proposals that are settings of a FALCON; their runs have the deals of the forty more runs of the paper's agents."""
    found = {name: Wanted(each, (PLACE_GAMES,), big=(PLACE_GAMES,)) for name, each in PLACES.items()}
    found |= {name: Wanted(each) for name, each in PRUNED.items()}
    found |= {name: Wanted(MAIN.changed(against=others), against=STOCK) for name, others in TEACHERS.items()}
    return found | {name: Wanted(MAIN, against=STOCK, stages=stages) for name, stages in CURRICULA.items()}


LOWEST_WORDS = "lowest ratio"


def more(name: str, reading: str = "") -> str:
    """The name of forty more runs of an agent, perhaps under another reading."""
    return f"more {name}{f', {reading}' if reading else ''}"


def games_of(amounts: Amounts, full: int) -> int:
    """How many training hands at a scale; never more than in the paper."""
    return max(min(full, FEWEST), round(full * min(amounts.scale, 1.0)))


def tests_of(amounts: Amounts, full: int) -> int:
    """How many hands or big games of a test."""
    return max(FEWEST, round(full * min(amounts.scale, 1.0)))


def contests(amounts: Amounts) -> list[Contest]:
    """What is played by those who do not learn."""

    def contest(name: str, deals: int, tables: list[tuple[str, ...]]) -> Contest:
        return Contest(name, tuple(tables), amounts.amount(name, deals, least=2), RULES)

    others = [(one, *[other] * 3) for one, other in other_tables()]
    return [
        contest("random agents", AGENT_DEALS, two_and_two(RANDOM)),
        contest("thinkers", THINKER_DEALS, [table for count in SIMULATIONS for table in two_and_two(MONTE_CARLO.format(count))]),
        contest("strangers", OTHER_TABLE_DEALS, others),
    ]


def two_and_two(player: str) -> list[tuple[str, ...]]:
    """Two of a kind and two rule-based agents, in both orders in which they can sit."""
    return [(player, STOCK, player, STOCK), (player, player, STOCK, STOCK)]


def other_tables() -> list[tuple[str, str]]:
    """One against three of another: brains of the lab, and the hand-made players beside whom they are seen."""
    ones = [f"falcon:brain={name}" for name in SHIPPED]
    return [(one, other) for other in (STOCK, JAKE) for one in (STOCK, JAKE, *ones)]


def crossing(ends: np.ndarray, ratios: np.ndarray) -> int | None:
    """After how many hands the mean of the runs falls below that of equals and stays there; None if not before the last tenth."""
    above = np.flatnonzero(ratios.mean(axis=0) >= EQUAL)
    first = above[-1] + 1 if len(above) else 0
    return int(ends[first]) if first <= LASTING * len(ends) else None
