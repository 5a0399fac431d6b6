"""Percepts that are found: what is tried is what would really happen, and a fact that decides is found before others."""

import numpy as np
import pytest

from cardshark.cards import single
from cardshark.games import hearts
from cardshark.learning.falcon.course import FalconCourse, FalconLesson
from cardshark.learning.falcon.lesson import Update
from cardshark.learning.falcon.percept_search import NOTE, Found, Partition, experience, find_percepts, trial_of, try_every_way
from cardshark.players.hearts.falcon.actions import ACTIONS, LEADING
from cardshark.players.hearts.falcon.actions import mask_of as actions_of
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.players.hearts.falcon.percepts import PERCEPTS
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only

NUMBER = {each.name: number for number, each in enumerate(PERCEPTS)}
HIGH, LOW = (next(n for n, each in enumerate(ACTIONS) if each.name == name) for name in ("lead_clubs_high", "lead_clubs_low"))


def course(games=20 if PLAIN else 300, **lesson):
    found = FalconCourse(FalconDesign(), FalconLesson(games=games, update=Update.REST_MEAN, epsilon=0.1, **lesson), 5)
    found.advance(games)
    return found


def invented(hands, deciding, gain=4.0):
    """Notes of leads in which the high club is better when one fact is so, and worse when it is not; all else is noise."""
    random = np.random.Generator(np.random.PCG64(3))
    notes = np.zeros(hands, NOTE)
    notes["percept"] = random.integers(0, 1 << len(PERCEPTS), hands, dtype=np.uint64)
    notes["possible"] = int(single(HIGH)) | int(single(LOW))
    notes["situation"] = LEADING
    so = (notes["percept"] >> np.uint64(NUMBER[deciding])) & np.uint64(1) == 1
    noise = random.normal(size=hands)
    notes["worth"][:, HIGH] = noise + np.where(so, gain, -gain)
    notes["worth"][:, LOW] = noise
    return notes


def test_the_fact_that_decides_is_found_and_nothing_else():
    for deciding in ("void_behind",) if PLAIN else ("void_behind", "ace_near"):
        found = find_percepts(invented(2000, deciding), clearly=3)
        assert [each.name for each in found] == [deciding]
        assert found[0].gain == pytest.approx(2.0, abs=0.3)  # 4 points in half of the hands, where the high club was not taken


def test_noise_is_not_worth_noticing():
    assert find_percepts(invented(2000, "last", gain=0.0), clearly=3) == []


def test_nothing_is_judged_by_the_notes_that_chose_it():
    """With as many categories as notes every note would choose its own best action; the other half sees no gain in that."""
    partition = Partition(invented(400, "last", gain=0.0), actions_of("wide"))
    for name in ("queen_held", "king_held", "ace_held", "points", "duck", "fresh", "danger"):
        partition.notice(NUMBER[name])
    chosen, gains = partition.judge(*partition.split(NUMBER["last"]))
    assert set(chosen.tolist()) <= {HIGH, LOW}
    assert abs(gains.mean()) < 4 * gains.std() / 20 + 1e-9


@pytest.mark.parametrize("rules", ["falcon", "passleft"])
def test_each_way_of_a_decision_is_what_would_have_come_of_it(rules):
    """Points are shared by all: what an action is worth lies between taking everything that is left and nothing."""
    hands = 20 if PLAIN else 200
    notes = experience(course(rules=rules), hands)
    assert len(notes) > hands / 2
    for note in notes:
        possible = [number for number in range(len(ACTIONS)) if (int(note["possible"]) >> number) & 1]
        assert len(possible) > 1
        assert (note["worth"][[number for number in range(len(ACTIONS)) if number not in possible]] == 0).all()
        assert note["worth"].min() >= -0.75 * 26 and note["worth"].max() <= 0.25 * 26
    assert (experience(course(rules=rules), hands) == notes).all()


def first_tricks(taught, hands, allowed):
    """Hands in which the first trick is played in every way: the games as they stood then, and the notes."""
    games = taught.deal("trial", 0, hands)
    notes = try_every_way(taught, games, taught.without_learning(), trial_of(np.zeros(hands, np.int64), allowed))
    return games, notes


def test_one_of_the_ways_is_what_it_really_does():
    """Of the first trick's ways one is the action that it takes by itself: the hand then ends as it does without any trying."""
    taught, hands = course(), 10 if PLAIN else 100
    _, notes = first_tricks(taught, hands, "paper")
    for note, points in zip(notes, taught.test("trial", hands)[:, 0], strict=True):
        worths = [float(note["worth"][number]) for number in range(len(ACTIONS)) if (int(note["possible"]) >> number) & 1]
        assert not worths or 6.5 - points in worths


def test_cards_are_passed_before_anything_is_tried():
    games, _ = first_tricks(course(rules="passleft"), 10 if PLAIN else 50, "wide")
    assert (games["table"]["phase"] == hearts.PLAY).all() and (games["received"][:, :4] != 0).all()


def test_actions_that_play_the_same_card_are_worth_the_same():
    notes = experience(course(), 60 if PLAIN else 300)
    high, other = (next(n for n, each in enumerate(ACTIONS) if each.name == f"follow_spades_{end}") for end in ("high", "not_queen"))
    pair = np.uint64(1 << high | 1 << other)
    both = notes[notes["possible"] & pair == pair]
    without_queen = both[(both["percept"] >> np.uint64(NUMBER["queen_near"])) & np.uint64(1) == 0]
    assert len(without_queen) > (0 if PLAIN else 5)
    assert (without_queen["worth"][:, high] == without_queen["worth"][:, other]).all()


@compiled_only
def test_percepts_are_found_in_real_hands():
    found = find_percepts(experience(course(2000), 3000), most=2, clearly=0)
    assert len(found) == 2 and all(isinstance(each, Found) for each in found)
    assert found[0].gain > 0


def test_players_who_must_be_asked_are_refused():
    with pytest.raises(UserError, match="styles of play"):
        experience(FalconCourse(FalconDesign(), FalconLesson(games=10, against="montecarlo:deals=2"), 1), 10)


def test_what_leaves_nothing_to_judge_is_refused():
    with pytest.raises(UserError, match="may leave no card to play"):
        find_percepts(invented(10, "last"), allowed="throw_queen")
    with pytest.raises(UserError, match="two notes or more"):
        find_percepts(invented(1, "last"))
    with pytest.raises(UserError, match="one hand or more, not 0"):
        experience(course(10), 0)
