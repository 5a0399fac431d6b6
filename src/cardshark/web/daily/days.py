"""The days: which deals and opponents a date names, and how many days somebody has played in a row."""

from collections.abc import Collection
from datetime import date, timedelta
from hashlib import sha256
from typing import NamedTuple

from cardshark.web.duplicate import GAME, RULES, Board, board
from cardshark.web.table.cast import Member, cast

DEALS = 8
DAY = timedelta(days=1)
FORGIVEN_EACH = timedelta(days=7)  # one missed day in any seven does not break a streak
TOO_SLOW = "vera"  # sits among the bots, not against them: thousands of hands are played against the opponents of a day
BY_CHANCE = ("emil", "nora")  # do not always answer the same cards alike; without one of them two hundred bots of a level might play as one


def name_of(day: date) -> str:
    """The text from which the cards of a day follow, on every machine."""
    return f"daily {day.isoformat()}"


def boards(day: date) -> list[Board]:
    """The deals of a day."""
    return [board(name_of(day), number) for number in range(DEALS)]


def opponents(day: date) -> list[Member]:
    """Who sits at the table on this day, from the person's left."""

    def lot(member: Member) -> bytes:
        return sha256(f"cardshark {name_of(day)} {member.who}".encode()).digest()

    drawn = sorted((member for member in cast(GAME, RULES) if member.who != TOO_SLOW), key=lot)
    first = next(member for member in drawn if member.who in BY_CHANCE)
    others = [member for member in drawn if member is not first]
    return sorted([first, *others[:2]], key=lot)


class Streak(NamedTuple):
    """How many days were played in a row."""

    days: int  # up to now
    best: int  # ever
    forgiven: list[date]  # missed days that broke no row


def streak(played: Collection[date], now: date) -> Streak:
    """The days in a row, up to today or yesterday: today may still be played. One missed day in any seven is forgiven."""
    row, best = 0, 0
    forgiven: list[date] = []  # of rows that went on after it, and of the last one
    missed: date | None = None  # the last forgiven day of this row
    day = min(played, default=now)
    while day <= now:
        if day in played:
            row += 1
            best = max(best, row)
        elif day < now and row:
            if missed is None or day - missed >= FORGIVEN_EACH:
                missed = day
                forgiven.append(day)
            else:
                if forgiven[-1] == day - DAY:
                    forgiven.pop()  # nothing came after it
                row, missed = 0, None
        day += DAY
    return Streak(row, best, forgiven)
