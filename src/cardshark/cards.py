"""Cards, suits and sets of cards: plain integers for speed, names for people.

A card is a number, its suit in the high bits and its rank in the low four:

    rank   0  1  2  3  4  5  6  7  8  9 10 11 12 (13 14 15 are no cards)
           2  3  4  5  6  7  8  9  T  J  Q  K  A
    suit   clubs 0, diamonds 1, hearts 2, spades 3         card = 16 * suit + rank

A set of cards is one 64-bit word with a bit for each card, so each suit has a lane of 16 bits of its own. Runs
never cross a lane, a suit is a shift, and the three spare bits of each lane can name moves that are not cards.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from cardshark.bits import count, highest, lowest, pick
from cardshark.jit import rule
from cardshark.text import UserError, brief, check_text

__all__ = [
    "ALL", "CLUBS", "CLUBS_SUIT", "DIAMONDS", "DIAMONDS_SUIT", "HEARTS", "HEARTS_SUIT", "RANKS", "SPADES", "SPADES_SUIT", "SUITS",
    "Card", "CardSet", "below_card", "card", "cards", "count", "has", "highest", "highest_rank", "is_card", "lane", "listed", "lowest",
    "lowest_rank", "name", "names", "permits", "pick", "rank_of", "set_of", "single", "suit_of", "trick_winner",
]  # fmt: skip

Card = int  # 16 * suit + rank
CardSet = int  # a 64-bit word; inside kernels always np.uint64

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SYMBOLS = "♣♦♥♠"

ONE = np.uint64(1)
LANE = np.uint64(0x1FFF)
CLUBS_SUIT, DIAMONDS_SUIT, HEARTS_SUIT, SPADES_SUIT = range(4)  # the numbers of the suits, and
CLUBS, DIAMONDS, HEARTS, SPADES = (np.uint64(0x1FFF << 16 * suit) for suit in range(4))  # all their cards
ALL = CLUBS | DIAMONDS | HEARTS | SPADES
TWOS = np.uint64(0x0001_0001_0001_0001)  # one card of each suit; shifted left, any other rank

CARD = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠])", re.IGNORECASE)


# ---- inside kernels ----


@rule
def single(card):
    """The set that holds just this card."""
    return ONE << np.uint64(card)


@rule
def has(cards, card):
    """Is this card in the set?"""
    return (cards >> np.uint64(card)) & ONE != np.uint64(0)


@rule
def permits(legal, choice):
    """Is this number one of the legal choices? Any number may be asked about, not only cards."""
    return 0 <= choice < 64 and has(legal, choice)


@rule
def suit_of(card):
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card >> 4


@rule
def rank_of(card):
    """0 for a two, up to 12 for an ace; 13, 14 and 15 are no cards."""
    return card & 15


@rule
def lane(suit):
    """All cards of a suit."""
    return LANE << np.uint64(suit << 4)


@rule
def below_card(card):
    """Every card lower than this one in its suit, and all of the suits before it."""
    return single(card) - ONE


@rule
def ranks_of(cards):
    """The ranks that occur in a set, as a set of clubs."""
    halves = cards | (cards >> np.uint64(32))
    return (halves | (halves >> np.uint64(16))) & LANE


@rule
def lowest_rank(cards, spades_low):
    """The lowest card of a set that is not empty, suits aside; among equals the club, or the spade if spades are low."""
    rank = lowest(ranks_of(cards))
    equals = (cards >> np.uint64(rank)) & TWOS
    return rank + (highest(equals) if spades_low else lowest(equals))


@rule
def highest_rank(cards, spades_low):
    """The highest card of a set that is not empty, suits aside; among equals the spade, or the club if spades are low."""
    rank = highest(ranks_of(cards))
    equals = (cards >> np.uint64(rank)) & TWOS
    return rank + (lowest(equals) if spades_low else highest(equals))


# ---- for people ----


def card(name: str) -> Card:
    """The card that a name like `QS`, `10h` or `7♦` stands for."""
    match = CARD.fullmatch(check_text("a card", name).strip())
    if not match:
        raise UserError(f"{brief(name)} is not a card: write the rank (2-9, T or 10, J, Q, K, A), then the suit (C, D, H, S)")
    rank, suit = match[1].upper().replace("10", "T"), match[2].upper()
    return 16 * (SUITS + SYMBOLS).index(suit) % 64 + RANKS.index(rank)


def cards(text: str) -> CardSet:
    """The set of the cards named in a text: `2C QS`, `2c,qs` or `2CQS`."""
    found, at = 0, 0
    while at < len(check_text("a set of cards", text)):
        if text[at] in " ,":
            at += 1
            continue
        match = CARD.match(text, at)
        bit = 1 << card(match[0] if match else text[at : at + 3].split()[0])
        if found & bit:
            raise UserError(f"{name(bit.bit_length() - 1)} stands twice in {text!r}")
        found, at = found | bit, at + len(match[0]) if match else at
    return found


def name(card: Card, symbols: bool = False) -> str:
    """A card's name: `QS`, or `Q♠` with symbols."""
    return RANKS[card & 15] + (SYMBOLS if symbols else SUITS)[card >> 4]


def listed(cards: CardSet) -> list[Card]:
    """The cards of a set, lowest first, clubs before diamonds, hearts and spades."""
    rest, found = int(cards), []
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return found


def names(cards: CardSet | Iterable[Card], symbols: bool = False) -> str:
    """The names of a set, or of cards in their order: `2C QS`."""
    order = listed(int(cards)) if isinstance(cards, (int, np.integer)) else cards
    return " ".join(name(card, symbols) for card in order)


def set_of(cards: Iterable[Card]) -> CardSet:
    """The set of these cards."""
    return sum({1 << int(card) for card in cards})


def is_card(choice: int) -> bool:
    """Is this number a card? The other numbers stand for moves that are not cards."""
    return 0 <= choice < 64 and choice & 15 < len(RANKS)


def trick_winner(trick: Sequence[Card]) -> int:
    """The place in a trick, counted from its lead, of the card that takes it: the highest of the suit led."""
    return max(range(len(trick)), key=lambda place: (trick[place] >> 4 == trick[0] >> 4, trick[place]))
