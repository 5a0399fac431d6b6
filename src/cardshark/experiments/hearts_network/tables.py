"""The network thesis in figures: what it prints, and what follows from that alone."""

from math import hypot, sqrt
from typing import NamedTuple

from cardshark.distributions import Fisher, student_reach
from cardshark.players.hearts.network.brain import Activation, Design

LIMIT = 10_000  # points, at which a game ends


class Setting(NamedTuple):
    """A network of the thesis."""

    name: str
    activation: Activation
    hidden: str
    rate: float

    @property
    def design(self) -> Design:
        """How it is built."""
        return Design(hidden=self.hidden, activation=self.activation)


def at_rate(name: str, rate: float) -> str:
    """The name of a network that learns at a certain rate."""
    return f"{name} at {rate:.5f}".rstrip("0")


def setting(activation: str, layers: int, units: int, rate: float) -> Setting:
    """A network with as many units in each layer; the thesis's ReLU is leaky, as its abstract says."""
    kind = Activation.LEAKY if activation == "ReLU" else Activation.SIGMOID
    return Setting(f"{activation}, {layers} × {units}", kind, "+".join([str(units)] * layers), rate)


class Printed(NamedTuple):
    """A row of tables 3.2 and 3.4: over eight runs."""

    mean: int
    sd: int
    lowest: int | None = None


class PersonScores(NamedTuple):
    """A row of table 3.8: averages of five games to 50."""

    own: int  # of the author
    others: tuple[int, int, int]


RUNS = 8  # of each printed row
ACTIVATIONS = {  # tables 3.1 and 3.2
    setting("ReLU", 1, 64, 0.001): Printed(9335, 97),
    setting("Sigmoid", 1, 64, 0.001): Printed(9543, 109),
    setting("ReLU", 2, 64, 0.0001): Printed(9494, 110),
    setting("Sigmoid", 2, 64, 0.001): Printed(9680, 98),
    setting("ReLU", 3, 64, 0.0001): Printed(9737, 85),
    setting("Sigmoid", 3, 64, 0.001): Printed(10_004, 6),
}
RELUS = [each for each in ACTIVATIONS if each.name.startswith("ReLU")]
SIGMOIDS = [each for each in ACTIVATIONS if each.name.startswith("Sigmoid")]
DEPTHS = {  # table 3.4
    setting("ReLU", 1, 192, 0.0001): Printed(8311, 233, 7666),
    setting("ReLU", 2, 96, 0.0001): Printed(8554, 244, 7843),
    setting("ReLU", 3, 64, 0.0001): Printed(8690, 256, 8123),
}
TEST_OF_ACTIVATIONS = {1: 0.0012, 2: 0.0023, 3: 0.0001}  # table 3.3: p by layers
TEST_OF_DEPTHS = {(1, 2): 0.0610, (1, 3): 0.0079, (2, 3): 0.2951}  # table 3.5
RATES = (0.01, 0.001, 0.0001)  # that every network tried
LOWEST_RATE = 0.00001  # "only tried when 0.0001 was an improvement over 0.001"

PLAYERS = ("opponent", "one", "two", "three")  # of the competition: the training opponent, and the best network of each depth
SHORT = {"opponent": "training opponent", "one": "1 layer", "two": "2 layers", "three": "3 layers"}
COMPETITIONS = {  # tables 3.6 and 3.7: who sat in which order, and the wins of each
    "table 3.6": {"opponent": 330, "one": 670, "two": 0, "three": 0},
    "table 3.7": {"one": 539, "opponent": 461, "two": 0, "three": 0},
}
ORDERS = (  # every way to sit around a table, clockwise; the first two are the printed ones
    ("opponent", "one", "two", "three"), ("one", "opponent", "two", "three"), ("opponent", "one", "three", "two"),
    ("opponent", "two", "one", "three"), ("opponent", "three", "one", "two"), ("opponent", "three", "two", "one"),
)  # fmt: skip
COMPETITION_GAMES = 1000
PERSON = {  # table 3.8
    "random": PersonScores(6, (50, 34, 30)),
    "opponent": PersonScores(26, (48, 40, 36)),
    "one": PersonScores(29, (47, 39, 35)),
}
STAND_IN = "jake"  # for the person, who cannot be asked
HAND_MADE = ("random", "greedy", "stock", "jake")  # who shows how strong the networks are at other tables


# ---- what the printed figures can tell ----


def printed_reach(one: Printed, other: Printed) -> float:
    """Half the 95 % interval of a printed difference: less than this, the thesis's own runs could not have seen."""
    return student_reach(0.95, 2 * RUNS - 2) * hypot(one.sd, other.sd) / sqrt(RUNS)


def printed_ratio(settings: int) -> float:
    """The ratio of two spreads, each pooled over some settings of eight runs, up to which an F-test of the thesis's size sees nothing."""
    freedom = settings * (RUNS - 1)
    return sqrt(Fisher(freedom, freedom).quantile(0.975))


REGULARLY = 1 / RUNS  # what happens in one of eight runs or more is seen in most experiments of eight
