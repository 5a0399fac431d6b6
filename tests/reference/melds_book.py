"""Melds the slow way: a list of all 329 melds, and every collection of them that a hand can lay down.

Cards are pairs (rank, suit) here, rank 1 for the ace to 13 for the king; nothing is shared with the package.
"""

from collections.abc import Iterator
from itertools import combinations

BookCard = tuple[int, int]
Meld = frozenset[BookCard]

SUITS = range(4)
SETS = {frozenset((rank, suit) for suit in suits) for rank in range(1, 14) for size in (3, 4) for suits in combinations(SUITS, size)}
RUNS = {frozenset((rank, suit) for rank in range(low, high + 1)) for suit in SUITS for low in range(1, 12) for high in range(low + 2, 14)}
MELDS = SETS | RUNS


def points(cards: frozenset[BookCard]) -> int:
    """Ace 1, pictures 10, the others their rank."""
    return sum(min(rank, 10) for rank, _ in cards)


def held_melds(hand: frozenset[BookCard]) -> list[Meld]:
    """Every meld that can be made of cards in the hand."""
    return [meld for meld in MELDS if meld <= hand]


def layouts(hand: frozenset[BookCard]) -> Iterator[tuple[Meld, ...]]:
    """Every collection of melds, none sharing a card, that the hand holds; also those that nobody would choose."""
    held = held_melds(hand)

    def extend(chosen: tuple[Meld, ...], start: int, free: frozenset[BookCard]) -> Iterator[tuple[Meld, ...]]:
        yield chosen
        for number in range(start, len(held)):
            if held[number] <= free:
                yield from extend((*chosen, held[number]), number + 1, free - held[number])

    return extend((), 0, hand)


def deadwood(hand: frozenset[BookCard]) -> int:
    """The least points left over."""
    return min(points(hand.difference(*layout)) for layout in layouts(hand))


def arrangements(hand: frozenset[BookCard]) -> set[tuple[int, frozenset[BookCard], frozenset[BookCard]]]:
    """Every layout that leaves no meld in the hand and no card beside one of its runs: deadwood, cards in sets, cards in runs."""
    found, held = set(), held_melds(hand)
    for layout in layouts(hand):
        left = hand.difference(*layout)
        runs = [meld for meld in layout if meld in RUNS]
        longer = any(run | {card} in RUNS for run in runs for card in left)
        if not longer and not any(meld <= left for meld in held):
            in_sets = frozenset().union(*(meld for meld in layout if meld in SETS))
            found.add((points(left), in_sets, frozenset().union(*runs)))
    return found


def deadwood_after_lay_off(hand: frozenset[BookCard], table: tuple[Meld, ...]) -> int:
    """The least points left over when cards may be laid off on these melds, one after the other, and the rest melded."""
    best, tried = deadwood(hand), set()
    waiting = [(hand, table)]
    while waiting:
        left, melds = waiting.pop()
        for number, meld in enumerate(melds):
            for card in left:
                longer = meld | {card}
                state = (left - {card}, (*melds[:number], longer, *melds[number + 1 :]))
                if longer in MELDS and state not in tried:
                    tried.add(state)
                    waiting.append(state)
                    best = min(best, deadwood(state[0]))
    return best


def deadwood_after_melds(hand: frozenset[BookCard], own: tuple[Meld, ...], table: tuple[Meld, ...]) -> int:
    """The points left over when these melds are laid down first and only then other cards are laid off."""
    left = hand.difference(*own)
    best, waiting = points(left), [(left, table)]
    while waiting:
        left, melds = waiting.pop()
        best = min(best, points(left))
        for number, meld in enumerate(melds):
            for card in left:
                if meld | {card} in MELDS:
                    waiting.append((left - {card}, (*melds[:number], meld | {card}, *melds[number + 1 :])))
    return best
