"""Contests: several tables with named players on every seat, all on the same deals.

A paper's tables say who sat where and what each of them took. Every deal is played once for each way to turn the table, which keeps
neighbours neighbours. All tables of a contest play the same deals, so any two seats of any two tables can be compared deal by deal.
A deal is a single hand, or a whole match in a contest of matches.
"""

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from cardshark.arena.jobs import HERE, Crew, run_as_done, timed
from cardshark.arena.placing import FIRST_PLACE, Placing, game_and_rules, seat_players
from cardshark.arena.records import DEALS, Clock, Piece, cut_pieces, ignore
from cardshark.arena.stats import Estimate, Moments
from cardshark.players.brain_file import SUFFIX, digest, path_of, read, shipped

OPTION = re.compile(r"=\s*([^=,:()]+)")  # what a player's options are set to
KEY_DIGITS = 12  # of the hash of its settings in the name of a piece


class Contest(NamedTuple):
    """Who sits where at which table, by which rules, on how many deals."""

    name: str
    tables: tuple[tuple[str, ...], ...]
    deals: int
    rules: str
    game: str = "hearts"
    matches: bool = False  # whole matches instead of single hands
    first: int = 0  # the number of its first deal: contests that begin far apart share none


class PieceStore(Protocol):
    """Where finished pieces are kept."""

    done: MutableMapping[str, Any]

    def put(self, key: str, value: Any, seconds: float = 0.0, made: Mapping[str, Any] | None = None) -> None: ...


class SeatedContest(NamedTuple):
    """A contest with its players in their places."""

    placing: Placing
    kinds: list[str]
    places: np.ndarray  # the number of the player on each seat, one row a table
    piece: int  # the number of deals in play at a time


class Ends(NamedTuple):
    """How matches ended: one figure for each seat, table after table."""

    wins: Moments  # of a match, summed over all turns of the table: FIRST_PLACE for the winner, shared by equals
    squares: tuple[int, ...]  # sums of the squares of the final totals
    lowest: tuple[int, ...]  # the lowest final totals
    hands: tuple[int, ...]  # of all matches of a table

    def __add__(self, other: Any) -> "Ends":
        add = int.__add__
        return Ends(
            self.wins + other.wins, tuple(map(add, self.squares, other.squares)), tuple(map(min, self.lowest, other.lowest)),
            tuple(map(add, self.hands, other.hands)),
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        return {**self._asdict(), "wins": self.wins.to_json()}


class Figures(NamedTuple):
    """What some deals of a contest showed: exact sums, the same however the deals were cut into pieces."""

    moments: Moments  # for each table the points of each seat over all turns of the table, then the moons
    clocks: dict[str, Clock]  # by player; times differ from run to run
    ends: Ends | None = None

    def __add__(self, other: Any) -> "Figures":
        clocks = {name: clock + other.clocks[name] for name, clock in self.clocks.items()}
        return Figures(self.moments + other.moments, clocks, self.ends + other.ends if self.ends else None)

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        ends = {"ends": self.ends.to_json()} if self.ends else {}
        return {"moments": self.moments.to_json(), "clocks": {name: list(clock) for name, clock in self.clocks.items()}, **ends}


def read_figures(data: dict[str, Any]) -> Figures:
    """Back from `to_json`."""
    clocks = {name: Clock(*clock) for name, clock in data["clocks"].items()}
    ends = None
    if "ends" in data:
        found = {name: tuple(figures) for name, figures in data["ends"].items() if name != "wins"}
        ends = Ends(Moments.read(data["ends"]["wins"]), **found)
    return Figures(Moments.read(data["moments"]), clocks, ends)


# ---- playing ----


@lru_cache(maxsize=2)
def seat_contest(contest: Contest) -> SeatedContest:
    """The players of a contest, seated."""
    name, rules, _ = game_and_rules(contest.game, contest.rules)
    kinds = list(dict.fromkeys(player for table in contest.tables for player in table))
    sitting = seat_players(kinds)
    piece = max(1, sitting.size(contest.matches) // len(contest.tables))
    places = np.array([[kinds.index(player) for player in table] for table in contest.tables], np.int8)
    return SeatedContest(Placing(name, rules, sitting.players, contest.matches, piece), kinds, places, piece)


def with_brains(contest: Contest, brains: Mapping[str, str]) -> Contest:
    """A contest whose players name the files of brains instead of `{their names}`."""
    return contest._replace(tables=tuple(tuple(player.format(**brains) for player in table) for table in contest.tables))


def play_piece(seed: int, brains: Mapping[str, str], task: tuple[Contest, Piece]) -> Figures:
    """Play some deals of a contest at all its tables."""
    contest, piece = task
    placing, kinds, places, _ = seat_contest(with_brains(contest, brains))
    points, wins, squares, lowest, hands = [], [], [], [], []
    for place in places:
        turns = [placing.play(seed, piece, np.roll(place, turn), turn) for turn in range(len(place))]
        totals = np.stack([np.roll(found.points, -turn, axis=0) for turn, found in enumerate(turns)])
        moons = sum(found.counted.sum(axis=0, keepdims=True) for found in turns)
        points += [totals.sum(axis=0), moons]
        wins.append(sum(np.roll(found.wins, -turn, axis=0) for turn, found in enumerate(turns)))
        squares += (totals * totals).sum(axis=(0, 2)).tolist()
        lowest += totals.min(axis=(0, 2)).tolist()
        hands.append(int(sum(found.hands.sum() for found in turns)))
    ends = Ends(Moments.of(np.concatenate(wins)), tuple(squares), tuple(lowest), tuple(hands)) if contest.matches else None
    clocks = dict(zip(kinds, placing.clocks(), strict=True))
    by_name = {player: clocks[player.format(**brains)] for table in contest.tables for player in table}
    return Figures(Moments.of(np.concatenate(points)), by_name, ends)


class Missing(Exception):
    """Some pieces of work are neither done nor ours to do: so many of so many."""

    def __init__(self, pieces: int, of: int) -> None:
        super().__init__(f"{pieces:,} of {of:,} pieces of work {'is' if pieces == 1 else 'are'} missing")


def play_contests(
    contests: Sequence[Contest],
    seed: int,
    store: PieceStore,
    crew: Crew = HERE,
    progress: Callable[[int], None] = ignore,
    brains: Mapping[str, str] | None = None,
    is_ours: Callable[[int], bool] = lambda place: True,
    known: Callable[[int], None] | None = None,
) -> dict[str, "Standing"]:
    """Play all contests on the deals of a seed, shared among the cores. What is in the store is not played again.

    `brains` has the file of each brain that a player names in braces. `is_ours` says which pieces to play, by their place in the list
    of all; if others have not done theirs, `Missing` is raised. `known` is told of deals that were played before; without it
    `progress` is.
    """
    blocks = [(contest, block) for contest in contests for block in blocks_of(contest, seed, brains or {}, store.done)]
    tasks, keys = [(contest, block.piece) for contest, block in blocks], [block.key for _, block in blocks]
    missing = [place for place, key in enumerate(keys) if is_ours(place) and key not in store.done]
    for (_, piece), key in zip(tasks, keys, strict=True):
        (known or progress)(piece.deals if key in store.done else 0)
    work = partial(timed, partial(play_piece, seed, brains or {}))
    for number, done in run_as_done(work, [tasks[place] for place in missing], *crew):
        place = missing[number]
        store.put(keys[place], done.value.to_json(), done.seconds, done.made)
        progress(tasks[place][1].deals)
    still = sum(key not in store.done for key in keys)
    if still:
        raise Missing(still, len(tasks))
    found: dict[str, list[Figures]] = {contest.name: [] for contest in contests}
    for (contest, _), key in zip(tasks, keys, strict=True):
        found[contest.name].append(read_figures(store.done[key]))
    return {contest.name: Standing(contest, *reduce(Figures.__add__, found[contest.name])) for contest in contests}


class Block(NamedTuple):
    """Some deals of a contest, and what they are called in the store."""

    piece: Piece
    key: str


def blocks_of(contest: Contest, seed: int, brains: Mapping[str, str], done: Iterable[str]) -> list[Block]:
    """The deals of a contest in blocks: those that are done as they are, and what is left between them cut as always.

    So a contest that is given more deals plays only these. Sums are exact, and do not depend on the cut.
    """
    name, end = f"{key_of(contest, seed, brains)}: ", contest.first + contest.deals
    known: dict[int, int] = {}  # the longest block that begins at a deal and is done
    for start, deals in (map(int, key.removeprefix(name).split(" + ")) for key in done if key.startswith(name)):
        known[start] = max(deals, known.get(start, 0)) if start + deals <= end else known.get(start, 0)
    begins = sorted(start for start, deals in known.items() if deals)
    size, pieces, reached = seat_contest(with_brains(contest, brains)).piece, [], contest.first
    while reached < end:
        if known.get(reached):
            cut = [Piece(DEALS, reached, known[reached])]
        else:
            cut = cut_pieces(DEALS, reached, next((start for start in begins if start > reached), end), size)
        pieces += cut
        reached = cut[-1].start + cut[-1].deals
    return [Block(piece, f"{name}{piece.start} + {piece.deals}") for piece in pieces]


def key_of(contest: Contest, seed: int, brains: Mapping[str, str]) -> str:
    """What a contest is called in the store: its name, and a digest of all that decides a deal, which is everything but their number.

    Brains count with what is in their files, not with where these are: one that was trained anew is another player.
    """
    players = dict.fromkeys(player for table in contest.tables for player in table)
    named = [name for player in players for name in OPTION.findall(player.format(**brains)) if name.endswith(SUFFIX) or name in shipped()]
    terms = [contest.game, contest.rules, contest.tables, contest.matches, seed, *map(brain_digest, named)]
    return f"{contest.name} {hashlib.sha256(json.dumps(terms).encode()).hexdigest()[:KEY_DIGITS]}"


def brain_digest(name: str) -> str:
    """A hash of a brain's design and weights. What else its file says, such as when it was made, changes no deal."""
    path = path_of(name)
    return digest_of_file(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4096)
def digest_of_file(path: Path, when: int) -> str:
    """The same, read once from a file that was written at that time."""
    return digest(read(path))


# ---- what came of it ----


class Standing(NamedTuple):
    """What a contest showed: exact sums from which any comparison of seats follows."""

    contest: Contest
    moments: Moments
    clocks: dict[str, Clock]
    ends: Ends | None = None

    def points(self, table: int, *seats: int) -> Estimate:
        """The mean points of these seats of a table, or of all its seats: of a hand, or the final totals of matches."""
        size = len(self.contest.tables[table])
        return self.mean(self.moments, table * (size + 1), size, seats)

    def mean(self, moments: Moments, first: int, size: int, seats: Sequence[int], unit: int = 1) -> Estimate:
        """The mean of a figure over these seats and all turns; `first` is the index of the figure of seat 0 in the sums."""
        seats = seats or range(size)
        weights = [Fraction(0)] * len(moments.sums)
        for seat in seats:
            weights[first + seat] = Fraction(1, size * len(seats) * unit)
        return Estimate.of(moments, weights)

    def share(self, table: int, *seats: int) -> Estimate:
        """The share of all points of the table that one of these seats takes."""
        return self.points(table, *seats) / self.points(table) / len(self.contest.tables[table])

    def moons(self, table: int) -> float:
        """Moons in a thousand hands (in matches: a thousand matches)."""
        size = len(self.contest.tables[0])
        return 1000 * self.moments.sums[table * (size + 1) + size] / (size * self.moments.count)

    def wins(self, table: int, *seats: int) -> Estimate:
        """The share of matches that one of these seats wins; a shared first place counts in part."""
        size = len(self.contest.tables[table])
        return self.mean(self.how_it_ended.wins, table * size, size, seats, FIRST_PLACE)

    def spread(self, table: int, seat: int) -> float:
        """The standard deviation of a seat's final totals, from match to match."""
        size = len(self.contest.tables[table])
        total, matches = self.moments.sums[table * (size + 1) + seat], size * self.moments.count
        squares = self.how_it_ended.squares[table * size + seat]
        return math.sqrt((squares - Fraction(total * total, matches)) / (matches - 1))

    def lowest(self, table: int, seat: int) -> int:
        """The lowest final total of a seat in any match."""
        return self.how_it_ended.lowest[table * len(self.contest.tables[table]) + seat]

    def hands(self, table: int) -> float:
        """How many hands a match takes."""
        return self.how_it_ended.hands[table] / (len(self.contest.tables[table]) * self.moments.count)

    @property
    def how_it_ended(self) -> Ends:
        """The ends of matches; single hands have none."""
        if self.ends is None:
            raise ValueError(f"{self.contest.name} was played in single hands, not in matches")
        return self.ends

    def microseconds(self, player: str) -> float:
        """How long a player took for a choice, forced ones included; not a number where none was timed."""
        seconds = self.clocks[player].each()
        return math.nan if seconds is None else 1e6 * seconds

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        return {**self.contest._asdict(), **Figures(self.moments, self.clocks, self.ends).to_json()}


def read_standing(data: dict[str, Any]) -> Standing:
    """Back from `to_json`. Old records do not say whether they are of matches, or where they begin: single hands, at the first deal."""
    tables = tuple(tuple(table) for table in data["tables"])
    contest = Contest(data["name"], tables, data["deals"], data["rules"], data["game"], data.get("matches", False), data.get("first", 0))
    return Standing(contest, *read_figures(data))
