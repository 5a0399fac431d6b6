"""Belief networks: they learn where cards are, the same again from the same seed, and are files like any other brain."""

import numpy as np
import pytest

from cardshark.learning.policy.belief_lesson import BeliefLesson
from cardshark.players.brain_file import save
from helpers.compiling import compiled_only
from helpers.hearts.decisions import rules_of, some_views, thinker
from helpers.players import thought_about

belief = pytest.importorskip("cardshark.learning.policy.belief", reason="policies learn with PyTorch")

pytestmark = compiled_only
SMALL = BeliefLesson(player="jake", decisions=24_000, tables=64, width=16, batch=256)


def test_it_learns_where_cards_are():
    _, losses = belief.train_belief(SMALL, 7)
    assert losses[0] == pytest.approx(np.log(3), abs=0.02)  # it begins with nothing: anybody of three
    assert losses[-1] < losses[0] - 0.02


def test_the_same_seed_makes_the_same_network():
    short = BeliefLesson(player="jake", decisions=2_000, tables=64, width=16, batch=256)
    one, same, other = (belief.train_belief(short, seed)[0].parts() for seed in (7, 7, 8))
    assert all((one[name] == same[name]).all() for name in one)
    assert any((one[name] != other[name]).any() for name in one)


def test_monte_carlo_deals_by_its_file(tmp_path):
    brain, _ = belief.train_belief(BeliefLesson(player="jake", decisions=4_000, tables=64, width=16, batch=256), 7)
    save(brain, tmp_path / "belief.safetensors")
    rules = rules_of("american")
    views = some_views(rules, 6, seed=5)
    own, usual = (
        thought_about(thinker(f"montecarlo:deals=20,sampler=network{more}", rules), views)[0].sums
        for more in (f",beliefs={tmp_path}/belief.safetensors", "")
    )
    assert (own != usual).any()
