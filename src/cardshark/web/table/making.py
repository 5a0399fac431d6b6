"""How a table is made: what was agreed is checked, and none is made twice, by a double click or by trying the same hand again."""

import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from cardshark.games import game_named, house
from cardshark.players import player_info
from cardshark.text import UserError, split_options
from cardshark.web import messages as m
from cardshark.web.games import page_of
from cardshark.web.table.dealer import Refused
from cardshark.web.table.people import default_seats, player_at
from cardshark.web.table.sitting import is_outside
from cardshark.web.table.store import Store
from cardshark.web.table.table import YOU, TableMatch, TableSettings

DOUBLE_CLICK = 1.0  # seconds in which the same table is not made twice


def agreed(command: m.Create) -> TableSettings:
    """What a person asks for, checked: the game, the rules in their shortest text, and who sits where."""
    texts = [command.game, command.rules, *command.seats]
    if len(texts) > 9 or any(len(text) > m.MOST_NAME for text in texts):
        raise Refused("trouble_long_name", most=m.MOST_NAME)
    page_of(command.game)  # one sentence for a game that has no table here
    module = game_named(command.game)
    rules = house.parse(module.PRESETS, command.rules or next(iter(module.PRESETS)))
    text, count = house.spell(module.PRESETS, rules), module.seats(rules)
    seats = [player_at(command.game, text, seat.strip()) for seat in command.seats]
    seats = seats or default_seats(command.game, text, count, command.mode)
    if len(seats) != count:
        raise UserError(f"{count} players sit at this table, not {len(seats)}")
    if seats.count(YOU) != (command.mode != "watch"):
        raise UserError("whoever watches has no seat" if command.mode == "watch" else f"one seat is {YOU!r}, and one only")
    return TableSettings(command.game, text, seats, command.mode)


def check_player(game: str, text: str) -> None:
    """Refuse whoever plays another game, or sits at the terminal."""
    if is_outside(text):
        return  # which games such a player plays is known only when it sits down
    name, _ = split_options(text.strip())
    if name == "terminal":
        raise UserError("a person at the terminal cannot sit down in the browser")
    player = player_info(name)
    if player and not player.plays(game):
        raise UserError(f"{name} does not play {game}")


# ---- not twice ----


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

    def turn_of(self, person: int) -> threading.Lock:
        """Who holds it makes a table for this person, and nobody else does."""
        return self.locks.setdefault(person, threading.Lock())

    def once(self, person: int, settings: TableSettings, coach: str, make: Callable[[], str]) -> str:
        """A table that is made now; or the one that the same person made a moment ago for the same, if nothing was played there yet."""
        with self.turn_of(person):
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
