"""What a paper's page fills in: the printed figures, ours, the claims, the open points. Reports are made from this alone.

Every field of text is plain text. A figure that is None, or not a number, is shown as a dash.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cardshark.notebook.shell import as_html
from cardshark.report.figures import half_widths, places
from cardshark.report.record import Run, json_value
from cardshark.report.verdict import Effect, Level, Ordering, Verdict, known, level, ordering

Number = float | None


@dataclass(frozen=True)
class Paper:
    """Which paper, and what it asks."""

    name: str  # as in `cardshark reproduce NAME`
    title: str
    authors: str  # and year
    question: str  # the headline of the report
    source: str = ""  # where the figures stand: "tables 1 to 8, 1,000 hands each"


@dataclass(frozen=True)
class Comparison:
    """A printed figure beside ours with its 95 % interval."""

    label: str
    group: str = ""  # rows of a group share a colour
    paper: Number = None
    ours: Number = None
    low: Number = None
    high: Number = None
    n: int | None = None  # how many deals (or seeds) ours rests on
    paper_error: Number = None  # one standard error of the printed figure, where it is known or can be worked out
    section: str = ""  # rows of a section are ranked among each other, under this heading

    @property
    def gap(self) -> Number:
        """Ours minus the paper's."""
        return self.ours - self.paper if self.ours is not None and self.paper is not None else None

    def ranks(self, rows: "Sequence[Comparison]") -> tuple[int, int] | None:
        """The place among these rows in the paper and here, smallest first; only rows that both have are counted."""
        if not known(self.gap):
            return None
        both = [row for row in rows if known(row.gap)]
        paper, ours = [row.paper for row in both if row.paper is not None], [row.ours for row in both if row.ours is not None]
        return 1 + sum(each < (self.paper or 0) for each in paper), 1 + sum(each < (self.ours or 0) for each in ours)


def places_of(rows: Sequence[Comparison]) -> int:
    """Decimals that suit our figures in these rows."""
    return places((row.ours for row in rows), half_widths((row.low for row in rows), (row.high for row in rows)))


@dataclass(frozen=True)
class Comparisons:
    """The paper's table beside ours."""

    title: str
    rows: Sequence[Comparison]
    unit: str  # one for all rows, because they share an axis
    tolerance: float = 0.0  # how far off still counts as near; stated in the report
    counts: str = "deals"  # what `n` counts
    note: str = ""

    def level(self, row: Comparison) -> Level:
        """Where the printed figure of a row lies, seen from ours."""
        return level(row.paper, row.paper_error, row.low, row.high, self.tolerance)

    def sections(self) -> Iterator[tuple[str, list[Comparison]]]:
        """The rows, section by section."""
        for section, rows in groupby(self.rows, key=lambda row: row.section):
            yield section, list(rows)

    def ordering(self, clear_only: bool = False) -> Ordering:
        """How well the order of the rows agrees within each section; with `clear_only`, only of rows that our intervals tell apart."""
        found = Ordering()
        for _, rows in self.sections():
            reaches = [(row.high - row.low) / 2 if row.high is not None and row.low is not None else 0.0 for row in rows]
            found += ordering([row.paper for row in rows], [row.ours for row in rows], reaches if clear_only else None)
        return found

    def places(self) -> int:
        """Decimals for our figures."""
        return places_of(self.rows)


@dataclass(frozen=True)
class Series:
    """One line of a chart; a gap wherever a figure is missing."""

    label: str
    x: Sequence[float]
    y: Sequence[Number]
    low: Sequence[Number] = ()
    high: Sequence[Number] = ()
    paper: Number = None
    paper_x: Number = None  # where the paper measured; without it, its figure is drawn as a level

    @classmethod
    def of_intervals(
        cls, label: str, x: Sequence[float], found: Sequence[tuple[float, float, float]], paper: Number = None, paper_x: Number = None
    ) -> "Series":
        """A line through figures, with the band that their intervals make."""
        values, lows, highs = zip(*found, strict=True)
        return cls(label, x, values, lows, highs, paper, paper_x)

    def at(self, x: float) -> tuple[Number, Number, Number]:
        """The figure there and its interval."""
        if x not in self.x:
            return None, None, None
        place = list(self.x).index(x)
        low, high = (self.low[place], self.high[place]) if self.low and self.high else (None, None)
        return self.y[place], low, high


@dataclass(frozen=True)
class Chart:
    """Lines with 95 % bands."""

    title: str
    series: Sequence[Series]
    x_label: str
    unit: str
    log_x: bool = False
    levels: Sequence[tuple[str, float]] = ()  # dotted lines across: ("chance", 0.25)
    note: str = ""

    _repr_html_ = as_html

    def places(self) -> int:
        """Decimals for the figures."""
        widths = [width for each in self.series for width in half_widths(each.low, each.high)]
        return places((y for each in self.series for y in each.y), widths)

    def steps(self, most: int = 14) -> list[float]:
        """The x of a table of values: all of them, or about `most` of a long line and its end."""
        found = sorted({x for each in self.series for x in each.x})
        stride = max(1, -(-len(found) // most))
        return [x for place, x in enumerate(found) if place % stride == 0 or place == len(found) - 1]


@dataclass(frozen=True)
class Bars:
    """Figures side by side as bars."""

    title: str
    rows: Sequence[Comparison]
    unit: str
    note: str = ""

    _repr_html_ = as_html

    def places(self) -> int:
        """Decimals for our figures."""
        return places_of(self.rows)


@dataclass(frozen=True)
class CrossTable:
    """Everybody against everybody: row minus column."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[Number]]  # None where a player would meet itself
    low: Sequence[Sequence[Number]] = ()
    high: Sequence[Sequence[Number]] = ()
    unit: str = ""
    fewer_is_better: bool = True
    note: str = ""

    def interval(self, row: int, column: int) -> tuple[Number, Number]:
        """The interval of a cell."""
        return (self.low[row][column], self.high[row][column]) if self.low and self.high else (None, None)

    def places(self) -> int:
        """Decimals for the figures."""
        widths = [width for low, high in zip(self.low, self.high, strict=True) for width in half_widths(low, high)]
        return places((value for row in self.values for value in row), widths)


Figure = Chart | Bars | CrossTable


@dataclass(frozen=True)
class Need:
    """What would decide an undecided claim: so many more of something that there are some of already."""

    more: int
    what: str  # "deals", "games"; more "seeds" or "runs" are more learners
    have: int

    def __str__(self) -> str:
        return f"{self.more:,} more {self.what}"

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
    where: str = ""  # in the paper
    criterion: str = ""
    seeds: int | None = None  # how many learners ours is over; None where nothing was trained
    need: Need | None = None  # `would_decide` for programs


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
    tables: Sequence[Comparisons]
    claims: Sequence[Claim]
    figures: Sequence[Figure] = ()
    questions: Sequence[Question] = ()
    readings: Sequence[Reading] = ()
    lede: str = ""  # how it was measured, in a few words
    data: str = ""  # the file of the record
    data_link: str = ""  # how the page of Markdown leads to it, where it is published
    own_headlines: Sequence[Headline] = ()  # instead of those that `report.headlines` finds in tables and claims
    provenance: Sequence[str] = ()  # how many pieces were made by whom, a sentence for each
    claims_since: Sequence[str] = ()  # which claims are not as they were before the runs, a sentence for each

    @property
    def command(self) -> str:
        """How to run it again."""
        return f"cardshark reproduce {self.paper.name} --scale {self.run.scale:g} --seed {self.run.seed}"


def claims_json(result: Result) -> list[dict[str, Any]]:
    """The claims for programs."""
    return [
        json_value({
            **({"key": each.key} if each.key else {}), "claim": each.text, "paper": each.paper, "ours": each.ours, "low": each.low,
            "high": each.high, "verdict": str(each.verdict),
        })
        for each in result.claims
    ]  # fmt: skip
