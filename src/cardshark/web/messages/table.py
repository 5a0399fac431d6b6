"""The whole state of a table. Each game has a part of its own in it, which is empty at a table of another game."""

from typing import Any

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.gin import GinState
from cardshark.web.messages.hearts import HeartsState
from cardshark.web.messages.words import Words


class SeatState(Struct, omit_defaults=True):
    """What everybody at the table may know of a seat."""

    name: str  # "Wilma"; "You" for oneself
    player: str  # the text that names the player; "you"
    kind: str  # of a bot, in a few words: "100 deals"
    instead: str = ""  # who chooses for it, because its own player could not go on: "Jake"
    who: str = "bot"  # the face: somebody of the cast, "you", a guest, or "bot"
    total: int = 0  # of the match, before this hand
    points: int = 0  # taken in this hand
    cards: int = 0  # in its hand
    voids: str = ""  # suits that it has shown it has none of: "SH"
    known: list[str] = []  # gin: cards that it is known to hold
    hand: list[str] | None = None  # only where it lies open
    took: list[str] = []  # Hearts: penalty cards taken
    presence: str = ""  # of a person at a family table: "away" if they are not there, "bot" while a bot plays for them,
    ready: bool = False  # and whether they want the next hand


class HandResult(Struct, omit_defaults=True):
    """How a hand ended."""

    hand: str  # its id, for the review
    scores: list[int]
    totals: list[int]
    hands: list[list[str]]  # as they were dealt
    secret: str  # what was sealed
    words: list[Words] = []  # a moon, gin, an undercut
    winners: list[int] = []  # of the match, if it is over
    promises: list[str] = []  # of people, for the deal
    said: list[str] = []  # the words that they said
    end: str = ""  # the last link of the chain over the whole hand


class RulesInWords(Struct):
    """The rules of the table, as text and in words."""

    text: str
    preset: str
    lines: list[Words]


class Sealing(Message):
    """A hand that is not dealt yet: everybody sees the seal and is asked for a promise, then sees all promises and is asked for a word."""

    table: str = ""
    hand: str = ""  # its id
    game: str = "hearts"
    seal: str = ""
    step: str = "promises"  # what is waited for: "promises" or "words"
    awaited: int = 0  # from how many people
    promises: list[str] = field(default_factory=list)  # by seat, once no other can be made
    opening: str = ""  # the first link of the hand's chain: who sits there, with which totals


class State(Message):
    """A table as one person may see it, whole."""

    table: str = ""
    seq: int = 0
    game: str = "hearts"
    mode: str = "play"
    coach: str = "off"
    rules: RulesInWords | None = None
    you: int | None = None
    seats: list[SeatState] = field(default_factory=list)
    hand_number: int = 1
    phase: str = "play"  # one of the PHASES of the game, or "ended" between two hands
    turn: int | None = None
    thinking: int | None = None  # a seat whose player is thinking
    hand: list[str] = field(default_factory=list)  # one's own, sorted
    legal: list[str] = field(default_factory=list)  # what one may choose now
    refusals: dict[str, Words] = field(default_factory=dict)  # why not, for every other card of the hand
    hearts: HeartsState | None = None
    gin: GinState | None = None
    seal: str = ""  # of the deal
    link: str = ""  # of the chain over everything so far; only for whoever is in turn, because it changes with every hidden choice
    result: HandResult | None = None
    undo: bool = False  # is there something to take back?
    undone: bool = False  # something was taken back in this hand
    watch: dict[str, Any] | None = None  # speed, paused, open, disagree, and `split`: where two players disagree
    challenge: dict[str, Any] | None = None  # game number, of how many, opponent
    home: str = ""  # the page of something larger to which the table belongs, as the daily eight: one goes on there
    hushed: bool = False  # whoever sits here next must not learn how it went: a club evening
