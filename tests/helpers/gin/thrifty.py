"""A gin player for tests that plays sensibly enough for hands to end in every way: random play almost never does."""

import numpy as np

from cardshark.games import gin
from cardshark.games.gin.melds import deadwood
from cardshark.players.player import Bot


def left(cards: int) -> int:
    """The least deadwood of a hand."""
    return int(deadwood(np.uint64(cards)))


class Thrifty(Bot):
    """Takes the up-card if that lowers the deadwood, keeps the least deadwood, and knocks by the luck of the turn."""

    def play(self, view):
        if view.phase == gin.DISCARD and not view.legal >> gin.BIG_GIN & 1:
            return min(view.choices, key=lambda card: left(view.hand & ~(1 << card)))
        if view.phase in (gin.OFFER, gin.DRAW):
            top = view.pile[view.pile_size - 1]
            better = min(left(view.hand & ~(1 << card) | 1 << top) for card in range(64) if view.hand >> card & 1) < left(view.hand)
            return gin.PILE if better and view.legal >> gin.PILE & 1 else (gin.PASS if view.phase == gin.OFFER else gin.STOCK)
        if view.phase == gin.DISCARD:
            return gin.BIG_GIN
        return view.choices[view.luck % len(view.choices)]
