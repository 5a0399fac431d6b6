"""Brains that play without views: all of them in one memory, in one kernel, with learning or without."""

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS, Rules
from cardshark.learning.hearts.hindsight_kernel import LESSON, BrainSeating, play_games, workspace_of
from cardshark.players.hearts.network.brain import NOTHING, Brain, join_brains
from cardshark.players.hearts.styles import style_of

Totals = NDArray[np.int16]  # final totals, one game a row, one seat a column


class Seats:
    """Brains in one memory, and the workspace in which a kernel lets them play."""

    def __init__(self, brains: list[Brain], rules: Rules) -> None:
        for brain in brains:
            brain.check(rules)
        self.rules, self.record = rules, house.record(rules)
        self.workspace = workspace_of(*join_brains(brains))

    @property
    def memory(self) -> NDArray[np.float32]:
        """The weights of all brains."""
        return self.workspace.memory

    def weights(self, number: int) -> NDArray[np.float32]:
        """The weights of a brain, not copied."""
        starts = [*self.workspace.brains["start"].tolist(), len(self.memory)]
        return self.memory[starts[number] : starts[number + 1]]

    def play(self, seed: int, name: str, first: int, games: int, seating: BrainSeating, lesson: np.ndarray) -> tuple[Totals, int, int]:
        """Play `games` games of a named stream of a seed. Returns final totals, hands, and how many games were finished."""
        table = np.zeros(games, hearts.GAME)
        table["deals"] = words(seed, f"{name} deals", games, first)
        table["luck"] = words(seed, f"{name} luck", games, first)
        table["first"] = np.arange(first, first + games) % 12  # games take turns in who leads first, and in the passing cycle
        hearts.start_all(table, self.record)
        if self.rules.win_back:  # who learns to win points back begins there, with everybody at the limit
            table["table"]["totals"][:, : self.rules.players], table["table"]["second_stage"] = self.rules.limit, 1
        totals = np.zeros((games, hearts.SEATS), np.int16)
        self.workspace.sheets["finished"] = NOTHING  # a learner's weights may have changed since
        finished = play_games(table, self.record, self.workspace, seating, lesson, totals)
        hands = int((table["table"]["hand_number"] - table["first"]).sum())
        return totals, hands, finished


def final_totals(brains: list[Brain], rules: str, games: int, seed: int, name: str = "test", first: int = 0) -> Totals:
    """Play games without learning between these brains, one a seat. Returns final totals."""
    different = list({id(brain): brain for brain in brains}.values())
    seats = Seats(different, house.parse(PRESETS, rules))
    numbers = np.array([next(n for n, each in enumerate(different) if each is brain) for brain in brains], np.int8)
    still = BrainSeating(numbers, np.zeros(len(different), np.int8), np.repeat(style_of("jake"), hearts.SEATS))
    return seats.play(seed, name, first, games, still, np.zeros(1, LESSON))[0]
