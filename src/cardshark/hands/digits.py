"""One large number that holds many small ones, in mixed radix. Links are made of such numbers.

A value out of `base` possible ones is a digit of base `base`, the first digit lowest. Sets and orders of cards are digits too.
"""

from collections.abc import Sequence
from math import comb

Digit = tuple[int, int]  # value and base, the value below the base
Digits = list[Digit]


def join_digits(digits: Digits) -> int:
    """One number that holds all digits, the first lowest."""
    number = 0
    for value, base in reversed(digits):
        number = number * base + value
    return number


def part_digit(rest: list[int], part: int) -> tuple[Digit, list[int]]:
    """A digit for a part of these cards among all parts of that size, and the cards that remain."""
    places = [place for place, card in enumerate(rest) if part >> card & 1]
    value = sum(comb(place, count) for count, place in enumerate(places, 1))
    return (value, comb(len(rest), len(places))), [card for card in rest if not part >> card & 1]


def order_digits(cards: Sequence[int], order: Sequence[int]) -> Digits:
    """Digits for the order of these cards."""
    rest, digits = list(cards), []
    for card in order:
        digits.append((rest.index(card), len(rest)))
        rest.remove(card)
    return digits


class Reader:
    """Takes one digit after another from a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def take(self, base: int) -> int:
        """The next digit."""
        self.number, value = divmod(self.number, base)
        return value

    def part(self, rest: list[int], size: int) -> tuple[int, list[int]]:
        """`size` of these cards as a set, and the cards that remain."""
        value, found, left = self.take(comb(len(rest), size)), 0, size
        for place in range(len(rest) - 1, -1, -1):
            if left and comb(place, left) <= value:
                value -= comb(place, left)
                found |= 1 << rest[place]
                left -= 1
        return found, [card for card in rest if not found >> card & 1]

    def order(self, cards: Sequence[int]) -> tuple[int, ...]:
        """An order of these cards."""
        rest = list(cards)
        return tuple(rest.pop(self.take(len(rest))) for _ in cards)
