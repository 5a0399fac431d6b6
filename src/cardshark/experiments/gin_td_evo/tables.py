"""The rummy paper in figures: what it prints, which brains are trained to answer it, and how much is done at a scale.

The paper's words are taken as they stand: the challenger keeps its noise whoever wins, and a drawn card is kept ("exchanging ... for each
of the 10 cards"). Every player is trained from ten seeds, as long as in the paper. With Pollack and Blair, whom it follows, the
challenger is the champion and noise: the evolved players are trained that way too, and stand beside the others as EVO2c, EVO3c and EVO4c.
"""

from dataclasses import dataclass
from typing import NamedTuple

from cardshark.experiments.amounts import Amounts
from cardshark.learning.gin.course import TdLesson
from cardshark.learning.gin.evolution import Challenger, Evolution
from cardshark.players.gin.rummy.brain import RummyDesign

# ---- what is printed ----

EVOS = ("EVO2", "EVO3", "EVO4")
TDS = ("TD1", "TD2", "TD4", "TD5", "TD6")
PLAYERS = (*EVOS, *TDS)
RANDUMB = "RANDUMB"  # a network of random weights
EVERYBODY = (*PLAYERS, RANDUMB)
CLIMBERS = {"EVO2c": "EVO2", "EVO3c": "EVO3", "EVO4c": "EVO4"}  # by Pollack and Blair's challenger, and whose settings they have
FIRST = "FIRST"  # a network of zeros: all hands are equal to it, so it gives away the first of its cards, suit after suit
GAMES = {  # figure 1: training games
    "EVO2": 23_762, "EVO3": 18_407, "EVO4": 41_154, "TD1": 9_484, "TD2": 16_200, "TD4": 16_243, "TD5": 20_698, "TD6": 1_800,
}  # fmt: skip
SETTINGS = {  # likewise: alpha and lambda (TD6's is 0.9 in figure 1 and 1.0 in the text); crossover
    "TD1": (0.1, 0.3), "TD2": (0.2, 0.7), "TD4": (0.2, 0.2), "TD5": (0.2, 0.9), "TD6": (0.2, 1.0),
    "EVO2": (0.05,), "EVO3": (0.05,), "EVO4": (0.1,),
}  # fmt: skip

Matrix = dict[str, dict[str, int | None]]  # by the winner, by the loser


def matrix(*rows: str) -> Matrix:
    """A printed matrix: one line a loser, one column a winner; a dot where nothing is printed."""
    found: Matrix = {name: {} for name in PLAYERS}
    for row in rows:
        loser, *cells = row.split()
        for winner, cell in zip(PLAYERS, cells, strict=True):
            if winner != loser:
                found[winner][loser] = None if cell == "." else int(cell)
    return found


# Blanks of figure 3 are zeros, placed so that every column adds up to its printed total.
WINS = matrix(
    "EVO2 - 5 7 1 1 0 4 1",
    "EVO3 5 - 2 0 1 0 2 0",
    "EVO4 3 8 - 1 2 4 6 4",
    "TD1 9 10 9 - 7 7 6 4",
    "TD2 9 9 8 2 - 2 4 3",
    "TD4 10 10 6 3 8 - 8 3",
    "TD5 6 8 4 4 6 2 - 2",
    "TD6 9 10 6 2 7 6 5 -",
    "RANDUMB 10 10 10 10 10 10 10 10",
)
SCORES = matrix(
    "EVO2 - 128 180 34 17 0 80 13",
    "EVO3 65 - 32 0 12 0 59 0",
    "EVO4 84 136 - 13 38 36 67 31",
    "TD1 392 424 394 - 257 248 243 154",
    "TD2 405 300 365 15 - 85 158 83",
    "TD4 350 422 218 70 292 - 336 159",
    "TD5 221 363 201 199 242 48 - 38",
    "TD6 395 342 162 35 217 215 187 -",
    "RANDUMB 474 445 442 399 420 421 432 419",
)
TURNS = matrix(  # figure 4: of the games that the column won against the row
    "EVO2 - 18 86 17 52 . 45 38",
    "EVO3 189 - 89 . 18 . 33 .",
    "EVO4 122 22 - 30 34 50 37 45",
    "TD1 34 18 30 - 1159 521 415 259",
    "TD2 21 22 15 1275 - 579 72 147",
    "TD4 32 20 22 586 1357 - 170 150",
    "TD5 19 15 19 263 862 76 - 34",
    "TD6 23 22 36 138 175 911 895 -",
    "RANDUMB 151 39 42 72 57 101 52 60",
)
TOTAL_WINS = {"EVO2": 61, "EVO3": 70, "EVO4": 52, "TD1": 23, "TD2": 42, "TD4": 31, "TD5": 45, "TD6": 27}
TOTAL_SCORES = {"EVO2": 2386, "EVO3": 2560, "EVO4": 1994, "TD1": 765, "TD2": 1495, "TD4": 1053, "TD5": 1562, "TD6": 897}
PAIR_GAMES = 10  # of every two players
EVENNESS = {  # figure 6: probability that suits and face values of the final hands are even
    "EVO2": (0.72, 0.30), "EVO3": (0.50, 0.21), "EVO4": (0.80, 0.29), "TD1": (0.03, 1.0), "TD2": (0.01, 1.0), "TD4": (0.02, 1.0),
    "TD5": (0.01, 1.0), "TD6": (0.01, 1.0), "RANDUMB": (0.31, 0.97),
}  # fmt: skip
LEAST_TURNS = 200  # turns a game: no player came below this while it learned (figure 2)

DRAWN = 9  # games of the printed tournament that nobody won; the text counts each once for both players

# ---- how much ----

SEEDS = 10
STEP = 5_000  # games from one intermediate network to the next (figure 5)
EARLY = 2_000  # games of every variant
MARKS = (EARLY, *range(STEP, 45_000, STEP))
REGIMES = ("EVO2", "EVO3", "EVO4", "TD2", "TD4", "TD5")  # figure 5
CURVES = ("TD2", "TD5", "EVO2", "EVO3")  # figure 2
EQUAL = (EARLY, 5_000, 10_000, 15_000)  # games at which both methods are compared
BINS = 40  # of a curve of turns
FEWEST = 32  # training games, at any scale: one generation of the evolution strategies
PLAYED, CLIMBED, VARIED, LONGER = "players", "climbers", "variants", "longer"  # groups of trainings
AS_WRITTEN = RummyDesign(returns=False)


@dataclass(frozen=True)
class Task:
    """A brain to train."""

    group: str
    name: str
    player: str  # whose settings: of the paper, or the name of a variant
    run: int  # the number of its seed, from 1
    design: RummyDesign
    lesson: TdLesson | Evolution
    seed: int
    marks: tuple[tuple[int, int], ...] = ()  # intermediate brains: the mark that names each, and after how many games at this scale

    def file(self, mark: int | None = None) -> str:
        """Where the brain is kept, or the intermediate one of a mark."""
        return f"brains/{brain_name(self.name, mark)}.safetensors"


def brain_name(name: str, mark: int | None = None) -> str:
    """The name of a brain, or of an intermediate one."""
    return name if mark is None else f"{name}_at_{mark}"


def numbered(player: str, run: int) -> str:
    """The name of a player's brain: TD5_1."""
    return f"{player}_{run}"


def seed_of(seed: int, place: int, run: int) -> int:
    """The seed of a run of the player at this place: all of them differ, since EVO2 and EVO3 differ in nothing else."""
    return 100_000 * seed + 1_000 * place + run


class Plan(NamedTuple):
    """How much is done."""

    amounts: Amounts

    @property
    def runs(self) -> range:
        """The numbers of the seeds of every player."""
        return range(1, 1 + self.amounts.seeds(PLAYED, SEEDS))

    @property
    def variant_runs(self) -> range:
        """The numbers of the seeds of every variant: it needs the plain brain of each."""
        return range(1, 1 + min(len(self.runs), self.amounts.seeds(VARIED, SEEDS)))

    def games(self, full: int) -> int:
        """How many training games; above scale 1 the brains are the same, and more is played with them."""
        return max(FEWEST, round(full * min(self.amounts.scale, 1)))

    def pairs(self, kind: str) -> int:
        """How many mirrored pairs of games two brains play in a meeting of this kind."""
        return self.amounts.amount(kind, PAIRS_OF[kind])


PAIRS_OF = {
    "tournament": 100, "climbers": 50, "equal": 25, "regime": 10, "variant": 20, "both": 20, "longer": 25, "match": 10, "hand-made": 50,
    "random": 20,
}  # fmt: skip


# ---- the paper's players ----


def lesson_of(player: str, games: int) -> TdLesson | Evolution:
    """How a player of the paper learns."""
    if player in CLIMBERS:
        return Evolution(games=games, crossover=SETTINGS[CLIMBERS[player]][0], challenger=Challenger.CHAMPION)
    if player in EVOS:
        return Evolution(games=games, crossover=SETTINGS[player][0], challenger=Challenger.WALK)
    rate, trace = SETTINGS[player]
    return TdLesson(games=games, rate=rate, trace=trace)


def paper_tasks(plan: Plan, seed: int) -> list[Task]:
    """All players of figure 1, and the climbers, from every seed."""
    found = []
    for place, player in enumerate((*PLAYERS, *CLIMBERS)):
        full = GAMES[CLIMBERS.get(player, player)]
        group = CLIMBED if player in CLIMBERS else PLAYED
        wanted = EQUAL[-1:] if player in CLIMBERS else MARKS
        for run in plan.runs:
            marks = tuple((mark, plan.games(mark)) for mark in wanted if mark < full)
            lesson = lesson_of(player, plan.games(full))
            found.append(Task(group, numbered(player, run), player, run, AS_WRITTEN, lesson, seed_of(seed, place, run), marks))
    return found


def untrained(plan: Plan, seed: int) -> list[Task]:
    """Networks of random weights, trained at a rate of 0; and the one of zeros, which needs no second seed."""
    nobody = TdLesson(games=2, rate=0.0)
    found = [Task(PLAYED, numbered(RANDUMB, run), RANDUMB, run, AS_WRITTEN, nobody, seed_of(seed, 90, run)) for run in plan.runs]
    zeros = Task(PLAYED, FIRST, FIRST, 1, AS_WRITTEN, TdLesson(games=2, rate=0.0, weights=0.0), seed_of(seed, 91, 1))
    return [*found, zeros]
