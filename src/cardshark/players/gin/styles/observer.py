"""How likely a discard is, in the eyes of somebody who does not know whose style it is.

Strong players differ, but all of them throw cards that leave little deadwood and that few unseen cards would meld. Early in a hand they
hope for melds, later they count points. The chance of a discard falls by a factor for every point that it leaves more than it must, and
for every unseen card that would have melded it. The factors were fitted by maximum likelihood to 10,344 discards of `lookahead`, `keeper`,
`simple`, `montecarlo` and the brain `shark`.
"""

import numpy as np

from cardshark.cards import ALL, count, lowest, single
from cardshark.games.gin.melds import EMPTY, ace_low, least_deadwood
from cardshark.jit import routine
from cardshark.players.gin.styles.lookahead import outs
from cardshark.players.sigmoid import exponential

# The logarithms of the factors: in the first turn, and what is added to them by LATE own turns.
A_POINT, A_POINT_LATER = np.float32(-0.4), np.float32(-0.5)
AN_OUT, AN_OUT_LATER = np.float32(-1.0), np.float32(0.6)
LATE = 10


@routine
def chance_of_discard(hand, allowed, thrown, piled, turns):
    """The chance that a player with this hand throws `thrown`, after `turns` own turns; `piled` are cards that lie on the pile."""
    low = ace_low(hand)
    unseen = ace_low(ALL & ~(hand | piled))
    late = np.float32(min(turns, LATE)) / np.float32(LATE)
    a_point, an_out = A_POINT + late * A_POINT_LATER, AN_OUT + late * AN_OUT_LATER
    sought, total, rest = np.float32(0.0), np.float32(0.0), allowed
    whole = np.int64(least_deadwood(low, EMPTY, EMPTY))
    while rest:
        word = single(lowest(rest))
        rest ^= word
        card = ace_low(word)
        left = np.int64(least_deadwood(low ^ card, EMPTY, EMPTY)) - whole
        weight = exponential(a_point * np.float32(left) + an_out * np.float32(count(outs(low, card, unseen))))
        total += weight
        if word == thrown:
            sought = weight
    return np.float64(sought / total)
