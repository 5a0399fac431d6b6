"""The language of the lab's pages: that of the tables, which the browser tells by a cookie, or else the browser's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from starlette.requests import HTTPConnection

from cardshark.coach.sentences import GAP, all_texts

ENGLISH = "en"
COOKIE = "language"  # which the pages of the tables set
language: ContextVar[str] = ContextVar("language", default=ENGLISH)  # of the page that is being made


def language_of(request: HTTPConnection) -> str:
    """The first language that we know: of the cookie, then of those that the browser accepts."""
    accepted = request.headers.get("accept-language", "").split(",")
    wanted = [request.cookies.get(COOKIE, ""), *(each.partition(";")[0].strip().partition("-")[0].lower() for each in accepted)]
    return next((each for each in wanted if each in all_texts()), ENGLISH)


@contextmanager
def speaking(request: HTTPConnection) -> Iterator[None]:
    """Pages that are made meanwhile are in the language of whoever asks for them."""
    before = language.set(language_of(request))
    try:
        yield
    finally:
        language.reset(before)


def say(key: str, **args: Any) -> str:
    """A text of words/ in the language of the page, with its gaps filled in."""
    texts = all_texts()

    def fill(gap: Any) -> str:
        name, one, many = gap.groups()
        return str(args[name]) if one is None else one if args[name] == 1 else many

    return GAP.sub(fill, texts[language.get()].get(key) or texts[ENGLISH].get(key, key))


def known(key: str) -> bool:
    """Is there a text of this key?"""
    return key in all_texts()[ENGLISH]
