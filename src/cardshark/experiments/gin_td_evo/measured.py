"""What was measured for the rummy paper, read back: meetings, final hands and trainings, a figure for each seed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cardshark.arena.gin_hands import FACES, SUITS
from cardshark.arena.stats import Interval
from cardshark.distributions import chi_squared_chance
from cardshark.experiments.curves import bin_sizes
from cardshark.experiments.gin_td_evo.meetings import FIELD, PANEL
from cardshark.experiments.gin_td_evo.runs import HELD
from cardshark.experiments.gin_td_evo.tables import CLIMBERS, EVOS, GAMES, PLAYED, PLAYERS, TDS, VARIED, brain_name
from cardshark.experiments.gin_td_evo.variants import VARIANTS
from cardshark.experiments.seeds import over_seeds
from cardshark.games.gin.rules import PRESETS
from cardshark.report.record import Record

LONGEST = PRESETS["paper"].max_turns  # of a game that nobody wins


@dataclass(frozen=True)
class Met:
    """What came of the mirrored games of two players of a seed, seen from one of them."""

    games: int
    wins: int
    losses: int
    score: int = 0  # these four are kept of some kinds of meetings only
    their_score: int = 0
    turns_of_wins: int = 0
    turns_of_losses: int = 0

    def swapped(self) -> "Met":
        """Seen from the other."""
        wins, losses, score, their_score, mine, theirs = list(vars(self).values())[1:]
        return Met(self.games, losses, wins, their_score, score, theirs, mine)

    def share(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    def lead(self) -> float:
        """The share of games won, less the share lost: 1 if every game was won, −1 if every one was lost."""
        return (self.wins - self.losses) / self.games

    def drawn(self) -> float:
        """The share of games that nobody won."""
        return 1 - (self.wins + self.losses) / self.games

    def points(self) -> float:
        """Points a game."""
        return self.score / self.games

    def turns_won(self) -> float:
        """Turns of the games won; nan without any."""
        return self.turns_of_wins / self.wins if self.wins else np.nan

    def turns(self) -> float:
        """Turns a game, drawn ones included."""
        return (self.turns_of_wins + self.turns_of_losses) / self.games + LONGEST * self.drawn()


Figure = Callable[[Met], float]


class RummyData:
    """All that was measured for the paper."""

    def __init__(self, record: Record) -> None:
        self.brains = {(row["group"], row["player"]): row for row in record.rows("brains")}
        self.hands = {(row["player"], row["run"]): row for row in record.rows("hands")}
        self.found: dict[tuple[str, str, str], list[Met]] = {}
        for row in record.rows("meetings"):
            met = [Met(*sums) for sums in row["sums"]]
            self.found[row["kind"], row["one"], row["other"]] = met
            if row["one"] != row["other"]:
                self.found[row["kind"], row["other"], row["one"]] = [each.swapped() for each in met]
        self.seconds = record.run.seconds
        self.runs = self.brains[PLAYED, PLAYERS[0]]["runs"]
        self.processors: dict[str, set[str]] = {}  # on which a player was trained
        for piece in record.pieces:
            group, _, brain = piece.name.rpartition(" ")[0].partition(": ")
            if group == PLAYED:
                self.processors.setdefault(brain.rpartition("_")[0], set()).add(record.made[piece.made]["processor"])
        self.variant_runs = next(row["runs"] for (group, _), row in self.brains.items() if group == VARIED)

    def met(self, kind: str, one: str, other: str) -> list[Met]:
        """A meeting in every seed, seen from the first player."""
        return self.found[kind, one, other]

    def games_between(self, kind: str) -> int:
        """How many games any two players have in a kind of meeting, in each seed."""
        return next(met[0].games for (of, _, _), met in self.found.items() if of == kind)

    def table(self, figure: Figure, kind: str, ones: Iterable[str], others: Iterable[str]) -> np.ndarray:
        """A figure of every two players: [seed, pair]."""
        others = list(others)
        columns = [[figure(met) for met in self.met(kind, one, other)] for one in ones for other in others if one != other]
        return np.array(columns, float).T

    # ---- method against method ----

    def final_leads(self) -> np.ndarray:
        """The lead of every evolved player over every other, at the end: [seed, pair]."""
        return self.table(Met.lead, "tournament", EVOS, TDS)

    def equal_leads(self, mark: int) -> np.ndarray:
        """The same after as many games of both."""
        evos, tds = ([brain_name(name, mark) for name in names if GAMES[name] > mark] for names in (EVOS, TDS))
        return self.table(Met.lead, "equal", evos, tds)

    def climber_leads(self, mark: int | None = None) -> np.ndarray:
        """The lead of Pollack and Blair's climbers, at a mark or at the end."""
        tds = [brain_name(name, mark) for name in TDS if mark is None or GAMES[name] > mark]
        return self.table(Met.lead, "climbers", [brain_name(name, mark) for name in CLIMBERS], tds)

    # ---- the tournament ----

    def totals(self, player: str, figure: Figure, others: Sequence[str]) -> np.ndarray:
        """What a player would have in ten games against each of these, seed by seed."""
        return 10 * self.table(figure, "tournament", [player], others).sum(axis=1)

    # ---- final hands ----

    def held(self, player: str, *names: str) -> np.ndarray:
        """How much of these a final hand of a player holds, seed by seed."""
        rows = [self.hands[player, run] for run in self.runs]
        return np.array([sum(row["sums"][HELD.index(name)] for name in names) / row["hands"] for row in rows])

    def sets_share(self, player: str) -> np.ndarray:
        """The share of sets among the melds of the final hands, seed by seed; nan where nothing was melded."""
        melds = self.held(player, "sets", "runs")
        return np.divide(self.held(player, "sets"), melds, out=np.full(len(melds), np.nan), where=melds > 0)

    def evenness(self, player: str, kinds: Sequence[str], mean_hand: bool) -> np.ndarray:
        """The probability of an even spread of suits or faces in the final hands of 80 games, seed by seed.

        Either all 800 cards are tested, each as if drawn by itself, or the mean hand: ten cards.
        """
        found = []
        for run in self.runs:
            counts = [self.hands[player, run]["first"][HELD.index(kind)] for kind in kinds]
            found.append(chance_of_even([10 * count / sum(counts) for count in counts] if mean_hand else counts))
        return np.array(found)

    # ---- training ----

    def games(self, mark: int) -> int:
        """How many games the intermediate brains of a mark have learned from; at scale 1, the mark itself."""
        return dict(self.brains[PLAYED, "EVO4"]["marks"])[mark]

    def games_of(self, player: str) -> int:
        """How many games a player has learned from in the end."""
        return self.brains[PLAYED, player]["games"]

    def curves(self, player: str) -> list["Curve"]:
        """How turns a game changed in the course of each training of a player."""
        row = self.brains[PLAYED, player]
        return [Curve.of(row["games"], turns) for turns in row["turns"]]

    def milliseconds(self, player: str) -> np.ndarray:
        """What a training game took, seed by seed."""
        row = self.brains[PLAYED, player]
        return 1000 * np.array(row["seconds"]) / row["games"]

    def microseconds(self, player: str) -> float:
        """What a turn of training took, over all seeds."""
        row = self.brains[PLAYED, player]
        return 1e6 * sum(row["seconds"]) / int(np.sum(row["turns"]))

    def trained_alike(self) -> tuple[str, list[str], list[str]]:
        """A processor on which whole players of both methods were trained, with these: only there can times be compared."""
        for processor in sorted(set().union(*self.processors.values())):
            evos, tds = ([name for name in names if self.processors.get(name) == {processor}] for names in (EVOS, TDS))
            if evos and tds:
                return processor, evos, tds
        return "", [], []

    def strength(self, player: str, mark: int | None = None) -> np.ndarray:
        """The share of games that an intermediate brain, or a final one, wins against the seven other final ones, seed by seed."""
        return np.array([met.share() for met in self.met("regime", brain_name(player, mark), FIELD)])

    # ---- variants ----

    def gain(self, variant: str, against: str = PANEL) -> Interval:
        """How much more of its games a variant wins, less those lost, than the plain brain of its seed against the same opponents."""
        plain = "TD" if VARIANTS[variant].base.startswith("TD") else "EVO"
        ours, theirs = ([met.lead() for met in self.met("variant", name, against)] for name in (variant, plain))
        return over_seeds([one - other for one, other in zip(ours, theirs, strict=True)])

    def both(self, change: str, less: str = "") -> Interval:
        """Evolution's lead over temporal differences where both have a change, or under a reading; perhaps less that under another."""
        leads = [met.lead() for met in self.met("both", change, "TD")]
        others = [met.lead() for met in self.met("both", less, "TD")] if less else [0.0] * len(leads)
        return over_seeds([lead - other for lead, other in zip(leads, others, strict=True)])


def chance_of_even(counts: Sequence[float]) -> float:
    """The chi-squared test of the paper."""
    even = sum(counts) / len(counts)
    return float(chi_squared_chance(sum((count - even) ** 2 for count in counts) / even, len(counts) - 1))


def seeds_of(figures: np.ndarray) -> Interval:
    """The mean over seeds of figures [seed] or [seed, pair], with its interval; a seed that has none is left out."""
    if figures.ndim == 2:
        means = [float(np.nanmean(row)) for row in figures if not np.isnan(row).all()]
    else:
        means = [float(each) for each in figures if not np.isnan(each)]
    return over_seeds(means)


def spread_of_seed(figures: np.ndarray) -> float:
    """The standard deviation from seed to seed: how far one training may be from the mean."""
    known = figures[~np.isnan(figures)]
    return float(known.std(ddof=1)) if len(known) > 1 else np.nan


KINDS = {"suits": SUITS, "faces": FACES}


class Curve(NamedTuple):
    """The learning curve of a training, stretch by stretch."""

    sizes: list[int]  # games of each stretch
    turns: list[int]  # of all of them

    @classmethod
    def of(cls, games: int, turns: Sequence[int]) -> "Curve":
        """From the sums of a record."""
        return cls(bin_sizes(games, len(turns)), list(turns))

    def games(self) -> list[int]:
        """After how many games each stretch ends."""
        return np.cumsum(self.sizes).tolist()

    def each(self) -> list[float]:
        """Turns a game in each stretch."""
        return [turns / games for turns, games in zip(self.turns, self.sizes, strict=True)]

    def between(self, first: float, last: float) -> float:
        """Turns a game in a part of a training, from one share of its games to another."""
        begin = round(first * len(self.turns))
        end = max(begin + 1, round(last * len(self.turns)))
        return sum(self.turns[begin:end]) / sum(self.sizes[begin:end])
