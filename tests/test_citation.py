"""CITATION.cff says what the package is: its version, its licence, and the papers that it reproduces."""

import re
import tomllib

import pytest

from cardshark import __version__
from cardshark.experiments.reproduce import PAPERS, page
from helpers.paths import ROOT

yaml = pytest.importorskip("yaml")
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
KINDS = {"article", "conference-paper", "report", "thesis"}  # of references, as the format has them


def test_it_has_what_the_format_asks_for():
    assert CITED["cff-version"] == "1.2.0" and CITED["type"] == "software" and CITED["message"] and CITED["title"]
    known = {
        "cff-version",
        "message",
        "title",
        "abstract",
        "type",
        "authors",
        "version",
        "date-released",
        "license",
        "keywords",
        "references",
    }
    assert set(CITED) <= known
    assert all(isinstance(CITED[name], str) for name in ("message", "title", "abstract", "version", "license"))
    for reference in CITED["references"]:
        assert set(reference) <= {"type", "title", "authors", "year"} and reference["type"] in KINDS
        assert all(set(author) == {"family-names", "given-names"} for author in reference["authors"])


def test_it_agrees_with_the_package():
    assert CITED["version"] == __version__
    assert CITED["license"] == PROJECT["license"]
    assert CITED["authors"] == PROJECT["authors"]


def test_the_date_is_that_of_the_release():
    """The list of changes says when a version was released; before that there is no date to cite."""
    (when,) = re.findall(rf"^## {re.escape(__version__)} \((.+)\)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert str(CITED.get("date-released", "not released yet")) == when


@pytest.mark.long
def test_it_names_every_paper_that_is_reproduced():
    papers = {page(name).PAPER for name in PAPERS}
    assert {each["title"] for each in CITED["references"]} == {paper.title for paper in papers}
    for reference in CITED["references"]:
        (paper,) = (paper for paper in papers if paper.title == reference["title"])
        assert all(author["family-names"] in paper.authors for author in reference["authors"])
        assert str(reference.get("year", "")) in paper.authors and ("year" in reference) == bool(re.search(r"\d{4}", paper.authors))
