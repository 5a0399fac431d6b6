"""A against B on the same deals in every seating: how many points a hand are they apart?

Card luck dwarfs skill, so every deal is played once for each way to place A and B around the table, and the deal is the
unit of the statistics: hands of one deal are not independent of each other. Sums are kept as exact whole numbers, so
the result depends on the settings and the seed alone, not on how the work was cut up.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from cardshark.play import Game, Table
from cardshark.players.table import Player
from cardshark.text import UserError

CHUNK = 2048  # deals in play at a time


@dataclass(frozen=True)
class Duel:
    """What a duel showed. Points are those of the game: few are good in Hearts, many in gin rummy."""

    a: str
    b: str
    points_a: float  # a hand, for each seat of A
    points_b: float
    difference: float  # points_a - points_b
    low: float  # 95 % interval of the difference, from the spread between deals
    high: float
    share_a: float | None  # of all points, for each seat of A: 0.25 is equal in Hearts; None if nobody made any
    deals: int
    hands: int
    moons: int
    seconds: float


@dataclass
class Sums:
    """Exact sums over deals; `d` is a deal's difference times the number of seats of A and of B."""

    deals: int = 0
    a: int = 0
    b: int = 0
    d: int = 0
    d_squared: int = 0
    moons: int = 0

    def add(self, a: np.ndarray, b: np.ndarray, d: np.ndarray, moons: int) -> None:
        """Add the deals of one chunk: points of A's and of B's seats, and differences, as whole numbers."""
        self.deals += len(a)
        self.a += int(a.sum())
        self.b += int(b.sum())
        self.d += int(d.sum())
        self.d_squared += int((d * d).sum())
        self.moons += moons


def placements(seats: int, of_a: int) -> np.ndarray:
    """Every way to place A on so many seats, one a row: 0 where A sits, 1 where B sits."""
    found = np.ones((math.comb(seats, of_a), seats), np.int8)
    for row, chosen in zip(found, combinations(range(seats), of_a), strict=True):
        row[list(chosen)] = 0
    return found


def duel(
    game: Game, rules: Any, a: tuple[str, Player], b: tuple[str, Player], deals: int, seed: int,
    seats_of_a: int = 1, progress: Callable[[int], None] = lambda done: None,
) -> Duel:  # fmt: skip
    """Play single hands, `deals` deals in every placement of A and B (each a name and a player)."""
    if deals < 2:
        raise UserError(f"a duel needs at least 2 deals, not {deals}")
    if not 0 < seats_of_a < game.seats(rules):
        raise UserError(f"A takes 1 to {game.seats(rules) - 1} seats, not {seats_of_a}")
    rules = rules._replace(hands=1)
    places = placements(game.seats(rules), seats_of_a)
    table = Table(game, rules, [a[1], b[1]], CHUNK)
    sums, began = Sums(), time.perf_counter()
    for start in range(0, deals, CHUNK):
        count = min(CHUNK, deals - start)
        sums.add(*play_deals(table, places, seed, start, count))
        progress(count)
    return summary(a[0], b[0], places, sums, time.perf_counter() - began)


def play_deals(table: Table, places: np.ndarray, seed: int, start: int, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Play some deals in every placement: A's and B's points, their differences a deal, and moons."""
    a, b, moons = np.zeros(count, np.int64), np.zeros(count, np.int64), 0
    for number, place in enumerate(places):
        games = table.deal(seed, count, start, luck=f"luck {number}")
        table.play(games, np.tile(place, (count, 1)))
        points = table.game.hand_points(games, table.rules)
        a += points[:, place == 0].sum(axis=1)
        b += points[:, place == 1].sum(axis=1)
        moons += int(games["moons"].sum()) if "moons" in (table.game.GAME.names or ()) else 0
    of_a = int((places == 0).sum())
    return a, b, a * (places.size - of_a) - b * of_a, moons


def summary(a: str, b: str, places: np.ndarray, sums: Sums, seconds: float) -> Duel:
    """Means and the interval from the sums."""
    from scipy.special import stdtrit  # a tenth of a second that only a result needs

    of_a = int((places == 0).sum())  # seats of A over all placements
    of_b = places.size - of_a
    scale, deals = of_a * of_b, sums.deals
    difference = sums.d / (scale * deals)
    spread = sums.d_squared * deals - sums.d**2  # exact: deals * (deals - 1) * variance
    error = math.sqrt(spread / (deals - 1)) / (scale * deals) if deals > 1 else math.nan
    reach = float(stdtrit(deals - 1, 0.975)) * error if deals > 1 else math.nan
    everything = sums.a + sums.b
    share = (sums.a / of_a) / (everything / len(places)) if everything else None
    return Duel(
        a, b, sums.a / (of_a * deals), sums.b / (of_b * deals), difference, difference - reach, difference + reach,
        share, deals, deals * len(places), sums.moons, seconds,
    )  # fmt: skip
