"""An apprentice learns from its own rollouts: it plays by them, and its network learns what they found about every card.

Hindsight learns from the result of one card in one deal. The apprentice learns from the mean of many imagined deals, for every card
that it tried. A better network makes better rollouts, and these teach a better network (expert iteration). A game of its course is a
sitting: hands that are played side by side, and then studied.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from cardshark import play
from cardshark.cards import lowest
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS, Rules
from cardshark.jit import at, kernel
from cardshark.learning.hearts.gradient import improve
from cardshark.learning.hearts.hindsight import HeartsCourse, first_brain
from cardshark.learning.hearts.hindsight_kernel import BLOWN_UP
from cardshark.options import check_kinds
from cardshark.players.hearts.network.brain import Design
from cardshark.players.hearts.network.features import describe, place
from cardshark.players.hearts.network.player import slip
from cardshark.players.hearts.network.rollouts import Rollouts
from cardshark.players.hearts.styles import check_chance
from cardshark.players.player import Choices, Player, Views
from cardshark.text import UserError

HANDS = 64  # of a sitting


@dataclass(frozen=True)
class Apprenticeship:
    """How a brain learns from rollouts: each card that it looked at is worth what imagined deals say."""

    games: Annotated[int, f"how many sittings of {HANDS} hands to learn from"] = 500
    rules: Annotated[str, "house rules; single hands are played"] = "dutch"
    start: Annotated[str, "a brain to go on from; nothing for a fresh one"] = ""
    deals: Annotated[int, "imagined deals for each decision"] = 16
    rate: Annotated[float, "learning rate of the first sitting; it falls towards 0 at the last"] = 0.001
    epsilon: Annotated[float, "chance to play any legal card, so that other positions come up too"] = 0.05

    def __post_init__(self) -> None:
        check_kinds(self)
        check_chance("epsilon", self.epsilon)
        if not 1 <= self.games <= 10_000_000:
            raise UserError(f"games is a number from 1 to 10,000,000, not {self.games}")
        if not 1 <= self.deals <= 1_000_000:
            raise UserError(f"deals to imagine are 1 to 1,000,000, not {self.deals}")
        if not 0 <= self.rate <= 10:
            raise UserError(f"rate is a number from 0 to 10, not {self.rate}")
        self.house()

    def house(self) -> Rules:
        """The house rules that the text names, for single hands."""
        rules = house.parse(PRESETS, self.rules)
        if rules.win_back:
            raise UserError("a brain learns to take few points, so it cannot learn where points are won back: set win_back=no")
        return rules._replace(hands=1, limit=0)


@kernel
def study(views, rules, workspace, thought, rate):
    """Move the value of every card that was tried towards its mean in the rollouts. Returns the largest error."""
    rules, brain, memory, sheet = rules[0], workspace.brains[0], workspace.memory, workspace.sheets[0]
    worst = np.float32(0.0)
    for i in range(len(views)):
        view = views[i]
        if thought.worlds[i] == 0.0 or view.table.phase == hearts.PASS:
            continue
        describe(brain, sheet.facts, view.hand, view.table, rules)
        taken = np.float64(view.table.points[at(view.table.turn)])
        rest = view.legal
        while rest:
            card = lowest(rest)
            rest &= rest - np.uint64(1)
            visits = thought.visits[i, card]
            if visits > 0.0:
                aim = np.float32(taken - thought.sums[i, card] / visits)
                error = abs(improve(brain, memory, sheet, place(rules.deck, card), aim, rate, False))
                worst = error if not error <= worst else worst  # nan is not smaller than anything, and stays
    return worst


class RecordingPlayer(Player):
    """Plays by rollouts, sometimes any card, and keeps its views and thoughts."""

    def __init__(self, rollouts: Rollouts, epsilon: float) -> None:
        self.rollouts, self.slip_chance = rollouts, round(epsilon * 2**32)
        self.notes: list[tuple[Views, Any]] = []

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules."""
        self.rollouts.sit(game, rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Choose by rollouts, and keep their results."""
        seen = views.copy()
        seen.flags.writeable = False  # as all views are, so that kernels are compiled once
        self.notes.append((seen, self.rollouts.think(views, choices)))
        slip(views, self.slip_chance, choices)


class ApprenticeCourse(HeartsCourse):
    """A learner's way through its sittings; all four seats play by its rollouts."""

    def __init__(self, design: Design, lesson: Apprenticeship, seed: int) -> None:
        super().__init__(design, lesson, seed, [first_brain(design, lesson.start, lesson.house(), seed)])

    def learn_game(self) -> tuple[NDArray[np.int16], int] | None:
        """Play a sitting by rollouts, and study their results."""
        scholar = RecordingPlayer(Rollouts(brain=self.brain, deals=self.lesson.deals), self.lesson.epsilon)
        table = play.Table(hearts, self.rules, [scholar], HANDS)
        games = table.deal(self.seed, HANDS, HANDS * self.game, "sitting luck", "sitting deals")
        table.play(games)
        rate = np.float32(self.lesson.rate * (1 - self.game / self.lesson.games))
        for views, thought in scholar.notes:
            worst = study(views, table.record, self.seats.workspace, thought, rate)
            if not worst < BLOWN_UP:
                return None
        return games["scores"].sum(axis=0, dtype=np.int16), HANDS
