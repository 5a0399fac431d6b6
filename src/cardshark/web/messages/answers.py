"""What every answer of the server has, and the one that refuses."""

from typing import Any

from msgspec import Struct, field

from cardshark.web.messages.words import Words


class Message(Struct, tag_field="say", tag=str.lower):
    """Something that the page shows."""

    ask: int = 0


class Consented(Message):
    """Players from files, and programs, may run from now on."""


class Trouble(Message):
    """Why a command was refused; the table is as it was."""

    table: str = ""
    words: Words = field(default_factory=lambda: Words("trouble"))


class Refused(Exception):
    """A command that cannot be carried out, in words; everything is as it was."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(key)
        self.words = Words(key, args)
