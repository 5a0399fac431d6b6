"""The network thesis in figures: what it prints, which networks are trained to answer it, and how much of it at a scale."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from cardshark.learning.hearts.hindsight import Lesson
from cardshark.learning.hearts.hindsight_kernel import Credit
from cardshark.players.hearts.network.brain import Activation, Design, Networks
from cardshark.players.hearts.network.features import InputList, LeftInput, PlayedInput, PositionInput, ScoreInput

LIMIT = 10_000  # points, at which a game ends
OVER = 4  # points above the limit: where a player ends who loses every game
NOTHING = (
    -2050
)  # the lead of random play over three of the training opponent, measured at full scale: a network that learns nothing gets it
OPPONENT = "brains/opponent.safetensors"  # whom everybody trains against, three times


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


def at_rate(setting: Setting, rate: float) -> str:
    """The name of a network that learns at another rate than its own."""
    return f"{setting.name} at {rate:.5f}".rstrip("0")


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
RATES = (0.01, 0.001, 0.0001, 0.00001)

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
STAND_INS = {"Jake": "jake", "Monte Carlo": "montecarlo:deals=100,playout=jake"}  # for the person
HAND_MADE = ("random", "greedy", "stock", "jake")  # who shows how strong the networks are at other tables


# ---- how much ----


class Plan(NamedTuple):
    """How much is done at a scale."""

    runs: int  # of each network of the two experiments
    games: int  # of the first; the second trains three times as long
    limit: int  # points
    tests: int  # games after training
    few_runs: int  # of networks for the sweep
    some_runs: int  # and for the readings
    few_games: int
    competition: int  # games in each order
    deals: int  # of contests in single hands
    matches: int  # of those to 50
    stand_ins: tuple[str, ...]

    @property
    def rules(self) -> str:
        """What is played."""
        return f"dutch:limit={self.limit}"


def plan(scale: float) -> Plan:
    """Fewer and shorter games and fewer runs, so that the time grows with the scale; above 1, more runs of the same."""
    shorter, fewer = min(scale, 1) ** 0.425, scale**0.15 if scale < 1 else scale

    def games(full: int) -> int:
        return max(10, round(full * shorter))

    return Plan(
        runs=max(3, round(RUNS * fewer)), games=games(1000), limit=max(200, 100 * round(LIMIT * shorter / 100)), tests=games(300),
        few_runs=max(2, round(2 * fewer)), some_runs=max(3, round(6 * fewer)), few_games=games(200),
        competition=games(COMPETITION_GAMES), deals=max(100, round(20_000 * scale)), matches=max(20, round(1000 * scale)),
        stand_ins=tuple(STAND_INS)[: 2 if scale >= 0.1 else 1],  # one who thinks ahead takes half a minute to compile
    )  # fmt: skip


# ---- what is trained ----


@dataclass(frozen=True)
class Task:
    """One network to train and test."""

    name: str
    experiment: str
    setting: str  # which row of its experiment
    design: Design
    lesson: Lesson
    seed: int
    tests: int  # games against three of the training opponent
    is_kept: bool = True  # whether the brain and the course of its training are

    @property
    def file(self) -> str:
        """Where its brain is kept."""
        return f"brains/{self.name}.safetensors"

    @property
    def games(self) -> int:
        """How many games it takes."""
        return self.lesson.games + self.tests


def seed_of(seed: int, run: int) -> int:
    """The seed of a run, numbered from 1; run 0 is the training opponent's."""
    return 1000 * seed + run


def opponent(scale: float, seed: int) -> Task:
    """The training opponent: the best of four who learn from each other."""
    size = plan(scale)
    lesson = Lesson(games=size.games, rules=size.rules, rate=0.001, against="rivals", tests=size.tests)
    return Task("opponent", "opponent", "best of four", Design(), lesson, seed_of(seed, 0), size.tests)


def runs_of(experiment: str, setting: str, design: Design, lesson: Lesson, seed: int, runs: int, tests: int, kept: bool) -> list[Task]:
    """Runs 1 to `runs` of one setting."""
    words = f"{experiment}-{setting}".lower().replace("×", "x")
    stem = "".join(letter if letter.isalnum() or letter in ".-" else "_" for letter in words).replace("__", "_")
    return [Task(f"{stem}-{run}", experiment, setting, design, lesson, seed_of(seed, run), tests, kept) for run in range(1, runs + 1)]


def tasks(scale: float, seed: int) -> list[Task]:
    """Every network that is trained against the training opponent, or to see what another reading does."""
    size = plan(scale)
    usual = Lesson(games=size.games, rules=size.rules, rate=0.001, epsilon=0.1, against=OPPONENT)
    short = replace(usual, games=size.few_games)
    found = []
    for each in ACTIVATIONS:
        lesson = replace(usual, rate=each.rate)
        found += runs_of("activations", each.name, each.design, lesson, seed, size.runs, size.tests, True)
        for rate in RATES:
            lesson = replace(short, rate=rate)
            found += runs_of("rates", at_rate(each, rate), each.design, lesson, seed, size.few_runs, max(10, size.tests // 6), False)
        lesson = replace(short, rate=each.rate, weights=WIDE)
        found += runs_of("wide", each.name, each.design, lesson, seed, size.few_runs, max(10, size.tests // 6), False)
    for each in DEPTHS:
        lesson = replace(usual, rate=each.rate, games=3 * size.games)
        found += runs_of("depths", each.name, each.design, lesson, seed, size.runs, size.tests, True)
    for name, (design, lesson) in other_lessons(short).items():
        found += runs_of("readings", name, design, lesson, seed, size.some_runs, max(10, size.tests // 3), False)
    return found


BASE = "as we read it"
WIDE = 1.0  # largest first weight, where it is not one over the square root of what a unit sees


def other_lessons(usual: Lesson) -> dict[str, tuple[Design, Lesson]]:
    """One hidden layer of 64 ReLUs under every other reading of the thesis, and beyond it."""
    base = Design()
    rules = usual.rules
    return {
        BASE: (base, usual),
        "a random player leads": (base, replace(usual, rules=f"{rules},first_lead=random")),
        "the seven of clubs leads": (base, replace(usual, rules=f"{rules},first_lead=lowest_club,first_lead_forced=yes")),
        "points of the game": (replace(base, scores=ScoreInput.GAME), usual),
        "points of the game, scaled": (replace(base, scores=ScoreInput.GAME_SCALED), usual),
        "played: the table too": (replace(base, played=PlayedInput.ALL), usual),
        "left: without my own": (replace(base, left=LeftInput.UNSEEN), usual),
        "position from 0": (replace(base, position=PositionInput.FROM_ZERO), usual),
        "first weights up to 0.5": (base, replace(usual, weights=0.5)),
        "first weights up to 1": (base, replace(usual, weights=WIDE)),
        "plain ReLU": (replace(base, activation=Activation.RELU), usual),
        "moon charged to every trick": (base, replace(usual, credit=Credit.EVERY_STEP)),
        "moon charged to nobody": (base, replace(usual, credit=Credit.NONE)),
        "against random players": (base, replace(usual, against="random")),
        "against Jake": (base, replace(usual, against="jake")),
        "against itself": (base, replace(usual, against="self")),
        "against a league": (base, replace(usual, against=f"{OPPONENT}+jake+past")),
        "one network for all tricks": (replace(base, networks=Networks.SHARED), usual),
        "our inputs": (replace(base, inputs=InputList.LAB), usual),
        "our inputs, one network": (replace(base, inputs=InputList.LAB, networks=Networks.SHARED), usual),
    }
