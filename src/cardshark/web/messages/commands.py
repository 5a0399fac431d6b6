"""What the page asks for."""

from typing import Literal

from msgspec import Struct, field

from cardshark.web.messages.words import Number

Mode = Literal["play", "practice", "watch"]  # practice: undo is allowed, and the hand stays out of the statistics
Coach = Literal["off", "nudge", "full"]


class Command(Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Something that a person does. `ask` comes back with the answer, so that the page knows what is answered."""

    ask: Number = 0


class Hello(Command):
    """The page is open: send the lobby, or the table that it shows."""

    table: str = ""


class Create(Command):
    """Set up a table and sit down at its first free seat; `seats` name the players, "you" being oneself (nobody in watch mode)."""

    game: str = "hearts"  # one that has a page in the browser
    rules: str = ""  # as typed on the command line; empty for the first preset
    seats: list[str] = field(default_factory=list)
    mode: Mode = "play"
    coach: Coach = "off"
    challenge: str = ""  # a game of the human experiment: its opponent


class Choose(Command):
    """Play a card, or make any other choice; `seq` is that of the state which the person saw."""

    table: str = ""
    seq: int = 0
    choice: str = ""
    sure: bool = False  # the person has seen the nudge


class Pass(Command):
    """Pass these cards on, all at once."""

    table: str = ""
    seq: int = 0
    cards: list[str] = field(default_factory=list)
    sure: bool = False  # the person has seen the nudge


class Promise(Command):
    """Promise a word for the deal with this seal: its SHA-256."""

    table: str = ""
    seal: str = ""
    promise: str = ""


class SayWord(Command):
    """Say the word that was promised: 16 random bytes in hexadecimal digits, which the page has made."""

    table: str = ""
    seal: str = ""
    word: str = ""


class Undo(Command):
    """Take the last own choice back (in practice)."""

    table: str = ""


class Next(Command):
    """Deal the next hand."""

    table: str = ""


class Claim(Command):
    """No points are left: play the rest out at once."""

    table: str = ""


class Think(Command):
    """Let the coach think about this position; `longer` doubles the deals. A hint is the same with `hint`.

    `cards` are those that the person means to pass: the coach says what they cost, too.
    """

    table: str = ""
    longer: bool = False
    hint: bool = False
    cards: list[str] = field(default_factory=list)


class Advise(Command):
    """How much the coach says from now on."""

    table: str = ""
    coach: Coach = "off"


class Pace(Command):
    """Watching: how fast, whether it goes on by itself, one step, whether hands lie open, and whether it stops where players disagree."""

    table: str = ""
    speed: float = 1.0  # 0.25 to 8
    paused: bool = False
    step: bool = False
    open: bool = True
    disagree: bool = False


class Review(Command):
    """A finished hand, decision by decision: `hand` is its id, or `link` the code of a hand from elsewhere. `seat` is whose decisions."""

    hand: str = ""
    link: str = ""
    seat: int = -1


class Again(Command):
    """Try a hand again from a decision on, at a practice table: with the same hidden cards, or fresh ones that fit what was known."""

    hand: str = ""
    link: str = ""
    decision: int = 0
    fresh: bool = False


class Age(Command):
    """How a learner's opinion of this position changed while it learned."""

    table: str = ""
    player: str = ""


class Consent(Command):
    """The owner's yes to players from files and to programs: the number that the terminal shows."""

    number: str = ""


class Today(Command):
    """What waits for today: any page asks it, for the line at the top."""


class Leave(Command):
    """Get up: the table is closed (what was played is kept)."""

    table: str = ""
