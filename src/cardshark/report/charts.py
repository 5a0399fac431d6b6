"""Charts: lines with bands, bars, dots with whiskers, and readings in one plot, for a page or as a file of their own."""

import math
import re
from collections.abc import Sequence
from html import escape
from itertools import groupby

from cardshark.report.figures import number, printed, with_interval
from cardshark.report.forest import forest_plot
from cardshark.report.result import Bars, Chart, Comparison, Forest, Series
from cardshark.report.svg import COLOURS, DIAMOND, LETTER, LONGEST, Axis, axis_of, frame, narrowed, own_style, spread_out, text, tick_texts
from cardshark.report.verdict import known

PIXELS = 8  # from point to point of a long line; more can hardly be seen


def line_chart(chart: Chart, width: int, ident: str, kind: str = "big") -> str:
    """Lines with bands; diamonds and dotted levels for the paper. Labels stand at the end of their lines if there is room."""
    beside = width >= 480 and len(chart.series) <= 8 and max((len(each.label) for each in chart.series), default=0) <= LONGEST
    decimals, series = chart.places(), [thinned(each, chart.log_x, width // PIXELS) for each in chart.series]
    values = [value for each in series for value in (*each.y, *each.low, *each.high, each.paper)] + [level for _, level in chart.levels]
    top, bottom = 30, max(240, min(310, width // 2)) + 0.0
    y = axis_of(values, bottom, top)
    ticks = y.ticks(5)
    left = 12 + LETTER * max((len(words) for words in tick_texts(ticks)), default=0)
    widest = max([len(each.label) for each in series] + [len(ending(each, decimals)) for each in series], default=0)
    right = width - (20 + LETTER * widest if beside else 26)
    x = axis_of((value for each in series for value in (*each.x, each.paper_x)), left, right, chart.log_x, margin=0)
    parts = [text(0, 14, chart.unit)]
    for tick, words in zip(ticks, tick_texts(ticks), strict=True):
        parts.append(f'<path class="gr" d="M{left:g} {y(tick)}H{right:g}"/>' + text(left - 8, y(tick) + 4, words, "", "end"))
    across = x.ticks(max(3, width // 110))
    parts += [text(x(tick), bottom + 18, words, "", "middle") for tick, words in zip(across, tick_texts(across), strict=True)]
    parts.append(text((left + right) / 2, bottom + 36, chart.x_label, "", "middle"))
    for name, value in chart.levels:
        parts.append(f'<path class="lv" d="M{left:g} {y(value)}H{right:g}"/>')
        parts.append(text(left + 4, y(value) - 5, f"{name}, {number(value, decimals)}", "hl"))
    parts += [band(each, place, x, y) for place, each in enumerate(series)]
    parts += [line(each, place, x, y) for place, each in enumerate(series)]
    if beside:
        parts += end_labels(series, decimals, right + 12, y)
        height = bottom + 44
    else:
        parts += legend(series, decimals, bottom + 62, width - 40)
        height = bottom + 50 + 20 * len(series)
    return frame(width, height, ident, kind, chart.title, describe_chart(chart, decimals), parts)


def thinned(series: Series, log: bool, most: int) -> Series:
    """A line with no more points than can be seen, and none that a log axis cannot show."""
    step = max(1, math.ceil(len(series.x) / most))
    chosen = [
        place for place in range(len(series.x)) if (place % step == 0 or place == len(series.x) - 1) and (series.x[place] > 0 or not log)
    ]
    x, y, low, high = ([column[place] for place in chosen] if column else [] for column in (series.x, series.y, series.low, series.high))
    return Series(series.label, x, y, low, high, series.paper, series.paper_x)  # pyright: ignore[reportArgumentType]


def last(series: Series) -> int | None:
    """The place of the last figure of a line."""
    return next((place for place in range(len(series.y) - 1, -1, -1) if known(series.y[place])), None)


def ending(series: Series, decimals: int) -> str:
    """The last figure of a line with its interval."""
    place = last(series)
    if place is None:
        return "no figure"
    low, high = (series.low[place], series.high[place]) if series.low and series.high else (None, None)
    return with_interval(series.y[place], low, high, decimals)


def band(series: Series, place: int, x: Axis, y: Axis) -> str:
    """The interval around a line, in whole pixels: its edge is faint."""
    points = [each for each in zip(series.x, series.low, series.high, strict=False) if known(*each)]
    if len(points) < 2:
        return ""
    there = [f"{x(across):.0f} {y(low):.0f}" for across, low, _ in points if low is not None]
    back = [f"{x(across):.0f} {y(high):.0f}" for across, _, high in reversed(points) if high is not None]
    return f'<path class="bd k{place % COLOURS}" d="M{"L".join(there + back)}z"/>'


def line(series: Series, place: int, x: Axis, y: Axis) -> str:
    """A line with its points, if those are few, and the paper's figure."""
    colour = f"k{place % COLOURS}"
    parts = []
    for there, run in groupby(zip(series.x, series.y, strict=True), key=lambda point: known(*point)):
        points = [(x(across), y(up)) for across, up in run if up is not None]
        if there:
            parts.append(f'<path class="ln {colour}" d="M{"L".join(f"{across} {up}" for across, up in points)}"/>')
            if len(series.x) <= 16:
                parts += [f'<circle class="pt {colour}" cx="{across}" cy="{up}" r="3.5"/>' for across, up in points]
    if series.paper is not None and known(series.paper):
        where = x.stop if series.paper_x is None else x(series.paper_x)
        if series.paper_x is None:
            parts.append(f'<path class="lv {colour}" d="M{x.start:g} {y(series.paper)}H{x.stop:g}"/>')
        parts.append(f'<path class="pd {colour}" d="M{where:g} {y(series.paper) - 5.5:g}{DIAMOND}"/>')
    return "".join(parts)


def end_labels(series: Sequence[Series], decimals: int, x: float, y: Axis) -> list[str]:
    """Name and last figure at the end of each line, moved apart where they would touch."""
    ends = [(place, last(each)) for place, each in enumerate(series)]
    wanted = [y(series[place].y[end] or 0.0) if end is not None else y.start for place, end in ends]
    found = []
    for (place, _), up in zip(ends, spread_out(wanted, 31, y.stop, y.start - 14), strict=True):
        found.append(text(x, up, series[place].label, f"lb k{place % COLOURS}") + text(x, up + 14, ending(series[place], decimals)))
    return found


def legend(series: Sequence[Series], decimals: int, top: float, room: float) -> list[str]:
    """Name and last figure of each line, under the chart."""
    found = []
    for place, each in enumerate(series):
        up, colour = top + 20 * place, f"k{place % COLOURS}"
        end = ending(each, decimals)
        narrow = narrowed(f"{each.label} {end}", room)
        name = f'<text x="38" y="{up:g}"{narrow}><tspan class="lb {colour}">{escape(each.label)}</tspan> {escape(end)}</text>'
        found.append(f'<path class="ln {colour}" d="M8 {up - 4:g}H30"/>{name}')
    return found


def describe_chart(chart: Chart, decimals: int) -> str:
    """A chart in a sentence."""
    ends = "; ".join(f"{each.label} ends at {ending(each, decimals)}, paper {printed(each.paper)}" for each in chart.series)
    return f"{chart.unit} over {chart.x_label}, with 95 % intervals. {ends}."


def bar_chart(bars: Bars, width: int, ident: str, kind: str = "big") -> str:
    """Bars from zero with the interval as a whisker and a diamond for the paper. Long names stand above the bars; on a phone all do."""
    longest = max((len(row.label) for row in bars.rows), default=0)
    narrow = width < 480 or longest > LONGEST
    groups = list(dict.fromkeys(row.group for row in bars.rows))
    left = 4.0 if narrow else 16 + LETTER * longest
    figures = [with_interval(row.ours, row.low, row.high, bars.places()) for row in bars.rows]
    right = width - 24 - LETTER * max((len(words) for words in figures), default=0)
    found = [value for row in bars.rows for value in (row.ours, row.low, row.high, row.paper)]
    x = axis_of([0.0, *found], left, right, margin=0)
    parts, step = [text(0, 14, bars.unit)], 46 if narrow else 32
    for place, (row, words) in enumerate(zip(bars.rows, figures, strict=True)):
        middle = 46.0 + step * place + (8 if narrow else 0)
        parts.append(
            text(left, middle - 15, row.label, "nm", room=width - left) if narrow else text(left - 12, middle + 4, row.label, "nm", "end")
        )
        if row.ours is not None and known(row.ours):
            low, high = sorted((x(0), x(row.ours)))
            colour, box = groups.index(row.group) % COLOURS, f'x="{low}" y="{middle - 8:g}" width="{high - low:.1f}" height="16"'
            parts.append(f'<rect class="br k{colour}" {box} rx="3"/>')
        if row.low is not None and row.high is not None and known(row.low, row.high):
            parts.append(f'<path class="wk" d="M{x(row.low)} {middle:g}H{x(row.high)}"/>')
        if row.paper is not None and known(row.paper):
            parts.append(f'<path class="pd" d="M{x(row.paper)} {middle - 5.5:g}{DIAMOND}"/>')
        parts.append(text(right + 18, middle + 4, words, "vl"))
    height = 46 + step * len(bars.rows) - (4 if narrow else 10)
    parts.insert(1, f'<path class="gr" d="M{x(0)} 26V{height - 4:g}"/>')
    sentence = "; ".join(f"{row.label} {words}, paper {printed(row.paper)}" for row, words in zip(bars.rows, figures, strict=True))
    return frame(width, height, ident, kind, bars.title, f"{bars.unit}. {sentence}.", parts)


Drawn = Chart | Bars | Forest


def draw(figure: Drawn, width: int, ident: str, kind: str = "big") -> str:
    """A chart of any kind."""
    if isinstance(figure, Forest):
        return forest_plot(figure, width, ident, kind)
    return line_chart(figure, width, ident, kind) if isinstance(figure, Chart) else bar_chart(figure, width, ident, kind)


def printed_of(figure: Drawn) -> list[float | None]:
    """The printed figures that a chart marks with diamonds."""
    return [each.paper for each in (figure.series if isinstance(figure, Chart) else figure.rows)]


def whisker(row: Comparison, colour: int, axis: Axis) -> str:
    """A row of dot and whisker with the paper's diamond, as wide as its cell: for eyes only, the cells beside it say the same."""
    parts = [f'<line class="gr" x1="{axis(tick)}%" x2="{axis(tick)}%" y1="-9" y2="39"/>' for tick in axis.ticks(4)]
    if row.low is not None and row.high is not None and known(row.low, row.high):
        parts.append(f'<line class="ws k{colour}" x1="{axis(row.low)}%" x2="{axis(row.high)}%" y1="15" y2="15"/>')
    if row.paper is not None and row.paper_error and known(row.paper, row.paper_error):
        low, high = axis(row.paper - 1.96 * row.paper_error), axis(row.paper + 1.96 * row.paper_error)
        parts.append(f'<line class="pe" x1="{low}%" x2="{high}%" y1="15" y2="15"/>')
    if row.ours is not None and known(row.ours):
        parts.append(f'<circle class="pt k{colour}" cx="{axis(row.ours)}%" cy="15" r="6"/>')
    if row.paper is not None and known(row.paper):
        parts.append(f'<svg x="{axis(row.paper)}%" y="15" overflow="visible"><path class="pd" d="M0-5.5{DIAMOND}"/></svg>')
    return f'<svg class="row" height="30" aria-hidden="true">{"".join(parts)}</svg>'


def picture(figure: Drawn) -> str:
    """A chart as a file of its own, for pages that cannot hold SVG: light or dark like its reader's other pages; it needs only itself."""
    drawn = draw(figure, 720, "c")
    _, _, width, height = (float(part) for part in re.findall(r'viewBox="([^"]+)"', drawn)[0].split())
    key = text(width, 14, "◆ paper", "nm", "end") if any(known(paper) for paper in printed_of(figure)) else ""
    return standing_alone(drawn, width, height, key)


def standing_alone(drawn: str, width: float, height: float, more: str = "") -> str:
    """A drawing of a page as a file: with the name of its language, its style and its ground."""
    room = f'width="{width + 32:g}" height="{height + 24:g}"'
    ground = f'</desc><style>{own_style()}</style><rect class="gd" x="-16" y="-12" {room}/>{more}'
    body = drawn.split(">", 1)[1].replace("</desc>", ground, 1)
    box = f'viewBox="-16 -12 {width + 32:g} {height + 24:g}"'
    ident = re.findall(r'aria-labelledby="([^"]+)"', drawn)[0]
    return f'<svg xmlns="http://www.w3.org/2000/svg" {room} {box} role="img" aria-labelledby="{ident}">{body}\n'
