"""Me: how well somebody plays, what kinds of mistakes cost most, and every hand."""

from typing import Literal

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.commands import Command
from cardshark.web.messages.words import Number

Period = Literal["quarter", "year", "all"]

# ---- what the page asks for ----


class Figures(Command):
    """Points lost a decision over a period; `group` is the game and rules that are looked at, or the one with the most decisions."""

    since: Period = "quarter"
    group: str = ""


class Hands(Command):
    """Every hand that has all of this: words, game, opponent, period, a mistake, a kind of mistake. `most` are listed."""

    text: str = ""
    game: str = ""
    opponent: str = ""
    since: Period = "all"
    wrong: bool = False
    kind: str = ""
    group: str = ""  # game and rules, as in the figures
    most: Number = 20


class RemoveImported(Hands):
    """Take away every hand that came from elsewhere; the answer is the list without them."""


# ---- what the server says ----


class Rate(Struct):
    """Points lost a decision with its 95 % interval; no upper end where a single hand is all there is."""

    mean: float
    low: float
    high: float | None
    decisions: int
    hands: int


class Group(Struct):
    """A game by some rules, and what was lost there."""

    name: str  # as it is asked for
    game: str
    rules: str  # without how long a match is
    rate: Rate
    phases: dict[str, Rate]  # the same for each kind of decision


class Stretch(Struct):
    """Some weeks or months of the course."""

    begin: str  # the first and the last day on which something was decided
    end: str
    day: str  # when it was decided, on average
    rate: Rate


class Bot(Struct):
    """Somebody of the cast, and what they lose a decision, measured by the same coach."""

    who: str
    name: str
    rate: Rate


class Kind(Struct):
    """A kind of mistake: how often, what it costs a time, whether it becomes rarer, and cards of the last time."""

    kind: str
    game: str
    count: int
    cost: float
    reach: float | None  # half of the 95 % interval of the cost; None where that is too few to say
    bars: list[int]  # how often in each stretch of the period, the oldest first
    trend: str  # "fewer", "more" or "same"
    hands: int
    chosen: list[str]  # cards that were played the last time, and
    better: list[str]  # those that would have been better; both may be empty


class MyFigures(Message):
    """How somebody plays."""

    since: Period = "quarter"
    begin: str = ""  # the first and the last day of the period
    end: str = ""
    group: str = ""
    groups: list[Group] = field(default_factory=list)
    course: list[Stretch] = field(default_factory=list)
    bots: list[Bot] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    waiting: int = 0  # hands that the coach has not gone through yet
    hands: int = 0  # in the ledger


class Sitting(Struct):
    """Somebody who sat at the table."""

    who: str  # of the cast; empty for others
    name: str


class HandRow(Struct):
    """A hand in the list. Luck and play are as in its review: what they cost."""

    hand: str  # its id; empty for one that came from elsewhere
    link: str  # the code of such a hand
    game: str
    rules: str
    when: str
    players: list[Sitting]
    points: float  # what the hand cost
    mode: str
    counts: bool  # in the rating
    imported: bool
    deal: float | None = None  # None while the coach has not gone through it
    luck: float | None = None
    play: float | None = None
    mistakes: int = 0
    slips: int = 0


class MyHands(Message):
    """The hands that were asked for, the last first: some of them, and how many there are."""

    rows: list[HandRow] = field(default_factory=list)
    count: int = 0
    of: int = 0  # without any filter
    imported: int = 0  # of all hands those that came from elsewhere
    games: list[str] = field(default_factory=list)
    opponents: list[str] = field(default_factory=list)
