"""Reports: everything is there, nothing is fetched, text stays text, and a missing figure is a dash. All figures here are invented."""

import json
import math
import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from cardshark.report import html as report
from cardshark.report import svg
from cardshark.report.figures import counted, duration, measured, number, places, printed
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
    Headline,
    Paper,
    Question,
    Reading,
    Result,
    Series,
    claims_json,
)
from cardshark.report.verdict import Effect, Level, Verdict

NASTY = '<script>alert("x")</script> & | `*_[a](b)'
VOID = {"meta", "path", "circle", "rect", "line", "br"}


def rows():
    """Eight invented tables of four seats."""
    tables = ["MC GR GR GR", "PO GR GR GR", "MC RA GR GR", "PO RA GR GR", "MC PO GR GR", "MC PO RA GR", "MC PO MC MC", "PO MC PO PO"]
    names = {"MC": "Monte Carlo", "PO": "POMCP", "GR": "greedy", "RA": "random"}
    weights = {"MC": 0.52, "PO": 0.54, "GR": 1.0, "RA": 1.9}
    for table, line in enumerate(tables):
        seats = line.split()
        total = sum(weights[seat] for seat in seats)
        for seat, kind in enumerate(seats):
            ours = weights[kind] / total + 0.002 * math.sin(7 * table + 3 * seat)
            yield Comparison(
                f"seat {seat + 1}", names[kind], round(ours + 0.009 * math.cos(5 * table + seat), 4),
                ours, ours - 0.0031, ours + 0.0031, 20_000,
                paper_error=0.006 if table == 0 else None, section=f"Table {table + 1}: {', '.join(names[seat] for seat in seats)}",
            )  # fmt: skip


def budget(label, level, paper=None):
    """An invented line over the number of deals."""
    x = [10, 30, 100, 300, 1000, 3000, 10_000]
    y = [level + 0.3 / deals**0.5 for deals in x]
    return Series(label, x, y, [each - 0.004 for each in y], [each + 0.004 for each in y], paper)


CHART = Chart(
    "How many deals are enough?", [budget("Monte Carlo", 0.138, 0.1479), budget("POMCP", 0.141, 0.1463), budget("ISMCTS", 0.1385)],
    "deals imagined a move", "share of the table’s points", log_x=True, levels=[("equal players", 0.25)],
    note="Paired deals, every seating.",
)  # fmt: skip
BARS = Bars(
    "Moons in 1,000 hands",
    [
        Comparison("table 1", "", 42, 17.2, 15.4, 19.1), Comparison("table 2", "", 46, 18.0, 16.1, 20.0),
        Comparison("four greedy", "", None, 12.1, 10.9, 13.4),
    ],
    "moons in 1,000 hands",
)  # fmt: skip
CROSS = CrossTable(
    "Everybody against everybody", ["Monte Carlo", "POMCP", "greedy"], ["Monte Carlo", "POMCP", "greedy"],
    [[None, -0.11, -3.2], [0.11, None, -3.05], [3.2, 3.05, None]],
    [[None, -0.19, -3.3], [0.03, None, -3.15], [3.1, 2.95, None]], [[None, -0.03, -3.1], [0.19, None, -2.95], [3.3, 3.15, None]],
    "points a hand",
)  # fmt: skip
CLAIMS = [
    Claim("Looking ahead halves greedy’s score.", Verdict.REPRODUCED, "about 0.5", 0.517, 0.511, 0.523, "In tables 1 and 2."),
    Claim("POMCP is not better than Monte Carlo.", Verdict.REPRODUCED, "–15 to 705 points", 0.11, 0.03, 0.19, "Worse in tables 5 to 8."),
    Claim("Monte Carlo tolerates strangers better.", Verdict.UNDECIDED, None, -0.02, -0.09, 0.05, "", "150,000 more deals"),
    Claim("42 moons in 1,000 hands.", Verdict.CONTRADICTED, 42, 17.2, 15.4, 19.1, "Under every way of passing that we tried."),
]
PAPER = Paper(
    "hearts_pomcp", "Hearts by looking ahead", "A. Nobody (2016)", "Does POMCP beat plain Monte Carlo at Hearts?", "tables 1 to 8"
)


def sample(**changes):
    """A result with one of everything."""
    settings = {
        "paper": PAPER,
        "run": Run(1, 1, 11_520.0, "0.3.0", "a1b2c3d", "2026-11-15", 2),
        "tables": [Comparisons("The paper’s tables beside ours", list(rows()), "share of the table’s points, fewer is better", 0.01)],
        "claims": CLAIMS,
        "figures": [CHART, CROSS, BARS],
        "questions": [
            Question("Was the run time too short?", "No: from 300 deals on, nothing is gained that could be measured.", CHART),
            Question("How much does a biased sampler cost?", "Nothing that 20,000 deals show: 0.01 ± 0.04 points a hand.", BARS),
        ],
        "readings": [
            Reading("cards to pass", "discard rule three times", "highest, random, none", Effect.SMALL),
            Reading("exploration constant", "points still outstanding", "0, 1, 3, 13, 26", Effect.LEVEL, "0 loses half a point a hand"),
            Reading("first card", "holder of 2♣ chooses", "2♣ forced", Effect.UNTESTED),
        ],
        "lede": "20,000 deals a table, every seating",
        "data": "results/hearts_pomcp/full.json",
    }  # fmt: skip
    return Result(**(settings | changes))


class Page(HTMLParser):
    """Reads a page: its tags must close in order; keeps ids, references and what a reader would see."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.ids, self.named, self.seen, self.cells = [], [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.tags.append(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.named += found.get("aria-labelledby", "").split()
        if tag == "tr":
            self.cells.append(0)
        if tag in ("td", "th"):
            self.cells[-1] += int(found.get("colspan", 1))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        assert tag in VOID
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "title", "desc"):
            self.seen.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.seen).split())


def texts_of(result):
    """Every text that a page filled in."""
    for table in result.tables:
        yield from (
            table.title,
            *(row.label for row in table.rows),
            *(row.group for row in table.rows),
            *(row.section for row in table.rows),
        )
    for claim in result.claims:
        yield from (claim.text, claim.because, claim.would_decide)
    for figure in result.figures:
        yield from (figure.title, figure.note, figure.unit)
    for question in result.questions:
        yield from (question.text, question.answer)
    for reading in result.readings:
        yield from (reading.point, reading.choice, reading.alternatives, str(reading.effect), reading.note)
    yield from (
        result.paper.question,
        result.paper.title,
        result.paper.authors,
        result.paper.source,
        result.lede,
        result.data,
        result.command,
    )


def rendered(text):
    """What a reader of a page of Markdown sees, its tables and its pictures."""
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(re.sub("<!--.*-->", "", text))
    seen, tables, links = [], [], []
    for token in tokens:
        if token.type == "table_open":
            tables.append([])
        if token.type == "tr_open":
            tables[-1].append(0)
        if token.type in ("td_open", "th_open"):
            tables[-1][-1] += 1
        for child in token.children or []:
            links += [child.attrs["src"]] if child.type == "image" else []
            assert child.type in ("text", "strong_open", "strong_close", "image", "softbreak"), child
            seen.append(child.content)
        seen.append(token.content if token.type == "fence" else " ")
    return " ".join("".join(seen).split()), tables, links


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
    assert text.count('role="img"') == text.count("<desc id=") == 8  # four charts, for the desk and for the phone


def test_everything_that_was_filled_in_is_in_both_reports():
    result = sample()
    page, (page_of_docs, _, _) = Page(report.html(result)).text, rendered(markdown(result))
    for text in filter(None, texts_of(result)):
        assert text in page
        assert (
            text.replace("fewer is better", "") in page_of_docs.replace("fewer is better", "") or text[0].upper() + text[1:] in page_of_docs
        )
    for claim in result.claims:
        assert measured(claim.ours, claim.low, claim.high) in page
        assert measured(claim.ours, claim.low, claim.high) in page_of_docs
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
    claim = Claim(NASTY, Verdict.UNDECIDED, NASTY, 1.0, 0.0, 2.0, NASTY, NASTY)
    chart = Chart(NASTY, [Series(NASTY, [1, 2], [1.0, 2.0], paper=1.0)], NASTY, NASTY, levels=[(NASTY, 1.0)], note=NASTY)
    row = Comparison(NASTY, NASTY, 1.0, 1.1, 0.9, 1.3, 5, section=NASTY)
    cross = CrossTable(NASTY, [NASTY], [NASTY], [[1.0]], unit=NASTY, note=NASTY)
    return Result(
        Paper("nasty", NASTY, NASTY, NASTY, NASTY), Run(0.5, 1, 1.0, NASTY, NASTY, NASTY, 1),
        [Comparisons(NASTY, [row], NASTY, 0.1, NASTY, NASTY)], [claim], [chart, Bars(NASTY, [row], NASTY, NASTY), cross],
        [Question(NASTY, NASTY, chart)], [Reading(NASTY, NASTY, NASTY, Effect.SMALL, NASTY)], NASTY, NASTY,
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
    assert len(tables) == 7
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
    assert [len(table) - 1 for table in tables] == [32 + 8, 4, 7 + 1, 3, 3, 7 + 1, 3, 3]
    assert all(len(set(table)) == 1 for table in tables)
    assert set(links) == set(pictures(sample())) == {"hearts_pomcp-how-many-deals-are-enough.svg", "hearts_pomcp-moons-in-1-000-hands.svg"}
    twins = sample(questions=[Question("a", "b", Chart("Same", [], "x", "y")), Question("a", "b", Chart("same", [], "x", "y"))])
    assert {"hearts_pomcp-same.svg", "hearts_pomcp-same-2.svg"} < set(pictures(twins))


def test_rows_of_a_table_are_equally_long():
    cells = Page(report.html(sample())).cells
    assert cells[: 1 + 40] == [7] * 41
    mixed = [Comparison("a", "", 1.0, 1.0, 0.9, 1.1, 5), Comparison("b", "", 1.0, 1.0, 0.9, 1.1, 7, section="s"), Comparison("c")]
    cells = Page(report.html(sample(tables=[Comparisons("t", mixed, "points")]))).cells
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
        (Verdict.NEAR, "Nearly the same ordering"), (Verdict.REPRODUCED, "Main claim holds"),
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
    own = [Headline(Verdict.NEAR, "mine", "line")]
    assert headlines_of(sample(own_headlines=own)) == own


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
    assert found[0] == {"claim": CLAIMS[0].text, "paper": "about 0.5", "ours": 0.517, "low": 0.511, "high": 0.523, "verdict": "reproduced"}
    assert [each["verdict"] for each in found] == ["reproduced", "reproduced", "undecided", "contradicted"]
    assert claims_json(sample(claims=[Claim("c", Verdict.UNMEASURED, ours=math.nan)]))[0]["ours"] is None


def test_a_quick_look_says_so():
    assert "A quick look" not in report.html(sample())
    assert "A quick look at scale 0.01." in Page(report.html(sample(run=Run(0.01, 1, 5.0, "0.3.0", None, "2026-11-15", 1)))).text


def test_reports_are_saved_with_their_pictures(tmp_path):
    files = report.save(sample(), tmp_path / "r" / "report.html", tmp_path / "docs" / "hearts_pomcp.md")
    assert files == [path for path in files if path.is_file()]
    assert sorted(path.name for path in tmp_path.rglob("*.*")) == sorted(path.name for path in files)
    assert len(files) == 4
    assert (tmp_path / "r" / "report.html").read_text(encoding="utf-8") == report.html(sample())


def contrast(one, other):
    """How well a colour can be read on another, by the formula of the web's accessibility guidelines."""
    lights = []
    for colour in (one, other):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    return max(lights) / min(lights)


def test_words_can_be_read_in_light_and_dark():
    found = re.findall(r"--(\w+):light-dark\((#\w{6}),(#\w{6})\)", svg.STYLE.read_text(encoding="utf-8"))
    for theme in ({name: light for name, light, _ in found}, {name: dark for name, _, dark in found}):
        for word, ground in [("ink", "bg"), ("ink", "pan"), ("mut", "bg"), ("mut", "pan"), ("ok", "okb"), ("near", "nearb"), ("no", "nob")]:
            assert contrast(theme[word], theme[ground]) >= 4.5, (word, ground)
        assert all(contrast(theme[f"k{place}"], theme["pan"]) >= 4.5 for place in range(svg.COLOURS))


@pytest.mark.parametrize("figure", [CHART, BARS])
def test_a_picture_needs_nothing_but_itself(figure):
    drawn = svg.picture(figure)
    ElementTree.fromstring(drawn)
    assert not re.search(r"var\(|light-dark|url\(|href", drawn)
    assert drawn.count("http") == 1  # the name of the language SVG


def positions(drawn):
    """Where texts stand, and how large the picture is."""
    picture = ElementTree.fromstring(drawn)
    _, _, width, height = map(float, picture.attrib["viewBox"].split())
    return (
        width,
        height,
        [
            (float(each.attrib["x"]), float(each.attrib["y"]), each.attrib.get("text-anchor", "start"), "".join(each.itertext()))
            for each in picture.iter("text")
        ],
    )


@pytest.mark.parametrize("width", [346, 520, 700, 1118])
@pytest.mark.parametrize("figure", [CHART, BARS])
def test_nothing_leaves_a_picture_and_labels_do_not_touch(figure, width):
    _, height, found = positions(svg.draw(figure, width, "x"))
    boxes = []
    for x, y, anchor, label in found:
        long = 6.2 * len(label)
        left = x - {"start": 0, "middle": long / 2, "end": long}[anchor]
        assert left > -2
        assert left + long < width + 2
        assert 0 < y <= height
        boxes.append((left, y, left + long))
    for place, (left, y, right) in enumerate(boxes):
        for other_left, other_y, other_right in boxes[:place]:
            assert abs(y - other_y) >= 11 or right <= other_left or other_right <= left


def test_lines_break_where_a_figure_is_missing_and_long_ones_are_thinned():
    broken = svg.line_chart(Chart("c", [Series("s", [1, 2, 3, 4, 5], [1, 2, None, 4, 5])], "x", "y"), 520, "x")
    assert broken.count('class="ln k0"') == 2
    long = Series("s", list(range(5000)), [math.sin(x) for x in range(5000)])
    thin = svg.thinned(long, log=False)
    assert len(thin.x) <= svg.POINTS + 1
    assert (thin.x[0], thin.x[-1]) == (0, 4999)
    assert svg.thinned(long, log=True).x[0] > 0
    assert len(report.html(sample(figures=[Chart("c", [long] * 6, "x", "y")])).encode()) < 150_000


def test_round_values():
    assert svg.round_values(10, 10_000, 5, log=True) == [10, 100, 1000, 10_000]
    assert svg.round_values(20, 400, 5, log=True) == [30, 100, 300]
    assert svg.round_values(20, 90, 5, log=True) == [20, 50]
    assert svg.round_values(1.7, 3.2, 4) == [2.0, 2.5, 3.0]
    assert svg.round_values(-0.11, 0.29, 4) == [-0.1, 0, 0.1, 0.2]
    assert svg.tick_texts([0.1, 0.15, 1000]) == ["0.10", "0.15", "1,000.00"]


@given(st.lists(st.floats(0, 300), max_size=8))
def test_labels_are_spread_out_in_order_and_no_further_than_needed(wanted):
    found = svg.spread_out(wanted, 30, 0, 300)
    order = sorted(range(len(wanted)), key=lambda each: wanted[each])
    placed = [found[each] for each in order]
    assert all(later - sooner >= 29.8 for sooner, later in pairwise(placed))
    assert all(-0.1 <= each <= 300.1 for each in placed)
    if all(later - sooner >= 30 for sooner, later in pairwise(sorted(wanted))):
        assert found == pytest.approx(wanted, abs=0.06)


def test_numbers_as_people_print_them():
    assert [number(value, 2) for value in (1.005, -0.5, 12345.678, -0.001, None, math.inf)] == [
        "1.00",
        "−0.50",
        "12,345.68",
        "0.00",
        "–",
        "–",
    ]
    assert [number(value, 1, sign=True) for value in (1, -1, 0)] == ["+1.0", "−1.0", "0.0"]
    assert [measured(0.1479, 0.1479 - width, 0.1479 + width) for width in (0.0061, 0.0022, 0.04)] == [
        "0.148 ± 0.006",
        "0.1479 ± 0.0022",
        "0.15 ± 0.04",
    ]
    assert measured(4169, 3999, 4339) == "4,169 ± 170"
    assert measured(0.5, 0.1, 0.6) == "0.50 (0.10 to 0.60)"
    assert measured(0.5, None, None) == "0.500"
    assert measured(None, 0.1, 0.2) == "–"
    assert [printed(value) for value in ("about 0.5", 0.25, 42, 6635.67, None)] == ["about 0.5", "0.25", "42", "6,635.67", "–"]
    assert (places([12, 3]), places([0.1234]), places([1.5, 250.0]), places([])) == (0, 3, 0, 0)
    assert [duration(seconds) for seconds in (3.21, 42, 3000, 11520, 7200)] == ["3.2 s", "42 s", "50 min", "3 h 12 min", "2 h"]
    assert [counted(count, "claim") for count in (0, 1, 2, 12)] == ["no claims", "one claim", "two claims", "12 claims"]
