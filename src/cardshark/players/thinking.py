"""What players who think ahead have in common, whatever the game: options, time limits, and opinions that can be shown."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from cardshark.cards import listed, lowest
from cardshark.games import house
from cardshark.jit import at, record, rule
from cardshark.players.player import Choices, Player, Views
from cardshark.players.style import check_chance
from cardshark.text import UserError

CHUNK = 256  # worlds imagined at a time
OWN_MOON = "at Hearts: points that are added in thought to a hand in which the one who chooses shoots the moon; -26 to wish for it"
SPAN = record([("begin", np.int64), ("amount", np.int64)])  # some worlds: the number of the first, and how many


class Sampler(IntEnum):
    """How hidden cards are imagined."""

    UNIFORM = 0
    SEQUENTIAL = 1
    WEIGHTED = 2
    PRODUCT = 3
    NETWORK = 4  # by a network's beliefs about each card; montecarlo at Hearts only


class PassBy(IntEnum):
    """How a player who thinks ahead passes cards."""

    RULE = 0  # by the passing rule of its playouts
    SEARCH = 1  # by thinking ahead
    POLICY = 2  # as a trained policy would: simple Monte Carlo only


class Opinion(NamedTuple):
    """What a player thinks of one legal choice: the points that it expects to lose (at Hearts: to take), less those that it wins."""

    choice: int
    mean: float
    low: float  # 95 % interval, from the number of independent deals
    high: float
    visits: int
    chance: float | None = None  # how likely the player makes this choice, if it knows


class Thought(NamedTuple):
    """The result of thinking about some views, one a row: sums of costs and of their squares, and visits, for each of 64 choices."""

    sums: np.ndarray
    squares: np.ndarray
    visits: np.ndarray
    worlds: np.ndarray  # the number of worlds for each view
    effective: np.ndarray  # how many independent worlds they are worth; a guess for the sampler product: that of the pool it is fitted to


class ViewTally(NamedTuple):
    """The same about one view, inside kernels.

    A function that makes a tuple inside a kernel must not write through it, but pass it to a function that does. Numba loses track of
    what the tuple was made of, and may drop a write that looks useless (its dead-code elimination knows aliases of arguments only).
    """

    sums: Any
    squares: Any
    visits: Any


@rule
def cheapest(legal, sums):
    """The legal choice with the lowest sum."""
    best = lowest(legal)
    rest = legal
    while rest:
        choice = lowest(rest)
        rest &= rest - np.uint64(1)
        if sums[at(choice)] < sums[at(best)]:
            best = choice
    return best


def new_thought(rows: int) -> Thought:
    """An empty thought about `rows` views."""
    return Thought(np.zeros((rows, 64)), np.zeros((rows, 64)), np.zeros((rows, 64)), np.zeros(rows), np.zeros(rows))


def join_thoughts(thoughts: Sequence[Thought]) -> Thought:
    """Thoughts about some views, then about others, as one."""
    return Thought(*map(np.concatenate, zip(*[new_thought(0), *thoughts], strict=True)))


def opinion(thought: Thought, choice: int) -> Opinion:
    """The opinion of a choice from the first row: its mean, and an interval from the number of independent deals."""
    visits = int(thought.visits[0, choice])
    if not visits:
        return Opinion(choice, math.nan, math.nan, math.nan, 0)
    mean = thought.sums[0, choice] / visits
    spread = max(thought.squares[0, choice] / visits - mean**2, 0.0)
    worlds = thought.worlds[0]  # hands in the same world are not independent of each other
    independent = min(visits, worlds) * min(1.0, thought.effective[0] / worlds)
    reach = 1.96 * math.sqrt(spread / (independent - 1)) if independent > 1 else math.inf  # one deal shows nothing about the spread
    return Opinion(choice, mean, mean - reach, mean + reach, visits)


def check_own_moon(points: float) -> None:
    """Refuse what would drown every other cost."""
    if not -1000 <= points <= 1000:
        raise UserError(f"own_moon is a number of points from -1000 to 1000, not {points}")


@dataclass
class Thinker(Player):
    """A player who imagines the hidden cards and plays on in thought."""

    seconds: Annotated[float, "time to think about each decision; 0 for a fixed number of deals or simulations"] = 0.0
    playout: Annotated[
        str, "how hands are finished in thought: random, greedy, stock or jake, perhaps with options, as greedy(ties=spades_low)"
    ] = "greedy"
    epsilon: Annotated[float, "chance that anybody plays any legal card in a playout"] = 0.0
    others: Annotated[str, "how the others are thought to play: same as playout, or a style, or several as greedy+stock"] = "same"
    sampler: Annotated[Sampler, "how hidden cards are imagined"] = Sampler.UNIFORM
    pool: Annotated[int, "deals that are weighed for each one that is used, by the samplers weighted and product"] = 10
    slip_chance: Annotated[float, "chance that the others do not do as they are thought to, when deals are weighed"] = 0.1
    passing: Annotated[PassBy, "how cards are passed: by the rule of the playouts, by search, or (montecarlo) by a policy"] = PassBy.RULE

    FORMER_OPTIONS: ClassVar[dict[str, str]] = {"loose": "slip_chance"}
    own_moon = 0.0  # an option of those who try every choice, or grow a tree

    def __post_init__(self) -> None:
        check_chance("epsilon", self.epsilon)
        check_chance("slip_chance", self.slip_chance)
        if not 0 <= self.seconds <= 3600:
            raise UserError(f"seconds to think are 0 (a fixed number of deals) to 3600, not {self.seconds}")
        if self.sampler == Sampler.NETWORK and not hasattr(self, "beliefs"):
            raise UserError("sampler=network is for montecarlo: uniform, sequential, weighted or product here")
        if not 1 <= self.pool <= 1000:
            raise UserError(f"a pool has 1 to 1000 deals for each one taken, not {self.pool}")

    def style_texts(self, usual: str = "greedy") -> list[str]:
        """The names of the own style in playouts, and of the styles that the others are thought to have."""
        own = usual if self.playout == "usual" else self.playout
        return [own, *(own if self.others == "same" else self.others).split("+")]

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules, which hold in playouts too."""
        self._game, self._rules = game, house.record(rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Think about every view, and choose what costs least."""
        self.decide(views, choices)

    def decide(self, views: Views, choices: Choices) -> Thought:
        """Choose, and say what was thought on the way. Where nothing had to be thought about, no choice was tried."""
        if not self.seconds:
            return self.think(views, choices)
        return join_thoughts([self.think(views[i : i + 1], choices[i : i + 1]) for i in range(len(views))])

    def think(self, views: Views, choices: Choices) -> Thought:
        """Think about these views with the fixed number of worlds, or about one view until the time is up."""
        thought = new_thought(len(views))
        if not self.seconds:
            self.ponder(views, choices, thought, 0, self.worlds())
            return thought
        begin, end = 0, time.monotonic() + self.seconds
        while not begin or (time.monotonic() < end and thought.worlds.any()):
            self.ponder(views, choices, thought, begin, self.chunk())
            begin += self.chunk()
        return thought

    def opinions(self, view: Any) -> list[Opinion]:
        """What each legal choice of one view is expected to cost."""
        views: np.ndarray = np.zeros(1, self._game.VIEW)
        views[0] = view
        views.flags.writeable = False  # as at the table, so that kernels are compiled once
        self.think_even_if_forced(True)
        try:
            thought = self.think(views, np.zeros(1, np.int8))
        finally:
            self.think_even_if_forced(False)
        return [opinion(thought, choice) for choice in listed(int(views["legal"][0]))]

    def chunk(self) -> int:
        """How many worlds are thought about between two looks at the clock."""
        return CHUNK

    def worlds(self) -> int:
        """In how many worlds to think about a decision."""
        raise NotImplementedError

    def think_even_if_forced(self, wanted: bool) -> None:
        """Turn on or off: thinking about decisions with only one choice, and searching where a rule would decide."""
        raise NotImplementedError

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int) -> None:
        """Add worlds from number `begin` on to a thought, and choose by all of it."""
        raise NotImplementedError
