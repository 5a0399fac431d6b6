"""The example that pairs two players on the same deals says what a duel says of each of them."""

import runpy

import pytest

from cardshark.arena.duel import duel
from cardshark.games.hearts.rules import PRESETS
from helpers.paths import EXAMPLES


@pytest.mark.long
def test_the_paired_example_agrees_with_a_duel():
    example = runpy.run_path(str(EXAMPLES / "paired.py"))
    found = example["points"]("jake", "stock", PRESETS["american"]._replace(hands=1), 300, seed=7)
    result = duel("hearts", "american", "jake", "stock", deals=300, seed=7)
    assert found.mean() == pytest.approx(result.difference)
    assert example["spoken"](found).startswith(f"{result.difference:+.2f} (")
