"""The shapes of figures: rows beside the paper's, a table in the paper's own shape, readings in one plot, lines, bars, cross-tables.

Every field of text is plain text. A figure that is None, or not a number, is shown as a dash.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cardshark.notebook.shell import as_html
from cardshark.report.figures import half_widths, places
from cardshark.report.verdict import Level, Ordering, known, level, ordering

Number = float | None


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

    def judges(self, row: Comparison) -> bool:
        """Whether there is a verdict on a row: not on a figure of ours beside which nothing is printed."""
        return known(row.paper) or not known(row.ours)

    @property
    def entries(self) -> list[Comparison]:
        """All rows, as `Matrix.entries`."""
        return list(self.rows)

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
class Matrix:
    """A table of the paper in its own shape: in each cell the printed figure over ours."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Comparison | None]]  # None where the paper has no cell
    unit: str
    tolerance: float = 0.0  # how far off still counts as near; stated in the report
    note: str = ""
    totals: str = ""  # the row that sums up each column: its cells rank the columns, and not the cells above them

    def __post_init__(self) -> None:
        wide = [len(row) for row in self.cells]
        if wide != [len(self.columns)] * len(self.rows):
            raise ValueError(f"{self.title}: {len(self.rows)} rows of {len(self.columns)} cells are needed, not {wide}")

    def level(self, row: Comparison) -> Level:
        """Where the printed figure of a cell lies, seen from ours."""
        return level(row.paper, row.paper_error, row.low, row.high, self.tolerance)

    def judges(self, cell: Comparison) -> bool:
        """Whether a cell can be judged: not where nothing is printed, nor where our figure has no interval."""
        return known(cell.paper) and (known(cell.low, cell.high) or not known(cell.ours))

    def levels(self) -> list[Level]:
        """Where the printed figures lie, cell by cell, of all that can be judged."""
        return [self.level(cell) for cell in self.entries if self.judges(cell)]

    @property
    def entries(self) -> list[Comparison]:
        """All cells, named by their rows and columns, column by column."""
        columns = zip(self.columns, zip(*self.cells, strict=True), strict=True) if self.cells else ()
        return [
            replace(cell, label=name, group="", section=column)
            for column, cells in columns
            for name, cell in zip(self.rows, cells, strict=True)
            if cell is not None
        ]

    def ordering(self, clear_only: bool = False) -> Ordering:
        """How well the order of the rows agrees within each column, and that of the columns by their totals. What is not judged is not
        ranked: a figure without an interval is not known exactly."""
        judged = [cell for cell in self.entries if self.judges(cell)]
        cells, totals = ([cell for cell in judged if (cell.label == self.totals) == is_total] for is_total in (False, True))
        ranked = [*cells, *(replace(cell, section=self.totals) for cell in totals)]
        return Comparisons(self.title, ranked, self.unit).ordering(clear_only)

    def places(self) -> int:
        """Decimals for our figures."""
        return places_of(self.entries)


@dataclass(frozen=True)
class Forest:
    """All readings in one plot: a dot and its interval for each, groups under their names, the paper's figure as a line across."""

    title: str
    rows: Sequence[Comparison]  # rows of a group stand together; one that has a printed figure of its own gets a diamond
    unit: str
    paper: Number = None
    note: str = ""
    counts: str = "seeds"  # what `n` counts

    _repr_html_ = as_html

    def groups(self) -> Iterator[tuple[str, list[Comparison]]]:
        """The rows, group by group."""
        for group in dict.fromkeys(row.group for row in self.rows):
            yield group, [row for row in self.rows if row.group == group]

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


Figure = Chart | Bars | CrossTable | Forest
Table = Comparisons | Matrix
