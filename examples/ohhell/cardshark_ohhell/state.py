"""The table of Oh Hell: what a game is made of, what everybody or one seat may know of it, and which choices are bids.

A game is one record (a whole match, hand after hand), a batch of games an array of it. Everything public stands in the
nested `TABLE`; `GAME` adds the hands, `VIEW` one hand and its legal choices. A choice is one number: a card or a bid. Bids are
the three numbers after each suit that are not cards: 13, 14, 15 are the bids 0, 1, 2; 29, 30, 31 are 3, 4, 5; and so on.
"""

import numpy as np
from cardshark.jit import record, rule

from cardshark_ohhell.rules import MOST_CARDS, SEATS

NO_CARD = -1  # in `history`, where nobody has played yet, and as `trump`, where no card was left to turn
NO_BID = -1  # in `bids`, where a seat has not bid yet

BID, PLAY, OVER = 0, 1, 2  # phases of a match
PHASES = ("bid", "play", "over")

TABLE = record([
    ("seen", np.uint64),  # cards played in this hand
    ("history", np.int8, MOST_CARDS),  # the same in their order
    ("totals", np.int16, SEATS),  # points of the match before this hand
    ("hand_number", np.int16),  # of this hand in the match, from 0
    ("bids", np.int8, SEATS),  # how many tricks each seat bid, or NO_BID
    ("tricks", np.int8, SEATS),  # how many it has taken
    ("voids", np.int8, SEATS),  # suits that a seat has shown it has none of, one bit each
    ("dealt", np.int8),  # cards dealt to each seat in this hand
    ("trump", np.int8),  # the card that was turned: its suit is trump; NO_CARD where none was left
    ("dealer", np.int8),  # who bids last; the seat on their left bids and leads first
    ("phase", np.int8),  # BID, PLAY or OVER
    ("turn", np.int8),  # whose turn it is
    ("leader", np.int8),  # who leads to this trick
    ("start", np.int8),  # where this trick starts in the history
    ("led", np.int8),  # the suit led to it
    ("played", np.int8),  # where it ends so far: the number of cards played in this hand
])  # fmt: skip

GAME = record([
    ("hands", np.uint64, SEATS),
    ("luck", np.uint64),  # the stream of the players' random numbers
    ("table", TABLE),
    ("deals", np.uint64),  # the stream of this match's deals
    ("first", np.int16),  # the number of its first hand: a single hand may be any of the row of sizes
    ("scores", np.int16, SEATS),  # of the hand before
    ("made", np.int16, SEATS),  # hands in which a seat took exactly the tricks it bid
])  # fmt: skip

VIEW = record([
    ("hand", np.uint64),
    ("legal", np.uint64),  # what may be chosen now
    ("luck", np.uint64),  # 64 random bits for this decision
    ("table", TABLE),
])  # fmt: skip


@rule
def bid_choice(bid):
    """The choice that bids this number of tricks."""
    return 13 + bid % 3 + (bid // 3 << 4)


@rule
def bid_of(choice):
    """How many tricks a choice bids."""
    return 3 * (choice >> 4) + (choice & 15) - 13
