"""Single hands of a printed table, on other seeds than the published one: which reading fits, and how sure the printed figures are.

A printed table is 1,000 hands, each dealt anew. Its errors follow from the spread of single hands, and how far a reading is from it from
all four scores at once: their sum says how many moons were shot, and their shares the rest.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from cardshark.arena.placing import Placing, game_and_rules, seat_players
from cardshark.arena.records import DEALS, Piece
from cardshark.arena.stats import Estimate, Interval, Moments
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_pomcp.tables import AS_PROGRAMMED, CANDIDATES, CHOSEN_ON, HANDS, MOONS, PRINTED, Kind

SEATS = 4
AT_A_TIME = 32  # deals that are in play together
NONE_SEEN = 3.69  # the mean number of rare events up to which 2.5 times out of 100 none is seen
LUCKS = 10  # times that the same deals are played with other luck of the players


class Trial(NamedTuple):
    """A reading at a printed table: who sits there, and on how many deals, each in all four rotations of the seats."""

    reading: str
    table: int
    players: tuple[str, ...]
    rules: str
    deals: int
    seed: int
    lucks: int = 1  # of the players on each deal


class LuckTrial(NamedTuple):
    """A table whose deals are played again and again with other luck of the players; `seat` is whose points are asked for."""

    players: tuple[str, ...]
    seat: int
    rules: str
    deals: int
    lucks: int
    seed: int


def trials(amounts: Amounts) -> dict[str, Trial]:
    """Every candidate at every printed table, by name. What takes longer is tried on fewer deals."""
    found = {}
    for reading, players in CANDIDATES.items():
        deals = amounts.amount(f"choosing: {reading}", 100 if "three times" in reading else 300, least=2)
        for table in range(len(PRINTED)):
            trial = Trial(reading, table, players.table(table), players.rules, deals, CHOSEN_ON)
            found[f"choosing: {reading}, table {table + 1}"] = trial
    return found


def luck_trials(amounts: Amounts, seed: int) -> dict[str, LuckTrial]:
    """The two players who look ahead, at tables 1 and 2."""
    return {
        f"luck of {kind}": LuckTrial(AS_PROGRAMMED.table(table), 1, AS_PROGRAMMED.rules, amounts.amount("luck", 100, least=2), LUCKS, seed)
        for table, kind in ((0, Kind.MC), (1, Kind.POMCP))
    }


# ---- playing ----


@lru_cache(maxsize=1)
def seat_table(players: tuple[str, ...], rules: str) -> tuple[Placing, np.ndarray]:
    """A table with these players, and who sits where."""
    name, found, _ = game_and_rules("hearts", rules)
    kinds = list(dict.fromkeys(players))
    return Placing(name, found, seat_players(kinds).players, False, AT_A_TIME), np.array([kinds.index(each) for each in players], np.int8)


def rounds(trial: Trial | LuckTrial, luck: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Points and moons of every seat of a table, [seat, deal], for each of its four turns, some deals at a time."""
    placing, place = seat_table(trial.players, trial.rules)
    found = []
    for start in range(0, trial.deals, AT_A_TIME):
        piece = Piece(DEALS, start, min(AT_A_TIME, trial.deals - start))
        for turn in range(SEATS):
            outcome = placing.play(trial.seed, piece, np.roll(place, turn), SEATS * luck + turn)
            found.append((np.roll(outcome.points, -turn, axis=0), np.roll(outcome.counted, -turn, axis=0)))
    return found


def play_trial(trial: Trial | LuckTrial) -> dict[str, Any]:
    """What came of a trial of either kind."""
    return play_hands(trial) if isinstance(trial, Trial) else play_lucks(trial)


def play_hands(trial: Trial) -> dict[str, Any]:
    """Sums over single hands: the points of each seat, then its moons."""
    moments = [Moments.of(np.concatenate(each)) for each in rounds(trial)]
    total = moments[0]
    for each in moments[1:]:
        total += each
    return {"reading": trial.reading, "table": trial.table, "moments": total.to_json()}


def play_lucks(trial: LuckTrial) -> dict[str, Any]:
    """The points of one seat on each deal, all four turns together, with each luck: [luck][deal]."""
    points = []
    for luck in range(trial.lucks):
        turns = rounds(trial, luck)
        by_turn = [np.concatenate([found[0][trial.seat] for found in turns[turn::SEATS]]) for turn in range(SEATS)]
        points.append(np.sum(by_turn, axis=0).tolist())
    return {"points": points}


# ---- what came of it ----


class Hands(NamedTuple):
    """What single hands of one table showed."""

    table: int
    moments: Moments

    def points(self, *seats: int) -> Estimate:
        """The mean points of these seats, or of all."""
        chosen = seats or range(SEATS)
        return Estimate.of(self.moments, [Fraction(figure in chosen, len(chosen)) for figure in range(2 * SEATS)])

    def share(self, *seats: int) -> Estimate:
        """The share of all points that one of these seats takes."""
        return self.points(*seats) / self.points() / SEATS

    def moons(self, *seats: int) -> Estimate:
        """Moons in a thousand hands, of these seats or of all."""
        chosen = [SEATS + seat for seat in seats or range(SEATS)]
        return Estimate.of(self.moments, [1000 if figure in chosen else 0 for figure in range(2 * SEATS)])

    def misfit(self) -> tuple[float, float]:
        """How far the printed scores are from these, all four jointly, and their sum alone (which counts the moons), in squares of
        standard errors of both: if the reading is right, about four and one."""
        units = np.eye(2 * SEATS, dtype=int)[:SEATS].tolist()
        spread = np.array([[float(self.moments.covariance(one, other)) for other in units] for one in units])
        errors = spread * (1 / HANDS + 1 / self.moments.count)
        gap = np.array([seat.score / HANDS for seat in PRINTED[self.table]]) - [self.points(seat).value for seat in range(SEATS)]
        ones = np.ones(SEATS)
        of_sum = float(gap.sum() ** 2 / (ones @ errors @ ones)) if ones @ errors @ ones > 1e-9 else float(gap.sum() != 0)
        return float(gap @ np.linalg.pinv(errors) @ gap), of_sum


def read_hands(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Hands]]:
    """The trials of a record: the tables of each reading."""
    found: dict[str, list[Hands]] = {}
    for row in rows:
        found.setdefault(row["reading"], []).append(Hands(row["table"], Moments.read(dict(row["moments"]))))
    return found


def printed_error(figure: Estimate) -> float:
    """The standard error that a figure has in the report: of as many hands as a printed table has."""
    return float(figure.moments.covariance(figure.slopes, figure.slopes) / HANDS) ** 0.5


def moons_error(table: int) -> float:
    """The standard error of a printed number of moons: they are rare, and independent of each other."""
    return (MOONS[table] * (1 - MOONS[table] / HANDS)) ** 0.5


def moons_interval(moons: Estimate, hands: int) -> Interval:
    """Where the moons of a thousand hands lie. That none was seen among a few hands does not mean that there are none."""
    found = moons.interval()
    return found if found.low < found.high else found._replace(high=1000 * NONE_SEEN / hands)
