"""What is trained for the rollout thesis: ten brains of each printed level, brains of other readings, and brains that rollouts teach."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_rollouts.tables import EPOCHS, LEVELS
from cardshark.learning.hearts.apprentice import Apprenticeship
from cardshark.learning.hearts.hindsight import Lesson
from cardshark.players.hearts.network.brain import Activation, Design
from cardshark.players.hearts.network.features import InputList, LastInput, ScoreInput

SEEDS = 10  # of every brain that a claim of the thesis rests on
FEW_SEEDS = 5  # of the others
ROUNDS = 4  # of an apprentice; a round begins with the brain of the round before
SITTINGS = 120  # of a round
OPPONENT, APPRENTICE = "opponent", "apprentice"
RAW_TOTALS = "raw_totals"  # which may blow up
CHOICES = "choices"  # of cards, counted with the well-trained brains
DESIGN = Design(last=LastInput.HELD)
READINGS = {  # other ways to train a brain, tried with the decently trained one
    "taken_by_me": replace(DESIGN, last=LastInput.TAKEN_BY_ME),
    "taken_by_all": replace(DESIGN, last=LastInput.TAKEN_BY_ALL),
    "plain_relu": replace(DESIGN, activation=Activation.RELU),
    "against_opponent": DESIGN,
}
BEGINNINGS = ("strong", "fresh")  # with what an apprentice begins: the brain of a well-trained network, or nothing


@dataclass(frozen=True)
class Task:
    """A brain to train."""

    name: str
    design: Design
    lesson: Lesson | Apprenticeship
    seed: int
    start: str = ""  # the brain that it goes on from

    @property
    def file(self) -> str:
        """Where it is kept."""
        return f"brains/{self.name}.safetensors"


def numbered(kind: str, run: int) -> str:
    """The brain of a seed: `weak_1`, `weak_2`, ..."""
    return f"{kind}_{run}"


def kind_of(name: str) -> str:
    """What kind of brain that is: `weak`."""
    return name.rpartition("_")[0]


def run_of(name: str) -> int:
    """Of which seed."""
    return int(name.rpartition("_")[2])


def epochs(amounts: Amounts, full: int) -> int:
    """How long a brain is trained: shorter at a small scale, never longer than in the thesis."""
    return max(20, round(full * min(amounts.scale, 1) ** 0.7))


def lesson_of(amounts: Amounts, level: str) -> Lesson:
    """The lesson of the thesis, as long as for the brain of a level."""
    games, explore = epochs(amounts, EPOCHS[level]), epochs(amounts, 100)
    return Lesson(games=games, rules="dutch:limit=1000", against="self", rate=0.001, epsilon=0.1, explore=explore)


def recipes(amounts: Amounts) -> dict[str, tuple[Design, Lesson]]:
    """How each kind of brain is trained by hindsight."""
    middle = lesson_of(amounts, "middle")
    found = {level: (DESIGN, lesson_of(amounts, level)) for level in LEVELS}
    found |= {f"{level}_totals": (replace(DESIGN, scores=ScoreInput.GAME_SCALED), lesson_of(amounts, level)) for level in LEVELS}
    found |= {name: (design, middle) for name, design in READINGS.items()}
    found["against_opponent"] = (DESIGN, replace(middle, against=OPPONENT))
    found["our_inputs"] = (replace(DESIGN, inputs=InputList.LAB), lesson_of(amounts, "strong"))
    found[RAW_TOTALS] = (replace(DESIGN, scores=ScoreInput.GAME), lesson_of(amounts, "weak"))
    return found


def tasks(names: Collection[str], amounts: Amounts, seed: int) -> list[list[Task]]:
    """The trainings of the brains that are named. Those of a list need only brains of the lists before it.

    First comes the training opponent, then all that learn by hindsight, then the rounds of the apprentices.
    """
    rivals = replace(lesson_of(amounts, "middle"), against="rivals", tests=max(10, epochs(amounts, 100)))
    recipe = recipes(amounts)
    plain = [name for name in names if name != OPPONENT and not name.startswith(APPRENTICE)]
    learners = [Task(name, *recipe[kind_of(name)], 1000 * seed + run_of(name)) for name in plain]
    lesson = Apprenticeship(games=amounts.amount("sittings", SITTINGS, least=2))
    rounds = []
    for number in range(1, ROUNDS + 1):
        own = [(begin, run_of(name)) for begin in BEGINNINGS for name in names if kind_of(name) == f"{APPRENTICE}_{begin}_{number}"]
        rounds.append([
            Task(apprentice(begin, number, run), DESIGN, lesson, 100_000 * number + 1000 * seed + run, apprentice(begin, number - 1, run))
            for begin, run in own
        ])  # fmt: skip
    return [[Task(OPPONENT, Design(), rivals, 1000 * seed)], learners, *rounds]


def apprentice(begin: str, number: int, run: int) -> str:
    """The brain of an apprentice after a round; what it began with before the first."""
    if number:
        return numbered(f"{APPRENTICE}_{begin}_{number}", run)
    return "" if begin == "fresh" else numbered(begin, run)
