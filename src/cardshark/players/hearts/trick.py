"""The trick on the table, as players see it: its cards, and the one that takes it."""

import numpy as np

from cardshark.cards import highest, lane, single
from cardshark.jit import at, rule


@rule
def cards_of_trick(table):
    """The cards that lie on the table."""
    trick = np.uint64(0)
    for place in range(table.start, table.played):
        trick |= single(table.history[at(place)])
    return trick


@rule
def taking_card(trick, led):
    """The card that takes a trick: the highest of the suit led."""
    return highest(trick & lane(led))
