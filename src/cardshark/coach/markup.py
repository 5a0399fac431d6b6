"""Cards and other choices as HTML."""

from html import escape

from cardshark.cards import SUITS, SYMBOLS


def show_choice(choice: str) -> str:
    """A card with its symbol and colour, or a word."""
    if len(choice) == 2 and choice[1] in SUITS:
        return f'<span class="{choice[1]}">{choice[0].replace("T", "10")}{SYMBOLS[SUITS.index(choice[1])]}</span>'
    return escape(choice.replace("_", " "))
