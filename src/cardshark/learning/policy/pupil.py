"""The learner as a player, for its tests on the way: its likeliest choices, with the weights that its file would have."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardshark.learning.policy.networks import Actor, as_tensor, log_chances
from cardshark.learning.policy.rounds import EXACT, NUMBERS, known, legal_of
from cardshark.players.player import Choices, Player, Views
from cardshark.tables import Observer


class Pupil(Player):
    """Plays what was learned so far. `actor` has full precision, on any device."""

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
