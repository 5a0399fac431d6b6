"""How many deals agree with what a seat of Hearts has seen."""

from typing import Any

import numpy as np

from cardshark.games.hearts import SEATS
from cardshark.games.hearts.rules import Rules
from cardshark.players.hearts.search.hidden import knowledge
from cardshark.players.hearts.search.imagine import PLAN, deal_rows


def possible_deals(view: Any, rules: Rules) -> int:
    """In how many ways the hidden cards may lie, as far as a seat can tell."""
    return int(deal_rows(knowledge(view, rules), np.zeros(1, PLAN), False, np.uint64(0), np.empty((0, SEATS), np.uint64)))
