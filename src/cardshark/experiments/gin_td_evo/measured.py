"""What was measured for the rummy paper, read back: meetings, final hands, and what training took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import hypot, sqrt
from typing import Any, NamedTuple

import numpy as np

from cardshark.arena.gin_hands import FIGURES, FinalHands
from cardshark.arena.stats import Estimate, Interval, Moments, around, independent_mean, student
from cardshark.experiments.curves import bin_sizes
from cardshark.experiments.gin_td_evo.meetings import BLOCK, COUNTED, tournament
from cardshark.experiments.gin_td_evo.tables import EVERYBODY, EVOS, GAMES, PLAYERS, RUNS, TDS, brain_name, numbered
from cardshark.games.gin.rules import PRESETS
from cardshark.report.record import Record

LONGEST = PRESETS["paper"].max_turns  # of a game that nobody wins
LONGEST_TRAINED = max(GAMES, key=lambda player: GAMES[player])
HALF = Fraction(1, 2)  # figures are those of a pair of games


@dataclass(frozen=True)
class MeetingResult:
    """What came of the mirrored games of two players, seen from one of them."""

    moments: Moments
    side: int = 0  # 0 or 1: whose view it is
    first: Sequence[int] = ()  # the sums of the first pairs alone, where they are kept

    def weigh(self, **weights: Fraction | int) -> Estimate:
        """A combination of figures a game: `wins`, `score` and `turns` (of won games) of this player, `their_wins` ... of the other."""
        found = [Fraction(0)] * len(self.moments.sums)
        for name, weight in weights.items():
            mine = not name.startswith("their_")
            place = COUNTED.index(f"{name.removeprefix('their_')} {'ab'[self.side if mine else 1 - self.side]}")
            found[place] += HALF * weight
        return Estimate.of(self.moments, found)

    def wins(self) -> Estimate:
        """The share of all games that this player won."""
        return self.weigh(wins=1)

    def lead(self) -> Estimate:
        """The share of games won, less the share lost: 1 if this player won every game, −1 if it lost every one."""
        return self.weigh(wins=1, their_wins=-1)

    def margin(self) -> Estimate:
        """Points a game, less those of the other player."""
        return self.weigh(score=1, their_score=-1)

    def score(self) -> Estimate:
        """Points a game."""
        return self.weigh(score=1)

    def turns(self) -> float:
        """Turns a game, drawn ones included."""
        won = self.weigh(turns=1, their_turns=1).value
        return won + LONGEST * (1 - self.weigh(wins=1, their_wins=1).value)

    def turns_won(self) -> Estimate:
        """Turns of the games that this player won."""
        return self.weigh(turns=1) / self.weigh(wins=1)

    def in_first_tournament(self, figure: str) -> int:
        """A sum over the pairs of the paper's own tournament."""
        return self.first[COUNTED.index(f"{figure} {'ab'[self.side]}")]

    @property
    def pairs(self) -> int:
        """Mirrored pairs of games."""
        return self.moments.count


class RummyData:
    """All that was measured for the paper: meetings, final hands and trainings."""

    def __init__(self, record: Record) -> None:
        self.scale = record.run.scale
        self.found: dict[tuple[str, str, str], MeetingResult] = {}
        for row in record.rows("meetings"):
            moments, first = Moments.read(row["moments"]), row.get("first", ())
            self.found[row["kind"], row["one"], row["other"]] = MeetingResult(moments, 0, first)
            self.found[row["kind"], row["other"], row["one"]] = MeetingResult(moments, 1, first)
        self.brains = {row["name"]: row for row in record.rows("brains")}
        self.hands = {(row["player"], row["run"]): row for row in record.rows("hands")}

    def meeting(self, kind: str, one: str, other: str) -> MeetingResult:
        """A meeting, seen from the first player."""
        return self.found[kind, one, other]

    def tournament_meeting(self, one: str, other: str, run: int = 1) -> MeetingResult:
        """A meeting of a tournament, seen from the first player."""
        return self.found[tournament(run), one, other]

    # ---- the tournament ----

    def total(self, player: str, figure: str, run: int = 1) -> Interval:
        """Wins or points that a tournament of the paper's size would have, from our many games."""
        parts = [self.figure_of(self.tournament_meeting(player, other, run), figure).interval() for other in EVERYBODY if other != player]
        errors = [(part.high - part.value) for part in parts]
        return around(2 * BLOCK * sum(part.value for part in parts), 2 * BLOCK * hypot(*errors))

    def total_error(self, player: str, figure: str) -> float:
        """The standard error of the paper's total, if its games spread as ours do."""
        variances = [self.pair_variance(self.tournament_meeting(player, other), figure) for other in EVERYBODY if other != player]
        return sqrt(BLOCK * sum(variances))

    @staticmethod
    def figure_of(met: MeetingResult, figure: str) -> Estimate:
        """Wins or points a game."""
        return met.wins() if figure == "wins" else met.score()

    def pair_variance(self, met: MeetingResult, figure: str) -> float:
        """How much wins or points of a pair of games vary."""
        weights = [2 * slope for slope in self.figure_of(met, figure).slopes]
        return float(met.moments.covariance(weights, weights))

    # ---- method against method ----

    def evo_against_td(self) -> dict[tuple[str, str], MeetingResult]:
        """Every evolved brain against every one of the other method, by their names."""
        found = {}
        for one in EVOS:
            for run in range(1, RUNS[one] + 1):
                for other in TDS:
                    for other_run in range(1, RUNS[other] + 1):
                        key = numbered(one, run), numbered(other, other_run)
                        found[key] = self.tournament_meeting(one, other, run) if run == other_run else self.meeting("runs", *key)
        return found

    def equal(self, mark: int) -> dict[tuple[str, str], MeetingResult]:
        """The same, with the brains that both methods had at a mark."""
        ends = brain_name("", mark)
        return {
            (one, other): met for (kind, one, other), met in self.found.items()
            if kind == "equal" and one.endswith(ends) and one.startswith("EVO")
        }  # fmt: skip

    # ---- final hands ----

    def final_hands(self, player: str) -> FinalHands:
        """What a player of the first run held at the end."""
        row = self.hands[player, 1]
        moments = Moments(row["pairs"], tuple(row["sums"]), tuple(row["products"]))
        return FinalHands(player, ("everybody",), "paper", 0, row["pairs"], moments, {})

    def each(self, player: str, run: int, *figures: str) -> float:
        """The mean of figures over the final hands of a player."""
        row = self.hands[player, run]
        return sum(row["sums"][FIGURES.index(figure)] for figure in figures) / (2 * row["pairs"])

    def sets_share(self, player: str, run: int) -> float:
        """The share of sets among the melds of the final hands."""
        return self.each(player, run, "sets") / max(self.each(player, run, "sets", "runs"), 1e-9)

    def small_tournaments(self, player: str) -> np.ndarray:
        """Of tournaments of the paper's size, one a row: wins, and the probability of even suits and of even faces."""
        return np.array(self.hands[player, 1]["tournaments"], float)

    # ---- training ----

    def games(self, mark: int) -> int:
        """How many games the intermediate brains of a mark have learned from; at scale 1, the mark itself."""
        return dict(self.brains[numbered(LONGEST_TRAINED)]["marks"])[mark]

    def games_of(self, player: str) -> int:
        """How many games a player has learned from in the end."""
        return self.brains[numbered(player)]["games"]

    def trainings(self, *players: str) -> list[Mapping[str, Any]]:
        """All trainings of these players."""
        return [row for row in self.brains.values() if row["player"] in players]


def crossed_mean(cells: Mapping[tuple[str, str], float]) -> Interval:
    """The mean over all pairs of two kinds of brains, with an interval for other brains of either kind: their own means vary."""
    ones, others = ({key[place] for key in cells} for place in (0, 1))
    sides = [
        [float(np.mean([value for key, value in cells.items() if key[place] == name])) for name in names]
        for place, names in enumerate((sorted(ones), sorted(others)))
    ]
    errors = [np.std(side, ddof=1) / sqrt(len(side)) for side in sides]
    return around(float(np.mean(list(cells.values()))), student(min(map(len, sides))) * float(hypot(*errors)))


def leads(met: Mapping[tuple[str, str], MeetingResult]) -> dict[tuple[str, str], float]:
    """The lead of the first player in each meeting."""
    return {key: each.lead().value for key, each in met.items()}


def runs_of(*players: str) -> list[tuple[str, int]]:
    """These players in both tournaments."""
    return [(player, run) for player in players for run in (1, 2)]


def all_turns(data: RummyData, same: bool) -> list[float]:
    """Turns a game of every two players of a tournament who learned by the same method, or by different ones."""
    found = []
    for run in (1, 2):
        for place, one in enumerate(PLAYERS):
            for other in PLAYERS[:place]:
                if ((one in EVOS) == (other in EVOS)) == same:
                    found.append(data.tournament_meeting(one, other, run).turns())
    return found


class TurnCurve(NamedTuple):
    """The learning curve of a training."""

    games: list[int]  # after how many
    turns: list[float]  # a game, since the number before


def turns_by_game(row: Mapping[str, Any]) -> TurnCurve:
    """How turns a game changed in the course of a training."""
    ends = np.cumsum(bin_sizes(row["games"], len(row["turns"])))
    return TurnCurve(ends.tolist(), [turns / games for turns, games in zip(row["turns"], np.diff(ends, prepend=0), strict=True)])


def strength(data: RummyData, name: str) -> Interval:
    """The share of games that an intermediate brain, or a final one, wins against the seven other final players."""
    if name not in PLAYERS:
        return data.meeting("regime", name, "field").wins().interval()
    parts = [data.tournament_meeting(name, other).wins().interval() for other in PLAYERS if other != name]
    return independent_mean(parts)
