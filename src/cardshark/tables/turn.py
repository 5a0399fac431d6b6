"""A turn: at every table the seat in turn, what it may know, and what came of the choices before."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.tables.observing import brought
from cardshark.text import UserError, whole_number


class Turn:
    """What the learner may know now, one table a row. It holds until the next choice; arrays that it returned stay as they are."""

    def __init__(self, tables: Any, views: np.ndarray, rewards: NDArray[np.float32], ends: "Ends") -> None:
        self._tables, self._views = tables, views
        self.rewards = rewards  # what the seat in turn has won since its last turn in this match
        self.ended = ends.tables  # tables whose match has ended since the last turn; a table may have ended more than one
        self.ended_match = ends.matches  # the numbers of these matches, as `match` had them,
        self.ended_seating = ends.seating  # who sat there: 0 for the learner, or the number of an opponent from 1 up,
        self.returns = ends.returns  # what each seat has won in the whole match,
        self.final = ends.final  # and how much of that came after its last turn

    def __repr__(self) -> str:
        return f"<Turn, tables: {len(self.rewards)}, matches ended before it: {len(self.ended)}>"

    @property
    def views(self) -> np.ndarray:
        """Everything that the seats in turn may know, as records of the game's VIEW; nobody can write into them."""
        if self._tables.turn() is not self:
            raise UserError("this turn is over: look at the turn that `choose` returned, or keep copies of what you need")
        return self._views

    @property
    def table(self) -> NDArray[np.int64]:
        """The number of each row's table."""
        return np.arange(len(self.views))

    @property
    def seat(self) -> NDArray[np.int8]:
        """The seat in turn at each table."""
        return self.views["table"]["turn"].copy()

    @property
    def phase(self) -> NDArray[np.int8]:
        """What is decided at each table: the number of one of the game's PHASES."""
        return self.views["table"]["phase"].copy()

    @property
    def match(self) -> NDArray[np.int64]:
        """The number of the match at each table, which names its deals for ever."""
        _ = self.views
        return self._tables.numbers.copy()

    @property
    def seating(self) -> NDArray[np.int8]:
        """Who sits on each seat of each table: 0 for the learner, or the number of an opponent from 1 up."""
        _ = self.views
        return self._tables.seating.copy()

    @property
    def luck(self) -> NDArray[np.uint64]:
        """64 random bits for each decision, from the seed: whoever draws with them makes the same choices again."""
        return self.views["luck"].copy()

    @property
    def step(self) -> NDArray[np.int64]:
        """How many choices the learner has made in each match."""
        _ = self.views
        return self._tables.steps.copy()

    def position(self, table: int) -> Any:
        """What the seat in turn at this table may know, as a position: to print, to analyse, or to start tables from."""
        from cardshark.games.positions import position_of

        row = whole_number("the number of a table", table, 0, len(self.views) - 1)
        return position_of(self._tables.game, self._tables.rules, self.views[row])

    # ---- what may be chosen ----

    def legal_words(self) -> NDArray[np.uint64]:
        """The legal choices as a word for each table: bit c stands for choice c."""
        return self._tables.observer.legal_words(self.views)

    def legal(self, compact: bool = False) -> NDArray[np.bool_]:
        """The legal choices as a mask over the 64 choices, or over the game's own list of actions (`Tables.actions`)."""
        return self._tables.observer.legal(self.views, compact)

    # ---- observations ----

    def words(self, out: Any = None) -> NDArray[np.uint64]:
        """Everything that `bits` has, packed: one 64-bit word for each plane. They go into `out`, if it is given."""
        return self._tables.observer.words(self.views, out)

    def bits(self, kind: Any = np.uint8) -> np.ndarray:
        """What a seat may know as noughts and ones: 64 columns for each plane (`Tables.planes` describes them)."""
        return self._tables.observer.bits(self.views, kind)

    def inputs(self, name: str, out: Any = None) -> NDArray[np.float32]:
        """The inputs of the networks of this game by name: those that `Tables.inputs` lists. They go into `out`, if it is given."""
        return self._tables.observer.inputs(self.views, name, out)

    # ---- for critics ----

    def hidden(self, out: Any = None) -> NDArray[np.uint64]:
        """What is hidden from the seat in turn, as words, for critics in training. No player ever sees it.

        The hands of the other seats, the next one first; at gin rummy also the next card of the stock. The words go into
        `out`, if it is given.
        """
        _ = self.views
        return self._tables.observer.of_game.hidden(self._tables.games, self._tables.seats, *brought(out))


class Ends(NamedTuple):
    """Matches that have ended: where, and what each seat made of them."""

    tables: NDArray[np.int64]
    matches: NDArray[np.int64]
    seating: NDArray[np.int8]
    returns: NDArray[np.float32]
    final: NDArray[np.float32]

    @classmethod
    def none(cls, seats: int) -> "Ends":
        """Nothing has ended."""
        numbers, amounts = np.zeros(0, np.int64), np.zeros((0, seats), np.float32)
        return cls(numbers, numbers, np.zeros((0, seats), np.int8), amounts, amounts)

    @classmethod
    def join(cls, found: list["Ends"], seats: int) -> "Ends":
        """Several lists as one."""
        if not found:
            return cls.none(seats)
        return found[0] if len(found) == 1 else cls(*map(np.concatenate, zip(*found, strict=True)))
