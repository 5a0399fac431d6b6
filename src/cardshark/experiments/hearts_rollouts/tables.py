"""The rollout thesis in figures: what it prints, which brains are trained to answer it, and who plays whom at a scale."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardshark.arena.contest import Contest
from cardshark.learning.hearts.apprentice import Apprenticeship
from cardshark.learning.hearts.hindsight import Lesson
from cardshark.players.hearts.network.brain import Activation, Design
from cardshark.players.hearts.network.features import InputList, LastInput, ScoreInput


class Printed(NamedTuple):
    """A row of tables 4.1 to 4.6: games of one rollout agent against three networks, and its final scores."""

    lost: int
    won: int
    mean: float
    sd: float
    lowest: int

    @property
    def games(self) -> int:
        """How many were played."""
        return self.lost + self.won


LEVELS = ("weak", "middle", "strong")
CALLED = {"weak": "NNAI2", "middle": "StrongMan", "strong": "StrongMan2"}
EPOCHS = {"weak": 500, "middle": 3000, "strong": 10_000}  # an epoch is a game to 1,000 points
NS = (200, 300, 400)  # deals imagined for each card
ROLLOUTS = {
    ("weak", 200): Printed(181, 124, 73.13, 20.94, 20),
    ("weak", 300): Printed(163, 159, 70.70, 21.56, 19),
    ("weak", 400): Printed(245, 183, 73.88, 21.14, 14),
    ("middle", 200): Printed(284, 141, 80.56, 21.02, 22),
    ("middle", 300): Printed(237, 108, 78.63, 20.89, 21),
    ("middle", 400): Printed(215, 90, 79.71, 19.61, 26),
    ("strong", 200): Printed(368, 107, 86.39, 19.31, 22),
    ("strong", 300): Printed(237, 68, 86.60, 19.48, 21),
    ("strong", 400): Printed(291, 79, 87.07, 19.01, 24),
}
NETWORKS = {"weak": 84.95, "middle": 83.05, "strong": 81.71}  # mean final score of the three networks
DIFFERENCES = {"weak": (-13.67, -10.85), "middle": (-4.76, -1.96), "strong": (3.63, 6.25)}  # table 4.7, 95 % intervals
GAMES_IN_TWO_HOURS = {200: 11.5, 250: 10.5, 300: 9, 350: 7.5, 400: 7, 450: 5.5, 500: 4, 550: 3.5}  # table 3.2
MINUTES = {200: 42, 250: 46, 300: 53, 350: 64, 400: 69, 450: 87, 500: 120, 550: 137}  # table 3.3: a game of four rollout agents

FEW_NS = (5, 10, 25, 50, 100, 200, 400)  # for the curve
SOME = 100  # deals where many ways are compared
MATTERS = 0.25  # points a hand: a smaller difference counts as hardly any
TOPS = (1, 2, 3, 4, 8)  # cards that are tried
PLAYOUTS = {  # other rollouts with the same brain: each tests one possible reason why rollouts help or hurt
    "as in the thesis": "",
    "weighted deals": "sampler=weighted",
    "weighted card by card": "sampler=product",
    "epsilon 0.1": "epsilon=0.1",
    "temperature 0.5": "temperature=0.5",
    "temperature 2": "temperature=2",
    "blend 0.25": "blend=0.25",
    "blend 0.5": "blend=0.5",
    "blend 0.75": "blend=0.75",
    "halving": "halving=yes",
    "weighted, halving": "sampler=weighted,halving=yes",
    "sequential deals": "sampler=sequential",
}
UNGUIDED = {  # deals and playouts of each, and whose costs count; and guided by the network, for comparison
    "guided, n = 25": "deals=25",
    "guided, n = 50": "deals=50",
    "guided, n = 100": "deals=100",
    "random, n = 100": "deals=100,playout=random",
    "random, n = 400": "deals=400,playout=random",
    "random, n = 100, o = 4, worst": "deals=100,playout=random,tries=4",
    "random, n = 100, o = 4, mean": "deals=100,playout=random,tries=4,quantile=mean",
    "random, n = 25, o = 16, worst": "deals=25,playout=random,tries=16",
    "random, n = 25, o = 16, median": "deals=25,playout=random,tries=16,quantile=0.5",
    "by Jake, n = 100": "deals=100,playout=jake",
}
HORIZONS = {  # how far a hand is played out, and what counts for the rest of it
    "1 trick": "horizon=1,rest=nothing",
    "2 tricks": "horizon=2,rest=nothing",
    "3 tricks": "horizon=3,rest=nothing",
    "1 trick, then the network's estimate": "horizon=1",
    "2 tricks, then the network's estimate": "horizon=2",
}
TIE_BREAKERS = ("network", "lowest")  # who decides between cards that cost the same in a trick
BRAINS = (*LEVELS, "our_inputs")  # for whom that is tried
READINGS = ("taken_by_me", "taken_by_all", "of_the_game", "plain_relu", "against_opponent")


def network(brain: str, options: str = "") -> str:
    """A network with a brain of this run."""
    return f"network:brain={{{brain}}}" + (f",{options}" if options else "")


def rollouts(brain: str, options: str = f"deals={SOME}") -> str:
    """A rollout agent with a brain of this run."""
    return f"rollouts:brain={{{brain}}}" + (f",{options}" if options else "")


# ---- what is trained ----

OPPONENT = "opponent"


@dataclass(frozen=True)
class Task:
    """A brain to train."""

    name: str
    design: Design
    lesson: Lesson | Apprenticeship
    seed: int

    @property
    def file(self) -> str:
        """Where it is kept."""
        return f"brains/{self.name}.safetensors"


class Plan(NamedTuple):
    """How much is done at a scale."""

    part: float  # of the epochs
    matches: int
    deals: int
    timed: int

    def epochs(self, full: int) -> int:
        """How long a brain is trained."""
        return max(20, round(full * self.part))


def plan(scale: float) -> Plan:
    """Fewer deals and shorter training, so that the time grows with the scale; above 1, more deals for the same brains."""
    return Plan(min(scale, 1) ** 0.6, max(2, round(75 * scale)), max(8, round(200 * scale)), max(2, round(10 * scale)))


def tasks(scale: float, seed: int) -> dict[str, Task]:
    """Every brain, the training opponent first: the printed levels three times, other readings of the middle one, and beyond."""
    size = plan(scale)
    design = Design(last=LastInput.HELD)
    usual = Lesson(games=1, rules="dutch:limit=1000", against="self", rate=0.001, epsilon=0.1, explore=size.epochs(100))
    short = replace(usual, games=size.epochs(EPOCHS["middle"]))
    found = {OPPONENT: Task(OPPONENT, Design(), replace(short, against="rivals", tests=max(10, size.epochs(100))), 1000 * seed)}

    def add(name: str, design: Design, lesson: Lesson | Apprenticeship, run: int = 1) -> None:
        found[name] = Task(name, design, lesson, 1000 * seed + run)

    for run in (1, 2, 3):
        for level in LEVELS:
            add(numbered(level, run), design, replace(usual, games=size.epochs(EPOCHS[level])), run)
    add("taken_by_me", replace(design, last=LastInput.TAKEN_BY_ME), short)
    add("taken_by_all", replace(design, last=LastInput.TAKEN_BY_ALL), short)
    add("of_the_game", replace(design, scores=ScoreInput.GAME_SCALED), short)
    add("plain_relu", replace(design, activation=Activation.RELU), short)
    add("against_opponent", design, replace(short, against=OPPONENT))
    add("our_inputs", replace(design, inputs=InputList.LAB), replace(usual, games=size.epochs(EPOCHS["strong"])))
    add("apprentice", design, Apprenticeship(games=size.epochs(120)))
    return found


def numbered(level: str, run: int) -> str:
    """The brain of a level in a run: `weak`, `weak_2`, `weak_3`."""
    return level if run == 1 else f"{level}_{run}"


# ---- who plays whom ----


def against_three(ones: Sequence[str], other: str) -> tuple[tuple[str, ...], ...]:
    """Tables of one player against three of a kind."""
    return tuple((one, other, other, other) for one in ones)


def contests(scale: float) -> list[Contest]:
    """All contests. The last table of each has the network in the rollout agent's place, except `time` and the contests of one trick."""
    size, strong = plan(scale), network("strong")
    hands = [Contest("time", against_three([rollouts("strong", f"deals={n}") for n in MINUTES], strong), size.timed, "dutch")]
    matches = []
    for level in LEVELS:
        ones = [rollouts(level, f"deals={n}") for n in NS]
        matches.append(Contest(f"{level} matches", against_three([*ones, network(level)], network(level)), size.matches, "dutch"))
        ones = [rollouts(level, f"deals={n}") for n in FEW_NS]
        hands.append(Contest(f"{level} n", against_three([*ones, network(level)], network(level)), size.deals, "dutch"))
    for brain in BRAINS:
        ones = [rollouts(brain, f"deals={SOME},{options}") for options in HORIZONS.values()]
        hands.append(Contest(f"{brain} horizon", against_three([*ones, network(brain)], network(brain)), size.deals, "dutch"))
        ones = [rollouts(brain, f"deals={NS[0]},{HORIZONS['1 trick']},ties={ties}") for ties in TIE_BREAKERS]
        matches.append(Contest(f"{brain} trick", against_three(ones, network(brain)), size.matches, "dutch"))
    ones = [rollouts("strong"), rollouts("strong", f"deals={SOME},aim=match"), strong]
    matches.append(Contest("aim", against_three(ones, strong), size.matches, "dutch"))
    ones = [rollouts("strong", f"deals={SOME},top={top}") for top in TOPS]
    hands.append(Contest("top", against_three([*ones, strong], strong), size.deals, "dutch"))
    ones = [rollouts("strong", f"deals={SOME}" + (f",{options}" if options else "")) for options in PLAYOUTS.values()]
    hands.append(Contest("playouts", against_three([*ones, strong], strong), size.deals, "dutch"))
    ones = [rollouts("strong", options) for options in UNGUIDED.values()]
    hands.append(Contest("unguided", against_three([*ones, strong], strong), size.deals, "dutch"))
    others = [numbered(level, run) for run in (2, 3) for level in LEVELS]
    hands += [alone(f"brain {name}", name, size.deals) for name in [*others, "our_inputs", "apprentice", *READINGS]]
    loose = network("strong", "epsilon=0.1")
    hands.append(Contest("loose networks", against_three([rollouts("strong"), loose], loose), size.deals, "dutch"))
    return [*hands, *company(size), *(each._replace(matches=True) for each in matches)]


def alone(name: str, brain: str, deals: int) -> Contest:
    """A brain's rollouts against three of its network, and four of these."""
    return Contest(name, against_three([rollouts(brain), network(brain)], network(brain)), deals, "dutch")


def company(size: Plan) -> list[Contest]:
    """Others with other brains, and how strong everybody is at another table."""
    strong, middle = network("strong"), network("middle")
    known, wrong = rollouts("strong", f"deals={SOME},others={{middle}}"), rollouts("strong")
    mixed = (network("weak"), network("middle_2"), network("strong_3"))
    jake = [
        rollouts("strong"),
        rollouts("strong", f"deals={SOME},others=jake"),
        "montecarlo:deals=100,playout=jake",
        rollouts("our_inputs"),
    ]
    networks = [network(name) for name in (*LEVELS, "our_inputs", "apprentice", OPPONENT)]
    return [
        Contest("other brains", against_three([wrong, known, strong], middle), size.deals, "dutch"),
        Contest("mixed company", ((wrong, *mixed), (strong, *mixed)), size.deals, "dutch"),
        Contest("against Jake", against_three([*jake, *networks, "jake"], "jake"), size.deals, "dutch"),
        Contest(
            "the own brain", against_three([rollouts("apprentice"), network("apprentice"), wrong, strong], strong), size.deals, "dutch"
        ),
    ]
