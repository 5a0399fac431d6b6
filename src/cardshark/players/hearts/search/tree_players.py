"""Three players that search a tree:

uct      a tree for each imagined deal, in which everybody sees all cards and plays for themselves; the trees' figures are added up.
         With actions=falcon the Monte-Carlo agent of the FALCON paper: like pomcp, but over that paper's actions and not over cards
ismcts   one tree for all deals, whose nodes are what the searching seat can tell apart; everybody plays for themselves, and UCB1
         counts how often a card could have been played (Cowling, Powley and Whitehouse 2012)
pomcp    one tree, but the others follow their style: only the own decisions are searched (Silver and Veness 2010)
"""

import math
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from cardshark.games import hearts
from cardshark.players.hearts.search.nodes import MOST_NODES, NODE, Tree, new_tree, replant
from cardshark.players.hearts.search.shared import Search
from cardshark.players.hearts.search.tree import Actions, Final, grow_all
from cardshark.players.hearts.search.worlds import SearchWorkspace
from cardshark.players.player import Choices, Views
from cardshark.players.thinking import OWN_MOON, Thought, check_own_moon, join_thoughts
from cardshark.text import UserError, convert


class SearchParts(NamedTuple):
    """A player who grows a tree, as arguments of `grow_all`."""

    search: np.ndarray
    models: np.ndarray
    workspace: SearchWorkspace
    tree: Tree


@dataclass
class TreeSearch(Search):
    """A player who grows a tree."""

    simulations: Annotated[int, "hands played in the tree for each decision"] = 1000
    c: Annotated[str, "how much to explore: a number of points, or the points outstanding in the hand"] = "outstanding"
    own_moon: Annotated[float, OWN_MOON] = 0.0
    final: Annotated[Final, "which choice is made in the end: the cheapest on average, or the one tried most"] = Final.MEAN

    searched = False  # are the others' choices searched too?
    apart = False  # does each deal get a tree of its own?
    nodes_each = 8  # nodes that one simulation can add

    def __post_init__(self) -> None:
        if not 1 <= self.simulations <= 1_000_000:
            raise UserError(f"simulations are 1 to 1,000,000, not {self.simulations}")
        check_own_moon(self.own_moon)
        super().__post_init__()
        wanted = MOST_NODES if self.seconds and not self.apart else self.nodes_each * self.simulations + 64
        self._tree = new_tree(min(wanted, MOST_NODES))
        growth = self._tree.growth
        growth["c"] = -1.0 if self.c == "outstanding" else exploration(self.c)
        growth["searched"], growth["apart"], growth["final"] = self.searched, self.apart, self.final
        growth["simulations"] = self.simulations if self.apart else 1

    @property
    def pace(self) -> int:
        """How many deals of a duel are played before their results are written down."""
        simulations = self.simulations * (self.worlds() if self.apart else 1)
        return 1 if self.seconds else max(1, min(2048, 20_000 // simulations))

    def worlds(self) -> int:
        """A world for each simulation."""
        return self.simulations

    def for_kernels(self) -> "SearchParts | None":
        """What a kernel needs to search as this player does, one view after the other; None where the player does more than that."""
        if self.seconds or type(self).decide is not TreeSearch.decide:
            return None
        self._search["begin"], self._search["worlds"] = 0, self.worlds()
        return SearchParts(self._search, self._models, self._workspace, self._tree)

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int) -> None:
        """Grow the trees with more worlds."""
        self._search["begin"], self._search["worlds"] = begin, worlds
        grow_all(views, self._rules, self._search, self._models, self._workspace, self._tree, thought, choices)


def exploration(text: str) -> float:
    """The number that an option c names."""
    value = convert("c", float, text)
    if not 0 <= value < math.inf:
        raise UserError(f"c is 'outstanding' or a number of points from 0 up, not {text!r}")
    return value


@dataclass
class Uct(TreeSearch):
    """Searches a tree for each imagined deal in which everybody sees all cards, and adds up what the trees say."""

    playout: Annotated[
        str, "how hands are finished in thought: usually stock (with actions=falcon random), or greedy, jake, perhaps with options"
    ] = "usual"
    simulations: Annotated[int, "hands played in each tree; with actions=falcon in the only one, where the paper has 250"] = 20
    deals: Annotated[int, "imagined deals, with a tree each; with actions=falcon every simulation has its own deal"] = 50
    actions: Annotated[
        Actions, "what the tree is made of: cards, or the actions of the FALCON paper, searched for the own seat alone in one tree"
    ] = Actions.CARDS

    searched, apart, nodes_each = True, True, 1

    def style_texts(self, usual: str = "stock") -> list[str]:
        """The styles of the playouts; usually random for the paper's agent, which was weaker than one that imagines stock players."""
        return super().style_texts(usual if self.actions == Actions.CARDS else "random")

    def worlds(self) -> int:
        """The number of deals."""
        return self.deals if self.apart else super().worlds()

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= 1_000_000:
            raise UserError(f"deals to imagine are 1 to 1,000,000, not {self.deals}")
        if self.actions != Actions.CARDS:
            if self.deals != Uct.deals:
                raise UserError("with actions=falcon every simulation has a deal of its own: set simulations and leave deals out")
            self.searched, self.apart, self.nodes_each = Pomcp.searched, Pomcp.apart, Pomcp.nodes_each
        super().__post_init__()
        self._tree.growth["actions"] = self.actions


@dataclass
class Ismcts(TreeSearch):
    """Searches one tree of what it can tell apart, a fresh deal each time; everybody plays for themselves (information-set search)."""

    playout: Annotated[str, "how hands are finished in thought: random, greedy, stock or jake, perhaps with options"] = "stock"

    searched, nodes_each = True, 1


@dataclass
class Pomcp(TreeSearch):
    """Searches only its own decisions in one tree, a fresh deal each time; the others follow their style (the POMCP report)."""

    reuse: Annotated[bool, "go on with the tree of the decision before"] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self._tree.growth["reuse"] = self.reuse
        self._trees: dict[tuple, tuple[np.ndarray, int]] = {}  # what was kept for the next decision of a hand
        self._spare = np.zeros(len(self._tree.nodes) if self.reuse else 0, NODE)

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules, and forget hands that were broken off."""
        super().sit(game, rules)
        self._trees.clear()

    def decide(self, views: Views, choices: Choices) -> Thought:
        """Think about every view; with `reuse`, in the tree of the decision before."""
        if not self.reuse:
            return super().decide(views, choices)
        thoughts = []
        for i in range(len(views)):
            self.recall(views[i])
            thoughts.append(self.think(views[i : i + 1], choices[i : i + 1]))
            self.remember(views[i], int(choices[i]))
        return join_thoughts(thoughts)

    def recall(self, view: Any) -> None:
        """Go on with the tree of this seat's decision before, from the cards that were played since."""
        tree = self._tree
        tree.size[0] = 0
        kept = self._trees.pop(place(view, int(view.hand)), None)
        if kept is not None:
            nodes, played = kept
            tree.nodes[: len(nodes)] = nodes
            tree.size[0] = len(nodes)
            replant(tree, self._spare, view.table.history[played : view.table.played])

    def remember(self, view: Any, choice: int) -> None:
        """Keep the tree for the next decision of this hand."""
        rest, size = int(view.hand) & ~(1 << choice), int(self._tree.size[0])
        if view.table.phase == hearts.PLAY and rest & (rest - 1) and size:
            self._trees[place(view, rest)] = self._tree.nodes[:size].copy(), int(view.table.played)
            while sum(len(nodes) for nodes, _ in self._trees.values()) > MOST_NODES:
                del self._trees[next(iter(self._trees))]  # the oldest


def place(view: Any, hand: int) -> tuple:
    """A key for a seat in a hand, made of what the seat itself can see."""
    return int(view.table.turn), int(view.table.hand_number), view.table.totals.tobytes(), int(view.given), int(view.received), hand
