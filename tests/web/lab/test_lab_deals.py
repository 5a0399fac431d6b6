"""Fair deals in the lab: chances as they should be, and who always gets the queen is found out."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import kstest

from cardshark.cards import card
from cardshark.games import gin, hearts, house
from cardshark.play import deal
from cardshark.web.lab import app as lab
from cardshark.web.lab.fairness import expected_lengths, fairness
from helpers.web.lab import get

# ---- deals ----


def hands(preset: str, count: int) -> np.ndarray:
    """Fair deals of Hearts."""
    return deal(hearts, hearts.PRESETS[preset]._replace(hands=1), seed=5, count=count)["hands"]


@pytest.mark.long
@pytest.mark.parametrize("preset", ["american", "dutch"])
def test_chances_of_fair_deals_are_as_they_should_be(preset):
    """Of a hundred chances from fair deals, one is below a hundredth, and so on: they are spread evenly from 0 to 1."""
    dealt = hands(preset, 150 * 300)
    found = [fairness(("hearts", hand.tolist()) for hand in dealt[300 * part : 300 * (part + 1)])[0] for part in range(150)]
    for chances in ([each.cards_p for each in found], [each.queens_p for each in found], [each.lengths_p[2] for each in found]):
        assert kstest(chances, "uniform").pvalue > 0.001
    assert found[0].counts.sum() == 300 * len(found[0].deck) and sum(found[0].queens) == 300


@pytest.mark.long
def test_gin_counts_the_cards_that_nobody_got():
    games = deal(gin, gin.PRESETS["eaai"], seed=5, count=200 * 60)["hands"]
    found = [fairness(("gin", hand.tolist()) for hand in games[60 * part : 60 * (part + 1)])[0] for part in range(200)]
    assert kstest([each.cards_p for each in found], "uniform").pvalue > 0.001
    assert found[0].counts.shape == (52, 3) and found[0].counts.sum(axis=1).tolist() == [60] * 52


def test_whoever_always_gets_the_queen_is_found_out():
    queen, dealt = np.uint64(1) << np.uint64(card("QS")), hands("american", 100)
    for each in dealt:
        holder = int(np.flatnonzero(each & queen)[0])
        each[[0, holder]] = each[[holder, 0]]
    (found,) = fairness(("hearts", hand.tolist()) for hand in dealt)
    assert found.queens == [100, 0, 0, 0] and found.queens_p < 1e-9 and found.cards_p < 1e-3


def test_few_hands_prove_nothing(here, monkeypatch):
    few = [("hearts", hand.tolist()) for hand in hands("american", 3)]
    assert fairness(few)[0].cards_p is None and fairness([]) == []
    monkeypatch.setattr(lab, "sealed_deals", lambda store, person: iter(few))
    assert "Too few hands to test this." in get("/lab/deals").text
    many = few + [("hearts", hand.tolist()) for hand in hands("dutch", 50)]
    monkeypatch.setattr(lab, "sealed_deals", lambda store, person: iter(many))
    text = get("/lab/deals").text
    assert "Hearts with 52 cards" in text and "Hearts with 32 cards" in text and "at least as uneven: 0." in text


def test_expected_lengths_are_those_of_bridge():
    """A longest suit of four cards, as every bridge player knows, in 35.1 % of hands."""
    found = expected_lengths([13] * 4, 13)
    assert found[4] == pytest.approx(0.3508, abs=1e-4) and sum(found.values()) == pytest.approx(1)


def test_dealt_hands_come_from_their_secrets():
    seal = pytest.importorskip("cardshark.hands.seal")
    settings = SimpleNamespace(home="", game="hearts", rules="dutch", seats=["jake", "you", "jake", "jake"])
    secret = bytes(range(32))
    store = SimpleNamespace(
        secrets=lambda person: [
            (settings, 2, SimpleNamespace(secret=secret, words=[])),
            (settings, 0, SimpleNamespace(secret=b"", words=[])),
        ]
    )
    ((game, found),) = lab.sealed_deals(store, 1)
    cards = seal.deal_sealed("hearts", house.parse(hearts.PRESETS, "dutch"), secret, 2)
    assert game == "hearts" and found == [*cards.hands[1:], cards.hands[0]]
