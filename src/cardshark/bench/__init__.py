"""Hands per second on this machine, on one core, and how that compares with bare C and with other people's engines.

Machines are noisy, so rivals take turns in short slices within one run; the best slice says what the code can do, the median
how quiet the machine was. A ratio of two figures of one run says more than any figure.
"""

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark import play
from cardshark.arena.duel import duel
from cardshark.bench import learning, peers, thinking
from cardshark.bench.task import AMERICAN, BATCH, GIN, SEED, Task, seconds
from cardshark.chance import decks, words
from cardshark.games import gin, hearts, house
from cardshark.games.gin import melds
from cardshark.games.gin import rules as gin_rules
from cardshark.games.hearts import rules as hearts_rules
from cardshark.jit import kernel
from cardshark.players.gin.styles import gin_style_of, play_gin
from cardshark.players.hearts.uniform import play_randomly
from cardshark.players.player import Bot, Player
from cardshark.players.uniform import Random
from cardshark.text import choice

PYTHON_BATCH = 256  # more would keep the garbage collector busy
DUEL_DEALS = 8192
GIN_HANDS = 1 << 18  # enough that the processor cannot learn them by heart

PASSING = "american:hands=1"
DUTCH = "dutch:hands=1"
BARE = {AMERICAN: "american", DUTCH: "dutch"}  # the functions of bare.c


class Result(NamedTuple):
    """What was measured: the best slice, the median slice, and the best against the best of bare C."""

    name: str
    per_second: float
    unit: str
    ratio_to_c: float | None  # None where there is no such C, or no compiler
    median_per_second: float
    rules: str
    note: str

    @property
    def nanoseconds(self) -> float:
        """What one of them takes."""
        return 1e9 / self.per_second


# ---- Hearts in bare C ----


@cache
def bare_library() -> ctypes.CDLL | None:
    """bare.c compiled for this very machine; None without a compiler that can."""
    source = Path(__file__).with_name("bare.c")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "bare.so"
        command = ["cc", "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=60)
            return ctypes.CDLL(str(library))
        except (OSError, subprocess.SubprocessError):
            return None


def bare_hands(function: str, games: np.ndarray) -> tuple[Callable[[], None], NDArray[np.int16]] | None:
    """The first hands of fresh games in C: a call that plays them at random, and where it writes the scores, one row a hand."""
    library = bare_library()
    if library is None:
        return None
    scores = np.empty((len(games), hearts.SEATS), np.int16)
    arrays = [*(np.ascontiguousarray(games[name]) for name in ("deals", "luck", "first")), scores]
    return partial(
        getattr(library, function), ctypes.c_int64(len(games)), *(array.ctypes.data_as(ctypes.c_void_p) for array in arrays)
    ), scores


def bare_rival(text: str) -> Callable[[], float] | None:
    """A batch in C, where there is a compiler."""
    rules = house.parse(hearts_rules.PRESETS, text)
    bare = bare_hands(BARE[text], play.deal(hearts, rules, SEED, BATCH))
    return partial(seconds, bare[0]) if bare else None


# ---- Hearts ----


def hearts_kernel(text: str, bare: str, note: str) -> Task:
    """Whole hands, the deal included, with nothing but kernels."""
    rules = house.parse(hearts_rules.PRESETS, text)
    record = house.record(rules)
    fresh = play.records(BATCH, hearts.GAME)
    games = play.records(BATCH, hearts.GAME)
    dealt = play.deal(hearts, rules, SEED, BATCH)
    for name in ("deals", "luck", "first"):
        fresh[name] = dealt[name]

    def deal_and_play() -> None:
        hearts.start_all(games, record)
        play_randomly(games, record)

    def once() -> float:
        games[:] = fresh
        return seconds(deal_and_play)

    return Task(once, BATCH, "hands", text, note, bare_rival(bare))


def through_the_loop(game: play.Game, rules: Any, player: Player, batch: int) -> Callable[[], float]:
    """Deal and play batch after batch, fresh deals each time."""
    table, batches = play.Table(game, rules, [player], batch), iter(range(1 << 40))

    def deal_and_play() -> None:
        table.play(table.deal(SEED, batch, start=batch * next(batches)))

    return partial(seconds, deal_and_play)


def hearts_loop(text: str) -> Task:
    """The same hands as a kernel plays, with views and a player."""
    rules = house.parse(hearts_rules.PRESETS, text)
    note = f"one random player on all seats, {BATCH} games side by side"
    return Task(through_the_loop(hearts, rules, Random(), BATCH), BATCH, "hands", text, note, bare_rival(text))


class LowestCard(Bot):
    """Plays its lowest legal card: the least that a player in plain Python can do."""

    def play(self, view: Any) -> int:
        return (view.legal & -view.legal).bit_length() - 1


def python_player() -> Task:
    """What a player in plain Python gets, its views as Python objects."""
    rules = house.parse(hearts_rules.PRESETS, AMERICAN)
    note = f"the lowest legal card, in plain Python on all seats, {PYTHON_BATCH} games side by side"
    once = through_the_loop(hearts, rules, LowestCard(), PYTHON_BATCH)
    return Task(once, PYTHON_BATCH * hearts_rules.LONGEST, "decisions", AMERICAN, note)


# ---- gin rummy ----


@kernel
def sum_deadwood(hands):
    """The deadwood of many hands together."""
    total = 0
    for i in range(len(hands)):
        total += melds.deadwood(hands[i])
    return total


def gin_deadwood() -> Task:
    """Random hands of ten cards, one after the other in one kernel."""
    shuffled = decks(words(SEED, "deal", GIN_HANDS))[:, :10]
    hands = np.bitwise_or.reduce(np.uint64(1) << shuffled.astype(np.uint64), axis=1)
    return Task(partial(seconds, sum_deadwood, hands), GIN_HANDS, "hands", "", "exact deadwood of random hands of ten cards")


def gin_loop() -> Task:
    """Whole random hands of gin."""
    rules = house.parse(gin_rules.PRESETS, GIN)
    note = f"one random player on both seats, {BATCH} games side by side"
    return Task(through_the_loop(gin, rules, Random(), BATCH), BATCH, "hands", GIN, note)


def gin_simple() -> Task:
    """Whole hands of two simple players, the deal included, with nothing but kernels."""
    rules = house.parse(gin_rules.PRESETS, GIN)
    record, styles = house.record(rules), np.repeat(gin_style_of("simple"), gin.SEATS)
    fresh, games = play.deal(gin, rules, SEED, BATCH), play.records(BATCH, gin.GAME)

    def deal_and_play() -> None:
        gin.start_all(games, record)
        play_gin(games, record, styles)

    def once() -> float:
        games.view(np.uint8)[:] = 0
        for name in ("deals", "luck"):
            games[name] = fresh[name]
        return seconds(deal_and_play)

    return Task(once, BATCH, "hands", GIN, "two simple players, deal and play in one kernel, no views")


# ---- other people's engines ----


def peer(engine: Callable[[str], Callable[[], Any]], game: str, hands: int, note: str) -> Task:
    """Random hands of another engine, a few at a time so that long and short ones even out."""
    play_hand = engine(game)

    def play_some() -> None:
        for _ in range(hands):
            play_hand()

    return Task(partial(seconds, play_some), hands, "hands", game, note)


# ---- the arena ----


def random_duel() -> Task:
    """A duel of random players, statistics and all."""
    seeds = iter(range(1 << 40))
    once = partial(seconds, lambda: duel("hearts", PASSING, "random", "random", DUEL_DEALS, next(seeds)))
    return Task(once, DUEL_DEALS * hearts_rules.SEATS, "hands", PASSING, "every placement, in one process")


# ---- the measurements ----

TASKS: dict[str, Callable[[], Task]] = {
    "hearts52.kernel": partial(hearts_kernel, AMERICAN, AMERICAN, "deal and play in one kernel, no views"),
    "hearts52.passing": partial(hearts_kernel, PASSING, AMERICAN, "the same with passing, against C without"),
    "hearts52.loop": partial(hearts_loop, AMERICAN),
    "hearts32.kernel": partial(hearts_kernel, DUTCH, DUTCH, "deal and play in one kernel, no views"),
    "hearts32.loop": partial(hearts_loop, DUTCH),
    "hearts52.playout": thinking.playouts,
    "hearts52.imagine": thinking.imagined,
    "hearts52.ismcts": thinking.ismcts,
    "hearts32.network": learning.decisions,
    "hearts32.train": learning.training,
    "falcon.train": learning.falcon_training,
    "hearts32.rollouts": thinking.rollouts,
    "duel.random": random_duel,
    "gin.deadwood": gin_deadwood,
    "gin.loop": gin_loop,
    "gin.simple": gin_simple,
    "gin.network": learning.gin_turns,
    "gin.montecarlo": thinking.gin_montecarlo,
    "python.player": python_player,
    "peers.openspiel.hearts": partial(peer, peers.openspiel, "hearts(pass_cards=false)", 50, "OpenSpiel, stepped from Python"),
    "peers.openspiel.ismcts": thinking.peer_ismcts,
    "peers.openspiel.gin": partial(peer, peers.openspiel, "gin_rummy", 10, "OpenSpiel, stepped from Python"),
    "peers.rlcard.gin": partial(peer, peers.rlcard, "gin-rummy", 10, "RLCard, in its own loop"),
}


def measure(only: str | None = None, limit: float = 3.0) -> Iterator[Result]:
    """Measure one name or all of them, `limit` seconds each; engines that are not installed are asked only by name."""
    for name in TASKS if only is None else [choice("measurement", only, TASKS)]:
        try:
            task = TASKS[name]()
        except peers.NotInstalled:
            if only is not None:
                raise
            continue
        yield timed(name, task, limit)


def timed(name: str, task: Task, limit: float) -> Result:
    """Measure a task against its rival in C."""
    times, *bare = race([task.once, task.bare] if task.bare else [task.once], limit)
    ratio = min(bare[0]) / min(times) * task.amount / BATCH if bare else None
    return Result(name, task.amount / min(times), task.unit, ratio, task.amount / median(times), task.rules, task.note)


def race(rivals: Sequence[Callable[[], float]], limit: float) -> list[list[float]]:
    """The seconds of many slices of each rival, taken in turn so that a busy spell hits all alike."""
    for once in rivals:
        once()  # the first time may compile
    found: list[list[float]] = [[] for _ in rivals]
    end = time.perf_counter() + limit
    while not found[0] or time.perf_counter() < end:
        for once, times in zip(rivals, found, strict=True):
            times.append(once())
    return found


def memory(hands: int) -> float:
    """By how many megabytes the loop's greatest need of memory grows after its first batches; it should hardly grow at all."""
    import resource

    once = hearts_loop(AMERICAN).once
    for _ in range(10):
        once()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(hands // BATCH):
        once()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
