"""Codes to come in with, and the browsers that have come in. Both are kept in memory alone: they end with the server."""

import hashlib
import itertools
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0, 1, I and O, which look alike
GROUPS, GROUP = 3, 4  # a code as it is printed: K7PX-2MQ4-9TRW. Sixty bits, so nobody comes in by trying
MOST_CODES = 100  # that nobody has used yet
MOST_BROWSERS = 200  # the oldest one has to come in again


class Ticket(NamedTuple):
    """What a code opens, once: for which person, and which page. One without a person makes a new one."""

    person: int | None
    path: str


class Browser(NamedTuple):
    """A browser that was let in."""

    number: int
    person: int
    since: datetime
    called: str  # what it calls itself


class Entry:
    """Who may come in."""

    def __init__(self, new_person: Callable[[], int]) -> None:
        self.new_person = new_person
        self.tickets: dict[str, Ticket] = {}
        self.browsers: dict[str, Browser] = {}  # by the hash of the cookie
        self.numbers = itertools.count(1)

    def new_code(self, person: int | None, path: str = "/") -> str:
        """A code that lets one browser in, once."""
        while len(self.tickets) >= MOST_CODES:
            del self.tickets[next(iter(self.tickets))]
        code = "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
        self.tickets[code] = Ticket(person, path)
        return code

    def come_in(self, code: str, called: str) -> tuple[str, str] | None:
        """A cookie for whoever has this code, and the page to go to; the code is used up."""
        ticket = self.tickets.pop(as_printed(code), None)
        if ticket is None:
            return None
        person = self.new_person() if ticket.person is None else ticket.person
        while len(self.browsers) >= MOST_BROWSERS:
            del self.browsers[next(iter(self.browsers))]
        cookie = secrets.token_urlsafe(32)
        self.browsers[hashed(cookie)] = Browser(next(self.numbers), person, datetime.now().astimezone(), called)
        return cookie, ticket.path

    def is_open(self, code: str) -> bool:
        """Does this code still let somebody in?"""
        return code in self.tickets

    def browser(self, cookie: str) -> Browser | None:
        """The browser that shows this cookie, if it was let in."""
        return self.browsers.get(hashed(cookie)) if cookie else None

    def seen_by(self, person: int, owner: int) -> list[Browser]:
        """The browsers that a person may send away: their own; the owner may send away everybody's."""
        return [each for each in self.browsers.values() if person in (each.person, owner)]

    def send_away(self, number: int) -> None:
        """A browser must come in again."""
        self.browsers = {key: each for key, each in self.browsers.items() if each.number != number}


def hashed(cookie: str) -> str:
    """The hash of a cookie: to find one by its own text would tell, by the time it takes, how much of a guess was right."""
    return hashlib.sha256(cookie.encode(errors="replace")).hexdigest()


def as_printed(code: str) -> str:
    """A code as somebody has typed it, as it was printed."""
    letters = "".join(sign for sign in code[:100].upper() if sign in LETTERS)
    return "-".join(letters[place : place + GROUP] for place in range(0, len(letters), GROUP))
