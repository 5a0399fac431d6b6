"""My mistakes: own decisions, asked again. A question holds nothing of its answer."""

from msgspec import field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.coach import ChoiceValue
from cardshark.web.messages.commands import Command
from cardshark.web.messages.table import State
from cardshark.web.messages.words import Number, Words

# ---- what the page asks for ----


class Mistakes(Command):
    """The next question."""


class AnswerMistake(Command):
    """What the person would choose now; cards that are passed together stand in one text."""

    hand: str = ""
    place: Number = 0
    choice: str = ""


class HintMistake(Command):
    """Fewer choices to look at."""

    hand: str = ""
    place: Number = 0


class SkipMistake(Command):
    """Not today."""

    hand: str = ""
    place: Number = 0


class AskAgain(Command):
    """Ask me about this decision of a review another day."""

    hand: str = ""
    place: Number = 0


# ---- what the server says ----


class Mistake(Message):
    """The next question, or why there is none."""

    state: State | None = None  # the table of that moment, as the seat saw it
    hand: str = ""
    place: int = 0
    when: str = ""  # the hand was played
    step: int = 0  # of the ladder: 0 after a day, 1 after three, 2 after a week
    today: list[bool] = field(default_factory=list)  # what was answered today: found, or not yet
    due: int = 0  # to be asked today, with this one
    next: str = ""  # the day of the next question, where none is due
    begun: bool = False  # was there ever one?
    waiting: int = 0  # hands that the coach has not gone through yet
    skipped: int = 0  # questions that fell out because their rules are no longer known


class MistakeAnswer(Message):
    """How the answer compares with the coach's, and why."""

    hand: str = ""
    place: int = 0
    verdict: str = ""  # "found", "fine" or "not_yet"
    choice: str = ""
    then: str = ""  # what was chosen in the hand
    best: str = ""
    step: int = 0  # of the ladder from now on; 3 is learned
    due: str = ""  # asked again on this day; empty when learned
    days: int = 0  # since the hand was played
    values: list[ChoiceValue] = field(default_factory=list)
    cost: float = 0.0  # what the answer, if it is wrong, or else the old choice costs more than the best
    low: float = 0.0
    high: float = 0.0
    deals: int = 0
    effective: float = 0.0
    judge: str = ""
    story: list[list[Words]] = field(default_factory=list)  # why the best choice is better, in at most two paragraphs, and
    why: list[Words] = field(default_factory=list)  # the same in numbers


class MistakeHint(Message):
    """The best choice is among these; `gap` is what the old one costs more."""

    hand: str = ""
    place: int = 0
    among: list[str] = field(default_factory=list)
    gap: float = 0.0


class WillAsk(Message):
    """A decision will be asked again on this day."""

    hand: str = ""
    place: int = 0
    due: str = ""
