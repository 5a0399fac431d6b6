"""Why a pass is better, in words: what comes of the cards that the two passes differ by, in hands that are played to their end.

Sentences are keys of the page's texts with values for their gaps, as everywhere (`words`). `cards` are several, by name.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import SUITS, card, listed, name
from cardshark.coach.hearts.tries import MISSED, points_of, queen_taker, taker
from cardshark.coach.hearts.words import percent
from cardshark.coach.reasons import Sentence, Why, how_likely, make_sentence
from cardshark.coach.statistics import Thinking, runner_up
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import Rules
from cardshark.jit import at, kernel

ENDS = 64  # deals that are played to their end to see what comes of a card
MOST = 3  # facts at a time
WORTH_SAYING = 0.1  # points that a fact must account for to be told
SURE = 2.0  # standard errors that make a difference between two chances more than chance
GUARDS = 3  # small spades that make it safe to keep the ace or the king
FEW = 2  # cards beside another of its suit that do not protect it
ABOVE_QUEEN = (card("KS"), card("AS"))


class Finisher(Protocol):
    """A judge who can play hands to their end after a pass."""

    rules: Rules

    def finish_sets(self, views: np.ndarray, tables: np.ndarray, sets: list[int]) -> np.ndarray:
        """The finished hands after each of these sets, at each of these tables: [table, set]."""
        ...


class PassFact(NamedTuple):
    """A reason for a set: about how many points it accounts for, how it is told, and its figures."""

    points: float
    story: list[Sentence]
    numbers: list[Sentence]


def why_pass(judge: Finisher, view: Any, thinking: Thinking, chosen: int | None = None) -> Why:
    """Why the advised set is better than `chosen`, or else than the best of those that are clearly worse."""
    other = compared_set(thinking, chosen)
    if other is None:
        return Why([[make_sentence("pass_same")]], [])
    mean, low, high = thinking.difference(other, thinking.best)
    if low <= 0 and not thinking.exact:
        key = "pass_unclear" if chosen in (None, thinking.best) else "pass_unclear_yours"
        return Why([[make_sentence(key, points=mean, reach=(high - low) / 2)]], [])
    pair = PassPair.of(judge, view, thinking, other)
    facts = sorted((fact for fact in pair.facts() if fact.points >= WORTH_SAYING), key=lambda fact: -fact.points)[:MOST]
    story = [sentence for fact in facts for sentence in fact.story] or [make_sentence("pass_points_fewer")]
    return Why([story], [*(sentence for fact in facts for sentence in fact.numbers), pair.points()])


def compared_set(thinking: Thinking, chosen: int | None) -> int | None:
    """What the advice is compared with; None if everything comes to the same."""
    if chosen is not None and chosen != thinking.best:
        return chosen
    worse = [value for value in thinking.values if thinking.difference(value.choice, thinking.best)[1] > 0]
    return min(worse, key=lambda value: value.mean).choice if worse else runner_up(thinking)


# ---- what came of the cards ----


@kernel
def follow_cards(games, rules, seat, cards, taken, queens):
    """For each finished hand the points in the tricks that a seat took with these cards of its own (or MISSED), and who got the queen."""
    rules = rules[0]
    for i in range(len(games)):
        table = games[at(i)].table
        queens[at(i)] = queen_taker(table, rules, hearts.EMPTY)
        for k in range(len(cards)):
            place = 0
            while table.history[at(place)] != cards[at(k)]:
                place += 1
            trick = place // rules.players
            taken[at(i), at(k)] = points_of(table, rules, trick) if taker(table, rules, trick) == seat else MISSED


@dataclass(frozen=True)
class Outcome:
    """What came of a pass in some deals."""

    queen: NDArray[np.bool_]  # [deal] did the seat take the queen of spades?
    taken: dict[int, NDArray[np.int64]]  # for some cards that were kept [deal]: the points that each took, or MISSED

    def takes(self, kept: int) -> float:
        """How often a card took a trick."""
        return float((self.taken[kept] != MISSED).mean())

    def costs(self, kept: int) -> float:
        """The points that a card took, over all deals."""
        return float(np.maximum(self.taken[kept], 0).mean())

    def each(self, kept: int) -> float:
        """The points in a trick that it took."""
        return self.costs(kept) / self.takes(kept) if self.takes(kept) else 0.0


def outcome_of(games: np.ndarray, rules: Rules, seat: int, kept: list[int]) -> Outcome:
    """What came of a pass: of the queen, and of these cards, which the seat kept."""
    taken, queens = np.zeros((len(games), len(kept)), np.int64), np.zeros(len(games), np.int64)
    follow_cards(games, house.record(rules), seat, np.array(kept, np.int64), taken, queens)
    return Outcome(queens == seat, {each: taken[:, place] for place, each in enumerate(kept)})


# ---- sentences ----


@dataclass(frozen=True)
class PassPair:
    """The advised set and a worse one, in the same deals."""

    rules: Rules
    hand: int
    best: int
    other: int
    costs: tuple[float, float]  # of the hand after each
    after: tuple[Outcome, Outcome]

    @classmethod
    def of(cls, judge: Finisher, view: Any, thinking: Thinking, other: int) -> "PassPair":
        """Play hands to their end with both sets."""
        views, best = np.zeros(1, hearts.VIEW), thinking.best
        views[0] = view
        views.flags.writeable = False  # as at the table, so that kernels are compiled once
        games = judge.finish_sets(views, thinking.worlds[:ENDS], [best, other])
        seat, rules = int(view["table"]["turn"]), judge.rules
        after = tuple(
            outcome_of(np.ascontiguousarray(games[:, place]), rules, seat, listed(kept))
            for place, kept in enumerate((other & ~best, best & ~other))
        )
        costs = tuple(thinking.values[thinking.column(cards)].mean for cards in (best, other))
        return cls(rules, int(view["hand"]), best, other, costs, after)  # type: ignore[arg-type]

    @property
    def passed(self) -> list[int]:
        """Cards that only the advised set gets rid of."""
        return listed(self.best & ~self.other)

    @property
    def kept(self) -> list[int]:
        """Cards that only the advised set keeps."""
        return listed(self.other & ~self.best)

    def beside(self, one: int, given: int) -> list[int]:
        """The other cards of its suit that stay in the hand with a card, after a pass."""
        return [each for each in listed(self.hand & ~given) if each >> 4 == one >> 4 and each != one]

    @cached_property
    def queen(self) -> tuple[float, float]:
        """How often the seat takes the queen after each of the two."""
        return float(self.after[0].queen.mean()), float(self.after[1].queen.mean())

    def points(self) -> Sentence:
        """What the hand costs after each of the two."""
        return make_sentence("pass_points", points=self.costs[0], points2=self.costs[1])

    def facts(self) -> list[PassFact]:
        """All reasons for the advised set; of the cards that it passes or keeps, those that matter most."""
        passed, kept = (sorted(facts, key=lambda fact: -fact.points)[:1] for facts in (self.about_passed(), self.about_kept()))
        return [*self.about_queen(), *passed, *kept, *self.about_voids()]

    def about_queen(self) -> list[PassFact]:
        """Who is left with the queen of spades."""
        apart = self.after[1].queen.astype(float) - self.after[0].queen
        saved = float(apart.mean())
        if not self.rules.queen_of_spades or saved <= SURE * float(apart.std()) / len(apart) ** 0.5:
            return []
        key = "pass_queen_passed" if hearts.QUEEN_OF_SPADES in self.passed else "pass_queen"
        figures = make_sentence("pass_queen_numbers", percent=percent(self.queen[0]), percent2=percent(self.queen[1]))
        return [PassFact(saved * self.rules.queen_of_spades, [make_sentence(key)], [figures])]

    def about_passed(self) -> list[PassFact]:
        """What a card would have taken that the worse set keeps, and how little protects it."""
        found, outcome = [], self.after[1]
        for each in self.passed:
            likely = how_likely(outcome.takes(each))
            if each == hearts.QUEEN_OF_SPADES or not likely:
                continue
            beside = self.beside(each, self.other)
            key = "pass_alone" if not beside else "pass_beside" if len(beside) <= FEW else ""
            alone = [make_sentence(key, card=name(each), cards=[*map(name, beside)])] if key else []
            wins = make_sentence(f"pass_wins_{likely}", card=name(each))
            found.append(PassFact(outcome.costs(each), [*alone, wins], [self.figures(outcome, each)]))
        return found

    def about_kept(self) -> list[PassFact]:
        """Why a card that the worse set gives away can stay."""
        found, outcome = [], self.after[0]
        dearest = max((self.after[1].costs(one) for one in self.passed), default=0.0)
        for each in self.kept:
            spared = dearest - outcome.costs(each)
            small = [other for other in self.beside(each, self.best) if other < hearts.QUEEN_OF_SPADES]
            if each in ABOVE_QUEEN and len(small) >= GUARDS and self.queen[0] <= self.queen[1]:
                guarded = make_sentence("pass_guarded", card=name(each), n=len(small))
                found.append(PassFact(max(spared, WORTH_SAYING), [guarded], [self.figures(outcome, each)]))
            elif how_likely(outcome.takes(each)) in ("", "may"):
                stays = make_sentence("pass_stays", card=name(each))
                found.append(PassFact(spared / 2, [stays], [self.figures(outcome, each)]))
        return found

    def about_voids(self) -> list[PassFact]:
        """A suit that runs out with the advised set only."""
        worse = self.costs[1] - self.costs[0]
        suits = {one >> 4 for one in self.passed if SUITS[one >> 4] != "H" and not self.beside(one, self.best)}
        return [PassFact(worse / 2, [make_sentence("pass_void", suit=SUITS[suit])], []) for suit in sorted(suits)]

    def figures(self, outcome: Outcome, kept: int) -> Sentence:
        """How often a card that was kept takes a trick, and how many points lie in it."""
        return make_sentence("pass_takes_numbers", card=name(kept), percent=percent(outcome.takes(kept)), points=outcome.each(kept))
