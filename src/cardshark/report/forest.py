"""All readings in one plot: a row for each with its dot and interval, groups under their names, the paper's figure as a line across."""

from cardshark.report.figures import number, printed, printed_places, with_interval
from cardshark.report.shapes import Comparison, Forest
from cardshark.report.svg import COLOURS, DIAMOND, LETTER, Axis, axis_of, frame, text, tick_texts
from cardshark.report.verdict import known

LONGEST = 44  # letters of a name that may stand beside its row
TOP = 46.0  # pixels above the first row: the unit, then the name of the paper's line
ROW, STACKED, HEADING = 24, 40, 27  # pixels of a row, of one with its name above it, of a group's name


def forest_plot(forest: Forest, width: int, ident: str, kind: str = "big") -> str:
    """The plot. Names stand beside their rows, on a phone and where they are long above them."""
    rows = list(forest.rows)
    longest = max((len(row.label) for row in rows), default=0)
    stacked = width < 480 or longest > LONGEST
    sides = [aside(row, forest) for row in rows]
    left = 8.0 if stacked else 22 + LETTER * longest
    right = width - 8 if stacked else width - 20 - LETTER * max((len(words) for words in sides), default=0)
    values = [value for row in rows for value in (row.ours, row.low, row.high, row.paper)]
    x = axis_of([*values, forest.paper], left, right)
    parts, down = [], TOP
    for place, (group, members) in enumerate(forest.groups()):
        if group:
            down += HEADING
            parts.append(text(0, down - 9, group, f"lb k{place % COLOURS}", room=width))
        for row in members:
            middle = down + (STACKED - 12 if stacked else ROW / 2)
            words = aside(row, forest)
            if stacked:
                parts.append(text(0, down + 14, row.label, "nm", room=width - 16 - LETTER * len(words)))
                parts.append(text(width, down + 14, words, "vl", "end"))
            else:
                parts.append(text(left - 14, middle + 4, row.label, "nm", "end") + text(right + 14, middle + 4, words, "vl"))
            parts.append(marks(row, place % COLOURS, middle, x))
            down += STACKED if stacked else ROW
    parts = [*ground(forest, x, down, width), *parts]
    return frame(width, down + 30, ident, kind, forest.title, describe(forest), parts)


def aside(row: Comparison, forest: Forest) -> str:
    """The figure of a row in words, and how much it rests on."""
    counted = f" (n = {row.n:,})" if row.n is not None else ""
    return with_interval(row.ours, row.low, row.high, forest.places()) + counted


def marks(row: Comparison, colour: int, y: float, x: Axis) -> str:
    """Dot, interval and diamond of a row."""
    parts = []
    if row.low is not None and row.high is not None and known(row.low, row.high):
        parts.append(f'<path class="fw k{colour}" d="M{x(row.low)} {y:g}H{x(row.high)}"/>')
    if row.ours is not None and known(row.ours):
        parts.append(f'<circle class="pt k{colour}" cx="{x(row.ours)}" cy="{y:g}" r="5"/>')
    if row.paper is not None and known(row.paper):
        parts.append(f'<path class="pd" d="M{x(row.paper)} {y - 5.5:g}{DIAMOND}"/>')
    return "".join(parts)


def ground(forest: Forest, x: Axis, bottom: float, width: float) -> list[str]:
    """What lies under the rows: the unit, the ticks, and the paper's figure as a line from top to bottom."""
    ticks = x.ticks(4 if width < 480 else 6)
    parts = [text(0, 14, forest.unit, room=width)]
    for tick, words in zip(ticks, tick_texts(ticks), strict=True):
        parts.append(f'<path class="gr" d="M{x(tick)} {TOP:g}V{bottom:g}"/>' + text(x(tick), bottom + 18, words, "", "middle"))
    if forest.paper is not None and known(forest.paper):
        words = f"paper {number(forest.paper, printed_places([forest.paper]))}"
        anchor = "start" if x(forest.paper) < width / 2 else "end"
        parts.append(f'<path class="fp" d="M{x(forest.paper)} {TOP - 10:g}V{bottom:g}"/>')
        parts.append(text(x(forest.paper) + (4 if anchor == "start" else -4), TOP - 12, words, "nm", anchor))
    return parts


def describe(forest: Forest) -> str:
    """The plot in words."""
    paper = f"The paper's figure: {printed(forest.paper)}. " if known(forest.paper) else ""
    groups = []
    for group, members in forest.groups():
        rows = "; ".join(f"{row.label} {aside(row, forest)}" for row in members)
        groups.append(f"{group}: {rows}." if group else f"{rows}.")
    return f"{forest.unit}, with 95 % intervals; n counts {forest.counts}. {paper}{' '.join(groups)}"
