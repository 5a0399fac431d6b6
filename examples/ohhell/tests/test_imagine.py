"""Imagined deals agree with everything that was seen, and all of them are equally likely."""

import os
from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from cardshark.cards import lane
from cardshark.chance import words
from cardshark.games import house

import cardshark_ohhell as ohhell
from cardshark_ohhell.rules import PRESETS
from ohhell_book import random_rules
from side_by_side import Batch, listed

EACH = 6 if int(os.environ.get("NUMBA_DISABLE_JIT", "0")) else 40  # imagined games for each possible deal; plain Python takes its time


def imagine(view, rules, count, seed=1):
    """Games that agree with a view."""
    games = np.zeros(count, ohhell.GAME)
    games["scores"] = 99  # whatever stood there before is gone
    games["hands"] = 0xFF
    ohhell.imagine_all(np.repeat(view, count), rules, words(seed, "imagine", count), games)
    return games


def random_views(seed):
    """Positions of random play under random rules: rules, the game as it is, and the view of the seat in turn."""
    random = Random(seed)
    batch = Batch(random_rules(random), 2, seed, first=[random.randrange(ohhell.CYCLE) for _ in range(2)])
    rows, hands = batch.going_on(), 0
    while len(rows) and hands < 3:
        views = batch.look(rows)
        for row, view in zip(rows, views, strict=True):
            if random.random() < 0.3:
                yield batch.rules, batch.games[row], np.array([view])
        rows = batch.choose(rows, [random.choice(listed(view["legal"])) for view in views])
        hands = ohhell.hands_played(batch.games).max()


def check_agreement(imagined, rules, game, view):
    """Check that an imagined game agrees with a view."""
    table, hands, seat = view["table"], imagined["hands"].tolist(), int(view["table"]["turn"])
    assert imagined["table"].tobytes() == table.tobytes()
    assert hands[seat] == view["hand"]
    assert [hand.bit_count() for hand in hands] == [int(hand).bit_count() for hand in game["hands"]]
    known = int(table["seen"]) | (1 << int(table["trump"]) if table["trump"] >= 0 else 0)
    everything = known
    for hand, voids in zip(hands, table["voids"].tolist(), strict=True):
        assert not hand & everything
        everything |= hand
        assert not any(hand & int(lane(suit)) for suit in range(4) if voids >> suit & 1)
    assert not everything & ~int(rules["deck"][0])
    assert imagined["first"] == table["hand_number"] and not imagined["scores"].any() and not imagined["made"].any()


@pytest.mark.parametrize("seed", range(25))
def test_imagined_games_agree_with_what_was_seen(seed):
    for rules, game, view in random_views(seed):
        for imagined in imagine(view, rules, 5):
            check_agreement(imagined, rules, game, view[0])


def test_the_seat_of_an_imagined_game_sees_what_it_saw():
    for rules, _, view in random_views(31):
        imagined = imagine(view, rules, 3)
        seen = np.zeros(3, ohhell.VIEW)
        ohhell.look_all(imagined, rules, np.arange(3, dtype=np.uint32), seen)
        seen["luck"] = view["luck"]  # which is drawn anew, as the others' is
        assert {each.tobytes() for each in seen} == {view[0].tobytes()}


def test_a_word_names_its_deal_for_ever():
    rules, _, view = next(random_views(2))
    once, again, other = imagine(view, rules, 20), imagine(view, rules, 20), imagine(view, rules, 20, seed=2)
    assert once.tobytes() == again.tobytes()
    assert (once["hands"] != other["hands"]).any()
    assert len(set(once["luck"].tolist()) | set(once["deals"].tolist())) == 40


def test_an_imagined_hand_ends_by_rules_of_one_hand():
    for rules, _, view in random_views(5):
        rules["last_hand"] = 1
        games = imagine(view, rules, 2)
        batch, random = Batch.__new__(Batch), Random(1)
        batch.games, batch.rules = games, rules
        while len(rows := batch.going_on()):
            batch.choose(rows, [random.choice(listed(each["legal"])) for each in batch.look(rows)])
        assert (ohhell.hands_played(games) == 1).all()


# ---- uniform, in cases small enough to list every deal ----


def all_deals(view, rules):
    """Every way to give the others cards that they may hold, by listing: tuples of hands, the own seat left out."""
    table, players = view["table"], int(rules["players"][0])
    known = int(view["hand"]) | int(table["seen"]) | (1 << int(table["trump"]) if table["trump"] >= 0 else 0)
    others = [(int(table["turn"]) + 1 + i) % players for i in range(players - 1)]
    played = [int(table["played"] - table["start"]) > (other - int(table["leader"])) % players for other in others]
    sizes = [int(table["dealt"]) - int(table["start"]) // players - gone for gone in played]

    def fill(unseen, number):
        if number == len(others):
            yield ()
            return
        voids = int(table["voids"][others[number]])
        allowed = [card for card in unseen if not voids >> (card >> 4) & 1]
        for hand in combinations(allowed, sizes[number]):
            for rest in fill([card for card in unseen if card not in hand], number + 1):
                yield (sum(1 << card for card in hand), *rest)

    return others, list(fill(listed(int(rules["deck"][0]) & ~known), 0))


def small_view(text, voids, choices):
    """A position under these rules after the first choices of random play, with these voids shown."""
    rules, random = house.parse(PRESETS, text), Random(4)
    batch = Batch(rules, 1, seed=9)
    for _ in range(choices):
        rows = batch.going_on()
        batch.choose(rows, [random.choice(listed(view["legal"])) for view in batch.look(rows)])
    view = batch.look(batch.going_on())
    view["table"]["voids"] = voids
    return batch.rules, view


@pytest.mark.parametrize(
    ("text", "voids", "choices"),
    [
        ("short:players=3,lowest=12,most=2,hands=1", [0, 0, 0, 0], 0),
        ("short:players=3,lowest=12,most=2,hands=1", [0, 0b0001, 0b1000, 0], 0),
        ("short:players=3,lowest=12,most=3,hands=1", [0, 0b0110, 0b0011, 0], 4),
        ("short:players=4,lowest=12,most=2,hands=1", [0, 0, 0b0100, 0], 0),
        ("short:players=4,lowest=12,most=2,hands=1", [0, 0b0010, 0b0001, 0b0110], 0),
        ("short:players=4,lowest=12,most=2,hands=1", [0b1000, 0b1001, 0b0011, 0b0010], 5),
        ("short:players=4,lowest=11,most=3,hands=1", [0b0011, 0b1001, 0b1010, 0b0100], 7),
    ],
)
def test_every_deal_is_as_likely_as_any_other(text, voids, choices):
    from scipy.stats import chisquare

    rules, view = small_view(text, voids, choices)
    others, deals = all_deals(view[0], rules)
    assert 10 < len(deals) < 5000
    games = imagine(view, rules, EACH * len(deals))
    counted = Counter(zip(*(games["hands"][:, other].tolist() for other in others), strict=True))
    assert set(counted) <= set(deals)
    assert chisquare([counted[deal] for deal in deals]).pvalue > 0.001
