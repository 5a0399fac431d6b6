"""A brain: networks that predict what each card will cost.

A brain holds one small network for each number of cards in hand, or one for all. Its weights lie in one row of memory, and a `BRAIN`
record says what lies where. Kernels get the memory of several brains as one row (`join_brains`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, Any, ClassVar

import numpy as np

from cardshark.cards import cards as cards_named
from cardshark.cards import count, names
from cardshark.games.hearts.rules import PRESETS, SEATS, Rules
from cardshark.jit import record
from cardshark.lanes import LANES
from cardshark.notebook.shell import as_html
from cardshark.options import check_kinds
from cardshark.players.brain_file import Parts, fill, load_as, settings_from_json
from cardshark.players.hearts.network.features import (
    FACTS,
    InputList,
    LastInput,
    LeftInput,
    PlayedInput,
    PositionInput,
    ScaleInput,
    ScoreInput,
    blocks,
)
from cardshark.players.weights import Memory, memory, rounded, scatter
from cardshark.text import UserError

WIDEST = 512  # units of a hidden layer
MOST_LAYERS = 6
MOST_QUANTILES = 64
NO_BRAIN = -1  # the number of the brain of a player who follows a style
NOTHING = np.uint64(0xFFFF_FFFF_FFFF_FFFF)  # no cards of finished tricks


class Activation(IntEnum):
    """What a hidden unit outputs for its sum."""

    SIGMOID = 0
    RELU = 1
    LEAKY = 2  # below 0 a hundredth of the sum


class Networks(IntEnum):
    """How many networks a brain has."""

    BY_CARDS = 0  # one for each number of cards in hand
    SHARED = 1  # one for all, which sees the number


class Links(IntEnum):
    """What a hidden layer hands on to the next one."""

    PLAIN = 0  # its outputs
    RESIDUAL = 1  # its outputs, added to what it was handed itself
    NORMAL = 2  # its outputs, brought to mean 0 and variance 1
    BOTH = 3  # both: residual sums, and what is read of them is normalised


BRAIN = record([
    ("start", np.int64),  # where its weights start in the memory
    ("stride", np.int64),  # from one of its networks to the next
    ("layers", np.int64),  # hidden ones
    ("widths", np.int64, MOST_LAYERS + 2),  # inputs, units of each hidden layer, outputs: `quantiles` for each card of the deck
    ("biases", np.int64, MOST_LAYERS + 1),  # where each layer's start in a network
    ("weights", np.int64, MOST_LAYERS + 1),  # hidden layers: a row for each input; outputs: a row for each output
    ("cards", np.int64),  # in the deck
    ("quantiles", np.int64),
    ("activation", np.int8),
    ("networks", np.int8),
    ("inputs", np.int8),
    ("scores", np.int8),
    ("played", np.int8),
    ("left", np.int8),
    ("position", np.int8),
    ("last", np.int8),
    ("scale", np.int8),
    ("links", np.int8),
])  # fmt: skip


LINKED = record([
    ("slopes", np.float32, MOST_LAYERS * WIDEST),  # how much each hidden unit's output changes with its sum
    ("stream", np.float32, WIDEST),  # what the last layer so far would hand on if it were not normalised
    ("spreads", np.float32, MOST_LAYERS),  # one over the standard deviation by which each layer was divided
    ("blame", np.float32, WIDEST),  # while learning: the errors of the stream
])  # fmt: skip

SHEET = record([
    ("facts", FACTS),  # what is seen
    ("finished", np.uint64),  # the cards of finished tricks that are added up in `known`,
    ("network", np.int64),  # by this network
    ("known", np.float32, WIDEST),
    ("units", np.float32, MOST_LAYERS * WIDEST),  # what the hidden layers hand on, one after the other
    ("errors", np.float32, 2 * WIDEST),  # while learning: the errors of the units, in two layers
    ("linked", LINKED),  # of networks whose layers hand on more than their outputs
])  # fmt: skip


@dataclass(frozen=True)
class Design:
    """How a brain is built and what it sees."""

    hidden: Annotated[str, "units of each hidden layer, multiples of 16: 64, or 96+96 for two layers"] = "64"
    activation: Annotated[Activation, "what a hidden unit makes of its sum"] = Activation.LEAKY
    networks: Annotated[Networks, "one network for each number of cards in hand, or one for all"] = Networks.BY_CARDS
    inputs: Annotated[InputList, "what the networks see: the thesis's list or our own"] = InputList.THESIS
    scores: Annotated[ScoreInput, "which points of the players the thesis's list has"] = ScoreInput.HAND
    played: Annotated[PlayedInput, "which cards count as played in the thesis's list"] = PlayedInput.FINISHED
    left: Annotated[LeftInput, "which cards of a suit count as left in the thesis's list"] = LeftInput.UNPLAYED
    position: Annotated[PositionInput, "how the thesis's list counts the place in the trick"] = PositionInput.FROM_ONE
    last: Annotated[LastInput, "what the thesis's list has after the players' points"] = LastInput.TAKEN_BY_ALL
    scale: Annotated[ScaleInput, "whether the numbers of the thesis's list are divided by the most that they can be"] = ScaleInput.RAW
    links: Annotated[Links, "what a hidden layer hands on: its outputs, their sum with what it got, or either of them normalised"] = (
        Links.PLAIN
    )
    quantiles: Annotated[int, "outputs for a card: 1 for its mean worth, more for as many quantiles of it"] = 1

    LATER: ClassVar[tuple[str, ...]] = ("scale", "links", "quantiles")  # see `brain_file.settings_json`

    def __post_init__(self) -> None:
        check_kinds(self)
        widths = self.widths()
        if self.links & Links.RESIDUAL and len(set(widths)) > 1:
            raise UserError(f"layers that are added to each other have the same width, as 64+64, not {self.hidden!r}")
        if not 1 <= self.quantiles <= MOST_QUANTILES:
            raise UserError(f"quantiles is a number from 1 to {MOST_QUANTILES}, not {self.quantiles}")

    def widths(self) -> list[int]:
        """The units of each hidden layer."""
        found = [int(each) if each.strip().isdecimal() else 0 for each in self.hidden.split("+")]
        if not 1 <= len(found) <= MOST_LAYERS or any(not 0 < width <= WIDEST or width % LANES for width in found):
            raise UserError(
                f"hidden layers are 1 to {MOST_LAYERS} multiples of {LANES} up to {WIDEST}, as 64 or 96+96, not {self.hidden!r}"
            )
        return found


def layout(design: Design, cards: int, hand_size: int) -> np.ndarray:
    """Where everything lies in a brain of this design."""
    found = np.zeros(1, BRAIN)
    inputs = sum(block.inputs for block in blocks(design, cards, hand_size))
    widths = [inputs, *design.widths(), cards * design.quantiles]
    found["layers"] = len(widths) - 2
    found["widths"][0, : len(widths)] = widths
    place = 0
    for layer in range(len(widths) - 1):
        found["biases"][0, layer] = place
        found["weights"][0, layer] = place + rounded(widths[layer + 1])
        place += rounded(widths[layer + 1]) + widths[layer] * widths[layer + 1]
    found["stride"] = rounded(place)
    found["cards"] = cards
    for name in ("activation", "networks", "inputs", "scores", "played", "left", "position", "last", "scale", "links", "quantiles"):
        found[name] = getattr(design, name)
    return found


@dataclass
class Brain:
    """Networks and what is known about them."""

    design: Design
    deck: int
    players: int
    about: dict[str, Any] = field(default_factory=dict)  # how it was made, as plain JSON

    FORMAT: ClassVar[str] = "cardshark brain 1"  # the format of its files
    GAME: ClassVar[str] = "hearts"
    PLAYER: ClassVar[str] = "network"  # the player that plays with it

    _repr_html_ = as_html

    def __post_init__(self) -> None:
        cards = count(self.deck)
        self.hand_size = cards // self.players
        self.count = 1 if self.design.networks == Networks.SHARED else self.hand_size
        self.record = layout(self.design, cards, self.hand_size)
        self.memory = memory(self.count * int(self.record["stride"][0]))

    @classmethod
    def fresh(cls, design: Design, rules: Rules, word: int, largest: float = 0.0) -> "Brain":
        """A brain that knows nothing: random weights, decided by 64 random bits.

        No weight is larger than `largest`, or without it than one over the square root of the number of a unit's inputs.
        """
        brain = cls(design, int(rules.deck()), rules.players)
        for number, (name, part) in enumerate(brain.parts().items()):
            if name.endswith("weights"):
                inputs = part.shape[2] if name.startswith("output") else part.shape[1]
                scatter(part, word, number, largest or inputs**-0.5)
        return brain

    def parts(self) -> dict[str, Memory]:
        """The biases and weights of each layer of all networks, not copied: change them and the brain changes."""
        record, found = self.record[0], {}
        rows = self.memory.reshape(self.count, -1)
        for layer in range(record.layers + 1):
            name = "output" if layer == record.layers else f"hidden{layer + 1}"
            before, width = int(record.widths[layer]), int(record.widths[layer + 1])
            shape = (self.count, width, before) if layer == record.layers else (self.count, before, width)
            biases, weights = int(record.biases[layer]), int(record.weights[layer])
            found[f"{name}.biases"] = rows[:, biases : biases + width]
            found[f"{name}.weights"] = np.lib.stride_tricks.as_strided(
                rows[:, weights:], shape, (rows.strides[0], 4 * shape[2], 4), writeable=True
            )
        return found

    def made_for(self) -> dict[str, Any]:
        """The deck and the number of players that it was made for."""
        return {"deck": names(self.deck), "players": self.players}

    @classmethod
    def restored(cls, about: Mapping[str, Any], parts: Parts) -> "Brain":
        """The brain in a file."""
        deck, players = int(cards_named(about["deck"])), int(about["players"])
        if not 1 < players <= SEATS or not deck or count(deck) % players:
            raise ValueError(f"{players} players cannot share {count(deck)} cards")
        return fill(cls(settings_from_json(Design, about["design"]), deck, players, dict(about["about"])), parts)

    def copy(self) -> "Brain":
        """A copy of this brain."""
        found = Brain(self.design, self.deck, self.players, dict(self.about))
        found.memory[:] = self.memory
        return found

    def check(self, rules: Rules) -> None:
        """Refuse rules for which this brain was not made."""
        if int(rules.deck()) != self.deck or rules.players != self.players:
            raise UserError(
                f"{self.about.get('name', 'this brain')} was made for {self.players} players with {count(self.deck)} cards, "
                f"not for {rules.players} with {count(rules.deck())}{fitting_rules(self.deck, self.players)}"
            )


def fitting_rules(deck: int, players: int) -> str:
    """The remedy for rules that do not fit: the first preset of Hearts that does."""
    fits = (name for name, rules in PRESETS.items() if (int(rules.deck()), rules.players) == (deck, players))
    return next((f"; these rules fit: {name}" for name in fits), "")


def load(name: str | Brain) -> Brain:
    """A brain for Hearts, by its name in the lab or from a file; a brain is returned as it is."""
    return load_as(Brain, name)


def join_brains(brains: Sequence[Brain]) -> tuple[np.ndarray, Memory]:
    """Several brains for one kernel: their records and one memory for all."""
    records = np.concatenate([brain.record for brain in brains])
    found = memory(sum(brain.memory.size for brain in brains))
    start = 0
    for number, brain in enumerate(brains):
        records[number]["start"] = start
        found[start : start + brain.memory.size] = brain.memory
        start += brain.memory.size
    return records, found


def new_sheets(amount: int) -> np.ndarray:
    """Memory to compute networks in, one sheet for each brain."""
    found = np.zeros(amount, SHEET)
    found["finished"] = NOTHING
    return found
