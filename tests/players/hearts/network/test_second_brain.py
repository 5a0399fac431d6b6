"""A network with a brain of its own for hands in which points are won back."""

import numpy as np

from helpers.compiling import compiled_only
from helpers.hearts.decisions import rules_of, some_views, thinker
from helpers.players import chosen


@compiled_only
def test_the_second_brain_plays_where_points_are_won_back_and_nowhere_else():
    rules = rules_of("dutch:win_back=yes")
    first = some_views(rules, 40, seed=5)
    second = some_views(rules, 40, seed=5, totals=[70, 30, 100, 50], second_stage=True)
    views = np.concatenate([first, second, first])[np.argsort(np.arange(120) % 7, kind="stable")]  # mixed
    one, other, both = (thinker(f"network:{text}", rules) for text in ("brain=owl", "brain=strong", "brain=owl,second=strong"))
    wanted = [b if view["table"]["second_stage"] else a for view, a, b in zip(views, chosen(one, views), chosen(other, views), strict=True)]
    assert chosen(both, views) == wanted
    assert chosen(one, views) != wanted != chosen(other, views)
