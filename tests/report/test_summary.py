"""The page of all papers: every claim is counted, every question has a line, and the picture shows both. All figures here are invented."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from cardshark.report.result import Answer, Claim
from cardshark.report.summary import TONE, Line, Summary, claims_picture, first_clause, held_words, summary_markdown
from cardshark.report.summary_html import summary_html
from cardshark.report.verdict import MARKS, Verdict
from helpers.reports import CLAIMS, NASTY, PAPER, Page, rendered, sample

LINES = [
    Line(
        1,
        "the first",
        "Does it help?",
        Answer(1, "q", "yes", -0.4, -0.5, -0.3, 10, "Points a hand less those without it."),
        link="one.md#a",
    ),
    Line(2, "the first", "And this?", None, "see there", "twice as much: 3 ± 1", "one.md#b"),
    Line(3, "ourselves", "And that?", None, "open", "because nobody has tried"),
]


def summary(**changes):
    """Two papers and three questions."""
    other = sample(paper=replace(PAPER, name="other"), claims=[replace(CLAIMS[3], seeds=4), Claim("Words.", Verdict.UNMEASURED)])
    settings = {
        "results": [sample(), other], "short": {"hearts_pomcp": "the first", "other": "the second"},
        "links": {"hearts_pomcp": "one.md", "other": "two.md"}, "lines": LINES, "references": "@misc{a}", "ourselves": "@misc{us}",
    }  # fmt: skip
    return Summary(**(settings | changes))


def test_every_claim_is_counted():
    page = summary_markdown(summary())
    assert "Of 6 claims: 2 reproduced, 0 near, 1 undecided, 2 contradicted, 1 not measured. Of the two main claims, 1 hold." in page
    assert "| [the first](one.md#claim-by-claim) | 2 | 0 | 1 | 1 | 0 | 4 |" in page
    assert "| **all** | **2** | **0** | **1** | **2** | **1** | **6** |" in page


def test_a_quick_look_says_so():
    assert "A quick look" not in summary_markdown(summary())
    quick = sample(run=replace(sample().run, scale=0.01))
    assert "A quick look at scale 0.01: less is decided than we publish." in summary_markdown(summary(results=[quick]))


def test_main_claims_with_seeds_and_cost():
    page = summary_markdown(summary())
    first = "about 0.5 | 0.517 ± 0.006 | ✓ reproduced | 10 | 1 h 30 min | In tables 1 and 2 |"  # the time of its own runs, and why
    assert f"| [the first](one.md) | Looking ahead halves greedy’s score. | {first}" in page
    second = "42 | 17.2 ± 1.9 | ✗ contradicted | 4 | – | Under every way of passing that we tried |"
    assert f"| [the second](two.md) | 42 moons in 1,000 hands. | {second}" in page
    assert "1 of 2 main claims rest on ten seeds or more" in page and "6.4 core hours: the first 3.2, the second 3.2." in page
    assert "for 0 of 2 papers the claims and their criteria were written down before" in page


def test_sources_are_named_and_several_are_told_apart():
    first, second = (sample(run=replace(sample().run, commit=commit)) for commit in ("a1", "b2"))
    assert "All records come from a1." in summary_markdown(summary(results=[first]))
    other = replace(second, paper=replace(PAPER, name="other"))
    assert "The records come from two commits: a1 (the first); b2 (the second)." in summary_markdown(summary(results=[first, other]))
    unknown = sample(run=replace(sample().run, commit=None))
    assert "All records come from sources that git does not know." in summary_markdown(summary(results=[unknown]))


def test_every_question_has_a_line_under_who_asked_it():
    page = summary_markdown(summary())
    assert "|  | **the first** |  |  |  |  |" in page and "|  | **ourselves** |  |  |  |  |" in page
    assert "| 1 | Does it help? | [yes](one.md#a) | −0.40 ± 0.10 | 10 | Points a hand less those without it |" in page
    assert "| 2 | And this? | [see there](one.md#b) | – | – | twice as much: 3 ± 1 |" in page
    assert "| 3 | And that? | open | – | – | because nobody has tried |" in page
    assert "Of 3 questions 2 are answered here or on another page: 1 with a figure" in page and "0 were measured and stay" in page
    unclear = replace(LINES[0], answer=Answer(1, "q", "undecided", 0.1, -0.3, 0.5, 10, "It may or may not."))
    page = summary_markdown(summary(lines=[unclear, *LINES[1:]]))
    assert "Of 3 questions 1 are answered" in page and "1 were measured and stay undecided" in page


def test_text_stays_text():
    bad = sample(claims=[Claim(NASTY, Verdict.NEAR, NASTY, 1.0, 0.0, 2.0)])
    nasty = summary(results=[bad], short={"hearts_pomcp": NASTY}, lines=[Line(1, NASTY, NASTY, None, NASTY, NASTY)])
    seen, tables, _ = rendered(re.sub(r"\[((?:\\.|[^\]\\])*)\]\(one.md[^)]*\)", r"\1", summary_markdown(nasty)))
    assert seen.count(NASTY) >= 7 and all(len(set(table)) == 1 for table in tables)
    assert "script" not in {element.tag.split("}")[-1] for element in ElementTree.fromstring(claims_picture(nasty)).iter()}


def test_the_picture_has_a_tile_for_every_claim_and_a_ring_for_the_main_ones():
    drawn = ElementTree.fromstring(claims_picture(summary()))
    kinds = [element.get("class", "") for element in drawn.iter()]
    tiles = [kind for kind in kinds if kind.startswith("tl ")]
    assert len(tiles) == 6 + len(Verdict) and kinds.count("rg") == 2 + 1  # and the key
    marks = [element.text for element in drawn.iter() if element.get("class", "").startswith("tm ")]
    verdicts = [claim.verdict for result in summary().results for claim in result.claims]
    assert sorted(marks) == sorted(MARKS[verdict] for verdict in (*verdicts, *Verdict))
    namespace = "{http://www.w3.org/2000/svg}"
    assert f"contradicted: {CLAIMS[3].text}" in [each.text for each in drawn.iter(f"{namespace}title")]
    assert "the first: 2 reproduced, 1 undecided, 1 contradicted (the main one reproduced)" in drawn.find(f"{namespace}desc").text
    assert set(TONE) == set(Verdict)


def test_the_page_of_html_says_the_same():
    page = Page(summary_html(summary()))
    assert "script" not in page.tags and len(page.ids) == len(set(page.ids)) and set(page.named) <= set(page.ids)
    for words in ("Of 6 claims: 2 reproduced", "42 moons in 1,000 hands. 42 17.2 ± 1.9 ✗ contradicted 4 – Under", "@misc{us}"):
        assert words in page.text
    assert "1 Does it help? yes −0.40 ± 0.10 10 Points" in page.text and "3 And that? open – – because nobody has tried" in page.text


def test_many_claims_take_a_second_row():
    many = sample(claims=[CLAIMS[0]] * 60)
    drawn = claims_picture(summary(results=[many]))
    _, _, width, _ = map(float, re.search(r'viewBox="([^"]+)"', drawn)[1].split())
    right = [float(x) + 22 for x in re.findall(r'<rect class="tl tok" x="([\d.]+)"', drawn)]
    assert len(right) == 61 and max(right) < width


@pytest.mark.parametrize("results", [[], [sample(claims=[])]])
def test_no_claims_are_still_a_page(results):
    page = summary_markdown(summary(results=results))
    assert "nan" not in page and "None" not in page
    ElementTree.fromstring(claims_picture(summary(results=results)))


def test_one_main_claim_holds_or_does_not():
    assert [held_words(held, 1) for held in (0, 1)] == ["The main claim does not hold.", "The main claim holds."]
    assert held_words(2, 3) == "Of the three main claims, 2 hold."


def test_of_an_answer_with_figures_the_summary_says_what_the_main_one_is():
    assert first_clause("Points (2.5 more; or so) a hand, 0.5 in all; others 3. More.") == "Points (2.5 more; or so) a hand, 0.5 in all"
    assert first_clause("One sentence.") == first_clause("One sentence") == "One sentence"
