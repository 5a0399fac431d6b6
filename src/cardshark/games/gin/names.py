"""Gin for people: cards as a gin player sorts them, and a referee for declared melds."""

import numpy as np

from cardshark.cards import CardSet, count, listed, names
from cardshark.games.gin.melds import ace_low, is_run, listed_arrangements, points, ranks_of
from cardshark.text import UserError


def gin_names(cards: CardSet) -> str:
    """The names of cards as a gin player sorts them, the ace first: `AC 2C 3C`."""
    return names(sorted(listed(cards), key=lambda card: (card >> 4, (card + 1 & 15) % 13)))


def validate_melds(hand: CardSet, declared: list[CardSet], limit: int) -> int:
    """The number of the arrangement that a player declares, or one sentence about what is wrong with it."""
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
