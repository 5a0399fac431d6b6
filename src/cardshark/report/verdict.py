"""When a paper counts as reproduced: the rules, in one place.

All intervals are our 95 % intervals. A verdict says no more than they allow: where an interval holds both the claim and its
opposite, the answer is *undecided*, and `more_deals` says how many deals would decide. No less either: an interval that holds "no
effect" and is too narrow to reach the effect that the paper reports speaks against it (`effect`, `figure`), however many deals would
still be needed to tell it from nothing at all.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

NORMAL = 1.959964  # half a 95 % interval in standard errors
POWER = 0.841621  # standard errors beyond that, for four runs of five to decide


class Verdict(StrEnum):
    """What became of a claim."""

    REPRODUCED = "reproduced"
    NEAR = "near"  # the claim holds, but the figure is another
    UNDECIDED = "undecided"
    CONTRADICTED = "contradicted"
    UNMEASURED = "not measured"


class Level(StrEnum):
    """Where a printed figure lies, seen from ours."""

    INSIDE = "inside"
    NEAR = "near"
    OFF = "off"
    UNMEASURED = "not measured"


class Effect(StrEnum):
    """How much our choice matters at a point on which the paper is silent."""

    SMALL = "small"
    LEVEL = "changes the level"
    UNKNOWN = "cannot be told"  # the change may be none, and may be large
    UNTESTED = "untested"


MARKS = {  # so that no meaning hangs on colour alone
    Verdict.REPRODUCED: "✓", Level.INSIDE: "✓",
    Verdict.NEAR: "≈", Effect.SMALL: "≈",
    Verdict.UNDECIDED: "?", Effect.UNKNOWN: "?", Effect.LEVEL: "!",
    Verdict.CONTRADICTED: "✗", Level.OFF: "✗",
    Verdict.UNMEASURED: "–", Effect.UNTESTED: "–",
}  # fmt: skip


def known(*values: float | None) -> bool:
    """Whether all of these are numbers."""
    return all(value is not None and math.isfinite(value) for value in values)


def less(low: float | None, high: float | None, than: float = 0.0) -> Verdict:
    """A claim that something is less than a bound; for "A takes fewer points than B" give the interval of A − B."""
    if low is None or high is None or not known(low, high):
        return Verdict.UNMEASURED
    if high < than:
        return Verdict.REPRODUCED
    return Verdict.CONTRADICTED if low > than else Verdict.UNDECIDED


def more(low: float | None, high: float | None, than: float = 0.0) -> Verdict:
    """A claim that something is more than a bound; "A is not better than B" is `more` than minus what would matter."""
    if low is None or high is None:
        return Verdict.UNMEASURED
    return less(-high, -low, -than)


def between(low: float | None, high: float | None, least: float, most: float) -> Verdict:
    """A claim that something lies between two bounds; "no difference" is one within plus or minus what would matter."""
    return worst(more(low, high, least), less(low, high, most))


def worst(*verdicts: Verdict) -> Verdict:
    """The verdict on a claim that is several claims at once."""
    order = (Verdict.CONTRADICTED, Verdict.UNMEASURED, Verdict.UNDECIDED, Verdict.NEAR, Verdict.REPRODUCED)
    return min(verdicts, key=order.index)


def level(paper: float | None, paper_error: float | None, low: float | None, high: float | None, tolerance: float = 0.0) -> Level:
    """Where the paper's figure lies: inside our interval (its own standard error, if known, allowed for), near, or off."""
    if paper is None or low is None or high is None or not known(paper, low, high):
        return Level.UNMEASURED
    gap, ours, theirs = abs(paper - (low + high) / 2), (high - low) / 2, NORMAL * (paper_error or 0.0)
    if gap <= math.hypot(ours, theirs):
        return Level.INSIDE
    return Level.NEAR if gap <= tolerance * (1 + 1e-9) else Level.OFF  # 2.52 − 2.42 is a hair more than 0.1 to a computer


def figure(
    paper: float, low: float | None, high: float | None, tolerance: float, neutral: float | None = None, paper_error: float | None = None
) -> Verdict:
    """A claim that is a number. `neutral` is the figure of no effect at all, such as 1 for a ratio.

    Undecided if our interval allows the paper's figure and no effect alike.
    """
    found = level(paper, paper_error, low, high, tolerance)
    if low is None or high is None or found == Level.UNMEASURED:
        return Verdict.UNMEASURED
    if found == Level.OFF:
        return Verdict.CONTRADICTED
    if neutral is not None:
        return effect(paper, low, high, neutral, paper_error)
    return Verdict.REPRODUCED if found == Level.INSIDE else Verdict.NEAR


def effect(paper: float, low: float | None, high: float | None, neutral: float = 0.0, paper_error: float | None = None) -> Verdict:
    """A claim that something differs from `neutral` on the side of the paper's figure.

    Where our interval holds `neutral`, it decides if it does not reach the paper's figure: whatever effect there is, it is smaller. The
    figure's own error is not asked for then, because it makes the paper less sure, not us. Where the effect is seen, the figure is
    near, unless it lies inside (its own error allowed for).
    """
    if low is None or high is None or not known(paper, low, high):
        return Verdict.UNMEASURED
    if low <= neutral <= high:
        return Verdict.UNDECIDED if low <= paper <= high else Verdict.CONTRADICTED
    if (low > neutral) != (paper > neutral):
        return Verdict.CONTRADICTED
    return Verdict.REPRODUCED if level(paper, paper_error, low, high) == Level.INSIDE else Verdict.NEAR


def matters(low: float | None, high: float | None, than: float) -> Effect:
    """How much a reading matters whose change has this interval. It is small only if it is known to be less than `than`, such as the effect
    that the paper reports: an interval that holds 0 may be too wide to tell."""
    if low is None or high is None or not known(low, high):
        return Effect.UNKNOWN
    if low > 0 or high < 0:
        return Effect.LEVEL
    return Effect.SMALL if -than <= low and high <= than else Effect.UNKNOWN


def in_a_word(low: float, high: float, below: str, above: str, slight: float = 0.0) -> str:
    """The answer to a question about a change: one word if all of its interval lies below 0, another if above. Around 0 there is no
    difference that would matter, if the change is known to be less than `slight` either way."""
    if low > 0 or high < 0:
        return above if low > 0 else below
    return no_difference(slight) if -slight < low and high < slight else str(Verdict.UNDECIDED)


def no_difference(slight: float) -> str:
    """What is said of a change that is known to be less than this either way."""
    return f"no difference above {slight:.2g}"


def most(effects: Iterable[Effect]) -> Effect:
    """How much a point matters of which several readings were tried."""
    return min(effects, key=(Effect.LEVEL, Effect.UNKNOWN, Effect.SMALL, Effect.UNTESTED).index)


def more_deals(difference: float, low: float, high: float, deals: int, than: float = 0.0) -> int | None:
    """How many more deals would tell the difference from `than` four times in five, if it is as it seems; None if it is zero.

    Rounded up to two figures, because it is a guess from a noisy difference.
    """
    distance = abs(difference - than)
    if not known(difference, low, high) or distance == 0:
        return None
    needed = deals * ((NORMAL + POWER) / NORMAL * (high - low) / 2 / distance) ** 2 - deals
    if needed <= 0:
        return 0
    unit = 10 ** max(0, math.floor(math.log10(needed)) - 1)
    return math.ceil(needed / unit) * unit


@dataclass(frozen=True)
class Ordering:
    """How many pairs rank alike in the paper and here."""

    alike: int = 0
    unlike: int = 0
    tied_paper: int = 0  # pairs that the paper ties and we do not
    tied_ours: int = 0

    @property
    def pairs(self) -> int:
        """Pairs of which the paper says which comes first."""
        return self.alike + self.unlike + self.tied_ours

    @property
    def tau(self) -> float | None:
        """Kendall's tau-b: 1 for the same ordering, −1 for the reverse."""
        scale = self.pairs * (self.alike + self.unlike + self.tied_paper)
        return (self.alike - self.unlike) / math.sqrt(scale) if scale else None

    def __add__(self, other: "Ordering") -> "Ordering":
        """Both tables together; pairs are only formed within each."""
        ours, theirs = vars(self), vars(other)
        return Ordering(**{name: ours[name] + theirs[name] for name in ours})


def ordering(paper: Sequence[float | None], ours: Sequence[float | None], reaches: Sequence[float] | None = None) -> Ordering:
    """Compare two rankings of the same things; things without a figure on either side are left out.

    With `reaches`, half the intervals of our figures, only pairs that can be told apart here are counted: two equal
    players rank by luck, in the paper as here.
    """
    reaches = reaches if reaches is not None else [0.0] * len(ours)
    both = [
        (p, o, reach) for p, o, reach in zip(paper, ours, reaches, strict=True) if p is not None and o is not None and known(p, o, reach)
    ]
    counts = {"alike": 0, "unlike": 0, "tied_paper": 0, "tied_ours": 0}
    for (p, o, reach), (other_p, other_o, other_reach) in combinations(both, 2):
        if abs(o - other_o) < math.hypot(reach, other_reach):
            continue
        if p == other_p:
            counts["tied_paper"] += o != other_o
        elif o == other_o:
            counts["tied_ours"] += 1
        else:
            counts["alike" if (p < other_p) == (o < other_o) else "unlike"] += 1
    return Ordering(**counts)
