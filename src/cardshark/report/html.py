"""A paper's result as one HTML file that opens anywhere: no script, nothing to load, light and dark, for print and phone."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from cardshark.files import write_whole
from cardshark.report import charts, svg
from cardshark.report.figures import NONE, duration, printed, with_interval
from cardshark.report.headlines import headlines_of
from cardshark.report.html_tables import cross_table, protocol_section, table_section
from cardshark.report.markdown import CRITERIA, FUTURE, markdown, pictures
from cardshark.report.panels import TONES, grid, note, pill, scrolling, section
from cardshark.report.result import (
    Answer,
    Bars,
    Chart,
    Claim,
    Comparisons,
    CrossTable,
    Figure,
    Forest,
    Headline,
    Matrix,
    Question,
    Reading,
    Result,
)
from cardshark.report.verdict import MARKS, Effect, known

FULL, WIDE, HALF, PHONE = 1118, 700, 520, 346  # pixels of a chart: alone, beside the claims, one of two, on a phone
FEW = 4  # claims that fit beside a chart
MANY = 24  # rows of a plot that is not drawn again for a phone,
POINTS = 500  # or points of a chart


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
    title = f"{result.paper.question} · {result.paper.name} · cardshark"
    body = [
        head(result), '<main class="wrap">', protocol_section(result.protocol), *map(table_section, result.tables), middle(result),
        figure_section(result.forest, FULL, "r0") if result.forest else "", questions(result.questions), appendix(result), foot(result),
        "</main>",
    ]  # fmt: skip
    return whole_page(title, "\n".join(filter(None, body)))


def whole_page(title: str, body: str) -> str:
    """A page that needs nothing but itself."""
    style = svg.STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>\n{style}</style></head><body>\n{body}\n</body></html>\n"
    )


def head(result: Result) -> str:
    """Question, source, the five sentences and the verdict cards."""
    paper, run = result.paper, result.run
    facts = [f"Reproduction of {paper.authors}, “{paper.title}”", paper.source, result.lede, run.date]
    lede = " <span>·</span> ".join(escape(fact) for fact in facts if fact)
    small = "" if run.scale >= 1 else (
        f'<aside class="scale" aria-label="Note"><b>A quick look at scale {run.scale:g}.</b> '
        "Less is played than for what we publish: intervals are wider, and less is decided.</aside>\n"
    )  # fmt: skip
    cards = "".join(map(card, headlines_of(result)))
    told = "".join(f"<dt>{escape(lead)}</dt><dd>{escape(sentence)}</dd>" for lead, sentence in result.told)
    told = f'<dl class="told">{told}</dl>' if told else ""
    return (
        f'{small}<header><div class="wrap"><p class="crumb">cardshark <span>›</span> papers <span>›</span> <b>{escape(paper.name)}</b></p>'
        f'<h1>{escape(paper.question)}</h1><p class="lede">{lede}</p>{told}<ul class="verdicts">{cards}</ul></div></header>'
    )


def card(headline: Headline) -> str:
    """A verdict card."""
    small = f"<small>{escape(headline.small)}</small>" if headline.small else ""
    return (
        f'<li class="{TONES[headline.verdict]}"><span class="ic" aria-hidden="true">{MARKS[headline.verdict]}</span>'
        f"<div><b>{escape(headline.title)}</b><span>{escape(headline.line)}</span>{small}</div></li>"
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
    key = ' <span class="key"><i></i>paper</span>' if any(known(paper) for paper in charts.printed_of(figure)) else ""
    over = f"; n counts {escape(figure.counts)}" if isinstance(figure, Forest) and any(row.n for row in figure.rows) else ""
    return ("95 % band" if isinstance(figure, Chart) else "95 % interval") + over + key


def figure_body(figure: Figure, width: int, ident: str) -> str:
    """A chart in two sizes, for a desktop and for a phone, with its values in a table; or a cross-table."""
    if isinstance(figure, CrossTable):
        return cross_table(figure) + note(figure.note)
    if isinstance(figure, Forest) and len(figure.rows) > MANY:
        return drawn_once(figure, WIDE, ident) + note(figure.note)
    if isinstance(figure, Chart) and sum(len(each.x) for each in figure.series) > POINTS:
        return drawn_once(figure, width, ident) + values(figure) + note(figure.note)
    drawn = charts.draw(figure, width, ident) + charts.draw(figure, PHONE, ident + "s", "small")
    return drawn + ("" if isinstance(figure, Forest) else values(figure)) + note(figure.note)


def drawn_once(figure: charts.Drawn, width: int, ident: str) -> str:
    """A chart in one size, in a frame that scrolls on a phone."""
    drawn = charts.draw(figure, width, ident, "once").replace("<svg ", f'<svg style="width:{width}px" ', 1)
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(figure.title)}: chart">{drawn}</div>'


def appendix(result: Result) -> str:
    """Grids, long tables and how we read the paper where it is silent: for whoever wants to know it all. Charts are drawn once."""
    parts = [criteria(result), readings(result.readings), answers(result.answers)]
    for place, each in enumerate(result.appendix):
        if isinstance(each, Comparisons | Matrix):
            parts.append(table_section(each, level=3))
            continue
        if isinstance(each, CrossTable):
            body = cross_table(each) + note(each.note)
        else:
            body = drawn_once(each, HALF, f"a{place}") + note(each.note)
        parts.append(section(each.title, figure_aside(each), body, level=3))
    found = "\n".join(filter(None, parts))
    return f'<h2 class="part">Appendix</h2>\n{found}' if found else ""


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


def claims(found: Sequence[Claim], kind: str = "claims") -> str:
    """Claim by claim."""
    items = []
    for claim in found:
        facts = "".join(f"<small>{escape(fact)}</small>" for fact in claim_facts(claim))
        because = escape("; ".join(claim.reasons()))
        items.append(f"<li>{pill(claim.verdict, claim.shown)}<p><b>{escape(claim.text)}</b> {because}{facts}</p></li>")
    told = f"what each had to show: see “{CRITERIA}”" if any(claim.testable for claim in found) else ""
    return section("Claim by claim", told, f"<ol>{''.join(items)}</ol>", kind)


def claim_facts(claim: Claim) -> list[str]:
    """What was printed, what was measured, and what it cost."""
    where = f" ({claim.where})" if claim.where else ""
    figures = [f"paper: {printed(claim.paper)}{where}"] if claim.paper is not None else [claim.where] if claim.where else []
    figures += [f"ours: {with_interval(claim.ours, claim.low, claim.high)}"] if known(claim.ours) else []
    figures += [f"{claim.seeds} seeds"] if claim.seeds else []
    figures += [f"{duration(claim.seconds)} of core time"] if claim.seconds is not None and known(claim.seconds) else []
    return [" · ".join(figures)] * bool(figures)


def questions(found: Sequence[Question]) -> str:
    """What the paper leaves open, answered."""
    if not found:
        return ""
    items = []
    for place, each in enumerate(found):
        drawn = figure_body(each.figure, HALF, f"q{place}") if each.figure else ""
        items.append(f"<article><h3>{escape(each.text)}</h3><p>{escape(each.answer)}</p>{drawn}</article>")
    return section("Questions answered", "", f'<div class="questions">{"".join(items)}</div>')


def criteria(result: Result) -> str:
    """When each claim holds, and by which later rules it may not."""
    testable = [each for each in result.claims if each.testable]
    rows = [f'<tr><th scope="row">{escape(each.text)}</th><td>{escape(each.criterion)}</td></tr>' for each in testable]
    heads = '<th scope="col">claim</th><th scope="col">holds if</th>'
    body = grid("readings", heads, rows) + note(result.rules_since())
    return section(CRITERIA, "as written down before the runs", body, level=3) if rows else ""


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
    return section("Where the paper is silent", "", grid("readings", heads, rows), level=3)


def answers(found: Sequence[Answer]) -> str:
    """What the paper leaves to others."""
    if not found:
        return ""
    rows = [
        f'<tr><th scope="row">{each.item}. {escape(each.question)}<small>{escape(each.text)}</small></th><td>{escape(each.verdict)}</td>'
        f'<td class="n">{with_interval(each.ours, each.low, each.high)}</td><td class="n">{each.seeds or NONE}</td></tr>'
        for each in found
    ]
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("question", "answer", "figure, 95 %", "seeds"))
    return section(FUTURE, "", scrolling(FUTURE, grid("readings", heads, rows)), level=3)


def foot(result: Result) -> str:
    """How to run it again, and what it took."""
    run = result.run
    facts = [f"<b>{duration(run.seconds)}</b> of computing, all workers together"]
    facts += [f"scale <b>{run.scale:g}</b>, seed <b>{run.seed}</b>"]
    facts += [f"cardshark <b>{escape(run.version)}</b>" + (f" at <b>{escape(run.commit)}</b>" if run.commit else "")]
    facts += [f"data: <b>{escape(result.data)}</b>"] if result.data else []
    facts += map(escape, result.made_by())
    items = "".join(f"<li>{fact}</li>" for fact in facts)
    return f'<footer><div><h2>Run it again</h2><pre tabindex="0"><code>{escape(result.command)}</code></pre></div><ul>{items}</ul></footer>'
