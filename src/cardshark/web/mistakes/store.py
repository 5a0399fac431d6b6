"""Which own decisions are asked again, and when, in the file of the tables."""

import json
from datetime import date
from typing import Any, NamedTuple

from cardshark.web.ledger.entry import WRONG
from cardshark.web.ledger.store import OWN_DECISIONS, HandName, own
from cardshark.web.mistakes.ladder import MOST_A_DAY
from cardshark.web.table.database import Database

FLOOR = 0.2  # points that a choice must cost before it is worth a question
NEVER = "9999-12-31"


class Kept(NamedTuple):
    """A question as it is kept."""

    hand: HandName
    place: int
    step: int
    due: str  # a day
    ended: str  # when the hand was played
    chosen: str
    checked: str  # the version of cardshark whose coach thought again; empty if none did
    answer: dict[str, Any]


FIELDS = "select a.name, a.number, a.place, a.step, a.due, h.ended, d.chosen, a.checked, a.answer"
ASKED = own(
    "join decisions d on d.name = h.name and d.number = h.number"
    " join asked a on a.name = d.name and a.number = d.number and a.place = d.place"
)
FIRST_ASKED = "order by a.step desc, a.due, d.cost desc"  # who stands high on the ladder first, then the old, then what costs most


def collect(file: Database, person: int) -> None:
    """Take up every own decision that clearly cost something and is not there yet: it is asked from the day after it on."""
    marks = ", ".join("?" * len(WRONG))
    with file.writing() as writing:
        writing.execute(
            "insert or ignore into asked (name, number, place, due)"
            f" select d.name, d.number, d.place, date(h.ended, 'localtime', '+1 day') {OWN_DECISIONS}"
            f" and t.person = ? and d.verdict in ({marks}) and d.cost >= ?",
            (person, *WRONG, FLOOR),
        )


def kept(row: Any) -> Kept:
    """A row of the file."""
    name, number, place, step, due, ended, chosen, checked, answer = row
    return Kept(HandName(name, number), place, step, due, ended, chosen, checked, json.loads(answer or "{}"))


def due_today(file: Database, person: int, today: date) -> list[Kept]:
    """What is asked today, in this order: no more than a person can stand."""
    found = file.rows(f"{FIELDS} {ASKED} and t.person = ? and a.state = 'waiting' and a.due <= ? {FIRST_ASKED}", person, today.isoformat())
    return [kept(row) for row in found[: max(MOST_A_DAY - len(answered(file, person, today)), 0)]]


def next_unchecked(file: Database, version: str, day: str) -> Kept | None:
    """A question that is due on this day at the latest, and about which this version has not thought again."""
    unchecked = "and a.state = 'waiting' and (a.checked != ? or a.answer = '') and a.due <= ?"
    found = file.rows(f"{FIELDS} {ASKED} {unchecked} {FIRST_ASKED} limit 1", version, day)
    return kept(found[0]) if found else None


def one(file: Database, person: int, hand: HandName, place: int) -> Kept | None:
    """A question of somebody, if it still waits."""
    found = file.rows(
        f"{FIELDS} {ASKED} and t.person = ? and a.state = 'waiting' and a.name = ? and a.number = ? and a.place = ?", person, *hand, place
    )
    return kept(found[0]) if found else None


def answered(file: Database, person: int, today: date) -> list[bool]:
    """What was answered today: found, or not."""
    return [bool(found) for (found,) in file.rows(f"select a.found {ASKED} and t.person = ? and a.last = ?", person, today.isoformat())]


def next_day(file: Database, person: int) -> str:
    """The day of the next question; empty if none waits."""
    return file.rows(f"select min(a.due) {ASKED} and t.person = ? and a.state = 'waiting'", person)[0][0] or ""


def was_there_any(file: Database, person: int) -> bool:
    """Was ever anything asked, or does it wait?"""
    return bool(file.rows(f"select 1 {ASKED} and t.person = ? and a.state != 'dropped' limit 1", person))


def change(file: Database, question: Kept, **fields: Any) -> None:
    """Write what has changed."""
    names, where = ", ".join(f"{name} = ?" for name in fields), "name = ? and number = ? and place = ?"
    with file.writing() as writing:
        writing.execute(f"update asked set {names} where {where}", (*fields.values(), *question.hand, question.place))


def tell_skipped(file: Database, person: int) -> int:
    """How many questions fell out because their rules are no longer known; said once."""
    fallen = [kept(row) for row in file.rows(f"{FIELDS} {ASKED} and t.person = ? and a.state = 'unknown'", person)]
    for question in fallen:
        change(file, question, state="skipped")
    return len(fallen)


def add(file: Database, person: int, hand: HandName, place: int, day: date) -> bool:
    """Ask about a decision from this day on, whatever it cost; False if the ledger has no such decision of this person."""
    found = file.rows(f"select 1 {OWN_DECISIONS} and t.person = ? and d.name = ? and d.number = ? and d.place = ?", person, *hand, place)
    if found:
        with file.writing() as writing:
            writing.execute(
                "insert into asked (name, number, place, due) values (?, ?, ?, ?)"
                " on conflict do update set step = 0, due = excluded.due, state = 'waiting', last = ''",
                (*hand, place, day.isoformat()),
            )
    return bool(found)
