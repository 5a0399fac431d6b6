"""A against B on the same deals in every seating: how many points a hand are they apart?

Card luck dwarfs skill, so every deal is played once for each way to place A and B around the table, and the deal is the
unit of the statistics: hands of one deal are not independent of each other. Sums are kept as exact whole numbers, so
the result depends on the settings and the seed alone: the same bits on one core, on many, and after being killed and
resumed.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from typing import Any, NamedTuple

import numpy as np

from cardshark.arena import jobs, stats
from cardshark.arena.dealing.secret import Announce, dealing
from cardshark.arena.dealing.seeds import seed_of
from cardshark.arena.dealing.words import Word
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.placing import (
    FIRST_PLACE,
    MATCH_HANDS,
    PIECE,
    ByWord,
    Named,
    Placing,
    among_strangers,
    check_deals,
    check_sources,
    check_strangers,
    game_and_rules,
    placements,
    seat_players,
    seats_of_a,
    source_digests,
    spell_rules,
)
from cardshark.arena.records import (
    DEALS,
    HELD_OUT,
    Clock,
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
from cardshark.arena.settings import DuelSettings
from cardshark.arena.stats import Moments
from cardshark.arena.verdict import FIGURES, PLACES, Duel, Goal, Questions, duel_figures
from cardshark.games.plug import Game
from cardshark.notebook.bars import watched
from cardshark.players.external.player import SECONDS
from cardshark.players.player import Player
from cardshark.text import UserError, brief

HELD_OUT_DEALS = 256  # on which the weight of a control variate is fitted


@dataclass(frozen=True)
class DuelTerms:
    """Everything that decides what happens on a deal: all that a worker must know."""

    game: str
    rules: Any
    players: tuple[str, ...]  # A, B and perhaps a control
    seats_of_a: int
    seats: int
    seed: int
    matches: bool
    size: int  # deals in play at a time. It changes nothing on a deal, but a duel that may end early is looked at once each time
    sources: tuple[tuple[str, str], ...] = ()  # digests of players' files: see `placing.source_digests`
    strangers: bool = False
    word: Word = ()  # among strangers: the secret word, as soon as it is drawn
    seconds: float = SECONDS  # that a stranger has for a choice

    @property
    def are_quick(self) -> bool:
        """Does nobody think so long that fewer deals than usual are in play?"""
        return self.size == (PIECE // MATCH_HANDS if self.matches else PIECE)

    @property
    def control(self) -> str | None:
        """The player whose luck is subtracted, if there is one."""
        return self.players[2] if len(self.players) > 2 else None

    @property
    def shape(self) -> PieceShape:
        """What every piece has."""
        places = {PLACES: 2 * self.seats} if self.matches else {}
        return PieceShape({"deals": len(FIGURES), **places}, 2)

    def header(self) -> dict[str, Any]:
        """The settings that a journal must have for its pieces to be used again."""
        a, b, *_ = self.players
        seats, unit = f"{self.seats_of_a}v{self.seats - self.seats_of_a}", "match" if self.matches else "deal"
        return {
            "game": self.game, "rules": spell_rules(self.game, self.rules), "a": a, "b": b, "seats": seats, "seed": self.seed, "unit": unit,
            "control": self.control,
        }  # fmt: skip


class PlayedPlacement(NamedTuple):
    """What each deal of a piece showed in one placement."""

    figures: np.ndarray  # the rows of FIGURES
    places: np.ndarray | None  # how often A, then B came first, second, ...; only of matches
    clocks: list[Clock]


class Pairing(ByWord):
    """A and B in every placement, and perhaps beside them the same deals with a third player on every seat."""

    def __init__(self, terms: DuelTerms, players: list[Player]) -> None:
        self.terms = terms
        self.table = Placing(terms.game, terms.rules, players[:2], terms.matches, terms.size)
        self.control_table = Placing(terms.game, terms.rules, players[2:], terms.matches, terms.size) if players[2:] else None
        self.places = placements(terms.seats, terms.seats_of_a)
        self.deal_by(terms.word)

    def __reduce__(self) -> tuple[Any, ...]:
        """A worker is sent the terms alone. It makes the players from their texts, once."""
        return pairing_of, (self.terms,)

    def play_all(self, pieces: Sequence[Piece], crew: Crew) -> Iterator[PlayedPiece]:
        """Play pieces, shared among a crew. Pieces of players who think are few and long, so each placement is handed out by itself."""
        if self.terms.are_quick:
            yield from jobs.run(self.play, pieces, *crew)
            return
        numbers = range(len(self.places))
        played = jobs.run(self.play_placement, [(piece, number) for piece in pieces for number in numbers], *crew)
        for piece in pieces:
            yield self.sum_up(piece, [next(played) for _ in numbers])

    def play(self, piece: Piece) -> PlayedPiece:
        """Play some deals in every placement: the sums of their figures."""
        return self.sum_up(piece, [self.play_placement((piece, number)) for number in range(len(self.places))])

    def play_placement(self, part: tuple[Piece, int]) -> PlayedPlacement:
        """Play some deals in the placement of this number."""
        piece, number = part
        place = self.places[number]
        a = place == 0
        found = self.table.play(self.terms.seed, piece, place, number)
        by_side = [figure[side].sum(axis=0) for figure in (found.points, found.counted) for side in (a, ~a)]
        figures = np.zeros((len(FIGURES), piece.deals), np.int64)
        for row, figure in enumerate([*by_side, found.wins[a].sum(axis=0), found.hands, self.control(piece, a, number)]):
            figures[row] = figure
        places = None
        if self.terms.matches:
            came_in = self.table.places(found.points)
            places = np.concatenate([came_in[:, side].sum(axis=1) for side in (a, ~a)])
        return PlayedPlacement(figures, places, self.table.clocks())

    def sum_up(self, piece: Piece, placements: Sequence[PlayedPlacement]) -> PlayedPiece:
        """The sums of what deals showed in all placements. The deal is the unit, so its placements are added up first."""
        figures, places, clocks = zip(*placements, strict=True)
        moments = {"deals": Moments.of(np.sum(figures, axis=0))}
        if self.terms.matches:
            moments[PLACES] = Moments.of(np.sum(places, axis=0))
        return PlayedPiece(piece, moments, [reduce(Clock.__add__, of_player) for of_player in zip(*clocks, strict=True)])

    def control(self, piece: Piece, a: np.ndarray, number: int) -> np.ndarray | int:
        """How much better A's seats do when the control sits on all seats: luck, and nothing else.

        Cards and the luck at every choice are those of the duel, so a player who resembles the control shares much of it.
        Over all placements it is zero on average, whoever plays.
        """
        if self.control_table is None:
            return 0
        found = self.control_table.play(self.terms.seed, piece, np.zeros(len(a), np.int8), number)
        of_a, of_b = int(a.sum()), int((~a).sum())
        if self.terms.matches:
            return found.wins[a].sum(axis=0) * (of_a + of_b) - FIRST_PLACE * of_a
        return found.points[a].sum(axis=0) * of_b - found.points[~a].sum(axis=0) * of_a


@lru_cache(1)
def pairing_of(terms: DuelTerms) -> Pairing:
    """The table of a worker, kept from piece to piece."""
    check_sources(terms.players, terms.sources)
    return Pairing(terms, seat_players(terms.players, strangers=terms.strangers, seconds=terms.seconds).players)


def duel(
    game: str | Game, rules: Any, a: Named, b: Named, deals: int = 1000, seed: int | None = None, seats_of_a: int = 1,
    progress: Progress | bool = False, **more: Any,
) -> Duel:  # fmt: skip
    """Play `deals` deals in every placement of A and B; `more` are settings of `DuelSettings`, by name.

        result = duel("hearts", "american", "jake", "stock", deals=2000, seed=1)
        print(result.difference, result.low, result.high)      # points a hand, with the 95 % interval

    Players are texts (`"random"`) or objects (`Duck()`, or `("duck", Duck())` with a name to show), which never leave this process.
    A takes `seats_of_a` seats, B the others; `seats="2v2"` says the same. A deal is a single hand, or with `matches` a whole match.
    `until` ends a duel earlier: "decided", or how far its
    interval may reach to either side, in points (of matches: in shares of wins). A `control` is a player whose luck on
    the same deals is subtracted; it must leave something to chance, or its luck cancels over all seatings.
    `record` is a journal: what is on it is not played again. `on` and `workers` say who does the work (see `jobs.run`)
    and change no result; a script that works on cores needs `if __name__ == "__main__":`. `progress=True` shows a bar, at a terminal
    or in a notebook; a function is told how many more deals are done.
    """
    _, house_rules, seats = game_and_rules(game, rules)
    if not isinstance(seats_of_a, (int, np.integer)) or not 0 < seats_of_a < seats:
        raise UserError(f"A takes 1 to {seats - 1} seats, not {brief(seats_of_a)}")
    settings = DuelSettings.of_call(deals, rules=house_rules, seed=seed, **{"seats": f"{seats_of_a}v{seats - seats_of_a}", **more})
    with watched(progress, settings.units, settings.count) as advance:
        return play_duel(game, a, b, settings, advance)


class SeatedDuel(NamedTuple):
    """A duel that can begin."""

    terms: DuelTerms
    goal: Goal
    header: dict[str, Any]  # of its journal
    play_all: PlayAll
    deal_by: Callable[[Word], None]  # tells the table the secret word


def seat_duel(game: str | Game, a: Named, b: Named, settings: DuelSettings) -> SeatedDuel:
    """Look at everything that could be wrong, and let the players sit down."""
    check_deals(settings.count, "a duel", settings.units)
    jobs.check(settings.on, settings.workers)
    name, house_rules, seats = game_and_rules(game, settings.rules)
    of_a, matches = seats_of_a(settings.seats, seats), settings.of_matches
    named = [a, b] + ([] if settings.control is None else [settings.control])
    strangers = check_strangers(settings, among_strangers(named, settings.strangers))
    seed = seed_of(settings)
    seconds = settings.seconds or SECONDS
    sitting = seat_players(named, name, strangers, seconds)
    sources = source_digests(named)
    size, digests = sitting.size(matches), tuple(sources.items())
    terms = DuelTerms(name, house_rules, sitting.names, of_a, seats, seed, matches, size, digests, strangers, seconds=seconds)
    goal = Goal(settings.until, settings.count, Questions(placements(seats, of_a), matches))
    figures = [*FIGURES, PLACES] if matches else list(FIGURES)
    crew = HERE if sitting.stays_here else Crew(settings.on, settings.workers)
    pairing = Pairing(terms, sitting.players)
    header = {**terms.header(), "figures": figures, **sources, **({"strangers": True} if strangers else {})}
    return SeatedDuel(terms, goal, header, partial(pairing.play_all, crew=crew), pairing.deal_by)


def play_duel(
    game: str | Game, a: Named, b: Named, settings: DuelSettings, progress: Progress = ignore, announce: Announce = ignore
) -> Duel:
    """Play a duel as its settings say. `announce` is told the seal of its secret word, among strangers."""
    began = time.perf_counter()
    settings.refuse_piece()
    terms, goal, header, play_all, deal_by = seat_duel(game, a, b, settings)
    with DealJournal(settings.record, "duel", header, terms.shape) as journal:
        known = journal.reached(DEALS)
        if terms.control:
            held_out = tally_pieces(pieces_of(play_all, journal, HELD_OUT_DEALS, terms.size, HELD_OUT), terms.size)
            if not fit_control(goal, held_out):
                raise UserError(
                    f"{terms.control} leaves nothing to chance, so its luck cancels over all seatings: "
                    "name a control that does, as random or jake:epsilon=0.1"
                )
        with dealing(terms.strangers, play_all, deal_by, journal, settings.word, announce) as dealer:
            tally = tally_pieces(pieces_of(dealer.play_all, journal, settings.count, terms.size), terms.size, progress, goal.enough)
    return replace(sum_up_duel(terms, goal, tally, known, time.perf_counter() - began), strangers=dealer.told())


def play_duel_piece(game: str | Game, a: Named, b: Named, settings: DuelSettings, progress: Progress = ignore) -> PlayedShare:
    """Play one part of the deals of a duel into its record; `merging` puts the parts together."""
    settings.share()
    terms, _, header, play_all, _ = seat_duel(game, a, b, settings)
    return play_share(play_all, settings, "duel", header, terms.shape, terms.size, streams_of(terms, settings.count), progress)


def streams_of(terms: DuelTerms, deals: int) -> dict[str, int]:
    """How many deals are played of each stream: where there is a control, first those on which its weight is fitted."""
    return ({HELD_OUT: HELD_OUT_DEALS} if terms.control else {}) | {DEALS: deals}


def fit_control(goal: Goal, held_out: DealTally) -> bool:
    """Fit the weight of a control on deals that are used for nothing else. Not possible where it leaves nothing to chance."""
    sums, luck = held_out.moments["deals"], goal.questions.control
    if not sums.covariance(luck, luck):
        return False
    goal.slope = stats.coefficient(sums, goal.questions.chief, luck)
    return True


def sum_up_duel(terms: DuelTerms, goal: Goal, tally: DealTally, known: int, seconds: float) -> Duel:
    """What the sums of a duel say; so many of its deals were known before."""
    goal.enough(tally)  # the last look
    result = duel_figures(tally, goal)
    fresh = max(0, tally.deals - known) * result["hands"] / tally.deals
    return Duel(**terms.header(), **result, seconds=seconds, hands_a_second=fresh / seconds if fresh else None)
