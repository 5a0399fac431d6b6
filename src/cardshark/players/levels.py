"""Levels for people, from the first evening to the champion: who plays at each of them, and how strong that was measured to be.

Each game has a ladder for each deck. The strength is measured against a player that everybody knows: at Hearts the points a hand that
one gains on each of three `jake`, at gin the share of matches that it wins against `lookahead`. `python docs/figures.py levels` plays
what is missing in the record, and `python docs/figures.py` writes `levels.json` from it.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cardshark.text import choice

LADDERS: dict[str, dict[str, dict[str, str]]] = {  # by game, rules and level: a player as text
    "hearts": {
        "american": {
            "first evening": "greedy:epsilon=0.3",
            "beginner": "greedy",
            "casual": "stock",
            "regular": "jake",
            "club": "policy:temperature=4",
            "expert": "policy:temperature=2",
            "master": "policy",
            "champion": "champion",
        },
        "dutch": {
            "first evening": "greedy:epsilon=0.3",
            "beginner": "greedy",
            "casual": "stock",
            "regular": "jake",
            "club": "policy:temperature=4",
            "expert": "policy:temperature=2",
            "master": "policy",
            "champion": "champion",
        },
    },
    "gin": {
        "eaai": {
            "first evening": "simple:epsilon=0.1",
            "beginner": "simple",
            "casual": "holdout",
            "regular": "lookahead",
            "expert": "policy:temperature=1.5",
            "master": "policy",
            "champion": "champion",
        },
    },
}
MEASURED = Path(__file__).with_suffix(".json")


class Level(NamedTuple):
    """A rung of a ladder."""

    name: str
    player: str
    strength: float  # higher is stronger
    low: float  # the 95 % interval of the strength
    high: float
    shown: str  # the strength as people read it: `+3.18` or `58.6%`
    interval: str  # the same of its interval: `+3.02 to +3.35`
    unit: str  # what it counts: `points a hand gained on each of three jake`


@lru_cache(1)
def measured() -> dict[str, Any]:
    """What `levels.json` holds: by game and rules the unit, how a strength is shown, and that of each level with its interval."""
    return json.loads(MEASURED.read_text(encoding="utf-8"))


def levels(game: str, rules: str = "") -> list[Level]:
    """The levels of a game, the weakest first; by its usual rules where none are named."""
    ladders = LADDERS[choice("game with levels", game, LADDERS)]
    rules = choice("ladder of levels", rules, ladders) if rules else next(iter(ladders))
    found = measured()[game][rules]
    rungs = []
    for name, player in ladders[rules].items():
        strength, low, high = found["strengths"][name]
        shown, least, most = map(found["shown"].format, (strength, low, high))
        rungs.append(Level(name, player, strength, low, high, shown, f"{least} to {most}", found["unit"]))
    return rungs
