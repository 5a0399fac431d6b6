"""Which unseen cards would help a hand of gin."""

from typing import Any

import numpy as np

from cardshark.games import gin
from cardshark.games.gin.melds import EMPTY, ace_high, ace_low, deadwood
from cardshark.jit import kernel
from cardshark.players.gin.search.worlds import unseen_cards
from cardshark.players.gin.styles.hand import best_discards, fits


@kernel
def helpful_cards(views, hand):
    """The unseen cards that would lower the deadwood of this hand of ten, after the best discard."""
    low = ace_low(hand)
    now = deadwood(hand)
    rest, found = ace_low(unseen_cards(views[0])), EMPTY
    while rest:
        card = rest & (~rest + np.uint64(1))
        rest ^= card
        left, _ = best_discards(low | card, low)
        if left < now and fits(low, card):
            found |= card
    return ace_high(found)


def one_view(view: Any) -> np.ndarray:
    """A view in an array of its own."""
    views = np.zeros(1, gin.VIEW)
    views[0] = view
    views.flags.writeable = False  # as at the table, so that kernels are compiled once
    return views
