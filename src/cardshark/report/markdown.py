"""A paper's result as a page of Markdown for the docs: the same figures as the HTML report, charts as pictures beside it.

What the paper prints and what became of it comes first; the values of charts, grids and long tables stand in the appendix.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from cardshark.report import charts, svg
from cardshark.report.figures import NONE, duration, number, printed, printed_places, spread, with_interval
from cardshark.report.headlines import headlines_of
from cardshark.report.result import Answer, Bars, Chart, Claim, Comparisons, CrossTable, Figure, Forest, Matrix, Protocol, Result, Table
from cardshark.report.verdict import MARKS, Effect, Level, known

APPENDIX = "## Appendix"  # the heading that divides a page
CRITERIA = "When a claim holds"
WRITTEN_BEFORE = "What each had to show was written down before the runs"
FUTURE = "Future work"


def markdown(result: Result) -> str:
    """The page."""
    paper, names = result.paper, {id(each): name for each, name in charts_with_names(result)}
    parts = [
        f"<!-- Made from {plain_words(result.data) or 'a record'} by `{result.command}`; do not edit by hand. -->",
        f"# {words(paper.question)}",
        "\n".join(f"- **{words(lead)}.** {words(sentence)}" for lead, sentence in result.told),
        words(" · ".join(filter(None, [f"Reproduction of {paper.authors}, “{paper.title}”", paper.source, result.lede, result.run.date]))),
        headlines(result),
        protocol(result.protocol),
        *(table_of(each) for each in result.tables),
        "## Claim by claim" if result.claims else "",
        claims(result.claims, bool(result.later_rules), bool(paper.known)),
        *(f"## {words(each.title)}\n\n{figure(each, names)}" for each in result.figures),
        f"## {words(result.forest.title)}\n\n{figure(result.forest, names)}" if result.forest else "",
        "## Questions answered" if result.questions else "",
    ]
    for each in result.questions:
        parts += [f"### {words(each.text)}", paragraph(each.answer), figure(each.figure, names) if each.figure else ""]
    parts += ["## Run it again", f"```sh\n{result.command}\n```", conditions(result), *map(paragraph, result.claims_since)]
    parts += appendix(result, names)
    return "\n\n".join(filter(None, parts)) + "\n"


def appendix(result: Result, names: dict[int, str]) -> list[str]:
    """When claims hold, how the paper is read where it is silent, grids and long tables, and the values of all charts."""
    parts = criteria(result)
    parts += ["### Where the paper is silent", readings(result)] if result.readings else []
    parts += [f"### {FUTURE}", answers(result.answers)] if result.answers else []
    for each in result.appendix:
        shown = table_of(each, "###") if isinstance(each, Comparisons | Matrix) else f"### {words(each.title)}\n\n{figure(each, names)}"
        parts.append(shown)
    for each, _ in charts_with_names(result):
        parts += [f"### Values: {words(each.title)}", values(each)]
    parts += ["### Who made the pieces", *map(paragraph, result.provenance)] if result.provenance else []
    return [APPENDIX, *filter(None, parts)] if parts else []


def answers(found: Sequence[Answer]) -> str:
    """What the paper leaves to others, by the numbers of the page of all papers."""
    rows = [
        [
            f"{each.item}", words(each.question), words(each.verdict), with_interval(each.ours, each.low, each.high),
            f"{each.seeds}" if each.seeds else NONE, words(each.text),
        ]
        for each in found
    ]  # fmt: skip
    return table(["", "question", "answer", "figure, 95 %", "seeds", "in words"], rows, (0, 4))


def pictures(result: Result) -> dict[str, str]:
    """The charts of a result, by the names of their files."""
    return {name: charts.picture(each) for each, name in charts_with_names(result)}


def charts_with_names(result: Result) -> Iterator[tuple[charts.Drawn, str]]:
    """Each chart with the name of its file."""
    taken: set[str] = set()
    figures = [*result.figures, result.forest, *(question.figure for question in result.questions), *result.appendix]
    for each in {id(figure): figure for figure in figures}.values():  # a figure that is shown twice is one picture
        if isinstance(each, charts.Drawn):
            stem = f"{result.paper.name}-{'-'.join(re.findall('[a-z0-9]+', each.title.lower()))}"
            name = next(name for name in (stem, *(f"{stem}-{number}" for number in range(2, 1000))) if name not in taken)
            taken.add(name)
            yield each, f"{name}.svg"


def words(text: str) -> str:
    """Plain text that Markdown shows as it is, also in a table."""
    text = re.sub(r"([\\`*\[\]<>|~$])", r"\\\1", " ".join(text.split())).replace("&", "&amp;")
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)  # within a word an underscore is only that


def plain_words(text: str) -> str:
    """Text that may stand in a comment."""
    return " ".join(text.replace("--", "–").split())


def paragraph(text: str) -> str:
    """Plain text as a paragraph, also where it begins like a heading or a list."""
    return re.sub(r"^(\d+)([.)])(?=\s|$)|^([#+-])", lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", words(text))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """A table; columns of numbers are set to the right. Cells are Markdown already."""
    right = set(right)
    lines = [heads, ["---:" if place in right else "---" for place in range(len(heads))], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def pill(word: str) -> str:
    """A verdict as a mark and a word."""
    return f"{MARKS[word]} {word}"


def headlines(result: Result) -> str:
    """The verdict cards as a list."""
    lines = []
    for each in headlines_of(result):
        small = f" ({words(each.small)})" if each.small else ""
        lines.append(f"- {MARKS[each.verdict]} **{words(each.title)}**: {words(each.line)}{small}")
    return "\n".join(lines)


def protocol(found: Sequence[Protocol]) -> str:
    """How the paper measured, beside how we do."""
    if not found:
        return ""
    rows = [[words(each.what), words(each.paper), words(each.ours)] for each in found]
    return "## How it was measured\n\n" + table(["", "paper", "ours"], rows)


def table_of(found: Table, heading: str = "##") -> str:
    """A table of the paper beside ours, row by row or in the paper's own shape."""
    shown = matrix(found) if isinstance(found, Matrix) else comparisons(found)
    near = f" Near: off by {found.tolerance:g} or less." if found.tolerance else ""
    beside = isinstance(found, Matrix) and any(known(cell.paper) for cell in found.entries)
    over = " Printed over ours with its 95 % interval." if beside else ""
    lead = paragraph(f"{found.unit[:1].upper()}{found.unit[1:]}.{over}{near} {found.note}")
    return "\n\n".join([f"{heading} {words(found.title)}", lead, shown])


def comparisons(found: Comparisons) -> str:
    """The paper's rows beside ours."""
    decimals, papers, rows = found.places(), printed_places(row.paper for row in found.rows), []
    for section, members in found.sections():
        if section:
            rows.append([f"**{words(section)}**", *[""] * 6])
        for row in members:
            places = row.ranks(members)
            rows.append([
                words(f"{row.group}, {row.label}" if row.group else row.label), number(row.paper, papers),
                with_interval(row.ours, row.low, row.high, decimals), number(row.gap, decimals, sign=True),
                f"{places[0]} / {places[1]}" if places else NONE, NONE if row.n is None else f"{row.n:,}",
                pill(found.level(row)) if found.judges(row) else NONE,
            ])  # fmt: skip
    heads = ["setting", "paper", "ours, 95 %", "gap", "rank, paper / ours", words(found.counts), "verdict"]
    return table(heads, rows, (1, 2, 3, 5))


def matrix(found: Matrix) -> str:
    """The paper's table in its own shape: in each cell the printed figure over ours, and a mark; ours alone where nothing is printed."""
    papers, rows = printed_places(row.paper for row in found.entries), []
    for name, cells in zip(found.rows, found.cells, strict=True):
        rows.append([f"**{words(name)}**"])
        for cell in cells:
            ours = with_interval(cell.ours, cell.low, cell.high) if cell else "·"
            mark = f" {MARKS[found.level(cell)]}" if cell and found.judges(cell) else ""
            above = f"{number(cell.paper, papers)}<br>" if cell and known(cell.paper) else ""
            rows[-1].append(above + ours + mark)
    levels = found.levels()
    key = "; ".join(f"{pill(each)}: {levels.count(each)} of {len(levels)}" for each in Level if each in levels)
    drawn = table(["", *(words(name) for name in found.columns)], rows, range(1, len(found.columns) + 1))
    return f"{drawn}\n\n{key}." if key else drawn


def claims(found: Sequence[Claim], has_later_rules: bool = False, had_results: bool = False) -> str:
    """Claim by claim; columns that no claim fills are left out."""
    columns = {
        "claim": [words(each.text) for each in found],
        "paper": [words(printed(each.paper)) + (f" ({words(each.where)})" if each.where else "") for each in found],
        "ours, 95 %": [with_interval(each.ours, each.low, each.high) for each in found],
        "verdict": [f"{MARKS[each.verdict]} {each.shown}" for each in found],
        "seeds": [f"{each.seeds}" if each.seeds else "" for each in found],
        "core time": [duration(each.seconds) if each.seconds is not None and known(each.seconds) else "" for each in found],
        "because": [words("; ".join(each.reasons())) for each in found],
    }
    filled = {name: cells for name, cells in columns.items() if any(cells)}
    rows = [[cell or NONE for cell in row] for row in zip(*filled.values(), strict=True)]
    since = ", after a first reading" * had_results + ", later rules apart" * has_later_rules
    before = f"Criteria were written down before these runs{since}" if since else WRITTEN_BEFORE
    told = f"{before}: see “{CRITERIA}”.\n\n" if any(each.testable for each in found) else ""
    return told + table(list(filled), rows) if rows else ""


def criteria(result: Result) -> list[str]:
    """When each claim holds, and by which later rules it may not."""
    rows = [[words(each.text), words(each.criterion)] for each in result.claims if each.testable]
    return [f"### {CRITERIA}", table(["claim", "holds if"], rows), paragraph(result.rules_since())] if rows else []


def readings(result: Result) -> str:
    """Where the paper is silent."""
    rows = []
    for each in result.readings:
        effect = f"{MARKS[each.effect]} small effect" if each.effect == Effect.SMALL else pill(each.effect)
        rows.append([words(each.point), words(each.choice), words(each.alternatives), effect, words(each.note)])
    return table(["point", "our choice", "alternatives", "effect", "note"], rows)


def figure(found: Figure, names: dict[int, str]) -> str:
    """A chart as a picture, or a cross-table."""
    shown = cross_table(found) if isinstance(found, CrossTable) else f"![{words(found.title)}]({names[id(found)]})"
    return "\n\n".join(filter(None, [shown, paragraph(found.note)]))


def values(found: charts.Drawn) -> str:
    """The values of a chart as a table."""
    if isinstance(found, Forest):
        return forest_rows(found)
    return chart_rows(found) if isinstance(found, Chart) else bar_rows(found)


def forest_rows(forest: Forest) -> str:
    """The values of a plot of readings."""
    rows = []
    for row in forest.rows:
        name = words(": ".join(filter(None, [row.group, row.label])))
        count = NONE if row.n is None else f"{row.n:,}"
        rows.append([name, with_interval(row.ours, row.low, row.high, forest.places()), printed(row.paper), count])
    if known(forest.paper):
        rows.append(["as printed", NONE, printed(forest.paper), NONE])
    return table(["", words(forest.unit), "paper", words(forest.counts)], rows, (1, 2, 3))


def chart_rows(chart: Chart) -> str:
    """The values of a chart."""
    steps, decimals = chart.steps(), chart.places()
    rows = [
        [step, *(with_interval(*each.at(x), decimals) for each in chart.series)]
        for x, step in zip(steps, svg.tick_texts(steps), strict=True)
    ]
    if any(known(each.paper) for each in chart.series):
        rows.append(["paper", *(printed(each.paper) for each in chart.series)])
    return table([words(chart.x_label), *(words(each.label) for each in chart.series)], rows, range(len(chart.series) + 1))


def bar_rows(bars: Bars) -> str:
    """The values of a bar chart."""
    rows = [[words(row.label), with_interval(row.ours, row.low, row.high, bars.places()), printed(row.paper)] for row in bars.rows]
    return table(["", words(bars.unit), "paper"], rows, (1, 2))


def cross_table(found: CrossTable) -> str:
    """Everybody against everybody."""
    decimals, rows = found.places(), []
    for place, (name, cells) in enumerate(zip(found.rows, found.values, strict=True)):
        rows.append([f"**{words(name)}**"])
        for column, value in enumerate(cells):
            interval = spread(value, *found.interval(place, column), decimals)
            rows[-1].append(f"{number(value, decimals, sign=True)} {interval}".strip())
    unit = f" {found.unit};" if found.unit else ""
    better = "negative: the row takes fewer points" if found.fewer_is_better else "positive: the row wins more points"
    heads = ["", *(words(name) for name in found.columns)]
    return f"{words(f'Row minus column;{unit} {better}.')}\n\n{table(heads, rows, range(1, len(heads)))}"


def conditions(result: Result) -> str:
    """What a run took."""
    run = result.run
    took = f"{duration(run.seconds)} of computing, all workers together"
    version = f"cardshark {run.version}" + (f" at {run.commit}" if run.commit else "")
    name = words(result.data)
    data = f" Data: {f'[{name}]({result.data_link})' if result.data_link else name}." if name else ""
    return words(f"{took}, scale {run.scale:g}, seed {run.seed}, {version}, {run.date}.") + data
