"""Hands that somebody has played, made without a page: a player of the lab sits on the person's seat."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import count as counted
from types import SimpleNamespace

import pytest

from cardshark.coach.judges import coach_of
from cardshark.hands import seal
from cardshark.web import messages as m
from cardshark.web.hall import Hall
from cardshark.web.ledger import store
from cardshark.web.ledger.entry import Decision, Entry, table_of
from cardshark.web.ledger.store import HandName
from cardshark.web.table.dealer import TableDealer, ask, seat_player
from cardshark.web.table.table import YOU

NOW = datetime(2026, 11, 18, 20, 0).astimezone()  # what the clock of the tests shows
OPPONENTS = {"hearts": [YOU, "jake", "jake", "jake"], "gin": [YOU, "simple"]}
STANDS_FOR = {"hearts": "random", "gin": "simple:epsilon=0.3"}  # makes mistakes enough


def deal_the_same(patch: pytest.MonkeyPatch) -> None:
    """Let every test be dealt the same cards, hand after hand."""
    numbers = counted()
    patch.setattr(seal, "secrets", SimpleNamespace(token_bytes=lambda size: sha256(str(next(numbers)).encode()).digest()[:size]))


def play_hands(
    hall: Hall, game: str = "hearts", count: int = 1, days_ago: float = 2, stands_for: str = "", **settings: str | list[str]
) -> str:
    """Play some hands at a new table of the owner; its name. They ended that many days before `NOW`, a minute after each other."""
    name = hall.create(hall.store.owner(), m.Create(game=game, **{"seats": OPPONENTS[game], **settings}))  # type: ignore[arg-type]
    kept = hall.store.table(name)
    assert kept
    dealer = TableDealer(hall.store, name, kept)
    person = seat_player(stands_for or STANDS_FOR[game], dealer.table)
    for number in range(count):
        while dealer.table.waits:
            dealer.go_on()  # nobody is there to give a word: the cards follow from the secret alone
        while not dealer.table.ended:
            if dealer.table.turn == dealer.table.you:
                dealer.make(ask(person, dealer.table.view()))
            else:
                dealer.step()
        end_at(hall, name, number, NOW - timedelta(days=days_ago, minutes=-number))
        if dealer.table.over:
            break
        if number + 1 < count:
            dealer.next_hand()
    return name


def end_at(hall: Hall, name: str, number: int, when: datetime) -> None:
    """Let a hand have ended at this time."""
    utc = (when - (when.utcoffset() or timedelta())).strftime("%Y-%m-%d %H:%M:%S")
    with hall.store.database.writing() as file:
        file.execute("update hands set ended = ? where name = ? and number = ?", (utc, name, number))


def write_ledger(hall: Hall, name: str, number: int = 0, wrong: Mapping[int, Decision] | None = None, cost: float = 0.0) -> None:
    """Write a hand into the ledger without a coach: every own decision costs this much, except those that are named by their place."""
    kept = hall.store.table(name)
    assert kept
    table = table_of(kept, number)
    own = [(place, step) for place, step in enumerate(table.story) if step.seat == table.you]
    decisions, coach = [], coach_of(table.settings.game)
    passed = [place for place, step in own if coach.is_passing(table.view(step.before)[0])]
    for place, step in own:
        if place in passed[1:]:
            continue  # all cards that are passed on are one decision
        steps = [table.story[each] for each in passed] if place in passed else [step]
        chosen = " ".join(table.page.choice_name(table.view(each.before)[0], each.choice) for each in steps)
        usual = Decision(place, table.game.PHASES[step.phase], chosen, chosen, cost, cost, cost, "slip" if cost else "best")
        decisions.append((wrong or {}).get(place, usual))
    cost = table.points[table.you or 0] * (1.0 if table.game.LOWEST_WINS else -1.0)
    store.write(hall.store.database, HandName(name, number), Entry("jake", "0", cost, 0.0, 0.0, [], decisions))
