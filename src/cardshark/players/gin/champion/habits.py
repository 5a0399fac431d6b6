"""How the champion goes about its search at gin: numbers that were measured to pay."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Habits:
    """The numbers of a search."""

    least_chance: float = 0.02  # of a choice that is tried, by the policy
    most: int = 4  # choices that are tried
    round: int = 32  # worlds at a time
    steps: int = 40  # from one imagined hand to the next
    slip_chance: float = 0.1  # how often the other player is thought to do anything
    owners: float = 0.0  # how much the policy's own belief counts beside what explains the past: the power of its odds
    model: str = "observer"
    turns: int = 0  # of both players that are played on before the critic decides; 0 for all
    temperature: float = 0.0  # of the policy in playouts
    playout: str = "policy"
    match: bool = True  # points of a hand count for what they do to the chance to win the match
    loyal: float = 1.0  # standard errors by which another choice must be better than the policy's
    drop: float = 3.0  # standard errors by which a choice that is dropped is worse than the best
