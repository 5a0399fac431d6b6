"""What every course has: how far it is, the results of its games, and how to stop and go on.

The settings and the seed decide all that happens in a course. It can be stopped after any game and goes on from its `state`, to
the same bits. The courses themselves stand in `hearts`, `falcon`, `gin` and `policy`. Most go game by game; a policy learns in rounds, in
which many games end.
"""

from collections.abc import Sequence
from enum import IntEnum
from math import cos, pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.learning.growth import Strength, curve_of, strength_of
from cardshark.players.brain_file import AnyBrain
from cardshark.text import UserError


class Schedule(IntEnum):
    """How the learning rate changes from the first game to the last."""

    CONSTANT = 0
    LINEAR = 1
    COSINE = 2  # slowly at first and at the end

    def between(self, first: float, last: float, part: float) -> float:
        """The rate after a part of the games, from 0 to 1."""
        if self == Schedule.CONSTANT:
            return first
        return first + (last - first) * (part if self == Schedule.LINEAR else (1 - cos(pi * part)) / 2)


def check_range(lesson: Any, least: float, most: float, *names: str) -> None:
    """Refuse settings out of range."""
    for name in names:
        if not least <= getattr(lesson, name) <= most:
            raise UserError(f"{name} is a number from {least:,} to {most:,}, not {getattr(lesson, name):,}")


class Course:
    """A learner's way through the games of a lesson. In `totals` the learner comes first."""

    brain: Any  # the learner as it is
    block = 1  # games between two looks at the course
    by_rounds = False  # does it go on by rounds, and not game by game?

    def __init__(self, lesson: Any, seed: int, players: int) -> None:
        self.lesson, self.seed, self.players = lesson, seed, players
        self.opponents: Sequence[AnyBrain] = ()  # brains that it learns against and that do not learn
        self.teachers: Sequence[AnyBrain] = ()  # brains that it copies at first
        self.game = 0  # games finished
        self.hands = 0
        self.diverged: int | None = None  # the game in which the values blew up
        self.totals = np.zeros((0 if self.by_rounds else lesson.games, players), np.int16)

    @property
    def done(self) -> bool:
        """Is there nothing left to learn, or did the values blow up?"""
        return self.at >= self.end or self.diverged is not None

    @property
    def at(self) -> int:
        """How far it has come on its way to the `end`."""
        return self.game

    @property
    def end(self) -> int:
        """Where its way ends: after so many games, if it goes game by game."""
        return self.lesson.games

    def advance(self, games: int) -> None:
        """Play and learn from this many more games, or as many as are left."""
        for _ in range(games):
            if self.done:
                return
            found = self.learn_game()
            if found is None:
                self.diverged = self.game
                return
            self.totals[self.game], hands = found
            self.hands += hands
            self.game += 1

    def learn_game(self) -> tuple[NDArray[np.int16], int] | None:
        """Play the next game and learn from it. Returns points and hands; None if the values blew up."""
        raise NotImplementedError

    def curve(self, ends: Sequence[int], hands: NDArray[np.int64]) -> list[list[float]]:
        """The learning curve so far: see `curve_of`."""
        return curve_of(self.totals[:, : self.players], ends, hands)

    def strength(self, first: int, last: int, hands: int) -> Strength | None:
        """Points a hand over some games, in which so many hands were played."""
        return strength_of(self.totals[first:last, : self.players], hands)

    def news(self) -> str:
        """What else is worth watching while it learns, in a few words."""
        return ""

    def test_lines(self) -> list[str]:
        """What came of each test on the way, if there were any."""
        return []

    def blow_up(self) -> str:
        """What happened when the values blew up, and what would help."""
        return (
            f"the values blew up in game {self.game + 1} of {self.lesson.games}: "
            f"try a learning rate below {self.lesson.rate:g} (--rate) or a smaller network"
        )

    def findings(self, ends: Sequence[int]) -> dict[str, Any]:
        """What else is worth knowing about how it learned; for curves, after these numbers of games."""
        return {}

    def changing(self) -> dict[str, np.ndarray]:
        """The arrays that change while it learns, not copied."""
        raise NotImplementedError

    def state(self) -> dict[str, np.ndarray]:
        """Everything that a course needs to go on."""
        arrays = {name: array.copy() for name, array in self.changing().items()}
        return {"game": np.array(self.game), "hands": np.array(self.hands), "totals": self.totals[: self.game].copy(), **arrays}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on from a state of a course with the same settings and seed."""
        self.game, self.hands = int(state["game"]), int(state["hands"])
        if not 0 <= self.game <= len(self.totals) or self.hands < 0:
            raise ValueError(f"it has {self.game:,} games and {self.hands:,} hands")
        take_over(self.totals[: self.game], state["totals"])
        for name, array in self.changing().items():
            take_over(array, state[name])


def take_over(array: np.ndarray, found: np.ndarray) -> None:
    """Put numbers from a checkpoint into an array that changes; others than it holds are refused, so that none is cut or spread."""
    if found.shape != array.shape or found.dtype != array.dtype:
        raise ValueError(f"{found.shape} {found.dtype} stands where {array.shape} {array.dtype} should stand")
    array[:] = found
