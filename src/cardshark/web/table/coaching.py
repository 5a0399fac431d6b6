"""The coach at a table: values of every choice, beliefs, reasons, and luck and play so far.

Everything comes from views of the person's own seat. What the coach thought about a decision is kept for the hand, so that luck and play
add up from the very values that were shown.
"""

import threading
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import name
from cardshark.coach.judges import judge
from cardshark.coach.reasons import Sentence
from cardshark.coach.statistics import ChoiceValue, Thinking
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


class CoachPosition(NamedTuple):
    """Where the person has to decide, and the decisions before it in this hand."""

    hand: int
    now: Decision
    before: list[Decision]


def position_of(table: TableMatch) -> CoachPosition | None:
    """What the coach may know of a table; nothing if it is not the person's turn."""
    if table.turn is None or table.turn != table.you:
        return None
    own = [(place, step) for place, step in enumerate(table.story) if step.seat == table.you]
    before = [Decision(place, table.view(step.before), step.choice) for place, step in own]
    return CoachPosition(len(table.hands), Decision(len(table.story), table.view(), None), before)


class Coaching:
    """A judge and what it has thought about this hand; one thought at a time."""

    def __init__(self, table: TableMatch) -> None:
        self.judge = judge(table.game, table.rules)
        self.lock = threading.Lock()
        self.known: dict[tuple[int, int, bytes], Thinking] = {}

    def think(self, hand: int, decision: Decision, longer: bool = False) -> Thinking:
        """What the judge thinks of a decision; `longer` doubles the deals."""
        key = (hand, decision.place, decision.views.tobytes())  # by the view too: after an undo, place 7 may be another position
        with self.lock:
            if any(place[0] != hand for place in self.known):
                self.known.clear()  # of earlier hands
            found = self.known.get(key)
            if found is None or longer:
                usual = self.judge.deals
                deals = usual if found is None else min(2 * max(found.deals, usual), LONGEST * usual)
                found = self.known[key] = self.judge.think(decision.views[0], deals)
            return found

    def nudge(self, position: CoachPosition, choice: int) -> tuple[float, float, float] | None:
        """What a choice costs against the best one, and its interval, if that is worth a word before it is made."""
        thinking = self.think(position.hand, position.now)
        cost, low, high = thinking.difference(choice, thinking.best)
        return (cost, low, high) if cost >= NUDGE_COST and low > 0 else None

    def thoughts(self, table: TableMatch, position: CoachPosition, longer: bool = False, hint: bool = False) -> m.Thoughts:
        """Everything that the coach has to say."""
        view = position.now.views[0]
        thinking = self.think(position.hand, position.now, longer)
        reasons = self.judge.why(view, thinking)
        values = [choice_value(table.page.choice_name(view, value.choice), value, thinking) for value in thinking.values]
        return m.Thoughts(
            hint=hint, values=values, deals=thinking.deals, effective=float(thinking.effective), judge=self.judge.name,
            clear=bool(thinking.clear), beliefs=beliefs(thinking.beliefs), luck=self.luck(position), best=self.best_pass(view, thinking),
            story=[in_words(part) for part in reasons.story], why=in_words(reasons.numbers),
        )  # fmt: skip

    def luck(self, position: CoachPosition) -> m.Luck:
        """Expected at the deal, luck since then, own play since then: they add up to what is expected now."""
        play, spread = 0.0, 0.0
        for decision in position.before:
            thinking = self.think(position.hand, decision)
            assert decision.chosen is not None
            cost, low, high = thinking.difference(decision.chosen, thinking.best)
            play += max(cost, 0.0)
            spread += ((high - low) / 2) ** 2
        now = best_value(self.think(position.hand, position.now))
        deal = best_value(self.think(position.hand, position.before[0])) if position.before else now
        reach = spread**0.5
        return m.Luck(deal, now - deal - play, play, max(play - reach, 0.0), play + reach, now)

    def best_pass(self, view: Any, thinking: Thinking) -> list[str]:
        """The best cards to pass on, together."""
        with self.lock:
            return [name(card) for card in self.judge.best_pass(view, thinking=thinking)]


def choice_value(name: str, value: ChoiceValue, thinking: Thinking) -> m.ChoiceValue:
    """What the coach says of one choice."""
    policy, glance = thinking.glance(value.choice)
    return m.ChoiceValue(name, value.mean, value.low, value.high, value.best, policy, glance)


def best_value(thinking: Thinking) -> float:
    """What the best choice is expected to cost."""
    return min(value.mean for value in thinking.values)


def beliefs(chances: np.ndarray) -> list[dict[str, float]]:
    """For each seat the cards that it may hold, each with its chance."""
    cards = [card for card in range(64) if card & 15 < 13]
    return [{name(card): round(float(row[card]), 4) for card in cards if row[card] >= SHOWN} for row in chances]


def in_words(sentences: list[Sentence]) -> list[m.Words]:
    """Sentences of the coach as the page gets them."""
    return [m.Words(each["key"], each["args"]) for each in sentences]


def split_of(coaching: Coaching, table: TableMatch, choices: dict[str, int], show: bool) -> dict[str, Any] | None:
    """Where the players of a table disagree by a point or more, as the judge sees it; with closed hands without the cards."""
    if len(set(choices.values())) < 2:
        return None
    views = table.view()
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
