"""What a FALCON remembers: categories, each with a percept, a weight for every action, how often it was taken, and the rewards.

Several networks (for leading and for following, for groups of tricks) share one list of categories, and each category names its
network. Where every percept has its own category, a hash table finds it; elsewhere the best category is searched for.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.bits import uncounted
from cardshark.chance import mixed
from cardshark.games.hearts.game import is_lead
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.falcon.actions import ACTIONS
from cardshark.players.hearts.falcon.design import Coding
from cardshark.players.hearts.falcon.resonance import FEEDBACK, MOTION, SENSES, best_category

MARGIN = 64  # categories that one hand can add
PARTS = ("percepts", "networks", "founded", "visits", "templates")  # that are worth keeping
WHILE_LEARNING = ("confidence", "touched")  # that count only while it learns, and only where categories are forgotten
FIRST_CONFIDENCE = np.float32(0.5)


class Categories(NamedTuple):
    """The categories as kernels use them; there is room for more than there are."""

    size: np.ndarray  # [1] how many there are
    percepts: np.ndarray  # [category] the bits of the percept that made it
    networks: np.ndarray  # [category] to which network it belongs
    templates: np.ndarray  # [category, element] of all channels
    visits: np.ndarray  # [category, action] how often it was taken
    founded: np.ndarray  # [category] in which game of its training
    confidence: np.ndarray  # [category] from 0 to 1, when it was touched last
    touched: np.ndarray  # [category] in which game
    table: np.ndarray  # [slot] category + 1; 0 where there is none

    @property
    def room(self) -> int:
        """How many categories it has room for."""
        return len(self.percepts)

    @property
    def elements(self) -> int:
        """How many elements a template has."""
        return self.templates.shape[1]


def empty_categories(room: int, elements: int) -> Categories:
    """Room for categories, and none yet."""
    return Categories(
        np.zeros(1, np.int64), np.zeros(room, np.uint64), np.zeros(room, np.int16), np.zeros((room, elements), np.float32),
        np.zeros((room, len(ACTIONS)), np.int32), np.zeros(room, np.int32), np.zeros(room, np.float32), np.zeros(room, np.int32),
        np.zeros(4 * room, np.int32),
    )  # fmt: skip


def with_room(categories: Categories, room: int) -> Categories:
    """The same categories, with room for more."""
    return some_of(categories, np.arange(categories.size[0]), room)


def some_of(categories: Categories, wanted: NDArray[np.integer], room: int) -> Categories:
    """Some of the categories, by their numbers."""
    found = empty_categories(room, categories.elements)
    found.size[0] = len(wanted)
    for name in (*PARTS, *WHILE_LEARNING):
        getattr(found, name)[: len(wanted)] = getattr(categories, name)[wanted]
    fill_table(found)
    return found


# ---- finding a category ----


@rule
def uncounted_categories(categories):
    """The same categories for the time of a kernel, which then counts no references."""
    size, percepts, networks = uncounted(categories.size), uncounted(categories.percepts), uncounted(categories.networks)
    templates, visits, founded = uncounted(categories.templates), uncounted(categories.visits), uncounted(categories.founded)
    confidence, touched, table = uncounted(categories.confidence), uncounted(categories.touched), uncounted(categories.table)
    return Categories(size, percepts, networks, templates, visits, founded, confidence, touched, table)


@rule
def network_of(falcon, table):
    """The number of the network that decides here."""
    group = falcon.group[at(table.trick)]
    return 2 * group + is_lead(table) if falcon.separate else group


@rule
def slot_of(categories, percept, network):
    """The slot of a percept of a network in the hash table, or the slot where it belongs."""
    table = categories.table
    last = np.uint64(len(table) - 1)
    slot = mixed(percept ^ (np.uint64(network) << np.uint64(58))) & last
    while table[slot] != 0:
        j = at(table[slot] - 1)
        if categories.percepts[j] == percept and categories.networks[j] == network:
            break
        slot = (slot + np.uint64(1)) & last
    return slot


@kernel
def fill_table(categories):
    """Enter every category in the table; the slots are a power of two, a quarter of them taken at most."""
    for j in range(categories.size[0]):
        categories.table[slot_of(categories, categories.percepts[j], np.int64(categories.networks[j]))] = j + 1


@rule
def write_senses(falcon, percept, vector):
    """Write the percepts into a vector."""
    end = falcon.art.starts[SENSES + 1]
    half = end // 2 if falcon.coding == Coding.COMPLEMENT else end
    for number in range(64):
        if (falcon.percepts >> np.uint64(number)) & np.uint64(1):
            value = np.float32((percept >> np.uint64(number)) & np.uint64(1))
            vector[at(falcon.places[number])] = value
            if falcon.coding == Coding.COMPLEMENT:
                vector[at(half + falcon.places[number])] = np.float32(1.0) - value


@rule
def find_category(falcon, categories, percept, network, vector):
    """The category that answers a percept; NO_CATEGORY if there is none."""
    if falcon.coding == Coding.EXACT:
        return np.int64(categories.table[slot_of(categories, percept, network)]) - 1
    art = falcon.art
    write_senses(falcon, percept, vector)
    for i in range(art.starts[MOTION], art.starts[FEEDBACK]):
        vector[at(i)] = np.float32(1.0)
    vector[at(art.starts[FEEDBACK])] = np.float32(1.0)
    vector[at(art.starts[FEEDBACK] + 1)] = np.float32(0.0)
    return best_category(art, vector, categories.templates, network, categories.networks, categories.size[0], False)


@rule
def add_category(falcon, categories, percept, network, game):
    """Add a category whose template is this percept. Returns its number."""
    j = np.int64(categories.size[0])
    slot = slot_of(categories, percept, network)
    categories.size[0] = j + 1
    categories.percepts[at(j)] = percept
    categories.networks[at(j)] = network
    categories.founded[at(j)] = game
    categories.confidence[at(j)] = FIRST_CONFIDENCE
    categories.touched[at(j)] = game
    write_senses(falcon, percept, categories.templates[at(j)])
    if falcon.coding == Coding.EXACT:
        categories.table[slot] = j + 1
    return j
