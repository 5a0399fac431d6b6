"""A hand of Hearts on the page of a review."""

from html import escape
from typing import Any

from cardshark.coach.markup import show_choice


def describe_result(review: dict[str, Any]) -> str:
    """How the seat fared."""
    points = review["points"]
    if review["played"]["back"]:
        return f"won back {0 - points:g} {'point' if points == -1 else 'points'}"
    return f"took {points:g} {'point' if points == 1 else 'points'}"


def show_hand(review: dict[str, Any]) -> str:
    """The deal, what was passed on, and the tricks."""
    names = [escape(row["name"]) for row in review["players"]]
    hands, passed = (cards_of_seats(names, review[key]) for key in ("dealt", "passed"))
    rows = "".join(show_trick(number, row, len(names)) for number, row in enumerate(review["tricks"], 1))
    return (
        f"<section><h2>Dealt</h2><table>{hands}</table></section>"
        + (f"<section><h2>Passed on</h2><table>{passed}</table></section>" if passed else "")
        + f"<section><h2>Tricks</h2><table><thead><tr><th>Trick{''.join(f'<th>{name}' for name in names)}<th class=n>Points<tbody>{rows}"
        "</table><p class=mut>→ led to the trick; bold took it.</p></section>"
    )


def cards_of_seats(names: list[str], cards: list[list[str]]) -> str:
    """A row of a table for each seat, with its cards."""
    return "".join(f"<tr><th>{names[seat]}<td>{' '.join(map(show_choice, held))}" for seat, held in enumerate(cards))


def show_trick(number: int, row: dict[str, Any], seats: int) -> str:
    """One trick, each card under its player."""
    cards = {each["seat"]: each["card"] for each in row["cards"]}
    cells = "".join(
        f"<td{' class=took' if seat == row['winner'] else ''}>{'→ ' if seat == row['leader'] else ''}{show_choice(cards[seat])}"
        for seat in range(seats)
    )
    return f"<tr><td>{number}{cells}<td class=n>{row['points'] or ''}"
