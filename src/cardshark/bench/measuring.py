"""What is measured, by name, and how: rivals take turns in short slices within one run."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from typing import NamedTuple

from cardshark.bench import environments, learning, peers, playing, policies, starting, thinking
from cardshark.bench.bare import DUTCH
from cardshark.bench.environments import peer_environment as peer
from cardshark.bench.peer_environments import openspiel_decisions, pettingzoo_decisions, pgx_batches, rlcard_decisions
from cardshark.bench.playing import PASSING
from cardshark.bench.task import AMERICAN, BATCH, GIN, BenchTask
from cardshark.tables import Turn
from cardshark.text import choice


class Measurement(NamedTuple):
    """What was measured: the best slice, the median slice, and the best against the best of bare C or of one core."""

    name: str
    per_second: float
    unit: str
    ratio_to_c: float | None  # None where there is no such C, or no compiler
    median_per_second: float
    rules: str
    note: str
    ratio_to_one_core: float | None = None  # None where one core is all that is used

    @property
    def nanoseconds(self) -> float:
        """The time of one hand, decision or whatever the unit is."""
        return 1e9 / self.per_second


TASKS: dict[str, Callable[[], BenchTask]] = {
    "hearts52.kernel": partial(playing.hearts_kernel, AMERICAN, AMERICAN, "deal and play in one kernel, no views"),
    "hearts52.passing": partial(playing.hearts_kernel, PASSING, AMERICAN, "the same with passing, against C without"),
    "hearts52.loop": partial(playing.hearts_loop, AMERICAN),
    "hearts32.kernel": partial(playing.hearts_kernel, DUTCH, DUTCH, "deal and play in one kernel, no views"),
    "hearts32.loop": partial(playing.hearts_loop, DUTCH),
    "hearts52.playout": thinking.playouts,
    "hearts52.imagine": thinking.imagined,
    "hearts52.ismcts": thinking.ismcts,
    "hearts32.network": learning.decisions,
    "hearts32.train": learning.training,
    "falcon.train": learning.falcon_training,
    "policy.network": partial(policies.decisions, "hearts", policies.WHOLE),
    "policy.gin": partial(policies.decisions, "gin", GIN),
    "policy.single": policies.singles,
    "policy.hands": policies.hands,
    "policy.train": learning.policy_training,
    "hearts32.rollouts": thinking.rollouts,
    "hearts52.export": thinking.exported,
    "start.warm": starting.warm_start,
    "start.cold": starting.cold_start,
    "compile.all": starting.everything,
    "duel.random": playing.random_duel,
    "duel.cores": playing.duel_on_cores,
    "gin.deadwood": playing.gin_deadwood,
    "gin.loop": playing.gin_loop,
    "gin.simple": playing.gin_simple,
    "gin.network": learning.gin_turns,
    "gin.montecarlo": thinking.gin_montecarlo,
    "python.player": playing.python_player,
    "env.hearts52": partial(environments.environment, "hearts", PASSING, None, "every seat chooses by NumPy from legal choices as words"),
    "env.bits": partial(environments.environment, "hearts", PASSING, Turn.bits, "the same, and `bits` of every decision as uint8"),
    "env.gin": partial(environments.environment, "gin", GIN, None, "both seats choose by NumPy from legal choices as words"),
    "env.gin.bits": partial(environments.environment, "gin", GIN, Turn.bits, "the same, and `bits` of every decision as uint8"),
    "env.collect": partial(environments.collection, PASSING),
    "peers.openspiel.hearts": partial(playing.peer, peers.openspiel, "hearts(pass_cards=false)", 50, "OpenSpiel, stepped from Python"),
    "peers.openspiel.ismcts": thinking.peer_ismcts,
    "peers.openspiel.gin": partial(playing.peer, peers.openspiel, "gin_rummy", 10, "OpenSpiel, stepped from Python"),
    "peers.rlcard.gin": partial(playing.peer, peers.rlcard, "gin-rummy", 10, "RLCard, in its own loop"),
    "peers.env.openspiel.hearts": partial(
        peer, openspiel_decisions, "hearts(pass_cards=false)", 500, "OpenSpiel, stepped from Python, with all that the player knows"
    ),
    "peers.env.openspiel.gin": partial(
        peer, openspiel_decisions, "gin_rummy", 500, "OpenSpiel, stepped from Python, with its observations"
    ),
    "peers.env.rlcard.gin": partial(peer, rlcard_decisions, "gin-rummy", 200, "RLCard, stepped from Python, with its observations"),
    "peers.env.pettingzoo.gin": partial(
        peer, pettingzoo_decisions, "gin_rummy_v4", 100, "PettingZoo, stepped from Python, observation and mask"
    ),
    "peers.env.pettingzoo.holdem": partial(
        peer, pettingzoo_decisions, "texas_holdem_v4", 100, "the same at Texas hold'em, which has fewer cards"
    ),
    "peers.env.pgx.mahjong": partial(
        environments.peer_batches,
        pgx_batches,
        "sparrow_mahjong",
        BATCH,
        f"pgx on JAX, all cores: it has neither Hearts nor gin; {BATCH} games",
    ),
}


def measure(only: str | None = None, limit: float = 3.0) -> Iterator[Measurement]:
    """Measure one name or all of them, `limit` seconds each; engines that are not installed are skipped, unless asked for by name."""
    for name in TASKS if only is None else [choice("measurement", only, TASKS)]:
        try:
            task = TASKS[name]()
        except peers.NotInstalled:
            if only is not None:
                raise
            continue
        yield time_task(name, task, limit)


def time_task(name: str, task: BenchTask, limit: float) -> Measurement:
    """Measure a task against its rivals."""
    rivals = [task.once, *filter(None, [task.bare or task.one_core])]
    times, *rival = race(rivals, limit) if task.rehearsed else [[task.once()]]
    ratio = min(rival[0]) / min(times) if rival else None
    to_c = ratio * task.amount / BATCH if ratio and task.bare else None
    to_one_core = None if task.bare else ratio
    speeds = [task.amount / find(times) for find in (min, median)]
    return Measurement(name, speeds[0], task.unit, to_c, speeds[1], task.rules, task.note, to_one_core)


def race(rivals: Sequence[Callable[[], float]], limit: float) -> list[list[float]]:
    """The seconds of many slices of each rival, taken in turn, so that a busy moment of the machine hits all of them."""
    for once in rivals:
        once()  # the first time may compile
    found: list[list[float]] = [[] for _ in rivals]
    end = time.perf_counter() + limit
    while not found[0] or time.perf_counter() < end:
        for once, times in zip(rivals, found, strict=True):
            times.append(once())
    return found


def memory(hands: int) -> float:
    """By how many megabytes the peak memory of the loop grows after its first batches; it should hardly grow at all."""
    import resource

    once = playing.hearts_loop(AMERICAN).once
    for _ in range(10):
        once()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(hands // BATCH):
        once()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
