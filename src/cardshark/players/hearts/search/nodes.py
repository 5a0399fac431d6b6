"""The nodes of a search tree: what each remembers, and which choice below it is tried next.

UCB1 decides which card is tried next: the one with the lowest mean cost less `c * sqrt(log(times it could be tried) / times it was)`,
both counted from its first time on. A card that was never tried comes first.
"""

from typing import NamedTuple

import numpy as np

from cardshark.cards import has, single
from cardshark.jit import at, kernel, record, rule
from cardshark.players.hearts.falcon.actions import OFFERS
from cardshark.players.uniform import any_of

DEEPEST = 64  # choices from the root to the end of a hand: passes and cards
NOTHING = -1  # no such node
MOST_NODES = 1 << 20  # that a tree may have, and that a player keeps of trees of unfinished hands: 50 MB each

NODE = record([
    ("total", np.float64),  # what hands through this node cost the player who moved here, summed
    ("squares", np.float64),
    ("tried", np.uint64),  # choices that have a node below this one
    ("visits", np.int32),
    ("chances", np.int32),  # how often this choice could have been made
    ("child", np.int32),  # the node of the choice tried last
    ("sibling", np.int32),  # of the choice tried before this one
    ("choice", np.int8),  # that leads here
    ("seat", np.int8),  # who makes it
])  # fmt: skip


GROWTH = record([
    ("c", np.float64),  # how much to explore, in points; below 0 the points still to be taken
    ("simulations", np.int64),  # in each world
    ("searched", np.int64),  # 1 if the others' choices are searched too
    ("apart", np.int64),  # 1 if each world has a tree of its own
    ("reuse", np.int64),  # 1 if the tree that is there is grown on
    ("final", np.int64),  # how the choice is made in the end
    ("actions", np.int64),  # what the searching seat chooses among
])  # fmt: skip


class Tree(NamedTuple):
    """A tree, how it is to grow, and what a simulation writes down on its way; node 0 is the root."""

    growth: np.ndarray  # [1] how it is to grow
    nodes: np.ndarray  # [node]
    size: np.ndarray  # [1] how many nodes are in use
    path: np.ndarray  # [step] the nodes that a simulation has met
    offers: np.ndarray  # [1] the actions of the FALCON paper that are possible now


def new_tree(nodes: int) -> Tree:
    """A tree with room for `nodes` nodes, and none yet."""
    return Tree(np.zeros(1, GROWTH), np.zeros(nodes, NODE), np.zeros(1, np.int64), np.zeros(DEEPEST, np.int64), np.zeros(1, OFFERS))


@rule
def add_node(nodes, size, parent, choice, seat):
    """Add the node of a choice below `parent`. Returns its number."""
    new = np.int64(size[0])
    node = nodes[at(new)]
    node.total = 0.0
    node.squares = 0.0
    node.tried = np.uint64(0)
    node.visits = 0
    node.chances = 1
    node.child = NOTHING
    node.sibling = NOTHING
    node.choice = choice
    node.seat = seat
    size[0] = new + 1
    if parent != NOTHING:
        node.sibling = nodes[at(parent)].child
        nodes[at(parent)].child = new
        nodes[at(parent)].tried |= single(choice)
    return new


@rule
def find_node(nodes, parent, choice):
    """The node of a choice that was tried."""
    child = np.int64(nodes[at(parent)].child)
    while nodes[at(child)].choice != choice:
        child = np.int64(nodes[at(child)].sibling)
    return child


@rule
def most_promising(nodes, parent, legal, c):
    """The legal choice that UCB1 names among those tried before. All of them count one more chance."""
    best, lowest_bound = 0, np.inf
    child = np.int64(nodes[at(parent)].child)
    while child != NOTHING:
        node = nodes[at(child)]
        if has(legal, node.choice):
            node.chances += 1
            bound = node.total / node.visits - c * np.sqrt(np.log(node.chances) / node.visits)
            if bound < lowest_bound:
                best, lowest_bound = np.int64(node.choice), bound
        child = np.int64(node.sibling)
    return best


@rule
def next_choice(nodes, node, legal, c, luck):
    """A choice that was never tried here, if there is one; otherwise the most promising."""
    best = most_promising(nodes, node, legal, c)
    untried = legal & ~nodes[at(node)].tried
    return any_of(untried, luck) if untried else best


@kernel
def replant(tree, spare, choices):
    """Make the node that these choices lead to the root, and forget all that is not below it. Without such a node the tree is empty.

    `spare` has room for as many nodes as the tree.
    """
    nodes, size = tree.nodes, tree.size
    node = np.int64(0)
    for choice in choices:
        if size[0] == 0 or not has(nodes[at(node)].tried, choice):
            size[0] = 0
            return
        node = find_node(nodes, node, choice)
    spare[0] = nodes[at(node)]
    spare[0].sibling = NOTHING
    kept, done = 1, 0
    while done < kept:
        old, last = np.int64(spare[at(done)].child), np.int64(NOTHING)
        while old != NOTHING:
            spare[at(kept)] = nodes[at(old)]
            spare[at(kept)].sibling = last
            last = kept
            kept += 1
            old = np.int64(nodes[at(old)].sibling)
        spare[at(done)].child = last
        done += 1
    nodes[:kept] = spare[:kept]
    size[0] = kept
