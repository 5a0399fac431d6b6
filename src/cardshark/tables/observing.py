"""Observations by name, and words unpacked into columns.

    observer = Observer("hearts", "american")
    observer.bits(views), observer.legal(views)      # the same that a turn shows: for players, who get views

Each game says in a module of its own what its seats may know as numbers (`GamePlanes`); a game of another package brings it as its
attribute `planes`. A game without one shows the hand and the legal choices.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from cardshark.games import house, read_game
from cardshark.games.planes import Plane
from cardshark.games.plug import Game
from cardshark.jit import at, kernel
from cardshark.text import UserError, brief, check_text, whole_number

PLANES_OF = {"hearts": "cardshark.tables.hearts", "gin": "cardshark.tables.gin"}
PLAIN = "cardshark.tables.plain"  # for every other game

Inputs = Callable[..., NDArray[np.float32]]  # from views and the rules' record, perhaps into an array that the caller brings

BYTES = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.uint8).view(np.uint64)[:, 0]


class GamePlanes(Protocol):
    """What a game's module has."""

    PLANES: list[Plane]  # what `bits` and `words` show, in their order
    INPUTS: dict[str, str]  # inputs of networks by name, each with what it is

    def actions(self, rules: Any) -> list[int]:
        """Every number that may ever be chosen by these rules, lowest first."""
        ...

    def words(self, views: np.ndarray, rules: np.ndarray, out: Any = None) -> NDArray[np.uint64]:
        """The planes of these views, one word each: in `out`, or in a new array."""
        ...

    def hidden(self, games: np.ndarray, seats: int, out: Any = None) -> NDArray[np.uint64]:
        """What is hidden from the seats in turn, as words."""
        ...

    def input_list(self, name: str, rules: Any) -> Inputs:
        """The function that makes the inputs of this name."""
        ...

    def rewards(self, game: Game, games: np.ndarray, by_card: bool, before: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the seat in turn of each game has won since its last turn. `before` remembers where every seat stood then."""
        ...


@kernel
def unpack_bytes(words, table, found):
    """Write every bit of these words as a byte; `found` has eight of them in a number."""
    for i in range(len(words)):
        for k in range(words.shape[1]):
            word = words[at(i), at(k)]
            for part in range(8):
                found[at(i), at(8 * k + part)] = table[at((word >> np.uint64(8 * part)) & np.uint64(255))]


@kernel
def unpack_floats(words, found):
    """Write every bit of these words as a number."""
    for i in range(len(words)):
        for k in range(words.shape[1]):
            word = words[at(i), at(k)]
            for bit in range(64):
                found[at(i), at(64 * k + bit)] = np.float32((word >> np.uint64(bit)) & np.uint64(1))


def unpack(words: Any, kind: Any = np.uint8) -> np.ndarray:
    """The bits of words, 64 columns for each: the lowest bit first. `kind` is np.uint8 or np.float32.

    Words are uint64, or the same bits as int64, as PyTorch has them.
    """
    words = np.ascontiguousarray(words)
    if words.ndim != 2 or words.dtype not in (np.uint64, np.int64):
        raise UserError(f"words are rows of uint64, as `Turn.words` gives them, not {words.dtype} of shape {words.shape}")
    words = words.view(np.uint64)
    rows, count = words.shape
    try:
        wanted = np.dtype(kind)
    except TypeError:
        wanted = None
    if wanted == np.uint8:
        found = np.empty((rows, 8 * count), np.uint64)
        unpack_bytes(words, BYTES, found)
        return found.view(np.uint8)
    if wanted == np.float32:
        found = np.empty((rows, 64 * count), np.float32)
        unpack_floats(words, found)
        return found
    raise UserError(f"bits come as np.uint8 or np.float32, not as {wanted.name if wanted else brief(kind)}; `words` has them packed")


class Observer:
    """What the seats of a game by these rules may know, as numbers, one view a row."""

    def __init__(self, game: Any, rules: Any = None) -> None:
        self.game = read_game(game)
        self.rules: Any = house.read_rules(self.game, rules)
        self.record = house.record(self.rules)
        self.of_game = planes_of(self.game)
        self.actions = np.array(self.of_game.actions(self.rules), np.int8)  # the choice that each of the game's actions stands for
        self.places = np.full(64, -1, np.int8)  # and back: the place of each choice in that list, or -1
        self.places[self.actions] = np.arange(len(self.actions))

    def __reduce__(self) -> tuple[Any, ...]:
        return Observer, (self.game.NAME, self.rules)  # by its name, because a game is a module: `pickle` and `copy.deepcopy` take none

    @property
    def action_names(self) -> list[str]:
        """The names of the game's actions, in their order. Where a number has two meanings it is that of the first phase."""
        return [self.name(0, choice) for choice in self.actions.tolist()]

    def name(self, phase: int, choice: int) -> str:
        """What a choice is called in a phase, as everywhere: in transcripts, positions and programs."""
        phase = whole_number("a phase", phase, 0, len(self.game.PHASES) - 1)
        choice = whole_number("a choice", choice, 0, len(self.places) - 1)
        if self.places[choice] < 0:
            raise UserError(f"nobody ever chooses {choice} by these rules: `actions` lists every choice")
        return self.game.text.choice_name(phase, choice)

    def legal_words(self, views: np.ndarray) -> NDArray[np.uint64]:
        """The legal choices as a word for each view: bit c stands for choice c."""
        return self.check(views)["legal"].copy()

    def legal(self, views: np.ndarray, compact: bool = False) -> NDArray[np.bool_]:
        """The legal choices as a mask over the 64 choices, or over the game's own list of actions."""
        found = unpack(self.legal_words(views)[:, None]).view(np.bool_)
        return found[:, self.actions] if compact else found

    def words(self, views: np.ndarray, out: Any = None) -> NDArray[np.uint64]:
        """Everything that `bits` has, packed: one 64-bit word for each plane. They go into `out`, if it is given."""
        return self.of_game.words(self.check(views), self.record, *brought(out))

    def bits(self, views: np.ndarray, kind: Any = np.uint8) -> np.ndarray:
        """What a seat may know as noughts and ones: 64 columns for each plane."""
        return unpack(self.words(views), kind)

    def inputs(self, views: np.ndarray, name: str, out: Any = None) -> NDArray[np.float32]:
        """The inputs of the networks of this game, by name. They go into `out`, if it is given."""
        return self.of_game.input_list(check_text("the name of inputs", name), self.rules)(self.check(views), self.record, *brought(out))

    def check(self, views: Any) -> np.ndarray:
        """Views of this game, if that is what they are: kernels would read anything else wrong."""
        if not isinstance(views, np.ndarray) or views.dtype != self.game.VIEW or views.ndim != 1:
            raise UserError(f"views are an array of the views of {self.game.NAME}, as players get them, not {brief(views)}")
        return views


def brought(out: Any) -> tuple[Any, ...]:
    """The array that a caller brings, if any: a game of another package may not take one."""
    return () if out is None else (out,)


def planes_of(game: Game) -> GamePlanes:
    """What the seats of a game may know: our own games have a module here, a game of another package may bring one."""
    name = PLANES_OF.get(game.NAME)
    return cast(GamePlanes, import_module(name) if name else getattr(game, "planes", None) or import_module(PLAIN))


def no_such_inputs(name: str, known: dict[str, str]) -> UserError:
    """The sentence for inputs that a game does not have."""
    return UserError(f"there are no inputs {name!r} in this game, only {', '.join(known) or 'none'}")
