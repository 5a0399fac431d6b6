"""Tables of an HTML report: the paper's rows beside ours, the paper's table in its own shape, the protocol, everybody against everybody."""

from collections.abc import Iterable, Sequence
from html import escape

from cardshark.report import charts, svg
from cardshark.report.figures import NONE, number, printed_places, spread
from cardshark.report.panels import TONES, grid, note, pill, scrolling, section
from cardshark.report.result import Comparison, Comparisons, CrossTable, Matrix, Protocol, Table
from cardshark.report.shapes import places_of
from cardshark.report.verdict import MARKS, Level, known


def table_section(table: Table, level: int = 2) -> str:
    """A table of the paper beside ours, row by row or in the paper's own shape."""
    return matrix_section(table, level) if isinstance(table, Matrix) else rows_section(table, level)


def matrix_section(matrix: Matrix, level: int = 2) -> str:
    """The paper's table in its own shape: in each cell the printed figure, ours under it, and a mark."""
    papers, rows = printed_places(row.paper for row in matrix.entries), []
    for name, cells in zip(matrix.rows, matrix.cells, strict=True):
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(matrix_cell(matrix, cell, papers) for cell in cells)}</tr>')
    heads = "<td></td>" + "".join(f'<th scope="col">{escape(name)}</th>' for name in matrix.columns)
    aside = escape(
        f"{matrix.unit}; above: printed, below: ours with its 95 % interval"
        if any(known(cell.paper) for cell in matrix.entries)
        else matrix.unit
    )
    drawn = scrolling(matrix.title, grid("mx", heads, rows))
    return section(matrix.title, aside, drawn + note(f"{matrix_key(matrix)} {matrix.note}".strip()), level=level)


def matrix_cell(matrix: Matrix, cell: Comparison | None, papers: int) -> str:
    """A cell: printed over ours, or ours alone where nothing is printed."""
    if cell is None:
        return '<td class="self">·</td>'
    decimals = places_of([cell])
    reach = spread(cell.ours, cell.low, cell.high, decimals)
    ours = f"<b>{number(cell.ours, decimals)}</b>" + (f" <small>{reach}</small>" if reach else "")
    above = f'<span class="pr">{number(cell.paper, papers)}</span>' if known(cell.paper) else ""
    if not matrix.judges(cell):
        return f"<td>{above}{ours}</td>"
    found = matrix.level(cell)
    mark = f'<span class="mk">{MARKS[found]}<span class="sr"> {found}</span></span>'
    return f'<td class="{TONES[found]}">{above}{ours} {mark}</td>'


def matrix_key(matrix: Matrix) -> str:
    """What the marks of a table say, and how often each stands in it."""
    levels = matrix.levels()
    words = {Level.NEAR: f"near: off by {matrix.tolerance:g} or less", Level.INSIDE: "inside both errors"}
    found = [f"{MARKS[each]} {words.get(each, each)}, {levels.count(each)}" for each in Level if each in levels]
    return f"{'; '.join(found)} of {len(levels)}." if found else ""


def protocol_section(protocol: Sequence[Protocol]) -> str:
    """How the paper measured, beside how we do."""
    if not protocol:
        return ""
    heads = "<td></td>" + "".join(f'<th scope="col">{name}</th>' for name in ("paper", "ours"))
    rows = (
        f'<tr><th scope="row">{escape(each.what)}</th><td>{escape(each.paper)}</td><td>{escape(each.ours)}</td></tr>' for each in protocol
    )
    return section("How it was measured", "", grid("readings plain", heads, rows))


def rows_section(table: Comparisons, level: int = 2) -> str:
    """The paper's table beside ours, with a dot and whisker for us and a diamond for the paper."""
    counts = {row.n for row in table.rows}
    alike = len(counts) == 1 and None not in counts
    over = f" over {next(iter(counts)):,} {table.counts}" if alike else ""
    near = f"; near: off by {table.tolerance:g} or less" if table.tolerance else ""
    aside = f'{escape(table.unit)}; dot and line: our mean and 95 % interval{escape(over + near)} <span class="key"><i></i>paper</span>'
    values = [value for row in table.rows for value in (row.ours, row.low, row.high, row.paper)]
    axis = svg.axis_of(values, 0, 100)
    ticks = axis.ticks(4)
    marks = "".join(f'<text x="{axis(tick)}%" y="20">{words}</text>' for tick, words in zip(ticks, svg.tick_texts(ticks), strict=True))
    count = "" if alike or counts == {None} else f'<th scope="col" class="n cnt">{escape(table.counts)}</th>'
    heads = (
        f'<th scope="col">setting</th><th scope="col" class="n">paper</th><th scope="col" class="n">ours</th>{count}'
        f'<td class="dw"><svg class="row" height="30" aria-hidden="true">{marks}</svg></td>'
        '<th scope="col" class="n">gap</th><th scope="col" class="rk">rank</th><th scope="col">verdict</th>'
    )
    drawn = grid("main", heads, table_rows(table, axis, bool(count)))
    kind = "long" if len(table.rows) > 20 else "panel"
    return section(table.title, aside, scrolling(table.title, drawn) + note(table.note), kind, level)


def table_rows(table: Comparisons, axis: svg.Axis, counted: bool) -> Iterable[str]:
    """The rows, under the headings of their sections."""
    groups = list(dict.fromkeys(row.group for row in table.rows))
    decimals, papers = table.places(), printed_places(row.paper for row in table.rows)
    before = None
    for title, rows in table.sections():
        if title:
            yield f'<tr class="sec"><th scope="rowgroup" colspan="{8 if counted else 7}">{escape(title)}</th></tr>'
        for row in rows:
            change = ' class="change"' if not title and before is not None and before != row.group else ""
            colour = groups.index(row.group) % svg.COLOURS
            ranks = row.ranks(rows)
            ranked = f"{ranks[0]}<span>/</span>{ranks[1]}" if ranks else NONE
            count = f'<td class="n cnt">{NONE if row.n is None else f"{row.n:,}"}</td>' if counted else ""
            yield f"<tr{change}>{row_cells(row, colour, decimals, papers)}{count}" + (
                f'<td class="dw">{charts.whisker(row, colour, axis)}</td><td class="n gap">{number(row.gap, decimals, sign=True)}</td>'
                f'<td class="rk">{ranked}</td><td class="vd">{pill(table.level(row)) if table.judges(row) else NONE}</td></tr>'
            )
            before = row.group


def row_cells(row: Comparison, colour: int, decimals: int, papers: int) -> str:
    """Name, the paper's figure, ours."""
    name = f"{escape(row.group)}<small>{escape(row.label)}</small>" if row.group else escape(row.label)
    error = f" <small>± {number(1.96 * row.paper_error, decimals)}</small>" if row.paper_error and known(row.paper_error) else ""
    return (
        f'<th scope="row"><span class="sw k{colour}"></span>{name}</th><td class="n pap">{number(row.paper, papers)}{error}</td>'
        f'<td class="n our"><b>{number(row.ours, decimals)}</b> <small>{spread(row.ours, row.low, row.high, decimals)}</small></td>'
    )


def cross_table(table: CrossTable) -> str:
    """Everybody against everybody, blue where the row does better."""
    decimals = table.places()
    sizes = [abs(value) for row in table.values for value in row if value is not None and known(value)]
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    rows = []
    for place, name in enumerate(table.rows):
        cells = []
        for column, value in enumerate(table.values[place]):
            if value is None or not known(value):
                cells.append('<td class="self">·</td>')
                continue
            kind = "win" if (value < 0) == table.fewer_is_better else "lose"
            interval = spread(value, *table.interval(place, column), decimals)
            small = f"<small>{interval}</small>" if interval else ""
            cells.append(
                f'<td class="{kind}" style="--s:{abs(value) / (max(sizes) or 1):.2f}">{number(value, decimals, sign=True)}{small}</td>'
            )
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>')
    return scrolling(table.title, grid("ct", f"<td></td>{heads}", rows)) + note(
        f"Blue: the row {'takes fewer points' if table.fewer_is_better else 'wins more points'}."
    )
