"""Why a card of Hearts is better, in numbers: facts of the imagined deals and of the table, the most important first.

In a sentence (`coach/reasons.py`) `card` is the better card, `card2` the one that it is compared with. The story before these numbers
stands in `story.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import SUITS, listed, name
from cardshark.coach.reasons import Sentence, make_sentence
from cardshark.coach.statistics import Thinking, runner_up, shares
from cardshark.games import hearts
from cardshark.games.hearts.rules import Rules

MOST = 3  # sentences at a time
WORTH_SAYING = 0.05  # points that a fact must account for to be told
WORTH_SAYING_UNCLEAR = 0.25  # the same, where the difference may be chance
SURE = 2.0  # standard errors that make a difference between two chances more than chance
SUPPORT = 0.5  # facts of the table count less, so that they come after the numbers that they explain


class Fact(NamedTuple):
    """A reason for a card, and about how many points it accounts for."""

    points: float
    sentence: Sentence


def numbers(rules: Rules, view: Any, thinking: Thinking, chosen: int | None = None) -> list[Sentence]:
    """Why the best choice is better than `chosen`, or else than the next best: two or three sentences with figures at most."""
    if len(thinking.values) == 1:
        return [make_sentence("why_only")]
    other = compared_with(thinking, chosen)
    if other is None:
        return [make_sentence("why_same")]
    pair = CardPair(rules, view, thinking, thinking.best, other)
    facts = sorted(pair.facts(), key=lambda fact: -fact.points)
    unclear = list(pair.unclear())
    least = WORTH_SAYING_UNCLEAR if unclear else WORTH_SAYING
    telling = [fact.sentence for fact in facts if fact.points >= least and shows_difference(fact.sentence)]
    return [*unclear, *telling][:MOST] or [pair.points()]


def compared_with(thinking: Thinking, chosen: int | None = None) -> int | None:
    """What the best choice is compared with: `chosen` or else the next best; None if that costs the same in every deal."""
    other = runner_up(thinking) if chosen is None or chosen == thinking.best else chosen
    if other is None or (thinking.costs[:, thinking.column(other)] == thinking.costs[:, thinking.column(thinking.best)]).all():
        return None
    return other


def shows_difference(sentence: Sentence) -> bool:
    """Does a sentence about two cards have different figures for them, as they are written? Others are no reason: 1 % against 1 %."""
    args = sentence["args"]
    pairs = [(args.get(gap), args[f"{gap}2"]) for gap in ("percent", "points") if f"{gap}2" in args]
    return not pairs or any(one != two for one, two in pairs)


def percent(chance: float) -> int:
    """A chance in whole per cent."""
    return round(100 * chance)


@dataclass(frozen=True)
class CardPair:
    """A card and a worse one, compared in the same deals. In every pair of numbers the better card comes first."""

    rules: Rules
    view: Any
    thinking: Thinking
    best: int
    other: int

    # ---- what is on the table ----

    @property
    def table(self) -> Any:
        """What everybody may know."""
        return self.view["table"]

    @property
    def seat(self) -> int:
        """The seat that chooses."""
        return int(self.table["turn"])

    @property
    def playing(self) -> bool:
        """Are tricks being played? Otherwise cards are passed."""
        return bool(self.table["phase"] == hearts.PLAY)

    @cached_property
    def trick(self) -> list[int]:
        """The cards of this trick so far."""
        return self.table["history"][int(self.table["start"]) : int(self.table["played"])].tolist() if self.playing else []

    @cached_property
    def after(self) -> list[int]:
        """The seats that play to this trick after this one."""
        return [(self.seat + 1 + i) % self.rules.players for i in range(self.rules.players - 1 - len(self.trick))] if self.playing else []

    def held(self, suit: int) -> list[int]:
        """The own cards of a suit, without those put aside to be passed."""
        hand = int(self.view["hand"]) & ~(0 if self.playing else int(self.view["given"]))
        return [card for card in listed(hand) if card >> 4 == suit]

    # ---- the results of both cards in the deals ----

    @property
    def columns(self) -> tuple[int, int]:
        """Where both cards stand among the choices."""
        return self.thinking.column(self.best), self.thinking.column(self.other)

    def fates(self, field: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """A field of the results of both cards in every deal. All but what this trick brings is known at the end of a hand only."""
        found = self.thinking.ends if len(self.thinking.ends) and field != "trick" else self.thinking.fates
        return tuple(found[field][:, column].astype(float) for column in self.columns)  # type: ignore[return-value]

    @property
    def costs(self) -> list[float]:
        """What the hand costs after each of the two cards, from all deals."""
        return self.mean(*(self.thinking.costs[:, column] for column in self.columns))

    def mean(self, *numbers: NDArray[Any]) -> list[float]:
        """Means over the deals, or over the first of them, by their weights."""
        weights = self.thinking.weights
        return [float((weights if len(each) == len(weights) else shares(weights[: len(each)])) @ each) for each in numbers]

    def is_sure(self, field: str, seat: int) -> bool:
        """Is a difference between these chances more than chance? Where few deals were played to their end, it may be less."""
        if not len(self.thinking.ends):
            return True
        best, other = (fate == seat for fate in self.fates(field))
        apart = best.astype(float) - other
        return abs(apart.mean()) > SURE * apart.std() / len(apart) ** 0.5

    def chances(self, field: str, seat: int) -> list[float]:
        """How often this field (who took the queen, who shot the moon) is this seat."""
        return self.mean(*(fate == seat for fate in self.fates(field)))

    @property
    def sign(self) -> int:
        """1 where points are bad, -1 where they are won back."""
        return -1 if self.table["second_stage"] else 1

    def worse(self, points: list[float]) -> float:
        """How much worse the second number of points is than the first."""
        return (points[1] - points[0]) * self.sign

    def both(self, key: str, chances: list[float], **more: Any) -> Sentence:
        """A sentence with a chance for each of the two cards."""
        return make_sentence(
            key, card=name(self.best), card2=name(self.other), percent=percent(chances[0]), percent2=percent(chances[1]), **more
        )

    # ---- sentences ----

    def unclear(self) -> Iterator[Sentence]:
        """A sentence if it is not clear which of the two is better."""
        mean, low, high = self.thinking.difference(self.other, self.best)
        if low <= 0 and not self.thinking.exact:
            yield make_sentence("why_unclear", card=name(self.best), card2=name(self.other), points=mean, reach=(high - low) / 2)

    def points(self, key: str = "why_points", taken: list[Any] | None = None) -> Sentence:
        """What the hand costs after each of the two cards, all of it or without this trick."""
        parts = self.mean(*taken) if taken else [0.0, 0.0]
        one, two = (cost - self.sign * part for cost, part in zip(self.costs, parts, strict=True))
        return make_sentence(key, card=name(self.best), card2=name(self.other), points=one, points2=two)

    def facts(self) -> Iterator[Fact]:
        """All reasons for the better card."""
        queen = self.worse(self.chances("queen", self.seat)) * self.rules.queen_of_spades * self.is_sure("queen", self.seat)
        yield Fact(queen, self.both("why_queen", self.chances("queen", self.seat)))
        moons = list(self.moons())
        yield from moons
        taken = [np.maximum(points, 0.0) for points in self.fates("trick")]
        now = self.worse(self.mean(*taken))
        costs = self.costs  # where points are won back, less than nothing
        rest = costs[1] - costs[0] - max(queen, 0.0) - sum(max(fact.points, 0.0) for fact in moons)
        later = rest - max(now, 0.0)
        if now > -WORTH_SAYING and self.playing:
            yield Fact(now, self.taking(taken))
            yield Fact(later, self.points("why_later", taken))
        else:  # a trick that is taken to save more later: only the sum shows how much that is worth
            yield Fact(later, self.points())
        yield from self.seen_in_trick(now, queen)
        yield from self.seen_in_hand(now, max(later, queen))

    def moons(self) -> Iterator[Fact]:
        """Who shoots the moon more often after one card than after the other."""
        costs = self.fates("cost")
        for seat in filter(lambda seat: self.is_sure("moon", seat), range(self.rules.players)):
            chances = self.chances("moon", seat)
            if seat == self.seat:
                yield Fact((chances[0] - chances[1]) * self.total, self.both("why_moon_own", chances))
            else:
                paid = self.mean(*(cost * (moon == seat) for cost, moon in zip(costs, self.fates("moon"), strict=True)))
                yield Fact(paid[1] - paid[0], self.both("why_moon", chances, who=seat))

    @property
    def total(self) -> int:
        """The cost of all penalty cards."""
        return sum(self.rules.costs().values())

    def taking(self, taken: list[Any]) -> Sentence:
        """Which of the two takes this trick, and the points in it then."""
        chances = self.mean(*(points >= 0 for points in self.fates("trick")))
        each = [points / chance if chance else 0.0 for points, chance in zip(self.mean(*taken), chances, strict=True)]
        if chances[0] == 0:
            return make_sentence("why_ducks", card=name(self.best), card2=name(self.other), percent2=percent(chances[1]), points2=each[1])
        return self.both("why_trick", chances, points=each[0], points2=each[1])

    def seen_in_trick(self, now: float, queen: float) -> Iterator[Fact]:
        """Who plays after, and what is in the trick: why it costs much to take it."""
        suit = (self.trick or [self.other])[0] >> 4
        for seat in self.after:
            if int(self.table["voids"][seat]) >> suit & 1:
                yield Fact(now * SUPPORT, make_sentence("why_void", who=seat, suit=SUITS[suit]))
        behind = {seat: float(self.thinking.beliefs[seat, hearts.QUEEN_OF_SPADES]) for seat in self.after}
        if SUITS[suit] == "S" and 0 < percent(sum(behind.values())) < 100:
            seat = max(behind, key=lambda seat: behind[seat])
            one = make_sentence("why_queen_with", who=seat, percent=percent(behind[seat]))
            several = make_sentence("why_queen_behind", percent=percent(sum(behind.values())))
            yield Fact(max(now, queen) * SUPPORT, one if len(behind) == 1 else several)
        lying = sum(cost for card, cost in self.rules.costs().items() if card in map(name, self.trick))
        if lying and not self.after:
            yield Fact(now * SUPPORT, make_sentence("why_last", points=lying))

    def seen_in_hand(self, now: float, later: float) -> Iterator[Fact]:
        """How the better card helps the own hand."""
        suit = self.best >> 4
        if self.held(suit) == [self.best] and self.other >> 4 != suit:
            yield Fact(
                later * SUPPORT, make_sentence("why_runs_out" if self.playing else "why_pass_void", card=name(self.best), suit=SUITS[suit])
            )
        if not self.trick:
            return
        if suit != self.trick[0] >> 4:
            if self.held(suit) != [self.best] and self.other >> 4 != suit:
                yield Fact(later * SUPPORT, make_sentence("why_throw", card=name(self.best)))
            return
        winning = max(card for card in self.trick if card >> 4 == suit)
        below = [card for card in self.held(suit) if card < winning]
        if len(below) > 1 and self.best == below[-1]:
            gain = now if self.other > winning else later
            yield Fact(gain * SUPPORT, make_sentence("why_highest_safe", card=name(self.best), card2=name(winning)))
