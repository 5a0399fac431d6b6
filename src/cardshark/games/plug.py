"""What a game says of itself: all that the loop, the arena, transcripts, players and the terminal ask, and nothing that only one game has.

A game is a module (`cardshark.games.hearts`, or one of an installed package, named in the entry-point group `cardshark.games`) with the
names of `Game`, and in it a module `text` with the names of `Text`. Nobody outside a game's own rooms asks which game it is.

A game may offer more to those who look for it: `imagine_all(views, rules, words, games)`, a kernel that fills `games[i]` with a whole
game which agrees with all that the seat of `views[i]` has seen, lets Monte Carlo with random playouts sit down.
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
        """A choice as it is called in a phase: a card, or a word without blanks where it is no card.

        These are the words of transcripts and of the engine protocol (docs/players.md). What is no choice at all is its number.
        """
        ...

    def choice_number(self, phase: int, word: str) -> int:
        """The choice that is called so; a `UserError` with a sentence where there is none."""
        ...

    def position(self, view: Any, rules: Any) -> list[str]:
        """What a seat may know, as lines of a keyword and words, from an unpacked view (`players.player.unpack`)."""
        ...

    def words(self, view: Any) -> dict[str, int]:
        """The legal choices of an unpacked view, by name: `choice_name`, or more where the view tells more."""
        ...

    def dealt(self, match: Any) -> Any:
        """The hand that was just dealt: the game's own `Hand`, a NamedTuple with `choices`."""
        ...

    def choose(self, match: Any, hand: Any, choice: int, recorded: Any = None) -> Any:
        """Carry out a choice in the match, and add it to the hand with what chance added (a stock renewed in mid-hand).

        Where the hand was played before and is only repeated, `recorded` is all of it: chance must fall as it fell then.
        """
        ...

    def put(self, match: Any, hand: Any) -> None:
        """Deal these cards instead of those that were just dealt."""
        ...

    def write(self, rules: Any, hand: Any, steps: Sequence[Any]) -> Iterator[str]:
        """The lines of a hand, from its cards and from what happened in it, choice by choice: see `cardshark.games.match.Step`."""
        ...

    def read(self, match: Any, lines: Any) -> Any:
        """Read a hand, playing it on `match`: every choice is checked by the rules."""
        ...


class Game(Protocol):
    """What everybody asks of a game."""

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
        """House rules that have a name, the usual ones first: `house.HouseRules` with a field `hands`, after which a match ends."""
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
        """How many sit down."""
        ...

    def begin_at(self, games: np.ndarray, numbers: Any) -> None:
        """Let matches that were not dealt yet begin with the hands of these numbers; 0 where nothing is said."""
        ...

    def hands_played(self, games: np.ndarray) -> np.ndarray:
        """How many hands of each match were played to their end."""
        ...

    def is_public(self, phase: int, choice: int) -> bool:
        """Does everybody at the table see this choice? Where in doubt: no."""
        ...

    def hand_points(self, games: np.ndarray, rules: Any) -> np.ndarray:
        """What each seat scored in the hand that was finished last, one match a row."""
        ...

    # The kernels. `rules` is the record of `house.record`, `rows` are the numbers of the games meant.
    def start_all(self, games: Any, rules: Any) -> None: ...
    def look_all(self, games: Any, rules: Any, rows: Any, views: Any) -> None: ...
    def choose_all(self, games: Any, rules: Any, rows: Any, views: Any, choices: Any) -> int: ...
    def step_all(self, games: Any, rules: Any, rows: Any, views: Any, choices: Any) -> Any: ...


def names_of(protocol: type) -> list[str]:
    """The names that a protocol asks for."""
    return [name for name in (*protocol.__annotations__, *vars(protocol)) if not name.startswith("_")]


def missing_names(game: Any) -> list[str]:
    """What a would-be game lacks of all this, by name: `CYCLE`, `text.words`, `VIEW.luck`."""
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
