"""What the rummy paper leaves open or unsaid, as brains to train: the plain TD5 or EVO3 with one thing changed.

A variant starts with the weights and meets the deals of the plain one of the same seed, and learns from as many games. Both are judged by
the same panel: the plain brains of both methods from two other seeds after as many games. The difference is one figure a seed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from cardshark.experiments.gin_td_evo.tables import (
    AS_WRITTEN,
    EARLY,
    GAMES,
    LONGER,
    PLAYERS,
    VARIED,
    Plan,
    Task,
    brain_name,
    lesson_of,
    numbered,
    seed_of,
)
from cardshark.learning.course import Schedule
from cardshark.learning.gin.evolution import Challenger, EvolutionMethod, Objective
from cardshark.learning.gin.td import Ending, Reward
from cardshark.players.gin.rummy.brain import Draw, Knock, RummyInputs, Sight

TD, EVO = "TD5", "EVO3"  # the best of each in the paper: what variants vary
PLAIN = {"TD": TD, "EVO": EVO}
LAY_OFF, TURN_OVER, SHORT = "paper:lay_off=best", "paper:stock_out=turn_over", "paper:max_turns=1000"
MATCH = "paper:target=100,hands=40,game_bonus=100,box=20,shut_out=plus"  # to 100 points, with all bonuses; 40 hands at most

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
    # a grid over alpha and lambda
    "TD, alpha 0.05": Variant(TD, {"rate": 0.05}),
    "TD, alpha 0.05, lambda 0.3": Variant(TD, {"rate": 0.05, "trace": 0.3}),
    "TD, lambda 0.3": Variant(TD, {"trace": 0.3}),
    "TD, alpha 0.5": Variant(TD, {"rate": 0.5}),
    "TD, alpha 0.5, lambda 0.3": Variant(TD, {"rate": 0.5, "trace": 0.3}),
    "TD, lambda 1": Variant(TD, {"trace": 1.0}),
    # a grid over crossover, noise and threshold
    "EVO, crossover 0.5": Variant(EVO, {"crossover": 0.5}),
    "EVO, noise 0.03": Variant(EVO, {"noise": 0.03}),
    "EVO, noise 0.3": Variant(EVO, {"noise": 0.3}),
    "EVO, crossover 0.5, noise 0.03": Variant(EVO, {"crossover": 0.5, "noise": 0.03}),
    "EVO, 4 of 4": Variant(EVO, {"threshold": "4/4"}),
    "EVO, 5 of 6": Variant(EVO, {"threshold": "5/6"}),
    "evolution strategy": Variant(EVO, {"method": EvolutionMethod.ES, "population": 8, "pairs": 2}),
    "CMA-ES": Variant(EVO, {"method": EvolutionMethod.CMA, "population": 8, "pairs": 2}),
    # the same change for both methods
    "TD, four inputs": Variant(TD, {}, {"inputs": RummyInputs.FOUR}),
    "EVO, four inputs": Variant(EVO, {}, {"inputs": RummyInputs.FOUR}),
    "TD, 52 units": Variant(TD, {}, {"hidden": 52}),
    "EVO, 52 units": Variant(EVO, {}, {"hidden": 52}),
    "TD, mean": Variant(TD, {}, {"draw": Draw.MEAN}),
    "EVO, mean": Variant(EVO, {}, {"draw": Draw.MEAN}),
    "TD, laying off": Variant(TD, {"rules": LAY_OFF}),
    "EVO, laying off": Variant(EVO, {"rules": LAY_OFF}),
    "TD, for wins": Variant(TD, {"reward": Reward.WIN}),
    "EVO, for points": Variant(EVO, {"objective": Objective.POINTS}),
    "TD, 1,000 turns": Variant(TD, {"rules": SHORT}),
    "EVO, 1,000 turns": Variant(EVO, {"rules": SHORT}),
    "TD, knock learned": Variant(TD, {"ending": Ending.VALUE}, {"knock": Knock.LEARNED}),
    "EVO, knock learned": Variant(EVO, {}, {"knock": Knock.LEARNED}),
    "TD, hand unseen": Variant(TD, {}, {"sight": Sight.NOTHING}),
    "TD, hand seen": Variant(TD, {}, {"sight": Sight.EVERYTHING}),
    "EVO, hand seen": Variant(EVO, {}, {"sight": Sight.EVERYTHING}),
    # where the paper is silent, or we could read it otherwise
    "TD, last hand valued": Variant(TD, {"ending": Ending.VALUE}),
    "TD, draws ignored": Variant(TD, {"draws": False}),
    "TD, score over 100": Variant(TD, {"largest": 100}),
    "TD, small weights": Variant(TD, {"weights": 0.15}),
    "EVO, small weights": Variant(EVO, {"weights": 0.15}),
    "TD, throwing back": Variant(TD, {}, {"returns": True}),
    "EVO, throwing back": Variant(EVO, {}, {"returns": True}),
    "EVO, champion": Variant(EVO, {"challenger": Challenger.CHAMPION}),
    "EVO, champion, throwing back": Variant(EVO, {"challenger": Challenger.CHAMPION}, {"returns": True}),
    "EVO, squashed": Variant(EVO, {}, {"squashed": True}),
    "TD, squashed": Variant(TD, {}, {"squashed": True}),
    "TD, pile turned over": Variant(TD, {"rules": TURN_OVER}),
    "EVO, pile turned over": Variant(EVO, {"rules": TURN_OVER}),
}  # fmt: skip
LONG = "TD, gamma 0.98"  # trained as long as EVO3 too, to see whether the conclusion survives
LONG_BRAIN = "TDgamma"  # what its brains are called

# Both methods with one change, by which rules: evolution's lead over temporal differences.
BOTH = {
    "four inputs": ("EVO, four inputs", "TD, four inputs", "paper"),
    "52 units": ("EVO, 52 units", "TD, 52 units", "paper"),
    "the mean instead of the median": ("EVO, mean", "TD, mean", "paper"),
    "laying off": ("EVO, laying off", "TD, laying off", LAY_OFF),
    "both for wins": ("EVO", "TD, for wins", "paper"),
    "both for points": ("EVO, for points", "TD", "paper"),
    "1,000 turns": ("EVO, 1,000 turns", "TD, 1,000 turns", "paper"),
}
READINGS = {
    "as written": ("EVO", "TD", "paper"),
    "a drawn card may be thrown back": ("EVO, throwing back", "TD, throwing back", "paper"),
    "the challenger is the champion and noise": ("EVO, champion", "TD", "paper"),
    "both of these, as this page read it before": ("EVO, champion, throwing back", "TD, throwing back", "paper"),
    "hands are compared by the output, in 32 bits": ("EVO, squashed", "TD, squashed", "paper"),
    "first weights up to 0.15": ("EVO, small weights", "TD, small weights", "paper"),
    "the pile is turned over, not shuffled": ("EVO, pile turned over", "TD, pile turned over", TURN_OVER),
    "nothing is learned from drawn games": ("EVO", "TD, draws ignored", "paper"),
    "the hand that is laid down is valued": ("EVO", "TD, last hand valued", "paper"),
    "scores are divided by 100": ("EVO", "TD, score over 100", "paper"),
    "lambda is 1": ("EVO", "TD, lambda 1", "paper"),
}


def file_name(variant: str, run: int) -> str:
    """The name of a variant's brain, fit for a file."""
    return numbered("".join(letter if letter.isalnum() else "_" for letter in variant), run)


def variant_tasks(plan: Plan, seed: int) -> list[Task]:
    """Every variant, from the seeds of its base; and the one that is trained longer."""
    found = [task_of(plan, seed, name, run, EARLY, VARIED, file_name(name, run)) for name in VARIANTS for run in plan.variant_runs]
    longer = [task_of(plan, seed, LONG, run, GAMES[EVO], LONGER, numbered(LONG_BRAIN, run)) for run in plan.variant_runs]
    return [*found, *longer]


def task_of(plan: Plan, seed: int, name: str, run: int, games: int, group: str, brain: str) -> Task:
    """The training of a variant."""
    base, lesson, design = VARIANTS[name]
    changed = replace(lesson_of(base, plan.games(games)), **lesson)
    return Task(group, brain, name, run, replace(AS_WRITTEN, **design), changed, seed_of(seed, PLAYERS.index(base), run))


def early_brain(name: str, run: int) -> str:
    """The brain of a variant, or the plain one of a method, after the games that every variant has."""
    return file_name(name, run) if name in VARIANTS else brain_name(numbered(PLAIN[name], run), EARLY)
