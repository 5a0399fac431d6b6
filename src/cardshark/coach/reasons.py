"""What a reason is made of: a story without numbers, and the numbers behind it.

A sentence is a key of the page's texts, and values for its gaps: `{"key": "why_void", "args": {"who": 2, "suit": "S"}}`. Cards and
suits go by name, seats by number. A story says *may*, *probably* or *almost certainly* only where the imagined deals bear that out:

    may                 in a tenth of the deals or more
    probably            in more than six of ten
    almost certainly    in 19 of 20 or more
    seldom              in fewer than a tenth
    hardly              in fewer than one of 20
"""

from typing import Any, NamedTuple

Sentence = dict[str, Any]
Story = list[list[Sentence]]  # paragraphs

MAY, PROBABLY, SURELY, HARDLY = 0.1, 0.6, 0.95, 0.05
MOST_IN_PARAGRAPH = 3  # sentences


class Why(NamedTuple):
    """Why a choice is better than another: first a story of at most two short paragraphs, then figures for whoever asks."""

    story: Story
    numbers: list[Sentence]


class Happened(NamedTuple):
    """How a hand went on after a decision."""

    seat: int  # whose decision it was
    chosen: int
    trick: int  # of the decision, from 1; 0 before the first
    tricks: list[dict[str, Any]]  # of the whole hand, where there are any
    next_choice: int | None  # what the next other player chose


def make_sentence(key: str, **args: Any) -> Sentence:
    """A sentence; numbers that are not whole get one decimal."""
    return {"key": key, "args": {gap: round(value, 1) if isinstance(value, float) else value for gap, value in args.items()}}


def how_likely(chance: float) -> str:
    """The end of a key, by how often something happens: `surely`, `probably`, `may`, or nothing where it is too seldom to be told."""
    return "surely" if chance >= SURELY else "probably" if chance > PROBABLY else "may" if chance >= MAY else ""


def paragraphs(*parts: list[Sentence]) -> Story:
    """Those parts that say anything; a sentence that was said already is not said again, and none is endless."""
    said: list[Sentence] = []
    found: Story = []
    for part in parts:
        new = [sentence for place, sentence in enumerate(part) if sentence not in said and sentence not in part[:place]]
        said += new
        if new:
            found.append(new[:MOST_IN_PARAGRAPH])
    return found
