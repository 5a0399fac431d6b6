"""One learner at many tables, in no framework's words: observations, masks over actions, rewards and ends, one table a row."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.adapters.settings import usual_unless
from cardshark.games import game_named, house
from cardshark.games.match import describe_illegal
from cardshark.players.player import unpack
from cardshark.tables import Tables, Turn
from cardshark.tables.seating import ROTATE, read_opponents
from cardshark.tables.tables import MOST_TABLES
from cardshark.text import UserError, brief, choice, whole_number

BITS, WORDS, THESIS = "bits", "words", "thesis"
BOUNDS = {BITS: (0, 1), WORDS: (0, 2**64 - 1), "lab": (0, 1), "paper": (-2, 2), "four": (0, 1), "deadwood": (0, 10)}
SUIT = 13  # cards
ERROR, REPLACE = "error", "replace"


class Settings(NamedTuple):
    """What the keyword arguments of an environment decide."""

    rules: Any = None  # as everywhere; without it one hand by the usual rules
    opponents: Any = "random"  # one or several, as texts or objects
    learner: Any = ROTATE  # its seat, or another one in every match
    rewards: str = "points"  # or "score" or "win": see `Tables`
    observation: str = BITS  # or "words", or the name of a network's inputs
    illegal: str = ERROR  # or "replace": the lowest legal action is carried out instead


class Step(NamedTuple):
    """What came of one choice a table."""

    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    returns: NDArray[np.float32]  # of every seat, where the match has ended
    seats: NDArray[np.int8]  # where the learner sat


class Learner:
    """Tables at which one seat learns and the others are opponents.

    The rewards of a match add up to the learner's return. What it won before its first choice is added to its first reward, and a match
    in which it had nothing to choose is left out.
    """

    def __init__(self, game: str, count: int, settings: Settings) -> None:
        choice("way to treat illegal actions", settings.illegal, (ERROR, REPLACE))
        self.game, self.count = game, whole_number("the number of tables", count, 1, MOST_TABLES)
        self.opponents = read_opponents(settings.opponents, game)
        if not self.opponents:
            raise UserError("one learner needs opponents: name one or several, as opponents='jake'")
        self.rules = house.read_rules(game_named(game), usual_unless(game, settings.rules))
        check_seat(settings.learner, game_named(game).seats(self.rules))
        self.settings = settings
        self.deal(0)  # only to see how large everything is
        self.waits = True
        choice("observation", settings.observation, (BITS, WORDS, *self.tables.inputs))

    def deal(self, seed: int) -> None:
        """Deal all tables anew, by this seed."""
        _, _, learner, rewards, *_ = self.settings
        self.tables = Tables(self.game, self.rules, self.count, seed, opponents=self.opponents, learner=learner, rewards=rewards)
        self.waits = False  # for the first deal
        self._early = self.turn.rewards.astype(np.float64)

    @property
    def turn(self) -> Turn:
        """What the learner may know now."""
        return self.tables.turn()

    @property
    def actions(self) -> NDArray[np.int8]:
        """The choice that each action stands for."""
        return self.tables.actions

    def observe(self) -> np.ndarray:
        """What the learner sees."""
        kind = self.settings.observation
        if kind == BITS:
            return self.turn.bits()
        return self.turn.words() if kind == WORDS else self.turn.inputs(kind)

    def bounds(self) -> tuple[float, float]:
        """The least and the most that a number of the observation can be."""
        kind = self.settings.observation
        if kind == THESIS:  # points of the hand, or cards of a suit
            return 0, max(SUIT, self.rules.derived()["all_penalties"])
        return BOUNDS.get(kind, (-np.inf, np.inf))  # a game of another package may have inputs of which nothing is known

    def mask(self) -> NDArray[np.int8]:
        """1 for every action that is legal."""
        return self.turn.legal(compact=True).astype(np.int8)

    def choose(self, actions: Any) -> Step:
        """Carry out one action a table."""
        self._check_dealt()
        seats, turn = self.turn.seat, self.tables.choose(self._choices(actions))
        rewards, ended = turn.rewards.astype(np.float64), np.zeros(self.count, np.bool_)
        returns = np.zeros((self.count, self.tables.seats), np.float32)
        rows, first = np.unique(turn.ended, return_index=True)  # matches that ended later had no choice for the learner
        early, self._early = self._early, np.zeros(self.count)
        self._early[rows] = rewards[rows]
        rewards[rows] = turn.final[first, seats[rows]]
        ended[rows], returns[rows] = True, turn.returns[first]
        return Step(rewards + early, ended, returns, seats)

    def texts(self) -> list[str]:
        """What the learner may know, as text, one table after the other."""
        self._check_dealt()
        text, rules = self.tables.game.text, self.tables.rules
        return ["\n".join(text.position(view, rules)) for view in unpack(self.turn.views)]

    def _check_dealt(self) -> None:
        """Refuse to go on where nobody has asked for a match."""
        if self.waits:
            raise UserError("no match is dealt yet: call `reset` first")

    def _choices(self, actions: Any) -> NDArray[np.int8]:
        """The choices that these actions stand for."""
        given = np.asarray(actions)
        last = len(self.actions) - 1
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            wanted = "an action is a whole number" if self.count == 1 else f"actions are {self.count} whole numbers"
            raise UserError(f"{wanted} from 0 to {last}, not {given.dtype} of shape {given.shape}")
        if given.min() < 0 or given.max() > last:
            raise UserError(f"actions are numbers from 0 to {last}, and {given[(given < 0) | (given > last)][0]} is not one")
        if self.settings.illegal == REPLACE:
            mask = self.mask()
            given = np.where(mask[np.arange(self.count), given], given, mask.argmax(axis=1))
        choices = self.actions[given]
        self._check_legal(choices)
        return choices

    def _check_legal(self, choices: NDArray[np.int8]) -> None:
        """Refuse an illegal choice in a sentence that has the numbers of actions; that of `Tables` has those of choices."""
        illegal = self.turn.legal_words() >> choices.astype(np.uint64) & np.uint64(1) == 0
        if illegal.any():
            row = int(illegal.argmax())
            told = describe_illegal(self.tables.game, self.turn.views[row], int(choices[row]), self.tables.observer.places)
            where = "" if self.count == 1 else f"table {row}: "
            raise UserError(f"{where}seat {self.turn.seat[row]} chose {told}")


def check_seat(learner: Any, seats: int) -> None:
    """Refuse what is no seat of one learner, nor another one in every match."""
    number = isinstance(learner, (int, np.integer)) and not isinstance(learner, bool)
    if not (0 <= learner < seats if number else isinstance(learner, str) and learner == ROTATE):
        raise UserError(f"learner is {ROTATE!r} or one seat from 0 to {seats - 1}, not {brief(learner)}")
