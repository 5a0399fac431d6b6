"""A paper's result as a page of Markdown for the docs: the same figures as the HTML report, charts as pictures beside it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from cardshark.report import svg
from cardshark.report.figures import NONE, duration, number, printed, printed_places, spread, with_interval
from cardshark.report.headlines import headlines_of
from cardshark.report.result import Bars, Chart, Comparisons, CrossTable, Figure, Result
from cardshark.report.verdict import MARKS, Effect, known


def markdown(result: Result) -> str:
    """The page."""
    paper, names = result.paper, {id(each): name for each, name in charts_with_names(result)}
    parts = [
        f"<!-- Made from {plain_words(result.data) or 'a record'} by `{result.command}`; do not edit by hand. -->",
        f"# {words(paper.question)}",
        words(" · ".join(filter(None, [f"Reproduction of {paper.authors}, “{paper.title}”", paper.source, result.lede, result.run.date]))),
        headlines(result),
        *(comparisons(table) for table in result.tables),
        "## Claim by claim" if result.claims else "",
        claims(result),
        *(f"## {words(each.title)}\n\n{figure(each, names)}" for each in result.figures),
        "## Questions answered" if result.questions else "",
    ]
    for each in result.questions:
        parts += [f"### {words(each.text)}", paragraph(each.answer), figure(each.figure, names) if each.figure else ""]
    parts += ["## Where the paper is silent", readings(result)] if result.readings else []
    parts += ["## Run it again", f"```sh\n{result.command}\n```", conditions(result), *map(paragraph, made_by(result))]
    return "\n\n".join(filter(None, parts)) + "\n"


def pictures(result: Result) -> dict[str, str]:
    """The charts of a result, by the names of their files."""
    return {name: svg.picture(each) for each, name in charts_with_names(result) if isinstance(each, Chart | Bars)}


def charts_with_names(result: Result) -> Iterator[tuple[Figure, str]]:
    """Each chart with the name of its file."""
    taken: set[str] = set()
    figures = [*result.figures, *(question.figure for question in result.questions)]
    for each in {id(figure): figure for figure in figures}.values():  # a figure that is shown twice is one picture
        if isinstance(each, Chart | Bars):
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


def comparisons(found: Comparisons) -> str:
    """The paper's table beside ours."""
    decimals, papers, rows = found.places(), printed_places(row.paper for row in found.rows), []
    for section, members in found.sections():
        if section:
            rows.append([f"**{words(section)}**", *[""] * 6])
        for row in members:
            places = row.ranks(members)
            rows.append([
                words(f"{row.group}, {row.label}" if row.group else row.label), number(row.paper, papers),
                with_interval(row.ours, row.low, row.high, decimals), number(row.gap, decimals, sign=True),
                f"{places[0]} / {places[1]}" if places else NONE, NONE if row.n is None else f"{row.n:,}", pill(found.level(row)),
            ])  # fmt: skip
    heads = ["setting", "paper", "ours, 95 %", "gap", "rank, paper / ours", words(found.counts), "verdict"]
    near = f" Near: off by {found.tolerance:g} or less." if found.tolerance else ""
    lines = [
        f"## {words(found.title)}",
        paragraph(f"{found.unit[:1].upper()}{found.unit[1:]}.{near} {found.note}"),
        table(heads, rows, (1, 2, 3, 5)),
    ]
    return "\n\n".join(lines)


def claims(result: Result) -> str:
    """Claim by claim."""
    rows = []
    for each in result.claims:
        ours, decide = with_interval(each.ours, each.low, each.high), f"; {each.would_decide} would decide" if each.would_decide else ""
        rows.append([words(each.text), words(printed(each.paper)), ours, pill(each.verdict), words(each.because + decide)])
    return table(["claim", "paper", "ours, 95 %", "verdict", "because"], rows) if rows else ""


def readings(result: Result) -> str:
    """Where the paper is silent."""
    rows = []
    for each in result.readings:
        effect = f"{MARKS[each.effect]} small effect" if each.effect == Effect.SMALL else pill(each.effect)
        rows.append([words(each.point), words(each.choice), words(each.alternatives), effect, words(each.note)])
    return table(["point", "our choice", "alternatives", "effect", "note"], rows)


def figure(found: Figure, names: dict[int, str]) -> str:
    """A chart as a picture with its values, or a cross-table."""
    if isinstance(found, CrossTable):
        return "\n\n".join(filter(None, [cross_table(found), paragraph(found.note)]))
    rows = chart_rows(found) if isinstance(found, Chart) else bar_rows(found)
    return "\n\n".join(filter(None, [f"![{words(found.title)}]({names[id(found)]})", rows, paragraph(found.note)]))


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


def made_by(result: Result) -> list[str]:
    """Who made the pieces, and which claims are not as they were before."""
    return [*result.provenance, *result.claims_since]


def conditions(result: Result) -> str:
    """What a run took."""
    run = result.run
    took = f"{duration(run.seconds)} of computing, all workers together"
    version = f"cardshark {run.version}" + (f" at {run.commit}" if run.commit else "")
    name = words(result.data)
    data = f" Data: {f'[{name}]({result.data_link})' if result.data_link else name}." if name else ""
    return words(f"{took}, scale {run.scale:g}, seed {run.seed}, {version}, {run.date}.") + data
