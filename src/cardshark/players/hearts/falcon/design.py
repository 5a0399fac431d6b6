"""How a FALCON is built: what it perceives, what it can do, and how its categories are found. As settings, and as a kernel record."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any

import numpy as np

from cardshark.cards import count
from cardshark.jit import record
from cardshark.options import check_kinds
from cardshark.players.hearts.falcon.actions import ACTIONS, Burden, check_actions
from cardshark.players.hearts.falcon.actions import mask_of as actions_of
from cardshark.players.hearts.falcon.percepts import mask_of as percepts_of
from cardshark.players.hearts.falcon.resonance import CHANNELS, RESONANCE
from cardshark.text import UserError

TRICKS = 13


class Coding(IntEnum):
    """How percepts find their category."""

    EXACT = 0  # every percept has its own category
    COMPLEMENT = 1  # a search: each fact counts as itself and as its contrary
    PLAIN = 2  # a search: each fact counts as itself


class EqualWeights(IntEnum):
    """Which of several possible actions with the same weight is taken."""

    RANDOM = 0
    ORDER = 1  # the first in the paper's list


class Heartless(IntEnum):
    """What a player without hearts perceives about hearts."""

    NOTHING = 0
    LOWEST = 1  # as if all hearts that are out were above


FALCON = record([
    ("percepts", np.uint64),  # those that are noticed
    ("actions", np.uint64),  # those that are allowed
    ("if_no_hearts", np.uint64),  # what a player without hearts perceives about them
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
    ties: Annotated[EqualWeights, "which of several actions of the same weight is taken"] = EqualWeights.ORDER
    burden: Annotated[Burden, "when king and ace of spades are to be thrown away"] = Burden.QUEEN_OUT
    heartless: Annotated[Heartless, "what a player without hearts perceives about them"] = Heartless.LOWEST
    vigilance: Annotated[str, "how well percepts, actions and rewards must match"] = "1,0,0.5"
    share: Annotated[str, "how much percepts, actions and rewards count in the choice of a category"] = "1,0,0"
    alpha: Annotated[float, "of the choice: near 0, templates that fit whole are preferred"] = 0.001

    def __post_init__(self) -> None:
        check_kinds(self)
        percepts_of(self.percepts)
        check_actions(actions_of(self.actions))
        self.group_of()
        three_shares("vigilance", self.vigilance)
        if abs(sum(three_shares("share", self.share)) - 1) > 1e-9:
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
        found["if_no_hearts"] = 0b0101 if self.heartless == Heartless.LOWEST else 0
        found["group"] = self.group_of()
        for name in ("burden", "ties", "coding", "separate"):
            found[name] = getattr(self, name)
        found["places"] = np.cumsum([(wanted >> number) & 1 for number in range(64)]) - 1
        senses = (2 if self.coding == Coding.COMPLEMENT else 1) * wanted.bit_count()
        art = found["art"][0]
        art["starts"] = np.cumsum([0, senses, len(ACTIONS), 2])
        art["alpha"], art["gamma"], art["rho"] = self.alpha, three_shares("share", self.share), three_shares("vigilance", self.vigilance)
        return found


def three_shares(name: str, text: str) -> tuple[float, ...]:
    """Three numbers from 0 to 1."""
    try:
        found = tuple(float(each) for each in text.split(","))
    except ValueError:
        found = ()
    if len(found) != CHANNELS or not all(0 <= each <= 1 for each in found):
        raise UserError(f"{name} is three numbers from 0 to 1 for percepts, actions and rewards, as 1,0,0.5; not {text!r}")
    return found


def check_hands(rules: Any) -> None:
    """Refuse hands of more cards than there are tricks in a group list."""
    tricks = count(rules.deck()) // rules.players
    if tricks > TRICKS:
        raise UserError(f"a FALCON knows hands of {TRICKS} tricks at most, and these have {tricks}")
