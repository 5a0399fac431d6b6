"""A policy as the coach asks it: which one fits a table, what it is most for, what it thinks of each choice, and who holds what."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.coach.statistics import Glance
from cardshark.players.policy import forward
from cardshark.players.policy.net import Desk, Net, new_desk
from cardshark.players.policy.shipped import Ready, fitting_policy
from cardshark.text import UserError

POLICY = "policy"  # how judges call themselves who think with one
OF_A_MATCH = {  # rules that change nothing within a hand
    "hearts": ("limit", "above_limit", "hands", "ties"),
    "gin": ("dealer", "target", "hands", "game_bonus", "box", "gin_boxes", "undercut_boxes", "shut_out"),
}

CORES = 2  # that play on in thought: as many as the smallest machines have
FinishHands = Callable[[Net, Desk, np.ndarray, np.ndarray, np.ndarray], NDArray[np.float64]]
Sight = tuple[NDArray[np.uint64], NDArray[np.float32]]  # what seats see: words and numbers


def policy_of_table(game: Any, rules: Any) -> Ready | None:
    """The policy of the lab that learned to play hands by these very rules; None if there is none."""
    try:
        found = fitting_policy(game, rules)
    except UserError:
        return None
    learned = found.brain.rules._replace(**{name: getattr(rules, name) for name in OF_A_MATCH[game.NAME]})
    return found if learned == rules and found.brain.goal == "hand" else None


class Mind:
    """A policy that is asked. Several threads may ask at the same time."""

    def __init__(self, policy: Ready) -> None:
        self.brain, self.net = policy
        self._own = threading.local()

    @property
    def desk(self) -> Desk:
        """Memory of this thread to compute in."""
        if not hasattr(self._own, "desk"):
            self._own.desk = new_desk(self.brain)
        return self._own.desk

    def finish(self, finish_hands: FinishHands, games: np.ndarray, rules: np.ndarray, plan: np.ndarray) -> NDArray[np.float64]:
        """What these hands cost each seat if the policy plays on as planned. Two cores share the work; no bit depends on that."""
        with ThreadPoolExecutor(CORES) as cores:
            parts = cores.map(lambda part: finish_hands(self.net, self.desk, part, rules, plan), np.array_split(games, CORES))
            return np.concatenate(list(parts))

    def choose(self, sight: Sight) -> NDArray[np.uint64]:
        """What the policy is most for."""
        found = np.empty(len(sight[0]), np.int8)
        forward.choose_rows(self.net, self.desk, *sight, 0.0, np.zeros(len(found), np.uint64), found)
        return found.astype(np.uint64)

    def outlook(self, sight: Sight) -> forward.Outlook:
        """For each row how likely the policy makes each choice, and the points that it hopes to win then."""
        return forward.outlook(self.net, self.desk, *sight)

    def glances(self, sight: Sight, choices: list[int], so_far: float) -> tuple[Glance, ...]:
        """What the policy thinks of each choice in one position; `so_far` is what the hand has cost already."""
        found = self.outlook(sight)
        return tuple(Glance(float(found.chances[0, choice]), so_far - float(found.worth[0, choice])) for choice in choices)

    def owners(self, sight: Sight, cards: int) -> NDArray[np.float64]:
        """How likely each other seat holds each of these cards: [card, other], next seat first. Without an opinion all are alike."""
        others = self.brain.sight.others
        if not self.brain.design.owners:
            return np.full((64, others), 1 / others)
        return forward.owners(self.net, self.desk, *sight, np.array([cards], np.uint64))[0].astype(np.float64)
