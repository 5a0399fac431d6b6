"""Where the FALCON paper is silent: every point, how we read it, and how much that matters."""

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_falcon.measured import FalconRuns
from cardshark.experiments.hearts_falcon.settings import (
    ALL_READINGS,
    CODINGS,
    MAIN,
    READINGS,
    RULES_OF_LEARNING,
    SEARCHED,
    SHORT,
    WEIGHT,
)
from cardshark.report.figures import with_interval
from cardshark.report.result import Comparison, Forest, Reading
from cardshark.report.verdict import Effect

CHANGES = 0.005  # of a ratio: the range of the ten printed ratios is 0.011, so this is about half of all that table 3 tells apart
NEVER_TRIED = (
    ("F_murai, the agent before", "left out", "no public text of it is known"),
    ("which constants (15) are", "how well percepts, actions and rewards must match", "they cannot be shares, which add up to 1"),
    ("the course of a ratio", "since the first game; the latest stretch in figures 2 and 3 too", "not said"),
    ("“one FALCON” of figure 4", f"{WEIGHT}, F_separate or F_multi, whichever comes nearest", "the text says one, its ratio is that of 14"),
    ("who learns in figures 5 and 6", WEIGHT, "not said; for figure 5 also the 14 of table 3"),
    ("playouts of the Monte-Carlo agent", "any legal card", "not said"),
    ("equal totals after a big game", "the places are shared", "not said"),
)


def effect_of(runs: FalconRuns, name: str) -> Interval:
    """What another reading adds to the ratio of the main one."""
    return runs.change(name, SHORT if name in CODINGS else WEIGHT)


def matters(found: Interval) -> bool:
    """Whether it changes the level, and not by chance."""
    return abs(found.value) > CHANGES and (found.low > 0 or found.high < 0)


def alternatives() -> list[str]:
    """All other readings."""
    return [name for name, setting in ALL_READINGS.items() if setting != MAIN] + list(CODINGS)


def readings(runs: FalconRuns) -> list[Reading]:
    """Every point that the paper leaves open."""
    found = []
    for point, variants in (RULES_OF_LEARNING | READINGS).items():
        names = [name for name in variants if ALL_READINGS[name] != MAIN]
        chosen = MAIN.describe(list(dict.fromkeys(key for changes in variants.values() for key in changes)))
        found.append(tried_reading(runs, point, chosen, names))
    coding = tried_reading(runs, SEARCHED, MAIN.describe(["coding"]), list(CODINGS))
    note = (
        f"{coding.note} After {runs.games(SHORT):,} training hands, because searching is slow. Rewards must match too. So good and bad "
        "experience have separate categories, and a choice that sees only percepts may use the wrong one."
    )
    found.append(Reading(coding.point, coding.choice, coding.alternatives, coding.effect, note))
    return found + [Reading(point, choice, other, Effect.UNTESTED) for point, choice, other in NEVER_TRIED]


def tried_reading(runs: FalconRuns, point: str, chosen: str, names: list[str]) -> Reading:
    """A point on which the paper is silent, with the readings of it that were tried."""
    effects = {name: effect_of(runs, name) for name in names}
    changes = any(matters(each) for each in effects.values())
    most = max(effects, key=lambda name: abs(effects[name].value))
    note = f"Most: {most}, {with_interval(*effects[most])} added to the ratio; all stand in the plot."
    return Reading(point, chosen, "; ".join(names), Effect.LEVEL if changes else Effect.SMALL, note)


def forest(runs: FalconRuns, printed: float) -> Forest:
    """All readings in one plot."""
    rows = [Comparison("the best fit", "chosen", None, *runs.ratio(WEIGHT), runs.count())]
    for point, variants in (RULES_OF_LEARNING | READINGS).items():
        names = [name for name in variants if ALL_READINGS[name] != MAIN]
        rows += [Comparison(name, point, None, *runs.ratio(name), runs.count(name)) for name in names]
    note = "One network; the line is what the paper prints for two. Categories that are searched for learn from fewer hands: left out."
    return Forest("All readings", rows, "penalty ratio in tests", printed, note)
