"""The rummy paper in figures: what it prints, which brains are trained to answer it, and who plays whom at a scale.

How much is done at scale 1 follows from what a turn costs. Games of networks last 1,000 to 3,000 turns, so the eight players of the
paper learn from 250 million turns: at 3 microseconds each, 750 seconds of one core. Twice that, 42 variants of 2,000 games (550
seconds) two of which go on as long as EVO3 (100), and 250 for all that is played with them afterwards, make 40 minutes of one core.
Plain brains for the variants to be compared with cost nothing: they are the paper's own, after 2,000 games.
"""

from dataclasses import dataclass
from typing import NamedTuple

from cardshark.learning.gin.course import TdLesson
from cardshark.learning.gin.evolution import Evolution
from cardshark.players.gin.rummy.brain import RummyDesign

# ---- what is printed ----

EVOS = ("EVO2", "EVO3", "EVO4")
TDS = ("TD1", "TD2", "TD4", "TD5", "TD6")
PLAYERS = (*EVOS, *TDS)
RANDUMB = "RANDUMB"  # a network of random weights
EVERYBODY = (*PLAYERS, RANDUMB)
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

# ---- how much ----

STEP = 5_000  # games from one intermediate network to the next (figure 5)
EARLY = 2_000  # games of every variant
MARKS = (EARLY, *range(STEP, 45_000, STEP))
REGIMES = ("EVO2", "EVO3", "EVO4", "TD2", "TD4", "TD5")  # figure 5
EQUAL = (EARLY, 5_000, 10_000, 15_000)  # games at which both methods are compared
RUNS = dict.fromkeys(PLAYERS, 2) | {"TD6": 4}  # trainings of each, with other weights and other deals
RANDUMB_RUNS = 3
BINS = 40  # of a curve of turns
FEWEST = 32  # training games, at any scale: one generation of the evolution strategies


@dataclass(frozen=True)
class Task:
    """A brain to train."""

    name: str
    player: str  # whose settings: of the paper, or the name of a variant
    run: int
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


def numbered(player: str, run: int = 1) -> str:
    """The name of a player's brain: TD5_1."""
    return f"{player}_{run}"


class Plan(NamedTuple):
    """How much is done at a scale."""

    part: float  # the share of all training games
    pairs: int  # mirrored pairs of games of every two players in the tournament
    long_pairs: int  # the same where both learned by temporal differences, because their games are long
    few: int  # pairs where many brains meet each other; may be a single pair
    some: int  # the same where a spread is needed

    def games(self, full: int) -> int:
        """How many training games."""
        return max(FEWEST, round(full * self.part))


def plan(scale: float) -> Plan:
    """Fewer games everywhere; above scale 1 the brains are the same, and more is played with them."""
    few = round(60 * scale)
    return Plan(min(scale, 1), max(5, round(1000 * scale)), max(5, round(300 * scale)), max(1, few), max(2, few))


# ---- the paper's players ----


def lesson_of(player: str, games: int) -> TdLesson | Evolution:
    """How a player of the paper learns."""
    if player in EVOS:
        (crossover,) = SETTINGS[player]
        return Evolution(games=games, crossover=crossover)
    rate, trace = SETTINGS[player]
    return TdLesson(games=games, rate=rate, trace=trace)


def paper_tasks(scale: float, seed: int) -> list[Task]:
    """All players of figure 1, in every run; each has its own seed, since EVO2 and EVO3 differ in nothing else."""
    size, found = plan(scale), []
    for place, player in enumerate(PLAYERS):
        for run in range(1, RUNS[player] + 1):
            marks = tuple((mark, size.games(mark)) for mark in MARKS if mark < GAMES[player]) if player != "TD6" and run <= 2 else ()
            lesson = lesson_of(player, size.games(GAMES[player]))
            found.append(Task(numbered(player, run), player, run, RummyDesign(), lesson, 1000 * seed + 10 * place + run, marks))
    return found
