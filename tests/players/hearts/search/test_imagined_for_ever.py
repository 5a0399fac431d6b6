"""A word names its imagined deals for ever, whoever may hold what; and a plan that is used again forgets the one before."""

from hashlib import sha256

import numpy as np
import pytest

from cardshark.cards import cards, set_of
from cardshark.games import hearts
from cardshark.players.hearts.search import imagine
from cardshark.players.hearts.search.hidden import HIDDEN

OPEN = [cards("2C 3C 4C 5C"), cards("2D 3D 4D"), cards("2H 3H 4H 5H"), cards("2S 3S 4S")]  # nobody's, the first other's, ... cannot hold
TOTAL = 4896  # deals, all counted below


def knowledge(room=(5, 5, 4)):
    """Four cards that anybody may hold, and three or four that each of the others cannot."""
    hidden = np.zeros(1, HIDDEN)
    hidden["seat"], hidden["others"], hidden["room"] = 1, [2, 3, 0], [room[2], 0, room[0], room[1]]
    hidden["fixed"] = [cards("AS"), cards("KS KD"), cards("QS"), 0]
    hidden["barred"] = [OPEN[3], 0, OPEN[1], OPEN[2]]
    hidden["open"] = sum(OPEN)
    return hidden


@pytest.mark.parametrize(("sequential", "digest"), [(False, "63642ac1eba436ce"), (True, "96af72466292a8db")])
def test_a_word_names_these_deals(sequential, digest):
    found = np.zeros((60, hearts.SEATS), np.uint64)
    assert imagine.deal_rows(knowledge(), np.zeros(1, imagine.PLAN), sequential, np.uint64(2026), found) == TOTAL
    for deal in found.tolist():
        assert deal[1] == cards("KS KD") and sum(deal) == sum(OPEN) + cards("AS KS KD QS")
        assert not (deal[0] & OPEN[3] or deal[2] & OPEN[1] or deal[3] & OPEN[2])
    assert sha256(found.tobytes()).hexdigest()[:16] == digest


def test_a_plan_that_is_used_again_forgets_the_one_before():
    plan, found = np.zeros(1, imagine.PLAN), np.zeros((1, hearts.SEATS), np.uint64)
    assert imagine.deal_rows(knowledge(), plan, False, np.uint64(1), found)
    hidden = knowledge()
    hidden["barred"] = np.uint64(set_of(range(64)))  # nobody may hold anything: there is no such deal
    assert imagine.deal_rows(hidden, plan, False, np.uint64(1), found) == 0


def test_possible_deals_are_counted_one_by_one():
    """Each card goes to one of those who may hold it: all ways are tried, and those with the right sizes counted."""
    ways = np.zeros((6, 6, 5), object)
    ways[0, 0, 0] = 1
    for barred, amount in [(None, 4), (0, 3), (1, 4), (2, 3)]:
        for _ in range(amount):
            after = np.zeros_like(ways)
            for other in {0, 1, 2} - {barred}:
                after += np.roll(ways, 1, axis=other) * (np.indices(ways.shape)[other] > 0)
            ways = after
    assert ways[5, 5, 4] == TOTAL
