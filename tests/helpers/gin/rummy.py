"""Decisions of rummy players, all through hands that also come near their end."""

from random import Random

import numpy as np

from cardshark.games import gin, house
from cardshark.play import deal
from helpers.players import shown
from reference.gin_side_by_side import style

TURN = (gin.OFFER, gin.DRAW, gin.DISCARD, gin.MAY_KNOCK)  # where a rummy player's network decides


def as_book_sees(view):
    """As much of a view as a style of the gin tests asks for."""
    table = view["table"]
    pile = table["pile"][: table["pile_size"]].tolist()
    return {"legal": int(view["legal"]), "hand": int(view["hand"]), "table": {"phase": int(table["phase"])}, "pile": pile}


def positions(player, rules, matches, seed, follows=0.5):
    """Views and what the player chooses in them, all through some matches.

    It is followed half of the time; at the other times somebody chooses who wants little deadwood, so that hands also come near their end.
    """
    record, random = house.record(rules), Random(seed)
    games, someone = deal(gin, rules, seed, matches), style(random)
    player.sit(gin, rules)
    while len(rows := np.flatnonzero(games["table"]["phase"] != gin.OVER).astype(np.uint32)):
        views, choices = np.zeros(len(rows), gin.VIEW), np.full(len(rows), -1, np.int8)
        gin.look_all(games, record, rows, views)
        player.choose(shown(views), choices)
        decisions = [*zip(views, choices.tolist(), strict=True)]
        yield from decisions
        taken = [choice if random.random() < follows else someone(as_book_sees(view)) for view, choice in decisions]
        assert gin.choose_all(games, record, rows, views, np.array(taken, np.int8)) >= 0
