"""The house rules of Oh Hell, and the games that have a name.

A variant is a value. To add a rule: one field here, and the line in `game.py` that reads it.
"""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np
from cardshark.text import UserError

SEATS = 4  # room for this many players
MOST_TRICKS = 11  # the bits of a choice that are no cards name the bids from 0 to 11
MOST_CARDS = SEATS * MOST_TRICKS  # that can be played in a hand
MOST_HANDS = 1000  # of a match, so that a total has room in its record


class Sizes(IntEnum):
    """How many cards are dealt from hand to hand."""

    DOWN_AND_UP = 0  # one fewer each time, down to a single card, and up again
    DOWN = 1  # one fewer each time, down to a single card
    FIXED = 2  # always the same number


class Miss(IntEnum):
    """What a hand scores for a player who did not take exactly the tricks they bid."""

    NOTHING = 0
    MINUS = 1  # minus one point for each trick too many or too few


class Rules(NamedTuple):
    """House rules of Oh Hell; the defaults are the usual game."""

    players: Annotated[int, "how many sit down, 3 or 4"] = 4
    lowest: Annotated[int, "lowest rank in the deck: 2 makes 52 cards, 7 makes 32"] = 2
    sizes: Annotated[Sizes, "how many cards are dealt from hand to hand"] = Sizes.DOWN_AND_UP
    most: Annotated[int, "how many cards each player gets in the first hand, 1 to 11; no hand is larger"] = 10
    hook: Annotated[bool, "the dealer may not say the number that lets everybody get what they said"] = True
    miss: Annotated[Miss, "what a wrong number of tricks scores"] = Miss.NOTHING
    hands: Annotated[int, "the match ends after this many hands, the row of sizes beginning again; 0 for the whole row once"] = 0

    def deck(self) -> np.uint64:
        """The cards in play."""
        ranks = sum(1 << rank - 2 for rank in range(self.lowest, 15))
        return np.uint64(sum(ranks << 16 * suit for suit in range(4)))

    def row(self) -> int:
        """How many hands the row of sizes has before it begins again."""
        return {Sizes.DOWN_AND_UP: 2 * self.most - 1, Sizes.DOWN: self.most, Sizes.FIXED: 1}[self.sizes]

    def derived(self) -> dict[str, Any]:
        """What follows from the rules, worked out once for the kernels."""
        return {"deck": self.deck(), "row": self.row(), "last_hand": self.hands or self.row()}

    def check(self) -> None:
        """Refuse what cannot be played, in one sentence."""
        if not 3 <= self.players <= SEATS:
            raise UserError(f"Oh Hell is played here by 3 or 4 players, not {self.players}")
        if not 2 <= self.lowest <= 14:
            raise UserError(f"the lowest rank is 2 to 14 (the ace), not {self.lowest}")
        if not 1 <= self.most <= MOST_TRICKS:
            raise UserError(f"each player gets 1 to {MOST_TRICKS} cards, not {self.most}")
        deck = 4 * (15 - self.lowest)
        if self.most * self.players > deck:
            raise UserError(f"{deck} cards are too few for {self.players} hands of {self.most}: set most={deck // self.players} or less")
        if not 0 <= self.hands <= MOST_HANDS:
            raise UserError(f"hands is 0 (the row of sizes) to {MOST_HANDS}, not {self.hands}")
        if self.sizes == Sizes.FIXED and not self.hands:
            raise UserError("with one size for all hands a match needs an end: set hands above 0")


PRESETS: dict[str, Rules] = {
    "classic": Rules(),  # 10 cards down to 1 and up again, the dealer hooked
    "blackwood": Rules(sizes=Sizes.FIXED, hook=False, hands=12),  # everybody deals as often, whether three or four play
    "short": Rules(sizes=Sizes.DOWN, most=5),
}
