"""Decisions of gin with all that happened before them, told in sets, lists and dictionaries; and what the other player may have held.

Hands are played at random or by a style, and nobody ends them, so that some have more turns than are remembered.
"""

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import ALL, listed
from cardshark.chance import below, draw
from cardshark.games import gin
from cardshark.games.match import Single
from cardshark.players.gin.styles import choose_by_gin_style, gin_style_of
from helpers.gin.hands import rules_of

REMEMBERED = 62  # the last turns of a hand that anybody asks about
ENDS = {gin.KNOCK, gin.BIG_GIN}


class Turn(NamedTuple):
    """What somebody did in a turn."""

    took: bool  # from the pile
    top: int  # of the pile, before
    drawn: int
    thrown: int
    eleven: frozenset[int]  # the hand between the draw and the discard


class Moment(NamedTuple):
    """A decision: what is seen, what the other player holds in truth, and their remembered turns, the last one first."""

    view: Any
    other: frozenset[int]
    past: dict[int, Turn]
    discards: list[int]  # of everybody, by turn


def told(match: Single, story: list[Turn]) -> Moment:
    """The decision at hand, after these turns of both."""
    view = match.view().copy()
    other = 1 - int(view["table"]["turn"])
    his = [number for number in range(len(story)) if (int(view["table"]["first"]) + number) % 2 == other]
    past = {number: story[number] for number in reversed(his) if number >= len(story) - REMEMBERED}
    return Moment(view, frozenset(listed(int(match.state.hands[other]))), past, [each.thrown for each in story])


def chosen(match: Single, random: Random, pile: float, style: str) -> int:
    """What the style does, but nobody ends the hand; without a style the pile is taken with this chance, and cards are thrown at random."""
    legal = [choice for choice in listed(int(match.view()["legal"])) if choice not in ENDS]
    if style:
        choices = np.zeros(1, np.int8)
        choose_by_gin_style(match.views, match.record, gin_style_of(style), choices)
        return int(choices[0]) if choices[0] in legal else random.choice(legal)
    if gin.PILE in legal and len(legal) > 1:
        return gin.PILE if random.random() < pile else legal[1] if legal[0] == gin.PILE else legal[0]
    return random.choice(legal)


@lru_cache
def moments(rules: str, seed: int, turns: int, pile: float = 0.5, style: str = "") -> list[Moment]:
    """A hand up to this turn, at its every decision."""
    random, match = Random(seed), Single(gin, rules_of(rules)._replace(max_turns=200, hands=1), seed, seed)
    story: list[Turn] = []
    found: list[Moment] = []
    top = 0
    while match.state.table.turns < turns:
        found.append(told(match, story))
        view, choice = found[-1].view, chosen(match, random, pile, style)
        table = view["table"]
        if table["phase"] in (gin.OFFER, gin.DRAW):
            top = int(table["pile"][table["pile_size"] - 1])
        if table["phase"] == gin.DISCARD:
            took = bool(table["source"] == gin.PILE)
            story.append(Turn(took, top, int(view["drawn"]), choice, frozenset(listed(int(view["hand"])))))
        match.choose(choice)
        assert match.state.table.hand_number == 0, "the hand is over: choose another seed"
    return found


def some_moments() -> list[Moment]:
    """Of a hand that is remembered as a whole, and of one that is not, where everybody is asked whether to knock."""
    return [*moments("eaai", 1, 12)[::2], *moments("eaai:knock_limit=100", 2, 67, 0.85)[-5:]]


def renewed_moments() -> list[Moment]:
    """Of a hand whose stock was renewed."""
    return moments("paper", 3, 42, 0.2)[-4:]


# ---- what the other player may have held ----


def places_of(drawn: dict[int, int]) -> np.ndarray:
    """What was drawn by turn, as kernels keep it."""
    found = np.zeros(32, np.int8)
    for turn, each in drawn.items():
        found[turn // 2 % 32] = each
    return found


def taken_by(past: dict[int, Turn], turn: int) -> set[int]:
    """All that the other player took from the pile up to this turn."""
    return {each.top for number, each in past.items() if number <= turn and each.took}


def held_in(past: dict[int, Turn], turn: int, hand: set[int], drawn: dict[int, int]) -> set[int]:
    """What the other player held between the draw and the discard of a turn, by what they hold now."""
    held = set(hand)
    for number, each in past.items():
        held.add(each.thrown)
        if number == turn:
            break
        held.discard(each.top if each.took else drawn[number])
    return held


class Idea(NamedTuple):
    """What the other player may hold and may have drawn from the stock, and how plausible that is."""

    hand: set[int]
    drawn: dict[int, int]
    weight: float = 0.0


def number(word, index: int, limit: int) -> int:
    """A number below a limit, out of a stream."""
    return int(below(np.uint64(draw(word, index)), limit))


def unseen_in(view) -> list[int]:
    table = view["table"]
    seen = int(view["hand"]) | int(table["piled"]) | int(table["laid_off"]) | int(table["known"][1 - table["turn"]])
    return [each for each in listed(int(ALL)) if not seen >> each & 1]


def first_hand(view, word) -> set[int]:
    """The known cards, and unseen ones, until only the stock is left."""
    hand, rest = {*listed(int(view["table"]["known"][1 - view["table"]["turn"]]))}, unseen_in(view)
    while len(rest) > view["table"]["stock_left"]:
        hand.add(rest.pop(number(word, len(rest), len(rest))))
    return hand


def first_idea(view, past: dict[int, Turn], word) -> Idea:
    """A random hand; and, from the last turn to the first, a random card of it that was not taken from the pile."""
    hand, drawn = first_hand(view, word), {}
    held = set(hand)
    for turn, each in past.items():
        held.add(each.thrown)
        if each.took:
            held.discard(each.top)
        else:
            possible = sorted(held - taken_by(past, turn)) or sorted(held)
            drawn[turn] = possible[number(~word, turn, len(possible))]
            held.remove(drawn[turn])
    return Idea(hand, drawn)
