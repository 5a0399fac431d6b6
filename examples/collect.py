"""A million hands of Hearts as data: what one seat knew, what it was allowed to do, what it did, and what came of it.

    python examples/collect.py             # a million hands: some seconds, 2.3 GB
    python examples/collect.py 10000

Every decision is a row. What the seat knew is packed: one 64-bit word for each of the planes that `tables.planes` describes, 128 bytes a
row; `cardshark.tables.unpack` makes noughts and ones of them, batch by batch. Put your own policy where `random_choices` stands.
"""

import sys
import time

import numpy as np

from cardshark.tables import Tables, random_choices


def collect(hands, seed=1):
    """Batches of words, legal choices, choices and returns of seat 0, among three random players. NaN: that hand was not over."""
    tables = Tables("hearts", "american:hands=1", count=min(hands, 8192), seed=seed, opponents="random", learner=0)
    turn, seen, results = tables.turn(), [], np.full((2 * (hands + tables.count), 4), np.nan, np.float32)
    while turn.match.min() < hands:
        legal = turn.legal_words()
        choices = random_choices(legal, turn.luck)
        seen.append((turn.words(), legal, choices, turn.match))
        turn = tables.choose(choices)
        results[turn.ended_match] = turn.returns
    return [(words, legal, choices, results[match, 0]) for words, legal, choices, match in seen]


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    collect(100)  # compiles what is not compiled yet
    start, busy = time.perf_counter(), time.process_time()
    batches = collect(wanted)
    start, busy = time.perf_counter() - start, time.process_time() - busy
    decisions, size = sum(len(batch[0]) for batch in batches), sum(column.nbytes for batch in batches for column in batch) / 1e9
    print(f"{wanted:,} hands and some more: {decisions:,} decisions, {size:.2f} GB, in {start:.2f} s ({busy:.2f} s of work)")
    print(f"a seat that plays at random takes {-np.nanmean(np.concatenate([batch[3] for batch in batches])):.2f} points a hand")
