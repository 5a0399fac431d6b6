"""One match, carried out and shown to every seat: for frameworks that ask all seats, not only the one in turn.

A match is an array of one GAME record, so copying it saves it. What a seat sees when it is not its turn is its own view all the same:
nothing to choose, and nothing that only the seat in turn may know.
"""

from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from cardshark.games.match import describe_illegal
from cardshark.play import deal
from cardshark.players.player import unpack
from cardshark.tables import Observer
from cardshark.tables.rewards import standings
from cardshark.text import UserError

Match = np.ndarray  # one record of the game's GAME

KNOWLEDGE = {"hearts": "cardshark.adapters.hearts", "gin": "cardshark.adapters.gin"}
NOBODY = -1
ANYTHING = np.uint64(2**64 - 1)


class Knowledge(Protocol):
    """What a game's module has: here, and for `course.py`."""

    def conceal(self, views: np.ndarray, turn: int) -> None:
        """Take from views, one a seat, what only the seat in turn may know."""
        ...

    def course(self, game: str, rules: str, first: int) -> Any:
        """A match whose chance is decided from outside (`course.Course`)."""
        ...

    def longest(self, rules: Any) -> tuple[int, int]:
        """The most choices and the most outcomes of chance in a hand."""
        ...

    def bounds(self, rules: Any) -> tuple[float, float]:
        """The least and the most that a seat can win in a hand."""
        ...

    def refuse(self, rules: Any) -> None:
        """Refuse rules by which no course can be retraced, in one sentence."""
        ...


class Referee:
    """Carries out matches of a game by these rules, one at a time. Arrays that it shows hold until the next call."""

    def __init__(self, game: Any, rules: Any = None) -> None:
        self.observer = Observer(game, rules)
        self.game, self.rules, self.record = self.observer.game, self.observer.rules, self.observer.record
        self.seats = self.game.seats(self.rules)
        self.knowledge = cast(Knowledge, import_module(KNOWLEDGE[self.game.NAME]))
        self._row, self._choice = np.zeros(1, np.uint32), np.zeros(1, np.int8)
        self._view: np.ndarray = np.zeros(1, self.game.VIEW)
        self._legal = self._view["legal"]
        self._everywhere = np.arange(self.seats, dtype=np.uint32)
        self._copies: np.ndarray = np.zeros(self.seats, self.game.GAME)
        self._bytes = self._copies.view(np.uint8).reshape(self.seats, -1)  # NumPy copies records field by field, and bytes at once
        self._turns = self._copies["table"]["turn"]
        self._views: np.ndarray = np.zeros(self.seats, self.game.VIEW)
        self._shown = self._views.view()
        self._shown.flags.writeable = False

    def deal(self, seed: int, number: int) -> Match:
        """Match `number` of a seed. Single hands take turns in the game's cycle."""
        return deal(self.game, self.rules, seed, 1, number)

    def phase(self, match: Match) -> int:
        """What is being decided."""
        return int(match["table"]["phase"][0])

    def turn(self, match: Match) -> int:
        """Whose turn it is; nobody's, once the match is over."""
        return NOBODY if self.phase(match) == self.game.OVER else int(match["table"]["turn"][0])

    def legal(self, match: Match) -> int:
        """What the seat in turn may choose, as a set of bits."""
        self.game.look_all(match, self.record, self._row, self._view)
        return int(self._legal[0])

    def choose(self, match: Match, choice: int) -> None:
        """Carry out a choice of the seat in turn, in place, if it is legal. The sentence for one that is not has the numbers of actions."""
        if self.turn(match) == NOBODY:
            raise UserError("the match is over: nobody has anything to choose")
        if not self.legal(match) >> choice & 1:
            illegal = describe_illegal(self.game, self._view[0], choice, self.observer.places)
            raise UserError(f"seat {self.turn(match)} chose {illegal}")
        self.carry_out(match, choice)

    def carry_out(self, match: Match, choice: int) -> None:
        """Carry out a choice that is known to be legal."""
        self._choice[0], self._legal[0] = choice, ANYTHING
        self.game.choose_all(match, self.record, self._row, self._view, self._choice)

    def views(self, match: Match) -> np.ndarray:
        """What each seat may know, one view a seat."""
        turn = self.turn(match)
        self._bytes[:] = match.view(np.uint8)
        self._turns[:] = self._everywhere
        self.game.look_all(self._copies, self.record, self._everywhere, self._views)
        waits = self._everywhere != turn
        self._views["legal"][waits] = 0
        self._views["luck"][waits] = 0
        self.knowledge.conceal(self._views, turn)
        return self._shown

    def text(self, match: Match, seat: int) -> str:
        """What a seat may know, as lines of text. If it is not its turn, a line says for whom it waits instead of the phase."""
        (view,), turn = unpack(self.views(match)[seat : seat + 1]), self.turn(match)
        if seat == turn:
            return "\n".join(self.game.text.position(view, self.rules))
        lines = self.game.text.position(view._replace(phase=self.game.OVER), self.rules)
        waits = "phase over" if turn == NOBODY else f"waits for {turn}"
        return "\n".join(waits if line.startswith("phase ") else line for line in lines)

    def rewards(self, match: Match, by_card: bool, before: NDArray[np.float32]) -> NDArray[np.float32]:
        """What each seat has won since the last call. `before[s, s]` remembers where seat s stood then."""
        if self.phase(match) == self.game.OVER:
            return self.returns(match) - before.diagonal()
        self._bytes[:] = match.view(np.uint8)
        self._turns[:] = self._everywhere
        return self.observer.of_game.rewards(self.game, self._copies, by_card, before)

    def returns(self, match: Match) -> NDArray[np.float32]:
        """What each seat has won in the match."""
        return standings(self.game, match, self.seats)[0] + np.float32(0)  # and no minus zero
