"""What was seen, chosen, thought and scored on some deals: one record a decision."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.data.opinions import Opinions, choose_and_tell
from cardshark.data.schema import row_type
from cardshark.play import Table
from cardshark.players.player import Choices, Player, Rows, Views, ask_player
from cardshark.tables.observing import Observer


class Watched(Player):
    """A player at a table where everything is written down."""

    def __init__(self, player: Player, number: int, scribe: "Scribe", judge: Player | None = None) -> None:
        self.player, self.number, self.scribe, self.judge = player, number, scribe, judge

    def sit(self, game: Any, rules: Any) -> None:
        self.player.sit(game, rules)
        if self.judge:
            self.judge.sit(game, rules)

    def begin(self, rows: Rows) -> None:
        self.player.begin(rows)

    def choose(self, views: Views, choices: Choices, rows: Rows | None = None) -> None:
        assert rows is not None  # the loop hands them out
        legal = self.scribe.observer.legal(views)
        if self.judge:
            ask_player(self.player, views, choices, rows)
            opinions = choose_and_tell(self.judge, views, legal, np.full_like(choices, -1), rows)
        else:
            opinions = choose_and_tell(self.player, views, legal, choices, rows)
        self.scribe.note(self.number, rows, views, choices, opinions)

    def __str__(self) -> str:
        return str(self.player)


class Scribe:
    """Writes down what happens at a table of many games."""

    def __init__(self, game: Any, rules: Any) -> None:
        self.game, self.rules = game, rules
        self.observer = Observer(game, rules)
        self.kind = row_type(self.observer)
        self.places = np.zeros(64, np.int64)  # of each choice in the game's list of actions
        self.places[self.observer.actions] = np.arange(len(self.observer.actions))

    def open(self, games: np.ndarray, start: int) -> None:
        """Begin with games that were just dealt, from deal number `start` on."""
        self.games, self.start = games, start
        self.steps = np.zeros(len(games), np.int32)
        self.first = games["table"]["hand_number"].astype(np.int32)
        self.hands = self.first.copy()  # the hand in play
        self.notes: list[np.ndarray] = []
        self.scores: dict[int, np.ndarray] = {}  # of every game's first hand, second hand, ...

    def note(self, number: int, rows: Rows, views: Views, choices: Choices, opinions: Opinions) -> None:
        """Write down what player `number` saw, chose and thought in these games."""
        table, found = views["table"], np.zeros(len(rows), self.kind)
        self.score_hands(rows[table["hand_number"] != self.hands[rows]])
        self.hands[rows] = table["hand_number"]
        columns = {
            "deal": self.start + rows.astype(np.int64), "hand": table["hand_number"], "step": self.steps[rows], "seat": table["turn"],
            "player": number, "phase": table["phase"], "words": self.observer.words(views), "legal": views["legal"], "choice": choices,
            "values": opinions.values[:, self.observer.actions], "errors": opinions.errors[:, self.observer.actions],
            "policy": self.policy(opinions, choices),
        }  # fmt: skip
        for name, column in columns.items():
            found[name] = column
        self.notes.append(found)
        self.steps[rows] += 1

    def policy(self, opinions: Opinions, choices: Choices) -> NDArray[np.float32]:
        """How much a player is for each action: a row adds up to 1."""
        found = opinions.policy[:, self.observer.actions].astype(np.float32)
        undecided = np.flatnonzero(found.sum(axis=1) == 0)
        found[undecided, self.places[choices[undecided] & 63]] = 1  # a choice that is no choice is refused by the loop, right after this
        return found / found.sum(axis=1, keepdims=True)

    def score_hands(self, rows: NDArray[np.integer]) -> None:
        """Write down what each seat scored in the hand that has ended in these games."""
        if len(rows):
            points, numbers = self.game.hand_points(self.games[rows], self.rules), (self.hands - self.first)[rows]
            for number in np.unique(numbers).tolist():
                of_hand = self.scores.setdefault(number, np.zeros((len(self.games), points.shape[1]), np.int32))
                of_hand[rows[numbers == number]] = points[numbers == number]

    def close(self) -> np.ndarray:
        """All rows, now that every game is over: deal by deal, in the order of the choices."""
        self.score_hands(np.arange(len(self.games)))
        found = np.concatenate(self.notes)
        found = found[np.lexsort((found["step"], found["deal"]))]
        games, seats = found["deal"] - self.start, found["seat"].astype(np.int64)
        totals = self.games["table"]["totals"][:, : self.game.seats(self.rules)].astype(np.int64)
        best = totals == (totals.min if self.game.LOWEST_WINS else totals.max)(axis=1, keepdims=True)
        scores = np.stack([self.scores[number] for number in range(len(self.scores))])
        found["score"] = scores[found["hand"] - self.first[games], games, seats]
        found["total"] = totals[games, seats]
        found["won"] = (best / best.sum(axis=1, keepdims=True))[games, seats]
        return found


class WatchedTable:
    """A table at which players are watched, deal after deal. One player sits on every seat, or one on each.

    A judge says what every choice is worth, whoever makes it; without one each player says so itself.
    """

    def __init__(self, game: Any, rules: Any, players: Sequence[Player], size: int, judge: Player | None = None) -> None:
        self.scribe = Scribe(game, rules)
        watched: dict[int, Watched] = {}
        for number, player in enumerate(players):  # one who sits on several seats has the number of the first
            watched.setdefault(id(player), Watched(player, number, self.scribe, judge))
        self.numbers = [watched[id(player)].number for player in players]
        self.table = Table(game, rules, [watched[id(player)] for player in players], size)

    def play(self, seed: int, start: int, deals: int) -> np.ndarray:
        """Play deals from number `start` on: a row for each decision."""
        games = self.table.deal(seed, deals, start)
        self.scribe.open(games, start)
        self.table.play(games, None if len(self.numbers) == 1 else np.tile(np.array(self.numbers, np.int8), (deals, 1)))
        return self.scribe.close()
