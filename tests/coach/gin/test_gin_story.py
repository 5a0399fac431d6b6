"""The coach's stories at gin: every claim is counted again, in the cards in sight and in the imagined worlds; and none is empty."""

import re
from itertools import combinations

import numpy as np
import pytest

from cardshark.cards import ALL, card, listed, name
from cardshark.coach.gin.judge import GinJudge
from cardshark.coach.gin.story import completing, go_together, makes_meld, partners, why
from cardshark.coach.gin.words import compared_with
from cardshark.coach.judges import judge as judge_of
from cardshark.games import gin, house
from cardshark.games.gin.melds import deadwood
from cardshark.games.gin.rules import PRESETS, HandResult
from helpers.gin.hands import play_hands

RANGES = {"may": (0.1, 0.6), "probably": (0.6, 0.95), "surely": (0.95, 1.0)}
LOW = "A23456789TJQK"


def is_meld(cards: tuple[int, ...]) -> bool:
    """Three cards of one rank, or three of one suit in a row."""
    words = [name(each) for each in cards]
    places = sorted(LOW.index(word[0]) for word in words)
    in_a_row = len({word[1] for word in words}) == 1 and places == [*range(places[0], places[0] + 3)]
    return len({word[0] for word in words}) == 1 or in_a_row


def melds_with(hand: int, *needed: int) -> bool:
    """Is there a meld of three cards with all of these in it? Found the slow way."""
    return any({*needed} <= {*three} and is_meld(three) for three in combinations(listed(hand), 3))


def views(rules, hands=4, seed=3, styles=("lookahead", "keeper")):
    """What somebody sees who has a choice."""
    for match, _ in play_hands(rules, styles, seed, hands):
        if not match.over and match.state.table.hand_number == 0:
            view = match.view().copy()
            if int(view.legal).bit_count() > 1:
                yield view


def in_range(chance: float, word: str) -> bool:
    """Does a chance bear a word out?"""
    return RANGES[word][0] - 1e-9 <= chance <= RANGES[word][1] + 1e-9


def check_claim(view, thinking, sentence, best: int, other: int) -> str:
    """Count a claim again; a claim of a kind that nobody checks is an error."""
    key, args, seat = sentence["key"], sentence["args"], int(view.table.turn)
    hand, who = int(view.hand), 1 - int(view.table.turn)
    unseen = int(ALL) & ~(hand | int(view.table.piled) | int(view.table.laid_off) | int(view.table.known[who]))
    top = int(view.table.pile[view.table.pile_size - 1])

    def fates(choice: int) -> np.ndarray:
        return thinking.fates[:, thinking.column(choice)]

    def left(without: int, of: int = hand) -> int:
        return int(deadwood(np.uint64(of ^ 1 << without)))

    def least(of: int, keep: int = -1) -> int:
        return min(left(each, of) for each in listed(of) if each != keep)

    named = re.fullmatch(r"story_gin_(takes|wants|knock|first)_(may|probably|surely)", key)
    if named:
        if named[1] in ("takes", "wants"):
            happened = fates(card(args["card"]))["took"]
        else:
            happened = fates(gin.KNOCK)["winner"] == seat if named[1] == "knock" else fates(gin.PLAY_ON)["winner"] == who
        assert in_range(float(happened.mean()), named[2]), sentence
        return key
    one = card(args["card"]) if "card" in args else -1
    row = [card(each) for each in args.get("cards_or", args.get("cards_and", []))]
    checks = {
        "story_gin_same": lambda: bool((thinking.costs[:, thinking.column(other)] == thinking.costs[:, thinking.column(best)]).all()),
        "story_gin_close_discard": lambda: thinking.difference(other, best)[1] <= 0,
        "story_gin_close_draw": lambda: thinking.difference(other, best)[1] <= 0,
        "story_gin_close_knock": lambda: thinking.difference(other, best)[1] <= 0,
        "gin_why_gin": lambda: left(one) == 0,
        "story_gin_big": lambda: best == gin.BIG_GIN and int(deadwood(np.uint64(hand))) == 0,
        "story_gin_not_big": lambda: other == gin.BIG_GIN,
        "story_gin_alone": lambda: not any(go_together(one, each) for each in listed(hand) if each != one),
        "story_gin_gone": lambda: not any(melds_with(hand | 1 << new, one, new) for new in listed(unseen)),
        "story_gin_gives_up": lambda: all(melds_with(hand | 1 << new, one, new) == (new in row) for new in listed(unseen)),
        "story_gin_gives_up_many": lambda: sum(melds_with(hand | 1 << new, one, new) for new in listed(unseen)) > 3,
        "story_gin_spare": lambda: left(one) <= int(deadwood(np.uint64(hand))),
        "story_gin_breaks": lambda: left(one) > int(deadwood(np.uint64(hand))),
        "story_gin_safe": lambda: fates(one)["took"].mean() < 0.05,
        "story_gin_may_knock": lambda: left(best) == args["points"] <= view.table.knock_limit,
        "story_gin_keep": lambda: all(unseen >> new & 1 and melds_with(hand ^ 1 << best | 1 << new, one, new) for new in row),
        "story_gin_in_meld": lambda: melds_with(hand, one),
        "story_gin_near": lambda: int(view.table.known[who]) >> card(args["card2"]) & 1 and fates(one)["took"].mean() >= 0.1,
        "story_gin_lighter": lambda: left(best) < left(other),
        "story_gin_heavier": lambda: left(other) < left(best),
        "story_gin_pile_melds": lambda: one == top and {*row} <= {*listed(hand)} and melds_with(hand | 1 << top, top),
        "story_gin_pile_pair": lambda: all(go_together(top, each) for each in row) and {*row} <= {*listed(hand)},
        "story_gin_pile_alone": lambda: not any(
            melds_with(1 << top | 1 << each | 1 << new, top, each, new) for each in listed(hand) for new in listed(unseen)
        ),
        "story_gin_pile_lighter": lambda: least(hand | 1 << top, keep=top) < int(deadwood(np.uint64(hand))),
        "story_gin_tells": lambda: best != gin.PILE,
        "story_gin_waits": lambda: all(unseen >> new & 1 and least(hand | 1 << new) < int(deadwood(np.uint64(hand))) for new in row),
        "story_gin_waits_for_nothing": lambda: True,
        "story_gin_knock_seldom": lambda: (fates(gin.KNOCK)["winner"] == seat).mean() < 0.1,
        "story_gin_undercut": lambda: (fates(gin.KNOCK)["result"] == HandResult.UNDERCUT).mean() >= 0.1,
        "story_gin_for_gin": lambda: all(unseen >> new & 1 and least(hand | 1 << new) == 0 for new in row),
        "story_gin_no_gin": lambda: not any(least(hand | 1 << new) == 0 for new in listed(unseen)),
        "story_gin_spread": lambda: thinking.difference(other, best)[0] > 0,
        "story_gin_spread_own": lambda: thinking.difference(other, best)[0] > 0,
        "story_gin_lay_off": lambda: int(view.legal) >> one & 1,
        "story_gin_done": lambda: best == gin.DONE,
    }  # fmt: skip
    assert checks[key](), sentence
    return key


@pytest.mark.long
def test_every_claim_is_borne_out_and_no_story_is_empty():
    """A hundred decisions: before there were stories, more than a third had no reason but that two choices cannot be told apart."""
    rules = PRESETS["tournament"]
    mind, kinds, told = GinJudge(rules, deals=96), set(), 0
    for view in views(rules):
        thinking = mind.think(view)
        for chosen in (None, max(thinking.values, key=lambda value: value.mean).choice):
            story, _ = why(view, thinking, chosen)
            assert 1 <= len(story) <= 2 and all(1 <= len(part) <= 3 for part in story)
            keys = [
                check_claim(view, thinking, sentence, thinking.best, compared_with(thinking, chosen)) for part in story for sentence in part
            ]
            assert any("_close_" not in key for key in keys)
            kinds |= {*keys}
        told += 1
    assert told >= 100 and len(kinds) >= 20


@pytest.mark.long
def test_the_judge_who_thinks_with_a_policy_tells_them_too():
    rules = house.parse(PRESETS, "eaai")
    mind = judge_of(gin, rules, 96)
    for _, view in zip(range(25), views(rules, hands=2, seed=5), strict=False):
        thinking = mind.think(view)
        story, numbers = mind.why(view, thinking)
        for sentence in (each for part in story for each in part):
            check_claim(view, thinking, sentence, thinking.best, compared_with(thinking))
        assert story and all(isinstance(each["key"], str) for each in numbers)


def test_what_goes_together_is_what_a_meld_needs():
    """Against all melds of three cards, found the slow way."""
    cards = [each for each in range(64) if each & 15 < 13]
    hand = sum(1 << card(word) for word in ["AC", "2C", "5D", "5H", "9S", "JS", "QH", "KH"])
    for one in listed(hand):
        for new in [each for each in cards if not hand >> each & 1][::3]:
            assert makes_meld(hand | 1 << new, one, new) == melds_with(hand | 1 << new, one, new)
    assert [name(each) for each in partners(hand, card("5D"))] == ["5H"]
    assert {name(each) for each in completing(hand, card("2C"), int(ALL) & ~hand)} == {"3C"}
    assert go_together(card("AC"), card("3C")) and not go_together(card("AC"), card("KC"))
