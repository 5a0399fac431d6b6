"""Who meets whom in mirrored games for the rummy paper, and what of it goes into the record."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from cardshark.arena.gin_hands import FACES, SUITS
from cardshark.arena.stats import Moments
from cardshark.distributions import chi_squared_chance
from cardshark.experiments.gin_td_evo.tables import (
    EARLY,
    EQUAL,
    EVERYBODY,
    EVOS,
    GAMES,
    MARKS,
    PLAYERS,
    RANDUMB,
    RANDUMB_RUNS,
    REGIMES,
    RUNS,
    TDS,
    brain_name,
    numbered,
    plan,
)
from cardshark.experiments.gin_td_evo.variants import EVO, GRID, LONG, PAIRS, PLAIN, TD, VARIANTS, early_brain, file_name

BLOCK = 5  # mirrored pairs of every two players in the paper's tournament
BLOCKS = 60  # tournaments of its size that are looked at one by one
COUNTED = ("wins a", "wins b", "score a", "score b", "turns a", "turns b")  # turns, of games won, are kept of tournaments only
HAND_MADE = ("lowcards", "simple", "minimiser")  # players who never learned


@dataclass(frozen=True)
class Meeting:
    """Two players and how many mirrored pairs of games they play; a brain of this run is named in braces."""

    kind: str  # what it is for, and who stands for whom in the record: several meetings may make one row of it
    one: str
    other: str
    a: str
    b: str
    pairs: int
    seed: int
    rules: str = "paper"
    hands: bool = False  # are their final hands looked at

    @property
    def name(self) -> str:
        """A name that no other meeting has; it also names the deals."""
        return f"{self.kind}: {self.a} {self.b}"


def rummy(brain: str) -> str:
    """A network with a brain of this run."""
    return f"{{{brain}}}"


def meetings(scale: float, seed: int) -> list[Meeting]:
    """All meetings."""
    found = [
        *tournaments(scale, seed),
        *other_runs(scale, seed),
        *regimes(scale, seed),
        *equal_games(scale, seed),
        *variant_meetings(scale, seed),
    ]
    return [*found, *changed_pairs(scale, seed), *long_ones(scale, seed), *hand_made(scale, seed)]


def tournament(run: int) -> str:
    """The name of the tournament of a run in the record."""
    return f"tournament {run}"


def tournaments(scale: float, seed: int) -> Iterator[Meeting]:
    """Figures 3, 4 and 6 with the first brain of everybody, and again with the second."""
    size = plan(scale)
    for one, other in combinations(EVERYBODY, 2):
        pairs = size.long_pairs if one in TDS and other in TDS else size.pairs
        yield Meeting(tournament(1), one, other, rummy(numbered(one)), rummy(numbered(other)), pairs, seed, hands=True)
    for one, other in combinations(EVERYBODY, 2):
        yield Meeting(tournament(2), one, other, rummy(numbered(one, 2)), rummy(numbered(other, 2)), size.some, seed, hands=True)


def other_runs(scale: float, seed: int) -> Iterator[Meeting]:
    """Every evolved brain against every one of the other method, where they do not meet in a tournament; and more random networks."""
    size = plan(scale)
    for one in EVOS:
        for run in range(1, RUNS[one] + 1):
            for other in TDS:
                for other_run in range(1, RUNS[other] + 1):
                    if run != other_run:
                        a, b = numbered(one, run), numbered(other, other_run)
                        yield Meeting("runs", a, b, rummy(a), rummy(b), size.few, seed)
    for run in range(3, RANDUMB_RUNS + 1):
        for one in PLAYERS:
            a, b = numbered(one), numbered(RANDUMB, run)
            yield Meeting("runs", a, b, rummy(a), rummy(b), size.few, seed)


def regimes(scale: float, seed: int) -> Iterator[Meeting]:
    """Figure 5: intermediate brains against all final ones but their own."""
    for player in REGIMES:
        for mark in MARKS:
            if mark < GAMES[player]:
                for other in PLAYERS:
                    if other != player:
                        a, b = brain_name(numbered(player), mark), numbered(other)
                        yield Meeting("regime", brain_name(player, mark), "field", rummy(a), rummy(b), plan(scale).few, seed)


def equal_games(scale: float, seed: int) -> Iterator[Meeting]:
    """Both methods after the same number of games, each brain against each."""
    pairs = max(1, plan(scale).few // 2)
    for mark in EQUAL:
        evos, tds = ([(name, run) for name in names for run in (1, 2) if GAMES[name] > mark] for names in (EVOS, TDS))
        for one in evos:
            for other in tds:
                a, b = (brain_name(numbered(*each), mark) for each in (one, other))
                yield Meeting("equal", a, b, rummy(a), rummy(b), pairs, seed)


def variant_meetings(scale: float, seed: int) -> Iterator[Meeting]:
    """Every variant against its yardsticks, after the same number of games; the plain brains too, but not against themselves."""
    pairs = plan(scale).some
    for name in (*PLAIN, *GRID, *VARIANTS):
        a = early_brain(name)
        for method, player in PLAIN.items():
            for run in (1, 2):
                b = brain_name(numbered(player, run), EARLY)
                if a != b:
                    yield Meeting("variant", name, method, rummy(a), rummy(b), pairs, seed)
        for name_of, stranger in ((RANDUMB, rummy(numbered(RANDUMB))), ("lowcards", "lowcards")):
            yield Meeting("variant", name, name_of, rummy(a), stranger, pairs, seed)


def changed_pairs(scale: float, seed: int) -> Iterator[Meeting]:
    """Both methods with the same change."""
    for name, (one, other, rules) in PAIRS.items():
        yield Meeting("pair", name, "TD", rummy(early_brain(one)), rummy(early_brain(other)), plan(scale).some, seed, rules)


def long_ones(scale: float, seed: int) -> Iterator[Meeting]:
    """Changed temporal differences, trained as long as EVO3, against final brains."""
    for name in LONG:
        for player in (EVO, TD):
            for run in (1, 2):
                b = numbered(player, run)
                yield Meeting("long", name, b, rummy(file_name(name)), rummy(b), 2 * plan(scale).some, seed)


def hand_made(scale: float, seed: int) -> Iterator[Meeting]:
    """Everybody against players who never learned."""
    pairs = 5 * plan(scale).few
    everybody = {name: rummy(numbered(name)) for name in EVERYBODY} | {name: rummy(file_name(name)) for name in LONG}
    for stranger in HAND_MADE:
        for name, player in everybody.items():
            yield Meeting("hand-made", name, stranger, player, stranger, pairs, seed)


# ---- for the record ----


def meeting_rows(wanted: Mapping[str, Meeting], met: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The sums of all meetings that make one row; deals of different meetings have nothing to do with each other."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for name, meeting in wanted.items():
        moments, first = Moments.read(met[name]["moments"]), met[name].get("first")
        key = (meeting.kind, meeting.one, meeting.other)
        if key in found:
            moments += Moments.read(found[key]["moments"])
        row = {"kind": meeting.kind, "one": meeting.one, "other": meeting.other, "moments": moments.to_json()}
        found[key] = row | ({"first": first} if first and meeting.kind == tournament(1) else {})
    return list(found.values())


def final_hands(wanted: Mapping[str, Meeting], met: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What everybody held at the end of the games of a tournament, and how tournaments of the paper's size came out one by one."""
    rows = []
    for run in (1, 2):
        for player in EVERYBODY:
            shown = []
            for name, meeting in wanted.items():
                if meeting.kind == tournament(run) and player in (meeting.one, meeting.other):
                    shown.append(met[name]["hands"][int(player == meeting.other)])
            moments = sum((Moments.read(each["moments"]) for each in shown[1:]), Moments.read(shown[0]["moments"]))
            row = {"player": player, "run": run, "pairs": moments.count, "sums": list(moments.sums)}
            if run == 1:
                row |= {"products": list(moments.products), "tournaments": small_tournaments([each["blocks"] for each in shown])}
            rows.append(row)
    return rows


def small_tournaments(shown: list[list[list[int]]]) -> list[list[float]]:
    """Wins in each tournament of the paper's size, and the p-values of even suits and of even faces."""
    found = []
    for each in zip(*shown, strict=False):
        wins, *cards = (sum(column) for column in zip(*each, strict=True))
        chances = [round(chance_of_even(kinds), 4) for kinds in (cards[: len(SUITS)], cards[len(SUITS) :])]
        assert len(cards) == len(SUITS) + len(FACES)
        found.append([wins, *chances])
    return found


def chance_of_even(counts: list[int]) -> float:
    """The chi-squared test of the paper: every card as if it were drawn by itself."""
    even = sum(counts) / len(counts)
    return chi_squared_chance(sum((count - even) ** 2 for count in counts) / even, len(counts) - 1)
