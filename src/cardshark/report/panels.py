"""Pieces of a page of HTML: a panel with its heading, a verdict as a pill, a table in a frame that scrolls, a remark."""

from collections.abc import Iterable
from html import escape

from cardshark.report.verdict import MARKS, Effect, Level, Verdict

TONES = {
    Verdict.REPRODUCED: "ok", Level.INSIDE: "ok",
    Verdict.NEAR: "near", Effect.SMALL: "near", Verdict.UNMEASURED: "near", Effect.UNTESTED: "near",
    Verdict.UNDECIDED: "open", Effect.LEVEL: "open", Effect.UNKNOWN: "open",
    Verdict.CONTRADICTED: "against", Level.OFF: "against",
}  # fmt: skip


def pill(word: str, text: str = "") -> str:
    """A verdict as a mark and a word."""
    return f'<span class="v {TONES[word]}">{MARKS[word]} {escape(text or word)}</span>'


def section(title: str, aside: str, body: str, kind: str = "panel", level: int = 2) -> str:
    """A panel with its heading, which is of the second level, or of the third in an appendix."""
    remark = f"<p>{aside}</p>" if aside else ""
    return f'<section class="{kind}"><div class="hd"><h{level}>{escape(title)}</h{level}>{remark}</div>{body}</section>'


def note(words: str) -> str:
    """A remark under a table or chart."""
    return f'<p class="fn">{escape(words)}</p>' if words else ""


def grid(kind: str, heads: str, rows: Iterable[str]) -> str:
    """A table from the cells of its head and its rows."""
    return f'<table class="{kind}"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def scrolling(title: str, table: str) -> str:
    """A wide table in a frame that scrolls, also by keyboard."""
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(title)}: table, scrolls sideways">{table}</div>'
