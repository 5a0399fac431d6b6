"""Worlds of the champion: they agree with what was seen, and come to be distributed as the policy explains the past."""

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.hearts import planes
from cardshark.games.hearts.rules import PRESETS, Passing
from cardshark.players.hearts.champion.chain import new_chain, select
from cardshark.players.hearts.champion.habits import Habits
from cardshark.players.hearts.champion.imagining import Imagination
from cardshark.players.hearts.champion.past import chance_of
from cardshark.players.hearts.champion.world import WORLD
from helpers.hearts.imagined import hearty_rules, views_of_random_play
from helpers.hearts.minds import RandomMind
from reference.hearts_side_by_side import listed
from reference.imagine_book import Seen, who_played, worlds


def one_view(view):
    """A view as players get it: the only row of an array that nobody can write into."""
    views = np.zeros(1, hearts.VIEW)
    views[0] = view
    views.flags.writeable = False
    return views


def random_views(rules, seed, wanted=lambda view: view["table"]["phase"] == hearts.PLAY):
    """Views of a hand of random play."""
    return [one_view(view.copy()) for view, _ in views_of_random_play(rules, 1, seed) if wanted(view)]


def imagined(view, rules, mind, amount=16, **habits):
    """Worlds for a view."""
    imagination = Imagination(mind, rules, house.record(rules), Habits(round=amount, **habits))
    return imagination.worlds(view, imagination.beliefs(view), 0, amount).copy()


def original(world, seat, plays, across, players):
    """What a seat was dealt in a world, and what it was passed."""
    held = int(world["hands"][seat]) | sum(1 << card for who, card in plays if who == seat)
    received = int(world["given"][(seat - across) % players]) if across else 0
    assert held & received == received  # whoever was passed something holds it, or has played it
    return held & ~received | (int(world["given"][seat]) if across else 0), received


def plays_of(view, rules):
    """Who played which card, as numbers."""
    table = view["table"][0]
    cards = [f"{'23456789TJQKA'[card & 15]}{'CDHS'[card >> 4]}" for card in table["history"][: table["played"]].tolist()]
    numbers = dict(zip(cards, table["history"].tolist(), strict=False))
    for first in range(rules.players):
        plays, leader = who_played(cards, first, rules.players)
        if leader == table["leader"]:
            return first, [(seat, numbers[card]) for seat, card in plays]
    raise AssertionError


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_worlds_agree_with_what_was_seen(seed):
    """Small decks by random rules: every world is in the list of those that could have been. Passes are made of the receivers' cards."""
    rules = hearty_rules(Random(seed))
    for view in random_views(rules, seed)[2::4]:
        possible = {tuple(each) for each in worlds(Seen(view[0], rules))}
        table = view["table"][0]
        me, across = int(table["turn"]), int(table["across"])
        _, plays = plays_of(view, rules)
        for world in imagined(view, rules, RandomMind(seed, others=rules.players - 1), 6, steps=10):
            assert tuple(world["hands"].tolist()) in possible
            for seat in range(rules.players):
                dealt, _ = original(world, seat, plays, across, rules.players)
                assert dealt.bit_count() == int(rules.deck()).bit_count() // rules.players
            if across:
                assert world["given"][me] == view["given"][0]
                assert world["given"][(me - across) % rules.players] == view["received"][0]


# ---- the chance of the past ----


def test_the_chance_of_a_pass_counts_every_order():
    logits, legal, cards = np.random.default_rng(1).normal(size=64).astype(np.float32) * 2, 0b1111011, 0b1010010
    chance = 0.0
    for order in permutations(listed(cards)):
        rest, product = listed(legal), 1.0
        for card in order:
            weights = np.exp(logits[rest].astype(float))
            product *= weights[rest.index(card)] / weights.sum()
            rest.remove(card)
        chance += product
    found = chance_of(logits, np.uint64(legal), np.uint64(cards), 0.1, np.empty(16))
    assert found == pytest.approx(0.9 * chance + 0.1 / 20)  # 20 ways to take three out of six


def slow_logs(view, rules, mind, world, slip_chance):
    """The same as the kernels, slowly: the whole hand is played again by the rules, and everybody is asked alone."""
    me, across = int(view["table"]["turn"][0]), int(view["table"]["across"][0])
    first, plays = plays_of(view, rules)
    logs, record = np.zeros(hearts.SEATS), house.record(rules)
    game = np.zeros(1, hearts.GAME)
    game["table"] = view["table"]
    for name in ("points", "voids", "seen", "trick", "start", "played"):
        game["table"][name] = 0
    game["table"]["history"], game["table"]["jack"] = hearts.NO_CARD, hearts.NOBODY

    def asked(seat, chosen):
        looked = np.zeros(1, hearts.VIEW)
        hearts.look_all(game, record, np.zeros(1, np.uint32), looked)
        legal = listed(int(looked["legal"][0]))
        if seat != me and len(legal) > 1:
            found = mind.logits(planes.words(looked, record))[0]
            chances = chance_of(found, looked["legal"][0], np.uint64(chosen), slip_chance, np.empty(16))
            logs[seat] += np.log(chances)

    if across:
        game["table"]["phase"] = hearts.PASS
        for seat in range(rules.players):
            game["hands"][0, seat], _ = original(world, seat, plays, across, rules.players)
        for seat in range(rules.players):
            game["table"]["turn"] = seat
            asked(seat, int(world["given"][seat]))
    for seat in range(rules.players):
        game["hands"][0, seat] = int(world["hands"][seat]) | sum(1 << card for who, card in plays if who == seat)
        game["given"][0, seat] = world["given"][seat]
        game["received"][0, seat] = original(world, seat, plays, across, rules.players)[1]
    game["table"]["phase"], game["table"]["leader"], game["table"]["turn"] = hearts.PLAY, first, first
    for seat, card in plays:
        asked(seat, 1 << card)
        views = np.zeros(1, hearts.VIEW)
        hearts.look_all(game, record, np.zeros(1, np.uint32), views)
        hearts.choose_all(game, record, np.zeros(1, np.uint32), views, np.array([card], np.int8))
    return logs


@pytest.mark.long
@pytest.mark.parametrize(("name", "seed"), [("american", 1), ("american", 2), ("dutch", 3), ("american", 4)])
def test_the_past_is_weighed_as_a_slow_replay_does(name, seed):
    """Right at the start, and also after steps that weigh only the seats that changed."""
    rules, mind = PRESETS[name], RandomMind(seed)
    for view in random_views(rules, seed)[4:44:13]:
        imagination = Imagination(mind, rules, house.record(rules), Habits(round=3, steps=7))
        found = imagination.worlds(view, imagination.beliefs(view), 0, 3)
        for world, logs in zip(found, imagination.chain.logs, strict=False):
            np.testing.assert_allclose(logs, slow_logs(view, rules, mind, world, Habits().slip_chance), rtol=1e-6)


# ---- chains ----


@pytest.mark.slow
@pytest.mark.parametrize("beliefs_seed", [None, 5])
def test_chains_come_to_the_policys_distribution(beliefs_seed):
    """All worlds of a small deck are listed with the chance of the past in each. Worlds after many steps occur that often."""
    rules, mind = small_view_rules()
    view = next(each for each in random_views(rules, 3) if 8 < len(set(worlds(Seen(each[0], rules)))) < 60)
    listing = sorted(set(worlds(Seen(view[0], rules))))
    all_worlds = np.zeros(len(listing), WORLD)
    all_worlds["hands"] = listing
    logs = np.array([slow_logs(view, rules, mind, each, 0.02).sum() for each in all_worlds])
    expected = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
    amount = 1500
    imagination = Imagination(mind, rules, house.record(rules), Habits(round=amount, steps=60, slip_chance=0.02, selection=0.0))
    weights = np.ones((64, 3)) if beliefs_seed is None else np.random.default_rng(beliefs_seed).uniform(0.1, 1, (64, 3))
    found = Counter(tuple(each["hands"].tolist()) for each in imagination.worlds(view, weights, 0, amount))
    observed = np.array([found[tuple(hands)] for hands in listing]) / amount
    assert (np.abs(observed - expected) / np.sqrt(expected * (1 - expected) / amount)).max() < 4.5
    assert expected.max() > 3 / len(listing)  # the test can tell one from the other


def small_view_rules():
    """A small deck without passing, and a mind of strong opinions."""
    rules = PRESETS["falcon"]._replace(lowest=11, highest=14, passing=Passing.NONE, pass_count=0)
    rules.check()
    return rules, RandomMind(9, sharp=2.0)


@pytest.mark.long
@pytest.mark.parametrize("steps", [0, 5])
def test_worlds_do_not_depend_on_those_beside_them(steps):
    """Four worlds, and what becomes of them, are the same alone and among others."""
    rules, mind = PRESETS["american"], RandomMind(1)
    view, found = random_views(rules, 2)[17], []
    for amount in (4, 12):
        imagination = Imagination(mind, rules, house.record(rules), Habits(round=12, steps=steps, selection=0.0))
        beliefs = imagination.beliefs(view)
        found.append([imagination.worlds(view, beliefs, begin, amount)[:4].copy() for begin in (0, 12)])
    assert np.array_equal(found[0], found[1])
    assert not np.array_equal(found[0][0], found[0][1])


def test_worlds_that_explain_more_are_selected_oftener():
    """By the power of how much better they explain the past than was expected; with a power of 0 all stay as they are."""
    view = random_views(PRESETS["american"], 2)[9]
    for power in (0.0, 0.25, 1.0):
        chain = new_chain(8)
        chain.worlds["hands"][:, 0] = np.arange(8)
        chain.logs[:, 1], chain.ratios[:] = [9, 5, 5, 3, 9, 5, 5, 3], 2.0
        chain.logs[::4, 2] = 2.0
        select(view, chain, power)
        found = np.bincount(chain.worlds["hands"][:, 0].astype(int), minlength=8)
        weights = np.exp(power * np.array([11, 5, 5, 3, 11, 5, 5, 3.0]))
        assert np.abs(found - 8 * weights / weights.sum()).max() < 1
