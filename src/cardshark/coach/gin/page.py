"""A hand of gin on the page of a review."""

from html import escape
from typing import Any

from cardshark.games.gin import text
from cardshark.games.match import replay
from cardshark.hands.played import start
from cardshark.hands.saved import from_json


def describe_result(review: dict[str, Any]) -> str:
    """How the seat fared."""
    points = review["points"]
    return "neither won nor lost" if not points else f"{'lost' if points > 0 else 'won'} {abs(points):g} points"


def show_hand(review: dict[str, Any]) -> str:
    """The deal and the turns, as lines of a transcript."""
    hand = from_json(review["played"])
    match = start(hand)
    lines = "\n".join(text.write(match.rules, hand.cards, replay(match, hand.cards)))
    return f"<section><h2>The hand</h2><pre>{escape(lines)}</pre></section>"
