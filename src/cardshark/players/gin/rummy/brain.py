"""The brain of a rummy player: one small network that predicts what a hand at the end of a turn is worth.

Its inputs tell where each card is: in my hand, known to be in the opponent's, on the pile, or unknown. All weights lie in one row of
memory: a row of weights for each input, the biases of the units, the weights from the units to the output, and its bias. Without
hidden units (a linear network) the rows have a single number, and the sum goes straight into the output.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, Any, ClassVar

import numpy as np

from cardshark.jit import record
from cardshark.notebook.shell import as_html
from cardshark.options import check_kinds
from cardshark.players.brain_file import Parts, fill, load_as, settings_from_json
from cardshark.players.gin.rummy.facts import FACTS
from cardshark.players.weights import Memory, memory, rounded, scatter
from cardshark.text import UserError

CARDS = 52
STATES = 4  # of a card
MINE, THEIRS, PILED, UNKNOWN = range(STATES)
WORTH = np.array([2, -2, -1, 0], np.float32)  # the input of a card in each state, where a card has one input
MOST_UNITS = 512
CHOICES = 11  # cards that may be discarded
LARGE_WEIGHT = 9.0  # an input changes by 3 at most, so that a sum changes by 27
HUGE_WEIGHT = 100.0  # likewise by 300: fourth roots of exponentials are still numbers of 32 bits


class RummyInputs(IntEnum):
    """What the network sees."""

    ONE = 0  # one number: 2 mine, -2 the opponent's, -1 on the pile, 0 unknown
    FOUR = 1  # four numbers, one for each place, of which one is 1
    FACTS = 2  # no cards, but facts about hands: deadwood, cards that would help, dangerous discards


class Draw(IntEnum):
    """When the top of the pile is taken."""

    MEDIAN = 0  # if it is worth more than most of the cards that the stock may hold
    MEAN = 1  # if it is worth more than these cards on average


class Knock(IntEnum):
    """When to knock."""

    AT_ONCE = 0  # as soon as the rules allow it
    GIN = 1  # with no deadwood only
    LEARNED = 2  # if the network values the hand more with its knocking input on


class Sight(IntEnum):
    """What a brain is told of the other player's hand."""

    TAKEN = 0  # the cards taken from the pile: what every player can know
    NOTHING = 1  # nothing, not even these
    EVERYTHING = 2  # all ten cards: the most that any estimate could tell. Only courses and experiments can, no player at a table


RUMMY = record([
    ("start", np.int64),  # where its weights start in the memory
    ("rows", np.int64),  # inputs, that of knocking the last
    ("units", np.int64),  # hidden ones; 1 for a linear network
    ("width", np.int64),  # the same rounded up to whole lanes; the weights of the rest stay 0
    ("biases", np.int64),  # where they start
    ("output", np.int64),  # weights from the units, and after them a bias
    ("linear", np.int64),  # 1 for a network without hidden units
    ("large", np.int64),  # 1 if any weight is above LARGE_WEIGHT, 2 if above HUGE_WEIGHT
    ("inputs", np.int64),
    ("draw", np.int64),
    ("knock", np.int64),
    ("returns", np.int64),  # 1 if a card just drawn from the stock may be discarded
    ("sight", np.int64),
    ("squashed", np.int64),  # 1 if values are compared as the output unit gives them: all that are nearly 1 are equal then
])  # fmt: skip

RUMMY_SHEET = record([
    ("sums", np.float32, MOST_UNITS),  # of the units, for what is seen
    ("changed", np.float32, MOST_UNITS),  # for an exchange of cards
    ("units", np.float32, MOST_UNITS),  # outputs of the units
    ("factors", np.float32, CHOICES * MOST_UNITS),  # how giving away each card of the hand changes the sums
    ("given", np.int64, CHOICES),  # which card that is
    ("count", np.int64),  # how many of them there are
    ("far", np.int64),  # how far out sums may be: NEAR, WIDE or BEYOND (see `value`)
    ("ones", np.float32, MOST_UNITS),  # factors of giving nothing away
    ("facts", np.float32, FACTS),  # about a hand
])  # fmt: skip


@dataclass(frozen=True)
class RummyDesign:
    """How a rummy brain is built, what it sees, and the fixed part of its play."""

    inputs: Annotated[RummyInputs, "what the network sees: one or four numbers for each card, or facts about hands"] = RummyInputs.ONE
    hidden: Annotated[int, "hidden units; 0 for a linear network"] = 26
    draw: Annotated[Draw, "when the top of the pile is taken"] = Draw.MEDIAN
    knock: Annotated[Knock, "when to knock"] = Knock.AT_ONCE
    returns: Annotated[bool, "may a card just drawn from the stock be discarded"] = True
    sight: Annotated[Sight, "what it is told of the other hand: cards taken from the pile, nothing, or (in experiments) all"] = Sight.TAKEN

    squashed: Annotated[bool, "are values compared as the output gives them, where all that are nearly 1 are equal"] = False

    LATER: ClassVar[tuple[str, ...]] = ("sight", "squashed")  # see `brain_file.settings_json`

    def __post_init__(self) -> None:
        check_kinds(self)
        if not 0 <= self.hidden <= MOST_UNITS:
            raise UserError(f"hidden units are 0 to {MOST_UNITS}, not {self.hidden}")
        if self.inputs == RummyInputs.FACTS and self.draw != Draw.MEDIAN:
            raise UserError("a brain that sees facts compares the top of the pile with its hand, not with the stock: leave out draw")


@dataclass
class RummyBrain:
    """A network for gin and what is known about it."""

    design: RummyDesign
    about: dict[str, Any] = field(default_factory=dict)  # how it was made, as plain JSON

    FORMAT: ClassVar[str] = "cardshark rummy brain 1"  # the format of its files
    GAME: ClassVar[str] = "gin"
    PLAYER: ClassVar[str] = "rummy"  # the player that plays with it

    _repr_html_ = as_html

    def __post_init__(self) -> None:
        design, self.record = self.design, np.zeros(1, RUMMY)
        rows = {RummyInputs.ONE: CARDS, RummyInputs.FOUR: STATES * CARDS, RummyInputs.FACTS: FACTS}[design.inputs]
        rows += design.knock == Knock.LEARNED and design.inputs != RummyInputs.FACTS  # among the facts knocking is one
        width = rounded(design.hidden) if design.hidden else 1
        self.record["rows"], self.record["width"], self.record["linear"] = rows, width, design.hidden == 0
        self.record["units"] = max(1, design.hidden)
        self.record["biases"], self.record["output"] = rows * width, (rows + 1) * width
        for name in ("inputs", "draw", "knock", "returns", "sight", "squashed"):
            self.record[name] = getattr(design, name)
        self.memory = memory(rounded((rows + 2) * width + 1))

    @classmethod
    def fresh(cls, design: RummyDesign, word: int, largest: float = 1.0) -> "RummyBrain":
        """A brain that knows nothing: every weight random up to `largest`, decided by 64 random bits."""
        brain = cls(design)
        for number, part in enumerate(brain.parts().values()):
            scatter(part, word, number, largest)
        return brain

    def parts(self) -> dict[str, Memory]:
        """Weights and biases, not copied: change them and the brain changes."""
        rows, width, units = int(self.record["rows"][0]), int(self.record["width"][0]), self.design.hidden
        weights = self.memory[: rows * width].reshape(rows, width)
        if not units:
            return {"output": weights[:, 0], "output_bias": self.memory[rows : rows + 1]}
        output = (rows + 1) * width
        return {
            "hidden": weights[:, :units],
            "hidden_bias": self.memory[rows * width : rows * width + units],
            "output": self.memory[output : output + units],
            "output_bias": self.memory[output + width : output + width + 1],
        }

    def made_for(self) -> dict[str, Any]:
        """Nothing beside its design."""
        return {}

    @classmethod
    def restored(cls, about: Mapping[str, Any], parts: Parts) -> "RummyBrain":
        """The brain in a file."""
        return fill(cls(settings_from_json(RummyDesign, about["design"]), dict(about["about"])), parts)

    def copy(self) -> "RummyBrain":
        """A copy of this brain."""
        found = RummyBrain(self.design, dict(self.about))
        found.memory[:] = self.memory
        return found


def load_rummy(name: str | RummyBrain) -> RummyBrain:
    """A brain for gin, by its name in the lab or from a file; a brain is returned as it is."""
    return load_as(RummyBrain, name)


def join_rummies(brains: Sequence[RummyBrain]) -> tuple[np.ndarray, Memory]:
    """Brains for one kernel: their records and one memory for all."""
    records = np.concatenate([brain.record for brain in brains])
    records["start"] = np.cumsum([0, *(brain.memory.size for brain in brains[:-1])])
    records["large"] = [has_large(brain.memory) for brain in brains]
    found = memory(sum(brain.memory.size for brain in brains))
    found[:] = np.concatenate([brain.memory for brain in brains])
    return records, found


def has_large(weights: Memory) -> int:
    """Is any weight above LARGE_WEIGHT (1), or even above HUGE_WEIGHT (2)?"""
    most = np.abs(weights).max()
    return int(not most <= LARGE_WEIGHT) + int(not most <= HUGE_WEIGHT)  # also where something is no number


def rummy_traces(seats: int, weights: int) -> np.ndarray:
    """For each seat a number for each weight, on cache lines as the weights are."""
    return memory(seats * weights).reshape(seats, weights)


def rummy_sheets(amount: int) -> np.ndarray:
    """Memory to compute networks in, one sheet for each brain."""
    found = np.zeros(amount, RUMMY_SHEET)
    found["ones"] = 1
    return found
