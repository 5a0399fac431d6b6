"""How the champion goes about its search at gin: numbers that were measured to pay."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Habits:
    """The numbers of a search."""

    most: int = 4  # choices that are tried, by the policy the likeliest
    round: int = 32  # worlds at a time
    steps: int = 40  # of the walk from one imagined hand to the next
    slip_chance: float = 0.1  # how often the other player is thought to do anything
    owners: float = 0.3  # how much the network's belief about owners counts beside what explains the past: the power of its odds
    turns: int = 4  # of both players that the policy plays on before the critic decides; 0 for all
    thumb: float = 0.5  # how much it counts how the hands go on by rules of thumb: 0 for the policy alone, 1 for these alone
    match: bool = True  # the points of a hand count for what they do to the chance to win the match
    loyal: float = 1.0  # standard errors by which another choice must be better than the policy's
    drop: float = 3.0  # standard errors by which a choice that is dropped is worse than the best
