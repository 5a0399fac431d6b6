"""The page of all papers as one HTML file, in the dress of the papers' own reports: no script, nothing to load, light and dark."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from cardshark.report import summary as words
from cardshark.report.html import whole_page
from cardshark.report.panels import grid, note, pill, scrolling, section
from cardshark.report.summary import Summary, claims_drawing
from cardshark.report.verdict import Verdict


def summary_html(summary: Summary) -> str:
    """The page."""
    said = (("How it was measured", words.protocol), ("How sure", words.how_sure), ("What it cost", words.what_it_cost))
    listed = "".join(f"<dt>{lead}</dt><dd>{escape(sentence(summary))}</dd>" for lead, sentence in said)
    told = f'<dl class="told">{listed}</dl>'
    cited = f"{summary.references}\n\n{summary.ourselves}"
    body = [
        '<header><div class="wrap"><p class="crumb">cardshark <span>›</span> <b>papers</b></p>'
        f'<h1>{words.TITLE}</h1><p class="lede">{escape(words.opening(summary))}</p>{told}</div></header>',
        '<main class="wrap">',
        *sections_of(summary),
        section("Future work", "", note(words.future_opening(summary)) + scrolling("Future work", future_table(summary)), "long"),
        section("Cite", "", f'<pre tabindex="0"><code>{escape(cited)}</code></pre>', "long"),
        "</main>",
    ]  # fmt: skip
    return whole_page(f"{words.TITLE} · cardshark", "\n".join(body))


def sections_of(summary: Summary) -> list[str]:
    """What the papers came to."""
    picture = f'<div class="scroll" tabindex="0" role="group" aria-label="Every claim: picture">{claims_drawing(summary)}</div>'
    return [
        section("Every claim", "a tile a claim", picture),
        section("Main claims", "", scrolling("Main claims", main_claims(summary))),
        section("All claims", "", scrolling("All claims", all_claims(summary))),
    ]


def row(name: str, cells: Sequence[str], kind: str = "") -> str:
    """A row of a table; cells are HTML already."""
    return f'<tr{kind}><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def heads(*names: str) -> str:
    """The head of a table; the first column may have no name."""
    return "".join(f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in names)


def main_claims(summary: Summary) -> str:
    """The main claim of each paper."""
    rows = []
    for result in summary.results:
        name = escape(summary.short[result.paper.name])
        for main in result.claims[:1]:
            text, paper, ours, *others = map(escape, words.main_cells(main))
            rows.append(row(name, [text, paper, ours, pill(main.verdict), *others]))
    return grid("lines", heads("", *words.MAIN_HEADS[1:]), rows)


def all_claims(summary: Summary) -> str:
    """How many claims of each paper came to which verdict."""
    rows = []
    for result in summary.results:
        counts = dict(result.counts())
        cells = [*(str(counts.get(verdict, 0)) for verdict in Verdict), str(len(result.claims))]
        rows.append(row(escape(summary.short[result.paper.name]), cells))
    every = [claim.verdict for claim in summary.claims()]
    rows.append(row("all", [f"<b>{count}</b>" for count in (*(every.count(verdict) for verdict in Verdict), len(every))]))
    names = "".join(f'<th scope="col">{pill(verdict)}</th>' for verdict in Verdict)
    return grid("lines", f'<td></td>{names}<th scope="col">all</th>', rows)


def future_table(summary: Summary) -> str:
    """A line for each question, under who asked it."""
    return grid("lines asked", heads("", "question", "answer", "figure, 95 %", "seeds", "in words"), future_rows(summary))


def future_rows(summary: Summary) -> Iterator[str]:
    """The lines, and the names of who asked."""
    for asked, lines in groupby(summary.lines, key=lambda line: line.asked):
        yield f'<tr class="sec"><th scope="rowgroup" colspan="6">{escape(asked)}</th></tr>'
        for line in lines:
            yield row(str(line.number), [escape(each) for each in (line.question, line.word, line.figure, line.seeds, line.told)])
