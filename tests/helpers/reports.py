"""A result with one of everything, and readers of the pages that are made from it."""

import math
import re
from dataclasses import replace
from html.parser import HTMLParser

from markdown_it import MarkdownIt

from cardshark.report.record import Run
from cardshark.report.result import (
    Answer,
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
)
from cardshark.report.verdict import Effect, Verdict

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
MATRIX = Matrix(
    "Table 3: who beats whom", ["EVO", "TD"], ["greedy", "stock", "itself"],
    [
        [Comparison("", "", 62, 61.5, 60.1, 62.9), Comparison("", "", 55, 57.2, 56.0, 58.4), None],
        [Comparison("", "", 40, 52.5, 51.1, 53.9), Comparison("", "", 33, None, None, None), Comparison("", "", 50, 50.5, 49, 52)],
    ],
    "games won of a hundred", 3.0, note="Ten seeds of every player.",
)  # fmt: skip
FOREST = Forest(
    "What other readings change",
    [
        Comparison("as on this page", "the game", None, 0.31, 0.29, 0.33, 10),
        Comparison("three cards to the left", "the game", None, 0.35, 0.30, 0.40, 4),
        Comparison("moon counts for all", "the score", 0.36, 0.22, 0.19, 0.25, 4), Comparison("nothing measured", "the score"),
    ],
    "share of the table’s points", 0.32, "Chosen on seed 7.",
)  # fmt: skip
PROTOCOL = [Protocol("hands a table", "1,000", "20,000, every seating"), Protocol("time to think", "half a second", "100 deals a move")]
SENTENCES = [
    "The paper says that looking ahead halves the score.", "Here it leaves 0.517 ± 0.006 of it.",
    "The paper thinks for half a second, we about a hundred deals.", "Ten seeds agree, and no reading changes it.",
]  # fmt: skip
CLAIMS = [
    Claim(
        "Looking ahead halves greedy’s score.",
        Verdict.REPRODUCED,
        "about 0.5",
        0.517,
        0.511,
        0.523,
        "In tables 1 and 2.",
        key="halves",
        where="tables 1 and 2",
        criterion="the ratio lies between 0.4 and 0.6",
        seeds=10,
        seconds=5400.0,
    ),
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
        "sentences": SENTENCES,
        "protocol": PROTOCOL,
        "forest": FOREST,
        "answers": [
            Answer(19, "Is it held back by its time, or by c?", "by neither", 0.02, -0.03, 0.07, 5, "its gap with ten times the time"),
            Answer(20, "Are random playouts better?", "no", 0.4, 0.3, 0.5, None, "own moves random | less <greedy> ones"),
        ],
        "appendix": [MATRIX, Bars("Grid", BARS.rows, "moons in 1,000 hands"), replace(CROSS, title="Everybody, once more")],
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
    for table in (*result.tables, *(each for each in result.appendix if isinstance(each, Comparisons | Matrix))):
        yield from (table.title, table.note)
        yield from (text for row in table.entries for text in (row.label, row.group, row.section))
    for claim in result.claims:
        yield from (claim.text, claim.because, claim.would_decide, claim.where, claim.criterion)
    for figure in (*result.figures, result.forest, *(each for each in result.appendix if not isinstance(each, Comparisons | Matrix))):
        yield from (figure.title, figure.note, figure.unit)
    for line in result.protocol:
        yield from (line.what, line.paper, line.ours)
    for sentence in result.told:
        yield from sentence
    for question in result.questions:
        yield from (question.text, question.answer)
    for reading in result.readings:
        yield from (reading.point, reading.choice, reading.alternatives, str(reading.effect), reading.note)
    for answer in result.answers:
        yield from (answer.question, answer.verdict, answer.text)
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
            if child.type == "text" and child.content == "<br>":  # stands in a cell, between the paper's figure and ours
                child.content = " "
            links += [child.attrs["src"]] if child.type == "image" else []
            assert child.type in ("text", "strong_open", "strong_close", "image", "softbreak"), child
            seen.append(child.content)
        seen.append(token.content if token.type == "fence" else " ")
    return " ".join("".join(seen).split()), tables, links
