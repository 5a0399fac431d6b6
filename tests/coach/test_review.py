"""Reviews: what choices cost, what was luck, and that both add up; from what was known, and nothing else."""

import json
import math
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from cardshark.cards import card, listed
from cardshark.coach.again import again
from cardshark.coach.bots import compare_bots
from cardshark.coach.judges import COACHES, Coach, coach_of
from cardshark.coach.judges import judge as judge_of
from cardshark.coach.reasons import Why
from cardshark.coach.review import review, verdict
from cardshark.coach.saved import page
from cardshark.coach.statistics import ChoiceValue
from cardshark.games import game
from cardshark.hands.hand import PlayedHand
from cardshark.hands.link import decode
from cardshark.hands.played import end, house_rules, play_hand, scores, steps
from cardshark.hands.saved import to_json
from cardshark.hands.verify import read, verify
from cardshark.text import UserError
from helpers.played import PLAYERS, adds_up, hand_between, played_on, random_hand

ABOUT_ALL_CARDS = ("open", "open_cost", "hands", "luck", "cards", "took")  # what may differ when hidden cards do


class Fake:
    """A judge to whom a choice costs a tenth of its number, and the other way round if all cards are known."""

    name, deals = "nobody", 2

    def think(self, view):
        return FakeThinking(listed(int(view["legal"])))

    def why(self, view, thinking, chosen=None):
        return Why([], [])

    def open_values(self, games, deals=0):
        legal = legal_of(games)
        return [ChoiceValue(choice, float(64 - choice), 0.0, 0.0, 0.0) for choice in legal]


class FakeThinking:
    """Every difference has an interval of 0.3 to either side; some numbers are none that JSON knows."""

    def __init__(self, choices):
        self.values = [ChoiceValue(choice, choice / 10, choice / 10 - 1, math.inf, 0.5) for choice in choices]
        self.best, self.effective, self.beliefs, self.glances, self.deals = choices[0], math.nan, np.zeros((4, 64)), (), 2

    def difference(self, choice, other):
        mean = (choice - other) / 10
        return mean, mean - 0.3, mean + 0.3


def legal_of(games):
    """What may be chosen in a game."""
    from cardshark.games import hearts, house

    views: np.ndarray = np.zeros(1, hearts.VIEW)
    hearts.look_all(games, house.record(hearts.PRESETS["dutch"]), np.zeros(1, np.uint32), views)
    return listed(int(views["legal"][0]))


def last_is_known(hand, found):
    """Whoever makes the last choice of a hand knows what it comes to: the judge is exact there, so no luck is left for the rest."""
    last = found["decisions"][-1]
    if last["number"] < len(hand.choices) - 1:
        return False
    assert last["luck"] == pytest.approx(0.0, abs=1e-9)
    return True


# ---- by hand ----


def test_costs_by_a_judge_whose_values_are_known():
    hand = random_hand("hearts", "dutch", 3)
    heard = []
    found = review(hand, 1, lambda done, of: heard.append((done, of)), Fake())
    assert heard == [(done, 8) for done in range(9)]
    adds_up(found)
    decisions = [(match.view().copy(), choice) for match, choice in steps(hand) if match.state.table.turn == 1]
    for row, (view, choice) in zip(found["decisions"], decisions, strict=True):
        legal = listed(int(view["legal"]))
        assert row["cost"] == pytest.approx((choice - legal[0]) / 10)
        assert card(row["chosen"]) == choice
        assert card(row["best"]) == legal[0]
        assert row["forced"] == (len(legal) == 1)
        assert row["open_cost"] == legal[-1] - choice
        assert [value["high"] for value in row["values"]] == [None] * len(legal)
    costs = [(choice - listed(int(view["legal"]))[0]) / 10 for view, choice in decisions]
    assert found["play"] == pytest.approx(sum(costs))
    unsure = sum(cost > 0 for cost in costs)
    assert found["high"] - found["play"] == pytest.approx(0.3 * math.sqrt(unsure))
    assert found["points"] == scores(hand)[1]
    json.dumps(found, allow_nan=False)


def test_verdicts():
    assert verdict(0.0, 0.0, True) == "forced"
    assert verdict(0.0, 0.0, False) == "best"
    assert verdict(0.4, 0.01, False) == "mistake"
    assert verdict(0.39, 0.01, False) == "slip"
    assert verdict(3.0, -0.01, False) == "unclear"
    assert verdict(0.1, 0.0, False) == "unclear"
    assert verdict(0.09, -0.5, False) == "fine"


def test_tricks_and_what_was_taken():
    hand = random_hand("hearts", "dutch", 5)
    found = review(hand, 2, judge=Fake())
    assert [len(trick["cards"]) for trick in found["tricks"]] == [4] * 8
    taken = [sum(trick["points"] for trick in found["tricks"] if trick["winner"] == seat) for seat in range(4)]
    assert taken == end(hand).state.scores.tolist() or max(taken) == 15  # a moon is charged to the others
    assert sum(row["took"] for row in found["decisions"]) == taken[2]
    for before, after in zip(found["tricks"], found["tricks"][1:], strict=False):
        assert after["leader"] == before["winner"]
    assert [row["trick"] for row in found["decisions"]] == list(range(1, 9))


def test_only_whole_hands_of_seats_that_are_there():
    hand = random_hand("hearts", "dutch", 3)
    with pytest.raises(UserError, match="to its end"):
        review(play_hand(hand, hand.choices[:9]), 1, judge=Fake())
    with pytest.raises(UserError, match="no seat 4"):
        review(hand, 4, judge=Fake())


@pytest.mark.parametrize("name", COACHES)
def test_every_coach_answers_everything(name):
    asked = {*Coach.__annotations__, *(each for each in vars(Coach) if not each.startswith("_"))}
    assert {"STAND_IN", "Judge", "swap_cards"} <= asked
    assert [each for each in asked if not hasattr(coach_of(name), each)] == []


def test_a_game_without_a_coach_is_refused_in_one_sentence():
    whist = PlayedHand("whist", "classic", ("you",), ("You",), None)
    for ask in (lambda: review(whist, 0), lambda: again(whist, 0), lambda: compare_bots(whist, 0, 0.0), lambda: page({"game": "whist"})):
        with pytest.raises(UserError, match=r"^there is no coach for the game 'whist', only for hearts, gin$"):
            ask()


# ---- by the real judge ----


@pytest.mark.long
@pytest.mark.parametrize("rules", ["american", "dutch", "falcon", "american:players=3,removed=2D,jack_of_diamonds=10"])
def test_luck_and_play_are_the_points(rules):
    for seed in range(2):
        hand = random_hand("hearts", rules, seed, seed)
        last = last_seat(hand)
        for seat in {0, last}:
            found = review(hand, seat, judge=quick_judge(hand))
            adds_up(found)
            assert last_is_known(hand, found) == (seat == last)
            for row in found["decisions"]:
                assert (row["verdict"] == "forced") == (len(row["values"]) == 1)
                if row["forced"]:
                    assert row["cost"] == 0.0
            json.dumps(found, allow_nan=False)
            assert decode(found["link"]) == hand
            assert verify(found).good


def last_seat(hand):
    """Whose choice was the last of a hand."""
    return [int(match.state.table.turn) for match, _ in steps(hand)][-1]


def won_back(seed):
    """A hand of the second stage, in which points are won back."""
    hand = random_hand("hearts", "dutch:win_back=yes,limit=20", seed)
    return play_hand(hand._replace(back=True, totals=(23, 12, 9, 16)), hand.choices)


def test_points_that_are_won_back_are_no_cost():
    taken = 0
    for seed in range(3):
        hand = won_back(seed)
        seat = last_seat(hand)
        found = review(hand, seat, judge=quick_judge(hand))
        adds_up(found)
        assert last_is_known(hand, found)
        assert found["points"] == -scores(hand)[seat] == -found["scores"][seat]
        assert {int(points) <= 0 for points in found["bots"]["counts"]} == {True}
        assert found["bots"]["as_many"] == sum(n for points, n in found["bots"]["counts"].items() if int(points) >= found["points"])
        assert found["deal"] < 0
        assert f"won back {scores(hand)[seat]} point" in page(found)
        taken += scores(hand)[seat]
    assert taken > 0


def test_bots_win_points_back_as_the_hand_did():
    hand = hand_between("hearts", "dutch:win_back=yes,limit=20", 9, ("jake",) * 4)
    found = compare_bots(hand._replace(back=True, totals=(23, 12, 9, 16)), 3, 0.0)
    assert found["mean"] < 0 and max(map(int, found["counts"])) <= 0 and found["as_many"] == found["counts"].get("0", 0)


def quick_judge(hand, deals=60):
    """The real judge with few deals."""
    return judge_of(game(hand.game), house_rules(hand), deals)


@pytest.mark.long
def test_nothing_is_judged_by_hidden_cards():
    hand = hand_between("hearts", "american", 8, PLAYERS)
    known = review(hand, 0, judge=quick_judge(hand))
    differs = False
    for decision in (known["decisions"][4], known["decisions"][8]):
        other = again(hand, decision["number"], fresh=True, word=5)._replace(luck=hand.luck)
        other = played_on(other)
        unknown = review(other, 0, judge=quick_judge(hand))
        for mine, yours in zip(known["decisions"], unknown["decisions"], strict=True):
            if mine["number"] >= decision["number"]:
                break
            keep = {name: value for name, value in mine.items() if name not in ABOUT_ALL_CARDS}
            assert keep == {name: value for name, value in yours.items() if name not in ABOUT_ALL_CARDS}
            differs |= mine["open"] != yours["open"]
    assert differs


def test_a_seats_own_player_says_what_it_thinks():
    hand = hand_between("hearts", "dutch", 8, PLAYERS)
    rows = review(hand, 1, judge=quick_judge(hand))["decisions"]
    assert [{value["choice"] for value in row["own"]} for row in rows] == [{value["choice"] for value in row["values"]} for row in rows]
    assert review(hand, 0, judge=quick_judge(hand))["decisions"][0]["own"] is None


def test_gin_is_reviewed_the_same_way():
    hand = hand_between("gin", "eaai", 1, ("simple", "lookahead"))
    for seat in (0, 1):
        found = review(hand, seat, judge=quick_judge(hand))
        adds_up(found)
        assert found["points"] == -scores(hand)[seat]
        assert found["bots"]["count"] == 200
        assert {row["phase"] for row in found["decisions"]} >= {"offer", "draw", "discard"}
        turns = [row["trick"] for row in found["decisions"]]
        assert turns == sorted(turns)
        assert set(turns) == set(range(1, turns[-1] + 1))
        json.dumps(found, allow_nan=False)
        assert read(page(found)) == to_json(hand)


def test_what_is_laid_off_last_leaves_nothing_to_luck():
    hand = hand_between("gin", "tournament", 2, ("simple", "simple"))
    seat = last_seat(hand)
    found = review(hand, seat, judge=quick_judge(hand))
    assert found["decisions"][-1]["phase"] == "lay-off" and found["points"] == -scores(hand)[seat] != 0
    assert last_is_known(hand, found)


# ---- one file ----


class Tags(HTMLParser):
    """Collects what a page would fetch or run."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_a_page_needs_nothing_else_and_can_be_verified():
    hand = random_hand("hearts", "dutch", 3)._replace(names=("<b>You</b>", "</script>", "Nora", "Emil"))
    text = page(review(hand, 1, judge=Fake()))
    tags = Tags()
    tags.feed(text)
    assert not [tag for tag, attrs in tags.found if {"src", "href", "action", "onclick"} & set(attrs)]
    assert [attrs for tag, attrs in tags.found if tag == "script"] == [{"type": "application/json", "id": "hand"}]
    assert not re.search(r"url\(|@import|https?:", text)
    assert "<b>You</b>" not in text
    assert read(text) == to_json(hand)
    assert verify(read(text)).good
    assert not verify(read(text.replace(hand.secret.hex(), "0" * 64))).good
