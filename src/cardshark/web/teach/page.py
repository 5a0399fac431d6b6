"""The way to the table of the first hand, and what is said there."""

from cardshark.web.hall import Hall
from cardshark.web.messages.teach import AskLesson, Learn, Lesson
from cardshark.web.table.database import setting
from cardshark.web.table.dealer import Refused
from cardshark.web.table.table import TableMatch
from cardshark.web.teach.deal import HOME, prepared
from cardshark.web.teach.lesson import lesson_of


def learn(hall: Hall, person: int, command: Learn) -> str:
    """The first hand that somebody has begun, or a new one; a double click makes no second."""
    with hall.making.turn_of(person):
        return find_or_begin(hall, person, command.anew)


def find_or_begin(hall: Hall, person: int, anew: bool) -> str:
    """The table of the first hand."""
    begun = hall.store.database.rows(
        f"select id from tables t where person = ? and closed = 0 and {setting('home')} = ? order by made desc", person, HOME
    )
    if begun and not anew:
        return begun[0][0]
    for (name,) in begun:
        hall.store.close_table(name)
    return hall.set_up(person, prepared(), "off", b"", [])


def say_lesson(hall: Hall, person: int, command: AskLesson) -> Lesson:
    """What there is to say at a table of the first hand, from what its person sees."""
    kept = hall.store.table(command.table[:40])
    if kept is None or kept.person != person or kept.settings.home != HOME:
        raise Refused("trouble_no_table")
    found = lesson_of(TableMatch(kept.settings, kept.hands))
    found.table, found.seq = command.table[:40], command.seq
    return found
