"""The engine of Hearts against the book: every decision of random matches under random house rules, and what must follow."""

import os
from collections import Counter
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS, Moon, Ties
from helpers.compiling import PLAIN
from reference.hearts_book import NAME, random_rules
from reference.hearts_side_by_side import Batch, book_of, listed, play_both, style

SHARE = 0.2 if PLAIN else 1  # of the hands where uncompiled rules would take minutes


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_match_the_book(preset):
    books = play_both(PRESETS[preset], matches=8, hands=12, seed=1)
    assert sum(book.hands_played() for book in books) > 60


@pytest.mark.parametrize("seed", range(80))
def test_random_house_rules_match_the_book(seed):
    play_both(random_rules(Random(seed)), matches=6, hands=8, seed=seed)


@pytest.mark.slow
def test_many_random_house_rules_match_the_book():
    hands, seed = int(os.environ.get("CARDSHARK_HANDS", "100000")), 1000
    while hands > 0:
        hands -= sum(book.hands_played() for book in play_both(random_rules(Random(seed)), matches=8, hands=12, seed=seed))
        seed += 1


# ---- whole matches: the rare ends must occur, and be as in the book ----


def test_points_are_won_back_in_the_second_stage():
    books = play_both(house.parse(PRESETS, "dutch:limit=20,win_back=yes"), matches=10, hands=99, seed=2)
    assert all(book.over and book.winning_back and min(book.totals) <= 0 for book in books)


def test_ties_are_played_on():
    tiny = house.parse(PRESETS, "dutch:lowest=13,moon=none,limit=2")
    shared = play_both(tiny, matches=40, hands=99, seed=3)
    played_on = play_both(tiny._replace(ties=Ties.PLAY_ON), matches=40, hands=99, seed=3)
    assert any(book.totals.count(min(book.totals)) > 1 for book in shared)
    assert all(book.totals.count(min(book.totals)) == 1 for book in played_on)
    assert sum(book.hands_played() for book in played_on) > sum(book.hands_played() for book in shared)


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "totals", "minus"),
    [
        ("limit=100", [60, 60, 60, 60], False),  # nobody comes to the limit: charge
        ("limit=100", [90, 90, 90, 90], False),  # the shooter wins at once: charge
        ("limit=100", [90, 0, 90, 0], None),  # a shooter with 90 would lose to those with 26, one with 0 would win
        ("limit=100,ties=play_on", [90, 0, 0, 90], False),  # charging does not end the match: those with 26 would have to play on
        ("limit=0,hands=1", [60, 0, 60, 60], None),  # the last hand
        ("limit=100,win_back=yes", [90, 0, 90, 0], False),  # the limit begins the second stage and ends nothing
        ("limit=100,jack_of_diamonds=10", [70, 50, 80, 50], None),  # only the jack can bring somebody in front
    ],
)
def test_the_shooter_chooses_what_is_better_in_the_match(changes, totals, minus):
    rules = house.parse(PRESETS, f"american:lowest=9,first_lead=lowest_club,queen_of_spades=20,passing=none,moon=choice,{changes}")
    books = play_both(rules, matches=150, hands=1, seed=4, totals=totals)
    shot = [book for book in books if sum(book.moons)]
    taken_off = [book for book in shot if min(book.last_scores) <= -26]
    assert len(shot) > 5
    if minus is None:
        assert 0 < len(taken_off) < len(shot)
    else:
        assert bool(taken_off) == minus


# ---- sums that must come out ----


def play_out(rules, count, seed):
    """Whole matches of the engine alone; also the mean number of legal cards."""
    batch, random = Batch(rules, count, seed), Random(seed)
    choice = style(random, 0 if rules.moon else None)
    rows, decisions, options = batch.going_on(), 0, 0
    while len(rows):
        views, legals = batch.look(rows)
        cards = [listed(legal) for legal in legals]
        turns = views["table"]["turn"].tolist()
        choices = [choice(turn, some) for turn, some in zip(turns, cards, strict=True)]
        decisions, options = decisions + len(rows), options + sum(map(len, cards))
        rows = batch.choose(rows, choices)
    return batch.games, options / decisions


@pytest.mark.parametrize(("preset", "hand"), [("american", 26), ("passleft", 26), ("falcon", 26), ("dutch", 15)])
def test_hands_sum_to_their_points_or_thrice_after_a_moon(preset, hand):
    games, _ = play_out(PRESETS[preset]._replace(hands=1, limit=0), int(400 * SHARE), seed=5)
    moons = games["moons"].sum(axis=1)
    assert (games["scores"].sum(axis=1) == hand * (1 + 2 * moons)).all()
    assert (moons.max() == 1) == (preset != "falcon")


@pytest.mark.long
def test_dutch_matches_are_as_long_and_as_free_as_measured():
    games, legal = play_out(PRESETS["dutch"]._replace(moon=Moon.NONE), int(100 * SHARE), seed=6)
    assert 2.7 < legal < 2.9
    assert 17 < games["table"]["hand_number"].mean() < 23


# ---- every possible play of a small deal ----


def all_plays(batch):
    """How often each final score occurs when everything that can be chosen is chosen once, by the engine."""
    while len(rows := batch.going_on()):  # all are equally far
        options = [listed(legal) for legal in batch.look(rows)[1]]
        batch.games = np.repeat(batch.games, [len(cards) for cards in options])
        rows = batch.going_on()
        batch.look(rows)
        batch.choose(rows, [card for cards in options for card in cards])
    return Counter(map(tuple, batch.games["scores"].tolist()))


def all_plays_of_book(book):
    if book.over:
        return Counter([(*book.last_scores, *[0] * (hearts.SEATS - len(book.seats)))])
    found = Counter()
    for card in sorted(book.legal()):
        after = deepcopy(book)
        after.choose(card)
        found += all_plays_of_book(after)
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("dutch:players=3,lowest=12,removed=KC+KD+KS,hands=1", [24, 28, 44, 48]),
        ("dutch:players=3,lowest=12,removed=QC+QD+QH,hands=1,hearts_breaking=heart,first_trick_points=no", [20, 4, 18, 16]),
        ("dutch:players=4,lowest=12,hands=1,moon=shooter_minus,hearts_breaking=heart_or_queen", [200, 168, 40, 192]),
        ("dutch:players=3,lowest=13,removed=KC+KD,hands=1,passing=left,pass_count=1", [48, 56, 48, 48]),
        ("american:players=3,lowest=11,highest=13,removed=JD+QD+KD,hands=1,pass_count=1,first_lead=lowest_club", [200, 169, 232, 168]),
    ],
)
def test_all_plays_of_small_deals_are_counted_alike(text, plays):
    rules = house.parse(PRESETS, text)
    for deal, expected in enumerate(plays):
        batch = Batch(rules, 1, seed=deal)
        book = book_of(rules, batch.games[0])
        counted = all_plays(batch)
        assert counted == all_plays_of_book(book)
        assert counted.total() == expected


def test_three_players_with_a_suit_each_play_their_cards_in_any_order():
    batch = Batch(house.parse(PRESETS, "dutch:players=3,lowest=12,removed=QS+KS+AS,hands=1,moon=none"), 1)
    batch.games["hands"][0] = [0b111 << 10 + 16 * suit for suit in range(3)] + [0]
    assert all_plays(batch) == {(3, 0, 0, 0): 6**3}  # the leader takes everything


# ---- the referee ----


@pytest.mark.parametrize("wrong", [-1, 13, 63, None])
def test_an_illegal_choice_stops_the_batch_and_is_named(wrong):
    batch = Batch(PRESETS["falcon"], 5)
    rows = batch.going_on()
    _, legals = batch.look(rows)
    choices = np.array([listed(legal)[0] for legal in legals], np.int8)
    choices[3] = next(card for card in NAME if not int(legals[3]) >> card & 1) if wrong is None else wrong
    assert hearts.choose_all(batch.games, batch.rules, rows, batch.views, choices) == -1 - 3
    assert batch.games["table"]["played"].tolist() == [1, 1, 1, 0, 0]


# ---- nobody sees what he may not see ----


def hidden_changes(game, random):
    """Copies of a game that differ only in what the seat in turn must not know."""
    seat = int(game["table"]["turn"])
    one, other = random.sample([i for i in range(hearts.SEATS) if i != seat], 2)
    mine, theirs = (random.choice(listed(game["hands"][i])) for i in (one, other))
    swap, passes, deals = game.copy(), game.copy(), game.copy()
    for i in (one, other):
        swap["hands"][i] ^= np.uint64(1 << mine | 1 << theirs)
        passes["given"][i] ^= np.uint64(1 << mine)
        passes["received"][i] ^= np.uint64(1 << theirs)
    deals["deals"] ^= np.uint64(12345)
    return swap, passes, deals


def test_views_do_not_depend_on_hidden_cards():
    batch, random = Batch(PRESETS["american"]._replace(hands=3), int(30 * SHARE), seed=7), Random(7)
    compared = 0
    rows = batch.going_on()
    while len(rows):
        views, legals = batch.look(rows)
        for row, view in zip(rows, views, strict=True):
            if min(map(int, batch.games[row]["hands"])) and random.random() < 0.2:
                changed = Batch.__new__(Batch)
                changed.rules, changed.games = batch.rules, np.array(hidden_changes(batch.games[row], random))
                assert {seen.tobytes() for seen in changed.look(np.arange(3, dtype=np.uint32))[0]} == {view.tobytes()}
                compared += 1
        rows = batch.choose(rows, [random.choice(listed(legal)) for legal in legals])
    assert compared > 500 * SHARE


def test_views_show_the_own_hand():
    batch = Batch(PRESETS["american"], 2)
    batch.games[1] = batch.games[0]
    batch.games["hands"][1, 0], batch.games["hands"][1, 1] = batch.games["hands"][0, 1], batch.games["hands"][0, 0]
    first, second = batch.look(batch.going_on())[0]
    assert first.tobytes() != second.tobytes()
