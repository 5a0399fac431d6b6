"""A paper's result as one HTML file that opens anywhere: no script, nothing to load, light and dark, for print and phone."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from cardshark.files import write_whole
from cardshark.report import svg
from cardshark.report.figures import NONE, duration, number, printed, printed_places, spread, with_interval
from cardshark.report.headlines import headlines_of
from cardshark.report.markdown import made_by, markdown, pictures
from cardshark.report.result import (
    Bars,
    Chart,
    Claim,
    Comparison,
    Comparisons,
    CrossTable,
    Figure,
    Headline,
    Question,
    Reading,
    Result,
)
from cardshark.report.verdict import MARKS, Effect, Level, Verdict, known

TONES = {
    Verdict.REPRODUCED: "ok", Level.INSIDE: "ok",
    Verdict.NEAR: "near", Effect.SMALL: "near", Verdict.UNMEASURED: "near", Effect.UNTESTED: "near",
    Verdict.UNDECIDED: "open", Effect.LEVEL: "open",
    Verdict.CONTRADICTED: "against", Level.OFF: "against",
}  # fmt: skip
FULL, WIDE, HALF, PHONE = 1118, 700, 520, 346  # pixels of a chart: alone, beside the claims, one of two, on a phone
FEW = 4  # claims that fit beside a chart


def save(result: Result, html_file: Path | None = None, markdown_file: Path | None = None) -> list[Path]:
    """Write the report, the page for the docs with its pictures beside it, or both; each file whole or not at all."""
    files: dict[Path, str] = {}
    if html_file:
        files[html_file] = html(result)
    if markdown_file:
        files[markdown_file] = markdown(result)
        files |= {markdown_file.with_name(name): drawn for name, drawn in pictures(result).items()}
    for path, content in files.items():
        write_whole(path, content)
    return list(files)


def html(result: Result) -> str:
    """The report as one HTML page."""
    style = svg.STYLE.read_text(encoding="utf-8")
    title = escape(f"{result.paper.question} · {result.paper.name} · cardshark")
    body = [head(result), '<main class="wrap">', *map(table_section, result.tables), middle(result), questions(result.questions)]
    body += [readings(result.readings), foot(result), "</main>"]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>\n{style}</style></head><body>\n" + "\n".join(filter(None, body)) + "\n</body></html>\n"
    )


def pill(word: str, text: str = "") -> str:
    """A verdict as a mark and a word."""
    return f'<span class="v {TONES[word]}">{MARKS[word]} {escape(text or word)}</span>'


def section(title: str, aside: str, body: str, kind: str = "panel") -> str:
    """A panel with its heading."""
    remark = f"<p>{aside}</p>" if aside else ""
    return f'<section class="{kind}"><div class="hd"><h2>{escape(title)}</h2>{remark}</div>{body}</section>'


def note(words: str) -> str:
    """A remark under a table or chart."""
    return f'<p class="fn">{escape(words)}</p>' if words else ""


def grid(kind: str, heads: str, rows: Iterable[str]) -> str:
    """A table from the cells of its head and its rows."""
    return f'<table class="{kind}"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def scrolling(title: str, table: str) -> str:
    """A wide table in a frame that scrolls, also by keyboard."""
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(title)}: table, scrolls sideways">{table}</div>'


def head(result: Result) -> str:
    """Question, source, and the verdict cards."""
    paper, run = result.paper, result.run
    facts = [f"Reproduction of {paper.authors}, “{paper.title}”", paper.source, result.lede, run.date]
    lede = " <span>·</span> ".join(escape(fact) for fact in facts if fact)
    small = "" if run.scale >= 1 else (
        f'<aside class="scale" aria-label="Note"><b>A quick look at scale {run.scale:g}.</b> '
        "Less is played than for what we publish: intervals are wider, and less is decided.</aside>\n"
    )  # fmt: skip
    cards = "".join(map(card, headlines_of(result)))
    return (
        f'{small}<header><div class="wrap"><p class="crumb">cardshark <span>›</span> papers <span>›</span> <b>{escape(paper.name)}</b></p>'
        f'<h1>{escape(paper.question)}</h1><p class="lede">{lede}</p><ul class="verdicts">{cards}</ul></div></header>'
    )


def card(headline: Headline) -> str:
    """A verdict card."""
    small = f"<small>{escape(headline.small)}</small>" if headline.small else ""
    return (
        f'<li class="{TONES[headline.verdict]}"><span class="ic" aria-hidden="true">{MARKS[headline.verdict]}</span>'
        f"<div><b>{escape(headline.title)}</b><span>{escape(headline.line)}</span>{small}</div></li>"
    )


def table_section(table: Comparisons) -> str:
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
    return section(table.title, aside, scrolling(table.title, drawn) + note(table.note), "long" if len(table.rows) > 20 else "panel")


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
                f'<td class="dw">{svg.whisker(row, colour, axis)}</td><td class="n gap">{number(row.gap, decimals, sign=True)}</td>'
                f'<td class="rk">{ranked}</td><td class="vd">{pill(table.level(row))}</td></tr>'
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


def middle(result: Result) -> str:
    """Charts and claims: the first chart beside the claims if those are few, then two charts in a row."""
    figures = list(result.figures)
    parts = []
    if figures and 0 < len(result.claims) <= FEW:
        parts.append(f'<div class="two first">{figure_section(figures.pop(0), WIDE, "f0")}{claims(result.claims)}</div>')
    elif result.claims:
        parts.append(claims(result.claims, "claims many"))
    for start in range(0, len(figures), 2):
        pair = figures[start : start + 2]
        drawn = "".join(figure_section(each, HALF if len(pair) == 2 else FULL, f"f{start + 1 + place}") for place, each in enumerate(pair))
        parts.append(f'<div class="two">{drawn}</div>' if len(pair) == 2 else drawn)
    return "\n".join(parts)


def figure_section(figure: Figure, width: int, ident: str) -> str:
    """A chart or cross-table in its panel."""
    return section(figure.title, figure_aside(figure), figure_body(figure, width, ident))


def figure_aside(figure: Figure) -> str:
    """What the marks of a figure mean."""
    if isinstance(figure, CrossTable):
        return escape(f"row minus column{', ' if figure.unit else ''}{figure.unit}")
    papers = [each.paper for each in (figure.series if isinstance(figure, Chart) else figure.rows)]
    key = ' <span class="key"><i></i>paper</span>' if any(known(paper) for paper in papers) else ""
    return ("95 % band" if isinstance(figure, Chart) else "95 % interval") + key


def figure_body(figure: Figure, width: int, ident: str) -> str:
    """A chart in two sizes, for a desktop and for a phone, with its values in a table; or a cross-table."""
    if isinstance(figure, CrossTable):
        return cross_table(figure) + note(figure.note)
    drawn = svg.draw(figure, width, ident) + svg.draw(figure, PHONE, ident + "s", "small")
    return drawn + values(figure) + note(figure.note)


def values(figure: Chart | Bars) -> str:
    """The values of a chart as a table that opens on a click."""
    decimals = figure.places()
    if isinstance(figure, Bars):
        heads = ["", figure.unit, "paper"]
        rows = [[row.label, with_interval(row.ours, row.low, row.high, decimals), printed(row.paper)] for row in figure.rows]
    else:
        heads, steps = [figure.x_label, *(each.label for each in figure.series)], figure.steps()
        names = zip(steps, svg.tick_texts(steps), strict=True)
        rows = [[words, *(with_interval(*each.at(x), decimals) for each in figure.series)] for x, words in names]
    head = "".join(f'<th scope="col">{escape(each)}</th>' if each else "<td></td>" for each in heads)
    body = (f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(each)}</td>" for each in row[1:])}</tr>' for row in rows)
    return f"<details><summary>Values</summary>{scrolling(figure.title, grid('values', head, body))}</details>"


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


def claims(found: Sequence[Claim], kind: str = "claims") -> str:
    """Claim by claim."""
    items = []
    for claim in found:
        figures = [f"paper: {printed(claim.paper)}"] if claim.paper is not None else []
        figures += [f"ours: {with_interval(claim.ours, claim.low, claim.high)}"] if known(claim.ours) else []
        figures += [f"{claim.would_decide} would decide"] if claim.would_decide else []
        small = f"<small>{escape(' · '.join(figures))}</small>" if figures else ""
        items.append(f"<li>{pill(claim.verdict)}<p><b>{escape(claim.text)}</b> {escape(claim.because)}{small}</p></li>")
    return section("Claim by claim", "", f"<ol>{''.join(items)}</ol>", kind)


def questions(found: Sequence[Question]) -> str:
    """What the paper leaves open, answered."""
    if not found:
        return ""
    items = []
    for place, each in enumerate(found):
        drawn = figure_body(each.figure, HALF, f"q{place}") if each.figure else ""
        items.append(f"<article><h3>{escape(each.text)}</h3><p>{escape(each.answer)}</p>{drawn}</article>")
    return section("Questions answered", "", f'<div class="questions">{"".join(items)}</div>')


def readings(found: Sequence[Reading]) -> str:
    """Where the paper is silent."""
    if not found:
        return ""
    rows = []
    for each in found:
        small = f"<small>{escape(each.note)}</small>" if each.note else ""
        rows.append(
            f'<tr><th scope="row">{escape(each.point)}</th><td>{escape(each.choice)}{small}</td>'
            f'<td class="alt">{escape(each.alternatives)}</td>'
            f"<td>{pill(each.effect, 'small effect' if each.effect == Effect.SMALL else '')}</td></tr>"
        )
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("point", "our choice", "alternatives", "effect"))
    return section("Where the paper is silent", "", grid("readings", heads, rows))


def foot(result: Result) -> str:
    """How to run it again, and what it took."""
    run = result.run
    facts = [f"<b>{duration(run.seconds)}</b> of computing, all workers together"]
    facts += [f"scale <b>{run.scale:g}</b>, seed <b>{run.seed}</b>"]
    facts += [f"cardshark <b>{escape(run.version)}</b>" + (f" at <b>{escape(run.commit)}</b>" if run.commit else "")]
    facts += [f"data: <b>{escape(result.data)}</b>"] if result.data else []
    facts += map(escape, made_by(result))
    items = "".join(f"<li>{fact}</li>" for fact in facts)
    return f'<footer><div><h2>Run it again</h2><pre tabindex="0"><code>{escape(result.command)}</code></pre></div><ul>{items}</ul></footer>'
