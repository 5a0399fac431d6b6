"""What a FALCON remembers: categories, each with a percept, a weight for every action, how often it was taken, and the rewards.

Several networks (for leading and for following, for groups of tricks) share one list of categories, which says of each to which
network it belongs. Where every percept is a category of its own, a table finds it; elsewhere the best one is searched for.
"""

from dataclasses import InitVar, dataclass, field
from enum import IntEnum
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from cardshark.bits import lent
from cardshark.cards import count
from cardshark.chance import mixed
from cardshark.jit import at, kernel, record, rule
from cardshark.players.hearts.falcon.actions import ACTIONS, Burden, check_actions
from cardshark.players.hearts.falcon.actions import mask_of as actions_of
from cardshark.players.hearts.falcon.percepts import mask_of as percepts_of
from cardshark.players.hearts.falcon.resonance import CHANNELS, FEEDBACK, MOTION, RESONANCE, SENSES, best_category
from cardshark.text import UserError

TRICKS = 13
MOST_CATEGORIES = 1 << 22
FIRST_ROOM = 1024  # categories
MARGIN = 64  # categories that one hand can found
PARTS = ("percepts", "networks", "founded", "visits", "templates")  # of a mind, that are worth keeping


class Coding(IntEnum):
    """How percepts find their category."""

    EXACT = 0  # every percept is a category of its own
    COMPLEMENT = 1  # a search: each fact counts as itself and as its contrary
    PLAIN = 2  # a search: each fact counts as itself


class Ties(IntEnum):
    """Which of several possible actions with the same weight is taken."""

    RANDOM = 0
    ORDER = 1  # the first in the paper's list


class Heartless(IntEnum):
    """What is perceived about hearts by who has none."""

    NOTHING = 0
    LOWEST = 1  # as if all hearts that are out were above


FALCON = record([
    ("percepts", np.uint64),  # those that are noticed
    ("actions", np.uint64),  # those that are allowed
    ("lonely", np.uint64),  # noticed about hearts by who has none
    ("burden", np.int64),
    ("ties", np.int64),
    ("coding", np.int64),
    ("separate", np.int64),
    ("group", np.int64, TRICKS),  # of each trick
    ("places", np.int64, 64),  # where each percept stands in a vector
    ("art", RESONANCE),
])  # fmt: skip


@dataclass(frozen=True)
class FalconDesign:
    """What a FALCON perceives and can do, and how its categories are found."""

    percepts: Annotated[str, "what is noticed: paper (the ten of the paper) and others, joined by +"] = "paper"
    actions: Annotated[str, "what can be done: paper (its 29 actions), wide (ours too), or names joined by +"] = "paper"
    separate: Annotated[bool, "one network for leading and one for following"] = False
    groups: Annotated[str, "how many tricks share a network, as 4,4,5; nothing for all"] = ""
    coding: Annotated[Coding, "how percepts find their category"] = Coding.EXACT
    ties: Annotated[Ties, "which of several actions of the same weight is taken"] = Ties.ORDER
    burden: Annotated[Burden, "when king and ace of spades are to be thrown away"] = Burden.QUEEN_OUT
    heartless: Annotated[Heartless, "what is perceived about hearts by who has none"] = Heartless.LOWEST
    vigilance: Annotated[str, "how well percepts, actions and rewards must match"] = "1,0,0.5"
    share: Annotated[str, "how much percepts, actions and rewards count in the choice of a category"] = "1,0,0"
    alpha: Annotated[float, "of the choice: near 0, templates that fit whole are preferred"] = 0.001

    def __post_init__(self) -> None:
        percepts_of(self.percepts)
        check_actions(actions_of(self.actions))
        self.group_of()
        three("vigilance", self.vigilance)
        if abs(sum(three("share", self.share)) - 1) > 1e-9:
            raise UserError(f"the shares of percepts, actions and rewards add up to 1; {self.share} do not")
        if not 0 < self.alpha <= 10:
            raise UserError(f"alpha is a number above 0 up to 10, not {self.alpha:g}")

    def group_of(self) -> list[int]:
        """The group of every trick."""
        if not self.groups:
            return [0] * TRICKS
        try:
            sizes = [int(size) for size in self.groups.split(",")]
        except ValueError:
            sizes = []
        if sum(sizes) != TRICKS or min(sizes, default=0) < 1:
            raise UserError(f"groups are numbers of tricks that add up to 13, as 4,4,5; not {self.groups!r}")
        return [group for group, size in enumerate(sizes) for _ in range(size)]

    @property
    def networks(self) -> int:
        """How many networks there are."""
        return (max(self.group_of()) + 1) * (2 if self.separate else 1)

    def record(self) -> np.ndarray:
        """For kernels."""
        found = np.zeros(1, FALCON)
        wanted = percepts_of(self.percepts)
        found["percepts"], found["actions"] = wanted, actions_of(self.actions)
        found["lonely"] = 0b0101 if self.heartless == Heartless.LOWEST else 0
        found["group"] = self.group_of()
        for name in ("burden", "ties", "coding", "separate"):
            found[name] = getattr(self, name)
        found["places"] = np.cumsum([(wanted >> number) & 1 for number in range(64)]) - 1
        senses = (2 if self.coding == Coding.COMPLEMENT else 1) * wanted.bit_count()
        art = found["art"][0]
        art["starts"] = np.cumsum([0, senses, len(ACTIONS), 2])
        art["alpha"], art["gamma"], art["rho"] = self.alpha, three("share", self.share), three("vigilance", self.vigilance)
        return found


def three(name: str, text: str) -> tuple[float, ...]:
    """Three numbers from 0 to 1."""
    try:
        found = tuple(float(each) for each in text.split(","))
    except ValueError:
        found = ()
    if len(found) != CHANNELS or not all(0 <= each <= 1 for each in found):
        raise UserError(f"{name} is three numbers from 0 to 1 for percepts, actions and rewards, as 1,0,0.5; not {text!r}")
    return found


class Mind(NamedTuple):
    """The categories as kernels use them; there is room for more than there are."""

    size: np.ndarray  # [1] how many there are
    percepts: np.ndarray  # [category] the bits of the percept that made it
    networks: np.ndarray  # [category] to which network it belongs
    templates: np.ndarray  # [category, element] of all channels
    visits: np.ndarray  # [category, action] how often it was taken
    founded: np.ndarray  # [category] in which game of its training
    table: np.ndarray  # [slot] category + 1; 0 where there is none

    @property
    def room(self) -> int:
        """How many categories it has room for."""
        return len(self.percepts)


def blank(room: int, elements: int) -> Mind:
    """A mind without a category."""
    return Mind(
        np.zeros(1, np.int64), np.zeros(room, np.uint64), np.zeros(room, np.int16), np.zeros((room, elements), np.float32),
        np.zeros((room, len(ACTIONS)), np.int32), np.zeros(room, np.int32), np.zeros(4 * room, np.int32),
    )  # fmt: skip


def roomier(mind: Mind, room: int) -> Mind:
    """The same mind with more room."""
    found, size = blank(room, mind.templates.shape[1]), int(mind.size[0])
    found.size[0] = size
    for name in PARTS:
        getattr(found, name)[:size] = getattr(mind, name)[:size]
    fill_table(found)
    return found


# ---- finding a category ----


@rule
def lent_mind(mind):
    """The same mind for the time of a kernel."""
    return Mind(
        lent(mind.size), lent(mind.percepts), lent(mind.networks), lent(mind.templates), lent(mind.visits), lent(mind.founded),
        lent(mind.table),
    )  # fmt: skip


@rule
def network_of(falcon, table):
    """Which network is asked."""
    group = falcon.group[at(table.trick)]
    return 2 * group + (table.played == table.start) if falcon.separate else group


@rule
def slot_of(mind, percept, network):
    """Where a percept of a network stands in the table, or would."""
    table = mind.table
    last = np.uint64(len(table) - 1)
    slot = mixed(percept ^ (np.uint64(network) << np.uint64(58))) & last
    while table[slot] != 0:
        j = at(table[slot] - 1)
        if mind.percepts[j] == percept and mind.networks[j] == network:
            break
        slot = (slot + np.uint64(1)) & last
    return slot


@kernel
def fill_table(mind):
    """Enter every category in the table; the slots are a power of two, a quarter of them taken at most."""
    for j in range(mind.size[0]):
        mind.table[slot_of(mind, mind.percepts[j], np.int64(mind.networks[j]))] = j + 1


@rule
def write_senses(falcon, percept, vector):
    """The percepts of a vector."""
    end = falcon.art.starts[SENSES + 1]
    half = end // 2 if falcon.coding == Coding.COMPLEMENT else end
    for number in range(64):
        if (falcon.percepts >> np.uint64(number)) & np.uint64(1):
            value = np.float32((percept >> np.uint64(number)) & np.uint64(1))
            vector[at(falcon.places[number])] = value
            if falcon.coding == Coding.COMPLEMENT:
                vector[at(half + falcon.places[number])] = np.float32(1.0) - value


@rule
def recall(falcon, mind, percept, network, vector):
    """The category that answers a percept; NO_CATEGORY if there is none."""
    if falcon.coding == Coding.EXACT:
        return np.int64(mind.table[slot_of(mind, percept, network)]) - 1
    art = falcon.art
    write_senses(falcon, percept, vector)
    for i in range(art.starts[MOTION], art.starts[FEEDBACK]):
        vector[at(i)] = np.float32(1.0)
    vector[at(art.starts[FEEDBACK])] = np.float32(1.0)
    vector[at(art.starts[FEEDBACK] + 1)] = np.float32(0.0)
    return best_category(art, vector, mind.templates, network, mind.networks, mind.size[0], False)


@rule
def found_category(falcon, mind, percept, network, game):
    """Found a category for a percept, which fills its first template; its number."""
    j = np.int64(mind.size[0])
    slot = slot_of(mind, percept, network)
    mind.size[0] = j + 1
    mind.percepts[at(j)] = percept
    mind.networks[at(j)] = network
    mind.founded[at(j)] = game
    write_senses(falcon, percept, mind.templates[at(j)])
    if falcon.coding == Coding.EXACT:
        mind.table[slot] = j + 1
    return j


# ---- the brain ----


@dataclass
class FalconBrain:
    """Categories and what is known about them."""

    design: FalconDesign
    about: dict[str, Any] = field(default_factory=dict)  # how it was made, as plain JSON
    size: InitVar[int] = 0  # categories, still empty

    FORMAT: ClassVar[str] = "cardshark falcon brain 1"  # what a file says it is
    GAME: ClassVar[str] = "hearts"
    PLAYER: ClassVar[str] = "falcon"  # who plays with it

    def __post_init__(self, size: int) -> None:
        if size > MOST_CATEGORIES:
            raise ValueError(f"{size:,} categories are more than {MOST_CATEGORIES:,}")
        self.record = self.design.record()
        room = FIRST_ROOM
        while room < size + MARGIN:
            room *= 2
        self.mind = blank(room, int(self.record["art"][0]["starts"][-1]))
        self.mind.size[0] = size

    @property
    def full(self) -> bool:
        """Is there no more room for the categories of another hand?"""
        return int(self.mind.size[0]) + MARGIN > self.mind.room

    def parts(self) -> dict[str, np.ndarray]:
        """Everything about the categories, as it lies in the memory."""
        return {name: getattr(self.mind, name)[: self.mind.size[0]] for name in PARTS}

    def ready(self) -> None:
        """Check categories that came from a file, and enter them in the table."""
        parts = self.parts()
        weights, networks = parts["templates"], parts["networks"]
        if weights.size and not (weights.min() >= 0 and weights.max() <= 1):
            raise ValueError("its weights are not all from 0 to 1")
        if networks.size and not (networks.min() >= 0 and networks.max() < self.design.networks):
            raise ValueError("a category belongs to no network")
        if any(parts[name].size and parts[name].min() < 0 for name in ("visits", "founded")):
            raise ValueError("something happened fewer than no times")
        fill_table(self.mind)

    def made_for(self) -> dict[str, Any]:
        """Nothing that its design does not say."""
        return {}


def check_hands(rules: Any) -> None:
    """Refuse hands of more cards than there are tricks in a group list."""
    tricks = count(rules.deck()) // rules.players
    if tricks > TRICKS:
        raise UserError(f"a FALCON knows hands of {TRICKS} tricks at most, and these have {tricks}")
