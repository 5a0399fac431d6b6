"""Many tables as one environment: choices go in, a turn comes out, and a table that ends is dealt anew."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import permits
from cardshark.chance import stream
from cardshark.games import house
from cardshark.games.match import describe_illegal
from cardshark.games.planes import Plane
from cardshark.jit import at, kernel
from cardshark.play import Table, records
from cardshark.tables.dealing import Deals, read_start
from cardshark.tables.observing import Observer
from cardshark.tables.rewards import standings_by, wins_by
from cardshark.tables.seating import ROTATE, Learner, draw_seating, list_turns_among, read_learner, read_opponents, words_of
from cardshark.tables.snapshot import Snapshot
from cardshark.tables.turn import Ends, Turn
from cardshark.text import UserError, choice, whole_number

MOST_TABLES = 1 << 24
POINT_REWARDS = ("points", "score")
REWARDS = (*POINT_REWARDS, "win")
PATIENCE = 10_000  # how often matches may end between two turns of the learner
SEATS = "seats"  # the stream of the seed that draws opponents


@kernel
def first_illegal(views, choices):
    """The first row whose choice is not legal, or -1."""
    for i in range(len(choices)):
        if not permits(views[at(i)].legal, choices[at(i)]):
            return i
    return -1


class Tables:
    """Many tables of a game, side by side.

    Match `k` of table `i` is match `k * count + i` of the seed; `Turn.match` says it. Without opponents every seat is the learner's.
    With opponents, who are named as everywhere or handed in as objects, these are asked inside, and a turn shows only the learner.
    Several opponents are drawn by chance for every seat of every match. `learner` is the learner's seat, a list of seats, or
    "rotate": another seat in every match.

    `rewards` "points" count when they are taken, "score" counts when a hand is scored, which matters in Hearts. "win" counts nothing before
    the match is over: then it is 1 for the winner, shared among equals, and 0 for the others. All of them add up to the returns.
    `deals` is for `from_position`, which starts elsewhere than at a deal of the seed.
    """

    def __init__(
        self,
        game: Any,
        rules: Any = None,
        count: int = 1024,
        seed: int = 0,
        opponents: Any = None,
        learner: Any = ROTATE,
        rewards: str = "points",
        deals: Deals | None = None,
    ) -> None:
        self.observer = Observer(game, rules)
        self.game, self.rules, self.record = self.observer.game, self.observer.rules, self.observer.record
        self.count, self.seats = whole_number("the number of tables", count, 1, MOST_TABLES), self.game.seats(self.rules)
        self.rewards = choice("kind of rewards", rewards, REWARDS)
        self.opponents = read_opponents(opponents, self.game.NAME)
        self.learner_seats = read_learner(learner, self.seats)
        if self.learner_seats is not None and not self.opponents:
            raise UserError("learner says where you sit among opponents: without opponents every seat is yours")
        self._deals, self._seat_words = deals or Deals(self.game, self.rules, seed), stream(seed, SEATS)
        self._opponents_table = Table(self.game, self.rules, [Learner(), *self.opponents], self.count if self.opponents else 0)
        self._prepare_memory()
        self._current: Turn | None = None  # while choices are carried out there is none, and there stays none if that is interrupted
        self._deal(np.arange(self.count))
        self._next_turn(self._play_on(self._all))

    def _prepare_memory(self) -> None:
        """Arrays that are used again at every turn."""
        self._all, self._rows = (np.arange(self.count, dtype=np.uint32) for _ in range(2))
        self._views = records(self.count, self.game.VIEW)
        self._shown = read_only(self._views)
        self._choices = np.empty(self.count, np.int8)
        self._turns = np.zeros(1 + len(self.opponents), np.int64)  # how many tables wait for each
        self._together = True  # did no match end at the last choice?
        self.games = records(self.count, self.game.GAME)
        self._blocks = as_blocks(self.games)
        self.seating = np.zeros((self.count, self.seats), np.int8)
        self.numbers = np.arange(self.count) - self.count
        self.steps = np.zeros(self.count, np.int64)
        self.before = np.zeros((self.count, self.seats), np.float32)  # where each seat stood at its last turn

    def __repr__(self) -> str:
        playing = f"opponents: {len(self.opponents)}" if self.opponents else "every seat is yours"
        return f"<Tables: {self.count} of {self.game.NAME}, {house.spell(self.game.PRESETS, self.rules)}, {playing}>"

    @classmethod
    def from_position(
        cls,
        position: Any,
        count: int = 1024,
        seed: int = 0,
        opponents: Any = None,
        learner: Any = None,
        rewards: str = "points",
    ) -> "Tables":
        """Tables that start from a position: that of `Turn.position`, one that was read, or its text.

        At each table the hidden cards are imagined anew. They agree with all that the seat in turn has seen, and all such deals are
        equally likely. From a whole game (`Snapshot.whole`) nothing is imagined. A table that ends starts from the same position again,
        with other hidden cards and other luck. The learner is the seat in turn, if there are opponents and `learner` does not say more.
        Returns are those of the whole match, so the first reward of a seat is what it had won before.
        """
        deals = read_start(position, seed)
        if learner is None:
            learner = ROTATE if opponents is None else deals.seat
        return cls(deals.game, deals.rules, count, seed, opponents, learner, rewards, deals)

    # ---- what learners ask ----

    @property
    def actions(self) -> NDArray[np.int8]:
        """The game's own list of actions: the choice that each of them stands for."""
        return self.observer.actions

    @property
    def action_names(self) -> list[str]:
        """The names of `actions`, in the same order."""
        return self.observer.action_names

    @property
    def planes(self) -> list[Plane]:
        """What the columns of `Turn.bits` mean, 64 for each plane."""
        return self.observer.of_game.PLANES

    @property
    def inputs(self) -> dict[str, str]:
        """The names for `Turn.inputs`, each with what it is."""
        return self.observer.of_game.INPUTS

    def turn(self) -> Turn:
        """Who must choose now, and what they may know."""
        if self._current is None:
            raise UserError("a choice was interrupted while it was carried out: call `restore` with a snapshot, or make new tables")
        return self._current

    def choose(self, choices: Any) -> Turn:
        """Carry out one choice at every table, a number from 0 to 63. Returns the next turn.

        If any choice is not legal, it is named and none is carried out.
        """
        self.turn()  # is there one?
        self._read(choices)
        self._current = None
        self.steps += 1
        if not self.opponents and self._together:  # one kernel for all; it leaves out of `rows` where matches end
            if self.game.step_all(self.games, self.record, self._rows, self._views, self._choices) == self.count:
                return self._next_turn([])
            self._rows[:], self._together = self._all, False
            return self._next_turn(self._play_on(self._all))
        self._together = not self.game.choose_all(self.games, self.record, self._all, self._views, self._choices)
        return self._next_turn(self._play_on(self._all, not self._together))

    def copy(self) -> Snapshot:
        """All tables as they stand. What opponents remember is not in it."""
        parts = (part.copy() for part in (*self._parts(), self.turn().rewards))
        return Snapshot(self.game, self.rules, *parts, source=self._source())

    def restore(self, snapshot: Snapshot) -> Turn:
        """Put all tables back as they stood. Returns the turn of that moment; what had ended before is not told again."""
        fits = isinstance(snapshot, Snapshot) and snapshot.games.shape == self.games.shape
        if not fits or (snapshot.game, snapshot.rules) != (self.game, self.rules):
            raise UserError(f"a snapshot comes from `copy` of {self.count} tables of the same game and rules")
        if snapshot.source != self._source():
            raise UserError("a snapshot comes from tables with the same seed or position, number of opponents, learner and rewards")
        self._current = None
        self._blocks[:] = as_blocks(snapshot.games)
        self._rows[:] = self._all
        for part, stood in zip(self._parts()[1:], (snapshot.seating, snapshot.numbers, snapshot.steps, snapshot.before), strict=True):
            part[:] = stood
        self.game.look_all(self.games, self.record, self._all, self._views)
        self._current = Turn(self, self._shown, snapshot.rewards.copy(), Ends.none(self.seats))
        return self._current

    # ---- inside ----

    def _parts(self) -> list[np.ndarray]:
        """All that changes, in the order of `Snapshot`."""
        return [self.games, self.seating, self.numbers, self.steps, self.before]

    def _source(self) -> tuple[Any, ...]:
        """What makes the future of the tables beside `_parts`: snapshots of tables with another source do not fit."""
        learner = None if self.learner_seats is None else self.learner_seats.tobytes()
        return (*self._deals.source(), len(self.opponents), learner, self.rewards)

    def _read(self, choices: Any) -> None:
        """Take over one choice a table, if all of them are legal."""
        given = np.asarray(choices)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise UserError(f"choices are {self.count} whole numbers, one a table, not {given.dtype} of shape {given.shape}")
        self._choices[:] = given  # a number that does not fit becomes another one
        wrong = int(first_illegal(self._views, self._choices))
        if wrong < 0 and given.dtype.itemsize > 1 and not np.array_equal(given, self._choices):
            wrong = int(np.flatnonzero(given != self._choices)[0])
        if wrong >= 0:
            view, seat = self._views[wrong], int(self._views[wrong]["table"]["turn"])
            raise UserError(f"table {wrong}: seat {seat} chose {describe_illegal(self.game, view, int(given[wrong]))}")

    def _next_turn(self, ends: list[Ends]) -> Turn:
        """The turn after everything was played."""
        self._current = Turn(self, self._shown, self._won(), Ends.join(ends, self.seats))
        return self._current

    def _won(self) -> NDArray[np.float32]:
        """What the seats in turn have won since their last turns."""
        if self.rewards == "win":
            return np.zeros(self.count, np.float32)
        return self.observer.of_game.rewards(self.game, self.games, self.rewards == "points", self.before)

    def _play_on(self, rows: NDArray[np.uint32], ended: bool = True) -> list[Ends]:
        """Deal anew where a match has ended and let opponents play, until the learner has the turn everywhere. Returns what ended.

        `rows` are the tables at which somebody has just chosen; `ended` is False where it is known that no match ended.
        """
        ends: list[Ends] = []
        while True:
            if ended:
                ends += self._end()
            if len(ends) > PATIENCE:
                raise UserError("matches end again and again before the learner has a turn: let it sit elsewhere, or change the rules")
            if not self.opponents:
                break
            list_turns_among(self.games, self.seating, rows, self._opponents_table.rows, self._turns)
            waiting = [number for number in range(1, len(self._turns)) if self._turns[number]]
            if not waiting:
                break
            rows = np.concatenate([self._opponents_table.rows[number, : self._turns[number]] for number in waiting])
            ended = sum(self._ask(number) for number in waiting) > 0
        self.game.look_all(self.games, self.record, self._all, self._views)
        return ends

    def _ask(self, number: int) -> int:
        """Let an opponent choose where it has the turn. How many matches have ended?"""
        table = self._opponents_table
        rows = table.rows[number, : self._turns[number]]
        self.game.look_all(self.games, self.record, rows, table.views)
        choices = table.ask(number, rows, None)
        return table.check_answer(number, self.game.choose_all(self.games, self.record, rows, table.views, choices))

    def _end(self) -> list[Ends]:
        """Deal anew where a match has ended. Returns what came of it."""
        rows = np.flatnonzero(self.games["table"]["phase"] == self.game.OVER)
        if not len(rows):
            return []
        totals = self.games["table"]["totals"][rows, : self.seats]
        found = wins_by(self.game, totals) if self.rewards == "win" else standings_by(self.game, totals)
        ends = Ends(rows, self.numbers[rows], self.seating[rows], found, found - self.before[rows])
        self._deal(rows)
        return [ends]

    def _deal(self, rows: NDArray[np.int64]) -> None:
        """Begin the next match at these tables."""
        self.numbers[rows] += self.count
        numbers = self.numbers[rows]
        self._blocks[rows] = as_blocks(self._deals.first_games(numbers))
        self.steps[rows] = 0
        self.before[rows] = 0
        if self.opponents:
            learners = np.tile(self.learner_seats, (len(rows), 1)) if self.learner_seats is not None else self._rotated(numbers)
            seating = np.zeros((len(rows), self.seats), np.int8)
            draw_seating(words_of(self._seat_words, numbers), learners, len(self.opponents), seating)
            self.seating[rows] = seating
            for each in self.opponents:
                each.begin(rows.astype(np.uint32))

    def _rotated(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The learner sits elsewhere in every match of a table, and elsewhere at every table."""
        seats = (numbers // self.count + numbers % self.count) % self.seats
        return seats[:, None] == np.arange(self.seats)


def as_blocks(games: np.ndarray) -> np.ndarray:
    """The same games as blocks of memory, which NumPy copies many times faster than records."""
    return games.view(f"V{games.itemsize}")


def read_only(views: np.ndarray) -> np.ndarray:
    """The same views, but nobody can write into them: an array over memory that may be read only cannot be made writeable again."""
    return np.frombuffer(views.view(np.uint8).data.toreadonly(), views.dtype)
