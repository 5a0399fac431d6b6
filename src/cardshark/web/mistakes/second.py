"""A second opinion: before a decision is asked again the coach thinks about it once more, with fresh deals and more of them."""

from typing import Any, NamedTuple, cast

import numpy as np
from msgspec import to_builtins

from cardshark.cards import listed, names
from cardshark.coach.judges import Judge, PassJudge, coach_of, judge
from cardshark.coach.reasons import Happened
from cardshark.coach.statistics import Thinking
from cardshark.text import UserError
from cardshark.web.ledger.entry import table_of
from cardshark.web.ledger.store import HandName
from cardshark.web.mistakes.store import FLOOR
from cardshark.web.table.coaching import choice_value
from cardshark.web.table.people import names_at
from cardshark.web.table.store import KeptTable
from cardshark.web.table.table import TableMatch

MORE = 4  # times as many deals as in a review
FRESH = np.uint64(0x9E3779B97F4A7C15)  # changes the word of luck, so that other deals are imagined


class Moment(NamedTuple):
    """A decision as it stood: the table of that moment, and what was chosen there. Cards that are passed on are one choice, a set."""

    table: TableMatch
    chosen: int
    whole: TableMatch  # the table at the end of the hand
    place: int  # of the decision among the choices of the hand

    @property
    def views(self) -> np.ndarray:
        """What the seat knew, with fresh luck."""
        views = self.table.view().copy()
        views["luck"] ^= FRESH
        return views

    @property
    def passes(self) -> bool:
        """Are cards passed on?"""
        return coach_of(self.table.settings.game).is_passing(self.views[0])

    def name(self, choice: int) -> str:
        """A choice as the page calls it."""
        return names(choice) if self.passes else self.table.page.choice_name(self.views[0], choice)

    def number(self, text: str) -> int:
        """The choice that the page calls by this text; a UserError or KeyError if it is none, or not allowed."""
        table, view, words = self.table, self.views[0], text[:60].split() if self.passes else [text[:20]]
        choices = [table.page.choice_number(view, word) for word in words]
        if any(not int(view["legal"]) >> choice & 1 for choice in choices):
            raise UserError("this is not allowed by the rules")
        if not self.passes:
            return choices[0]
        if len({*choices}) != to_pass(table):
            raise UserError("another number of cards is passed on")
        return sum(1 << choice for choice in {*choices})


def moment_of(kept: KeptTable | None, hand: HandName, place: int) -> Moment:
    """The table before a choice; a UserError if its rules are no longer known."""
    if kept is None or hand.number >= len(kept.hands) or place >= len(kept.hands[hand.number].choices):
        raise UserError("there is no such hand any more")
    dealt = kept.hands[hand.number]
    table = TableMatch(kept.settings, [*kept.hands[: hand.number], dealt.up_to(place)])
    chosen = dealt.choices[place : place + (to_pass(table) or 1)]
    found = Moment(table, chosen[0], table_of(kept, hand.number), place)
    return found._replace(chosen=sum(1 << choice for choice in chosen)) if found.passes else found


def to_pass(table: TableMatch) -> int:
    """How many cards the seat in turn passes on together; 0 where nothing is passed."""
    assert table.turn is not None
    return table.page.cards_to_pass(table, table.turn)


def think(moment: Moment, *choices: int) -> tuple[Judge, Thinking]:
    """What the coach thinks of all choices; of sets of cards it thinks only of a few, and of these."""
    coach, views = judge(moment.table.game, moment.table.rules), moment.views
    thinking = coach.think(views[0], MORE * coach.deals)
    for choice in choices if moment.passes else ():
        thinking = cast(PassJudge, coach).consider(views[0], thinking, choice)
    return coach, thinking


def think_again(moment: Moment) -> dict[str, Any] | None:
    """What the coach says of every choice; None where it cannot tell the old choice from the best one, or hardly."""
    coach, thinking = think(moment, moment.chosen)
    found = compare(moment, moment.chosen, coach, thinking)
    if found["low"] <= 0 or found["cost"] < FLOOR:
        return None
    among = listed(thinking.best) if moment.passes else half(listed(int(moment.views["legal"][0])), thinking.best)
    return {
        "best": moment.name(thinking.best), "then": moment.name(moment.chosen), "fine": [moment.name(each) for each in as_good(thinking)],
        "among": [moment.table.page.choice_name(moment.views[0], each) for each in (among[:1] if moment.passes else among)],
        "judge": coach.name, **found,
    }  # fmt: skip


def think_of_answer(moment: Moment, choice: int) -> dict[str, Any]:
    """What the coach says of another choice than that of the hand, in the same deals. The choice of the hand has its value beside it."""
    coach, thinking = think(moment, moment.chosen, choice)
    return to_builtins(compare(moment, choice, coach, thinking))


def compare(moment: Moment, choice: int, judge: Judge, thinking: Thinking) -> dict[str, Any]:
    """What a choice costs more than the best one, and why; what every choice is worth."""
    cost, low, high = thinking.difference(choice, thinking.best)
    return {
        "cost": cost, "low": low, "high": high, "deals": thinking.deals, "effective": float(thinking.effective),
        "values": to_builtins([choice_value(moment.name(value.choice), value, thinking) for value in thinking.values]),
        **reasons(moment, choice, judge, thinking),
    }  # fmt: skip


def reasons(moment: Moment, choice: int, judge: Judge, thinking: Thinking) -> dict[str, Any]:
    """Why the best choice is better: a story and the same in numbers. That of the choice made ends with what came true in the hand."""
    story, numbers = judge.why(moment.views[0], thinking, choice)
    if choice != moment.chosen:
        return {"story": story, "why": numbers}
    settings, steps, game = moment.table.settings, moment.whole.story, coach_of(moment.table.settings.game)
    hand = moment.whole.record(names_at(settings.game, settings.rules, settings.seats))
    seat = steps[moment.place].seat
    answer = next((step.choice for step in steps[moment.place + 1 :] if step.seat != seat), None)
    turn = game.turn_number(steps[moment.place].game.table)
    happened = game.what_happened(story, Happened(seat, moment.chosen, turn, game.list_tricks(hand), answer)) if story else None
    return {"story": [*story[:-1], [*story[-1], happened]] if happened else story, "why": numbers}


def as_good(thinking: Thinking) -> list[int]:
    """The choices that the coach cannot tell from the best one."""
    others = [value.choice for value in thinking.values if value.choice != thinking.best]
    return [choice for choice in others if thinking.difference(choice, thinking.best)[1] <= 0]


def half(legal: list[int], best: int) -> list[int]:
    """Neighbours of the best choice: half of what may be chosen; all of it where that would give the answer away."""
    size = (len(legal) + 1) // 2
    if size < 2:
        return legal
    begin = min(max(legal.index(best) - best % size, 0), len(legal) - size)
    return legal[begin : begin + size]
