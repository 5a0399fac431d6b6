"""All papers on one page: the main claim of each, every claim as a tile, what it cost, and what became of future work."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from cardshark.report.charts import standing_alone
from cardshark.report.figures import NONE, count_words, duration, printed, with_interval
from cardshark.report.markdown import paragraph, pill, table, words
from cardshark.report.result import Answer, Claim, Result, counted
from cardshark.report.svg import LETTER, frame, text
from cardshark.report.verdict import MARKS, Verdict, known

TITLE = "Papers, played again"
PICTURE = "claims.svg"
OPEN = "open"  # the answer to a question that has none yet
TILE, GAP, ROW = 22, 4, 34  # pixels: a claim, between two, from paper to paper
WIDTH = 720.0
MAIN_HEADS = ["paper", "main claim", "printed", "ours, 95 %", "verdict", "seeds", "core time", "because"]
TONE = {  # classes of the style sheet
    Verdict.REPRODUCED: "tok", Verdict.NEAR: "tnear", Verdict.UNDECIDED: "topen", Verdict.CONTRADICTED: "tno", Verdict.UNMEASURED: "tnone",
}  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A question of future work, and where its answer stands."""

    number: int
    asked: str  # by which paper, in a few words
    question: str
    answer: Answer | None = None  # with figures, from a record
    verdict: str = ""  # in a word, where there is no `answer`
    found: str = ""  # in words, likewise
    link: str = ""

    @property
    def word(self) -> str:
        """The answer in a word."""
        return self.answer.verdict if self.answer else self.verdict

    @property
    def figure(self) -> str:
        """The figure, if a record has one."""
        return with_interval(self.answer.ours, self.answer.low, self.answer.high) if self.answer and known(self.answer.ours) else NONE

    @property
    def seeds(self) -> str:
        """On how many seeds it rests, if a learner was trained."""
        return f"{self.answer.seeds}" if self.answer and self.answer.seeds else NONE

    @property
    def told(self) -> str:
        """The answer in words; of one that has figures what the main one is, because all others stand on the page that it leads to."""
        return first_clause(self.answer.text) if self.answer else self.found


def first_clause(text: str) -> str:
    """A text up to the first semicolon or stop that is not in parentheses."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign in ";." and not depth and text[place + 1 : place + 2] in ("", " "):
            return text[:place]
    return text


@dataclass(frozen=True)
class Summary:
    """What the page of all papers shows."""

    results: Sequence[Result]  # one a paper
    short: Mapping[str, str]  # a few words for each paper, by its name
    links: Mapping[str, str]  # how to come to the page of each
    lines: Sequence[Line]
    references: str
    ourselves: str

    def hours(self) -> float:
        """Core hours of all papers."""
        return sum(result.run.seconds for result in self.results) / 3600

    def claims(self) -> list[Claim]:
        """The claims of all papers."""
        return [claim for result in self.results for claim in result.claims]


def summary_markdown(summary: Summary) -> str:
    """The page."""
    parts = [
        "<!-- Made from the records of all papers by `cardshark reproduce --all`; do not edit by hand. -->",
        f"# {TITLE}",
        words(opening(summary)),
        *figures_of(summary),
        "## Future work", paragraph(future_opening(summary)), future_table(summary),
        "## Cite", "The papers:", f"```bibtex\n{summary.references}\n```",
        "Us, as CITATION.cff has it for programs:", f"```bibtex\n{summary.ourselves}\n```",
    ]  # fmt: skip
    return "\n\n".join(filter(None, parts)) + "\n"


def figures_of(summary: Summary) -> list[str]:
    """What the papers came to."""
    return [
        f"![Every claim of every paper as a tile]({PICTURE})",
        "## Main claims", main_claims(summary),
        "## All claims", all_claims(summary),
        "## How it was measured", paragraph(protocol(summary)),
        "## How sure", paragraph(how_sure(summary)),
        "## What it cost", paragraph(what_it_cost(summary)),
    ]  # fmt: skip


# ---- sentences ----


def opening(summary: Summary) -> str:
    """How many claims came to what."""
    claims = summary.claims()
    found = ", ".join(counted(claims, every=True))
    mains = [result.claims[0].verdict for result in summary.results if result.claims]
    held = sum(verdict in (Verdict.REPRODUCED, Verdict.NEAR) for verdict in mains)
    scales = sorted({result.run.scale for result in summary.results if result.run.scale < 1})
    quick = f" A quick look at scale {' and '.join(f'{scale:g}' for scale in scales)}: less is decided than we publish." if scales else ""
    return (
        f"{count_words(len(summary.results), 'paper').capitalize()} about players that learn or search at cards, measured again from "
        f"{'its text' if len(summary.results) == 1 else 'their texts'}. Of {len(claims)} claims: {found}. "
        f"{held_words(held, len(mains))}{quick}"
    )


def held_words(held: int, mains: int) -> str:
    """How many main claims hold."""
    if mains == 1:
        return "The main claim holds." if held else "The main claim does not hold."
    return f"Of the {count_words(mains, 'main claim')}, {held} hold."


def protocol(summary: Summary) -> str:
    """How it was measured."""
    frozen = sum(bool(result.claims) and all(claim.key for claim in result.claims) for result in summary.results)
    after = any(result.paper.known for result in summary.results)
    first = " A first reading had been published by then: each page says which of its figures were known." if after else ""
    return (
        "Players that are compared meet the same deals, in contests from every seat; a learner that is tested among three equal players "
        "keeps the first one. Learners are trained again with new seeds, every mean has a 95 % interval, and for "
        f"{frozen} of {len(summary.results)} papers the claims and their criteria were written down before these runs.{first} "
        f"{commits(summary)}"
    )


def commits(summary: Summary) -> str:
    """Which sources made the records."""
    papers: dict[str, list[str]] = {}
    for result in summary.results:
        papers.setdefault(result.run.commit or "sources that git does not know", []).append(summary.short[result.paper.name])
    if len(papers) == 1:
        return f"All records come from {next(iter(papers))}."
    each = "; ".join(f"{commit} ({', '.join(names)})" for commit, names in papers.items())
    return (
        f"The records come from {count_words(len(papers), 'commit')}: {each}. Tests play pieces of every published "
        "record again with the sources of today, and find the same."
    )


def how_sure(summary: Summary) -> str:
    """What the verdicts rest on."""
    mains = [result.claims[0] for result in summary.results if result.claims]
    ten = sum((claim.seeds or 0) >= 10 for claim in mains)
    every = summary.claims()
    open_ones = sum(claim.verdict in (Verdict.UNDECIDED, Verdict.UNMEASURED) for claim in every)
    return (
        f"A verdict says no more than its interval allows, and {count_words(open_ones, 'claim')} of {len(every)} stay open. Where a "
        f"learner was trained, the interval should be over seeds: {ten} of {len(mains)} main claims rest on ten seeds or more. An interval "
        "is 95 % sure for one claim, so among all of them a few verdicts will be wrong by luck."
    )


def what_it_cost(summary: Summary) -> str:
    """Core hours."""
    each = ", ".join(f"{summary.short[result.paper.name]} {result.run.seconds / 3600:.1f}" for result in summary.results)
    return f"{summary.hours():.1f} core hours: {each}."


def future_opening(summary: Summary) -> str:
    """How many of the questions are answered."""
    measured = [line.word for line in summary.lines if line.answer]
    undecided = measured.count(Verdict.UNDECIDED)
    in_words = sum(line.word != OPEN for line in summary.lines) - len(measured)
    return (
        f"What the papers leave to others, and what we asked ourselves. Of {len(summary.lines)} questions "
        f"{len(measured) - undecided + in_words} are answered here or on another page: {len(measured) - undecided} with a figure of their "
        f"own from a record, {in_words} in words. {undecided} were measured and stay undecided, the others are open. Where several "
        "changes were tested together, one may stay undecided although its own interval leaves out 0. Fewer points are better at Hearts, "
        "so a minus is good there."
    )


# ---- tables ----


def main_claims(summary: Summary) -> str:
    """The main claim of each paper."""
    rows = []
    for result in summary.results:
        name = result.paper.name
        linked = f"[{words(summary.short[name])}]({summary.links[name]})"
        if not result.claims:
            rows.append([linked, "no claims", *[NONE] * (len(MAIN_HEADS) - 2)])
            continue
        main = result.claims[0]
        text, paper, ours, seeds, time, because = main_cells(main)
        rows.append([linked, words(text), words(paper), ours, pill(main.verdict), seeds, time, words(because)])
    return table(MAIN_HEADS, rows, (5, 6))


def main_cells(main: Claim) -> tuple[str, ...]:
    """A main claim in words, but for its verdict: what it says, what is printed, ours, seeds, what its own runs cost, and why."""
    return (
        main.text,
        printed(main.paper),
        with_interval(main.ours, main.low, main.high) if known(main.ours) else NONE,
        f"{main.seeds}" if main.seeds else NONE,
        duration(main.seconds) if main.seconds is not None and known(main.seconds) else NONE,
        first_clause(main.because) or NONE,
    )


def all_claims(summary: Summary) -> str:
    """How many claims of each paper came to which verdict."""
    rows = []
    for result in summary.results:
        counts = dict(result.counts())
        linked = f"[{words(summary.short[result.paper.name])}]({summary.links[result.paper.name]}#claim-by-claim)"
        rows.append([linked, *(str(counts.get(verdict, 0)) for verdict in Verdict), str(len(result.claims))])
    every = [claim.verdict for claim in summary.claims()]
    rows.append(["**all**", *(f"**{every.count(verdict)}**" for verdict in Verdict), f"**{len(every)}**"])
    return table(["claims", *map(pill, Verdict), "all"], rows, range(1, len(Verdict) + 2))


def future_table(summary: Summary) -> str:
    """A line for each question, under who asked it."""
    rows = []
    for asked, lines in groupby(summary.lines, key=lambda line: line.asked):
        rows.append(["", f"**{words(asked)}**", "", "", "", ""])
        for line in lines:
            word = words(line.word)
            linked = f"[{word}]({line.link})" if line.link else word
            rows.append([str(line.number), words(line.question), linked, line.figure, line.seeds, words(line.told)])
    return table(["", "question", "answer", "figure, 95 %", "seeds", "in words"], rows, (0, 4))


# ---- the picture ----


def claims_picture(summary: Summary) -> str:
    """The picture as a file of its own."""
    drawn = claims_drawing(summary)
    height = float(re.findall(r'viewBox="0 0 \S+ ([^"]+)"', drawn)[0])
    return standing_alone(drawn, WIDTH, height)


def claims_drawing(summary: Summary) -> str:
    """Every claim of every paper as a tile with the mark of its verdict; the first of a row, with a ring, is the main one."""
    left = 20 + LETTER * max((len(name) for name in summary.short.values()), default=0)
    across = max(1, int((WIDTH - left - 10) // (TILE + GAP)))
    parts, down = key(), 40.0
    for result in summary.results:
        order = [*result.claims[:1], *sorted(result.claims[1:], key=lambda claim: list(Verdict).index(claim.verdict))]
        parts.append(text(left - 14, down + 15, summary.short[result.paper.name], "nm", "end"))
        for place, claim in enumerate(order):
            column, row = place % across, place // across
            parts.append(tile(claim, left + column * (TILE + GAP) + (6 if place else 0), down + row * (TILE + GAP), ring=place == 0))
        down += ROW + max(0, (len(order) - 1) // across) * (TILE + GAP)
    return frame(WIDTH, down + 4, "s", "tiles", "Every claim of every paper", describe(summary), parts)


def tile(claim: Claim, x: float, y: float, ring: bool) -> str:
    """A claim: the colour and the mark of its verdict; who points at it reads it."""
    box = f'<rect class="tl {TONE[claim.verdict]}" x="{x:g}" y="{y:g}" width="{TILE}" height="{TILE}" rx="5"/>'
    around = f'<rect class="rg" x="{x - 3:g}" y="{y - 3:g}" width="{TILE + 6}" height="{TILE + 6}" rx="8"/>' if ring else ""
    mark = f'<text class="tm {TONE[claim.verdict]}m" x="{x + TILE / 2:g}" y="{y + 16:g}" text-anchor="middle">{MARKS[claim.verdict]}</text>'
    return f"<g><title>{escape(f'{claim.verdict}: {claim.text}')}</title>{around}{box}{mark}</g>"


def key() -> list[str]:
    """What the tiles mean."""
    parts, x = [], 0.0
    for verdict in Verdict:
        parts.append(f'<rect class="tl {TONE[verdict]}" x="{x:g}" y="0" width="16" height="16" rx="4"/>')
        parts.append(f'<text class="tm {TONE[verdict]}m" x="{x + 8:g}" y="12.5" text-anchor="middle">{MARKS[verdict]}</text>')
        parts.append(text(x + 22, 12, verdict))
        x += 40 + LETTER * len(verdict)
    return [*parts, f'<rect class="rg" x="{x:g}" y="0" width="16" height="16" rx="5"/>', text(x + 22, 12, "main claim")]


def describe(summary: Summary) -> str:
    """The picture in words."""
    rows = []
    for result in summary.results:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in result.counts()) or "no claims"
        main = f" (the main one {result.claims[0].verdict})" if result.claims else ""
        rows.append(f"{summary.short[result.paper.name]}: {counts}{main}")
    return f"Claims by verdict. {'; '.join(rows)}."
