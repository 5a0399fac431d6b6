"""What networks see, input by input, as a page: docs/features.md is this text, and a test compares them."""

from cardshark.cards import count
from cardshark.games.hearts.rules import PRESETS
from cardshark.players.hearts.network.brain import Design, Networks
from cardshark.players.hearts.network.features import InputList, blocks

HEAD = """# What a network sees

This page is written by the program (`python -m cardshark.show.features > docs/features.md`). Numbers count from 0. A deck of 32 cards is
7 C, 8 C, ... A C, then diamonds, hearts and spades; a deck of 52 begins with 2 C. Inputs that are 0 cost nothing.
"""

THESIS = """## `inputs=thesis`: the list of the network thesis

In the printed order, with its numbers as large as they are. What the text leaves open is an option of `cardshark train`: `scores`,
`played`, `left`, `position`, `last`. With the defaults:
"""

LAB = """## `inputs=lab`: our own

Every input is between 0 and 1. What a player would have to work out stands there outright: who is out of what, who can still take the
trick, what lies above and below each card, who may be shooting the moon.
"""

SHARED = """With `networks=shared` one network serves all numbers of cards in hand, and sees that number: as many more inputs as a hand has
cards, 1 at the cards that are left.
"""


def input_table(design: Design) -> str:
    """The inputs of a design, for both decks."""
    lines = ["| 32 cards | 52 cards | name | what it says |", "|---|---|---|---|"]
    sizes = [(count(PRESETS[name].deck()), count(PRESETS[name].deck()) // 4) for name in ("dutch", "american")]
    first = [0, 0]
    for small, large in zip(*(blocks(design, *size) for size in sizes), strict=True):
        ranges = []
        for deck, block in enumerate((small, large)):
            last = first[deck] + block.inputs - 1
            ranges.append(f"{first[deck]}" if block.inputs == 1 else f"{first[deck]} – {last}")
            first[deck] = last + 1
        lines.append(f"| {ranges[0]} | {ranges[1]} | {small.name} | {small.meaning} |")
    return "\n".join([*lines, f"| **{first[0]}** | **{first[1]}** | in all | |"])


def page() -> str:
    """The whole page."""
    lab = input_table(Design(inputs=InputList.LAB))
    shared = blocks(Design(networks=Networks.SHARED), 32, 8)[-1]
    return "\n".join([HEAD, THESIS, input_table(Design()), "", LAB, lab, "", f"## {shared.name}", "", SHARED]).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
