"""Players with a network for tests of rollouts, and decisions for them."""

from functools import cache

import numpy as np

from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.players.hearts.network.brain import Brain, Design
from cardshark.players.hearts.network.player import Network
from cardshark.players.hearts.network.rollouts import Rollouts
from helpers.compiling import PLAIN
from helpers.hearts.decisions import views_played
from reference.network_book import shake

FEW = 2 if PLAIN else 8  # positions
DEALS = 2 if PLAIN else 6
DUTCH = PRESETS["dutch"]
THREE = "dutch:lowest=9,players=3"


@cache
def brain_of(text="dutch", number=1):
    """A brain that has learned nothing but has strong opinions."""
    brain = Brain.fresh(Design(hidden="16"), house.parse(PRESETS, text), number)
    shake(brain, number, size=0.5)
    return brain


def thinker(rules=DUTCH, brain=None, **options):
    """A player with rollouts who knows the rules."""
    player = Rollouts(brain=brain or brain_of(), **options)
    player.sit(hearts, rules)
    return player


def networker(rules=DUTCH, brain=None):
    """A network that knows the rules, and does not roll out."""
    player = Network(brain=brain or brain_of())
    player.sit(hearts, rules)
    return player


@cache
def positions(text="dutch", amount=FEW, seed=3, least=2):
    """Decisions of all parts of the hand with at least `least` legal cards; somebody often grabs what they can."""
    rules = house.parse(PRESETS, text)
    views = views_played(rules, 12, seed)
    views = views[np.bitwise_count(views["legal"]) >= least]
    return views[:: max(1, len(views) // amount)][:amount]


def step(games, rules, choose):
    """One choice of the seat in turn."""
    record, rows, views = house.record(rules), np.zeros(1, np.uint32), np.zeros(1, hearts.VIEW)
    hearts.look_all(games, record, rows, views)
    choices = np.zeros(1, np.int8)
    choose(views, choices)
    assert hearts.choose_all(games, record, rows, views, choices) >= 0


def fixed(card):
    """A player who plays this card."""

    def choose(views, choices):
        choices[0] = card

    return choose
