"""What the coach says at the table, before a choice and in a review; and what a learner thought at several ages."""

from typing import Any

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.words import Words


class ChoiceValue(Struct):
    """What a choice is expected to cost, in points that one takes (gin: loses). A set of cards to pass is one choice: "QD TH QS"."""

    choice: str
    mean: float
    low: float
    high: float
    best: float  # the chance that no other choice is better
    policy: float | None = None  # how likely the policy would make this choice, and
    glance: float | None = None  # what it would expect it to cost, both without imagined deals
    more: tuple[float, float, float] = (0.0, 0.0, 0.0)  # than the coach's advice, with its interval, from the same deals


class Luck(Struct):
    """Where the person stands and why: expected at the deal, luck since then, own play since then. They add up to `now`."""

    deal: float
    luck: float
    play: float
    low: float
    high: float  # interval of play
    now: float


class Thoughts(Message):
    """What the coach thinks of a position: from what the seat may know, and nothing else."""

    table: str = ""
    seq: int = 0  # of the state that they belong to
    hint: bool = False
    values: list[ChoiceValue] = field(default_factory=list)
    deals: int = 0
    effective: float = 0.0
    judge: str = ""  # how everybody is thought to play on: a style, or policy
    clear: bool = True  # can the best two be told apart?
    beliefs: list[dict[str, float]] = field(default_factory=list)  # for each seat: card to chance; empty for oneself
    story: list[list[Words]] = field(default_factory=list)  # why the best choice is better than the next, in at most two paragraphs, and
    why: list[Words] = field(default_factory=list)  # the same in numbers
    luck: Luck | None = None
    best: list[str] = field(default_factory=list)  # the coach's cards to pass
    yours: str = ""  # the set that the person has in mind, if the coach was asked about one; `why` compares with it
    sets: int = 0  # that may be passed; the values are of the best few


class Nudge(Message):
    """The card about to be played, or the set about to be passed, costs more than it need: the person may think again. Nothing was done."""

    table: str = ""
    choice: str = ""
    cost: float = 0.0
    low: float = 0.0
    high: float = 0.0
    cards: list[str] = field(default_factory=list)  # that were to be passed


class Reviewed(Message):
    """The review of a hand, in the plain form of `cardshark.coach.review`; `done` of `of` decisions while it is being made."""

    hand: str = ""
    done: int = 0
    of: int = 0
    review: dict[str, Any] | None = None


class Ages(Message):
    """A learner's opinion of this position at several ages: for each choice its value at each age."""

    table: str = ""
    player: str = ""
    games: list[int] = field(default_factory=list)
    values: dict[str, list[float | None]] = field(default_factory=dict)  # None where it had no opinion yet
    unit: str = ""  # points (few are good), strength or worth (much is good)
