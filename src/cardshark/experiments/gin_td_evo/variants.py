"""What the rummy paper leaves open or unsaid, as brains to train: the plain TD5 or EVO3 with one thing changed.

A variant starts with the weights and meets the deals of the plain one, learns from as many games, and is judged by the same
yardsticks: the plain brains of both methods after as many games, the player who chooses at random, and `lowcards`, who
keeps low cards and knows nothing of melds.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from cardshark.experiments.gin_td_evo.tables import EARLY, GAMES, Task, brain_name, numbered, paper_tasks, plan
from cardshark.learning.course import Schedule
from cardshark.learning.gin.evolution import Challenger, EvolutionMethod, Objective
from cardshark.learning.gin.td import Ending, Reward
from cardshark.players.gin.rummy.brain import Draw, RummyInputs

TD, EVO = "TD5", "EVO3"  # the best of each in the paper: what variants vary
LAY_OFF = "paper:lay_off=best"


NOTHING: Mapping[str, object] = {}


class Variant(NamedTuple):
    """Something changed about TD5 or EVO3."""

    base: str
    lesson: Mapping[str, object]
    design: Mapping[str, object] = NOTHING


VARIANTS = {
    # what the paper says of temporal differences
    "TD, epsilon 0.02": Variant(TD, {"epsilon": 0.02}),
    "TD, epsilon 0.1": Variant(TD, {"epsilon": 0.1}),
    "TD, annealed": Variant(TD, {"schedule": Schedule.LINEAR, "rate": 0.4}),
    "TD, gamma 0.98": Variant(TD, {"gamma": 0.98}),
    "TD, gamma 0.9": Variant(TD, {"gamma": 0.9}),
    # what TD1, TD2, TD4 and TD5 leave of the grid over alpha and lambda
    "TD, alpha 0.05": Variant(TD, {"rate": 0.05}),
    "TD, alpha 0.05, lambda 0.3": Variant(TD, {"rate": 0.05, "trace": 0.3}),
    "TD, alpha 0.5": Variant(TD, {"rate": 0.5}),
    "TD, alpha 0.5, lambda 0.3": Variant(TD, {"rate": 0.5, "trace": 0.3}),
    "TD, lambda 1": Variant(TD, {"trace": 1.0}),
    # what EVO3 and EVO4 leave of the grid over crossover, noise and threshold
    "EVO, crossover 0.5": Variant(EVO, {"crossover": 0.5}),
    "EVO, noise 0.03": Variant(EVO, {"noise": 0.03}),
    "EVO, noise 0.3": Variant(EVO, {"noise": 0.3}),
    "EVO, crossover 0.5, noise 0.3": Variant(EVO, {"crossover": 0.5, "noise": 0.3}),
    "EVO, 4 of 4": Variant(EVO, {"threshold": "4/4"}),
    "EVO, 5 of 6": Variant(EVO, {"threshold": "5/6"}),
    "evolution strategy": Variant(EVO, {"method": EvolutionMethod.ES, "population": 8, "pairs": 2}),
    "CMA-ES": Variant(EVO, {"method": EvolutionMethod.CMA, "population": 8, "pairs": 2}),
    # the same change for both methods
    "TD, four inputs": Variant(TD, {}, {"inputs": RummyInputs.FOUR}),
    "EVO, four inputs": Variant(EVO, {}, {"inputs": RummyInputs.FOUR}),
    "TD, 52 units": Variant(TD, {}, {"hidden": 52}),
    "EVO, 52 units": Variant(EVO, {}, {"hidden": 52}),
    "TD, linear": Variant(TD, {}, {"hidden": 0}),
    "EVO, linear": Variant(EVO, {}, {"hidden": 0}),
    "TD, mean": Variant(TD, {}, {"draw": Draw.MEAN}),
    "EVO, mean": Variant(EVO, {}, {"draw": Draw.MEAN}),
    "TD, laying off": Variant(TD, {"rules": LAY_OFF}),
    "EVO, laying off": Variant(EVO, {"rules": LAY_OFF}),
    "TD, for wins": Variant(TD, {"reward": Reward.WIN}),
    "EVO, for points": Variant(EVO, {"objective": Objective.POINTS}),
    "TD, 1,000 turns": Variant(TD, {"rules": "paper:max_turns=1000"}),
    "EVO, 1,000 turns": Variant(EVO, {"rules": "paper:max_turns=1000"}),
    # where the paper is silent
    "TD, last hand valued": Variant(TD, {"ending": Ending.VALUE}),
    "TD, draws ignored": Variant(TD, {"draws": False}),
    "TD, score over 100": Variant(TD, {"largest": 100}),
    "TD, small weights": Variant(TD, {"weights": 0.15}),
    "EVO, small weights": Variant(EVO, {"weights": 0.15}),
    "TD, no throwing back": Variant(TD, {}, {"returns": False}),
    "EVO, no throwing back": Variant(EVO, {}, {"returns": False}),
    "TD, pile turned over": Variant(TD, {"rules": "paper:stock_out=turn_over"}),
    "EVO, pile turned over": Variant(EVO, {"rules": "paper:stock_out=turn_over"}),
    "EVO, walk": Variant(EVO, {"challenger": Challenger.WALK}),
}  # fmt: skip
LONG = ("TD, gamma 0.98", "TD, epsilon 0.1")  # trained as long as EVO3 is, to see whether the conclusion survives
PLAIN = {"TD": TD, "EVO": EVO}
GRID = {"TD1": "TD1", "TD2": "TD2", "TD4": "TD4", "EVO4": "EVO4"}  # players of the paper that are points of the grids
PAIRS = {  # both methods with the same change, by which rules
    "four inputs": ("EVO, four inputs", "TD, four inputs", "paper"),
    "52 units": ("EVO, 52 units", "TD, 52 units", "paper"),
    "linear": ("EVO, linear", "TD, linear", "paper"),
    "the mean instead of the median": ("EVO, mean", "TD, mean", "paper"),
    "laying off": ("EVO, laying off", "TD, laying off", LAY_OFF),
    "both for wins": ("EVO", "TD, for wins", "paper"),
    "both for points": ("EVO, for points", "TD", "paper"),
    "1,000 turns": ("EVO, 1,000 turns", "TD, 1,000 turns", "paper"),
}


def file_name(variant: str) -> str:
    """The name of a variant's brain, fit for a file and for braces."""
    return "".join(letter if letter.isalnum() else "_" for letter in variant)


def variant_tasks(scale: float, seed: int) -> list[Task]:
    """Every variant, from the seed of its base."""
    size, bases, found = plan(scale), {task.name: task for task in paper_tasks(scale, seed)}, []
    for name, (base, lesson, design) in VARIANTS.items():
        plain = bases[numbered(base)]
        games = size.games(GAMES[EVO] if name in LONG else EARLY)
        found.append(Task(
            file_name(name), name, 1, replace(plain.design, **design), replace(plain.lesson, **{"games": games, **lesson}), plain.seed,
            ((EARLY, size.games(EARLY)),) if name in LONG else (),
        ))  # fmt: skip
    return found


def early_brain(name: str) -> str:
    """The brain of a variant, or of a player of the paper, after the games that every variant has."""
    if name in VARIANTS:
        return brain_name(file_name(name), EARLY if name in LONG else None)
    return brain_name(numbered({**PLAIN, **GRID}[name]), EARLY)
