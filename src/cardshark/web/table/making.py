"""Tables that are not made twice: by a double click, or by trying the same hand again and again."""

import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from cardshark.web.table.store import Store
from cardshark.web.table.table import YOU, TableMatch, TableSettings

DOUBLE_CLICK = 1.0  # seconds in which the same table is not made twice


class JustMade(NamedTuple):
    """The table that somebody made last."""

    settings: TableSettings
    coach: str
    when: float
    table: str


class Making:
    """Who made which table last; may be asked from any thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.last: dict[int, JustMade] = {}  # by person
        self.locks: dict[int, threading.Lock] = {}  # a person makes one table after another

    def once(self, person: int, settings: TableSettings, coach: str, make: Callable[[], str]) -> str:
        """A table that is made now; or the one that the same person made a moment ago for the same, if nothing was played there yet."""
        with self.locks.setdefault(person, threading.Lock()):
            last = self.last.get(person)
            if last and last[:2] == (settings, coach) and time.monotonic() - last.when < DOUBLE_CLICK and self.is_untouched(last.table):
                return last.table
            table = make()
            self.last[person] = JustMade(settings, coach, time.monotonic(), table)
            return table

    def is_untouched(self, name: str) -> bool:
        """Does a table still wait for the person's first choice?"""
        kept = self.store.table(name)
        if kept is None or kept.closed:
            return False
        table = TableMatch(kept.settings, kept.hands)
        return not any(step.seat == table.you for step in table.story)


def close_tries(store: Store, person: int, settings: TableSettings) -> None:
    """A new try of a hand takes the place of older ones, which the same person has with the same cards in hand."""
    for waiting in store.open_tables(person):
        if waiting.settings.start and own_cards(waiting.settings) == own_cards(settings):
            store.close_table(waiting.table)


def own_cards(settings: TableSettings) -> Any:
    """The cards that the person was dealt where a hand is tried again."""
    assert settings.start is not None
    return settings.start["dealt"][settings.seats.index(YOU)]
