"""The first moment of a hand of gin: who is asked, and what everybody sees before the first card is drawn."""

import numpy as np
import pytest

from cardshark.cards import ALL
from cardshark.games import gin, house
from helpers.gin.hands import rules_of


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("preset", ["eaai", "paper"])
def test_the_other_player_of_the_dealer_has_the_first_turn_even_before_a_card_is_drawn(preset, dealer):
    rules = house.record(rules_of(preset))
    games, views = np.zeros(1, gin.GAME), np.zeros(1, gin.VIEW)
    gin.start_all(games, rules)
    games["table"]["dealer"], games["table"]["first"] = dealer, dealer  # as it was in the hand before
    deck = [number for number in range(64) if int(ALL) >> number & 1]
    hands = np.array([sum(1 << number for number in deck[:10]), sum(1 << number for number in deck[10:20])], np.uint64)
    gin.deal_these(games, rules, hands, np.array(deck[20:], np.int8))
    gin.look_all(games, rules, np.zeros(1, np.uint32), views)
    table = views[0]["table"]
    assert (table["first"], table["turn"], table["dealer"]) == (1 - dealer, 1 - dealer, dealer)
    assert table["phase"] == (gin.OFFER if preset == "eaai" else gin.DRAW)
