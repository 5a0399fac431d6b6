"""The player that follows a policy: a network that was trained by playing against itself, without thinking ahead."""

from dataclasses import dataclass
from math import inf
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.games import gin, hearts, house
from cardshark.players.gin.policy import seat as gin_seat
from cardshark.players.hearts.policy import seat as hearts_seat
from cardshark.players.player import Choices, Player, Views
from cardshark.players.policy.brain import PolicyBrain, load
from cardshark.players.policy.forward import choose_rows, outlook
from cardshark.players.policy.net import new_desk
from cardshark.players.policy.shipped import policy_at
from cardshark.players.thinking import Opinion
from cardshark.text import UserError

SEATS: dict[Any, Any] = {hearts: hearts_seat, gin: gin_seat}
HOTTEST = 100.0


@dataclass
class Policy(Player):
    """Follows a network that knows how likely each choice is: it learned by playing against itself, and does not think ahead."""

    brain: Annotated[str | PolicyBrain, "which policy: a name or a file; without it the one of the lab that fits the table"] = ""
    temperature: Annotated[float, "0: the likeliest choice; 1: by the chances that it learned; more: more at random"] = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.temperature <= HOTTEST:
            raise UserError(f"temperature is 0 (the likeliest choice) to {HOTTEST:g}, not {self.temperature}")
        self._named = load(self.brain) if self.brain else ""

    def sit(self, game: Any, rules: Any) -> None:
        """Take the policy that was named, or the one that fits the table."""
        self._brain, self._net = policy_at(game, rules, self._named)
        self._desk = new_desk(self._brain)
        self._game, self._seat, self._rules = game, SEATS[game], house.record(rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Choose by the chances of the policy."""
        words, numbers = self._seat.see(views, self._rules)
        choose_rows(self._net, self._desk, words, numbers, float(self.temperature), views["luck"].copy(), choices)
        self._seat.decide_by_rule(views, choices)

    def policy(self, views: Views) -> NDArray[np.float32]:
        """The chance of each of the 64 choices; all of it for one choice where a rule decides."""
        chances = outlook(self._net, self._desk, *self._seat.see(views, self._rules)).chances
        by_rule = np.full(len(views), -1, np.int8)
        self._seat.decide_by_rule(views, by_rule)
        for row in np.flatnonzero(by_rule >= 0):
            chances[row] = np.arange(64) == by_rule[row]
        return chances

    def values(self, views: Views) -> NDArray[np.float32]:
        """The points that the seat will still win if it makes each of the 64 choices; at Hearts they are below 0."""
        return outlook(self._net, self._desk, *self._seat.see(views, self._rules)).worth

    def opinions(self, view: Any) -> list[Opinion]:
        """What each legal choice of one view is expected to cost, and how likely the policy makes it."""
        views: np.ndarray = np.zeros(1, self._game.VIEW)
        views[0] = view
        views.flags.writeable = False  # as at the table, so that kernels are compiled once
        costs, chances = self._seat.cost_so_far(views)[0] - self.values(views)[0], self.policy(views)[0]
        legal = listed(int(views["legal"][0]))
        return [Opinion(choice, float(costs[choice]), -inf, inf, 0, float(chances[choice])) for choice in legal]
