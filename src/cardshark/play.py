"""The one loop: players sit down, and many games are played side by side, one choice at a time.

At each step every game shows the seat in turn what it may know (a view), that seat's player writes its choice, and the
rules carry it out. A player never holds a game, so it cannot see what its seat may not know. The same loop serves a
kernel, a network, a search, a program or a person, for single hands and whole matches of every game.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import words
from cardshark.games import game as game_named
from cardshark.games import house, transcript
from cardshark.games.single import Single
from cardshark.jit import kernel
from cardshark.players import seat
from cardshark.players.table import Player
from cardshark.text import UserError

LINE = 64  # bytes; a game or view that starts on a cache line touches fewer of them


class Game(Protocol):
    """What the loop asks of a game: a module like `cardshark.games.hearts`."""

    GAME: np.dtype
    VIEW: np.dtype

    @property
    def OVER(self) -> int: ...
    def seats(self, rules: Any) -> int: ...
    def hand_points(self, games: np.ndarray, rules: Any) -> np.ndarray: ...
    def start_all(self, games: Any, rules: Any) -> None: ...
    def look_all(self, games: Any, rules: Any, rows: Any, views: Any, legals: Any) -> None: ...
    def choose_all(self, games: Any, rules: Any, rows: Any, legals: Any, choices: Any) -> int: ...


class IllegalChoice(Exception):
    """A player chose what the rules do not allow: a fault of the player, which is named."""


def records(count: int, kind: np.dtype) -> np.ndarray:
    """An array of empty records that starts on a cache line."""
    memory = np.zeros(count * kind.itemsize + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + count * kind.itemsize].view(kind)


def deal(game: Game, rules: Any, seed: int, count: int, start: int = 0, luck: str = "luck") -> np.ndarray:
    """Matches `start` to `start + count` of a seed, their first hands dealt. Another `luck` gives the same cards to luckier players."""
    games = records(count, game.GAME)
    games["deals"] = words(seed, "deal", count, start)
    games["luck"] = words(seed, luck, count, start)
    if rules.hands == 1 and "first" in (game.GAME.names or ()):
        games["first"] = np.arange(start, start + count) % 12  # single hands take turns in the passing cycle
    game.start_all(games, house.record(rules))
    return games


def match(name: str, players: Sequence[str], rules: str | None = None, seed: int = 0, number: int = 0) -> transcript.Transcript:
    """Play match `number` of a seed between players named by text, and return all of it: `print` shows it, `str` keeps it."""
    game = game_named(name)
    house_rules = house.parse(game.PRESETS, rules or next(iter(game.PRESETS)))
    if len(players) != game.seats(house_rules):
        raise UserError(f"{name} needs {game.seats(house_rules)} players by these rules, not {len(players)}")
    games = deal(game, house_rules, seed, 1, number)
    start = Single(game, house_rules)
    start.games[:] = games
    (choices,) = play(game, house_rules, games, [seat(player) for player in players], record=True)
    return transcript.record(name, start, players, choices, seed, number)


@kernel
def list_turns(games, over, seating, rows, counts):
    """List for each player the games in which it has the turn."""
    counts[:] = 0
    for i in range(len(games)):
        table = games[i].table
        if table.phase != over:
            player = seating[i, table.turn]
            rows[player, counts[player]] = i
            counts[player] += 1


def play(
    game: Game, rules: Any, games: np.ndarray, players: Sequence[Player], seating: NDArray[np.int8] | None = None, record: bool = False
) -> list[NDArray[np.int8]]:
    """Play every game to the end of its match, in place.

    `seating[i, s]` is the number of the player on seat `s` of game `i`; without it player `s` sits on seat `s`, or
    the only player everywhere. With `record`, returns each game's choices in their order.
    """
    if seating is None:
        seating = np.zeros((len(games), game.seats(rules)), np.int8)
        seating += np.arange(game.seats(rules), dtype=np.int8) if len(players) > 1 else 0
    for player in players:
        player.sit(game, rules)
    table = Table(game, rules, games, players, seating)
    log: list[tuple[NDArray[np.uint32], NDArray[np.int8]]] = []
    while table.turns():
        for number in range(len(players)):
            rows, choices = table.ask(number)
            if record:
                log.append((rows.copy(), choices.copy()))
    return by_game(log, len(games)) if record else []


class Table:
    """A batch of games in play, with the room that views and choices need."""

    def __init__(self, game: Game, rules: Any, games: np.ndarray, players: Sequence[Player], seating: NDArray[np.int8]) -> None:
        count = len(games)
        self.game, self.rules, self.games, self.players, self.seating = game, house.record(rules), games, players, seating
        self.rows = np.empty((len(players), count), np.uint32)
        self.counts = np.zeros(len(players), np.int64)
        self.views = records(count, game.VIEW)
        self.legals = np.empty(count, np.uint64)
        self.choices = np.empty(count, np.int8)
        self.settled = False  # the rows of the last step are those of the next

    def turns(self) -> bool:
        """See whose turn it is in each game; False when all are over."""
        if not self.settled:
            list_turns(self.games, self.game.OVER, self.seating, self.rows, self.counts)
        return bool(self.counts.any())

    def ask(self, number: int) -> tuple[NDArray[np.uint32], NDArray[np.int8]]:
        """Let one player choose wherever it has the turn, and carry the choices out."""
        count = int(self.counts[number])
        rows, legals, choices = self.rows[number, :count], self.legals[:count], self.choices[:count]
        self.game.look_all(self.games, self.rules, rows, self.views, legals)
        choices[:] = -1
        if count:
            self.players[number].choose(self.views[:count], choices)
        ended = self.game.choose_all(self.games, self.rules, rows, legals, choices)
        if ended < 0:
            self.refuse(number, -1 - ended)
        self.settled = ended == 0 and len(self.players) == 1
        return rows, choices

    def refuse(self, number: int, row: int) -> None:
        """Name the player that chose something illegal."""
        chosen, legal = int(self.choices[row]), int(self.legals[row])
        raise IllegalChoice(f"{self.players[number]} chose {chosen}, which is not one of {[bit for bit in range(64) if legal >> bit & 1]}")


def by_game(log: list[tuple[NDArray[np.uint32], NDArray[np.int8]]], count: int) -> list[NDArray[np.int8]]:
    """The choices of each game, in the order in which they were made."""
    rows = np.concatenate([rows for rows, _ in log])
    choices = np.concatenate([choices for _, choices in log])
    order = np.argsort(rows, kind="stable")
    ends = np.cumsum(np.bincount(rows, minlength=count))
    return np.split(choices[order], ends[:-1])
