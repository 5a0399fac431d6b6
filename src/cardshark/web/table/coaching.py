"""The coach at a table: values of every choice, beliefs, reasons, and luck and play so far.

Everything comes from views of the person's own seat. What the coach thought about a decision is kept for the hand, so that luck and play
add up from the very values that were shown. All cards that are passed on are one decision: what is chosen there is a set of cards.
"""

import threading
from functools import partial
from math import comb
from typing import Any, NamedTuple, cast

import numpy as np

from cardshark.cards import card, name, names, set_of
from cardshark.coach.judges import PassJudge, coach_of, judge
from cardshark.coach.reasons import Sentence
from cardshark.coach.statistics import ChoiceValue, Thinking
from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.table.table import TableMatch

LONGEST = 64  # times as many deals as usual are imagined at most, when somebody asks for more
NUDGE_COST = 0.5  # points that a choice must cost before the coach speaks up
SHOWN = 0.0005  # smaller chances are not shown


class Decision(NamedTuple):
    """A decision of the person: its number among the choices of the hand, what was known, and what was chosen (None if not yet)."""

    place: int
    views: np.ndarray
    chosen: int | None
    passing: bool = False  # then a choice is a set of cards


class CoachPosition(NamedTuple):
    """Where the person has to decide, and the decisions before it in this hand."""

    hand: int
    now: Decision
    before: list[Decision]


def position_of(table: TableMatch) -> CoachPosition | None:
    """What the coach may know of a table; nothing if it is not the person's turn."""
    if table.turn is None or table.turn != table.you:
        return None
    coach, views = coach_of(table.game.NAME), table.view()
    if coach.is_passing(views[0]):  # what is put aside already is part of this decision
        return CoachPosition(len(table.hands), Decision(len(table.story), views, None, True), [])
    own = [Decision(place, table.view(step.before), step.choice) for place, step in enumerate(table.story) if step.seat == table.you]
    passed = [decision for decision in own if coach.is_passing(decision.views[0])]
    given = [passed[0]._replace(chosen=set_of(each.chosen for each in passed if each.chosen is not None), passing=True)] if passed else []
    return CoachPosition(len(table.hands), Decision(len(table.story), views, None), [*given, *own[len(passed) :]])


class Coaching:
    """A judge and what it has thought about this hand; one thought at a time."""

    def __init__(self, table: TableMatch) -> None:
        self.judge = judge(table.game, table.rules)
        self.lock = threading.Lock()
        self.known: dict[tuple[int, int, bytes], Thinking] = {}

    def think(self, hand: int, decision: Decision, longer: bool = False) -> Thinking:
        """What the judge thinks of a decision; `longer` doubles the deals. A set that was chosen to be passed is among the values."""
        key = (hand, decision.place, decision.views.tobytes())  # by the view too: after an undo, place 7 may be another position
        with self.lock:
            if any(place[0] != hand for place in self.known):
                self.known.clear()  # of earlier hands
            found = self.known.get(key)
            if found is None or longer:
                usual = self.judge.deals
                deals = None if found is None else min(2 * max(found.deals, usual), LONGEST * usual)
                found = self.judge.think(decision.views[0], deals)
            if decision.passing and decision.chosen is not None:
                found = cast(PassJudge, self.judge).consider(decision.views[0], found, decision.chosen)
            self.known[key] = found
            return found

    def nudge(self, position: CoachPosition, choice: int) -> tuple[float, float, float] | None:
        """What a choice costs against the best one, and its interval, if that is worth a word before it is made."""
        thinking = self.think(position.hand, position.now._replace(chosen=choice))
        cost, low, high = thinking.difference(choice, thinking.best)
        return (cost, low, high) if cost >= NUDGE_COST and low > 0 else None

    def thoughts(self, table: TableMatch, position: CoachPosition, ask: m.Think | None = None) -> m.Thoughts:
        """Everything that the coach has to say; while cards are passed, also about the set that the person has in mind."""
        ask, now = ask or m.Think(), position.now
        thinking = self.think(position.hand, now, ask.longer)
        if now.passing and ask.cards:
            now = now._replace(chosen=set_in_mind(ask.cards, now.views[0], thinking))
            thinking = self.think(position.hand, now)
        view = now.views[0]
        text = names if now.passing else partial(table.page.choice_name, view)
        reasons = self.judge.why(view, thinking, now.chosen)
        found = m.Thoughts(
            hint=ask.hint, values=[choice_value(text(value.choice), value, thinking) for value in thinking.values], deals=thinking.deals,
            effective=float(thinking.effective), judge=self.judge.name, clear=bool(thinking.clear), beliefs=beliefs(thinking.beliefs),
            story=[in_words(part) for part in reasons.story], why=in_words(reasons.numbers), luck=self.luck(position),
        )  # fmt: skip
        if now.passing:
            found.yours = "" if now.chosen is None else names(now.chosen)
            found.best, found.sets = names(thinking.best).split(), comb(int(view["legal"]).bit_count(), missing_cards(view, thinking))
        return found

    def luck(self, position: CoachPosition) -> m.Luck:
        """Expected at the deal, luck since then, own play since then: they add up to what is expected now."""
        play, spread = 0.0, 0.0
        for decision in position.before:
            thinking = self.think(position.hand, decision)
            assert decision.chosen is not None
            cost, low, high = thinking.difference(decision.chosen, thinking.best)
            play += max(cost, 0.0)
            spread += ((high - low) / 2) ** 2
        now = self.think(position.hand, position.now).expected
        deal = self.think(position.hand, position.before[0]).expected if position.before else now
        reach = spread**0.5
        return m.Luck(deal, now - deal - play, play, max(play - reach, 0.0), play + reach, now)


def missing_cards(view: Any, thinking: Thinking) -> int:
    """How many cards are still to be put aside for a pass."""
    return thinking.best.bit_count() - int(view["given"]).bit_count()


def set_in_mind(cards: list[str], view: Any, thinking: Thinking) -> int | None:
    """The set that these cards make with those that are put aside already, if it may be passed; otherwise None."""
    try:
        picked = set_of(map(card, cards[: missing_cards(view, thinking)]))
    except UserError:
        return None
    whole = int(view["given"]) | picked
    return whole if not picked & ~int(view["legal"]) and whole.bit_count() == thinking.best.bit_count() else None


def choice_value(text: str, value: ChoiceValue, thinking: Thinking) -> m.ChoiceValue:
    """What the coach says of one choice."""
    policy, glance = thinking.glance(value.choice)
    more = (0.0, 0.0, 0.0) if value.choice == thinking.best else thinking.difference(value.choice, thinking.best)
    return m.ChoiceValue(text, value.mean, value.low, value.high, value.best, policy, glance, more)


def beliefs(chances: np.ndarray) -> list[dict[str, float]]:
    """For each seat the cards that it may hold, each with its chance."""
    cards = [one for one in range(64) if one & 15 < 13]
    return [{name(one): round(float(row[one]), 4) for one in cards if row[one] >= SHOWN} for row in chances]


def in_words(sentences: list[Sentence]) -> list[m.Words]:
    """Sentences of the coach as the page gets them."""
    return [m.Words(each["key"], each["args"]) for each in sentences]


def split_of(coaching: Coaching, table: TableMatch, choices: dict[str, int], show: bool) -> dict[str, Any] | None:
    """Where the players of a table disagree by a point or more, as the judge sees it; with closed hands without the cards.

    They say one card at a time. While cards are passed that tells nothing, so there they never disagree.
    """
    views = table.view()
    if len(set(choices.values())) < 2 or coach_of(table.game.NAME).is_passing(views[0]):
        return None
    thinking = coaching.think(len(table.hands), Decision(len(table.story), views, None))
    means = {value.choice: value.mean for value in thinking.values}
    gap = max(means[choice] for choice in choices.values()) - min(means[choice] for choice in choices.values())
    if gap < 1:
        return None
    rows = [
        {"player": player, "choice": table.page.choice_name(views[0], choice) if show else "", "mean": means[choice]}
        for player, choice in choices.items()
    ]
    return {"seat": table.turn, "choices": rows, "gap": gap}
