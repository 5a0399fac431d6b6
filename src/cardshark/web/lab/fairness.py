"""Are the deals fair? Counts over all hands that were dealt at somebody's tables, beside what a fair shuffle would give."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import Card, card, listed
from cardshark.distributions import chi_squared_chance
from cardshark.web.games import page_of

Deal = tuple[str, Sequence[int]]  # the game, and the hands as sets of cards in the order of the game's columns
ENOUGH = 5.0  # the least expected count for which a chi-squared test holds
QUEEN = card("QS")


class Lengths(NamedTuple):
    """How long the longest suit of a hand was."""

    length: int
    expected: float  # share of hands
    counts: list[int]  # for each seat


class Fairness(NamedTuple):
    """All hands of one game with one deck."""

    game: str
    deck: list[Card]
    seats: int
    deals: int
    counts: NDArray[np.int64]  # [card of the deck, seat]; a last column for cards that nobody got, if there are any
    cards_p: float | None  # how likely counts at least as uneven are with a fair shuffle; None where deals are too few to tell
    queens: list[int]  # the queen of spades, for each column of the counts
    queens_p: float | None
    lengths: list[Lengths]
    lengths_p: list[float | None]  # for each seat


def fairness(deals: Iterable[Deal]) -> list[Fairness]:
    """The statistics of every game and deck that was played."""
    groups: dict[tuple[str, int, int], list[Sequence[int]]] = {}
    for game, hands in deals:
        groups.setdefault((game, page_of(game).deck(hands), len(hands)), []).append(hands)
    return [fairness_of(game, listed(deck), np.array(hands, np.uint64)) for (game, deck, _), hands in sorted(groups.items())]


def fairness_of(game: str, deck: list[Card], hands: NDArray[np.uint64]) -> Fairness:
    """The statistics of hands [deal, seat] out of one deck."""
    deals, seats = hands.shape
    held = (hands[:, :, None] >> np.array(deck, np.uint64)) & np.uint64(1)  # [deal, seat, card of the deck]
    counts = held.sum(axis=0).astype(np.int64).T
    sizes = held[0].sum(axis=1).astype(np.int64)
    if sizes.sum() < len(deck):
        counts, sizes = np.column_stack([counts, deals - counts.sum(axis=1)]), np.append(sizes, len(deck) - sizes.sum())
    shares = sizes / len(deck)
    queens = counts[deck.index(QUEEN)].tolist() if QUEEN in deck else []
    lengths, chances = longest_suits(deck, held, int(sizes[0]))
    return Fairness(game, deck, seats, deals, counts, chance_of_counts(counts, shares, deals), queens,
                    chance_of(queens, (deals * shares).tolist()) if queens else None, lengths, chances)  # fmt: skip


def chance_of_counts(counts: NDArray[np.int64], shares: NDArray[np.float64], deals: int) -> float | None:
    """How likely a fair shuffle spreads the cards over the seats at least as unevenly.

    A seat that gets one card has less room for the others. So the cards of a deal are a little less uneven than if each were dealt
    independently: by the factor (size of the deck - 1) / size.
    """
    expected, size = deals * shares, len(counts)
    if expected.min() < ENOUGH:
        return None
    statistic = float(((counts - expected) ** 2 / expected).sum()) * (size - 1) / size
    return chi_squared_chance(statistic, (size - 1) * (len(shares) - 1))


def chance_of(counts: Sequence[int], expected: Sequence[float]) -> float | None:
    """How likely counts are that lie at least this far from the expected ones; rare cases are merged with their neighbours."""
    cases: list[list[float]] = []
    for count, wanted in zip(counts, expected, strict=True):
        if cases and cases[-1][1] < ENOUGH:
            cases[-1][0], cases[-1][1] = cases[-1][0] + count, cases[-1][1] + wanted
        else:
            cases.append([count, wanted])
    if len(cases) > 1 and cases[-1][1] < ENOUGH:
        count, wanted = cases.pop()
        cases[-1][0], cases[-1][1] = cases[-1][0] + count, cases[-1][1] + wanted
    if len(cases) < 2:
        return None
    return chi_squared_chance(sum((count - wanted) ** 2 / wanted for count, wanted in cases), len(cases) - 1)


def longest_suits(deck: list[Card], held: NDArray[np.uint64], size: int) -> tuple[list[Lengths], list[float | None]]:
    """How long the longest suits were, and for each seat how likely that is."""
    suits = np.array([each >> 4 for each in deck])
    longest = np.stack([held[:, :, suits == suit].sum(axis=2) for suit in range(4)]).max(axis=0)  # [deal, seat]
    expected = expected_lengths([int((suits == suit).sum()) for suit in range(4)], size)
    rows = [Lengths(length, share, (longest == length).sum(axis=0).tolist()) for length, share in sorted(expected.items())]
    seats = range(held.shape[1])
    return rows, [chance_of([row.counts[seat] for row in rows], [len(held) * row.expected for row in rows]) for seat in seats]


def expected_lengths(suits: Sequence[int], size: int) -> dict[int, float]:
    """For each length, how often the longest suit of a hand has it: hands of `size` cards, from a deck with suits of these sizes."""
    found: Counter[int] = Counter()
    for lengths in product(*(range(min(suit, size) + 1) for suit in suits)):
        if sum(lengths) == size:
            found[max(lengths)] += math.prod(map(math.comb, suits, lengths))
    return {length: ways / math.comb(sum(suits), size) for length, ways in found.items()}
