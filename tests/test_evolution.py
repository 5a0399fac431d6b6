"""Hill climbing against the book: noise, crossing, thresholds; and climbs to a summit that is known."""

import numpy as np
import pytest

from reference import rummy_book as book

# ---- the book ----


def test_the_book_moves_a_twentieth_towards_a_challenger_who_won_often_enough():
    champion, challenger = {"output": np.array([1.0, -2.0])}, {"output": np.array([2.0, 0.0])}
    assert book.champion_after(champion, challenger, wins=2, needed=3) is champion
    assert book.champion_after(champion, challenger, wins=3, needed=3)["output"] == pytest.approx([1.05, -1.9])


def test_a_walker_forgets_the_champion():
    champion, before, noise = ({"output": np.array([value])} for value in (1.0, 7.0, -2.0))
    assert book.challenger(champion, before, noise)["output"] == pytest.approx([0.8])
    assert book.challenger(champion, before, noise, kind="walk")["output"] == pytest.approx([6.8])


def test_thresholds_rise():
    assert [book.wins_needed(epoch) for epoch in (0, 9_999, 10_000, 70_000)] == [(3, 4), (3, 4), (5, 6), (7, 8)]
