"""Random, the player that makes every legal choice alike: the yardstick's zero. `any_of` is its choice for other kernels."""

from dataclasses import dataclass

from cardshark.cards import count, pick
from cardshark.chance import below
from cardshark.jit import kernel, rule
from cardshark.players.player import Choices, Player, Views


@rule
def any_of(legal, luck):
    """One of the legal choices, decided by 64 random bits."""
    return pick(legal, below(luck, count(legal)))


@kernel
def choose_any(views, choices):
    """Choose at random for every view."""
    for i in range(len(views)):
        choices[i] = any_of(views[i].legal, views[i].luck)


@dataclass(frozen=True)
class Random(Player):
    """Plays any legal card, every one as likely as the others."""

    def choose(self, views: Views, choices: Choices) -> None:
        """Let the luck that came with each view decide."""
        choose_any(views, choices)
