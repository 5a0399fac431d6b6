"""The page of all papers, from their records: collected here, written by `report.summary`."""

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from cardshark.experiments.cited import ourselves, references
from cardshark.experiments.future_work import FALCON, GIN, ITEMS, POMCP, ROLLOUTS, THESIS, Item
from cardshark.experiments.reproduce import PAPERS, judge
from cardshark.files import write_whole
from cardshark.report.record import Record, read
from cardshark.report.result import Answer, Question, Result
from cardshark.report.summary import OPEN, PICTURE, Line, Summary, claims_picture, summary_markdown
from cardshark.report.summary_html import summary_html

README = "README.md"
SHORT = {THESIS: "network thesis", ROLLOUTS: "rollout thesis", POMCP: "POMCP report", FALCON: "FALCON paper", GIN: "rummy paper"}
NOT_YET = "because the published record does not hold it yet"
SEE = "see there"  # the answer where a page has several figures


def summarise(records: Mapping[str, Path], links: Mapping[str, str], docs: str = "") -> Summary:
    """The summary of papers, by the records of each. `links` lead to their pages, and `docs` to the folder of all docs, if it is near."""
    results = [judge(records[name], name) for name in PAPERS if name in records]
    answered = {answer.item: answer for name in PAPERS if name in records for answer in answers_in(name, read(records[name]))}
    asked = {result.paper.name: result for result in results}
    lines = [line_of(item, asked.get(item.asked), answered.get(item.number), links, docs) for item in ITEMS]
    return Summary(results, SHORT, links, lines, references(), ourselves())


def answers_in(paper: str, record: Record) -> Sequence[Answer]:
    """What a paper answers of future work, as far as its record holds it."""
    module = f"{PAPERS[paper].rpartition('.')[0]}.answers"
    if find_spec(module) is None:
        return []
    try:
        return import_module(module).answers(record)
    except (KeyError, IndexError, TypeError):  # a record of before, which does not hold what is asked for
        return []


def line_of(item: Item, result: Result | None, answer: Answer | None, links: Mapping[str, str], docs: str) -> Line:
    """A question with its answer: from a record, from another page of the docs, or in the words of the paper's page."""
    asked = SHORT.get(item.asked, "ourselves")
    question = question_under(item.heading, result) if result else None
    link = f"{links[item.asked]}#{anchor(question.text)}" if question else ""
    if answer:
        return Line(item.number, asked, item.question, answer, link=link or links.get(item.asked, ""))
    if item.page:
        hours = result.run.seconds / 3600 if result else 0.0
        return Line(item.number, asked, item.question, None, item.verdict, item.found.format(hours=hours), docs and f"{docs}{item.page}")
    if question:
        return Line(item.number, asked, item.question, None, SEE, quote(question.answer, item.quote), link)
    return Line(item.number, asked, item.question, None, OPEN, NOT_YET)


def question_under(heading: str, result: Result) -> Question | None:
    """The question of a page whose heading has these words."""
    return next((question for question in result.questions if heading and heading in question.text), None)


def quote(answer: str, wanted: str) -> str:
    """The clauses of an answer that have these words, two at most; what stands in parentheses is no clause of its own."""
    hidden = re.sub(r"\([^()]*\)", lambda found: re.sub(r"[;.]", "\0", found[0]), answer)
    ends = [-1, *(found.start() for found in re.finditer(r";|\.(?=\s|$)", hidden)), len(answer)]
    clauses = [answer[start + 1 : end].strip() for start, end in pairwise(ends)]
    return "; ".join([clause for clause in clauses if wanted and wanted in clause][:2])


def anchor(heading: str) -> str:
    """The name by which a page of Markdown leads to a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def publish_summary(records: Mapping[str, Path], folder: Path) -> list[Path]:
    """Write the page of several papers beside the folders of their runs."""
    links = {name: f"{path.parent.name}/{name}.md" for name, path in records.items()}
    return save_summary(summarise(records, links), folder, folder / "summary.html")


def save_summary(summary: Summary, folder: Path, page: Path | None = None) -> list[Path]:
    """Write the page of Markdown and its picture into a folder, and perhaps the page of HTML into a file."""
    files = {folder / README: summary_markdown(summary), folder / PICTURE: claims_picture(summary)}
    if page:
        files[page] = summary_html(summary)
    for path, content in files.items():
        write_whole(path, content)
    return list(files)
