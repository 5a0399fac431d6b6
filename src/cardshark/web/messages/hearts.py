"""A table of Hearts: what lies there for everybody, and what one seat may know."""

from msgspec import Struct


class Card(Struct):
    """A card, and who played it."""

    seat: int
    card: str


class Trick(Struct):
    """A finished trick."""

    cards: list[Card]
    winner: int
    points: int


class PassingState(Struct):
    """The passing at the start of a hand: to whom, from whom, how many cards."""

    to: int
    source: int  # from whom one gets cards
    count: int


class HeartsState(Struct, omit_defaults=True):
    """A table of Hearts."""

    trick: list[Card]
    tricks: list[Trick]
    of: int  # tricks of a hand
    broken: bool
    winning: int | None = None  # the seat that takes the trick so far
    led: str = ""  # the suit to follow
    passing: PassingState | None = None
    passes: list[list[str]] = []  # what each seat passes on, for whoever watches with open cards
    given: list[str] = []
    received: list[str] = []
    costs: dict[str, int] = {}  # what a penalty card costs
    moon: int | None = None  # who has every point so far, if several tricks had points
    claim: bool = False  # no points are left
    back: bool = False  # points are being won back (the Dutch second stage)
