"""Two players on the same deals against the same others: which is better, and by how much? Differences on one deal say most.

    python examples/paired.py jake stock random --deals 2000

Every deal is played in each seat, once by each of the two, with copies of the third player on all other seats. The deal is the unit.
Players who choose alike on most deals are told apart by far fewer deals than two duels would need.
"""

import argparse

import numpy as np

from cardshark.games import hearts, house
from cardshark.play import Table
from cardshark.players import seat


def points(player, others, rules, deals, seed, size=256):
    """How many points a hand a player took more than each of the others, on each deal, over all seats."""
    table, found = Table(hearts, rules, [seat(player), seat(others)], size), np.zeros(deals)
    for start in range(0, deals, size):
        count = min(size, deals - start)
        for place in range(rules.players):
            games = table.deal(seed, count, start)
            seating = np.ones((count, rules.players), np.int8)
            seating[:, place] = 0
            table.play(games, seating)
            totals = games["table"]["totals"][:, : rules.players].astype(float)
            own = totals[:, place]
            found[start : start + count] += (own - (totals.sum(axis=1) - own) / (rules.players - 1)) / rules.players
    return found


def spoken(differences):
    """A mean with its 95 % interval."""
    mean, reach = differences.mean(), 1.96 * differences.std(ddof=1) / len(differences) ** 0.5
    return f"{mean:+.2f} ({mean - reach:+.2f} to {mean + reach:+.2f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Two players on the same deals")
    for name in ("one", "other", "others"):
        parser.add_argument(name)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="american:hands=1")
    given = parser.parse_args()
    rules = house.parse(hearts.PRESETS, given.rules)
    one, other = (points(each, given.others, rules, given.deals, given.seed) for each in (given.one, given.other))
    print(f"points a hand against {given.others}, {given.deals} deals: {given.one} {spoken(one)}, {given.other} {spoken(other)}")
    print(f"{given.one} less {given.other} on the same deals: {spoken(one - other)}")
