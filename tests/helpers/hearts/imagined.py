"""Views of random play, and how well imagined deals fit."""

from collections import Counter
from random import Random

from cardshark.chance import words
from cardshark.games.hearts.rules import Breaking
from cardshark.games.house import CardsOf
from cardshark.text import UserError
from reference.hearts_book import random_rules
from reference.hearts_side_by_side import Batch, listed

WORD = int(words(7, "imagine", 1)[0])


def views_of_random_play(rules, matches, seed):
    """Every decision of one hand of some matches: the view, and the hands of all seats."""
    random = Random(seed)
    batch = Batch(rules._replace(hands=1), matches, seed, first=[random.randrange(12) for _ in range(matches)])
    rows = batch.going_on()
    while len(rows):
        views, legals = batch.look(rows)
        for row, view in zip(rows, views, strict=True):
            yield view, tuple(batch.games[row]["hands"].tolist())
        rows = batch.choose(rows, [random.choice(listed(legal)) for legal in legals])


def hearty_rules(random):
    """Small decks, mostly of penalty cards, so that people often have to lead or to throw what they may not."""
    while True:
        rules = random_rules(random)._replace(
            lowest=8, highest=14, first_lead_forced=random.random() < 0.2, pass_count=random.randint(0, 1)
        )
        rules = rules._replace(hearts_breaking=random.choice(list(Breaking)), first_trick_points=random.random() < 0.3)
        others = [card for card in listed(rules._replace(removed=CardsOf(0)).deck()) if card >> 4 != 2]
        removed = random.sample(others, 28 - rules.players * random.randint(3, 4))
        try:
            rules = rules._replace(removed=CardsOf(sum(1 << card for card in removed)))
            rules.check()
        except UserError:
            continue
        return rules


def fits(deals, expected):
    """Do deals occur as often as expected? The probability of a fit no better than this."""
    from scipy.stats import chisquare

    seen = Counter(map(tuple, deals.tolist()))
    assert seen.keys() <= expected.keys()
    total = sum(expected.values())
    return chisquare([seen[world] for world in expected], [len(deals) * weight / total for weight in expected.values()]).pvalue
