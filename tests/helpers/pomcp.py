"""Made-up hands and tables of the POMCP report, for tests of its page."""

import numpy as np

from cardshark.arena.contest import Contest, Standing
from cardshark.arena.stats import Moments
from cardshark.experiments.hearts_pomcp.hands import Hands
from cardshark.experiments.hearts_pomcp.tables import AS_DESCRIBED

TABLES = 10  # eight printed ones, two of them in another order as well


def made_hands(means, table=0, hands=4000, seed=1):
    """Single hands of a table with about these points, shared out at random; one hand in forty has a moon."""
    random = np.random.default_rng(seed)
    points = np.stack([random.binomial(26, mean / sum(means), hands) for mean in means[:3]])
    points = np.concatenate([points, 26 - points.sum(axis=0, keepdims=True)])
    moons = np.zeros_like(points)
    moons[1, ::40] = 1
    points[:, ::40] = np.array([26, 0, 26, 26])[:, None]
    return Hands(table, Moments.of(np.concatenate([points, moons]))), points, moons


def made_tables(gaps, spread=0.5, deals=4000, tables=TABLES, moons=()):
    """A contest in which everybody takes 6.5 points a hand, and at some tables somebody so many more: {(table, seat): points}.

    `moons` has how many were shot at each table, one on each of the first deals; without it there are none.
    """
    random = np.random.default_rng(3)
    figures = np.zeros((tables * 5, deals), int)
    for table, shot in enumerate(moons):
        figures[table * 5 + 4, :shot] = 1
    for table in range(tables):
        for place in range(4):
            mean = 4 * (6.5 + gaps.get((table, place), 0))
            drawn = random.normal(mean, 4 * spread, deals)
            figures[table * 5 + place] = np.floor(drawn + random.random(deals))
    contest = Contest("tables", tuple(AS_DESCRIBED.table(table % TABLES) for table in range(tables)), deals, "passleft")
    return Standing(contest, Moments.of(figures), {})
