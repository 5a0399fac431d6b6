"""A table of gin rummy: what lies there for everybody, and what one seat may know."""

from msgspec import Struct


class Meld(Struct):
    """Cards that belong together."""

    cards: list[str]


class Layout(Struct, omit_defaults=True):
    """A hand of gin that lies open."""

    melds: list[Meld]
    dead: list[str]
    points: int  # of deadwood
    laid_off: list[str] = []  # on the knocker's melds


class Act(Struct, omit_defaults=True):
    """Something that was done at gin, for the story and the animation."""

    seat: int
    what: str  # "stock", "pile", "pass", "discard", "knock", "gin", "big_gin", "spread", "lay-off", "done"
    card: str = ""  # only if everybody saw it, or it is the person's own


class GinState(Struct, omit_defaults=True):
    """A table of gin rummy."""

    pile: list[str]  # top last
    stock: int  # cards left
    limit: int  # to knock
    doubling: int
    dealer: int
    acts: list[Act]  # of this hand, in their order
    drawn: str = ""  # what one has just drawn
    melds: list[Meld] = []  # of the own hand as it is best laid out
    deadwood: int = 0
    after: dict[str, int] = {}  # deadwood after each discard
    knocker: int | None = None
    spread: list[Meld] = []  # the knocker's, with what was laid off
    spread_deadwood: list[str] = []
    laid_off: list[str] = []
    ways: list[list[Meld]] = []  # how the own hand may be laid out, if that is the choice
    boxes: list[int] = []
    layouts: list[Layout] = []  # of both hands where they lie open: at the end, or for whoever watches with open cards
