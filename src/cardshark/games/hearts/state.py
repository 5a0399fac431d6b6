"""The Hearts table: what a game is made of, and what everybody or one seat may know of it.

A game is one record (a whole match, hand after hand), a batch of games an array of it. Everything public stands in the
nested `TABLE`; `GAME` adds the hands, `VIEW` one hand and its legal cards. What changes with every card stands in the first
128 bytes of a game, and a view is 128 bytes: two cache lines each. How fast the loop is depends on how fast these lines travel.
"""

import numpy as np

from cardshark.games.hearts.rules import MOST_CARDS, SEATS
from cardshark.jit import record

NO_CARD = -1  # in `history`, where nobody has played yet

PASS, PLAY, OVER = 0, 1, 2  # phases of a match, and
PHASES: tuple[str, ...] = ("pass", "play", "over")  # their names

TABLE = record([
    ("seen", np.uint64),  # cards played in this hand
    ("history", np.int8, MOST_CARDS),  # the same in their order
    ("totals", np.int16, SEATS),  # points of the match before this hand
    ("hand_number", np.int16),  # of this hand, from 0; it decides where cards are passed, and a match may begin at any (`first`)
    ("points", np.int8, SEATS),  # points taken in this hand
    ("voids", np.int8, SEATS),  # suits that a seat has shown it has none of, one bit each
    ("phase", np.int8),  # PASS, PLAY or OVER
    ("turn", np.int8),  # whose turn it is
    ("leader", np.int8),  # who led to this trick
    ("trick", np.int8),  # tricks finished in this hand
    ("start", np.int8),  # where this trick starts in the history
    ("led", np.int8),  # the suit led to it
    ("played", np.int8),  # where it ends so far: the number of cards played in this hand
    ("across", np.int8),  # cards are passed this many seats to the left; 0 in a hand without passing
    ("jack", np.int8),  # who took the jack of diamonds, or NOBODY
    ("second_stage", np.int8),  # 1 when points are being won back
])  # fmt: skip

GAME = record([
    ("hands", np.uint64, SEATS),
    ("luck", np.uint64),  # the stream of the players' random numbers
    ("table", TABLE),
    ("given", np.uint64, SEATS),  # cards that each seat passes on
    ("received", np.uint64, SEATS),  # cards that were passed to each seat
    ("deals", np.uint64),  # the stream of this match's deals
    ("first", np.int16),  # the number of its first hand: a single hand may be any of the passing cycle
    ("scores", np.int16, SEATS),  # of the hand before
    ("moons", np.int16, SEATS),  # shot in this match
])  # fmt: skip

VIEW = record([
    ("hand", np.uint64),
    ("legal", np.uint64),  # what may be chosen now
    ("luck", np.uint64),  # 64 random bits for this decision
    ("given", np.uint64),  # cards passed on
    ("received", np.uint64),  # cards that were passed to this seat
    ("table", TABLE),
])  # fmt: skip
