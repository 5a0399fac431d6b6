"""The one loop: players sit down, and many games are played side by side, one choice at a time.

At each step every game shows the seat in turn what it may know (a view), that seat's player writes its choice, and the
rules carry it out. A player never holds a game, so it cannot see what its seat may not know. The same loop serves a
kernel, a network, a search, a program or a person, for single hands and whole matches of every game.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import Words, words
from cardshark.games import house, read_game, transcript
from cardshark.games.match import Single, describe_illegal
from cardshark.games.plug import Game
from cardshark.jit import kernel
from cardshark.players import seat
from cardshark.players.player import IllegalChoice, Player, ask_player, check_player
from cardshark.text import UserError, brief, check_text, whole_number

Log = list[tuple[NDArray[np.uint32], NDArray[np.int8]]]  # step by step: games, and what was chosen in them

MOST_GAMES = 1 << 24  # side by side
UNANSWERED = -1  # what stands in the place of a choice before a player writes one
Named = str | Player | tuple[str, Player]  # a player by its text, or an object, perhaps with a name to show

LINE = 64  # bytes; a game or view that starts on a cache line touches fewer of them


def records(count: int, kind: np.dtype) -> np.ndarray:
    """An array of empty records that starts on a cache line."""
    memory = np.zeros(count * kind.itemsize + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + count * kind.itemsize].view(kind)


def deal(game: Game, rules: Any, seed: int, count: int, start: int = 0) -> np.ndarray:
    """Matches `start` to `start + count` of a seed, their first hands dealt."""
    return Table(game, rules, [], count).deal(seed, count, start)


def play(
    game: Game, rules: Any, games: np.ndarray, players: Sequence[Player], seating: NDArray[np.int8] | None = None, record: bool = False
) -> list[NDArray[np.int8]]:
    """Play every game to the end of its match, in place.

    `seating[i, s]` is the number of the player on seat `s` of game `i`; without it player `s` sits on seat `s`, or
    the only player everywhere. With `record`, returns each game's choices in their order.
    """
    game = read_game(game)
    if not isinstance(games, np.ndarray) or games.dtype != game.GAME:
        raise UserError(f"games to play are those that `deal` has dealt for {game.NAME}, not {brief(games)}")
    table = Table(game, rules, players, len(games))
    if seating is None and len(players) != 1:
        seats = game.seats(table.rules)
        if len(players) != seats:
            raise UserError(f"{seats} seats need one player for all or {seats} players, not {len(players)}")
        seating = np.tile(np.arange(len(players), dtype=np.int8), (len(games), 1))
    log: Log | None = [] if record else None
    table.play(games, seating, log)
    return by_game(log, len(games)) if log else []


def match(name: str, players: Sequence[Named], rules: str | None = None, seed: int = 0, number: int = 0) -> transcript.Transcript:
    """Play match `number` of a seed: its transcript, which `print` shows and `transcript.read` reads back.

        print(match("hearts", ["jake", "stock", "greedy", "random"], rules="american:hands=1", seed=7))

    Players are texts or objects, as for `duel`.
    """
    game = read_game(name)
    house_rules, name = house.read_rules(game, rules), game.NAME
    check_list(players)
    if len(players) != game.seats(house_rules):
        raise UserError(f"{name} needs {game.seats(house_rules)} players by these rules, not {len(players)}")
    games = deal(game, house_rules, seed, 1, number)
    start = Single(game, house_rules)
    start.games[:] = games
    named = [(each, seat(each, name)) if isinstance(each, str) else name_and_player(each) for each in players]
    (choices,) = play(game, house_rules, games, [player for _, player in named], record=True)
    return transcript.record(name, start, [each for each, _ in named], choices, seed, number)


def name_and_player(given: Any) -> tuple[str, Player]:
    """An object that sits down, with its name: the one that came with it, or that of its class."""
    name, player = given if isinstance(given, tuple) and len(given) == 2 else (type(given).__name__, given)
    return check_text("the name of a player", name), check_player(player)


def check_list(players: Any) -> Sequence[Any]:
    """Several players, if this is a list of them; one alone is easily handed in by mistake."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise UserError(f"players are a list, one for each seat, not {brief(players)}")
    return players


class Table:
    """A table at which batch after batch of games is played, in memory that is used again and again."""

    def __init__(self, game: Game, rules: Any, players: Sequence[Player], size: int) -> None:
        self.game, size = read_game(game), whole_number("a number of games", size, 0, MOST_GAMES)
        self.rules = house.read_rules(self.game, rules)  # kernels trust the rules, and rules may have been put together by hand
        self.players = [check_player(player) for player in check_list(players)]
        self.record = house.record(self.rules)
        self.games = records(size, self.game.GAME)
        self.views = records(size, self.game.VIEW)
        self.shown = self.views.view()  # what players get: the same views, but nobody can write into them
        self.shown.flags.writeable = False
        self.rows = np.empty((max(len(players), 1), size), np.uint32)
        self.choices = np.empty(size, np.int8)
        for player in self.players:
            player.sit(self.game, self.rules)

    def deal(self, seed: int, count: int, start: int = 0, luck: str = "luck", deals: str = "deal") -> np.ndarray:
        """Deal matches `start` to `start + count` of a seed.

        `deals` names the seed's stream for the cards, `luck` the one for the players' luck: the same cards can meet other luck.
        """
        return self.deal_words(words(seed, deals, count, start), words(seed, luck, count, start), start)

    def deal_words(self, deals: Words, luck: Words, start: int = 0) -> np.ndarray:
        """Deal matches from their words of chance. They are numbered from `start` on."""
        count = len(deals)
        games = self.games[:count]
        games.view(np.uint8)[:] = 0
        games["deals"], games["luck"] = deals, luck
        if self.rules.hands == 1:  # single hands take turns in the game's cycle
            self.game.begin_at(games, np.arange(start, start + count) % self.game.CYCLE)
        self.game.start_all(games, self.record)
        return games

    def play(self, games: np.ndarray, seating: NDArray[np.int8] | None = None, log: Log | None = None) -> None:
        """Play these games to the end; without a seating the first player sits on every seat."""
        for player in self.players:
            player.begin(np.arange(len(games), dtype=np.uint32))
        if seating is None:
            self.play_one_player(games, log)
            return
        seating = self.read_seating(seating, len(games))
        if all(player is self.players[0] for player in self.players):
            self.play_one_player(games, log)  # a player on both sides of a duel is asked for all seats at once
        else:
            self.play_several_players(games, seating, log)

    def read_seating(self, given: Any, games: int) -> NDArray[np.int8]:
        """A seating as the kernels want it, which trust it."""
        seating, shape = np.asarray(given), (games, self.game.seats(self.rules))
        right = seating.shape == shape and seating.dtype.kind in "iu"
        if not right or (seating.size and not 0 <= seating.min() <= seating.max() < len(self.players)):
            who = f"a seating names one of {len(self.players)} players for each seat of each game"
            raise UserError(f"{who}, by its number in an array of shape {shape}, not {brief(given)}")
        return seating.astype(np.int8, copy=False)

    def play_one_player(self, games: np.ndarray, log: Log | None) -> None:
        """One player on every seat: all games that go on take every step together."""
        going_on = np.flatnonzero(games["table"]["phase"] != self.game.OVER)
        rows = self.rows[0, : len(going_on)]
        rows[:] = going_on
        self.game.look_all(games, self.record, rows, self.views)
        while len(rows):
            choices = self.ask(0, rows, log)
            going_on = self.game.step_all(games, self.record, rows, self.views, choices)
            rows = rows[: self.check_answer(0, going_on)]

    def play_several_players(self, games: np.ndarray, seating: NDArray[np.int8], log: Log | None) -> None:
        """Several players: at every step each is asked wherever it has the turn."""
        counts = np.zeros(len(self.players), np.int64)
        while list_turns(games, self.game.OVER, seating, self.rows, counts):
            for number, count in enumerate(counts.tolist()):
                if count:
                    rows = self.rows[number, :count]
                    self.game.look_all(games, self.record, rows, self.views)
                    choices = self.ask(number, rows, log)
                    self.check_answer(number, self.game.choose_all(games, self.record, rows, self.views, choices))

    def ask(self, number: int, rows: NDArray[np.uint32], log: Log | None) -> NDArray[np.int8]:
        """What a player chooses in these games. It sees only its views of them."""
        choices = self.choices[: len(rows)]
        choices.fill(UNANSWERED)
        ask_player(self.players[number], self.shown[: len(rows)], choices, rows)
        if log is not None:
            log.append((rows.copy(), choices.copy()))
        return choices

    def check_answer(self, number: int, answer: int) -> int:
        """The referee's answer, if it is not negative; a negative one names an illegal choice, which is raised."""
        if answer >= 0:
            return answer
        player, chosen = self.players[number], int(self.choices[-1 - answer])
        if chosen == UNANSWERED:
            raise IllegalChoice(f"{player} chose nothing: `choose` writes into every row of `choices`, and returns nothing")
        raise IllegalChoice(f"{player} chose {describe_illegal(self.game, self.views[-1 - answer], chosen)}")


@kernel
def list_turns(games, over, seating, rows, counts):
    """List for each player the games in which it has the turn. Returns how many games go on."""
    counts[:] = 0
    for i in range(len(games)):
        table = games[i].table
        if table.phase != over:
            player = seating[i, table.turn]
            rows[player, counts[player]] = i
            counts[player] += 1
    return counts.sum()


def by_game(log: Log, count: int) -> list[NDArray[np.int8]]:
    """The choices of each game, in the order in which they were made."""
    rows = np.concatenate([rows for rows, _ in log])
    choices = np.concatenate([choices for _, choices in log])
    order = np.argsort(rows, kind="stable")
    ends = np.cumsum(np.bincount(rows, minlength=count))
    return np.split(choices[order], ends[:-1])
