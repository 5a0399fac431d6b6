"""The daily eight: what its page asks for, and what it shows."""

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.commands import Command


class Daily(Command):
    """Show a day; today's deals where no day is named."""

    day: str = ""


class PlayDaily(Command):
    """Go on with a day: to the table of its first deal that is not finished."""

    day: str = ""


class DailyDeal(Struct):
    """One of the eight deals, as far as this person has played it."""

    passing: str  # left, right, across or keep
    points: int | None = None  # once it is finished, and
    hand: str = ""  # the id of its review
    behind: float | None = None  # how many bots of the usual level paid more on it; equals count half
    of: int = 0  # that many played it
    worth: float | None = None  # what they paid on average, and
    error: float = 0  # half of its interval
    begun: bool = False  # where it goes on:
    phase: str = ""  # pass, lead, follow or wait
    trick: int = 0
    so_far: int = 0  # points taken
    cards: list[str] = []  # one's own that are left


class DailyLevel(Struct):
    """Bots of one level in the person's seat, on the deals that the person has finished."""

    who: str
    name: str
    level: str
    count: int  # bots of this level
    totals: list[int] = []  # what each of them paid; empty while they play
    mean: float = 0
    error: float = 0  # half of its interval
    behind: float = 0  # how many paid more than the person; equals count half


class PlayedDay(Struct):
    """A day in the calendar."""

    day: str
    deals: int
    points: int


class DailyPage(Message):
    """A day of the daily eight."""

    day: str = ""
    today: str = ""
    opponents: list[str] = field(default_factory=list)  # names, in the order of their seats
    deals: list[DailyDeal] = field(default_factory=list)
    now: int | None = None  # the deal that may be played now
    levels: list[DailyLevel] = field(default_factory=list)
    usual: int = 0  # the level to which single deals are compared
    playing: bool = False  # are bots still playing?
    days: list[PlayedDay] = field(default_factory=list)  # all that were begun
    streak: int = 0
    best: int = 0
    forgiven: list[str] = field(default_factory=list)  # days that were missed, and do not break a streak
    later: str = ""  # a day after today that was played already: the clock was moved
