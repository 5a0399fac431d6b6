"""What a player thinks of its choices while it makes them: values, their errors, and a policy.

Values come out of the same thinking that chose, or from the brain that chose. Much is always good: what costs counts with a minus.
A player of somebody else's may have `values(views)` and `policy(views)`, arrays of 64 numbers a view.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.players.champion import Champion
from cardshark.players.gin.rummy.player import Rummy
from cardshark.players.hearts.falcon.player import Falcon
from cardshark.players.hearts.network.player import Network
from cardshark.players.hearts.network.rollouts import Rollouts
from cardshark.players.hearts.network.trying import Aim
from cardshark.players.hearts.search.tree_players import TreeSearch
from cardshark.players.player import Choices, Player, Rows, Views, ask_player
from cardshark.players.policy_player import Policy
from cardshark.players.thinking import Thinker, Thought

# In what a player counts.
POINTS = "points of this hand, more is better: what is won less what is lost (at Hearts: what is taken, with a minus)"
REST = "points still to be taken in this hand, with a minus"
STILL = "points still to be won in this hand, more is better; what is taken at Hearts, or lost at gin, has a minus"
CHANCE = "chance not to win the match, with a minus"
STRENGTH = "strength of the action that plays a card, 0 to 1"
WORTH = "worth of the hand after a discard, 0 to 1"
OWN = "the player's own unit"
NOTHING = "no opinions"
# What its policy is.
VISITS = "share of the simulations that tried each choice; 1 for the choice made where nothing was searched"
MADE = "1 for the choice made, 0 for the others: the player has no probabilities"
CHANCES = "the player's own probabilities"


class Opinions(NamedTuple):
    """What a player thinks of its legal choices, 64 numbers a view; NaN where it has no opinion."""

    values: NDArray[np.floating]
    errors: NDArray[np.floating]
    policy: NDArray[np.floating]  # not scaled; all 0 where only the choice made is known


def unit_of(player: Any) -> str:
    """In what a player counts."""
    if isinstance(player, Thinker):
        return CHANCE if isinstance(player, Rollouts) and player.aim == Aim.MATCH else POINTS
    brains = {Champion: POINTS, Policy: STILL, Network: REST, Falcon: STRENGTH, Rummy: WORTH}
    return brains.get(type(player)) or (OWN if hasattr(player, "values") else NOTHING)


def policy_of(player: Any) -> str:
    """What the policy of a player is."""
    if isinstance(player, TreeSearch):
        return VISITS
    return CHANCES if hasattr(player, "policy") else MADE


def choose_and_tell(player: Player, views: Views, legal: NDArray[np.bool_], choices: Choices, rows: Rows | None = None) -> Opinions:
    """Ask a player for choices, and for what it thinks of all legal ones.

    Nothing is thought about twice, except by a champion: it chooses among what is likely, and then weighs the rest as well.
    """
    if isinstance(player, Thinker):
        return told(player, player.decide(views, choices), legal)
    ask_player(player, views, choices, rows)
    if isinstance(player, Champion):
        return told(player, player.weigh(views), legal)
    unknown, nobody = np.full((len(views), 64), np.nan, np.float32), np.zeros((len(views), 64), np.float32)
    asked: Any = player
    values = asked.discards(views) if isinstance(player, Rummy) else asked.values(views) if hasattr(player, "values") else unknown
    policy = asked.policy(views) if hasattr(player, "policy") else nobody
    return Opinions(np.where(legal, values, np.nan), unknown, np.where(legal, policy, 0))


def told(player: Player, thought: Thought, legal: NDArray[np.bool_]) -> Opinions:
    """The opinions in a thought: mean costs with a minus, and their standard errors by the number of independent deals."""
    known = legal & (thought.visits > 0)
    with np.errstate(divide="ignore", invalid="ignore"):  # of choices that were not tried
        mean = thought.sums / thought.visits
        spread = np.maximum(thought.squares / thought.visits - mean**2, 0.0)
        worth = np.minimum(1.0, thought.effective / thought.worlds)[:, None]  # hands in the same world are not independent
        independent = np.minimum(thought.visits, thought.worlds[:, None]) * worth
        errors = np.sqrt(spread / (independent - 1))
    policy = np.where(legal, thought.visits, 0.0) if isinstance(player, TreeSearch) else np.zeros(legal.shape)
    return Opinions(np.where(known, 0.0 - mean, np.nan), np.where(known & (independent > 1), errors, np.nan), policy)
