"""What a game must have: all that the loop, the arena, transcripts, players and the terminal ask for, and nothing else.

A game is a module with the names of `Game`. Its attribute `text` is a module with the names of `Text`. The game is one of ours
(`cardshark.games.hearts`), or an installed package names it in the entry-point group `cardshark.games`. No code outside a game's
own rooms asks which game it is.

A game may also have `imagine_all(views, rules, words, games)`: a kernel that fills `games[i]` with a whole game which agrees with
all that the seat of `views[i]` has seen. With it, Monte Carlo with random playouts can play the game.

Its `text` may also have `in_a_row(view, rules)`: how many choices the seat makes before anybody else does, as when it passes three cards.
Each of them must stay legal until it is made. With it, a program in another language can make them in one answer.
It may also have `FIELDS` and `read_position(told, rules)`. With them, positions are read, from text and from JSON (`games/positions.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

GAME_FIELDS = ("deals", "luck", "table")  # of a match, and
TABLE_FIELDS = ("turn", "phase", "hand_number", "totals")  # of its table
VIEW_FIELDS = ("hand", "legal", "luck", "table")  # of what a seat may know


class Text(Protocol):
    """A game in words: its choices, its positions, and its hands as lines of a transcript."""

    def choice_name(self, phase: int, choice: int) -> str:
        """The name of a choice in a phase: a card, or a word without blanks for a move that is no card.

        Transcripts and the engine protocol (docs/players.md) use these names. A number that is no choice is shown as it is.
        """
        ...

    def choice_number(self, phase: int, word: str) -> int:
        """The choice with this name; a `UserError` in one sentence if there is none."""
        ...

    def position(self, view: Any, rules: Any) -> list[str]:
        """What a seat may know, as lines of a keyword and words, from an unpacked view (`games.views.unpack`)."""
        ...

    def words(self, view: Any) -> dict[str, int]:
        """The legal choices of an unpacked view, by name: that of `choice_name`, or a longer one where the view tells more."""
        ...

    def dealt(self, match: Any) -> Any:
        """The hand that was just dealt: the game's own `Hand`, a NamedTuple with `choices`."""
        ...

    def choose(self, match: Any, hand: Any, choice: int, recorded: Any = None) -> Any:
        """Carry out a choice in the match, and add it to the hand with what chance added (a stock renewed in mid-hand).

        When a hand is repeated, `recorded` is the whole hand as it was played: chance must fall as it fell then.
        """
        ...

    def put(self, match: Any, hand: Any) -> None:
        """Replace the cards just dealt by those of this hand."""
        ...

    def write(self, rules: Any, hand: Any, steps: Sequence[Any]) -> Iterator[str]:
        """The lines of a hand, from its cards and its steps (`cardshark.games.match.Step`)."""
        ...

    def read(self, match: Any, lines: Any) -> Any:
        """Read a hand and play it on `match`, which checks every choice by the rules."""
        ...


class Game(Protocol):
    """The names that every game has."""

    NAME: str  # as it is typed: "hearts"
    TITLE: str  # as it is written: "Hearts"
    LOWEST_WINS: bool  # few points are good
    PHASES: tuple[str, ...]  # what is being decided, by the number in `table.phase`
    COUNTED: tuple[str, ...]  # what is counted in a match beside points: fields of GAME, a number for each seat
    CYCLE: int  # hands of a match differ by their number in a cycle of this length: passing, or how many cards are dealt
    GAME: np.dtype  # a match: `deals`, `luck`, and `table` with at least `turn`, `phase`, `hand_number` and `totals`
    VIEW: np.dtype  # what a seat may know: `hand` and `legal`, sets of cards; `luck`, and `table`

    @property
    def PRESETS(self) -> Mapping[str, Any]:
        """House rules by name, the usual ones first: each a `house.HouseRules` with a field `hands`, after which a match ends."""
        ...

    @property
    def text(self) -> Any:
        """A module with the names of `Text`."""
        ...

    @property
    def OVER(self) -> int:
        """The phase in which a match is decided."""
        ...

    def seats(self, rules: Any) -> int:
        """The number of players."""
        ...

    def begin_at(self, games: np.ndarray, numbers: Any) -> None:
        """Let matches that were not dealt yet begin at these hand numbers; without this call they begin at 0."""
        ...

    def hands_played(self, games: np.ndarray) -> np.ndarray:
        """How many hands of each match were played to their end."""
        ...

    def is_public(self, phase: int, choice: int) -> bool:
        """Does everybody at the table see this choice? If in doubt: no."""
        ...

    def hand_points(self, games: np.ndarray, rules: Any) -> np.ndarray:
        """What each seat scored in the hand that was finished last, one match a row."""
        ...

    # The kernels. `rules` is the record of `house.record`; `rows` are the numbers of the games to work on.
    def start_all(self, games: Any, rules: Any) -> None: ...
    def look_all(self, games: Any, rules: Any, rows: Any, views: Any) -> None: ...
    def choose_all(self, games: Any, rules: Any, rows: Any, views: Any, choices: Any) -> int: ...
    def step_all(self, games: Any, rules: Any, rows: Any, views: Any, choices: Any) -> Any: ...


def names_of(protocol: type) -> list[str]:
    """The names that a protocol asks for."""
    return [name for name in (*protocol.__annotations__, *vars(protocol)) if not name.startswith("_")]


def missing_names(game: Any) -> list[str]:
    """The names that a game lacks: `CYCLE`, `text.words`, `VIEW.luck`."""
    found = [name for name in names_of(Game) if not hasattr(game, name)]
    if "text" not in found:
        found += [f"text.{name}" for name in names_of(Text) if not hasattr(game.text, name)]
    for record, wanted in (("GAME", GAME_FIELDS), ("VIEW", VIEW_FIELDS)):
        if record not in found:
            fields = getattr(game, record).fields or {}
            found += [f"{record}.{name}" for name in wanted if name not in fields]
            table = fields["table"][0].names or () if "table" in fields else TABLE_FIELDS
            found += [f"{record}.table.{name}" for name in TABLE_FIELDS if name not in table]
    return found
