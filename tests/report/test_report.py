"""Reports: everything is there, nothing is fetched, text stays text, and a missing figure is a dash. All figures here are invented."""

import json
import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from cardshark.report import html as report
from cardshark.report.figures import number, with_interval
from cardshark.report.headlines import headlines_of
from cardshark.report.markdown import markdown, paragraph, pictures, words
from cardshark.report.record import Run
from cardshark.report.result import (
    Bars,
    Chart,
    Claim,
    Comparison,
    Comparisons,
    CrossTable,
    Forest,
    Matrix,
    Paper,
    Protocol,
    Question,
    Reading,
    Result,
    Series,
    claims_json,
)
from cardshark.report.verdict import Effect, Level, Verdict
from helpers.reports import CLAIMS, NASTY, Page, rendered, sample, texts_of


def test_the_page_is_whole_and_loads_nothing():
    text = report.html(sample())
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    assert set(page.named) <= set(page.ids)
    assert "script" not in page.tags
    assert not re.search(r"https?:|<script|@import|url\(|\bsrc=|\bhref=|javascript:", text)
    assert len(text.encode()) < 150_000
    assert page.tags.count("svg") == sum(text.count(each) for each in ('role="img"', 'aria-hidden="true"', 'overflow="visible"')) - len(
        headlines_of(sample())
    )
    assert text.count('role="img"') == text.count("<desc id=") == 11  # five charts, for the desk and for the phone, and one in the appendix


def test_everything_that_was_filled_in_is_in_both_reports():
    result = sample()
    page, (page_of_docs, _, _) = Page(report.html(result)).text, rendered(markdown(result))
    for text in filter(None, texts_of(result)):
        assert text in page
        assert (
            text.replace("fewer is better", "") in page_of_docs.replace("fewer is better", "") or text[0].upper() + text[1:] in page_of_docs
        )
    for claim in result.claims:
        assert with_interval(claim.ours, claim.low, claim.high) in page
        assert with_interval(claim.ours, claim.low, claim.high) in page_of_docs
        assert f"{claim.verdict}" in page_of_docs
    for row in result.tables[0].rows:
        for text in (number(row.paper, 4), number(row.ours, 4), number(row.gap, 4, sign=True)):
            assert text in page
            assert text in page_of_docs
    for headline in headlines_of(result):
        for text in (headline.title, headline.line, headline.small):
            assert text in page
            assert text in page_of_docs


def test_a_verdict_is_a_mark_and_a_word():
    text = report.html(sample())
    pills = re.findall(r'<span class="v (\w+)">(.*?)</span>', text)
    assert len(pills) == 32 + 4 + 3
    assert {word for _, word in pills} == {
        "✓ inside", "≈ near", "✓ reproduced", "? undecided", "✗ contradicted", "≈ small effect", "! changes the level", "– untested",
    }  # fmt: skip


def nasty():
    """A result whose every text tries to break out."""
    claim = Claim(NASTY, Verdict.UNDECIDED, NASTY, 1.0, 0.0, 2.0, NASTY, NASTY, NASTY, NASTY, NASTY, 10, 60.0)
    chart = Chart(NASTY, [Series(NASTY, [1, 2], [1.0, 2.0], paper=1.0)], NASTY, NASTY, levels=[(NASTY, 1.0)], note=NASTY)
    row = Comparison(NASTY, NASTY, 1.0, 1.1, 0.9, 1.3, 5, section=NASTY)
    cross = CrossTable(NASTY, [NASTY], [NASTY], [[1.0]], unit=NASTY, note=NASTY)
    matrix = Matrix(NASTY, [NASTY], [NASTY], [[row]], NASTY, note=NASTY)
    return Result(
        Paper("nasty", NASTY, NASTY, NASTY, NASTY), Run(0.5, 1, 1.0, NASTY, NASTY, NASTY, 1),
        [Comparisons(NASTY, [row], NASTY, 0.1, NASTY, NASTY), matrix], [claim], [chart, Bars(NASTY, [row], NASTY, NASTY), cross],
        [Question(NASTY, NASTY, chart)], [Reading(NASTY, NASTY, NASTY, Effect.SMALL, NASTY)], NASTY, NASTY,
        sentences=[NASTY] * 4, protocol=[Protocol(NASTY, NASTY, NASTY)], forest=Forest(NASTY, [row], NASTY, 1.0, NASTY, NASTY),
        appendix=[matrix, chart],
    )  # fmt: skip


def test_text_stays_text_in_html():
    text = report.html(nasty())
    page = Page(text)
    assert "script" not in page.tags
    assert "<script" not in text
    assert page.text.count(NASTY) > 30
    for drawn in pictures(nasty()).values():
        assert "script" not in {element.tag.split("}")[-1] for element in ElementTree.fromstring(drawn).iter()}


def test_text_stays_text_in_markdown():
    seen, tables, _ = rendered(markdown(nasty()))  # it asserts that there is no link, no code and no emphasis of theirs
    assert seen.count(NASTY) > 40
    assert len(tables) == 11
    assert all(len(set(table)) == 1 for table in tables)


def test_markdown_keeps_what_looks_like_markdown():
    for text in [
        "# 1 is best",
        "- 3 points",
        "1. First",
        "2) Second",
        "a_b_c and _d_",
        "1 < 2 > 0",
        "5 * 3 * 2",
        "$x$",
        "a & b &amp; c",
        "~~no~~",
        "back\\slash",
    ]:
        assert rendered(paragraph(text) + "\n")[0] == text
    assert words("two\nlines") == "two lines"
    assert words("hearts_pomcp") == "hearts_pomcp"


def test_tables_of_the_docs_are_well_formed_and_pictures_stand_beside_them():
    _, tables, links = rendered(markdown(sample()))
    before = [2, 32 + 8, 4, 3]  # protocol, the paper's table, claims, cross-table
    assert [len(table) - 1 for table in tables] == [
        *before,
        1,
        3,
        2,
        2,
        3,
        7 + 1,
        3,
        4 + 1,
        3,
    ]  # criteria, readings, answers, matrix, cross-table, values of charts
    assert all(len(set(table)) == 1 for table in tables)
    names = ("how-many-deals-are-enough", "moons-in-1-000-hands", "what-other-readings-change", "grid")
    assert set(links) == set(pictures(sample())) == {f"hearts_pomcp-{name}.svg" for name in names}
    twins = sample(questions=[Question("a", "b", Chart("Same", [], "x", "y")), Question("a", "b", Chart("same", [], "x", "y"))])
    assert {"hearts_pomcp-same.svg", "hearts_pomcp-same-2.svg"} < set(pictures(twins))


def test_rows_of_a_table_are_equally_long():
    cells = Page(report.html(sample())).cells
    assert cells[: 3 + 1 + 40] == [3] * 3 + [7] * 41
    mixed = [Comparison("a", "", 1.0, 1.0, 0.9, 1.1, 5), Comparison("b", "", 1.0, 1.0, 0.9, 1.1, 7, section="s"), Comparison("c")]
    cells = Page(report.html(sample(tables=[Comparisons("t", mixed, "points")], protocol=()))).cells
    assert cells[: 1 + 4] == [8] * 5  # with a column for the number of deals, because they differ


@pytest.mark.parametrize("nothing", [None, math.nan])
def test_a_missing_figure_is_a_dash(nothing):
    row = Comparison("row", "", nothing, nothing, nothing, nothing)
    chart = Chart(
        "chart",
        [Series("empty", [1, 10], [nothing, nothing]), Series("gap", [1, 10, 100], [1.0, nothing, 3.0], [0, nothing, 2], [2, nothing, 4])],
        "x",
        "y",
    )
    result = sample(
        tables=[Comparisons("table", [row], "points")],
        claims=[Claim("claim", Verdict.UNMEASURED, nothing, nothing, nothing, nothing)],
        figures=[chart, Bars("bars", [row], "y"), CrossTable("cross", ["a"], ["a"], [[nothing]])],
        questions=[],
    )  # fmt: skip
    for text in (report.html(result), markdown(result), *pictures(result).values(), json.dumps(claims_json(result), allow_nan=False)):
        assert not re.search(r"\bnan\b|\bNaN\b|\bNone\b", text)
    assert "– not measured" in Page(report.html(result)).text
    assert [card.title for card in headlines_of(result)] == ["Main claim was not measured", "Nothing contradicted"]
    assert "| row | – | – | – | – | – | – not measured |" in markdown(result)


def test_an_empty_result_is_still_a_page():
    result = sample(
        tables=[Comparisons("none", [], "points")],
        claims=[],
        figures=[Chart("c", [], "x", "y", log_x=True), Bars("b", [], "y")],
        questions=[],
        readings=[],
    )
    Page(report.html(result))
    rendered(markdown(result))
    assert headlines_of(result) == []


def test_headlines_follow_from_tables_and_claims():
    assert [(card.verdict, card.title) for card in headlines_of(sample())] == [
        (Verdict.NEAR, "Mostly the same ordering"), (Verdict.REPRODUCED, "Main claim holds"),
        (Verdict.NEAR, "Level close, not equal"), (Verdict.CONTRADICTED, "One claim contradicted"),
    ]  # fmt: skip
    assert headlines_of(sample())[1].line == "ours 0.517 ± 0.006, paper about 0.5"
    same = [Comparison(str(place), "", place, place + 0.01, place - 0.1, place + 0.1) for place in range(4)]
    good = sample(tables=[Comparisons("t", same, "points")], claims=CLAIMS[:2])
    assert [card.title for card in headlines_of(good)] == ["Same ordering", "Main claim holds", "Same level", "Nothing contradicted"]
    off = [Comparison(str(place), "", -place, place, place - 0.1, place + 0.1) for place in range(1, 4)]
    bad = sample(tables=[Comparisons("t", off, "points", 0.5)], claims=CLAIMS[2:3])
    assert [card.title for card in headlines_of(bad)] == [
        "Another ordering",
        "Main claim is undecided",
        "Level differs",
        "One claim undecided",
    ]
    assert headlines_of(bad)[3].small == "150,000 more deals would decide"
    first, second, third = (replace(CLAIMS[2], text=f"Claim {number}.", would_decide=f"{number} deals") for number in (1, 2, 3))
    (both,) = [card for card in headlines_of(sample(claims=[first, second])) if card.title == "Two claims undecided"]
    assert (both.line, both.small) == ("Claim 1. Claim 2.", "1 deals and 2 deals would decide")
    (all_six,) = [card for card in headlines_of(sample(claims=[first, second, third] * 2)) if card.title == "Six claims undecided"]
    assert all_six.line == "Claim 1. Claim 2. Claim 3. Claim 1. Claim 2. And one other."


@pytest.mark.parametrize(("off", "title"), [(0, "Same level"), (2, "Mostly the same level"), (3, "Level differs"), (4, "Level differs")])
def test_mostly_is_more_than_half(off, title):
    """Two of six rows off are most of them at the same level; three are not."""
    rows = [Comparison(str(place), "", place, place + (9 if place < off else 0), place - 0.1, place + 0.1) for place in range(6)]
    rows = [replace(row, low=row.ours - 0.1, high=row.ours + 0.1) for row in rows]
    assert title in [card.title for card in headlines_of(sample(tables=[Comparisons("t", rows, "points")]))]


def test_what_holds_by_its_direction_only_says_so():
    """In the table of claims, and in the count at the top."""
    signed = sample(claims=[CLAIMS[0], replace(CLAIMS[1], by_direction=True), *CLAIMS[2:]])
    assert "✓ reproduced, by direction" in markdown(signed) and "✓ reproduced, by direction" in report.html(signed)
    assert "2 reproduced (1 by direction only), 1 undecided" in headlines_of(signed)[1].small
    assert "by direction" not in markdown(sample())


def test_equal_players_do_not_spoil_the_ordering():
    rows = [Comparison("a", "", 1.0, 1.0, 0.9, 1.1), Comparison("b", "", 1.02, 0.99, 0.9, 1.1), Comparison("c", "", 2.0, 2.0, 1.9, 2.1)]
    found = headlines_of(sample(tables=[Comparisons("t", rows, "points")]))[0]
    assert (found.title, found.line) == ("Same ordering", "2 of 2 clear pairs rank alike")
    assert found.small == "all 3: 2 alike, Kendall τ = 0.33"


def test_ranks_are_within_a_section_and_levels_by_the_tolerance():
    rows = [
        Comparison("a", "", 2.0, 1.0, 0.9, 1.1, section="s"),
        Comparison("b", "", 1.0, 3.0, 2.9, 3.1, section="s"),
        Comparison("c", "", 9.0, 9.05, 9.04, 9.06, section="t"),
    ]
    table = Comparisons("t", rows, "points", 0.1)
    assert [row.ranks(members) for _, members in table.sections() for row in members] == [(2, 1), (1, 2), (1, 1)]
    assert [table.level(row) for row in rows] == [Level.OFF, Level.OFF, Level.NEAR]


def test_claims_for_programs():
    found = claims_json(sample())
    assert found[0] == {
        "claim": CLAIMS[0].text, "key": "halves", "where": "tables 1 and 2", "criterion": "the ratio lies between 0.4 and 0.6",
        "paper": "about 0.5", "ours": 0.517, "low": 0.511, "high": 0.523, "seeds": 10, "seconds": 5400.0, "verdict": "reproduced",
    }  # fmt: skip
    assert [each["verdict"] for each in found] == ["reproduced", "reproduced", "undecided", "contradicted"]
    assert claims_json(sample(claims=[Claim("c", Verdict.UNMEASURED, ours=math.nan)]))[0]["ours"] is None


def test_a_quick_look_says_so():
    assert "A quick look" not in report.html(sample())
    assert "A quick look at scale 0.01." in Page(report.html(sample(run=Run(0.01, 1, 5.0, "0.3.0", None, "2026-11-15", 1)))).text


def test_reports_are_saved_with_their_pictures(tmp_path):
    files = report.save(sample(), tmp_path / "r" / "report.html", tmp_path / "docs" / "hearts_pomcp.md")
    assert files == [path for path in files if path.is_file()]
    assert sorted(path.name for path in tmp_path.rglob("*.*")) == sorted(path.name for path in files)
    assert len(files) == 2 + len(pictures(sample()))
    assert (tmp_path / "r" / "report.html").read_text(encoding="utf-8") == report.html(sample())
