"""Hand-made players of Hearts and the book, asked about positions by hand."""

import numpy as np
import pytest

from cardshark.cards import card, cards, name, names, set_of
from cardshark.games import hearts, house
from cardshark.players.player import unpack
from cardshark.text import split_options
from helpers.hearts.decisions import rules_of, thinker
from helpers.players import chosen
from reference import handmade_book as book


def ask_player(text, rules, views):
    """What the player of this name chooses."""
    return chosen(thinker(text, rules), views)


def ask_book(text, rules, views):
    """What the book says."""
    kind, options = split_options(text)
    return [(book.PASS_NEXT if view.phase == hearts.PASS else book.PLAY)[kind](view, rules, **options) for view in unpack(views)]


ask = pytest.mark.parametrize("ask", [ask_book, ask_player], ids=["book", "player"])


def position(rules, hand, trick="", earlier="", out=None, passing=False, given=0):
    """What seat 0 sees: its hand, the trick so far, cards played earlier, and the suits that seats have shown to be out of."""
    games, views = np.zeros(1, hearts.GAME), np.zeros(1, hearts.VIEW)
    game, table = games[0], games[0].table
    before, on_table = earlier.split(), trick.split()
    played = [card(text) for text in before + on_table]
    game.hands[0], game.given[0], table.seen = cards(hand), given, set_of(played)
    assert len(set(played)) == len(played) and not int(game.hands[0]) & int(table.seen), "a card stands twice"
    table.history[:] = hearts.NO_CARD
    table.history[: len(played)] = played
    table.phase = hearts.PASS if passing else hearts.PLAY
    table.across = int(rules.pass_count > 0)
    table.leader = -len(on_table) % rules.players
    table.start, table.played = len(before), len(played)
    table.trick = -(-len(before) // rules.players)  # any earlier card makes it a later trick
    table.led = card(on_table[0]) >> 4 if on_table else 0
    for who, suits in (out or {}).items():
        table.voids[who] = sum(1 << "CDHS".index(suit) for suit in suits)
    table.jack = hearts.NOBODY
    hearts.look_all(games, house.record(rules), np.zeros(1, np.uint32), views)
    return views


def check(ask, player, hand, trick, expected, rules="falcon", **more):
    """The card that is played."""
    house_rules = rules_of(rules)
    (chosen,) = ask(player, house_rules, position(house_rules, hand, trick, **more))
    assert name(chosen) == expected


def check_passes(ask, player, hand, expected, rules="passleft"):
    """The cards put aside, in their order."""
    house_rules = rules_of(rules)._replace(pass_count=len(expected.split()))
    given = []
    for _ in range(house_rules.pass_count):
        given += ask(player, house_rules, position(house_rules, hand, passing=True, given=set_of(given)))
    assert names(given) == expected
