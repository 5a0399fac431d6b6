"""Brains that compare hands by the output of their network: where it is nearly 1, all hands are equal, and the first card is given."""

from dataclasses import replace

import numpy as np
import pytest

from cardshark.cards import ALL
from cardshark.games import gin
from cardshark.games.gin.rules import PRESETS
from cardshark.play import Table
from cardshark.players.gin.rummy.brain import Draw, RummyBrain, RummyDesign
from cardshark.players.gin.rummy.player import Rummy

RULES = PRESETS["paper"]._replace(max_turns=60)


class Watched(Rummy):
    """A player whose discards are written down, with the first card that it could have given instead."""

    def choose(self, views, choices):
        super().choose(views, choices)
        for view, choice in zip(views, choices, strict=True):
            if view["table"]["phase"] == gin.DISCARD:
                cards = int(view["legal"]) & int(ALL) & ~(1 << int(view["drawn"]))
                self.given.append((int(choice), (cards & -cards).bit_length() - 1))


def discards(brain):
    player = Watched(brain)
    player.given = []
    table = Table(gin, RULES, [player], 3)
    table.play(table.deal(4, 3))
    return np.array(player.given)


def brain_of(bias, **options):
    brain = RummyBrain.fresh(RummyDesign(returns=False, **options), 5)
    brain.parts()["output_bias"][:] = bias
    return brain


def squash(brain):
    found = RummyBrain(replace(brain.design, squashed=True))
    found.memory[:] = brain.memory
    return found


def test_where_the_output_is_nearly_one_the_first_card_is_given():
    plain = brain_of(60.0)
    given = discards(squash(plain))
    assert len(given) > 20 and (given[:, 0] == given[:, 1]).all()
    given = discards(plain)
    assert (given[:, 0] != given[:, 1]).mean() > 0.5


@pytest.mark.parametrize("draw", Draw)
def test_elsewhere_it_is_the_same(draw):
    plain = brain_of(0.0, draw=draw)
    assert discards(squash(plain)).tolist() == discards(plain).tolist()
