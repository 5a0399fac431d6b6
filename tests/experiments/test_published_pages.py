"""What is published about papers: pages that people read to the end, and a summary with a line for each of 56 questions."""

import html
import re

import pytest

from cardshark.experiments import reproduce
from cardshark.experiments.cited import CITED, ourselves, references
from cardshark.experiments.future_work import ITEMS
from cardshark.experiments.summary import anchor, heading_under, publish_summary, save_summary, summarise
from cardshark.report.markdown import APPENDIX
from cardshark.report.summary import OPEN
from helpers.paths import ROOT

PAGES = ROOT / "docs" / "papers"
RECORDS = {name: ROOT / "results" / name / "record.json" for name in reproduce.PAPERS}
MOST_TEXT, MOST_HTML = 12_000, 150_000
HTML_APPENDIX = '<h2 class="part">Appendix</h2>'
SENTENCE = r"^- \*\*[^*]+\.\*\* .*\.$"


@pytest.fixture(scope="module")
def summary():
    """The summary as it is published."""
    return summarise(RECORDS, {name: f"{name}.md" for name in reproduce.PAPERS}, docs="../", studies=ROOT / "results" / "beyond")


@pytest.mark.parametrize("name", reproduce.PAPERS)
def test_a_page_begins_with_five_sentences_and_is_short(name):
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert len(re.findall(SENTENCE, text.split("\n\n")[2], re.MULTILINE)) == 5
    assert len(text.split(APPENDIX)[0].encode()) <= MOST_TEXT
    report = (ROOT / "results" / name / "report.html").read_text(encoding="utf-8")
    assert len(report.encode()) <= MOST_HTML
    assert len(text_of(report.split(HTML_APPENDIX)[0]).encode()) <= MOST_TEXT


def text_of(page):
    """What there is to read on a page of HTML, but for what is drawn and for values that open on a click."""
    page = re.sub(r"<(style|svg|details)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_no_page_shows_what_is_no_number():
    for path in PAGES.iterdir():
        assert not re.search(r"\bnan\b|\bNaN\b|\bNone\b|\binf\b", path.read_text(encoding="utf-8")), path.name


@pytest.mark.long
def test_the_summary_is_what_the_records_say(tmp_path, summary):
    for made in save_summary(summary, tmp_path, tmp_path / "summary.html"):
        folder = ROOT / "results" if made.suffix == ".html" else PAGES
        assert (folder / made.name).read_text(encoding="utf-8") == made.read_text(encoding="utf-8"), f"{made.name}: run docs/papers.py"


def test_there_are_56_questions_in_their_order(summary):
    assert [item.number for item in ITEMS] == [line.number for line in summary.lines] == list(range(1, 57))
    assert len({item.question for item in ITEMS}) == 56
    for line in summary.lines:
        assert line.told, f"{line.number} says nothing"
        assert line.link or line.word == OPEN, f"{line.number} leads nowhere"


def test_questions_lead_to_headings_that_their_pages_have(summary):
    results = {result.paper.name: result for result in summary.results}
    for item in ITEMS:
        if item.heading and item.asked in results:
            assert item.heading in heading_under(item, results[item.asked]), f"{item.number}: no heading with {item.heading!r}"


def test_links_of_the_summary_lead_somewhere():
    for target in re.findall(r"\]\(([^)]+)\)", (PAGES / "README.md").read_text(encoding="utf-8")):
        file, _, name = target.partition("#")
        path = (PAGES / file).resolve()
        assert path.is_file(), target
        headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE) if name else []
        assert not name or name in {anchor(re.sub(r"\\(.)", r"\1", heading)) for heading in headings}, target


def test_an_answer_leads_to_its_own_heading(summary):
    for line in summary.lines:
        assert not line.answer or "#" in line.link, f"{line.number} leads to the top of a page"


def test_anchors_are_those_of_github():
    assert anchor("What if 1,000 turns don't do? (TD-rummy)") == "what-if-1000-turns-dont-do-td-rummy"


def test_a_run_of_all_papers_has_its_summary_beside_it(tmp_path):
    folder = tmp_path / "hearts_pomcp"
    folder.mkdir()
    (folder / "record.json").write_bytes(RECORDS["hearts_pomcp"].read_bytes())
    readme, picture, page = publish_summary({"hearts_pomcp": folder / "record.json"}, tmp_path)
    text = readme.read_text(encoding="utf-8")
    assert "[POMCP report](hearts_pomcp/hearts_pomcp.md)" in text and "../" not in text and picture.name in text
    assert page.stat().st_size < MOST_HTML


def test_references_agree_with_the_citation_file():
    yaml = pytest.importorskip("yaml")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    by_title = {each["title"]: each for each in cited["references"]}
    assert set(CITED) == set(reproduce.PAPERS)
    for name, (_, fields) in CITED.items():
        theirs = by_title[re.sub(r"[{}]", "", fields["title"])]
        assert reproduce.page(name).PAPER.title == theirs["title"]
        assert fields["author"].split(" and ") == [f"{each['given-names']} {each['family-names']}" for each in theirs["authors"]]
        assert fields.get("year") == (str(theirs["year"]) if "year" in theirs else None)
    assert cited["title"] in ourselves() and cited["version"] in ourselves() and references().count("@") == 5
