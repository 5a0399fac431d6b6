"""What a paper's page fills in: the printed figures, ours, the claims, the open points. Reports are made from this alone.

Every field of text is plain text. A figure that is None, or not a number, is shown as a dash. `shapes` has the tables and charts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardshark.report.figures import duration
from cardshark.report.record import Run, json_value
from cardshark.report.shapes import (
    Bars,
    Chart,
    Comparison,
    Comparisons,
    CrossTable,
    Figure,
    Forest,
    Matrix,
    Number,
    Series,
    Table,
)
from cardshark.report.verdict import Effect, Verdict

__all__ = [
    "Answer", "Bars", "Chart", "Claim", "Comparison", "Comparisons", "CrossTable", "Figure", "Forest", "Headline", "Matrix", "Need",
    "Number", "Paper", "Protocol", "Question", "Reading", "Result", "Series", "Table", "claims_json",
]  # fmt: skip

BY_DIRECTION = ", by direction"  # after the verdict on a claim
LEADS = ("The claim", "Ours", "Why it differs", "How sure", "What it cost")  # of the five sentences at the top of a page


@dataclass(frozen=True)
class Paper:
    """Which paper, and what it asks."""

    name: str  # as in `cardshark reproduce NAME`
    title: str
    authors: str  # and year
    question: str  # the headline of the report
    source: str = ""  # where the figures stand: "tables 1 to 8, 1,000 hands each"
    known: str = ""  # what an earlier run had shown when the criteria were written, in sentences


@dataclass(frozen=True)
class Need:
    """What would decide an undecided claim: so many more of something that there are some of already."""

    more: int
    what: str  # "deals", "games"; more "seeds" or "runs" are more learners
    have: int

    def __str__(self) -> str:
        return f"{self.more:,} more {self.what.removesuffix('s') if self.more == 1 else self.what}"

    @property
    def times(self) -> float:
        """How many times as much as there is."""
        return (self.have + self.more) / self.have


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and what became of it here. The first claim of a result is the main one."""

    text: str
    verdict: Verdict
    paper: float | str | None = None  # as printed
    ours: Number = None
    low: Number = None
    high: Number = None
    because: str = ""
    would_decide: str = ""  # for an undecided one: "40,000 more deals"
    key: str = ""  # of a claim that was written down before the runs: see `experiments.frozen`
    where: str = ""  # in the paper: "table 4.7"
    criterion: str = ""  # what must be seen for it to hold, as written down
    seeds: int | None = None  # how many learners ours is over; None where nothing was trained
    need: Need | None = None  # `would_decide` for programs
    seconds: Number = None  # of computing that went into it, all cores together
    by_direction: bool = False  # if it holds: by the sign that its criterion asks for, though the size is not the printed one

    @property
    def shown(self) -> str:
        """The verdict in words."""
        return f"{self.verdict}{BY_DIRECTION}" if self.by_direction else str(self.verdict)

    @property
    def testable(self) -> bool:
        """Whether its criterion says when it holds; that of a claim which nobody could test says why."""
        return bool(self.criterion) and self.verdict != Verdict.UNMEASURED

    def reasons(self) -> list[str]:
        """Why the verdict is what it is, and what would decide."""
        why = [self.criterion] if self.criterion and not self.testable else []
        return [*why, *([self.because] if self.because else []), *([f"{self.would_decide} would decide"] if self.would_decide else [])]


@dataclass(frozen=True)
class Question:
    """Something the paper leaves open, and our answer."""

    text: str
    answer: str
    figure: Figure | None = None


@dataclass(frozen=True)
class Reading:
    """A point on which the paper is silent, and how we read it."""

    point: str
    choice: str
    alternatives: str = ""
    effect: Effect = Effect.UNTESTED
    note: str = ""


@dataclass(frozen=True)
class Protocol:
    """A line of how it was measured, the paper's way beside ours: ("runs of each network", "10", "10 seeds")."""

    what: str
    paper: str
    ours: str


@dataclass(frozen=True)
class Answer:
    """What we found about an item of future work; the summary page of all papers has a line for each."""

    item: int  # its number in the list of `experiments.future_work`
    question: str
    verdict: str  # a word or two: "yes", "no", "undecided"
    ours: Number = None
    low: Number = None
    high: Number = None
    seeds: int | None = None
    text: str = ""  # what the figure is, and what follows, in a sentence


@dataclass(frozen=True)
class Headline:
    """A card at the top of the report."""

    verdict: Verdict
    title: str
    line: str
    small: str = ""


@dataclass(frozen=True)
class Result:
    """Everything that the report of a paper shows."""

    paper: Paper
    run: Run
    tables: Sequence[Table]  # those of the paper
    claims: Sequence[Claim]
    figures: Sequence[Figure] = ()  # those of the paper
    questions: Sequence[Question] = ()
    readings: Sequence[Reading] = ()  # a table of the appendix
    lede: str = ""  # how it was measured, in a few words
    data: str = ""  # the file of the record
    data_link: str = ""  # how the page of Markdown leads to it, where it is published
    provenance: Sequence[str] = ()  # how many pieces were made by whom, a sentence for each
    claims_since: Sequence[str] = ()  # which claims are not as they were before the runs, a sentence for each
    later_rules: Sequence[str] = ()  # that came after the criteria were written down, and can only turn a verdict into "undecided"
    sentences: Sequence[str] = ()  # four: what the paper claims, what we find, why it differs, how sure; the report adds what it cost
    protocol: Sequence[Protocol] = ()
    forest: Forest | None = None  # the readings in one plot
    appendix: Sequence[Table | Figure] = ()  # grids and long tables
    answers: Sequence[Answer] = ()  # to what the paper leaves to others

    def __post_init__(self) -> None:
        if self.sentences and len(self.sentences) != len(LEADS) - 1:
            wanted = "; ".join(LEADS[:-1])
            raise ValueError(f"{self.paper.name}: four sentences ({wanted}), not {len(self.sentences)}; the report adds what it cost")

    @property
    def command(self) -> str:
        """How to run it again."""
        return f"cardshark reproduce {self.paper.name} --scale {self.run.scale:g} --seed {self.run.seed}"

    @property
    def told(self) -> list[tuple[str, str]]:
        """The five sentences at the top, each after its lead; none on a page that has not been given any."""
        return list(zip(LEADS, [*self.sentences, self.cost()], strict=True)) if self.sentences else []

    def cost(self) -> str:
        """What the run took, in a sentence."""
        seeds = [claim.seeds for claim in self.claims[:1] if claim.seeds]
        rests = f", and the main claim rests on {seeds[0]} seeds" if seeds else ""
        return f"{duration(self.run.seconds)} of core time at scale {self.run.scale:g}{rests}."

    def rules_since(self) -> str:
        """What was known before the criteria, and rules by which claims are judged though these came later; nothing if there is none."""
        lead = "Rules that came later, and can only turn a verdict into “undecided”"
        rules = f"{lead}: {'; '.join(self.later_rules)}." if self.later_rules else ""
        return " ".join(filter(None, [self.paper.known, rules]))

    def made_by(self) -> list[str]:
        """Who made the pieces, and which claims are not as they were before the runs."""
        return [*self.provenance, *self.claims_since]

    def counts(self) -> list[tuple[Verdict, int]]:
        """How many claims came to which verdict, all claims counted."""
        found = Counter(claim.verdict for claim in self.claims)
        return [(verdict, found[verdict]) for verdict in Verdict if found[verdict]]


def counted(claims: Sequence[Claim], every: bool = False) -> list[str]:
    """How many claims came to which verdict, in words; with `every`, also verdicts that none came to."""
    found = []
    for verdict in Verdict:
        these = [claim for claim in claims if claim.verdict == verdict]
        signs = sum(claim.by_direction for claim in these)
        if these or every:
            found.append(f"{len(these)} {verdict}" + (f" ({signs} by direction only)" if signs else ""))
    return found


def claims_json(result: Result) -> list[dict[str, Any]]:
    """The claims for programs."""
    names = ("key", "where", "criterion", "paper", "ours", "low", "high", "seeds", "seconds")
    return [
        json_value({"claim": each.text, **{name: getattr(each, name) for name in names}, "verdict": str(each.verdict)})
        for each in result.claims
    ]
