"""How the champion goes about its search at Hearts: numbers that were measured to pay."""

from dataclasses import dataclass

BY_WORLDS = -1  # as many tricks as the number of worlds allows


@dataclass(frozen=True)
class Habits:
    """The numbers of a search."""

    least_chance: float = 0.02  # of a card that is tried, by the policy
    most: int = 5  # cards that are tried
    least_pass: float = 0.02  # the same for sets of cards to pass
    most_passes: int = 6
    round: int = 128  # worlds at a time, at most
    least_round: int = 8  # and at least
    pace: float = 300.0  # worlds of a round for each second that there is
    steps: int = 8  # of the chains of worlds, before they are used for the first time
    more_steps: int = 4  # and before they are used again
    selection: float = 0.25  # how much oftener worlds are kept that explain the past: the power of their chances
    carry: bool = True  # are worlds carried from one decision of a hand to the next
    carried_selection: float = 0.3  # the same power for worlds from the decision before
    slip_chance: float = 0.02  # how often the others are thought to choose anything legal
    owners: bool = True  # worlds start from what the network believes of each card; or any is as likely as any other
    doubt: float = 0.02  # of the beliefs about owners: how much anybody may hold anything
    tricks: int = BY_WORLDS  # that are played on before the critic decides; 0 for all
    loyal: float = 1.0  # standard errors by which another choice must be better than the policy's
    drop: float = 3.0  # standard errors by which a choice that is dropped is worse than the best


QUICK = Habits(tricks=6, steps=0, carry=False, pace=2000.0)  # where there is no time for chains: more worlds instead
