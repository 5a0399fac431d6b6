"""A FALCON learns among players who search a tree, all in one kernel: nobody has to be asked from Python, card after card."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from cardshark.games import hearts
from cardshark.jit import kernel
from cardshark.learning.falcon.hands import learn_hands
from cardshark.players.hearts.falcon.categories import MARGIN
from cardshark.players.hearts.search.tree import grow_all
from cardshark.players.hearts.search.tree_players import SearchParts, TreeSearch
from cardshark.players.player import Player
from cardshark.players.thinking import Thought, new_thought


class Searcher(NamedTuple):
    """The players who search at a table. They all search alike, so that one memory serves all of them."""

    parts: SearchParts
    thought: Thought
    views: np.ndarray  # [1] what the seat in turn sees
    shown: np.ndarray  # [1] the same, but nobody can write into it, as at the table: kernels are compiled once
    choices: np.ndarray  # [1] what it chooses


def searcher_of(guests: Iterable[Player]) -> Searcher | None:
    """Those who search, if all guests do and in the same way; otherwise they must be asked."""
    first, *others = guests or [None]
    if not isinstance(first, TreeSearch) or any(type(each) is not type(first) or each != first for each in others):
        return None
    parts, views = first.for_kernels(), np.zeros(1, hearts.VIEW)
    shown = views.view()
    shown.flags.writeable = False
    return Searcher(parts, new_thought(1), views, shown, np.zeros(1, np.int8)) if parts else None


@kernel
def learn_among_searchers(games, rules, falcons, categories, lessons, seating, workspace, searcher):
    """Play hands that are dealt, and learn from them. Returns how many were finished; it stops early where categories have no room."""
    rows, thought, choices, parts = np.zeros(1, np.uint32), searcher.thought, searcher.choices, searcher.parts
    first, done, chosen = lessons[0].first, 0, -1
    while True:
        lessons[0].first = first + done
        done += learn_hands(games[done:], rules, falcons, categories, lessons, seating, workspace, chosen)
        chosen = -1
        if done == len(games) or categories.size[0] + MARGIN > len(categories.percepts):
            return done
        hearts.look_all(games[done : done + 1], rules, rows, searcher.views)
        thought.sums[:], thought.squares[:], thought.visits[:] = 0.0, 0.0, 0.0
        thought.worlds[:], thought.effective[:] = 0.0, 0.0
        grow_all(searcher.shown, rules, parts.search, parts.models, parts.workspace, parts.tree, thought, choices)
        chosen = np.int64(choices[0])
