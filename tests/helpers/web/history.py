"""Hands that somebody has played, made without a page: a player of the lab sits on the person's seat."""

from datetime import datetime, timedelta

from cardshark.web import messages as m
from cardshark.web.hall import Hall
from cardshark.web.table.dealer import TableDealer, ask, seat_player
from cardshark.web.table.table import YOU

NOW = datetime(2026, 11, 18, 20, 0).astimezone()  # what the clock of the tests shows
OPPONENTS = {"hearts": [YOU, "jake", "jake", "jake"], "gin": [YOU, "simple"]}
STANDS_FOR = {"hearts": "random", "gin": "simple:epsilon=0.3"}  # makes mistakes enough


def play_hands(hall: Hall, game: str = "hearts", count: int = 1, mode: str = "play", rules: str = "", seats: list[str] | None = None,
               days_ago: float = 2, stands_for: str = "") -> str:  # fmt: skip
    """Play some hands at a new table of the owner; its name. They ended that many days before `NOW`, a minute after each other."""
    command = m.Create(game=game, rules=rules, seats=seats or OPPONENTS[game], mode=mode)  # type: ignore[arg-type]
    name = hall.create(hall.store.owner(), command)
    kept = hall.store.table(name)
    assert kept
    dealer = TableDealer(hall.store, name, kept)
    person = seat_player(stands_for or STANDS_FOR[game], dealer.table)
    for number in range(count):
        while not dealer.table.ended:
            if dealer.table.turn == dealer.table.you:
                dealer.make(ask(person, dealer.table.view()))
            else:
                dealer.step()
        when = NOW - timedelta(days=days_ago, minutes=-number)
        end_at(hall, name, number, when)
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
