"""Where matches come from: from a seed, or from a position with hidden cards imagined anew at every table."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import stream
from cardshark.games import game_named, house
from cardshark.games.plug import Game
from cardshark.players.player import unpack
from cardshark.tables.seating import words_of
from cardshark.text import UserError, brief

DEALS, LUCK = "deal", "luck"  # streams of the seed
WORLDS_OF = {"hearts": "cardshark.players.hearts.search.whole", "gin": "cardshark.players.gin.search.whole"}

Numbers = NDArray[np.int64]
Imagine = Callable[[np.ndarray, np.ndarray, NDArray[np.uint64], np.ndarray], None]  # from one view, rules and words: fills games


class WholeGame(NamedTuple):
    """A game as it stood, hidden cards and all: what `Snapshot.whole` gives, and `Tables.from_position` starts from."""

    game: Any
    rules: Any
    games: np.ndarray  # one GAME record

    def __reduce__(self) -> tuple[Any, ...]:
        return of_game_named, (WholeGame, self.game.NAME, self.rules, self.games)


def of_game_named(kind: Callable[..., Any], game: str, *others: Any) -> Any:
    """An object of this kind again, after `pickle` or `copy.deepcopy`: they take a game by its name, because it is a module."""
    return kind(game_named(game), *others)


class Deals:
    """The matches of a seed."""

    def __init__(self, game: Game, rules: Any, seed: int) -> None:
        self.game, self.rules, self.record = game, rules, house.record(rules)
        self.deals, self.luck = stream(seed, DEALS), stream(seed, LUCK)

    def first_games(self, numbers: Numbers) -> np.ndarray:
        """The matches with these numbers, dealt."""
        games: np.ndarray = np.zeros(len(numbers), self.game.GAME)
        games["deals"], games["luck"] = words_of(self.deals, numbers), words_of(self.luck, numbers)
        if self.rules.hands == 1:  # single hands take turns in the game's cycle, as in the arena
            self.game.begin_at(games, numbers % self.game.CYCLE)
        self.game.start_all(games, self.record)
        return games

    def source(self) -> tuple[Any, ...]:
        """What names all these matches, in plain values."""
        return type(self).__name__, int(self.deals), int(self.luck)


class GameAgain(Deals):
    """The same whole game again and again: only the players' luck differs."""

    def __init__(self, whole: Any, seed: int) -> None:
        super().__init__(whole.game, whole.rules, seed)
        self.start = one_record(whole.games, self.game.GAME, "a whole game holds one record of the game's GAME")
        check_not_over(self.game, self.start)

    @property
    def seat(self) -> int:
        """The seat in turn."""
        return int(self.start["table"]["turn"][0])

    def first_games(self, numbers: Numbers) -> np.ndarray:
        games = self.start.repeat(len(numbers))
        games["luck"] = words_of(self.luck, numbers)
        return games

    def source(self) -> tuple[Any, ...]:
        return (*super().source(), self.start.tobytes())


class PositionAgain(GameAgain):
    """The same position again and again, each time with other hidden cards, which agree with all that the seat in turn has seen."""

    def __init__(self, position: Any, seed: int) -> None:
        Deals.__init__(self, position.game, position.rules, seed)
        self.start = one_record(position.views, self.game.VIEW, "a position holds one view, a record of the game's VIEW")
        check_not_over(self.game, self.start)
        self.imagine = imagination(self.game)
        self.check_look()

    def first_games(self, numbers: Numbers) -> np.ndarray:
        games: np.ndarray = np.zeros(len(numbers), self.game.GAME)
        self.imagine(self.start, self.record, words_of(self.deals, numbers), games)
        games["luck"] = words_of(self.luck, numbers)
        return games

    def check_look(self) -> None:
        """Refuse a view that no game shows by these rules."""
        views: np.ndarray = np.zeros(1, self.game.VIEW)
        self.game.look_all(self.first_games(np.zeros(1, np.int64)), self.record, np.zeros(1, np.uint32), views)
        views["luck"] = self.start["luck"]
        if unpack(views) != unpack(self.start):
            raise UserError(f"no game of {self.game.TITLE} looks like this position by these rules: take both from the same match")


def one_record(given: Any, kind: np.dtype, sentence: str) -> np.ndarray:
    """An own copy of an array of one record."""
    if not isinstance(given, np.ndarray) or given.dtype != kind or given.shape != (1,):
        raise UserError(sentence)
    return given.copy()


def check_not_over(game: Game, records: np.ndarray) -> None:
    """Refuse a match that is decided."""
    if records["table"]["phase"][0] == game.OVER:
        raise UserError("this match is over: a position to start from has a seat that must choose")


def imagination(game: Game) -> Imagine:
    """How hidden cards of a game are imagined."""
    if game.NAME in WORLDS_OF:
        return import_module(WORLDS_OF[game.NAME]).imagine
    imagine_all = getattr(game, "imagine_all", None)
    if imagine_all is None:
        raise UserError(f"{game.TITLE} does not say how hidden cards are imagined: start from a whole game (`Snapshot.whole`)")

    def imagine(views: np.ndarray, rules: np.ndarray, words: NDArray[np.uint64], games: np.ndarray) -> None:
        repeated = views.repeat(len(games))
        repeated.flags.writeable = False
        imagine_all(repeated, rules, words, games)

    return imagine


def read_start(position: Any, seed: int) -> GameAgain:
    """The dealer of a position, of its text, or of a whole game."""
    if isinstance(position, str):
        from cardshark.games.positions import read_position

        if len(position.splitlines()) == 1 and not position.lstrip().startswith("{"):  # no position is so short
            raise UserError(f"tables start from the text of a position, not from the name of a file: read {brief(position)} first")
        position = read_position(position)
    if all(hasattr(position, name) for name in ("game", "rules", "games")):
        return GameAgain(position, seed)
    if all(hasattr(position, name) for name in ("game", "rules", "views")):
        return PositionAgain(position, seed)
    kinds = "a position (`Turn.position`, or its text), or from a whole game (`Snapshot.whole`)"
    raise UserError(f"tables start from {kinds}, not from {type(position).__name__}")
