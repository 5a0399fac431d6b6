"""What is trained beside the networks of the thesis's tables: other readings of it, and what it leaves to others."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from cardshark.experiments.hearts_network.tables import DEPTHS, RELUS, SIGMOIDS, Setting, setting
from cardshark.learning.course import Schedule
from cardshark.learning.hearts.hindsight_kernel import Credit, Target
from cardshark.players.hearts.network.brain import Activation, Design, Links, Networks
from cardshark.players.hearts.network.features import InputList, LeftInput, PlayedInput, PositionInput, ScaleInput, ScoreInput

BRAINS = "brains/"  # the folder of the brains of a run
OPPONENT = f"{BRAINS}opponent.safetensors"  # whom everybody trains against, three times
GAMES = 1000  # of a training


class Recipe(NamedTuple):
    """A network and how it learns, but for its learning rate."""

    name: str
    design: Design
    lesson: Mapping[str, Any] = {}  # what is not as usual
    games: int = GAMES

    @classmethod
    def of(cls, each: Setting, games: int = GAMES) -> "Recipe":
        """A network of the thesis."""
        return cls(each.name, each.design, {}, games)


# ---- our own networks ----

DEEP = (setting("ReLU", 1, 192, 0.0001), setting("ReLU", 3, 64, 0.0001), setting("ReLU", 6, 32, 0.0001))
TRIED_ELSEWHERE = {f"{DEEP[1].name}, plain": DEEP[1].name}  # its rates are tried in the first experiment
TRAINED_ELSEWHERE = {(f"{each.name}, plain", each.rate) for each in DEEP if each in DEPTHS}  # in the second experiment
WAYS = {"bootstrapped": {"target": Target.BOOTSTRAP}, "double bootstrapped": {"target": Target.DOUBLE}}
QUANTILES = 8
AGES = (1000, 3000, 6000)  # games of longer trainings


def plain_name(each: Setting) -> str:
    """A network of `DEEP` as the thesis builds them, for three times as many games."""
    return f"{each.name}, plain"


def scaled_name(each: Setting) -> str:
    """A network of the thesis whose inputs are at most 1."""
    return f"{each.name}, scaled inputs"


def linked_name(each: Setting) -> str:
    """A network whose layers are normalised and added to each other."""
    return f"{each.name}, residual and normalised"


def beyond() -> list[Recipe]:
    """Networks that the thesis leaves to others: scaled inputs, residual and normalised layers, other targets."""
    found = []
    for each in (RELUS[0], RELUS[2], SIGMOIDS[0], SIGMOIDS[2]):
        found.append(Recipe(scaled_name(each), replace(each.design, scale=ScaleInput.UNIT)))
    for each in DEEP:
        found += [Recipe(plain_name(each), each.design, {}, 3 * GAMES)]
        found += [Recipe(linked_name(each), replace(each.design, links=Links.BOTH), {}, 3 * GAMES)]
    found += [Recipe(name, RELUS[0].design, lesson) for name, lesson in WAYS.items()]
    return [*found, Recipe("quantiles", replace(RELUS[0].design, quantiles=QUANTILES))]


def longer_name(games: int, falls: bool) -> str:
    """One layer of 64 ReLUs that learns for so many games, at a rate that stays or falls."""
    return f"{games} games, {'falling' if falls else 'constant'} rate"


def longer() -> list[Recipe]:
    """Longer trainings, at a constant rate and at one that falls to 0 in a line."""
    falling = {"schedule": Schedule.LINEAR, "final_rate": 0.0}
    return [
        Recipe(longer_name(games, falls), RELUS[0].design, falling if falls else {}, games) for games in AGES for falls in (False, True)
    ]


BASE = "as we read it"


def for_both(rules: str, base: Design) -> list[Recipe]:
    """Other readings of what a network of any kind sees and begins with."""
    return [
        Recipe("a random player leads", base, {"rules": f"{rules},first_lead=random"}),
        Recipe("the seven of clubs leads", base, {"rules": f"{rules},first_lead=lowest_club,first_lead_forced=yes"}),
        Recipe("points of the game", replace(base, scores=ScoreInput.GAME)),
        Recipe("points of the game, scaled", replace(base, scores=ScoreInput.GAME_SCALED)),
        Recipe("played: the table too", replace(base, played=PlayedInput.ALL)),
        Recipe("left: without my own", replace(base, left=LeftInput.UNSEEN)),
        Recipe("position from 0", replace(base, position=PositionInput.FROM_ZERO)),
        Recipe("first weights up to 0.5", base, {"weights": 0.5}),
        Recipe("first weights up to 1", base, {"weights": 1.0}),
    ]


def readings(rules: str) -> list[Recipe]:
    """One hidden layer of 64 ReLUs under every other reading of the thesis, and beyond it."""
    base = Design()
    return [
        Recipe(BASE, base),
        *for_both(rules, base),
        Recipe("plain ReLU", replace(base, activation=Activation.RELU)),
        Recipe("moon charged to every trick", base, {"credit": Credit.EVERY_STEP}),
        Recipe("moon charged to nobody", base, {"credit": Credit.NONE}),
        Recipe("against random players", base, {"against": "random"}),
        Recipe("against Jake", base, {"against": "jake"}),
        Recipe("against itself", base, {"against": "self"}),
        Recipe("against a league", base, {"against": f"{OPPONENT}+jake+past"}),
        Recipe("one network for all tricks", replace(base, networks=Networks.SHARED)),
        Recipe("our inputs", replace(base, inputs=InputList.LAB)),
        Recipe("our inputs, one network", replace(base, inputs=InputList.LAB, networks=Networks.SHARED)),
    ]


def sigmoid_name(reading: str) -> str:
    """One hidden layer of 64 sigmoids under a reading."""
    return f"{SIGMOIDS[0].name}, {reading}"


def sigmoid_readings(rules: str) -> list[Recipe]:
    """The same with sigmoids, where a reading is not of ReLUs or opponents: so the main claim is tried, and not a level alone."""
    return [recipe._replace(name=sigmoid_name(recipe.name)) for recipe in for_both(rules, SIGMOIDS[0].design)]
