"""Everybody against everybody on the same deals: who beats whom, by how much, and how sure that is.

Every pair plays every deal in every placement, two seats against two (one against one in gin rummy; among three, one
against two and two against one). All pairs play the same deals with the same luck. So the results of two pairs on one deal are
not independent, and the interval of a rating allows for that. A deal is a single hand, and points are compared; or it is a whole
match, and first places are compared.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from cardshark.arena import jobs, stats
from cardshark.arena.dealing.secret import Announce, Strangers, dealing
from cardshark.arena.dealing.seeds import seed_of
from cardshark.arena.dealing.words import Word
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.placing import (
    FIRST_PLACE,
    ByWord,
    Named,
    Placing,
    among_strangers,
    both_sides,
    check_deals,
    check_sources,
    check_strangers,
    game_and_rules,
    left_kinds,
    seat_players,
    source_digests,
    spell_rules,
)
from cardshark.arena.records import (
    DEALS,
    DealJournal,
    DealTally,
    Piece,
    PieceShape,
    PlayAll,
    PlayedPiece,
    PlayedShare,
    Progress,
    ignore,
    pieces_of,
    play_share,
    tally_pieces,
)
from cardshark.arena.settings import LeagueSettings
from cardshark.arena.stats import Interval, Moments, Weights
from cardshark.games.plug import Game
from cardshark.notebook.bars import watched
from cardshark.notebook.shell import as_html
from cardshark.players.external.player import SECONDS
from cardshark.players.player import Player
from cardshark.text import UserError

# The sums that are kept, by name. Of each pair: the points of A and of B, each split by whether a seat has its own kind or the other on
# its left. Of each player: its margins over all others. Over all pairs: the points of each seat, and points by who sits on the left.
PAIR, RATING, SEATS, LEFT = "{} against {}", "{} against all", "seats", "left neighbours"
HANDS = "hands"  # the number of hands of a match, over all pairs; not kept for single hands


@dataclass(frozen=True)
class LeaguePair:
    """The first of two players against the second, in points a hand; few are good in Hearts, many in gin rummy.

    In a league of matches all figures are shares of matches won instead.
    """

    a: str
    b: str
    difference: Interval  # points of A minus points of B, a hand and seat
    p: float  # the p-value: how likely a difference this large is between equals
    decided: bool  # by Holm's correction: all decisions of the league together err once in twenty leagues
    deals_to_decide: int | None  # if it is not decided: about how many deals would decide, if the difference is as it seems
    left_a: Interval | None  # points of A with B on its left, minus those with A on its left; None where B always sits there
    left_b: Interval | None
    left_a_decided: bool  # by Holm's correction over all effects of neighbours in the league
    left_b_decided: bool


@dataclass(frozen=True)
class League:
    """Everything that a league showed. Ratings depend on who took part, so the pool is named with them."""

    game: str
    rules: str
    seed: int
    players: list[str]
    deals: int  # or matches
    hands: int
    ratings: dict[str, Interval]  # the mean margin against all others, in points a hand
    pairs: list[LeaguePair]
    seats: list[Interval]  # points a hand of each seat, above or below the mean of all
    left: Interval | None  # points a hand with the other kind on the left, minus with one's own kind, over all pairs
    seconds: float
    hands_a_second: float | None
    seconds_a_choice: dict[str, float | None]  # None where none was timed
    unit: str = "deal"  # or match: figures are then shares of matches won, and not points a hand
    strangers: Strangers | None = None  # as in a duel

    _repr_html_ = as_html


@dataclass(frozen=True)
class LeagueTerms:
    """Everything that decides what happens on a deal: all that a worker must know."""

    game: str
    rules: Any
    players: tuple[str, ...]
    seats: int
    seed: int
    matches: bool
    size: int
    sources: tuple[tuple[str, str], ...] = ()  # digests of players' files: see `placing.source_digests`
    strangers: bool = False
    word: Word = ()  # among strangers: the secret word, as soon as it is drawn
    seconds: float = SECONDS  # that a stranger has for a choice

    @property
    def shape(self) -> PieceShape:
        """What every piece has."""
        pairs = {PAIR.format(*pair): 4 for pair in combinations(self.players, 2)}
        single = {RATING.format(name): 1 for name in self.players} | ({HANDS: 1} if self.matches else {})
        return PieceShape({**pairs, **single, SEATS: self.seats, LEFT: 2}, len(self.players))

    def header(self) -> dict[str, Any]:
        """The settings that a journal must have for its pieces to be used again."""
        unit = {"unit": "match"} if self.matches else {}  # journals of single hands do not say so
        return {"game": self.game, "rules": spell_rules(self.game, self.rules), "seed": self.seed, "players": list(self.players), **unit}


class Round(ByWord):
    """Every pair at one table, piece after piece."""

    def __init__(self, terms: LeagueTerms, players: list[Player]) -> None:
        self.terms = terms
        self.table = Placing(terms.game, terms.rules, players, terms.matches, terms.size)
        self.places = both_sides(terms.seats)
        self.neighbours = [seats for kind in (0, 1) for seats in left_kinds(self.places, kind)]  # of A: own, other; then of B
        self.deal_by(terms.word)

    def __reduce__(self) -> tuple[Any, ...]:
        """A worker is sent the terms alone. It makes the players from their texts, once."""
        return round_of, (self.terms,)

    def play(self, piece: Piece) -> PlayedPiece:
        """Play some deals: the sums of everything that is kept."""
        names, moments = self.terms.players, {}
        margins = np.zeros((len(names), piece.deals), np.int64)
        seats, left = np.zeros((self.terms.seats, piece.deals), np.int64), np.zeros((2, piece.deals), np.int64)
        hands = np.zeros((1, piece.deals), np.int64)
        for pair, (a, b) in enumerate(combinations(range(len(names)), 2)):
            own = pair * len(self.places) if self.terms.strangers else 0  # strangers share no deal, and no two pairs the same one
            figures = np.zeros((4, piece.deals), np.int64)
            for number, place in enumerate(self.places):
                found = self.table.play(self.terms.seed, piece, np.where(place == 0, a, b).astype(np.int8), own + number)
                won = found.wins if self.terms.matches else found.points
                seats += won
                hands += found.hands
                for row, neighbours in enumerate(self.neighbours):
                    figures[row] += won[neighbours[number]].sum(axis=0)
            moments[PAIR.format(names[a], names[b])] = Moments.of(figures)
            left += figures[:2] + figures[2:]
            margin = figures[:2].sum(axis=0) - figures[2:].sum(axis=0)
            margins[a] += margin
            margins[b] -= margin
        moments |= {RATING.format(name): Moments.of(row[None]) for name, row in zip(names, margins, strict=True)}
        moments |= {SEATS: Moments.of(seats), LEFT: Moments.of(left)}
        return PlayedPiece(piece, moments | ({HANDS: Moments.of(hands)} if self.terms.matches else {}), self.table.clocks())


@lru_cache(1)
def round_of(terms: LeagueTerms) -> Round:
    """The table of a worker, kept from piece to piece."""
    check_sources(terms.players, terms.sources)
    return Round(terms, seat_players(terms.players, strangers=terms.strangers, seconds=terms.seconds).players)


def league(
    game: str | Game, rules: Any, players: Sequence[Named], deals: int = 1000, seed: int | None = None, progress: Progress | bool = False,
    **more: Any,
) -> League:  # fmt: skip
    """Let every pair of players play the same deals in every placement; `more` are settings of `LeagueSettings`, as for `duel`.

    result = league("hearts", "american", ["greedy", "stock", "jake"], deals=1000, seed=1)
    print(result.ratings)      # for each player its points a hand against all others, with the 95 % interval
    """
    settings = LeagueSettings.of_call(deals, rules=rules, seed=seed, **more)
    with watched(progress, settings.units, settings.count) as advance:
        return play_league(game, players, settings, advance)


class SeatedLeague(NamedTuple):
    """A league that can begin."""

    terms: LeagueTerms
    header: dict[str, Any]  # of its journal
    play_all: PlayAll
    deal_by: Callable[[Word], None]  # tells the table the secret word


def seat_league(game: str | Game, players: Sequence[Named], settings: LeagueSettings) -> SeatedLeague:
    """Look at everything that could be wrong, and let the players sit down."""
    check_deals(settings.count, "a league", settings.units)
    jobs.check(settings.on, settings.workers)
    name, house_rules, seats = game_and_rules(game, settings.rules)
    strangers = check_strangers(settings, among_strangers(players, settings.strangers))
    seed = seed_of(settings)
    seconds = settings.seconds or SECONDS
    sitting = seat_players(players, name, strangers, seconds)
    if len(sitting.names) < 2 or len(set(sitting.names)) < len(sitting.names):
        raise UserError(f"a league needs two or more players, each named once, not {', '.join(sitting.names) or 'nobody'}")
    sources, size = source_digests(players), sitting.league_size(settings.of_matches)
    digests, matches = tuple(sources.items()), settings.of_matches
    terms = LeagueTerms(name, house_rules, sitting.names, seats, seed, matches, size, digests, strangers, seconds=seconds)
    crew = HERE if sitting.stays_here else Crew(settings.on, settings.workers)
    everybody = Round(terms, sitting.players)
    header = {**terms.header(), **sources, **({"strangers": True} if strangers else {})}
    return SeatedLeague(terms, header, partial(jobs.run, everybody.play, **crew._asdict()), everybody.deal_by)


def play_league(
    game: str | Game, players: Sequence[Named], settings: LeagueSettings, progress: Progress = ignore, announce: Announce = ignore
) -> League:
    """Play a league as its settings say. `announce` is told the seal of its secret word, among strangers."""
    began = time.perf_counter()
    settings.refuse_piece()
    terms, header, play_all, deal_by = seat_league(game, players, settings)
    with DealJournal(settings.record, "league", header, terms.shape) as journal:
        known = journal.reached(DEALS)
        with dealing(terms.strangers, play_all, deal_by, journal, settings.word, announce) as dealer:
            tally = tally_pieces(pieces_of(dealer.play_all, journal, settings.count, terms.size), terms.size, progress)
    return replace(summary(terms, tally, known, time.perf_counter() - began), strangers=dealer.told())


def play_league_piece(game: str | Game, players: Sequence[Named], settings: LeagueSettings, progress: Progress = ignore) -> PlayedShare:
    """Play one part of the deals of a league into its record; `merging` puts the parts together."""
    settings.share()
    terms, header, play_all, _ = seat_league(game, players, settings)
    return play_share(play_all, settings, "league", header, terms.shape, terms.size, {DEALS: settings.count}, progress)


def summary(terms: LeagueTerms, tally: DealTally, known: int, seconds: float) -> League:
    """What the sums of a league say."""
    places, names = both_sides(terms.seats), terms.players
    games = len(places) * math.comb(len(names), 2)  # hands or matches, for each deal
    hands = tally.moments[HANDS].sums[0] if terms.matches else tally.deals * games
    fresh = max(0, tally.deals - known) * hands / tally.deals
    one = FIRST_PLACE if terms.matches else 1  # how much one first place, or one point, adds to the sums
    against_all = Fraction(2, one * places.size * (len(names) - 1))
    return League(
        **terms.header(), deals=tally.deals, hands=hands,
        ratings={name: tally.moments[RATING.format(name)].interval([against_all]) for name in names},
        pairs=read_pairs(names, tally, places, one),
        seats=[tally.moments[SEATS].interval(above_mean(seat, terms.seats, one * games)) for seat in range(terms.seats)],
        left=interval_if_asked(tally.moments[LEFT], other_on_the_left(one * left_counts(places).sum(axis=0) * math.comb(len(names), 2))),
        seconds=seconds, hands_a_second=fresh / seconds if fresh else None,
        seconds_a_choice={name: clock.each() for name, clock in zip(names, tally.clocks, strict=True)},
    )  # fmt: skip


def read_pairs(names: Sequence[str], tally: DealTally, places: np.ndarray, one: int) -> list[LeaguePair]:
    """The cells of the cross-table above its diagonal; `one` is what a point or a first place adds to the sums."""
    pairs = list(combinations(names, 2))
    sums = [tally.moments[PAIR.format(*pair)] for pair in pairs]
    margin = [Fraction(2 * sign, one * places.size) for sign in (1, 1, -1, -1)]
    chances = [pair.chance_of_equality(margin) for pair in sums]
    of_a, of_b = one * left_counts(places)
    left_a, left_b = other_on_the_left(of_a, after=2), other_on_the_left(of_b, before=2)
    left = [pair.chance_of_equality(effect) if effect else 1.0 for effect in (left_a, left_b) for pair in sums]  # of all A, then of all B
    left_decided = stats.holm(left)
    return [
        LeaguePair(
            a, b, pair.interval(margin), chance, decided, None if decided else pair.deals_to_decide(margin),
            interval_if_asked(pair, left_a), interval_if_asked(pair, left_b), *on_the_left,
        )
        for (a, b), pair, chance, decided, *on_the_left in zip(
            pairs, sums, chances, stats.holm(chances), left_decided[: len(pairs)], left_decided[len(pairs) :], strict=True
        )
    ]  # fmt: skip


def left_counts(places: np.ndarray) -> np.ndarray:
    """On how many seats A (first row) and B have their own kind on the left (first column), and the other."""
    return np.array([[int(seats.sum()) for seats in left_kinds(places, kind)] for kind in (0, 1)])


def other_on_the_left(counts: np.ndarray, before: int = 0, after: int = 0) -> Weights | None:
    """The weights of points with the other kind on the left, minus points with the own kind there. None where that never happens.

    There are `before` figures before these two, and `after` figures behind. Two against two, a seat with its own kind on the left has
    the other kind on the right and opposite, so left cannot be told from right.
    """
    own, other = counts.tolist()
    return [0] * before + [Fraction(-1, own), Fraction(1, other)] + [0] * after if own else None


def interval_if_asked(sums: Moments, question: Weights | None) -> Interval | None:
    """The interval of a combination, or None where there is nothing to ask."""
    return sums.interval(question) if question else None


def above_mean(seat: int, seats: int, hands: int) -> list[Fraction]:
    """A seat's points a hand, less the mean of all seats."""
    return [Fraction(seats * (seat == other) - 1, seats * hands) for other in range(seats)]
