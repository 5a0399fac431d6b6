"""The first hand that teaches: what its page asks for, and what it says at each trick."""

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.commands import Command
from cardshark.web.messages.words import Words


class Learn(Command):
    """To the table of the first hand: the one that was begun, or a new one."""

    anew: bool = False  # leave what was begun


class AskLesson(Command, tag="lesson"):
    """What there is to say at this moment of the first hand."""

    table: str = ""
    seq: int = 0  # of the state that is on the page


class CardKind(Struct):
    """Cards that may be played and do the same: a word above each of them, and why."""

    word: str  # the key of a text: under, over
    tone: str  # good, fair or bad
    cards: list[str]
    why: Words


class Lesson(Message):
    """One idea, and what each card that may be played is about."""

    table: str = ""
    seq: int = 0
    trick: int = 1
    of: int = 13
    ideas: list[str] = field(default_factory=list)  # all of them, in their order
    said: list[str] = field(default_factory=list)  # those of the tricks before
    idea: str = ""  # of this trick; empty where there is none
    text: Words | None = None  # the idea for this very trick
    happened: Words | None = None  # what the trick before showed
    kinds: list[CardKind] = field(default_factory=list)
    grey: Words | None = None  # why all other cards have to wait
    ended: bool = False
    people: list[str] = field(default_factory=list)  # the texts that name the players of the other seats, for the real hand
