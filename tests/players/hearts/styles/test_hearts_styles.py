"""Hand-made players of Hearts and the book side by side in many hands, and how strong they are."""

import os
from itertools import product
from random import Random

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import listed, name, names
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.player import Player, unpack
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import rules_of
from helpers.hearts.styles import ask_book, ask_player
from reference.hearts_book import random_rules

SLOW_PARTS = 2  # so that two cores share the long comparison
GREEDY = [
    f"greedy:ties={ties},smallest={smallest},reference={reference},queen={queen},passing={passing}"
    for ties, smallest, reference, queen, passing in product(
        ["clubs_low", "spades_low"], ["rank", "suit"], ["first", "winner"], ["literal", "avoid", "behind"], ["discard", "highest"]
    )
]
JAKE = ["jake", "jake:giveaway=meant"]

# ---- side by side ----


class Recorder(Player):
    """Plays as somebody else does and keeps every view."""

    def __init__(self, player):
        self.player, self.views = player, []

    def sit(self, game, rules):
        self.player.sit(game, rules)

    def choose(self, views, choices):
        self.views.append(views.copy())
        self.player.choose(views, choices)


def decisions(rules, deals, mix, seed):
    """The views of every decision in some hands played by these players, seated anyhow."""
    random, recorders = Random(seed), [Recorder(seat(text)) for text in mix]
    seating = np.array([random.choices(range(len(mix)), k=rules.players) for _ in range(deals)], np.int8)
    play(hearts, rules, deal(hearts, rules, seed, deals), recorders, seating)
    return np.concatenate([views for recorder in recorders for views in recorder.views])


def told(view):
    """A decision, for whoever has to find out why it was made."""
    trick = list(view.history[view.start : view.played])
    seen = f"seen {names(view.seen)}, voids {view.voids}"
    return f"{names(view.legal)} of {names(view.hand)} to ({names(trick)}), given {names(view.given)}, {seen}"


def compare(seed, deals=4):
    """Hold all players against the book, by a preset or by random house rules; how many hands?"""
    random = Random(seed)
    rules = (random_rules(random) if random.random() < 0.8 else random.choice(list(PRESETS.values())))._replace(hands=1)
    greedy, jake = random.choice(GREEDY), random.choice(JAKE)
    views = decisions(rules, deals, ["random", greedy, "stock", jake], seed)
    for text in (greedy, "stock", *JAKE):
        for view, player, wanted in zip(unpack(views), ask_player(text, rules, views), ask_book(text, rules, views), strict=True):
            assert player == wanted, f"{text} in {house.spell(PRESETS, rules)}: {name(player)}, not {name(wanted)}, out of {told(view)}"
    return deals


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_players_match_the_book(part):
    for seed in range(part, 16 if PLAIN else 64, 8):
        compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_players_match_the_book_in_many_hands(part):
    hands = int(os.environ.get("CARDSHARK_HANDS", "20000")) // (5 * SLOW_PARTS)  # all players are asked at every decision
    seed = 1000 + part
    while hands > 0:
        hands -= compare(seed, deals=12)
        seed += SLOW_PARTS


# ---- passing ----


@pytest.mark.parametrize("player", ["greedy", "greedy:passing=highest", "greedy:passing=random", "stock", *JAKE])
@pytest.mark.parametrize("rules", ["passleft", "passleft:lowest=7,first_lead=lowest_club,jack_of_clubs=2"])
def test_no_card_is_put_aside_twice(player, rules):
    for pass_count in range(1, 5):
        house_rules = rules_of(rules)._replace(pass_count=pass_count, hands=1)
        deals = 4 if PLAIN else 40
        views = np.concatenate([decisions(house_rules, deals, [mix], seed=pass_count) for mix in (player, "random")])
        views = views[views["table"]["phase"] == hearts.PASS]
        assert len(views) == 2 * deals * house_rules.players * pass_count
        for view, choice in zip(unpack(views), ask_player(player, house_rules, views), strict=True):
            assert choice in listed(view.hand & ~view.given)


# ---- strength ----


@compiled_only
@pytest.mark.parametrize(
    ("a", "b", "seats", "points"),
    [("stock", "random", 2, 26 * 0.14), ("jake", "stock", 1, 5.46), ("greedy", "stock", 1, 8.35)],
)
def test_players_are_as_strong_as_their_descriptions_say(a, b, seats, points):
    result = duel(hearts, PRESETS["falcon"], (a, seat(a)), (b, seat(b)), deals=4000, seed=1, seats_of_a=seats)
    assert result.points_a == pytest.approx(points, abs=0.2)
