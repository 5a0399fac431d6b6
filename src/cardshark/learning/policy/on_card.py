"""A policy that sits on mixed seats and plays on the graphics card: many times as fast as in kernels, and in half precision."""

import torch

from cardshark.learning.policy.networks import Actor, put_weights, weights_of
from cardshark.players.player import Player
from cardshark.players.policy.brain import PolicyBrain
from cardshark.players.policy_player import Policy

ACTOR = "actor."


class OnCard(Player):
    """A policy that makes its likeliest choice, and learns nothing."""

    def __init__(self, brain: PolicyBrain, device: torch.device, kind: torch.dtype) -> None:
        parts = {name.removeprefix(ACTOR): part for name, part in brain.parts().items() if name.startswith(ACTOR)}
        inputs, others = parts["first.weight"].shape[1], brain.made_for()["seats"] - 1
        self._brain, self.actor = brain, Actor(inputs, brain.design.width, brain.design.blocks, others)
        put_weights(self.actor, {**weights_of(self.actor), **parts})
        self.actor.to(device, kind).requires_grad_(False)


def moved(player: Player, device: torch.device, kind: torch.dtype) -> Player:
    """The same player; on the graphics card, if there is one and the player is a policy that makes its likeliest choice."""
    if device.type == "cuda" and isinstance(player, Policy) and player.temperature == 0:
        return OnCard(player._brain, device, kind)
    return player
