"""Cards and other choices as HTML."""

import re
from html import escape

from cardshark.cards import RANKS, SUITS, SYMBOLS

CARD = re.compile(f"[{RANKS}][{SUITS}]")


def show_choice(choice: str) -> str:
    """A card with its symbol and colour, several of them, or a word."""
    cards = choice.split()
    if all(CARD.fullmatch(card) for card in cards):
        return " ".join(f'<span class="{suit}">{rank.replace("T", "10")}{SYMBOLS[SUITS.index(suit)]}</span>' for rank, suit in cards)
    return escape(choice.replace("_", " "))
