"""What the lobby shows: which rules have a name and what they mean in words, who can sit down by them, and which tables wait."""

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.commands import Command
from cardshark.web.messages.words import Words

# ---- what the page asks for ----


class Rules(Command):
    """Spell out these rules, and say who can sit down by them; `player` is one that was typed, to be tried."""

    game: str = ""  # empty for the first that has a page in the browser
    rules: str = ""  # as typed on the command line; empty for the first preset
    player: str = ""
    more: bool = False  # all players of the lab, too


class Bin(Command):
    """Take a table from the list of those that wait; what was played is kept."""

    table: str = ""


class Reopen(Command):
    """Take that back."""

    table: str = ""


# ---- who can sit down ----


class Offer(Struct, omit_defaults=True):
    """Somebody who can be asked to sit down: one of the cast, a brain of one's own, or another player of the lab."""

    player: str  # the text that names it
    name: str
    who: str = "bot"  # the face
    level: int = 0  # of the cast: 1 to 7
    about: Words | None = None  # one sentence
    strength: float | None = None  # as it was measured at these rules, and how far its interval reaches to both sides
    reach: float = 0.0
    yours: bool = False
    ages: list[str] = []  # checkpoints of its training, youngest first, as texts that name players


class Company(Struct):
    """A table that fits the person: who sits there from the left, who of them is next, and why."""

    players: list[str]
    next: str  # the face of who is next; empty where the cast does not play
    reason: Words


class Chosen(Message):
    """Rules in words, and who can sit down by them. What is wrong with what was typed is said, and nothing else is then told."""

    game: str = ""
    rules: str = ""  # as they were asked for
    text: str = ""  # the shortest text of the same rules
    trouble: Words | None = None  # with the rules
    lines: list[Words] = field(default_factory=list)
    seats: int = 0  # how many sit down, oneself included
    people: list[Offer] = field(default_factory=list)  # the cast, the weakest first, then brains of one's own
    others: list[Offer] = field(default_factory=list)  # whom experts may type
    company: Company | None = None
    yours: Words | None = None  # what the person's own results come to
    asked: str = ""  # the player that was typed
    typed: Offer | None = None  # the same, if it can sit down
    refused: Words | None = None  # why it cannot


# ---- what is there ----


class Preset(Struct):
    """A set of rules that has a name."""

    game: str
    name: str
    end: int  # the points at which a match ends; 0 where only hands are counted
    hands: int  # the hands after which it ends; 0 where only points are counted


class WaitingSeat(Struct):
    """Somebody at a table that waits."""

    name: str
    who: str
    total: int


class OpenTable(Struct):
    """A table of this person that is not finished."""

    table: str
    game: str
    mode: str
    seats: list[WaitingSeat]
    you: int | None
    hand_number: int
    when: str  # something last happened there


class Daily(Struct):
    """Today's eight deals."""

    done: list[int]  # points of those that are finished
    now: int  # which one is going on, from 1; 0 if none was begun, or all are finished
    streak: int  # days in a row
    ahead: float | None  # of how many of the bots at the level; equals count half
    of: int  # bots
    level: str


class Mistakes(Struct):
    """Own mistakes that are asked again."""

    due: int


class Lobby(Message):
    """Which rules have a name, what is going on, and what waits for today. Rooms of other pages fill in their part (`LOBBY_PARTS`)."""

    presets: list[Preset] = field(default_factory=list)
    tables: list[OpenTable] = field(default_factory=list)
    first: bool = False  # nothing was ever played
    version: str = ""
    daily: Daily | None = None
    mistakes: Mistakes | None = None


class Waits(Message):
    """What waits for today, for the line at the top of every page."""

    mistakes: Mistakes | None = None
