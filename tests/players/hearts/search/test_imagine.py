"""Imagined deals against the book: never an impossible one, every possible one, and each as likely as it should be."""

import os
from collections import Counter
from hashlib import sha256
from random import Random

import numpy as np
import pytest

from cardshark.cards import card, cards, count
from cardshark.chance import words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.games.match import Single
from cardshark.players.hearts.search import beliefs, imagine
from cardshark.players.hearts.search.hidden import HIDDEN, knowledge
from cardshark.text import UserError
from helpers.compiling import PLAIN
from helpers.hearts.imagined import WORD, hearty_rules, views_of_random_play
from helpers.imagined import possible_deals
from reference.hearts_book import random_rules
from reference.hearts_side_by_side import listed
from reference.imagine_book import Seen, possible, world_of, worlds

FEW_SPLITS = 100  # so many are tried one by one


def drawn(hidden, count, sampler="uniform", word=WORD):
    """Deals from a HIDDEN record, and how many are possible."""
    found = np.empty((count, hearts.SEATS), np.uint64)
    total = imagine.deal_rows(hidden, np.zeros(1, imagine.PLAN), sampler == "sequential", np.uint64(word), found)
    return found, int(total)


# ---- what may be and what may not ----


def check_knowledge(view, truth, rules, counts):
    """The truth is possible; where that can be counted, exactly the possible deals are; elsewhere a few imagined ones are tried."""
    seen, hidden = Seen(view, rules), knowledge(view, rules)
    fits = [
        not truth[s] & int(hidden["barred"][0][s]) | int(hidden["fixed"][0][s]) & ~truth[s] for s in range(rules.players) if s != seen.seat
    ]
    assert all(fits), "the truth was ruled out"
    sample, total = drawn(hidden, 2)
    if seen.splits() <= FEW_SPLITS:
        all_worlds = worlds(seen)
        assert truth in all_worlds
        assert total == len(all_worlds)
        assert {tuple(deal) for deal in sample.tolist()} <= all_worlds
        counts["counted"] += 1
    else:
        sequential, _ = drawn(hidden, 1, "sequential")
        for deal in [*sample.tolist(), *sequential.tolist()]:
            assert possible(seen, world_of(seen, deal))
    voids = [sum(0x1FFF << 16 * suit for suit in range(4) if void >> suit & 1) for void in view["table"]["voids"].tolist()]
    counts["more than voids"] += any(int(hidden["barred"][0][s]) & ~voids[s] for s in seen.others())
    counts["the first leader's club"] += any(count(int(hidden["fixed"][0][s])) > len(seen.given) for s in seen.others())
    counts["three players"] += rules.players == 3


def check_random_games(make_rules, seeds, matches):
    counts = Counter()
    for seed in seeds:
        rules = make_rules(Random(seed))
        for view, truth in views_of_random_play(rules, matches, seed):
            check_knowledge(view, truth, rules, counts)
    return counts


@pytest.mark.long
def test_imagined_hands_agree_with_the_book():
    counts = check_random_games(random_rules, range(5 if PLAIN else 16), matches=1)
    assert counts["counted"] > 50


@pytest.mark.long
def test_what_people_had_to_play_tells_what_they_do_not_hold():
    counts = check_random_games(hearty_rules, range(10 if PLAIN else 50), matches=1)
    assert counts["more than voids"] > 20
    assert counts["the first leader's club"] > 5


@pytest.mark.long
@pytest.mark.parametrize(
    "rules",
    [
        "lowest=11,first_lead=lowest_club",  # the jack of clubs must be led first although it costs something
        "lowest=11,removed=QC+KC+AC+JD+QD+KD+JS+KS,first_lead=rotate,heart=0",  # a banned card is led by somebody who has free hearts
        "lowest=11,removed=QC+KC+AC+JD+QD+KD+JS+KS,first_lead=random,hearts_breaking=none",
        "players=3,removed=2D,hearts_breaking=heart_or_queen",  # seventeen cards each
    ],
)
def test_odd_first_leads_and_long_hands(rules):
    rules = house.parse(PRESETS, f"american:pass_count=1,jack_of_clubs=2,{rules}")
    counts = check_random_games(lambda _: rules, range(1 if PLAIN else 4), matches=5)
    assert counts["counted"] > 20


@pytest.mark.slow
def test_many_imagined_hands_agree_with_the_book():
    games = int(os.environ.get("CARDSHARK_HANDS", "20000")) // 20
    assert check_random_games(random_rules, range(1000, 1000 + games // 2), matches=1)["counted"]
    assert check_random_games(hearty_rules, range(1000, 1000 + games // 4), matches=4)["more than voids"]


def test_before_and_while_cards_are_passed_nothing_is_known():
    match = Single(hearts, PRESETS["american"], deals=3)
    for put_aside in range(3):
        (hidden,) = knowledge(match.view(), match.rules)
        assert hidden.fixed[1:].tolist() == [0, 0, 0]
        assert hidden.room[1:].tolist() == [13, 13, 13]
        assert count(match.view().given) == put_aside
        match.choose(listed(match.view().legal)[0])
    assert possible_deals(match.view(), match.rules) == 84_478_098_072_866_400  # 39! / 13!^3


# ---- hand-made situations ----


def situation(open_cards, room, barred):
    """A HIDDEN record of seat 0: the names of the open cards, and room and names of barred cards for seats 1, 2 and 3."""
    hidden = np.zeros(1, HIDDEN)
    hidden["others"] = 1, 2, 3
    hidden["open"] = cards(open_cards)
    hidden["room"][0, 1:] = room
    hidden["barred"][0, 1:] = [cards(text) for text in barred]
    return hidden


SMALLEST = situation("2H 2S 3S 4S", [1, 1, 2], ["2H", "", ""])
CLUBS, HEARTS = "2C 3C 4C 5C", "2H 3H 4H 5H 6H 7H 8H"
SEVEN_EACH = situation(f"{CLUBS} {HEARTS} 2D 3D 4D 5D 6D 2S 3S 4S 5S 6S", [7, 7, 7], [CLUBS, HEARTS, ""])
SIX_CLUBS, THREE_HEARTS = "2C 3C 4C 5C 6C 7C", "2H 3H 4H"
FOUR_EACH = situation(f"{SIX_CLUBS} 2D {THREE_HEARTS} 2S 3S", [4, 4, 4], [f"{SIX_CLUBS} 2D", "2D", THREE_HEARTS])


@pytest.mark.long
@pytest.mark.parametrize(
    ("hidden", "name", "total", "exact", "sequential"),
    [
        (SMALLEST, "2H", 9, (0, 1 / 3, 2 / 3), (0, 1 / 2, 1 / 2)),
        (SEVEN_EACH, "2C", 3_342_384, (0, 0.647, 0.353), (0, 0.515, 0.485)),
        (SEVEN_EACH, "2D", 3_342_384, (0.309, 0.441, 0.250), (0.34, 0.49, 0.165)),
        (FOUR_EACH, "2S", 130, (0.731, 0.154, 0.115), (0.879, 0.059, 0.062)),
    ],
)
def test_counting_is_exact_and_dealing_in_turn_is_biased(hidden, name, total, exact, sequential):
    """Worked out by hand (the smallest), and by an independent simulation."""
    number = 1_000 if PLAIN else 100_000
    near = 0.06 if PLAIN else 0.006  # four standard errors
    for sampler, expected in (("uniform", exact), ("sequential", sequential)):
        deals, ways = drawn(hidden, number, sampler)
        assert ways == total
        assert imagine.marginals(deals)[card(name), 1:] == pytest.approx(expected, abs=near + 0.005)


@pytest.mark.long
def test_seats_can_be_renamed():
    """What is dealt to a seat depends on what it can hold, not on where it sits: compared suit by suit."""
    number = 1_000 if PLAIN else 50_000
    one, total = drawn(SEVEN_EACH, number)
    for order in ([1, 0, 2], [2, 1, 0], [1, 2, 0]):
        renamed = SEVEN_EACH.copy()
        renamed["barred"][0, 1:] = SEVEN_EACH["barred"][0, 1:][order]
        other, ways = drawn(renamed, number)
        assert ways == total
        shares = [imagine.marginals(deals)[:, 1:].reshape(4, 16, 3).sum(axis=1) for deals in (one, other)]
        assert shares[1] == pytest.approx(shares[0][:, order], abs=0.25 if PLAIN else 0.035)  # cards; about five standard errors


def test_the_uniform_way_never_begins_anew_and_the_sequential_way_does():
    hands, stuck = np.zeros(4, np.uint64), 0
    deals, _ = drawn(FOUR_EACH, 500)
    for i in range(500):
        stuck += imagine.deal_in_turn(FOUR_EACH[0], words(1, "turn", 1, i)[0], hands) > 0
        for deal in (hands, deals[i]):
            assert [count(hand) for hand in deal.tolist()] == [0, 4, 4, 4]
            assert np.bitwise_or.reduce(deal) == FOUR_EACH["open"][0]
            assert not (deal & FOUR_EACH["barred"][0]).any()
    assert 50 < stuck < 500


def test_what_is_impossible_is_said_to_be():
    nobody = situation("2C 3C 4C", [1, 1, 1], ["2C", "2C", "2C"])
    assert drawn(nobody, 1)[1] == 0
    crowded = situation("2C 3C 4C", [1, 1, 1], ["2C 3C", "2C 3C", ""])
    assert drawn(crowded, 1)[1] == 0
    if not PLAIN:
        assert imagine.deal_in_turn(crowded[0], np.uint64(WORD), np.zeros(4, np.uint64)) == -1
    assert beliefs.deal_beliefs(crowded, np.ones((64, 3)), np.zeros(1, beliefs.BELIEFS), np.uint64(WORD), np.empty((1, 4), np.uint64)) == -1


def test_a_share_of_large_numbers_is_the_upper_half_of_a_product():
    random = Random(5)
    for _ in range(200):
        bits, limit = random.getrandbits(64), random.getrandbits(random.randint(1, 63))
        assert imagine.share(np.uint64(bits), np.uint64(limit)) == bits * limit >> 64


# ---- for people ----


def test_a_word_names_its_deals_for_ever():
    """Compiled or not, on any machine."""
    match = Single(hearts, PRESETS["american"], deals=5, first=3)
    for _ in range(18):
        match.choose(listed(match.view().legal)[0])
    view = match.view()
    believed = np.array([[1 + (each * j) % 5 for j in range(3)] for each in range(64)], float)
    digests = [
        sha256(deals.astype("<u8").tobytes()).hexdigest()[:12]
        for deals in (
            imagine.imagine(view, match.rules, 100, 1),
            imagine.imagine(view, match.rules, 100, 1, "sequential"),
            beliefs.imagine_believed(view, match.rules, believed, 100, 1),
        )
    ]
    assert digests == ["140c8f20d642", "8d88ecfbe96b", "b4cf9e4535c2"]


def test_mistakes_get_a_sentence():
    view, rules = Single(hearts, PRESETS["american"], first=3).view(), PRESETS["american"]
    with pytest.raises(UserError, match="no sampler 'fair'; there is uniform, sequential"):
        imagine.imagine(view, rules, 1, WORD, "fair")
    with pytest.raises(UserError, match="at least one style"):
        beliefs.weigh(view, rules, np.zeros((1, 4), np.uint64), [])
    with pytest.raises(UserError, match="chance from 0 to 1"):
        beliefs.weigh(view, rules, np.zeros((1, 4), np.uint64), ["stock"], slip_chance=2)
    wrong = view.copy()
    wrong.table.voids[:] = 15
    with pytest.raises(UserError, match="no deal agrees"):
        imagine.imagine(wrong, rules, 1, WORD)
