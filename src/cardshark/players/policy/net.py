"""A policy laid out for kernels: all weights in one row of memory, a record that says what lies where, and memory to compute in.

Weights of the first layer have a row for each input, so that the rows of the bits that are 1 can be added up. Those of other layers
lie in panels: LANES outputs, with LANES weights for each input. Outputs are filled up with zeros to a multiple of LANES * PANELS.
Weights of the last layers have a row for each output, because few outputs are asked for.
"""

from typing import NamedTuple

import numpy as np

from cardshark.bits import uncounted
from cardshark.jit import record, rule
from cardshark.lanes import LANES
from cardshark.players.policy.brain import CHOICES, MOST_BLOCKS, PolicyBrain
from cardshark.players.policy.products import AHEAD, PANELS, ROWS
from cardshark.players.weights import Memory, memory, rounded

BLOCK = 8 * ROWS  # rows that are computed together: their numbers fit into the second-level cache
FEATURES = LANES * PANELS  # a row of features is a multiple of this

TRUNK = record([
    ("planes", np.int64),  # words that the seat knows
    ("hidden", np.int64),  # words that it does not: the critic's
    ("numbers", np.int64),
    ("width", np.int64),  # features
    ("stride", np.int64),  # from one row of features to the next
    ("blocks", np.int64),
    ("share", np.float32),  # 1 divided by the width
    ("ones", np.int64),  # where a row of ones starts, to add up features with
    ("first", np.int64),  # where weights start: of the first layer,
    ("bias", np.int64),
    ("norms", np.int64, MOST_BLOCKS + 1),  # of the norm of each block, and of the last norm; its shifts come right after
    ("inner", np.int64, MOST_BLOCKS),  # of the two layers of each block
    ("inner_bias", np.int64, MOST_BLOCKS),
    ("outer", np.int64, MOST_BLOCKS),
    ("outer_bias", np.int64, MOST_BLOCKS),
])  # fmt: skip

HEAD = record([("rows", np.int64), ("bias", np.int64), ("outputs", np.int64)])  # where a last layer starts; 0 outputs if there is none

LAYOUT = record([
    ("actor", TRUNK),
    ("critic", TRUNK),
    ("choice", HEAD),
    ("worth", HEAD),
    ("owners", HEAD),
    ("value", HEAD),
    ("others", np.int64),  # seats that may own a card
    ("scale", np.float64),  # points that a value of 1 stands for
])  # fmt: skip


class Net(NamedTuple):
    """A policy, as kernels have it."""

    layout: np.ndarray  # [1]
    weights: Memory


class Desk(NamedTuple):
    """Memory to compute policies in, used again for every block of rows. What comes in and what comes out, and what is between."""

    words: np.ndarray  # [BLOCK, planes] what the seats know,
    hidden: np.ndarray  # [BLOCK, hidden] what they do not,
    nothing: np.ndarray  # [BLOCK, 0] the same for who does not need it,
    numbers: np.ndarray  # [BLOCK, numbers] and what is no word
    features: Memory  # the last features of each row: what every answer is made of
    sums: Memory  # features on the way
    units: Memory  # the layer inside a block
    places: np.ndarray  # where the weights of the inputs of a row start that are not 0,
    values: Memory  # and these inputs
    logits: Memory  # [64] of the legal choices of a row
    chances: Memory  # [64] the same as chances
    games: np.ndarray  # [BLOCK] which game each row belongs to, where whole games are played


@rule
def uncounted_net(net):
    """The same net for the time of a kernel, without counting who holds its arrays."""
    return Net(uncounted(net.layout), uncounted(net.weights))


@rule
def uncounted_desk(desk):
    """The same desk for the time of a kernel, without counting who holds its arrays."""
    return Desk(
        uncounted(desk.words), uncounted(desk.hidden), uncounted(desk.nothing), uncounted(desk.numbers), uncounted(desk.features),
        uncounted(desk.sums), uncounted(desk.units), uncounted(desk.places), uncounted(desk.values), uncounted(desk.logits),
        uncounted(desk.chances), uncounted(desk.games),
    )  # fmt: skip


def padded(width: int) -> int:
    """Features of a row with what fills it up."""
    return -(-width // FEATURES) * FEATURES


def new_desk(brain: PolicyBrain) -> Desk:
    """Memory for policies like this one."""
    sight, widest = brain.sight, padded(max(brain.design.width, brain.design.critic))
    inputs = CHOICES * (sight.planes + sight.hidden) + sight.numbers
    return Desk(
        words=np.zeros((BLOCK, sight.planes), np.uint64),
        hidden=np.zeros((BLOCK, sight.hidden), np.uint64),
        nothing=np.zeros((BLOCK, 0), np.uint64),
        numbers=np.zeros((BLOCK, sight.numbers), np.float32),
        features=memory(BLOCK * widest),
        sums=memory(BLOCK * widest),
        units=memory(BLOCK * widest),
        places=np.zeros(inputs + AHEAD, np.int64),
        values=memory(inputs),
        logits=memory(CHOICES),
        chances=memory(CHOICES),
        games=np.zeros(BLOCK, np.int64),
    )


PLAYOUT = record([
    ("temperature", np.float64),  # 0: always the likeliest choice; 1: by the chances that were learned
    ("until", np.int64),  # play stops at the first decision of `seat` from here on: a number of tricks (Hearts) or turns (gin)
    ("seat", np.int64),  # for whom the critic then says what to expect; below 0: nobody, and every hand is played to its end
])  # fmt: skip


def playout(temperature: float = 0.0, until: int = 0, seat: int = -1) -> np.ndarray:
    """How hands are played on: to their end, or until a seat's first decision after so many tricks (Hearts) or turns (gin)."""
    found = np.zeros(1, PLAYOUT)
    found["temperature"], found["until"], found["seat"] = temperature, until, seat
    return found


PAST = record([
    ("seats", np.int64),  # whose choices are asked about, one bit each
    ("since", np.int64),  # only those from here on: a number of tricks (Hearts) or turns (gin)
])  # fmt: skip


def past_of(seats: int, since: int = 0) -> np.ndarray:
    """What is asked about the past: the choices of these seats (one bit each) from this trick (Hearts) or turn (gin) on."""
    found = np.zeros(1, PAST)
    found["seats"], found["since"] = seats, since
    return found


class Packer:
    """Puts the parts of a brain one after the other, each on a cache line."""

    def __init__(self, brain: PolicyBrain) -> None:
        self.parts = {name: part.astype(np.float32) for name, part in brain.parts().items()}
        self.rows: list[np.ndarray] = []
        self.end = 0

    def put(self, numbers: np.ndarray) -> int:
        """Put some numbers into memory. Returns where they start."""
        start, room = self.end, rounded(numbers.size)
        self.rows.append(np.pad(np.ravel(numbers), (0, room - numbers.size)))
        self.end += room
        return start

    def memory(self) -> Memory:
        """Everything that was put."""
        found = memory(self.end)
        np.concatenate(self.rows, out=found)
        return found


def filled(weights: np.ndarray, axis: int = 0) -> np.ndarray:
    """Weights with zeros for the outputs that fill up a row of features."""
    room = [(0, 0)] * weights.ndim
    room[axis] = (0, padded(weights.shape[axis]) - weights.shape[axis])
    return np.pad(weights, room)


def panels(weights: np.ndarray) -> np.ndarray:
    """Weights [outputs, inputs] as [panel, input, lane]."""
    weights = filled(weights)
    return weights.reshape(-1, LANES, weights.shape[1]).transpose(0, 2, 1)


def put_trunk(packer: Packer, name: str, trunk: np.record, sizes: tuple[int, int, int]) -> None:
    """Put the layers of one network, and write down where they are."""
    parts = packer.parts
    width = len(parts[f"{name}.first.bias"])
    trunk["planes"], trunk["hidden"], trunk["numbers"] = sizes
    trunk["width"], trunk["stride"], trunk["share"] = width, padded(width), np.float32(1) / np.float32(width)
    trunk["ones"] = packer.put(np.ones(width, np.float32))
    trunk["first"] = packer.put(filled(parts[f"{name}.first.weight"].T, axis=1))
    trunk["bias"] = packer.put(filled(parts[f"{name}.first.bias"]))
    trunk["blocks"] = sum(part.startswith(f"{name}.blocks.") and part.endswith("inner.bias") for part in parts)
    for block in range(int(trunk["blocks"])):
        here = f"{name}.blocks.{block}"
        trunk["norms"][block] = put_norm(packer, f"{here}.norm")
        for layer in ("inner", "outer"):
            trunk[layer][block] = packer.put(panels(parts[f"{here}.{layer}.weight"]))
            trunk[f"{layer}_bias"][block] = packer.put(filled(parts[f"{here}.{layer}.bias"]))
    trunk["norms"][int(trunk["blocks"])] = put_norm(packer, f"{name}.norm")


def put_norm(packer: Packer, name: str) -> int:
    """Put what a norm stretches by, and right after it what it shifts by."""
    return packer.put(np.concatenate([packer.parts[f"{name}.weight"], packer.parts[f"{name}.bias"]]))


def put_head(packer: Packer, name: str, head: np.record) -> None:
    """Put a last layer, if the brain has it."""
    if f"{name}.weight" in packer.parts:
        weights = packer.parts[f"{name}.weight"]
        head["rows"], head["bias"] = packer.put(weights), packer.put(packer.parts[f"{name}.bias"])
        head["outputs"] = len(weights)


def net_of(brain: PolicyBrain) -> Net:
    """A policy for kernels: 32-bit numbers of exactly the values in the brain."""
    packer, layout, sight = Packer(brain), np.zeros(1, LAYOUT), brain.sight
    put_trunk(packer, "actor", layout[0]["actor"], (sight.planes, 0, sight.numbers))
    for name in ("choice", "worth", "owners"):
        put_head(packer, f"actor.{name}", layout[0][name])
    if brain.design.critic:
        put_trunk(packer, "critic", layout[0]["critic"], (sight.planes, sight.hidden, sight.numbers))
        put_head(packer, "critic.value", layout[0]["value"])
    layout["others"], layout["scale"] = sight.others, brain.scale
    return Net(layout, packer.memory())
