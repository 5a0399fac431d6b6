"""Where the FALCON paper is silent: every point, how we read it, and how much that matters."""

from collections import Counter
from dataclasses import replace

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_falcon.measured import FalconRuns
from cardshark.experiments.hearts_falcon.settings import (
    ALL_READINGS,
    CODINGS,
    FAMILY,
    LOWEST_FIT,
    MAIN,
    MAIN_FIT,
    READINGS,
    RULES_OF_LEARNING,
    SEARCHED,
    SHORT,
    WEIGHT,
    in_words,
)
from cardshark.report.figures import with_interval
from cardshark.report.result import Comparison, Forest, Reading
from cardshark.report.verdict import Effect, matters, most

CHANGES = 0.005  # of a ratio: the range of the ten printed ratios is 0.011, so this is about half of all that table 3 tells apart
NEVER_TRIED = (
    ("F_murai, the agent before", "left out", "no public text of it is known"),
    ("which constants (15) are", "how well percepts, actions and rewards must match", "they cannot be shares, which add up to 1"),
    ("the course of a ratio", "since the first game; the latest stretch in figures 2 and 3 too", "not said"),
    ("“one FALCON” of figure 4", f"{WEIGHT}, F_separate or F_multi, whichever comes nearest", "the text says one, its ratio is that of 14"),
    ("who learns in figures 5 and 6", WEIGHT, "not said; for figure 5 also the 14 of table 3"),
    ("playouts of the Monte-Carlo agent", "any legal card", "not said; Stock in playouts made it stronger in a small trial"),
    ("equal totals after a big game", "the places are shared", "not said"),
)
OF_LOWEST = {name for point, variants in RULES_OF_LEARNING.items() if point != FAMILY for name in variants} - {LOWEST_FIT}
OWN_BASE = {"signed_mean, others not": "signed_mean, least 0.02"}  # rates count for nothing in either


def base_of(name: str) -> str:
    """The setting of which a reading is a variant, and with which it is compared."""
    if name in CODINGS:
        return SHORT
    return LOWEST_FIT if name in OF_LOWEST else OWN_BASE.get(name, WEIGHT)


def effect_of(runs: FalconRuns, name: str) -> Interval:
    """What another reading adds to the ratio of the one that it changes."""
    return runs.change(name, base_of(name))


def effect_on_level(found: Interval) -> Effect:
    """How much a change matters. One that is known to be less than `CHANGES` is small, also where it is known not to be 0."""
    is_small = max(abs(found.low), abs(found.high)) <= CHANGES
    return Effect.SMALL if is_small else matters(found.low, found.high, CHANGES)


def alternatives() -> list[str]:
    """All other readings."""
    return [name for name, setting in ALL_READINGS.items() if setting != MAIN] + list(CODINGS)


def readings(runs: FalconRuns) -> list[Reading]:
    """Every point that the paper leaves open."""
    found = []
    for point, variants in (RULES_OF_LEARNING | READINGS).items():
        names = [name for name in variants if ALL_READINGS[name] != MAIN]
        keys = list(dict.fromkeys(key for changes in variants.values() for key in changes))
        found.append(tried_reading(runs, point, keys, names))
    small = (
        f"Small is what is known to change the ratio by {CHANGES:g} or less, about half of what the printed ratios span. What may be none "
        f"and may be more cannot be told. {found[0].note}"
    )
    coding = tried_reading(runs, SEARCHED, ["coding"], list(CODINGS))
    note = (
        f"{coding.note} Not in the plot. After {runs.games(SHORT):,} training hands, because searching is slow. Rewards must match too. So "
        "good and bad experience have separate categories, and a choice that sees only percepts may use the wrong one."
    )
    found = [replace(found[0], note=small), *found[1:], replace(coding, note=note)]
    return found + [Reading(point, choice, other, Effect.UNTESTED) for point, choice, other in NEVER_TRIED]


def tried_reading(runs: FalconRuns, point: str, keys: list[str], names: list[str]) -> Reading:
    """A point on which the paper is silent, with the readings of it that were tried; `keys` are the fields that they change."""
    effects = {name: effect_of(runs, name) for name in names}
    levels = [effect_on_level(each) for each in effects.values()]
    largest = max(effects, key=lambda name: abs(effects[name].value))
    base = in_words({WEIGHT: MAIN_FIT, SHORT: MAIN_FIT}.get(base_of(largest), base_of(largest)))
    unclear = levels.count(Effect.UNKNOWN)
    note = [f"Most: {in_words(largest)}, {with_interval(*effects[largest])} added to the ratio of {base}.", *other_bases(names, keys)]
    note += [f"{unclear} of {len(names)} cannot be told."] if unclear else []
    alternatives = "; ".join(map(in_words, names))
    return Reading(point, MAIN.describe(keys), alternatives, most(levels), " ".join(note))


def other_bases(names: list[str], keys: list[str]) -> list[str]:
    """How many of these readings change another one than the main one, and which."""
    bases = Counter(base for base in map(base_of, names) if base not in (WEIGHT, SHORT))
    fields = {LOWEST_FIT: f" ({ALL_READINGS[LOWEST_FIT].describe(keys)})"}
    return [f"Base of {count} of {len(names)}: {in_words(base)}{fields.get(base, '')}." for base, count in bases.items()]


def forest(runs: FalconRuns, printed: float) -> Forest:
    """All readings in one plot."""
    rows = [Comparison(f"{in_words(MAIN_FIT)}, {runs.place_of_main()} by fit", "chosen", None, *runs.ratio(WEIGHT), runs.count())]
    for point, variants in (RULES_OF_LEARNING | READINGS).items():
        names = [name for name in variants if ALL_READINGS[name] != MAIN]
        rows += [Comparison(in_words(name), point, None, *runs.ratio(name), runs.count(name)) for name in names]
    note = (
        f"One network; the line is what the paper prints for two. {len(runs.fits)} of the {len(rows)} rows are readings of the learning "
        "rule. Categories that are searched for learn from fewer hands: left out."
    )
    return Forest("All readings", rows, "penalty ratio in tests", printed, note)
