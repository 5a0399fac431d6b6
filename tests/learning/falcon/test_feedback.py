"""What a FALCON learns, against the book: every reading of the update, decision by decision, and small games with a known answer."""

import os
from hashlib import sha256
from random import Random

import numpy as np
import pytest

from cardshark.games import hearts
from cardshark.learning.falcon.hands import learn_hands
from cardshark.learning.falcon.lesson import GUEST, Update
from cardshark.players.hearts.falcon.actions import Burden
from cardshark.players.hearts.falcon.design import Coding, EqualWeights, FalconDesign, Heartless
from helpers.compiling import PLAIN
from reference.falcon_side_by_side import School, learn_both

UPDATES = [update.name.lower() for update in Update]
HANDS = 4 if PLAIN else 16


# ---- against the book ----


@pytest.mark.parametrize("coding", Coding)
@pytest.mark.parametrize("update", UPDATES)
def test_what_is_learned_is_what_the_book_learns(update, coding):
    rates = {"good": 0.05, "good_pv": 0.3, "bad_pv": 0.4, "rate": 0.3, "floor": 0.4, "discount": 0.9}
    school = School(FalconDesign(coding=coding, separate=True), update=update, initial="halves", **rates)
    learn_both(school, HANDS)
    assert school.categories.size[0] > (1 if coding == Coding.PLAIN else 5)


def random_school(random):
    """A learner with any design and any lesson at any table."""
    rules, seats = random.choice([
        ("falcon", "me stock jake stock"), ("american", "stock me me greedy"), ("dutch", "me me me me"),
        ("american:moon=none", "me random me jake"), ("falcon:players=3,lowest=5,removed=5D", "me stock me"),
    ])  # fmt: skip
    design = FalconDesign(
        percepts=random.choice(["paper", "paper+last+points", "last+points+void_behind+clubs_short+hearts_low", "spades_safe"]),
        actions=random.choice(["paper", "wide"]),
        separate=random.random() < 0.5,
        groups=random.choice(["", "", "4,4,5", "1,2,2,3,2,2,1", "1,1,1,1,1,1,1,1,1,1,1,1,1"]),
        coding=random.choice(list(Coding)),
        ties=random.choice(list(EqualWeights)),
        burden=random.choice(list(Burden)),
        heartless=random.choice(list(Heartless)),
        vigilance=random.choice(["1,0,0.5", "0.8,0,0", "0.5,0,0.5", "0,0,0"]),
        alpha=random.choice([0.001, 0.1]),
    )
    lesson = {
        "update": random.choice(UPDATES), **{name: random.choice([0.0, 0.03, 0.25, 0.5]) for name in ("good", "good_pv", "bad", "bad_pv")},
        "feedback": random.choice(["points", "points", "tricks", "hand"]),
        "initial": random.choice(["ones", "halves", "zeros", "action"]), "rate": random.choice([1.0, 0.25, 0.03]),
        "good_aside": random.choice([0.0, 0.01, 1.0]), "bad_aside": random.choice([0.0, 0.3, 1.0]), "by_gap": random.randint(0, 1),
        "floor": random.choice([0.02, 0.0, 0.5]), "loose": random.choice([0.0, 0.2]), "discount": random.choice([1.0, 0.9]),
        "most": 16, **{name: random.randint(0, 1) for name in ("others", "forced")},
    }  # fmt: skip
    return School(design, rules, seats, seed=random.randrange(100), **lesson)


@pytest.mark.parametrize("seed", range(8 if PLAIN else 30))
def test_any_lesson_of_any_design_is_that_of_the_book(seed):
    learn_both(random_school(Random(seed)), HANDS // 2)


@pytest.mark.slow
def test_many_lessons_of_many_designs_are_those_of_the_book():
    for seed in range(1000, 1000 + int(os.environ.get("CARDSHARK_HANDS", "20000")) // 200):
        learn_both(random_school(Random(seed)), HANDS // 2)


# ---- networks ----

TABLE_3 = {  # groups of tricks and how many networks they make, as the paper prints them
    "": 2, "7,6": 4, "4,4,5": 6, "4,3,3,3": 8, "3,3,3,4": 8, "1,3,5,3,1": 10, "2,3,3,3,2": 10, "3,3,3,2,2": 10,
    "1,2,2,3,2,2,1": 14, "1,1,1,1,1,1,1,1,1,1,1,1,1": 26,
}  # fmt: skip


@pytest.mark.parametrize(("groups", "networks"), TABLE_3.items())
def test_groups_of_tricks_have_networks_of_their_own(groups, networks):
    design = FalconDesign(groups=groups, separate=True)
    school = School(design, update="signed_mean")
    school.play(1 if PLAIN else 100)
    met = {int(network) for network in school.categories.networks[: school.categories.size[0]]}
    assert design.networks == networks
    assert met <= set(range(networks)) if PLAIN else met == set(range(networks))


def histories(update, separate, hands, percepts="paper"):
    school = School(FalconDesign(separate=separate, percepts=percepts), update=update)
    return school.play(hands)["table"]["history"]


# Not with td: what a new percept promises is 1, an action that was never taken in a known one promises its first weight.
@pytest.mark.parametrize("update", ["delta_chosen", "signed_mean", "hand_mean", "rest_mean", "td", "hand_place", "game_place"])
def test_separation_changes_nothing_where_only_the_action_taken_moves(update):
    hands = 10 if PLAIN else 1000
    assert (histories(update, False, hands) == histories(update, True, hands)).all()


# Not with and_pv: what happens when following shrinks all weights for leading by the same factor; but for rounding, the order stays.
@pytest.mark.parametrize("update", ["delta_all", "and_fast"])
def test_separation_matters_where_every_action_moves(update):
    hands, percepts = 10 if PLAIN else 100, "queen_held"
    assert (histories(update, False, hands, percepts) != histories(update, True, hands, percepts)).any()


# ---- a game with a known answer ----
# Kings and aces only, two tricks. The learner leads from KC AD. The club loses to the ace, and he takes nothing; the diamond wins a heart.

TOY_HANDS = [["KC", "AD"], ["AC", "KH"], ["KD", "AH"], ["KS", "AS"]]
TOY_ACTIONS = "+".join(
    [f"{verb}_{suit}_high" for verb in ("lead", "follow") for suit in ("clubs", "diamonds", "hearts", "spades")] + ["throw_burden"]
)
# The weights of club and diamond after one hand, worked out on paper; all begin at 1, for td at a half.
AFTER_CLUB = {
    "and_fast": (1, 0),  # only what went well is left
    "and_pv": (1, 0.5),  # half as fast: one of the two points that a trick can hold
    "delta_all": (1, 0.5),
    "delta_chosen": (1, 1),
    "signed_mean": (0.75, 1),  # somebody else took one of two points
    "hand_mean": (1, 1),  # no point in the hand
    "rest_mean": (0.625, 1),  # a fair share of two points is a half; a quarter of that better than even
    "td": (0.5, 0.5),  # what comes next is unknown, and this cost nothing
    "hand_place": (2 / 3, 1),  # one of the others has more, and two have as much
    "game_place": (2 / 3, 1),  # a first hand is the whole game so far
}
AFTER_DIAMOND = {
    "and_fast": (1, 0),  # everything but the diamond
    "and_pv": (1, 0.5),
    "delta_all": (1, 0.5),
    "delta_chosen": (1, 0.5),
    "signed_mean": (1, 0.25),
    "hand_mean": (1, 0.5),  # one of two points
    "rest_mean": (1, 0.375),
    "td": (0.5, 0.375),  # one of two points: half of the way from 0.5 to 0, slowed by half
    "hand_place": (1, 1 / 6),  # one of the others has as much, and two have less
    "game_place": (1, 1 / 6),
}


def toy(update, seed=1, **settings):
    """A learner for the toy."""
    first, rate = ("halves", 0.5) if update == "td" else ("ones", 1.0)
    rules, design = "falcon:lowest=13,first_lead=rotate", FalconDesign(actions=TOY_ACTIONS, ties=EqualWeights.RANDOM)
    return School(
        design, rules, seed=seed, update=update, most=2, **{"initial": first, "rate": rate, "good_pv": rate, "bad_pv": rate} | settings
    )


def toy_games(school, hands):
    """The toy's deal, again and again."""
    from cardshark.cards import cards

    games = np.zeros(hands, hearts.GAME)
    games["luck"] = school.deal(hands)["luck"]
    hearts.start_all(games, school.house)
    for i in range(hands):
        hearts.deal_these(games[i : i + 1], school.house, np.array([cards(" ".join(hand)) for hand in TOY_HANDS], np.uint64), 0)
    return games


def began_with_the_club(game):
    return game["table"]["history"][0] >> 4 == 0


@pytest.mark.parametrize("update", UPDATES)
def test_one_hand_of_the_toy_is_learned_as_worked_out_by_hand(update):
    met = set()
    for seed in range(12):
        school = toy(update, seed)
        (game,) = school.learn(toy_games(school, 1))
        club = began_with_the_club(game)
        known = school.categories.percepts[: school.categories.size[0]]
        first = int(np.flatnonzero(known == school.workspace.decisions[0, 0]["percept"])[0])
        weights = school.weights(first)
        wanted = (AFTER_CLUB if club else AFTER_DIAMOND)[update]
        assert (weights["lead_clubs_high"], weights["lead_diamonds_high"]) == pytest.approx(wanted, abs=1e-6)
        assert game["scores"].tolist() == ([0, 2, 0, 0] if club else [1, 1, 0, 0])
        met.add(bool(club))
    assert met == {False, True}


@pytest.mark.parametrize(
    ("update", "loose"), [*((update, loose) for update in UPDATES if update != "td" for loose in (0.0, 0.2)), ("td", 0.2)]
)
def test_every_reading_learns_the_toy(update, loose):
    for seed in range(1 if PLAIN else 5):
        school = toy(update, seed, loose=loose, rate=0.5, good_pv=0.5, bad_pv=0.5)
        school.learn(toy_games(school, 60))
        school.lesson["slip_chance"] = 0
        tested = school.learn(toy_games(school, 20), learns=False)
        assert tested["scores"][:, 0].tolist() == [0] * 20


def test_a_weight_of_one_is_the_end_of_temporal_differences():
    school = toy("td", loose=0.2, initial="ones")  # q + a d (1 - q) never leaves 1: begin lower
    school.learn(toy_games(school, 20))
    assert all(set(school.weights(j).values()) == {1.0} for j in range(int(school.categories.size[0])))


# ---- room, bits, guests ----


def same_play(ours, theirs):
    """The same cards and scores; a record has gaps between its fields in which anything may stand."""
    return (
        all((ours["table"][name] == theirs["table"][name]).all() for name in ("history", "points"))
        and (ours["scores"] == theirs["scores"]).all()
    )


def same_categories(one, two):
    size = int(one.categories.size[0])
    assert two.categories.size[0] == size
    for ours, theirs in zip(one.categories[1:5], two.categories[1:5], strict=True):
        assert ours[:size].tobytes() == theirs[:size].tobytes()


@pytest.mark.parametrize("coding", Coding)
def test_more_room_changes_nothing(coding):
    design = FalconDesign(percepts="paper+last", groups="4,4,5", coding=coding, vigilance="1,0,0")
    small, large = School(design, room=64), School(design, room=4096)
    hands = 3 if PLAIN else 100
    assert same_play(small.play(hands), large.play(hands))
    assert coding == Coding.PLAIN or small.categories.room > 64
    same_categories(small, large)


def test_who_only_plays_learns_nothing():
    school = School(FalconDesign(), update="delta_all")
    school.play(10)
    before = [array.copy() for array in school.categories]
    school.learn(school.deal(10), learns=False)
    assert all((ours == theirs).all() for ours, theirs in zip(before, school.categories, strict=True))


def test_the_same_seed_gives_the_same_bits_in_pieces_too():
    whole, pieces, other = (School(FalconDesign(), "american", "me stock me random", seed=seed, loose=0.1) for seed in (5, 5, 6))
    played = whole.play(5)
    again = np.concatenate([pieces.play(2), pieces.play(3)])
    assert same_play(played, again)
    same_categories(whole, pieces)
    assert not same_play(other.play(5), played)


# The same bits compiled or as plain Python, on any processor; a change of what is played or learned must change this number.
BITS = "d10003d257fc085e"


def test_the_bits_are_those_they_have_always_been():
    found = sha256()
    for number, update in enumerate(UPDATES):
        school = School(
            FalconDesign(coding=Coding(number % 3)), update=update, initial="halves", good_pv=0.3, bad_pv=0.3, rate=0.3, loose=0.1
        )
        found.update(school.play(2)["table"]["history"].tobytes())
        found.update(school.categories.templates[: school.categories.size[0]].tobytes())
    assert found.hexdigest()[:16] == BITS


def test_a_guest_is_asked_for_every_card():
    styled, asked = (School(FalconDesign(), seats="me stock stock me") for _ in range(2))
    games, again = styled.play(4), asked.deal(4)
    asked.seating.kinds[2] = GUEST
    done, chosen = 0, -1
    while done < 4:
        done += learn_hands(again[done:], asked.house, asked.falcon, asked.categories, asked.lesson, asked.seating, asked.workspace, chosen)
        if done < 4:  # the guest plays what stock has played
            assert again[done]["table"]["turn"] == 2
            chosen = int(games[done]["table"]["history"][again[done]["table"]["played"]])
    assert same_play(games, again)
    same_categories(styled, asked)


def test_passing_is_by_the_style_of_the_seat():
    school = School(FalconDesign(), "american", "me jake stock me")
    games = school.deal(4)
    games["first"] = 0
    hearts.start_all(games, school.house)
    school.learn(games)
    assert (games["received"] != 0).all()
    assert (games["table"]["trick"] == 13).all()
