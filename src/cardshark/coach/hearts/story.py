"""Why a card of Hearts is better, as a short story: what it does in this trick, who may still hurt, and where the queen is.

Every sentence is a fact of the table, or a fact of the imagined deals that is frequent enough for its words (`coach/reasons.py`). The
first paragraph is about this trick, the second about the rest of the hand. Numbers stand in `words.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from cardshark.cards import SUITS, name
from cardshark.coach.hearts.words import CardPair, compared_with, numbers
from cardshark.coach.reasons import HARDLY, MAY, PROBABLY, SURELY, Sentence, Story, Why, how_likely, make_sentence, paragraphs
from cardshark.coach.statistics import Thinking
from cardshark.games import hearts
from cardshark.games.hearts.rules import Rules

APART = 0.03  # between two chances, so that one card is said to be better in this respect
WORTH = 0.1  # points between two means, for the same
SPREAD_OUT = 0.2  # the least chance of a player who is named as one of two that may hold the queen
SPADES = SUITS.index("S")


def why(rules: Rules, view: Any, thinking: Thinking, chosen: int | None = None) -> Why:
    """Why the best choice is better than `chosen`, or else than the next best."""
    figures, other = numbers(rules, view, thinking, chosen), compared_with(thinking, chosen)
    if other is None or len(thinking.values) == 1:
        return Why([figures], [])
    clear = thinking.exact or thinking.difference(other, thinking.best)[1] > 0
    return Why(tell(CardPair(rules, view, thinking, thinking.best, other), clear) or [figures[:1]], figures)


def tell(pair: CardPair, clear: bool) -> Story:
    """The story of two cards. Where they cannot be told apart, it says what the choice is about."""
    tale = HeartsTale(pair)
    if clear:
        return paragraphs([*tale.now(pair.best), *tale.other_now(), *tale.behind()], [*tale.queen(), *tale.later()])
    return paragraphs([*tale.close(clear), *tale.now(pair.best)], [*tale.other_now(), *tale.queen(), *tale.behind()])


@dataclass(frozen=True)
class HeartsTale:
    """Two cards, and all there is to tell about them."""

    pair: CardPair

    # ---- facts ----

    @cached_property
    def led(self) -> int | None:
        """The suit that was led to this trick."""
        return self.pair.trick[0] >> 4 if self.pair.trick else None

    @cached_property
    def winning(self) -> int | None:
        """The card that takes the trick so far."""
        return max((card for card in self.pair.trick if card >> 4 == self.led), default=None)

    def takes(self, card: int) -> float:
        """How often this card takes the trick."""
        return float(self.pair.thinking.weights @ (self.points_with(card) >= 0))

    def hurts(self, card: int) -> float:
        """How often there are points in the trick if this card takes it."""
        taken, weights = self.points_with(card), self.pair.thinking.weights
        mine = float(weights @ (taken >= 0))
        return float(weights @ (taken > 0)) / mine if mine else 0.0

    def points_with(self, card: int) -> np.ndarray:
        """The points that the trick brings with this card in every deal; less than 0 where somebody else takes it."""
        return self.pair.thinking.fates["trick"][:, self.pair.thinking.column(card)]

    def is_out_of(self, seat: int, suit: int) -> float:
        """How often a player has no card of a suit."""
        if int(self.pair.table["voids"][seat]) >> suit & 1:
            return 1.0
        worlds, weights = self.pair.thinking.worlds, self.pair.thinking.weights
        if len(worlds) != len(weights):
            return 0.0
        return float(weights @ (worlds[:, seat] >> np.uint64(16 * suit) & np.uint64(0x1FFF) == 0))

    @cached_property
    def queens(self) -> list[float]:
        """How often the seat takes the queen of spades from here on, after each of the two cards."""
        return self.pair.chances("queen", self.pair.seat)

    @cached_property
    def queen_differs(self) -> bool:
        """Does the better card meet the queen less often, and not by chance? Where points are won back, that is no reason."""
        return self.pair.sign > 0 and self.queens[1] > self.queens[0] + APART and self.pair.is_sure("queen", self.pair.seat)

    @property
    def mine(self) -> bool:
        """Does the seat hold the queen itself?"""
        return hearts.QUEEN_OF_SPADES in self.pair.held(SPADES)

    def said(self, key: str, **more: object) -> Sentence:
        """A sentence in which both cards may be named."""
        return make_sentence(f"story_{key}", card=name(self.pair.best), card2=name(self.pair.other), **more)

    # ---- this trick ----

    def close(self, clear: bool) -> Iterator[Sentence]:
        """That two cards cannot be told apart."""
        if not clear:
            yield self.said("close")

    def now(self, card: int) -> Iterator[Sentence]:
        """What a card does in this trick."""
        if self.led is None:
            yield from self.leading(card)
        elif card >> 4 != self.led:
            yield make_sentence("story_free", suit=SUITS[self.led])
            yield from self.thrown(card)
        elif self.winning is not None and card < self.winning:
            yield make_sentence("story_under", card=name(card), card2=name(self.winning))
            yield from self.highest_under(card)
        else:
            yield from self.taking(card)

    def leading(self, card: int) -> Iterator[Sentence]:
        """A card that is led: who takes the trick?"""
        queen_is_out = self.pair.rules.queen_of_spades > 0 and self.where_is_she and not self.mine
        if queen_is_out and card >> 4 == SPADES and card < hearts.QUEEN_OF_SPADES:
            yield make_sentence("story_flush", card=name(card))
            return
        takes = self.takes(card)
        if takes <= 1 - SURELY:
            yield make_sentence("story_lead_away_surely", card=name(card))
        elif takes < 1 - PROBABLY:
            yield make_sentence("story_lead_away_probably", card=name(card))
        else:
            yield from self.taking(card)

    def taking(self, card: int) -> Iterator[Sentence]:
        """A card that takes the trick, or may: what would be in it?"""
        takes, hurts = self.takes(card), self.hurts(card)
        if self.pair.trick and not self.pair.after:
            points = int(self.points_with(card).max())
            yield make_sentence("story_last_points", card=name(card), points=points) if points > 0 else make_sentence("story_last_clean")
        elif how_likely(takes):
            yield make_sentence(f"story_takes_{how_likely(takes)}", card=name(card))
            if hurts < HARDLY:
                yield make_sentence("story_clean")
            elif how_likely(hurts):
                yield make_sentence(f"story_hurts_{how_likely(hurts)}")
        else:
            yield make_sentence("story_seldom_takes", card=name(card))

    def thrown(self, card: int) -> Iterator[Sentence]:
        """What is thrown away where nobody can make one follow."""
        if card == hearts.QUEEN_OF_SPADES and self.pair.rules.queen_of_spades > 0:
            yield make_sentence("story_throw_queen", points=self.pair.rules.queen_of_spades)
        elif name(card) in self.pair.rules.costs():
            yield make_sentence("story_throw_points", card=name(card))

    def highest_under(self, card: int) -> Iterator[Sentence]:
        """The highest card that stays under: lower ones are kept."""
        below = [each for each in self.pair.held(card >> 4) if self.winning is not None and each < self.winning]
        if len(below) > 1 and card == below[-1]:
            yield make_sentence("story_highest_under")

    def other_now(self) -> Iterator[Sentence]:
        """What the other card would do in this trick, if that is something else."""
        best, other = self.pair.best, self.pair.other
        takes = self.takes(other)
        if takes > self.takes(best) + MAY and how_likely(takes):
            how, hurts = how_likely(takes), how_likely(self.hurts(other))
            yield self.said(f"other_takes_{how}_{hurts}" if hurts else f"other_takes_{how}")
        elif self.led is not None and best >> 4 == self.led and other < best and takes < HARDLY <= self.takes(best):
            yield self.said("other_under")

    def behind(self) -> Iterator[Sentence]:
        """Who plays after this seat and is out of the suit: they may throw what hurts on whoever takes the trick."""
        suit = self.pair.best >> 4 if self.led is None else self.led
        cards = (self.pair.best, self.pair.other)
        if not any(card >> 4 == suit and self.takes(card) >= MAY and self.hurts(card) >= HARDLY for card in cards):
            return
        for seat in self.pair.after:
            out = self.is_out_of(seat, suit)
            if out > PROBABLY:
                yield make_sentence("story_void" if out == 1.0 else "story_void_probably", who=seat, suit=SUITS[suit])

    # ---- the rest of the hand ----

    @cached_property
    def where_is_she(self) -> Sentence | None:
        """Who holds the queen of spades, as far as one can tell; nothing where she was played, or is one's own."""
        chances = {seat: float(self.pair.thinking.beliefs[seat, hearts.QUEEN_OF_SPADES]) for seat in range(self.pair.rules.players)}
        first, second, *_ = sorted(chances, key=lambda seat: -chances[seat])
        if self.pair.rules.queen_of_spades <= 0 or sum(chances.values()) < SURELY:
            return None
        if chances[first] > PROBABLY:
            how = "is" if chances[first] > 0.999 else how_likely(chances[first])
            return make_sentence(f"story_queen_{how}", who=first)
        if chances[first] + chances[second] >= SURELY and chances[second] >= SPREAD_OUT:
            return make_sentence("story_queen_two", who=first, who2=second)
        return make_sentence("story_queen_anywhere")

    def queen(self) -> Iterator[Sentence]:
        """Where the queen is, and what the two cards have to do with her."""
        best, other, she = self.pair.best, self.pair.other, hearts.QUEEN_OF_SPADES
        if self.mine and self.queen_differs and best != she:
            yield self.said("own_queen")
        if self.where_is_she is None or not (self.queen_differs or SPADES in (best >> 4, other >> 4)):
            return
        yield self.where_is_she
        if not self.queen_differs:
            return
        may = self.queens[1] >= MAY
        if best >> 4 == SPADES and best > she and may:
            yield self.said("rid_of_high")
        elif other >> 4 == SPADES and other > she and may:
            yield self.said("high_may_catch")
        else:
            yield self.said("meets_her")

    def later(self) -> Iterator[Sentence]:
        """What else speaks for the better card; if nothing does, at least that the difference comes later."""
        found = [*chain(self.moons(), self.emptied(), self.paid_now())]
        yield from found
        told = self.queen_differs and (self.where_is_she is not None or self.mine)
        if not found and not told and self.later_costs() > WORTH:
            yield self.said("later")

    def later_costs(self) -> float:
        """By how many points the other card is worse in the tricks to come."""
        costs = self.pair.costs
        return costs[1] - costs[0] - self.now_costs()

    def now_costs(self) -> float:
        """By how many points the other card is worse in this trick."""
        return self.pair.worse(self.pair.mean(*(np.maximum(points, 0.0) for points in self.pair.fates("trick"))))

    def moons(self) -> Iterator[Sentence]:
        """Who may take all the points."""
        for seat in range(self.pair.rules.players):
            one, two = self.pair.chances("moon", seat)
            if self.pair.is_sure("moon", seat):
                if seat == self.pair.seat and one >= MAY and one > two + APART:
                    yield self.said("moon_own")
                elif seat != self.pair.seat and two >= MAY and two > one + APART:
                    yield self.said("moon", who=seat)

    def emptied(self) -> Iterator[Sentence]:
        """The last card of a suit: from now on one may throw what hurts."""
        suit = self.pair.best >> 4
        if self.pair.held(suit) == [self.pair.best] and self.pair.other >> 4 != suit:
            yield make_sentence("story_last_of_suit", suit=SUITS[suit])

    def paid_now(self) -> Iterator[Sentence]:
        """A few points now, to save more later."""
        if self.now_costs() < -WORTH and self.pair.costs[1] > self.pair.costs[0]:
            yield self.said("pay_now")
