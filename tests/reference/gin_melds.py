"""Melds, deadwood and laying off as the rule book of gin tells it: everything is found by trying everything.

Cards are names ("7C"), hands and melds are sets of names.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

Hand = frozenset[str]
Melds = frozenset[Hand]  # melds that share no card

RANKS = "A23456789TJQK"  # the ace is low
SUITS = "CDHS"
DECK = frozenset(rank + suit for rank in RANKS for suit in SUITS)


# ---- melds ----


def order(card: str) -> tuple[int, int]:
    """How a player sorts a meld: by suit, the ace first."""
    return SUITS.index(card[1]), RANKS.index(card[0])


def points(cards: Iterable[str]) -> int:
    """What cards count when they are in no meld: the ace 1, pictures 10, the others their number."""
    return sum(min(RANKS.index(rank) + 1, 10) for rank, _ in cards)


def is_set(cards: Hand) -> bool:
    """Three or four cards of one rank."""
    return len(cards) >= 3 and len({rank for rank, _ in cards}) == 1


def is_run(cards: Hand) -> bool:
    """Three or more cards of one suit, one after the other; the ace is below the deuce and never above the king."""
    ranks = sorted(RANKS.index(rank) for rank, _ in cards)
    return len(cards) >= 3 and len({suit for _, suit in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def is_meld(cards: Hand) -> bool:
    return is_set(cards) or is_run(cards)


EVERY_SET = [frozenset(rank + suit for suit in suits) for rank in RANKS for size in (3, 4) for suits in combinations(SUITS, size)]
EVERY_RUN = [frozenset(rank + suit for rank in RANKS[low:high]) for suit in SUITS for low in range(13) for high in range(low + 3, 14)]
EVERY_MELD = EVERY_SET + EVERY_RUN


def melds_in(hand: Hand) -> list[Hand]:
    """Every meld that can be made of these cards."""
    return [meld for meld in EVERY_MELD if meld <= hand]


def ways_to_meld(hand: Hand) -> set[Melds]:
    """Every way to put none, some or all of these cards into melds; no card serves two melds."""

    def extend(chosen: Melds, possible: list[Hand]) -> Iterator[Melds]:
        yield chosen
        for index, meld in enumerate(possible):
            yield from extend(chosen | {meld}, [other for other in possible[index + 1 :] if not meld & other])

    return set(extend(frozenset(), melds_in(hand)))


def unmelded(hand: Hand, melds: Melds) -> Hand:
    return hand - frozenset().union(*melds)


@lru_cache(maxsize=100_000)
def deadwood(hand: Hand) -> int:
    """The least that a hand can count."""
    return min(points(unmelded(hand, melds)) for melds in ways_to_meld(hand))


@lru_cache(maxsize=10_000)
def arrangements(hand: Hand) -> dict[Melds, int]:
    """The sensible ways to lay a hand down, with their deadwood: nothing more can be melded, and runs are as long as they can be."""

    def sensible(melds: Melds) -> bool:
        rest = unmelded(hand, melds)
        runs = [meld for meld in melds if is_run(meld)]
        longer = any(is_run(run | {card}) for run in runs for card in rest)
        joined = any(is_run(one | other) for one, other in combinations(runs, 2))
        return not melds_in(rest) and not longer and not joined

    return {melds: points(unmelded(hand, melds)) for melds in ways_to_meld(hand) if sensible(melds)}


# ---- laying off ----


def fitting(hand: Hand, melds: Iterable[Hand]) -> Hand:
    """The cards of a hand that can be added to one of these melds."""
    return frozenset(card for card in hand for meld in melds if card not in meld and is_meld(meld | {card}))


def with_card(melds: Melds, card: str) -> Melds:
    """The melds after a card has been laid off; where it fits a run and a set, on the run."""
    places = [meld for meld in melds if is_meld(meld | {card})]
    place = min(places, key=is_set)
    return melds - {place} | {place | {card}}


def can_all_be_laid_off(cards: Hand, melds: Melds) -> bool:
    """Is there an order, and a place for each card, in which all these cards go onto the melds?"""
    if not cards:
        return True
    return any(
        can_all_be_laid_off(cards - {card}, melds - {meld} | {meld | {card}})
        for card in cards
        for meld in melds
        if is_meld(meld | {card})
    )  # fmt: skip


def best_deadwood_after_laying_off(hand: Hand, melds: Melds) -> int:
    """The least a defender can be left with, over all subsets laid off and all melds of the rest."""
    candidates, shown = frozenset(), melds
    while more := fitting(hand - candidates, shown):  # whatever could go somewhere if others went before it
        candidates |= more
        shown |= {meld | {card} for card in more for meld in shown if is_meld(meld | {card})}
    subsets = (frozenset(some) for size in range(len(candidates) + 1) for some in combinations(candidates, size))
    return min(deadwood(hand - some) for some in subsets if can_all_be_laid_off(some, melds))


def left_after_laying_off_all(rest: Hand, melds: Melds) -> int:
    """What cards count after every one that fits has been laid off, and so on until none does."""
    while fits := fitting(rest, melds):
        card = min(fits)
        rest, melds = rest - {card}, with_card(melds, card)
    return points(rest)
