"""The shapes of a page: five sentences first, tables as the paper prints them, readings in one plot. All figures here are invented."""

import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from cardshark.report import charts, svg
from cardshark.report import html as report
from cardshark.report.headlines import headlines_of
from cardshark.report.markdown import APPENDIX, markdown, matrix
from cardshark.report.result import LEADS, Chart, Claim, Comparison, Forest, Matrix, Need, Series
from cardshark.report.verdict import Level, Verdict
from helpers.reports import CLAIMS, FOREST, MATRIX, SENTENCES, Page, rendered, sample


def test_five_sentences_come_first():
    result = sample()
    assert [lead for lead, _ in result.told] == list(LEADS) and len(LEADS) == 5
    assert [sentence for _, sentence in result.told[:4]] == SENTENCES
    assert result.told[4][1] == "3 h 12 min of core time at scale 1, and the main claim rests on 10 seeds."
    lines = markdown(result).split("\n\n")
    assert lines[2].count("\n- **") == 4 and lines[2].startswith("- **The claim.**")
    assert report.html(result).index(SENTENCES[0]) < report.html(result).index("<main")


@pytest.mark.parametrize("count", [1, 3, 5, 6])
def test_another_number_of_sentences_is_refused(count):
    with pytest.raises(ValueError, match="four sentences"):
        sample(sentences=["One."] * count)


def test_grids_and_values_stand_in_the_appendix():
    before, after = markdown(sample()).split(APPENDIX)
    for title in (
        MATRIX.title,
        "Where the paper is silent",
        "Future work",
        "Values: How many deals are enough?",
        f"Values: {FOREST.title}",
    ):
        assert f"### {title}" in after and title not in before
    assert f"![{FOREST.title}](hearts_pomcp-what-other-readings-change.svg)" in before
    page = report.html(sample())
    assert page.index(">Appendix<") < page.index("who beats whom</h3>") < page.index("<footer")
    plain = [replace(claim, criterion="") for claim in CLAIMS]
    assert APPENDIX not in markdown(sample(claims=plain, figures=[], questions=[], readings=[], forest=None, answers=[], appendix=[]))


def test_a_matrix_has_the_shape_of_the_papers_table():
    seen = matrix(MATRIX)
    assert seen.splitlines()[2] == "| **EVO** | 62<br>61.5 ± 1.4 ✓ | 55<br>57.2 ± 1.2 ≈ | · |"
    assert seen.splitlines()[3] == "| **TD** | 40<br>52.5 ± 1.4 ✗ | 33<br>– – | 50<br>50.5 ± 1.5 ✓ |"
    assert seen.splitlines()[-1] == "✓ inside: 2 of 5; ≈ near: 1 of 5; ✗ off: 1 of 5; – not measured: 1 of 5."
    page = Page(report.html(sample(tables=[MATRIX], appendix=[], protocol=[])))
    assert page.cells[:3] == [4, 4, 4]
    assert "✓ inside both errors, 2; ≈ near: off by 3 or less, 1; ✗ off, 1; – not measured, 1 of 5. Ten seeds of every player." in page.text


def test_a_matrix_is_ranked_column_by_column_and_counted_cell_by_cell():
    assert [(row.section, row.label) for row in MATRIX.entries] == [
        ("greedy", "EVO"), ("greedy", "TD"), ("stock", "EVO"), ("stock", "TD"), ("itself", "TD"),
    ]  # fmt: skip
    assert [MATRIX.level(row) for row in MATRIX.entries].count(Level.INSIDE) == 2
    assert (MATRIX.ordering().alike, MATRIX.ordering().pairs) == (1, 1)
    cards = {card.title: card.line for card in headlines_of(sample(tables=[MATRIX]))}
    assert cards["Same ordering"] == "1 of 1 clear pairs rank alike"
    assert cards["Level differs"] == "2 of 4 agree within both errors"


def test_a_matrix_whose_cells_are_missing_is_refused():
    with pytest.raises(ValueError, match="2 rows of 3 cells"):
        replace(MATRIX, cells=[MATRIX.cells[0]])
    with pytest.raises(ValueError, match="cells"):
        replace(MATRIX, columns=["one"])
    assert Matrix("none", [], [], [], "points").entries == []


def test_headline_counts_name_every_claim():
    """Also those for which the paper prints no number."""
    claims = [*CLAIMS, Claim("In words only.", Verdict.UNMEASURED, None), Claim("Also in words.", Verdict.REPRODUCED, None)]
    (card,) = [card for card in headlines_of(sample(claims=claims)) if card.title.startswith("Main claim")]
    assert card.small == "of six claims: 3 reproduced, 1 undecided, 1 contradicted, 1 not measured"


def test_a_claim_says_where_it_is_printed_when_it_counts_and_what_it_cost():
    before, after = markdown(sample()).split(APPENDIX)
    assert "| about 0.5 (tables 1 and 2) | 0.517 ± 0.006 | ✓ reproduced | 10 | 1 h 30 min | In tables" in before
    assert "| claim | paper | ours, 95 % | verdict | seeds | core time | because |" in before
    assert "see “When a claim holds”" in before and "### When a claim holds\n\n| claim | holds if |" in after
    assert "the ratio lies between 0.4 and 0.6" in after and "the ratio lies" not in before
    seen = Page(report.html(sample())).text
    assert "paper: about 0.5 (tables 1 and 2) · ours: 0.517 ± 0.006 · 10 seeds · 1 h 30 min of core time" in seen
    assert seen.index("Appendix") < seen.index("the ratio lies between 0.4 and 0.6") and "see “When a claim holds”" in seen
    plain = [replace(claim, seeds=None, seconds=None, criterion="") for claim in CLAIMS]
    assert "| claim | paper | ours, 95 % | verdict | because |" in markdown(sample(claims=plain))


def test_rules_that_came_after_the_criteria_stand_beside_them():
    before, after = markdown(sample(later_rules=["the moon decides", "so does the sun"])).split(APPENDIX)
    assert "later rules apart: see “When a claim holds”" in before and "later rules" not in markdown(sample())
    told = "Rules that came later, and can only turn a verdict into “undecided”: the moon decides; so does the sun."
    assert told in after and told in Page(report.html(sample(later_rules=["the moon decides", "so does the sun"]))).text
    assert "Rules that came later" not in Page(report.html(sample())).text


def test_a_claim_that_nobody_could_test_says_why():
    claim = Claim("They know better.", Verdict.UNMEASURED, "text", criterion="no copy of the program is known", would_decide="the program")
    assert "no copy of the program is known; the program would decide" in markdown(sample(claims=[claim]))
    seen = Page(report.html(sample(claims=[claim]))).text
    assert "no copy of the program is known; the program would decide" in seen and "holds" not in seen


def test_a_cell_without_a_printed_figure_or_an_interval_is_not_judged():
    cells = [[Comparison("", "", None, 2.0, 1.5, 2.5), Comparison("", "", 2.1, 2.0, 1.99, 2.01), Comparison("", "", 3, 4)]]
    alone = Matrix("Ours", ["a"], ["b", "c", "d"], cells, "points")
    assert matrix(alone).splitlines()[2] == "| **a** | 2.0 ± 0.5 | 2.1<br>2.000 ± 0.010 ✗ | 3.0<br>4 |"
    assert matrix(alone).splitlines()[-1] == "✗ off: 1 of 1."
    assert "<td><b>2.0</b> <small>± 0.5</small></td>" in report.html(sample(tables=[alone]))


# ---- the plot of readings ----


@pytest.mark.parametrize("width", [346, 720, 1118])
def test_the_plot_shows_every_reading_with_its_interval(width):
    drawn = ElementTree.fromstring(charts.draw(FOREST, width, "x"))
    kinds = [element.get("class", "").split()[0] for element in drawn.iter() if element.get("class")]
    assert (kinds.count("pt"), kinds.count("fw"), kinds.count("pd"), kinds.count("fp")) == (3, 3, 1, 1)
    texts = [element.text for element in drawn.iter("text")]
    for words in ("the game", "the score", "paper 0.32", "0.310 ± 0.020 (n = 10)", "nothing measured", "–", FOREST.unit):
        assert words in texts
    assert "The paper's figure: 0.32." in drawn.find("desc").text and "the game: as on this page 0.310 ± 0.020" in drawn.find("desc").text


def test_a_long_plot_is_drawn_once():
    many = Forest("f", [Comparison(f"reading {number}", "", None, 1.0, 0.5, 1.5) for number in range(60)], "points")
    page = report.html(sample(forest=many))
    assert page.count('<svg style="width:700px" class="once"') == 1 and page.count(">reading 7<") == 1
    lines = [Series(f"line {number}", list(range(200)), [1.0] * 200) for number in range(3)]
    page = report.html(sample(figures=[Chart("many points", lines, "games", "points")]))
    assert page.count(">many points</title>") == 1 and "<summary>Values</summary>" in page
    page = report.html(sample(figures=[Chart("fewer points", lines[:2], "games", "points")]))
    assert page.count(">fewer points</title>") == 2


def test_the_line_of_the_paper_stands_where_its_diamonds_would():
    rows = [Comparison("a", "", 5.0, 4.0, 3.0, 4.5), Comparison("b", "", None, 6.0, 5.5, 6.5)]
    drawn = charts.draw(Forest("f", rows, "points", 5.0), 720, "x")
    (line,) = re.findall(r'class="fp" d="M([\d.]+) ', drawn)
    (diamond,) = re.findall(r'class="pd" d="M([\d.]+) ', drawn)
    dots = [float(x) for x in re.findall(r'<circle class="pt k0" cx="([\d.]+)"', drawn)]
    assert line == diamond and dots[0] < float(line) < dots[1]


@pytest.mark.parametrize("nothing", [None, math.nan])
def test_a_plot_without_figures_is_still_a_picture(nothing):
    empty = Forest("f", [Comparison("a", "g", nothing, nothing, nothing, nothing)], "points", nothing)
    for drawn in (charts.picture(empty), charts.picture(Forest("f", [], "points"))):
        ElementTree.fromstring(drawn)
        assert not re.search(r"\bnan\b|NaN|None", drawn)


def test_pictures_have_a_light_and_a_dark_dress():
    drawn = charts.picture(FOREST)
    light, dark = re.search(r"<style>(.*)@media \(prefers-color-scheme:dark\)\{(.*)\}</style>", drawn, re.DOTALL).groups()
    for place, style in enumerate((light, dark)):
        colours = svg.theme(place)
        assert f".gd{{fill:{colours['--pan']}}}" in style
        assert f".nm,.vl{{{'font-size:13px;' if not place else ''}fill:{colours['--ink']}}}" in style
    assert set(re.findall(r"#\w{6}", light)).isdisjoint(re.findall(r"#\w{6}", dark))
    assert '<rect class="gd"' in drawn and not re.search(r"var\(|light-dark|#fff\b", drawn)


def test_who_made_it_and_what_was_changed_since_stands_at_the_end():
    said = sample(provenance=["12 pieces by commit a1b2c3d."], claims_since=["The claim halves was changed after the runs."])
    assert "12 pieces" not in markdown(said).split(APPENDIX)[0] and "halves was changed" in markdown(said).split(APPENDIX)[0]
    for seen in (Page(report.html(said)).text, rendered(markdown(said))[0]):
        assert "12 pieces by commit a1b2c3d." in seen and "The claim halves was changed after the runs." in seen


def test_what_would_decide_says_how_many_times_as_much():
    need = Need(30, "seeds", 10)
    assert (str(need), str(Need(1, "seeds", 4))) == ("30 more seeds", "1 more seed")
    assert (str(need), need.times) == ("30 more seeds", 4.0)


def test_pages_with_the_new_shapes_read_well_without_them():
    bare = sample(sentences=(), protocol=(), forest=None, appendix=())
    assert bare.told == []
    seen, tables, _ = rendered(markdown(bare))
    assert "How it was measured" not in seen and all(len(set(table)) == 1 for table in tables)
    assert 'class="told"' not in report.html(bare)


def test_what_is_not_judged_is_not_ranked():
    """A lowest score without an interval once counted as exactly known, and made 64 pairs of 214."""
    known = [Comparison("", "", paper, paper, paper - 0.1, paper + 0.1) for paper in (1.0, 2.0)]
    alone = [Comparison("", "", paper, 9 - paper) for paper in (3.0, 4.0)]
    both = Matrix("Ours", ["a", "b"], ["mean", "lowest"], list(zip(known, alone, strict=True)), "points")
    assert (both.ordering().pairs, both.ordering().alike, both.ordering(clear_only=True).pairs) == (1, 1, 1)
