"""Decisions of Hearts for the coach, with the true games beside them."""

from random import Random

import numpy as np

from cardshark.cards import count
from cardshark.games import hearts
from cardshark.games.match import Single
from cardshark.players import seat
from helpers.compiling import PLAIN


def played(rules, players, matches, seed):
    """Every decision of the first hand of some matches: what the seat in turn sees, and the game."""
    for number in range(matches):
        single = Single(hearts, rules, 1000 * seed + number, 7 * seed + number, number % 4)
        sitting = [seat(players[(number + i) % len(players)]) for i in range(rules.players)]
        for player in sitting:
            player.sit(hearts, rules)
        first = int(single.state.table.hand_number)
        while not single.over and single.state.table.hand_number == first:
            view = single.view().copy()
            yield view, single.games.copy()
            choices = np.zeros(1, np.int8)
            sitting[int(view["table"]["turn"])].choose(single.views, choices)
            single.choose(int(choices[0]))


def is_choice_of_card(view):
    """Is there a choice among cards to play?"""
    return count(view["legal"]) > 1 and view["table"]["phase"] == hearts.PLAY


def is_pass(view):
    """Is a seat about to pass its first card?"""
    return view["table"]["phase"] == hearts.PASS and not view["given"]


def some(rules, wanted, seed, players=("jake", "greedy", "random"), keep=is_choice_of_card):
    """A few decisions with a choice, of many."""
    found = [both for both in played(rules, players, 2 if PLAIN else 8, seed) if keep(both[0])]
    return Random(seed).sample(found, min(wanted, len(found)))
