"""What the lobby shows: who can sit down, which rules have a name, what is going on, what was played."""

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.words import Words


class PlayerKind(Struct):
    """A player who can be asked to sit down."""

    player: str  # the text that names it
    title: str  # "Monte Carlo"
    about: str  # one line
    games: list[str]
    strength: str = ""  # where it was measured
    ages: list[str] = []  # checkpoints of its training, youngest first, as texts that name players


class Preset(Struct):
    """A set of rules that has a name."""

    game: str
    name: str
    text: str
    about: list[Words]


class OpenTable(Struct):
    """A table of this person that is not finished."""

    table: str
    game: str
    mode: str
    seats: list[str]
    hand_number: int
    totals: list[int]


class HandSummary(Struct):
    """A hand that this person has played, for the list of reviews."""

    hand: str
    game: str
    when: str
    points: int
    undone: bool


class Lobby(Message):
    """Who can sit down, which rules have a name, what is going on, what was played."""

    players: list[PlayerKind] = field(default_factory=list)
    presets: list[Preset] = field(default_factory=list)
    tables: list[OpenTable] = field(default_factory=list)
    hands: list[HandSummary] = field(default_factory=list)
    version: str = ""
    statistics: dict[str, dict[str, float]] = field(default_factory=dict)  # of each game: hands and points, without practice
