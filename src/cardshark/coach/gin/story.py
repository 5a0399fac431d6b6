"""Why a choice at gin is better, as a short story: what it keeps open, what it denies, and what the other player may do with it.

Every sentence is a fact of the cards in sight, or a fact of the imagined worlds that is frequent enough for its words
(`coach/reasons.py`). Numbers stand in `words.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from cardshark.cards import listed, name
from cardshark.coach.gin.helpful import helpful_cards, one_view
from cardshark.coach.gin.words import compared_with, numbers
from cardshark.coach.reasons import HARDLY, MAY, PROBABLY, Sentence, Story, Why, how_likely, make_sentence, paragraphs
from cardshark.coach.statistics import Thinking
from cardshark.games import gin
from cardshark.games.gin.melds import deadwood, listed_arrangements
from cardshark.games.gin.rules import HandResult
from cardshark.players.gin.search.worlds import unseen_cards

APART = 0.05  # between two chances, so that one choice is said to be better in this respect
NAMED = 3  # cards that are named in a row at most


def why(view: Any, thinking: Thinking, chosen: int | None = None) -> Why:
    """Why the best choice is better than `chosen`, or else than the next best."""
    figures, other = numbers(view, thinking, chosen), compared_with(thinking, chosen)
    if len(thinking.values) == 1:
        return Why([], figures)
    if other is None or is_the_same(thinking, other):
        return Why([[make_sentence("story_gin_same")]], figures)
    clear = thinking.exact or thinking.difference(other, thinking.best)[1] > 0
    return Why(tell(GinTale(view, thinking, thinking.best, other, clear)), figures)


def is_the_same(thinking: Thinking, choice: int) -> bool:
    """Does a choice cost the same as the best in every world?"""
    return bool((thinking.costs[:, thinking.column(choice)] == thinking.costs[:, thinking.column(thinking.best)]).all())


def tell(tale: "GinTale") -> Story:
    """The story of two choices, by what is being decided."""
    phase = tale.view.table.phase
    if phase == gin.DISCARD:
        return tale.discards()
    if phase in (gin.DRAW, gin.OFFER):
        return tale.draws()
    if phase == gin.MAY_KNOCK:
        return tale.knocks()
    if phase == gin.SPREAD:
        knocks = tale.view.table.turn == tale.view.table.knocker
        return [[make_sentence("story_gin_spread_own" if knocks else "story_gin_spread", who=tale.who)]]
    return [[make_sentence("story_gin_done") if tale.best == gin.DONE else make_sentence("story_gin_lay_off", card=name(tale.best))]]


# ---- what goes together ----


def partners(hand: int, card: int) -> list[int]:
    """The other cards of a hand that could be in a meld with this one: of its rank, or of its suit and at most two away."""
    return [each for each in listed(hand & ~(1 << card)) if go_together(each, card)]


def go_together(one: int, two: int) -> bool:
    """Could two cards be in one meld?"""
    return one & 15 == two & 15 or (one >> 4 == two >> 4 and 0 < abs(low_rank(one) - low_rank(two)) <= 2)


def low_rank(card: int) -> int:
    """The rank with the ace below the deuce: 0 to 12."""
    return (card + 1 & 15) % 13


def completing(hand: int, card: int, unseen: int) -> list[int]:
    """Unseen cards that would put this card of the hand into a meld."""
    return [each for each in listed(unseen) if makes_meld(hand | 1 << each, card, each)]


def makes_meld(hand: int, card: int, new: int) -> bool:
    """Is there a meld of this hand with both cards in it?"""
    if card & 15 == new & 15:
        return sum(each & 15 == card & 15 for each in listed(hand)) >= 3
    if card >> 4 != new >> 4:
        return False
    ranks = {low_rank(each) for each in listed(hand) if each >> 4 == card >> 4}
    low, high = sorted((low_rank(card), low_rank(new)))
    return any({*range(start, start + 3)} <= ranks for start in range(high - 2, low + 1))


def loose_cards(hand: int) -> int:
    """The cards outside melds, as the hand is best laid down."""
    melds = listed_arrangements(hand)[0].melds
    return hand & ~sum(int(meld) for meld in melds)


@dataclass(frozen=True)
class GinTale:
    """Two choices, and all there is to tell about them."""

    view: Any
    thinking: Thinking
    best: int
    other: int
    clear: bool

    # ---- facts ----

    @property
    def who(self) -> int:
        """The other player."""
        return 1 - int(self.view.table.turn)

    @cached_property
    def hand(self) -> int:
        """The own cards."""
        return int(self.view.hand)

    @cached_property
    def unseen(self) -> int:
        """The cards that are in the stock or in the other hand."""
        return int(unseen_cards(self.view))

    @property
    def top(self) -> int:
        """The card on the pile."""
        return int(self.view.table.pile[self.view.table.pile_size - 1])

    def fates(self, choice: int) -> np.ndarray:
        """The results of a choice in every world."""
        return self.thinking.fates[:, self.thinking.column(choice)]

    def taken(self, choice: int) -> float:
        """How often the other player takes what is thrown."""
        return float(self.fates(choice)["took"].mean())

    def improving(self, hand: int) -> list[int]:
        """Unseen cards that lower the deadwood of a hand of ten, those first that lower it most."""
        cards = listed(int(helpful_cards(one_view(self.view), np.uint64(hand))))
        return sorted(cards, key=lambda card: after_discard(hand | 1 << card))

    def close(self, key: str) -> Iterator[Sentence]:
        """That two choices cannot be told apart."""
        if not self.clear:
            yield make_sentence(f"story_gin_close_{key}", **self.cards())

    def cards(self) -> dict[str, str]:
        """Both choices by name, where they are cards."""
        return {gap: name(choice) for gap, choice in (("card", self.best), ("card2", self.other)) if choice & 15 < 13}

    # ---- discards ----

    def discards(self) -> Story:
        """What a discard gives up and denies, beside another."""
        if gin.BIG_GIN in (self.best, self.other):
            return [[make_sentence("story_gin_big" if self.best == gin.BIG_GIN else "story_gin_not_big")]]
        left = int(deadwood(np.uint64(self.hand ^ 1 << self.best)))
        if left == 0:
            return [[make_sentence("gin_why_gin", card=name(self.best))]]
        return paragraphs(
            [*self.close("discard"), *self.gives_up(self.best), *self.wanted(self.best), *self.may_knock(left)],
            [*self.keeps(self.other), *self.denies(), *self.dearer()],
        )

    def gives_up(self, card: int) -> Iterator[Sentence]:
        """What the hand loses with a card."""
        if not loose_cards(self.hand) >> card & 1:
            spare = deadwood(np.uint64(self.hand ^ 1 << card)) <= deadwood(np.uint64(self.hand))
            yield make_sentence("story_gin_spare" if spare else "story_gin_breaks", card=name(card))
            return
        missing = completing(self.hand, card, self.unseen)
        if len(missing) > NAMED:
            yield make_sentence("story_gin_gives_up_many", card=name(card))
        elif missing:
            yield make_sentence("story_gin_gives_up", card=name(card), cards_or=names(missing))
        else:
            yield make_sentence("story_gin_gone" if partners(self.hand, card) else "story_gin_alone", card=name(card))

    def wanted(self, card: int) -> Iterator[Sentence]:
        """What the other player makes of a discard."""
        taken = self.taken(card)
        if taken < HARDLY:
            yield make_sentence("story_gin_safe", card=name(card), who=self.who)
        elif how_likely(taken):
            yield make_sentence(f"story_gin_takes_{how_likely(taken)}", card=name(card), who=self.who)

    def may_knock(self, left: int) -> Iterator[Sentence]:
        """That one may knock after the discard."""
        if left <= self.view.table.knock_limit:
            yield make_sentence("story_gin_may_knock", points=left)

    def keeps(self, card: int) -> Iterator[Sentence]:
        """What the other card is good for, if it stays."""
        if not loose_cards(self.hand) >> card & 1:
            yield make_sentence("story_gin_in_meld", card=name(card))
            return
        missing = completing(self.hand ^ 1 << self.best, card, self.unseen)
        if missing:
            yield make_sentence("story_gin_keep", card=name(card), cards_or=names(missing))

    def denies(self) -> Iterator[Sentence]:
        """That the other player would want the other card."""
        taken = self.taken(self.other)
        if taken < MAY or taken < self.taken(self.best) + APART:
            return
        known = [card for card in listed(int(self.view.table.known[self.who])) if go_together(card, self.other)]
        if known:
            yield make_sentence("story_gin_near", card=name(self.other), card2=name(known[0]), who=self.who)
        else:
            yield make_sentence(f"story_gin_wants_{how_likely(taken)}", card=name(self.other), who=self.who)

    def dearer(self) -> Iterator[Sentence]:
        """That the better discard takes more points off the hand, or leaves more to hope for."""
        hands = [self.hand ^ 1 << card for card in (self.best, self.other)]
        one, two = (int(deadwood(np.uint64(hand))) for hand in hands)
        hope, less = (len(self.improving(hand)) for hand in hands)
        if one < two:
            yield make_sentence("story_gin_lighter", **self.cards())
        elif two < one and less < hope:
            yield make_sentence("story_gin_heavier", **self.cards())

    # ---- draws ----

    def draws(self) -> Story:
        """What the card on the pile does for the hand, and what one would wait for."""
        return paragraphs([*self.close("draw"), *self.pile_card()], [*self.waiting()])

    def pile_card(self) -> Iterator[Sentence]:
        """What the card on the pile is good for."""
        top, both = self.top, self.hand | 1 << self.top
        meld = next((int(meld) for meld in listed_arrangements(both)[0].melds if int(meld) >> top & 1), 0)
        beside = meld & ~(1 << top)
        with_it = [card for card in partners(both, top) if completing(1 << card | 1 << top, top, self.unseen)]
        if meld and after_discard(both, keep=top) < int(deadwood(np.uint64(self.hand))):
            yield make_sentence("story_gin_pile_melds", card=name(top), cards_and=[name(card) for card in listed(beside)])
        elif with_it:
            yield make_sentence("story_gin_pile_pair", card=name(top), cards_and=names(with_it))
        else:
            yield make_sentence("story_gin_pile_alone", card=name(top))
        if not meld and after_discard(both, keep=top) < int(deadwood(np.uint64(self.hand))):
            yield make_sentence("story_gin_pile_lighter", card=name(top))

    def waiting(self) -> Iterator[Sentence]:
        """What the stock may bring, and what taking the card would tell."""
        waits = self.improving(self.hand)
        if self.best != gin.PILE:
            yield make_sentence("story_gin_tells", card=name(self.top), who=self.who)
        if waits:
            yield make_sentence("story_gin_waits", cards_or=names(waits))
        else:
            yield make_sentence("story_gin_waits_for_nothing")

    # ---- knocking ----

    def knocks(self) -> Story:
        """Knock now, or wait: what one wins, and what may go wrong."""
        knock, seat = self.fates(gin.KNOCK), int(self.view.table.turn)
        wins = float((knock["winner"] == seat).mean())
        undercut = float((knock["result"] == HandResult.UNDERCUT).mean())
        passed = float((self.fates(gin.PLAY_ON)["winner"] == self.who).mean())
        now = [make_sentence(f"story_gin_knock_{how_likely(wins)}")] if how_likely(wins) else [make_sentence("story_gin_knock_seldom")]
        if undercut >= MAY:
            now.append(make_sentence("story_gin_undercut", who=self.who))
        gin_cards = [card for card in self.improving(self.hand) if after_discard(self.hand | 1 << card) == 0]
        later = [make_sentence("story_gin_for_gin", cards_or=names(gin_cards))] if gin_cards else []
        if passed >= MAY:
            later.append(make_sentence("story_gin_first_probably" if passed > PROBABLY else "story_gin_first_may", who=self.who))
        elif not gin_cards:
            later.append(make_sentence("story_gin_no_gin"))
        return paragraphs([*chain(self.close("knock"), now)], later)


def after_discard(hand: int, keep: int | None = None) -> int:
    """The least deadwood after a discard from a hand of eleven; `keep` may not be thrown."""
    return min(int(deadwood(np.uint64(hand ^ 1 << card))) for card in listed(hand) if card != keep)


def names(cards: list[int]) -> list[str]:
    """The first of these cards by name."""
    return [name(card) for card in cards[:NAMED]]
