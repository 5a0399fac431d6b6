"""The chance to win a match of gin from the totals, if both play equally well, and what a hand's result does to it.

Typical results come from hands that a style plays against itself under the same rules. Each hand that is not void goes to either side
with the same chance, so the chance of the side with `mine` points against one with `theirs` follows from the larger totals:

    chance(mine, theirs) = mean over results of (chance(mine + result, theirs) + chance(mine, theirs + result)) / 2

Who deals, boxes and bonuses at the end are left out: whoever reaches the target first nearly always wins.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import words
from cardshark.games import gin, house
from cardshark.games.gin.rules import Rules
from cardshark.jit import at, kernel
from cardshark.players.gin.styles import gin_style_of, play_gin

HIGHEST_TARGET = 250  # matches to more points are so long that a point is a point
TYPICAL = "keeper"  # whose hands are typical
HANDS = 4096
RESULTS = 256  # no hand is won by so many points
STEP = 25  # the price of a point is measured between a hand won and a hand lost by this many


def plays_for_match(rules: Rules) -> bool:
    """Does a point change its worth as the match goes on? Single hands, and matches without a near target, are played for points."""
    return rules.hands == 0 and 0 < rules.target <= HIGHEST_TARGET


def typical_results(rules: Rules) -> NDArray[np.float64]:
    """How often the winner of a hand gets 0, 1, 2 and so on points. That of 0 is 0; all are 0 where no hand was won."""
    single_hand = rules._replace(hands=1, target=0)
    games: np.ndarray = np.zeros(HANDS, gin.GAME)
    games["deals"], games["luck"] = words(1, "typical deals", HANDS), words(1, "typical luck", HANDS)
    record = house.record(single_hand)
    gin.start_all(games, record)
    play_gin(games, record, np.repeat(gin_style_of(TYPICAL), gin.SEATS))
    won = np.bincount(np.abs(games["scores"][:, 0].astype(np.int64))).astype(np.float64)
    won[0] = 0.0
    return won / max(won.sum(), 1.0)


@kernel
def fill_chances(results, chances):
    """Work the chances out, from those next to the target backwards; the chances beyond it are already there."""
    target = len(chances) - 1
    for mine in range(target - 1, -1, -1):
        for theirs in range(target - 1, -1, -1):
            total = 0.0
            for won in range(1, len(results)):
                after = chances[at(min(mine + won, target)), at(theirs)] + chances[at(mine), at(min(theirs + won, target))]
                total += 0.5 * results[at(won)] * after
            chances[at(mine), at(theirs)] = total


@lru_cache(8)
def chances_to_win(rules: Rules) -> NDArray[np.float64]:
    """The chance to win by both totals; the last row and column are matches that are over."""
    found = np.zeros((rules.target + 1, rules.target + 1))
    found[rules.target] = 1.0
    fill_chances(typical_results(rules), found)
    return found


# ---- what a hand is worth ----


def payoffs(chances: NDArray[np.float64] | None, mine: int, theirs: int, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """What these results of a hand are worth, in points of this moment: 2 * STEP points lie between winning and losing a hand by STEP.

    Without `chances` a point is a point. Expected results, which are no whole numbers, lie between their neighbours.
    """
    if chances is None:
        return points
    target = len(chances) - 1
    won = chances[np.minimum(mine + np.arange(RESULTS), target), theirs]
    lost = chances[mine, np.minimum(theirs + np.arange(RESULTS), target)]
    price = (won[STEP] - lost[STEP]) / (2 * STEP)
    if price <= 0:  # nobody ever wins a hand
        return points
    return np.interp(points, np.arange(1 - RESULTS, RESULTS), (np.concatenate([lost[:0:-1], won]) - won[0]) / price)
