"""Where the stock was renewed, a card may be drawn twice. A step of a walk that is not taken must leave everything as it was, there too."""

import numpy as np
import pytest

from cardshark.players.gin.search.worlds import begin_walk, gin_workspace, plausibility, walk
from cardshark.players.gin.styles import gin_style_of
from helpers.compiling import PLAIN
from helpers.gin.moments import moments

pytestmark = pytest.mark.skipif(
    not PLAIN, reason="parts of kernels, which `make test` also runs as plain Python: to compile each takes a minute"
)


def weights_after_a_walk(moment, word):
    """How plausible a walk says that its idea is, and how plausible it is."""
    workspace, style, slip_chance = gin_workspace(1), gin_style_of("simple")[0], 0.2
    table = moment.view["table"]
    hand = np.uint64(begin_walk(moment.view, word, workspace.drawn))
    weight = plausibility(table, hand, workspace.drawn, style, slip_chance)
    hand, weight = walk(moment.view, hand, weight, workspace, style, slip_chance, word, 20)
    return weight, plausibility(table, np.uint64(hand), workspace.drawn, style, slip_chance)


def agree(hand) -> list[bool]:
    found = [weights_after_a_walk(moment, np.uint64(word)) for moment in hand for word in range(3)]
    return [said == true for said, true in found]


def test_a_step_that_is_not_taken_leaves_everything_as_it_was():
    assert all(agree(moments("eaai", 1, 12)[::4]))


@pytest.mark.long
def test_a_step_that_is_not_taken_leaves_everything_as_it_was_even_where_the_stock_was_renewed():
    assert all(agree(moments("paper", 3, 48, 0.2)[-4:]))
