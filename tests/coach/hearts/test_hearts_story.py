"""The coach's stories at Hearts: every claim is counted again in the imagined deals, and short."""

import json
import re

import numpy as np
import pytest

from cardshark.cards import card, count, listed
from cardshark.coach.hearts.judge import HeartsJudge
from cardshark.coach.hearts.story import HeartsTale, why
from cardshark.coach.hearts.words import CardPair
from cardshark.coach.judges import judge
from cardshark.coach.sentences import all_texts, say
from cardshark.games import hearts
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import rules_of
from helpers.hearts.judged import some

QUEEN = card("QS")
RANGES = {"may": (0.1, 0.6), "probably": (0.6, 0.95), "surely": (0.95, 1.0)}  # how often what is claimed must happen


class Counted:
    """A position's deals, counted without the story's own code."""

    def __init__(self, rules, view, thinking):
        self.rules, self.view, self.thinking = rules, view, thinking
        self.seat = int(view["table"]["turn"])
        self.trick = view["table"]["history"][int(view["table"]["start"]) : int(view["table"]["played"])].tolist()

    def share(self, happened) -> float:
        """How often something happens; fewer deals may have been played to the end."""
        weights = self.thinking.weights[: len(happened)]
        return float((weights * happened).sum() / weights.sum())

    def takes(self, name: str) -> np.ndarray:
        """Where a card takes the trick."""
        return self.thinking.fates["trick"][:, self.thinking.column(card(name))] >= 0

    def hurts(self, name: str) -> float:
        """How often it has points in it then."""
        weights, taken = self.thinking.weights, self.takes(name)
        points = self.thinking.fates["trick"][:, self.thinking.column(card(name))] > 0
        return float((weights * points).sum() / (weights * taken).sum())

    def queen(self, name: str) -> float:
        """How often the seat takes the queen of spades after a card."""
        return self.share(self.thinking.fates["queen"][:, self.thinking.column(card(name))] == self.seat)

    def holds(self, seat: int) -> float:
        """How often a seat has the queen of spades."""
        return self.share((self.thinking.worlds[:, seat] >> np.uint64(QUEEN) & np.uint64(1)) == 1)

    def out_of(self, seat: int, suit: str) -> float:
        """How often a seat has nothing of a suit."""
        lane = np.uint64(0x1FFF << 16 * "CDHS".index(suit))
        return self.share((self.thinking.worlds[:, seat] & lane) == 0)


def in_range(chance: float, word: str) -> bool:
    """Does a chance bear a word out?"""
    low, high = RANGES[word]
    return low - 1e-9 <= chance <= high + 1e-9


def check_claim(found: Counted, sentence: dict, best: str, other: str) -> str:
    """Count a claim again; returns its kind. A claim of a kind that nobody checks is an error."""
    key, args = sentence["key"], sentence["args"]
    named = re.fullmatch(r"story_(takes|hurts|queen|lead_away|other_takes)_(\w+)", key)
    if named and named[1] == "takes":
        assert in_range(found.share(found.takes(args["card"])), named[2])
    elif named and named[1] == "hurts":
        assert in_range(found.hurts(best), named[2])
    elif named and named[1] == "lead_away":
        assert in_range(1 - found.share(found.takes(args["card"])), named[2])
    elif named and named[1] == "other_takes":
        takes, _, hurts = named[2].partition("_")
        assert in_range(found.share(found.takes(args["card2"])), takes)
        assert not hurts or in_range(found.hurts(args["card2"]), hurts)
    elif named and named[2] in RANGES:
        assert in_range(found.holds(args["who"]), named[2]) and args["who"] != found.seat
    else:
        check_fact(found, key, args, best, other)
    return key


def check_fact(found: Counted, key: str, args: dict, best: str, other: str) -> None:
    """The claims that are no chance of one trick, each by itself."""
    hand, table = int(found.view["hand"]), found.view["table"]
    costs = [found.share(found.thinking.costs[:, found.thinking.column(card(each))]) for each in (best, other)]
    moons = found.thinking.fates["moon"]
    checks = {
        "story_close": lambda: found.thinking.difference(card(other), card(best))[1] <= 0,
        "story_under": lambda: not found.takes(args["card"]).any() and card(args["card2"]) in found.trick,
        "story_highest_under": lambda: (
            not [each for each in listed(hand) if card(best) < each < max(lies for lies in found.trick if lies >> 4 == card(best) >> 4)]
        ),
        "story_free": lambda: found.trick[0] >> 4 == "CDHS".index(args["suit"]) and not found.takes(best).any(),
        "story_throw_queen": lambda: best == "QS" and found.trick[0] >> 4 != 3,
        "story_throw_points": lambda: args["card"] in found.rules.costs() and not found.takes(args["card"]).any(),
        "story_flush": lambda: not found.trick and card("2S") <= card(args["card"]) < QUEEN and not int(table["seen"]) >> QUEEN & 1,
        "story_seldom_takes": lambda: found.share(found.takes(args["card"])) < 0.1,
        "story_clean": lambda: found.hurts(best) < 0.05,
        "story_last_clean": lambda: len(found.trick) == found.rules.players - 1 and found.hurts(best) == 0,
        "story_last_points": lambda: found.thinking.fates["trick"][:, found.thinking.column(card(args["card"]))].max() == args["points"],
        "story_other_under": lambda: found.share(found.takes(other)) < 0.05,
        "story_void": lambda: int(table["voids"][args["who"]]) >> "CDHS".index(args["suit"]) & 1,
        "story_void_probably": lambda: found.out_of(args["who"], args["suit"]) > 0.6,
        "story_queen_is": lambda: found.holds(args["who"]) > 0.999,
        "story_queen_two": lambda: found.holds(args["who"]) + found.holds(args["who2"]) >= 0.95 and found.holds(args["who2"]) >= 0.2,
        "story_queen_anywhere": lambda: max(found.holds(seat) for seat in range(found.rules.players)) <= 0.6,
        "story_own_queen": lambda: hand >> QUEEN & 1 and found.queen(best) < found.queen(other),
        "story_rid_of_high": lambda: card(best) in (card("KS"), card("AS")) and found.queen(other) >= 0.1,
        "story_high_may_catch": lambda: card(other) in (card("KS"), card("AS")) and found.queen(other) >= 0.1,
        "story_meets_her": lambda: found.queen(other) > found.queen(best),
        "story_moon": lambda: found.share(moons[:, found.thinking.column(card(other))] == args["who"]) >= 0.1,
        "story_moon_own": lambda: found.share(moons[:, found.thinking.column(card(best))] == found.seat) >= 0.1,
        "story_last_of_suit": lambda: [each for each in listed(hand) if each >> 4 == card(best) >> 4] == [card(best)],
        "story_pay_now": lambda: costs[0] < costs[1],
        "story_later": lambda: costs[0] < costs[1],
    }
    assert checks[key](), (key, args)


@pytest.mark.long
@pytest.mark.parametrize("text", ["american", "dutch"])
def test_every_claim_is_borne_out_by_the_deals(text):
    rules, kinds = rules_of(text), set()
    for view, _ in some(rules, 10 if PLAIN else 150, seed=16, keep=lambda view: view["table"]["phase"] == hearts.PLAY):
        thinking = HeartsJudge(rules).think(view, 10 if PLAIN else 200)
        for chosen in (None, max(thinking.values, key=lambda value: value.mean).choice):
            story, _ = why(rules, view, thinking, chosen)
            assert 1 <= len(story) <= 2 and all(1 <= len(part) <= 3 for part in story)
            for sentence in (each for part in story for each in part if each["key"].startswith("story_")):
                pair = told_pair(rules, view, thinking, chosen)
                kinds.add(check_claim(Counted(rules, view, thinking), sentence, *pair))
    assert len(kinds) > (4 if PLAIN else 20)


def told_pair(rules, view, thinking, chosen) -> tuple[str, str]:
    """The names of the two cards that a story compares."""
    from cardshark.cards import name
    from cardshark.coach.hearts.words import compared_with

    other = compared_with(thinking, chosen)
    assert other is not None
    return name(thinking.best), name(other)


@compiled_only
@pytest.mark.long
def test_the_judge_who_thinks_with_a_policy_tells_stories_too_and_has_the_numbers_apart():
    rules = rules_of("american")
    mind = judge(hearts, rules, 60)
    told = 0
    for view, _ in some(rules, 30, seed=17, keep=lambda view: count(view["legal"]) > 1 and view["table"]["phase"] == hearts.PLAY):
        thinking = mind.think(view)
        story, numbers = mind.why(view, thinking)
        json.dumps([story, numbers])
        words = " ".join(say(each) for part in story for each in part if each["key"].startswith("story_"))
        assert "%" not in words and "average" not in words
        told += bool(words)
    assert told > 20


def test_a_story_without_deals_behind_it_is_caught():
    """The checks can fail: a claim that somebody surely has the queen, though anybody may."""
    rules = rules_of("american")

    def is_early(view) -> bool:
        seen = int(view["hand"]) | int(view["table"]["seen"])
        return view["table"]["phase"] == hearts.PLAY and view["table"]["trick"] == 1 and not seen >> QUEEN & 1 and count(view["legal"]) > 1

    view, _ = next(iter(some(rules, 1, seed=18, keep=is_early)))
    thinking = HeartsJudge(rules).think(view, 60)
    other = next(value.choice for value in thinking.values if value.choice != thinking.best)
    tale = HeartsTale(CardPair(rules, view, thinking, thinking.best, other))
    assert tale.where_is_she is not None
    claim = {"key": "story_queen_surely", "args": {"who": (int(view["table"]["turn"]) + 1) % 4}}
    with pytest.raises(AssertionError):
        check_claim(Counted(rules, view, thinking), claim, "2C", "3C")


def test_every_story_has_words_in_both_languages():
    texts = all_texts()
    told = {key for key in texts["en"] if key.startswith("story_")}
    assert len(told) > 80 and told <= texts["nl"].keys()
