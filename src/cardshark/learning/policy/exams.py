"""Tests on the way: the learner as a player, and what it makes of deals that no training sees."""

import copy
from math import isnan
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardshark.arena.duel import duel
from cardshark.learning.policy.learner import PolicyLearner, put_weights, under
from cardshark.learning.policy.lesson import Goal, PolicyLesson
from cardshark.learning.policy.networks import Actor, as_tensor, log_chances, one_order
from cardshark.learning.policy.rounds import EXACT, NUMBERS, known, legal_of
from cardshark.players.player import Choices, Player, Views
from cardshark.tables import Observer

HELD_OUT = int.from_bytes(b"held-out deals")  # the seed of tests: no training draws it, and nobody types it
FIGURES = ("points", "mean", "low", "high")  # of a test: points a hand, and the difference or share of matches with its interval of 95 %


class Pupil(Player):
    """Plays what was learned so far: always the likeliest choice. `actor` has full precision, on any device."""

    def __init__(self, actor: Actor) -> None:
        self.actor, self.device = actor, next(actor.parameters()).device

    def sit(self, game: Any, rules: Any) -> None:
        self.observer = Observer(game, rules)
        self.numbers, self.exact = NUMBERS.get(game.NAME), EXACT.get(game.NAME, -1)

    @torch.no_grad()
    def choose(self, views: Views, choices: Choices) -> None:
        words = as_tensor(self.observer.words(views)).to(self.device)
        inputs = known(words, torch.from_numpy(self.counted(views)).to(self.device), torch.float32)
        choices[:] = log_chances(self.actor.choice(self.actor.features(inputs)), legal_of(inputs)).argmax(1).cpu().numpy()
        exact, legal = views["table"]["phase"] == self.exact, views["legal"]
        choices[exact] = np.bitwise_count((legal & (~legal + np.uint64(1))) - np.uint64(1))[exact]  # the lowest bit

    def counted(self, views: Views) -> NDArray[np.float32]:
        """What the network sees that is no bit."""
        return self.observer.inputs(views, self.numbers) if self.numbers else np.zeros((len(views), 0), np.float32)


def pupil_of(learner: PolicyLearner) -> Pupil:
    """The learner as it is now, with its weights rounded as in its file."""
    actor = copy.deepcopy(learner.averaged)
    put_weights(actor, {name: each.astype(np.float16) for name, each in under(learner.learned(), "actor.").items()})
    return Pupil(actor)


class Exams:
    """All tests of a course: against whom, and what was found."""

    def __init__(self, lesson: PolicyLesson) -> None:
        self.lesson, self.names, self.matches = lesson, lesson.tested(), lesson.goal == Goal.MATCH
        self.unit = "share of matches" if self.matches else "points a hand"
        self.found = np.full((lesson.tests, len(self.names), 1 + len(FIGURES)), np.nan)  # [test, player]: games, and the figures

    def sit(self, number: int, games: int, learner: PolicyLearner) -> None:
        """Meet everybody on the held-out deals; this is test `number`, counted from 1."""
        lesson, player = self.lesson, ("policy", pupil_of(learner))
        amount: dict[str, Any] = {"matches" if self.matches else "deals": lesson.test_deals}
        for place, name in enumerate(self.names):
            with one_order(learner.plan.device):
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
