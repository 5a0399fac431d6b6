"""Contests: several tables of players on named seats, on the same deals, each turned once around on every deal.

What a paper's tables need: who sat where, and what each of them took. Turning a table keeps neighbours neighbours. The deal
is the unit, and all tables of a contest are played on it, so that any two seats of any two tables can be compared by deal.
"""

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol

import numpy as np

from cardshark.arena.jobs import HERE, Crew, run
from cardshark.arena.placing import Placing, game_and_rules, seated
from cardshark.arena.records import DEALS, Clock, Piece, Played, Tally, cut, ignore, read
from cardshark.arena.stats import Estimate, Moments


class Contest(NamedTuple):
    """Who sits where at which table, by which rules, on how many deals."""

    name: str
    tables: tuple[tuple[str, ...], ...]
    deals: int
    rules: str
    game: str = "hearts"


class Keeper(Protocol):
    """Where finished pieces are kept."""

    done: dict[str, Any]

    def put(self, key: str, value: Any) -> None: ...


class Hall(NamedTuple):
    """A contest with its players in their places."""

    placing: Placing
    kinds: list[str]
    places: np.ndarray  # the number of the player on each seat, one row a table
    piece: int  # deals in play at a time


@lru_cache(maxsize=2)
def hall(contest: Contest) -> Hall:
    """Ask everybody to sit down."""
    name, rules, _ = game_and_rules(contest.game, contest.rules)
    kinds = list(dict.fromkeys(player for table in contest.tables for player in table))
    sitting = seated(kinds)
    piece = max(1, sitting.size(matches=False) // len(contest.tables))
    places = np.array([[kinds.index(player) for player in table] for table in contest.tables], np.int8)
    return Hall(Placing(name, rules, sitting.players, False, piece), kinds, places, piece)


def play_piece(seed: int, task: tuple[Contest, Piece]) -> Played:
    """Some deals of a contest; for each table the points of each seat over all turns of the table, then the moons."""
    contest, piece = task
    placing, _, places, _ = hall(contest)
    figures = []
    for place in places:
        points, moons = np.zeros((len(place), piece.deals), np.int64), np.zeros((1, piece.deals), np.int64)
        for turn in range(len(place)):
            found = placing.play(seed, piece, np.roll(place, turn), turn)
            points += np.roll(found.points, -turn, axis=0)
            moons += found.moons.sum(axis=0)
        figures += [points, moons]
    return Played(piece, {"points": Moments.of(np.concatenate(figures))}, placing.clocks())


def play_contests(
    contests: Sequence[Contest], seed: int, keeper: Keeper, crew: Crew = HERE, progress: Callable[[int], None] = ignore
) -> dict[str, "Standing"]:
    """Play all contests on the deals of a seed, sharing the cores; what the keeper has is not played again."""
    tallies = {contest.name: Tally() for contest in contests}
    missing = []
    for contest in contests:
        for piece in cut(DEALS, 0, contest.deals, hall(contest).piece):
            known = keeper.done.get(key(contest, piece))
            if known is None:
                missing.append((contest, piece))
            else:
                tallies[contest.name].add(read(known))
                progress(piece.deals)
    for (contest, piece), played in zip(missing, run(partial(play_piece, seed), missing, *crew), strict=True):
        keeper.put(key(contest, piece), played.plain())
        tallies[contest.name].add(played)
        progress(piece.deals)
    return {contest.name: standing(contest, tallies[contest.name]) for contest in contests}


def key(contest: Contest, piece: Piece) -> str:
    """The name of a piece where it is kept; a contest of other tables or rules is another one, whatever it is called."""
    what = hashlib.sha256(json.dumps([contest.game, contest.rules, contest.tables]).encode()).hexdigest()[:8]
    return f"{contest.name} {what}: {piece.start} + {piece.deals}"


# ---- what came of it ----


class Standing(NamedTuple):
    """What a contest showed: exact sums from which any comparison of seats follows."""

    contest: Contest
    moments: Moments
    clocks: dict[str, Clock]  # by player; no part of what can be reproduced

    def points(self, table: int, *seats: int) -> Estimate:
        """The mean points a hand of these seats of a table, or of all its seats."""
        size = len(self.contest.tables[table])
        seats = seats or tuple(range(size))
        weights = [Fraction(0)] * len(self.moments.sums)
        for seat in seats:
            weights[table * (size + 1) + seat] = Fraction(1, size * len(seats))
        return Estimate.of(self.moments, weights)

    def share(self, table: int, *seats: int) -> Estimate:
        """The share of all points of the table that one of these seats takes."""
        return self.points(table, *seats) / self.points(table) / len(self.contest.tables[table])

    def moons(self, table: int) -> float:
        """Moons in a thousand hands."""
        size = len(self.contest.tables[0])
        return 1000 * self.moments.sums[table * (size + 1) + size] / (size * self.moments.count)

    def microseconds(self, player: str) -> float:
        """How long a player took for a choice, forced ones included; not a number where none was timed."""
        seconds = self.clocks[player].each()
        return math.nan if seconds is None else 1e6 * seconds

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        clocks = {name: list(clock) for name, clock in self.clocks.items()}
        return {**self.contest._asdict(), "moments": self.moments.plain(), "clocks": clocks}


def standing(contest: Contest, tally: Tally) -> Standing:
    """The sums of all pieces of a contest."""
    kinds = dict.fromkeys(player for table in contest.tables for player in table)
    return Standing(contest, tally.moments["points"], dict(zip(kinds, tally.clocks, strict=True)))


def read_standing(plain: dict[str, Any]) -> Standing:
    """Back from `plain`."""
    tables = tuple(tuple(table) for table in plain["tables"])
    contest = Contest(plain["name"], tables, plain["deals"], plain["rules"], plain["game"])
    return Standing(contest, Moments.read(plain["moments"]), {name: Clock(*clock) for name, clock in plain["clocks"].items()})
