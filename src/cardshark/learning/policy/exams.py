"""Tests on the way: what the learner makes of deals that no training sees, playing as its file would."""

from math import isnan
from typing import Any

import numpy as np

from cardshark.arena.duel import duel
from cardshark.learning.policy.lesson import Goal, PolicyLesson
from cardshark.players.policy.brain import PolicyBrain
from cardshark.players.policy_player import Policy

HELD_OUT = int.from_bytes(b"held-out deals")  # the seed of tests: no training draws it, and nobody types it
FIGURES = ("points", "mean", "low", "high")  # of a test: points a hand, and the difference or share of matches with its interval of 95 %


class Exams:
    """All tests of a course: against whom, and what was found."""

    def __init__(self, lesson: PolicyLesson) -> None:
        self.lesson, self.names, self.matches = lesson, lesson.tested(), lesson.goal == Goal.MATCH
        self.unit = "share of matches" if self.matches else "points a hand"
        self.found = np.full((lesson.tests, len(self.names), 1 + len(FIGURES)), np.nan)  # [test, player]: games, and the figures

    def sit(self, number: int, games: int, brain: PolicyBrain) -> None:
        """Meet everybody on the held-out deals; this is test `number`, counted from 1."""
        lesson, player = self.lesson, ("policy", Policy(brain))
        amount: dict[str, Any] = {"deals": lesson.test_deals, "matches": self.matches}
        for place, name in enumerate(self.names):
            found = duel(lesson.game, lesson.house(), player, name, seed=HELD_OUT, on="here", **amount)
            result = (found.wins_a, found.wins_low, found.wins_high) if self.matches else (found.difference, found.low, found.high)
            self.found[number - 1, place] = games, found.points_a, *result

    def rows(self) -> list[dict[str, Any]]:
        """All tests so far: points a hand, and how many more than the other player, or which share of the matches was won."""
        rows = []
        for row in self.found:
            for name, (games, *figures) in zip(self.names, row.tolist(), strict=True):
                if not isnan(games):
                    numbers = zip(FIGURES, (round(each, 4) for each in figures), strict=True)
                    rows.append({"games": int(games), "against": name, "unit": self.unit, **dict(numbers)})
        return rows

    def last(self) -> list[dict[str, Any]]:
        """The last test."""
        return self.rows()[-len(self.names) :] if self.names else []

    def lines(self) -> list[str]:
        """All tests for people."""
        line = "{games:,} games: {points:.2f} points a hand; against {against} {mean:+.2f} {unit} (95 %: {low:+.2f} to {high:+.2f})"
        return [line.format(**each) for each in self.rows()]
