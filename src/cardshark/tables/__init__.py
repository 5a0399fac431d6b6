"""Many tables as one environment, for learners: NumPy arrays in and out, and a table that ends is dealt anew.

from cardshark.tables import Tables

tables = Tables("hearts", rules="american:hands=1", count=4096, seed=1)   # every seat is yours
turn = tables.turn()                                                      # who must choose, and what they may know
turn = tables.choose(policy(turn.bits(), turn.legal()))                   # one choice a table

tables     `Tables`: deals, carries out choices, lets opponents play, deals again
turn       `Turn`: what the learner may know, and what came of it
seating    who sits where, from match to match
rewards    what a seat has won or lost so far
dealing    where matches come from: a seed, or a position
snapshot   `Snapshot`: some tables as they stood
observing  observations by name, and the legal choices as masks
credit     what came of each decision of each seat
choices    any legal choice, for many tables at once
hearts     what a seat of Hearts may know, as numbers
gin        what a seat of gin rummy may know, as numbers
"""

from cardshark.tables.choices import random_choices
from cardshark.tables.credit import Credit
from cardshark.tables.dealing import WholeGame
from cardshark.tables.observing import Observer, unpack
from cardshark.tables.snapshot import Snapshot
from cardshark.tables.tables import Tables
from cardshark.tables.turn import Turn

__all__ = ["Credit", "Observer", "Snapshot", "Tables", "Turn", "WholeGame", "random_choices", "unpack"]
