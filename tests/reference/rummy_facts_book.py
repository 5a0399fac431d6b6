"""Facts about hands of gin as a card player counts them, and how a brain that sees them plays: slow, obvious, by trying everything.

Cards are names (`7C`), hands are sets of names. Nothing here knows how the package counts; each fact is written from its words alone.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import name
from cardshark.games import gin
from reference.gin_book import BIG_GIN, KNOCK, PASS, PILE, PLAY_ON, STOCK
from reference.gin_melds import DECK, EVERY_MELD, RANKS, Hand, deadwood, is_meld, is_run, is_set, melds_in, points, unmelded, ways_to_meld
from reference.rummy_book import IN_ORDER, Parts, is_linear, precise, seen_in, sigmoid

Worth = Callable[["Sight", "Deed"], "Range"]  # what a hand is worth

LATE = 16  # turns of one's own
NEAR = 1e-6  # values that differ less may be the same in single precision
# Every three cards that are a meld, under each card of the three: the two others.
COMPANIONS = {card: [meld - {card} for meld in EVERY_MELD if len(meld) == 3 and card in meld] for card in DECK}


class Sight(NamedTuple):
    """What the facts are about: ten cards, what was given away for them, and what one seat knows of all others."""

    mine: Hand
    given: str  # the card just discarded, or "" for none
    theirs: Hand  # known to be the opponent's
    piled: Hand  # the pile, with the discard
    limit: int  # of deadwood, to knock
    turns: int  # of one's own, finished before this one

    @property
    def unseen(self) -> Hand:
        """The cards that may be in the stock or in the opponent's hand."""
        return DECK - self.mine - self.theirs - self.piled - {self.given}

    @property
    def late(self) -> float:
        return min(self.turns, LATE) / LATE


class Deed(NamedTuple):
    """What the player does besides."""

    took: bool = False
    knocks: bool = False


class Range(NamedTuple):
    """What a hand is worth at least and at most: players may look at different arrangements with the least deadwood."""

    least: float
    most: float

    def may_exceed(self, other: "Range") -> bool:
        """Is this perhaps worth more than the other?"""
        return self.most > other.least - NEAR * (1 + abs(other.least))

    @classmethod
    def best(cls, ranges: list["Range"]) -> "Range":
        """The best of several."""
        return cls(max(each.least for each in ranges), max(each.most for each in ranges))


NO_DEED = Deed()

# ---- one fact after the other ----


@lru_cache(maxsize=100_000)
def arranged(hand: Hand) -> set[Hand]:
    """The cards outside melds, for every way to have the least deadwood."""
    least = deadwood(hand)
    return {left for way in ways_to_meld(hand) if points(left := unmelded(hand, way)) == least}


def starts(dead: Hand, unseen: Hand) -> list[tuple[Hand, str]]:
    """Two cards outside melds, and an unseen card that makes a meld of them."""
    return [(pair, card) for card in unseen for pair in COMPANIONS[card] if pair <= dead]


def fits(melded: Hand, unseen: Hand) -> Hand:
    """The unseen cards that could be added to any meld that can be made of the melded cards, also to one that would break another."""
    return frozenset(card for meld in melds_in(melded) for card in unseen if is_meld(meld | {card}))


def members(pairs: list[Hand]) -> Hand:
    return frozenset().union(*pairs)


def two_ways(found: list[tuple[Hand, str]]) -> Hand:
    """The cards in the start of a run that are in the start of a set as well."""
    of_runs = members([pair for pair, card in found if is_run(pair | {card})])
    of_sets = members([pair for pair, card in found if is_set(pair | {card})])
    return of_runs & of_sets


def goes_with(card: str, other: str) -> bool:
    """Are these two on the way to a meld: of one rank, or of one suit and at most one rank between them?"""
    apart = abs(RANKS.index(card[0]) - RANKS.index(other[0]))
    return card != other and (apart == 0 or (card[1] == other[1] and apart <= 2))


def about_hand(sight: Sight, dead: Hand) -> list[float]:
    """The facts about a hand whose cards outside melds are these."""
    found = starts(dead, sight.unseen)
    return [
        points(dead) / 10,
        len(dead),
        len({card for _, card in found}) / 4,
        len(fits(sight.mine - dead, sight.unseen)) / 4,
        points(members([pair for pair, _ in found])) / 10,
        points(dead) == 0,
        points(dead) <= sight.limit,
        len(two_ways(found)) / 2,
    ]


def about_discard(sight: Sight) -> list[float]:
    """The facts about a discard; all 0 where there is none."""
    if not sight.given:
        return [0.0, 0.0, 0.0]
    he_may_have = sight.unseen | sight.theirs
    at_once = any(pair <= sight.theirs for pair in COMPANIONS[sight.given])
    return [
        at_once,
        not at_once and any(goes_with(sight.given, card) for card in sight.theirs),  # the lesser danger, where the greater is not there
        sum(pair <= he_may_have for pair in COMPANIONS[sight.given]) / 4,
    ]


def about_deed(sight: Sight, deed: Deed) -> list[float]:
    """The facts about what is done."""
    late, dead = sight.late, deadwood(sight.mine) / 10
    taken = [1.0, late] if deed.took else [0.0, 0.0]
    return [*taken, *([1.0, dead, late, dead * late, len(sight.theirs) / 3] if deed.knocks else [0.0] * 5)]


def facts(sight: Sight, dead: Hand, deed: Deed = NO_DEED) -> np.ndarray:
    """All facts: those about hand and discard, the same times how late it is, and those about deeds."""
    first = np.array(about_hand(sight, dead) + about_discard(sight), np.float64)
    return np.array([*first, *(sight.late * first), *about_deed(sight, deed)])


def possible(sight: Sight, deed: Deed = NO_DEED) -> list[np.ndarray]:
    """The facts for each arrangement with the least deadwood."""
    return [facts(sight, dead, deed) for dead in arranged(sight.mine)]


# ---- the policy ----


def output(parts: Parts, x: np.ndarray) -> float:
    """What goes into the last sigmoid, which changes no order."""
    last = x if is_linear(parts) else sigmoid(parts["hidden_bias"] + x @ parts["hidden"])
    return float(parts["output_bias"][0] + last @ parts["output"])


def valued_by(parts: Parts) -> Worth:
    """What a brain thinks of a hand and a deed."""
    parts = precise(parts)

    def worth(sight: Sight, deed: Deed) -> Range:
        values = [output(parts, x) for x in possible(sight, deed)]
        return Range(min(values), max(values))

    return worth


def sight_in(view: Any, before: int = 0) -> Sight:
    """What the seat in turn sees; `before` turns, both players' together, are those of the past (its own discard ends its turn)."""
    seen, table = seen_in(view), view["table"]
    turns = (int(table["turns"]) - before) // 2
    return Sight(seen.mine, "", seen.theirs, frozenset(seen.pile), int(table["knock_limit"]), turns)


def exchanged(sight: Sight, card: str) -> Sight:
    """After a discard."""
    return sight._replace(mine=sight.mine - {card}, given=card, piled=sight.piled | {card})


def answers(one: Range, other: Range) -> set[bool]:
    """Is the one worth more than the other? Yes, no, or both where it is too close to tell."""
    return {yes for yes, may_be in ((True, one.may_exceed(other)), (False, other.may_exceed(one))) if may_be}


def may_take(view: Any, worth: Worth) -> set[bool]:
    """Is the best exchange for the top of the pile worth more than the hand as it is?"""
    now, top = sight_in(view), seen_in(view).pile[-1]
    eleven = now._replace(mine=now.mine | {top}, piled=now.piled - {top})
    exchange = Range.best([worth(exchanged(eleven, card), Deed(took=True)) for card in now.mine])
    as_it_is = worth(now, NO_DEED)
    return answers(exchange, as_it_is)


def may_discard(view: Any, worth: Worth, returns: bool) -> set[str]:
    """The discards that may leave the hand that is worth most; of those that are worth exactly the same, the lowest.

    How the eleventh card was got is history: the taking counts only while it is being decided.
    """
    sight = sight_in(view)
    values: dict[str, Range] = {}
    for card in discardable(view, sight, returns):
        value = worth(exchanged(sight, card), NO_DEED)
        if value.least != value.most or value not in values.values():
            values[card] = value
    best = Range.best([*values.values()])
    return {card for card, value in values.items() if value.may_exceed(best._replace(most=best.least))}


def discardable(view: Any, sight: Sight, returns: bool) -> list[str]:
    """The cards to choose from, the lowest number first: a card just taken from the pile stays, one of the stock perhaps."""
    drawn = name(int(view["drawn"]))
    stays = {drawn} if int(view["table"]["source"]) == gin.PILE or not returns else set()
    return [card for card in IN_ORDER if card in sight.mine - stays]


def may_knock(view: Any, worth: Worth, rule: str) -> set[bool]:
    """Is the hand worth more laid down than played on? In neither case is its discard or a taken card looked at any more."""
    sight = sight_in(view, before=1)
    if rule != "learned":
        return {rule == "at_once" or deadwood(sight.mine) == 0}
    down, on = worth(sight, Deed(knocks=True)), worth(sight, NO_DEED)
    return answers(down, on)


def sensible(view: Any, worth: Worth, returns: bool, knock: str) -> set[str]:
    """What the player may choose in a view: one choice, and others where they are too close to tell."""
    phase, legal = int(view["table"]["phase"]), int(view["legal"])
    if phase in (gin.OFFER, gin.DRAW):
        leave = PASS if phase == gin.OFFER else STOCK
        takes = may_take(view, worth) if legal >> gin.PILE & 1 else {False}
        return {PILE if take else leave for take in takes}
    if phase == gin.MAY_KNOCK:
        return {KNOCK if knocks else PLAY_ON for knocks in may_knock(view, worth, knock)}
    return {BIG_GIN} if legal >> gin.BIG_GIN & 1 else may_discard(view, worth, returns)
