"""The engine of Oh Hell against the book: every decision of random matches under random house rules, and what must follow."""

import os
from collections import Counter
from copy import deepcopy
from random import Random

import numpy as np
import pytest
from cardshark.games import house
from cardshark.play import Table
from cardshark.players.uniform import Random as RandomPlayer
from cardshark.text import UserError

import cardshark_ohhell as ohhell
from cardshark_ohhell.rules import PRESETS, Rules, Sizes
from cardshark_ohhell.state import bid_choice, bid_of
from ohhell_book import random_rules, row_of_sizes
from side_by_side import BIDS, NAME, Batch, book_of, listed, play_both

SEEDS = 10 if int(os.environ.get("NUMBA_DISABLE_JIT", "0")) else 40  # plain Python takes its time


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [3, 4])
def test_presets_match_the_book(preset, players):
    for book in play_both(PRESETS[preset]._replace(players=players), matches=3, seed=1):
        assert book.over


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_house_rules_match_the_book(seed):
    play_both(random_rules(Random(seed)), matches=3, seed=seed, hands=12)


@pytest.mark.slow
def test_many_random_house_rules_match_the_book():
    hands, seed = int(os.environ.get("CARDSHARK_HANDS", "20000")), 1000
    while hands > 0:
        hands -= sum(book.hands_played() for book in play_both(random_rules(Random(seed)), matches=8, seed=seed, hands=25))
        seed += 1


def test_the_bids_are_the_choices_that_are_no_cards():
    assert [bid_choice(bid) for bid in range(12)] == BIDS
    assert [bid_of(choice) for choice in BIDS] == list(range(12))
    assert not set(BIDS) & set(NAME)


def test_the_sizes_go_down_and_up_again():
    assert row_of_sizes(PRESETS["classic"]) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    batch = Batch(PRESETS["classic"]._replace(hands=1), 40, first=range(40))
    assert batch.games["table"]["dealt"].tolist() == [*2 * row_of_sizes(PRESETS["classic"]), 10, 9]
    assert batch.games["table"]["dealer"][:5].tolist() == [3, 0, 1, 2, 3]


def test_without_a_card_to_turn_there_is_no_trump():
    (book,) = play_both(house.parse(PRESETS, "blackwood:lowest=7,most=8,hands=1"), matches=1, seed=3)
    assert book.turned is None


# ---- every possible play of a small deal ----


def all_plays(batch):
    """How often each final score occurs when everything that can be chosen is chosen once, by the engine."""
    while len(rows := batch.going_on()):  # all are equally far
        options = [listed(view["legal"]) for view in batch.look(rows)]
        batch.games = np.repeat(batch.games, [len(choices) for choices in options])
        rows = batch.going_on()
        batch.look(rows)
        batch.choose(rows, [choice for choices in options for choice in choices])
    return Counter(map(tuple, batch.games["scores"].tolist()))


def all_plays_of_book(book):
    if book.over:
        return Counter([(*book.last_scores, *[0] * (4 - len(book.seats)))])
    found = Counter()
    for choice in book.legal():
        after = deepcopy(book)
        after.choose(choice)
        found += all_plays_of_book(after)
    return found


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("short:players=3,most=2,hands=1", [168, 168, 126, 126]),
        ("short:players=3,most=2,hands=1,hook=no,miss=minus", [216, 216, 162, 162]),
        ("short:most=1,lowest=14", [12] * 4),
    ],
)
def test_all_plays_of_small_deals_are_counted_alike(text, plays):
    rules = house.parse(PRESETS, text)
    counts = []
    for deal in range(4):
        batch = Batch(rules, 1, seed=deal)
        book = book_of(rules, batch.games[0])
        counted = all_plays(batch)
        assert counted == all_plays_of_book(book)
        counts.append(counted.total())
    assert counts == plays


# ---- the referee ----


@pytest.mark.parametrize("wrong", [-1, 0, 64, BIDS[11], None])
def test_an_illegal_choice_stops_the_batch_and_is_named(wrong):
    batch = Batch(PRESETS["classic"], 5)
    rows = batch.going_on()
    for _ in range(3):
        batch.look(rows)
        batch.choose(rows, [BIDS[3]] * 5)
    batch.look(rows)
    choices = np.full(5, BIDS[0], np.int8)
    choices[3] = BIDS[1] if wrong is None else wrong  # 3 + 3 + 3 + 1 = 10: the dealer is hooked
    assert ohhell.choose_all(batch.games, batch.rules, rows, batch.views, choices) == -1 - 3
    assert ohhell.step_all(batch.games.copy(), batch.rules, rows[3:].copy(), batch.views[3:], choices[3:]) == -1


def test_stepping_is_choosing_and_looking():
    rules = PRESETS["short"]
    one, two = (Table(ohhell, rules, [RandomPlayer(), RandomPlayer()], 20) for _ in range(2))
    alone, together = one.deal(3, 20), two.deal(3, 20)
    one.play_one_player(alone, None)
    two.play_several_players(together, np.tile(np.array([0, 1, 0, 1], np.int8), (20, 1)), None)
    assert alone.tobytes() == together.tobytes()


# ---- nobody sees what they may not see ----


def hidden_changes(game, random):
    """Copies of a game that differ only in what the seat in turn must not know."""
    seat = int(game["table"]["turn"])
    one, other = random.sample([i for i in range(4) if i != seat], 2)
    mine, theirs = (random.choice(listed(game["hands"][i])) for i in (one, other))
    swap, deals = game.copy(), game.copy()
    for i in (one, other):
        swap["hands"][i] ^= np.uint64(1 << mine | 1 << theirs)
    deals["deals"] ^= np.uint64(12345)
    return swap, deals


def test_views_do_not_depend_on_hidden_cards():
    batch, random, compared = Batch(PRESETS["classic"]._replace(hands=2), 12, seed=7), Random(7), 0
    rows = batch.going_on()
    while len(rows):
        views = batch.look(rows)
        for row, view in zip(rows, views, strict=True):
            if min(map(int, batch.games[row]["hands"])) and random.random() < 0.3:
                changed = Batch.__new__(Batch)
                changed.rules, changed.games = batch.rules, np.array(hidden_changes(batch.games[row], random))
                assert {seen.tobytes() for seen in changed.look(np.arange(2, dtype=np.uint32))} == {view.tobytes()}
                compared += 1
        rows = batch.choose(rows, [random.choice(listed(view["legal"])) for view in views])
    assert compared > 200


# ---- rules ----


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("classic:players=5", "Oh Hell is played here by 3 or 4 players, not 5"),
        ("classic:lowest=1", "the lowest rank is 2 to 14 (the ace), not 1"),
        ("classic:most=12", "each player gets 1 to 11 cards, not 12"),
        ("classic:most=0", "each player gets 1 to 11 cards, not 0"),
        ("classic:lowest=7,most=9", "32 cards are too few for 4 hands of 9: set most=8 or less"),
        ("classic:hands=1001", "hands is 0 (the row of sizes) to 1000, not 1001"),
        ("blackwood:hands=0", "with one size for all hands a match needs an end: set hands above 0"),
        ("classic:hook=perhaps", "there is no setting for hook 'perhaps'; there is yes, no"),
        ("classic:moon=none", "classic has no rule 'moon'; it has players, lowest, sizes, most, hook, miss, hands"),
    ],
)
def test_bad_rules_get_one_sentence(text, sentence):
    with pytest.raises(UserError) as error:
        house.parse(PRESETS, text)
    assert str(error.value) == sentence


@pytest.mark.parametrize("seed", range(20))
def test_rules_are_spelled_and_parsed_alike(seed):
    rules = random_rules(Random(seed))
    assert house.parse(PRESETS, house.spell(PRESETS, rules)) == rules


def test_presets_are_the_games_they_are_called_after():
    assert Rules() == PRESETS["classic"]
    blackwood, short = PRESETS["blackwood"], PRESETS["short"]
    assert (blackwood.sizes, blackwood.most, blackwood.hook) == (Sizes.FIXED, 10, False)
    assert row_of_sizes(short) == [5, 4, 3, 2, 1]


def test_single_hands_meet_every_size_equally_often():
    for rules in PRESETS.values():
        for players in (3, 4):
            batch = Batch(rules._replace(hands=1, players=players), ohhell.CYCLE, first=range(ohhell.CYCLE))
            table = batch.games["table"]
            met = Counter(zip(table["dealt"].tolist(), table["dealer"].tolist(), strict=True))
            sizes = Counter(row_of_sizes(rules))
            assert {met[size, dealer] / sizes[size] for size in sizes for dealer in range(players)} == {
                ohhell.CYCLE / players / len(row_of_sizes(rules))
            }
