"""The policy behind the champion, as it is asked: about many decisions at once, whoever decides there."""

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import lowest
from cardshark.jit import at, kernel
from cardshark.players.hearts.policy.playouts import finish_hands
from cardshark.players.policy.brain import PolicyBrain
from cardshark.players.policy.features import write_features
from cardshark.players.policy.forward import LEGAL, owners, place_rows, write_logits
from cardshark.players.policy.net import BLOCK, Net, new_desk, uncounted_desk, uncounted_net


@kernel
def logit_rows(net, desk, words, numbers, found):
    """The logits of the legal choices of every row."""
    net, desk = uncounted_net(net), uncounted_desk(desk)
    for first in range(0, len(words), BLOCK):
        rows = min(BLOCK, len(words) - first)
        place_rows(words, numbers, first, rows, desk)
        write_features(net.layout[0].actor, net.weights, desk, desk.nothing, rows)
        for row in range(rows):
            i, rest = at(first + row), words[at(first + row), LEGAL]
            write_logits(net, desk, row, rest)
            while rest:
                choice = at(lowest(rest))
                rest &= rest - np.uint64(1)
                found[i, choice] = desk.logits[choice]


class Mind:
    """A policy that answers questions."""

    def __init__(self, brain: PolicyBrain, net: Net) -> None:
        self.net, self.desk = net, new_desk(brain)
        self.has_owners = brain.design.owners

    def logits(self, words: NDArray[np.uint64]) -> NDArray[np.float32]:
        """What it would choose: the logits of legal choices, one decision a row."""
        found = np.empty((len(words), 64), np.float32)
        logit_rows(self.net, self.desk, words, no_numbers(words), found)
        return found

    def owners(self, words: NDArray[np.uint64], cards: int) -> NDArray[np.float32]:
        """How likely each of the others, the next player first, holds each of these cards: [card, other] for the only row."""
        return owners(self.net, self.desk, words, no_numbers(words), np.array([cards], np.uint64))[0]

    def finish(self, games: np.ndarray, rules: np.ndarray, plan: np.ndarray) -> NDArray[np.float64]:
        """What these games cost each seat if it plays on: [game, seat]. See `finish_hands`."""
        return finish_hands(self.net, self.desk, games, rules, plan)


def no_numbers(words: NDArray[np.uint64]) -> NDArray[np.float32]:
    """Hearts is seen as words alone."""
    return np.empty((len(words), 0), np.float32)
