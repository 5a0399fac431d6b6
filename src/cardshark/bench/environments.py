"""Tables as learners use them: a turn, legal choices as words, observations, choices by NumPy. And other people's environments.

A slice begins in the middle of play and ends there: tables that end are dealt again, and that is timed too.
"""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.bench.task import BATCH, SEED, BenchTask, seconds
from cardshark.tables import Tables, Turn, random_choices

STEPS = 64  # choices at every table in a slice: about a hand of Hearts
TURNS_BEFORE = 200  # until tables of gin are in all phases of a hand

HANDS = 16 * BATCH  # of a collection

Look = Callable[[Turn], Any]


def any_legal(words: NDArray[np.uint64], luck: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """One of the legal choices of each word, every one as likely as the others: what a user writes in NumPy."""
    skipped = ((luck >> np.uint64(32)) * np.bitwise_count(words) >> np.uint64(32)).astype(np.uint8)
    for k in range(int(skipped.max())):
        words &= words - (skipped > k)  # without its lowest choice
    return np.bitwise_count((words & -words) - np.uint64(1))


def environment(game: str, rules: str, look: Look | None, note: str) -> BenchTask:
    """Step all tables of a game again and again. `look` is what the learner looks at before it chooses, beside the legal choices."""
    tables = Tables(game, rules, count=BATCH, seed=SEED)

    def step_all(steps: int) -> None:
        turn = tables.turn()
        for _ in range(steps):
            if look:
                look(turn)
            turn = tables.choose(any_legal(turn.legal_words(), turn.luck))

    step_all(TURNS_BEFORE)
    return BenchTask(partial(seconds, step_all, STEPS), BATCH * STEPS, "decisions", rules, f"{note}, {BATCH} tables")


def collect(rules: str, hands: int) -> list[Any]:
    """What examples/collect.py does: observation, mask, action and return of every decision of seat 0, among three random players."""
    tables = Tables("hearts", rules, count=2 * BATCH, seed=SEED, opponents="random", learner=0)
    turn, seen, results = tables.turn(), [], np.full((2 * (hands + tables.count), 4), np.nan, np.float32)
    while turn.match.min() < hands:
        legal = turn.legal_words()
        choices = random_choices(legal, turn.luck)
        seen.append((turn.words(), legal, choices, turn.match))
        turn = tables.choose(choices)
        results[turn.ended_match] = turn.returns
    return [(words, legal, choices, results[match, 0]) for words, legal, choices, match in seen]


def collection(rules: str) -> BenchTask:
    """Hands of one seat as data, the tables and their memory included."""
    note = f"one seat's observation (words), mask, action and return of every decision, three random players, {2 * BATCH} tables"
    return BenchTask(partial(seconds, collect, rules, HANDS), HANDS, "hands", rules, note)


def peer_environment(decisions: Callable[[str], Iterator[None]], game: str, amount: int, note: str) -> BenchTask:
    """Decisions of another environment, an observation for each of them."""
    steps = decisions(game)

    def step_some() -> None:
        deque(islice(steps, amount), maxlen=0)

    return BenchTask(partial(seconds, step_some), amount, "decisions", game, note)


def peer_batches(batches: Callable[[str, int], Callable[[], None]], game: str, count: int, note: str) -> BenchTask:
    """Steps of another environment that has many games side by side."""
    return BenchTask(partial(seconds, batches(game, count)), count, "decisions", game, note)
