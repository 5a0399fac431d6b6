"""Which cards the champion thinks of passing: sets of cards, by the chance that the policy would put them aside, in any order."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.games.hearts import planes
from cardshark.players.player import Views

WIDTH = 6  # cards that are followed at each step


def chances_of(logits: NDArray[np.float32], legal: list[int]) -> NDArray[np.float64]:
    """The policy's chance of each legal choice, in their order."""
    found = np.exp(logits[legal].astype(np.float64) - logits[legal].max())
    return found / found.sum()


def likely_passes(mind: Any, rules: np.ndarray, view: Views, wanted: int) -> dict[int, float]:
    """Sets of cards to pass with their chances, the likeliest first. They contain what was put aside already."""
    found = {int(view["given"][0]): 1.0}
    for _ in range(wanted - int(view["given"][0]).bit_count()):
        found = one_more(mind, rules, view, found)
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def one_more(mind: Any, rules: np.ndarray, view: Views, sets: dict[int, float]) -> dict[int, float]:
    """The same sets with one more card each; those that come about in several orders are added up."""
    views = np.repeat(view, len(sets))
    views["given"] = list(sets)
    views["legal"] = views["hand"] & ~views["given"]
    views.flags.writeable = False
    found: dict[int, float] = {}
    for given, legal, logits in zip(sets, views["legal"], mind.logits(planes.words(views, rules)), strict=True):
        cards = listed(int(legal))
        chances = chances_of(logits, cards)
        for place in np.argsort(-chances, kind="stable")[:WIDTH]:
            more = given | 1 << cards[place]
            found[more] = found.get(more, 0.0) + sets[given] * float(chances[place])
    return found
