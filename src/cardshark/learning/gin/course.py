"""Courses for rummy brains: two networks at one table, every deck played twice with the seats swapped.

Brain 0 is the learner, which the paper calls the player; brain 1 is its opponent or challenger.
"""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import words
from cardshark.games import gin, house
from cardshark.games.gin import NOBODY, SEATS
from cardshark.games.gin.rules import PRESETS, Rules
from cardshark.learning.course import Course, Schedule, check_range
from cardshark.learning.gin.td import STYLED, TD_LESSON, Ending, Reward, Traces, play_hands, workspace_of
from cardshark.options import check_kinds
from cardshark.players.gin.rummy.brain import Knock, RummyBrain, RummyDesign, RummyInputs, has_large, join_rummies, load_rummy
from cardshark.players.gin.styles import gin_style_of
from cardshark.players.hearts.styles import check_chance
from cardshark.text import UserError

OWN = ("rival", "self")  # opponents that are no styles
LARGEST_SCORE = 125  # more than any gin scores


def single_hands(text: str) -> Rules:
    """These rules, one hand at a time."""
    return house.parse(PRESETS, text)._replace(hands=1)


def first_rummy(design: RummyDesign, start: str, seed: int, number: int, largest: float) -> RummyBrain:
    """The brain that a learner begins with: a fresh one, or one that has learned before."""
    if not start:
        return RummyBrain.fresh(design, int(words(seed, "weights", 1, number)[0]), largest)
    brain = load_rummy(start).copy()
    if brain.design != design:
        raise UserError(f"{start} is of another design: give the flags of its design, or leave out start")
    return brain


class Hands(NamedTuple):
    """The results of some hands, one a row."""

    scores: NDArray[np.int16]  # of each side
    winners: NDArray[np.int8]  # side 0, side 1 or NOBODY
    turns: NDArray[np.int16]

    @classmethod
    def of(cls, games: np.ndarray, swaps: NDArray[np.int64]) -> "Hands":
        """The results of finished games. Where `swaps` is 1, the sides sat on each other's seats."""
        scores, winners, swapped = np.maximum(games["scores"], 0), games["winner"], swaps == 1
        winners = np.where(swapped & (winners != NOBODY), 1 - winners, winners)
        return cls(np.where(swapped[:, None], scores[:, ::-1], scores), winners, games["table"]["turns"].copy())


class RummyCourse(Course):
    """A course in gin. Games are single hands; every deck is played twice, with the seats swapped."""

    def __init__(self, design: RummyDesign, lesson: Any, seed: int) -> None:
        super().__init__(lesson, seed, SEATS)
        self.design, self.rules = design, single_hands(lesson.rules)
        own = [first_rummy(design, lesson.start, seed, number, lesson.weights) for number in range(SEATS)]
        self.size = own[0].memory.size
        self.workspace = workspace_of(*join_rummies(own), self.size)
        self.styles = [gin_style_of(text) for text in lesson.against.split("+")] if lesson.against not in OWN else []
        self.turns = np.zeros(lesson.games, np.int16)  # of each game
        self.wins = np.zeros(SEATS, np.int64)  # of the learner (or champion) and of the other, in this epoch
        self.points = np.zeros(SEATS, np.int64)
        self.lesson_record = np.zeros(1, TD_LESSON)
        self._house = house.record(self.rules)

    @property
    def memory(self) -> NDArray[np.float32]:
        """The weights of both brains."""
        return self.workspace.memory

    def weights(self, number: int) -> NDArray[np.float32]:
        """The weights of a brain, not copied."""
        return self.memory[number * self.size : (number + 1) * self.size]

    @property
    def brain(self) -> RummyBrain:
        """The learner as it is."""
        found = RummyBrain(self.design)
        found.memory[:] = self.weights(0)
        return found

    def play(self, first_deck: int, swaps: NDArray[np.int64], first: int, sides: tuple[int, int], style: int) -> Hands | None:
        """Play hands. Returns their results; None if the values blew up.

        Where `swaps` is 1, the sides sit on each other's seats, and the deck is that of the hand before. `first` is the number of the
        first of these games, which decides the luck. `sides` are two brains, or a brain and STYLED: then style number `style` plays.
        """
        games = np.zeros(len(swaps), gin.GAME)
        decks = words(self.seed, "lesson deals", len(swaps), first_deck)
        games["deals"] = decks[np.cumsum(1 - swaps) - (1 - swaps[0])]
        games["luck"] = words(self.seed, "lesson luck", len(swaps), first)
        gin.start_all(games, self._house)
        brains = self.workspace.brains
        brains["large"] = [has_large(self.memory[start : start + self.size]) for start in brains["start"]]
        seating = np.array([sides, sides[::-1]], np.int8)[swaps]
        styles = np.repeat(self.styles[style % len(self.styles)] if self.styles else gin_style_of("simple"), SEATS)
        played = play_hands(games, self._house, self.workspace, seating, styles, self.lesson_record)
        return Hands.of(games, swaps) if played == len(games) else None

    def count(self, scores: NDArray[np.int16], winner: int, turns: int) -> None:
        """Count the result of the next game."""
        if winner != NOBODY:
            self.wins[winner] += 1
        self.points += scores
        self.turns[self.game] = turns

    def changing(self) -> dict[str, np.ndarray]:
        """Weights, and what happened so far."""
        return {"memory": self.memory, "turns": self.turns, "wins": self.wins, "points": self.points}


@dataclass(frozen=True)
class TdLesson:
    """How a rummy brain learns from temporal differences: after every turn, its value of the hand before moves towards that of now."""

    games: Annotated[int, "how many hands to learn from; each deck is played twice, with the seats swapped"] = 10_000
    rules: Annotated[str, "house rules of gin"] = "paper"
    start: Annotated[str, "a brain to go on from; nothing for a fresh one"] = ""
    weights: Annotated[float, "largest weight of a fresh brain"] = 1.0
    rate: Annotated[float, "learning rate (the paper's alpha)"] = 0.1
    schedule: Annotated[Schedule, "how the learning rate changes"] = Schedule.CONSTANT
    final_rate: Annotated[float, "learning rate of the last game, unless it is constant"] = 0.0
    trace: Annotated[float, "how much of a trace stays for the next turn (the paper's lambda)"] = 0.7
    gamma: Annotated[float, "how much a reward is worth one turn earlier"] = 1.0
    epsilon: Annotated[float, "chance that a draw or discard is any legal one"] = 0.0
    cut: Annotated[bool, "does a random choice clear the traces"] = False
    traces: Annotated[Traces, "what a trace becomes when its weight contributes again"] = Traces.ADD
    ending: Annotated[Ending, "what follows the last turn of a player who knocks"] = Ending.REWARD
    reward: Annotated[Reward, "what a hand brings at its end"] = Reward.SCORE
    largest: Annotated[int, "the score that counts as 1; higher ones count no more"] = LARGEST_SCORE
    draws: Annotated[bool, "are hands that nobody wins learned from"] = True
    against: Annotated[
        str,
        "who sits there: rival (a second network learns, and after each epoch the one with more wins is copied), self (one network on "
        "both seats), or a style as simple; of several (simple+holdout) each plays in its turn",
    ] = "rival"
    epoch: Annotated[int, "games of an epoch"] = 6

    def __post_init__(self) -> None:
        check_kinds(self)
        check_chance("epsilon", self.epsilon)
        check_range(self, 0, 1, "trace", "gamma")
        check_range(self, 1, 10_000_000, "games", "largest")
        check_range(self, 0, 10, "rate", "final_rate", "weights")
        if not 2 <= self.epoch <= 10_000 or self.epoch % 2:
            raise UserError(f"an epoch has an even number of games from 2 to 10,000, not {self.epoch}")
        single_hands(self.rules)

    def rate_of(self, game: int) -> float:
        """The learning rate of a game."""
        return Schedule(self.schedule).between(self.rate, self.final_rate, game / max(self.games - 1, 1))


class TdCourse(RummyCourse):
    """TD-rummy: two networks learn at the same table, and the better one is kept (or one learns on both seats)."""

    def __init__(self, design: RummyDesign, lesson: TdLesson, seed: int) -> None:
        super().__init__(design, lesson, seed)
        if design.knock == Knock.LEARNED and lesson.ending == Ending.REWARD:
            raise UserError("who learns when to knock must value the hand that is laid down: set ending=value")
        if design.inputs == RummyInputs.FACTS:
            raise UserError("temporal differences are for brains that see cards: set inputs=one or inputs=four")
        if lesson.against == "self":
            self.workspace.brains["start"] = 0
        record = self.lesson_record
        record["keep"], record["gamma"], record["scale"] = lesson.gamma * lesson.trace, lesson.gamma, 1 / lesson.largest
        record["slip_chance"] = round(lesson.epsilon * 2**32)
        for name in ("cut", "traces", "ending", "reward", "draws"):
            record[name] = getattr(lesson, name)

    def learn_game(self) -> tuple[NDArray[np.int16], int] | None:
        """Play the next game, learning after every turn; after the last of an epoch the better network is copied."""
        found = self.play_next()
        if found is None:
            return None
        self.count(found.scores[0], int(found.winners[0]), int(found.turns[0]))
        if (self.game + 1) % self.lesson.epoch == 0:
            if self.lesson.against == "rival":
                better = int(self.wins[1] > self.wins[0])  # the learner stays if both have the same number
                self.weights(1 - better)[:] = self.weights(better)
            self.wins[:] = 0
            self.points[:] = 0
        return found.scores[0], 1

    def play_next(self) -> Hands | None:
        """Play the next game at its learning rate."""
        self.lesson_record["rate"] = self.lesson.rate_of(self.game)
        deck, swap = divmod(self.game, 2)
        return self.play(deck, np.array([swap]), self.game, (0, STYLED if self.styles else 1), deck)
