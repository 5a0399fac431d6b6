"""Decisions of Hearts for tests: every one of some hands, a few with a choice, from the middle of hands, and near their end."""

from random import Random
from typing import Any

import numpy as np

from cardshark.cards import count, listed
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from helpers.compiling import PLAIN
from helpers.imagined import possible_deals
from helpers.players import seated
from reference.hearts_side_by_side import Batch, style
from reference.network_book import views_of_play


def rules_of(text: str) -> Any:
    """Rules by their text."""
    return house.parse(PRESETS, text)


def thinker(text: str, rules: Any) -> Any:
    """A player of Hearts who knows the rules."""
    return seated(text, hearts, rules)


def every_view(rules, matches, seed, totals=None, second_stage=False, hands=1):
    """Every decision of the first hands of some matches in which somebody grabs what they can and the others duck, or all play anyhow."""
    random = Random(seed)
    batch = Batch(rules, matches, seed, first=[random.randrange(12) for _ in range(matches)])
    if totals:
        batch.games["table"]["totals"] = totals
    batch.games["table"]["second_stage"] = second_stage
    styles = [style(random, random.choice([None, *range(rules.players)])) for _ in range(matches)]
    found, rows = [], batch.going_on()
    last = batch.games["first"] + hands
    while len(rows):
        views, legals = batch.look(rows)
        found.append(views)
        choices = [styles[row](int(view["table"]["turn"]), listed(legal)) for row, view, legal in zip(rows, views, legals, strict=True)]
        rows = np.array([row for row in batch.choose(rows, choices) if batch.games[row]["table"]["hand_number"] < last[row]], np.uint32)
    return np.concatenate(found)


def playing(views):
    """Is a card played, and not passed?"""
    return views["table"]["phase"] == hearts.PLAY


def passing(views):
    """Is a card passed on?"""
    return views["table"]["phase"] == hearts.PASS


def some_views(rules, wanted, seed, keep=playing, matches=8 if PLAIN else 40, **more):
    """A few decisions with a choice, of many."""
    views = every_view(rules, matches, seed, **more)
    views = views[keep(views) & (views["legal"] & (views["legal"] - np.uint64(1)) > 0)]
    return views[Random(seed).sample(range(len(views)), min(wanted, len(views)))]


def middle(rules, wanted=6, seed=4):
    """Decisions in the middle of hands, among at least three cards."""
    views = some_views(rules, 60, seed, keep=lambda views: (views["table"]["trick"] >= 3) & (views["table"]["trick"] < 9))
    return views[[count(legal) > 2 for legal in views["legal"]]][:wanted]


def endings(rules, matches, seed, most_cards, most_deals):
    """Decisions near the end of a hand, when few deals are possible."""
    views = every_view(rules, matches, seed)
    for view in views[playing(views)]:
        few = 2 <= count(view["hand"]) <= most_cards and count(view["legal"]) > 1
        if few and possible_deals(view, rules) <= most_deals:
            yield view


def views_played(rules, matches=2, seed=3, hands=1):
    """The views of every card played in the first hands of some matches."""
    return np.concatenate(list(views_of_play(rules, matches, hands, seed)))


TINY = "dutch:lowest=13"  # kings and aces: two tricks, and hearts that are often all taken by one player
