"""The page of all papers, from their records: collected here, written by `report.summary`."""

import re
from collections.abc import Iterator, Mapping
from os.path import relpath
from pathlib import Path

from cardshark.experiments.cited import ourselves, references
from cardshark.experiments.future_work import FALCON, GIN, ITEMS, POMCP, ROLLOUTS, THESIS, Item
from cardshark.experiments.reproduce import judge
from cardshark.experiments.studies import STUDIES, study
from cardshark.files import write_whole
from cardshark.report.markdown import FUTURE
from cardshark.report.record import read
from cardshark.report.result import Answer, Result
from cardshark.report.summary import OPEN, PICTURE, Line, Summary, claims_picture, summary_markdown
from cardshark.report.summary_html import summary_html

README = "README.md"
SHORT = {THESIS: "network thesis", ROLLOUTS: "rollout thesis", POMCP: "POMCP report", FALCON: "FALCON paper", GIN: "rummy paper"}
NOT_YET = "because the published record does not hold it yet"
HOURS = "{hours"  # what only a record knows


def summarise(records: Mapping[str, Path], links: Mapping[str, str], docs: str = "", studies: Path | None = None) -> Summary:
    """The summary of papers, by the records of each. `links` lead to their pages, and `docs` to the folder of all docs, if it is near;
    `studies` is a folder with the records of questions that belong to no single paper."""
    results = [judge(path, name) for name, path in records.items()]
    answers = [answer for result in results for answer in result.answers]
    answered = {answer.item: answer for answer in (*answers, *(answers_beside(studies) if studies else ()))}
    asked = {result.paper.name: result for result in results}
    lines = [line_of(item, asked.get(item.asked), answered.get(item.number), links, docs) for item in ITEMS]
    short = {name: SHORT.get(name, name) for name in records}
    return Summary(results, short, links, lines, references(), ourselves())


def answers_beside(folder: Path) -> Iterator[Answer]:
    """What the studies answer whose records lie in a folder."""
    for name in STUDIES:
        if (folder / f"{name}.json").exists():
            yield from study(name).answers(read(folder / f"{name}.json"))


def line_of(item: Item, result: Result | None, answer: Answer | None, links: Mapping[str, str], docs: str) -> Line:
    """A question with its answer: from a record, or from another page of the docs."""
    asked = SHORT.get(item.asked, "ourselves")
    heading = heading_under(item, result) if result else ""
    link = f"{links[item.asked]}#{anchor(heading)}" if heading else f"{docs}{item.page}" if docs and item.page else ""
    if answer:
        return Line(item.number, asked, answer.question, answer, link=link or links.get(item.asked, ""))
    if item.found and (result or HOURS not in item.found):
        hours = result.run.seconds / 3600 if result else 0.0
        return Line(item.number, asked, item.question, None, item.verdict, item.found.format(hours=hours), link)
    return Line(item.number, asked, item.question, None, OPEN, NOT_YET, link)


def heading_under(item: Item, result: Result) -> str:
    """Where an item stands on a page: under the heading of a question or of a figure in the appendix, or in the list of its answers."""
    headings = [*(question.text for question in result.questions), *(each.title for each in result.appendix)]
    own = next((heading for heading in headings if item.heading and item.heading in heading), "")
    return own or (FUTURE if any(answer.item == item.number for answer in result.answers) else "")


def anchor(heading: str) -> str:
    """The name by which a page of Markdown leads to a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def publish_summary(records: Mapping[str, Path], folder: Path) -> list[Path]:
    """Write the page of several papers into a folder; it leads to their pages, each of which stands beside its record."""
    links = {name: Path(relpath(path.with_name(f"{name}.md"), folder)).as_posix() for name, path in records.items()}
    return save_summary(summarise(records, links), folder, folder / "summary.html")


def save_summary(summary: Summary, folder: Path, page: Path | None = None) -> list[Path]:
    """Write the page of Markdown and its picture into a folder, and perhaps the page of HTML into a file."""
    files = {folder / README: summary_markdown(summary), folder / PICTURE: claims_picture(summary)}
    if page:
        files[page] = summary_html(summary)
    for path, content in files.items():
        write_whole(path, content)
    return list(files)
