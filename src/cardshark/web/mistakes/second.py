"""A second opinion: before a decision is asked again the coach thinks about it once more, with fresh deals and more of them."""

from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import listed
from cardshark.coach.judges import judge
from cardshark.coach.statistics import Thinking
from cardshark.text import UserError
from cardshark.web.ledger.store import HandName
from cardshark.web.mistakes.store import FLOOR
from cardshark.web.table.coaching import choice_value
from cardshark.web.table.store import KeptTable
from cardshark.web.table.table import Dealt, TableMatch

MORE = 4  # times as many deals as in a review
FRESH = np.uint64(0x9E3779B97F4A7C15)  # changes the word of luck, so that other deals are imagined


class Moment(NamedTuple):
    """A decision as it stood: the table of that moment, and what was chosen there."""

    table: TableMatch
    chosen: int


def moment_of(kept: KeptTable | None, hand: HandName, place: int) -> Moment:
    """The table before a choice; a UserError if its rules are no longer known."""
    if kept is None or hand.number >= len(kept.hands) or place >= len(kept.hands[hand.number].choices):
        raise UserError("there is no such hand any more")
    dealt = kept.hands[hand.number]
    table = TableMatch(kept.settings, [*kept.hands[: hand.number], Dealt(dealt.secret, dealt.choices[:place])])
    return Moment(table, dealt.choices[place])


def think_again(moment: Moment) -> dict[str, Any] | None:
    """What the coach says of every choice; None where it cannot tell the old choice from the best one, or hardly."""
    table = moment.table
    coach, views = judge(table.game, table.rules), table.view().copy()
    views["luck"] ^= FRESH
    thinking = coach.think(views[0], MORE * coach.deals)
    cost, low, high = thinking.difference(moment.chosen, thinking.best)
    if low <= 0 or cost < FLOOR:
        return None

    def name(choice: int) -> str:
        return table.page.choice_name(views[0], choice)

    values = [choice_value(name(value.choice), value, thinking) for value in thinking.values]
    return {
        "best": name(thinking.best), "then": name(moment.chosen), "fine": [name(each) for each in as_good(thinking)],
        "among": [name(each) for each in half(listed(int(views["legal"][0])), thinking.best)],
        "cost": cost, "low": low, "high": high, "deals": thinking.deals, "effective": float(thinking.effective), "judge": coach.name,
        "values": [{field: getattr(each, field) for field in each.__struct_fields__} for each in values],
        "why": coach.why(views[0], thinking, moment.chosen),
    }  # fmt: skip


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
