"""What a network believes of the hidden cards: how likely each of the others holds each of them.

Every policy has learned that beside its play (`PolicyDesign.owners`), and a network can be trained for nothing else
(`cardshark.learning.policy.belief`). Hands are then dealt card by card in proportion to these chances, with hand sizes respected.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.games import hearts, house
from cardshark.games.hearts import planes
from cardshark.players.hearts.search.hidden import OTHERS
from cardshark.players.player import Views
from cardshark.players.policy.forward import owners
from cardshark.players.policy.net import new_desk
from cardshark.players.policy.shipped import policy_at

USUAL = "usual"  # the shipped brain that fits the table
DOUBT = 0.02  # how much anybody may hold anything


class Owners:
    """A network that is asked where the cards are."""

    def __init__(self, rules: Any, brain: Any = USUAL) -> None:
        found, self.net = policy_at(hearts, rules, "" if brain == USUAL else brain)
        self.desk, self.rules, self.players = new_desk(found), house.record(rules), rules.players

    def chances(self, views: Views) -> NDArray[np.float32]:
        """How likely each of the others, the next player first, holds each card that the seat has not seen: [view, card, other]."""
        words = planes.words(views, self.rules)
        return owners(self.net, self.desk, words, np.empty((len(words), 0), np.float32), words[:, planes.UNSEEN].copy())

    def weights(self, view: Views) -> NDArray[np.float64]:
        """The same for one view, as weights [card, other] with room for four players and a little doubt."""
        found = np.zeros((64, OTHERS))
        found[:, : self.players - 1] = self.chances(view)[0]
        return found * (1.0 - DOUBT) + DOUBT / OTHERS
