"""Deals by what a network believes: the same as those that beliefs give, and only deals that can be."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from cardshark.cards import count, listed
from cardshark.games import hearts
from cardshark.players import seat
from cardshark.players.hearts.search.beliefs import imagine_believed
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.hearts.search.montecarlo import HeartsMonteCarlo
from cardshark.players.hearts.search.owners import Owners
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import passing, rules_of, some_views, thinker
from helpers.players import shown, thought_about
from reference import search_book as book


def check_costs(rules, views, imagined, deals=3):
    """Every card costs what the book says, in these deals."""
    thought, _ = thought_about(thinker(f"montecarlo:deals={deals},passing=search,sampler=network", rules), views)
    for i, view in enumerate(views):
        sums = Counter()
        for hands in imagined(view, deals).tolist():
            sums.update(book.costs(view, rules, hands, "greedy", "greedy")[0])
        assert {card: thought.sums[i, card] for card in listed(view["legal"])} == {card: sums[card] for card in listed(view["legal"])}


@pytest.mark.parametrize("text", ["american", "dutch"])
def test_hidden_cards_are_dealt_as_the_network_believes(text):
    rules = rules_of(text)
    owners = Owners(rules)
    views = some_views(rules, 1 if PLAIN else 10, seed=5)
    check_costs(
        rules, views, lambda view, deals: imagine_believed(view, rules, owners.weights(shown(view.reshape(1))), deals, view["luck"])
    )


def test_before_the_play_any_deal_is_as_likely_as_any_other():
    rules = rules_of("american")
    views = some_views(rules, 1 if PLAIN else 4, seed=6, keep=passing)
    check_costs(rules, views, lambda view, deals: imagine(view, rules, deals, int(view["luck"])))


@compiled_only
def test_owners_are_counted_over_the_worlds():
    rules = rules_of("american")
    views = some_views(rules, 10, seed=7)
    for sampler in ("uniform", "product", "network"):
        cards, counts = HeartsMonteCarlo(seat(f"montecarlo:sampler={sampler}"), hearts, rules).owner_counts(shown(views), 300)
        for view, word, found in zip(views, cards.tolist(), counts, strict=True):
            assert (found.sum(axis=1) == [300 * (word >> card & 1) for card in range(64)]).all()
            unseen = ~(int(view["hand"]) | int(view["table"]["seen"]))
            assert word & ~unseen == 0 and count(word) <= 39


@compiled_only
def test_what_a_policy_believes_is_nearer_to_the_truth_than_chance():
    """A policy was trained to say who holds what: of hands by others it knows more than that any deal is as likely."""
    from cardshark.experiments.beyond.beliefs import Look, look

    plain, believed = (np.array(look(Path(), Look("policy", sampler, "", 0, 12, 77))) for sampler in ("uniform", "network"))
    assert (plain[:, 1] == believed[:, 1]).all()  # the same cards
    assert believed[:, 0].sum() < plain[:, 0].sum()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uct:sampler=network", "sampler=network is for montecarlo"),
        ("rollouts:brain=owl,sampler=network", "sampler=network is for montecarlo"),
        ("montecarlo:beliefs=american", "only with sampler=network"),
    ],
)
def test_nobody_else_is_asked(text, words):
    with pytest.raises(UserError, match=words):
        seat(text)
