"""A million hands of Hearts as data: what one seat knew, what it was allowed to do, what it did, and what came of it.

    python examples/collect.py             # a million hands: some seconds, 2.2 GB
    python examples/collect.py 10000

Every decision is a row. What the seat knew is packed: one 64-bit word for each of the planes that `tables.planes` describes, 128 bytes a
row; `cardshark.tables.unpack` makes noughts and ones of them, batch by batch. Put your own policy where `random_choices` stands.
"""

import sys
import time

import numpy as np

from cardshark.tables import Tables, random_choices


def collect(hands, seed=1):
    """Words, legal choices, choices and returns of seat 0, among three random players. Rows with NaN belong to hands that are not over."""
    tables = Tables("hearts", "american:hands=1", count=min(hands, 8192), seed=seed, opponents="random", learner=0)
    turn, seen, results = tables.turn(), [], np.full((2 * hands, 4), np.nan, np.float32)
    while turn.match.min() < hands:
        legal = turn.legal_words()
        choices = random_choices(legal, turn.luck)
        seen.append((turn.words(), legal, choices, turn.match))
        turn = tables.choose(choices)
        results[turn.ended_match] = turn.returns
    words, legal, choices, match = (np.concatenate(column) for column in zip(*seen, strict=True))
    return words, legal, choices, results[match, 0]


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    collect(100)  # compiles what is not compiled yet
    start = time.perf_counter()
    words, legal, choices, returns = collect(wanted)
    taken = time.perf_counter() - start
    print(f"{wanted:,} hands and some more, {len(words):,} decisions in {taken:.2f} s, {words.nbytes / 1e9:.2f} GB of words")
    print(f"a seat that plays at random takes {-np.nanmean(returns):.2f} points a hand")
