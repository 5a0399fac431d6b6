"""The FALCON paper in figures: what it prints, and what is trained and played at a scale to answer it.

What it costs follows from the hands: a core learns from 400,000 a second. Three players who think ahead need six milliseconds for a hand:
a quarter of an hour of one core for the hands that `LIMITS` allows, which is most of what the paper costs.
"""

from typing import NamedTuple

from cardshark.arena.contest import Contest
from cardshark.experiments.hearts_falcon.settings import (
    ABLATED,
    AGENTS,
    ALL_READINGS,
    BEYOND,
    CODINGS,
    MAIN,
    MULTI,
    OURS,
    SHIPPED,
    SHORT,
    WEIGHT,
    Setting,
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
LONG_MARKS, LONG_RUNS = (50_000, 100_000, 1_000_000), 3
STOCK, JAKE, RANDOM = "stock", "jake", "random"
MONTE_CARLO = "uct(actions=falcon,simulations={})"
THOUGHT = 250  # simulations of the Monte-Carlo agent
SIMULATIONS = (10, 50, THOUGHT, 1_000)
COMPANY_MARKS = (10, 100, 1_000, 10_000, 100_000)  # figure 6
LIMITS = {"(b)": 10_000, "(c)": 10_000}  # training hands with Monte-Carlo agents that can be paid for
AGENT_DEALS, THINKER_DEALS, OTHER_TABLE_DEALS = 20_000, 1_000, 5_000
FEWEST = 20  # training hands, at any scale


def line_ups() -> dict[str, str]:
    """Table 4: with whom a FALCON learns."""
    thinker = MONTE_CARLO.format(THOUGHT)
    return {"(a)": RANDOM, "(b)": thinker, "(c)": f"{STOCK}+{RANDOM}+{thinker}", "(d)": STOCK}


COMPANY = {"(a)": "three random", "(b)": "three Monte-Carlo", "(c)": "rule-based, random, Monte-Carlo", "(d)": "three rule-based"}


def company_marks(case: str) -> tuple[int, ...]:
    """After how many training hands a line-up is tested."""
    return tuple(mark for mark in COMPANY_MARKS if mark <= LIMITS.get(case, COMPANY_MARKS[-1]))


class Wanted(NamedTuple):
    """A setting that is trained and tested in several runs; all numbers are those of scale 1."""

    setting: Setting
    marks: tuple[int, ...] = (GAMES,)  # training hands after which it is tested
    tests: int = TESTS
    runs: int = RUNS
    against: str = ""  # who sits there in tests; those of the training if nobody is named
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
        found[line_up(case)] = Wanted(MAIN.changed(against=others), company_marks(case), against=STOCK)
    found |= {name: Wanted(each, LONG_MARKS, runs=LONG_RUNS) for name, each in BEYOND.items()}
    found |= {name: Wanted(each, LONG_MARKS, runs=LONG_RUNS) for name, each in OURS.items()}
    return found


class Plan(NamedTuple):
    """How much is done at a scale."""

    part: float  # of the hands
    share: float  # of the runs
    deals: float  # of the deals of contests

    def games(self, full: int) -> int:
        """How many training hands."""
        return max(min(full, FEWEST), round(full * self.part))

    def tests(self, full: int) -> int:
        """How many hands or big games of a test."""
        return max(FEWEST, round(full * self.part))

    def runs(self, full: int) -> int:
        """How many runs; fewer than three would say nothing about spread."""
        return max(3, round(full * self.share))


def plan(scale: float) -> Plan:
    """Fewer and shorter runs below scale 1, more runs above."""
    return Plan(min(scale, 1.0), scale**0.25 if scale < 1 else scale, scale)


def contests(scale: float) -> list[Contest]:
    """What is played by those who do not learn."""

    def contest(name: str, deals: int, tables: list[tuple[str, ...]]) -> Contest:
        return Contest(name, tuple(tables), max(2, round(deals * plan(scale).deals)), RULES)

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
