"""Texts in any language, and the limits of everything that is said."""

from typing import Annotated, Any

from msgspec import Meta, Struct

MOST_BYTES = 16_384  # of a command
MOST_NAME = 200  # letters that name a game, a player or rules

Number = Annotated[int, Meta(ge=0, lt=2**53)]  # exact in JavaScript


class Words(Struct, omit_defaults=True):
    """A sentence in any language: `{"key": "no_follow", "args": {"suit": "S"}}`; the page has words for cards, suits and seats."""

    key: str
    args: dict[str, Any] = {}
