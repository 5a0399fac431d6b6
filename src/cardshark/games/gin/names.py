"""Gin for people: choices by name, cards as a gin player sorts them, and a referee for declared melds.

Choices have one vocabulary, which transcripts and the engine protocol use: `stock pile pass knock on big-gin done`, and cards by
name. The ways to lay down a hand are numbered from 1 (`way-1`), because only the hand can tell which melds they are. Transcripts
and engines know the hand and name the melds. Saved hands and the table in the browser are older than this and keep three
spellings of their own (`play_on`, `big_gin`, `way 1`) in `cardshark.hands` and `cardshark.web`.
"""

import re

import numpy as np

from cardshark.cards import SUITS, CardSet, card, count, is_card, listed, name
from cardshark.games.gin.melds import ace_low, is_run, listed_arrangements, points, ranks_of
from cardshark.games.gin.state import BIG_GIN, DONE, KNOCK, PASS, PILE, PLAY_ON, SPREAD, STOCK
from cardshark.text import UserError

WORDS = {STOCK: "stock", PILE: "pile", PASS: "pass", KNOCK: "knock", PLAY_ON: "on", BIG_GIN: "big-gin", DONE: "done"}
CHOICES = {word: choice for choice, word in WORDS.items()}
ACE_LOW = "A23456789TJQK"
WAY = re.compile(r"way-([1-9]\d?)", re.ASCII)


def choice_name(phase: int, choice: int) -> str:
    """The name of a choice in a phase: a card, a move, or the number of a way to lay down the hand."""
    if phase == SPREAD:
        return f"way-{choice + 1}"
    return WORDS.get(choice) or (name(choice) if is_card(choice) else str(choice))


def choice_number(phase: int, word: str) -> int:
    """The choice with this name."""
    if phase == SPREAD:
        way = WAY.fullmatch(word)
        if not way:
            raise UserError(f"{word!r} is no way to lay down a hand: they are way-1, way-2 and so on")
        return int(way[1]) - 1
    return CHOICES[word] if word in CHOICES else card(word)


def gin_names(cards: CardSet) -> str:
    """The names of cards as a gin player sorts them, the ace first: `AC 2C 3C`."""
    return " ".join(sorted(map(name, listed(cards)), key=lambda card: (SUITS.index(card[1]), ACE_LOW.index(card[0]))))


def validate_melds(hand: CardSet, declared: list[CardSet], limit: int) -> int:
    """The number of the arrangement that a player declares; an error says in one sentence what is wrong with it."""
    melded = 0
    for meld in declared:
        if meld & ~hand:
            raise UserError(f"{gin_names(meld & ~hand)} is not in the hand: declare only cards that you hold")
        if meld & melded:
            raise UserError(f"{gin_names(meld & melded)} is in two melds: a card can serve only one")
        if not is_meld(meld):
            raise UserError(f"{gin_names(meld)} is no meld: it takes three or four of a rank, or three or more in a row of one suit")
        melded |= meld
    left = int(points(np.uint64(hand & ~melded)))
    if left > limit:
        raise UserError(f"these melds leave {left} points of deadwood: at most {limit} are allowed")
    sets = sum(meld for meld in declared if not is_run(np.uint64(meld)))
    for number, arrangement in enumerate(listed_arrangements(hand)):
        same_sets = sum(meld for meld in arrangement.melds if not is_run(np.uint64(meld))) == sets
        if same_sets and sum(arrangement.melds) == melded:
            return number
    raise UserError(f"{gin_names(hand & ~melded)} left in the hand would still make or lengthen a meld: declare that too")


def is_meld(cards: CardSet) -> bool:
    """Are these cards one set or one run?"""
    low = int(ace_low(np.uint64(cards)))
    lowest_first = low >> (low & -low).bit_length() - 1 if low else 0
    in_a_row = lowest_first & lowest_first + 1 == 0
    return count(cards) >= 3 and (in_a_row if is_run(np.uint64(cards)) else count(ranks_of(np.uint64(low))) == 1)
