"""Positions for tests: many of them, from play under random house rules; and how two views are compared."""

import random
from collections.abc import Iterator

import numpy as np

from cardshark.cards import listed
from cardshark.games import gin, hearts
from cardshark.games.gin.state import MEMORY
from cardshark.games.hearts.rules import FirstLead
from cardshark.games.match import Single
from cardshark.games.positions import Position, position_of
from cardshark.games.views import unpack
from helpers.gin.thrifty import Thrifty
from helpers.hearts.imagined import hearty_rules
from reference import gin_side_by_side, hearts_book


def hearts_positions(seed: int, share: float = 0.1) -> Iterator[Position]:
    """Some positions of a match of Hearts, played at random by random rules."""
    chance = random.Random(seed)
    rules = (hearty_rules if seed % 3 == 0 else hearts_book.random_rules)(chance)
    yield from positions(hearts, rules, chance, share, 1.0)


def gin_positions(seed: int, share: float = 0.1) -> Iterator[Position]:
    """Some positions of a match of gin: knocks and lay-offs all of them, and where more turns were played than anybody remembers."""
    chance = random.Random(seed)
    yield from positions(gin, gin_side_by_side.random_rules(chance), chance, share, 1.0 if seed % 4 == 0 else 0.1)


def positions(game, rules, chance: random.Random, share: float, at_random: float, most: int = 250) -> Iterator[Position]:
    """Some positions of a match."""
    match, thrifty = Single(game, rules, chance.getrandbits(64), chance.getrandbits(64), chance.randrange(12)), Thrifty()
    for _ in range(most):
        if match.over:
            return
        view = match.view()
        rare = game is gin and view.table.phase > gin.DISCARD
        if rare or chance.random() < share:
            yield position_of(game, rules, view)
        free = game is hearts or chance.random() < at_random
        match.choose(chance.choice(listed(int(view.legal))) if free else thrifty.play(unpack(match.views)[0]))


def told_part(position: Position) -> bytes:
    """The bytes of a view without what its text does not tell: see docs/analyse.md."""
    views = position.views.copy()
    blank_hearts(position, views) if position.game is hearts else blank_gin(views)
    return views.tobytes()


def blank_hearts(position: Position, views: np.ndarray) -> None:
    """Before the first card the suit led is that of the hand before; and nobody leads while cards are passed, unless chance decided it."""
    table = views["table"][0]
    if table["played"] == 0:
        table["led"] = 0
    if table["phase"] == hearts.PASS and position.rules.first_lead != FirstLead.RANDOM:
        table["leader"] = 0


def blank_gin(views: np.ndarray) -> None:
    """Above the pile lie cards that are no longer there; and of a long hand one more turn is kept than is told."""
    table = views["table"][0]
    table["pile"][int(table["pile_size"]) :] = gin.NOBODY
    turns = int(table["turns"])
    if turns < MEMORY:
        return
    if not int(table["taken"]) >> (turns + 1) % MEMORY & 1:
        table["discards"][turns % MEMORY] = gin.NOBODY
    table["taken"] &= ~np.uint64(1 << turns % MEMORY)
    if table["phase"] != gin.DISCARD and (int(table["first"]) + turns) % 2 == table["turn"]:
        views["draws"][0, turns // 2 % (MEMORY // 2)] = gin.NOBODY
