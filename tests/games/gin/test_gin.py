"""The engine of gin rummy against the book: every decision under the presets and random house rules, and what must follow."""

import os
from collections import Counter
from random import Random

import numpy as np
import pytest

from cardshark.cards import ALL, count, listed
from cardshark.chance import words
from cardshark.games import gin
from cardshark.games.gin import melds
from cardshark.games.gin.rules import PRESETS, HandResult, LayOff
from helpers.arrays import copied
from helpers.compiling import PLAIN
from helpers.gin.hands import hide_other_cards
from reference import gin_melds
from reference.gin_side_by_side import Sides, bits, named, play_both, random_rules, style

SHARE = 0.2 if PLAIN else 1  # of the hands where uncompiled rules would take minutes
SLOW_PARTS = 4  # so that several cores can share the slow test


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_presets_match_the_book(preset):
    rules = PRESETS[preset]
    if rules.max_turns:
        rules = rules._replace(max_turns=250, hands=6)  # careless players would go round thousands of times
    endings = play_both(rules, matches=round(20 * SHARE), hands=6, seed=1)
    assert endings.total() >= 12
    assert PLAIN or (endings["gin"] and (endings["knock"] or rules.knock_limit == 0))


@pytest.mark.long
def test_random_house_rules_match_the_book():
    endings = Counter()
    for seed in range(round(30 * SHARE)):
        endings += play_both(random_rules(Random(seed)), matches=10, hands=3, seed=seed)
    assert {*endings} == {result.name.lower().replace("_", " ") for result in HandResult} or PLAIN  # every way a hand can end


@pytest.mark.slow
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_many_hands_match_the_book(part):
    hands, seed = int(os.environ.get("CARDSHARK_HANDS", "100000")) // SLOW_PARTS, 1000 * (part + 1)
    while hands > 0:
        random = Random(seed)
        rules = random.choice([*PRESETS.values()]) if random.random() < 0.2 else random_rules(random)
        hands -= play_both(rules, matches=min(20, hands), hands=6, seed=seed).total()
        seed += 1


# ---- what a seat may see ----


@pytest.mark.parametrize("lay_off", LayOff)
def test_a_view_shows_nothing_hidden(lay_off):
    random, phases = Random(5), Counter()
    sides = Sides(PRESETS["tournament"]._replace(lay_off=lay_off, knock_limit=30), words(5, "deal", round(20 * SHARE)))
    choose = style(random)
    while len(rows := np.array([row for row in sides.going_on() if sides.books[row].hand_number < 3], np.uint32)):
        views, others = np.zeros(len(rows), gin.VIEW), np.zeros(len(rows), gin.VIEW)
        hidden = copied(sides.games)
        for row in rows:
            hide_other_cards(hidden[row], random)
        gin.look_all(sides.games, sides.rules, rows, views)
        gin.look_all(hidden, sides.rules, rows, others)
        assert views.tobytes() == others.tobytes()
        assert (hidden["stock"] != sides.games["stock"]).any()
        phases += Counter(views["table"]["phase"].tolist())
        told = sides.look(rows)
        sides.choose(rows, [choose(seen) for seen in told])
    assert {gin.OFFER, gin.DRAW, gin.DISCARD, gin.MAY_KNOCK, gin.SPREAD} <= {*phases}
    assert (gin.LAY_OFF in phases) == (lay_off == LayOff.CHOSEN)


# ---- what must hold whatever the book says ----


@pytest.mark.long
def test_every_card_is_in_one_place_and_every_point_is_lost_by_somebody():
    random = Random(6)
    sides = Sides(PRESETS["eaai"], words(6, "deal", round(15 * SHARE)))
    running = np.zeros((len(sides.games), 2), int)
    choose = style(random)
    while len(rows := sides.going_on()):
        games, tables = sides.games[rows], sides.games["table"][rows]
        for game, table in zip(games, tables, strict=True):
            stock = sum(1 << int(card) for card in game["stock"][: table["stock_left"]])
            places = [*map(int, game["hands"]), int(table["piled"]), stock]
            assert places[0] | places[1] | places[2] | places[3] == int(ALL) and sum(map(count, places)) == 52
        told = sides.look(rows)
        sides.choose(rows, [choose(seen) for seen in told])
        ended = rows[sides.games["table"]["hand_number"][rows] > tables["hand_number"]]
        assert (sides.games["scores"][ended].sum(axis=1) == 0).all()
        running[ended] += np.maximum(sides.games["scores"][ended], 0)
    assert (running == sides.games["table"]["totals"]).all()  # no bonus at the end of these matches
    assert (running.max(axis=1) >= 100).all() and (running.min(axis=1) < 100).all()
    assert (sides.games["results"].sum(axis=1) == sides.games["table"]["hand_number"]).all()


def test_arrangements_are_those_of_the_book_with_the_least_deadwood_first():
    random = Random(7)
    for _ in range(300):
        ranks, size = random.sample(gin_melds.RANKS, random.choice([4, 5, 13])), random.choice([10, 11])
        hand = frozenset(random.sample(sorted(card for card in gin_melds.DECK if card[0] in ranks), size))
        ways = melds.listed_arrangements(bits(hand))
        book = gin_melds.arrangements(hand)
        assert {frozenset(map(named, way.melds)): way.deadwood for way in ways} == book and len(ways) == len(book)
        assert sorted(way.deadwood for way in ways) == [way.deadwood for way in ways]


@pytest.mark.parametrize("wrong", [gin.STOCK, gin.KNOCK, 0, -1, 64 + gin.PASS, 64 + gin.PILE])
def test_an_illegal_choice_stops_at_its_row_and_changes_nothing_there(wrong):
    sides = Sides(PRESETS["eaai"], words(8, "deal", 3))
    rows = np.arange(3, dtype=np.uint32)
    sides.look(rows)
    games = copied(sides.games)
    assert gin.choose_all(games, sides.rules, rows, sides.views, np.array([gin.PASS, wrong, gin.PASS], np.int8)) == -2
    assert games[1:].tobytes() == sides.games[1:].tobytes() and games[0].tobytes() != sides.games[0].tobytes()


def test_a_step_is_to_choose_and_to_look_again():
    random = Random(9)
    sides = Sides(PRESETS["tournament"]._replace(hands=3, knock_limit=40), words(9, "deal", round(150 * SHARE)))
    games, rows, row_count = copied(sides.games), sides.going_on(), len(sides.games)
    views = np.zeros(row_count, gin.VIEW)
    gin.look_all(games, sides.rules, rows, views)
    while len(rows):
        choices = np.array([random.choice(listed(int(legal))) for legal in views["legal"][: len(rows)]], np.int8)
        gin.choose_all(sides.games, sides.rules, rows, views, choices)
        rows = rows[: gin.step_all(games, sides.rules, rows, views, choices)]
        assert (rows == sides.going_on()).all() and games.tobytes() == sides.games.tobytes()
        seen = np.zeros(len(rows), gin.VIEW)
        gin.look_all(sides.games, sides.rules, rows, seen)
        assert seen.tobytes() == views[: len(rows)].tobytes()
