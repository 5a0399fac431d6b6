"""What a gin player's final hands look like: sets or runs, which suits and face values, how many turns it took and how it ended.

Every deal is played against each opponent from both seats. Against itself it is played once, since both hands are then the player's.
So every deal shows the same number of final hands, and the figures of a deal are sums over these. Hands of one deal, and cards of one
hand, are not independent of each other, so intervals and honest tests take the deal as the unit.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.arena import jobs
from cardshark.arena.dealing.seeds import seed_of
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.placing import Named, Placing, check_deals, game_and_rules, seat_players, spell_rules
from cardshark.arena.records import DEALS, Piece, Progress, cut_pieces, ignore
from cardshark.arena.settings import HandsSettings
from cardshark.arena.stats import Estimate, Interval, Moments
from cardshark.cards import count
from cardshark.distributions import Fisher, chi_squared_chance
from cardshark.games.gin import melds
from cardshark.games.gin.rules import HandResult
from cardshark.jit import kernel
from cardshark.play import check_list
from cardshark.players.player import Player
from cardshark.text import UserError

SUITS = ("clubs", "diamonds", "hearts", "spades")
FACES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
RANKS = (12, *range(12))  # the rank number of each face: the ace is the highest
LAID_OPEN = ("sets", "runs", "set_cards", "run_cards", "points", "deadwood")  # figures of a hand laid down in its best melds
ENDS = tuple(result.name.lower() for result in HandResult)  # hands that ended in each way
WON = tuple(f"won_{end}" for end in ENDS)  # those of them that the player won
FIGURES = (*LAID_OPEN, "turns", *SUITS, *FACES, *ENDS, *WON)


class HandsTerms(NamedTuple):
    """Everything that decides what happens on a deal: all that a worker must know."""

    players: tuple[str, ...]  # the player, then its opponents
    rules: Any
    seed: int
    size: int  # deals in play at a time


# ---- counting ----


@kernel
def lay_open(hands, found):
    """Write the figures `LAID_OPEN` of each hand into a column. With equal deadwood runs are preferred to sets."""
    for i in range(len(hands)):
        hand = hands[i]
        sets = melds.sets_of(hand, 0)
        left = melds.ace_low(hand ^ sets)
        runs = melds.runs(left)
        found[0, i] = count(melds.ranks_of(melds.ace_low(sets)))
        found[1, i] = count(runs & ~(runs << np.uint64(1)))  # a run begins where no card lies below
        found[2, i] = count(sets)
        found[3, i] = count(runs)
        found[4, i] = melds.points(hand)
        found[5, i] = melds.low_points(left & ~runs)


def figures_of(games: np.ndarray, seat: int) -> NDArray[np.int64]:
    """The figures of what a seat held at the end of these single hands: one row a figure, one column a hand."""
    hands = np.ascontiguousarray(games["shown"][:, seat])
    laid_open = np.zeros((len(LAID_OPEN), len(hands)), np.int64)
    lay_open(hands, laid_open)
    numbers = np.array([[16 * suit + rank for rank in RANKS] for suit in range(4)], np.uint64)
    held = (hands >> numbers[:, :, None]) & np.uint64(1)
    ended = games["result"] == np.arange(len(ENDS))[:, None]
    won = ended & (games["winner"] == seat)
    rows = (laid_open, games["table"]["turns"][None], held.sum(axis=1), held.sum(axis=0), ended, won)
    return np.concatenate([row.astype(np.int64) for row in rows])


class Counted(NamedTuple):
    """What some deals showed."""

    moments: Moments  # of a deal's figures
    turns: Counter[int]  # for each number of turns, how many hands took it

    def __add__(self, other: Any) -> "Counted":
        return Counted(self.moments + other.moments, self.turns + other.turns)


class Meetings:
    """A player and its opponents at one table, piece after piece."""

    def __init__(self, terms: HandsTerms, players: list[Player]) -> None:
        self.terms = terms
        self.table = Placing("gin", terms.rules, players, matches=False, size=terms.size)
        self.opponents = [0 if name == terms.players[0] else number for number, name in enumerate(terms.players)][1:]

    def __reduce__(self) -> tuple[Any, ...]:
        """A worker is sent the terms alone. It makes the players from their texts, once."""
        return meetings_of, (self.terms,)

    def play(self, piece: Piece) -> Counted:
        """Play some deals against everybody."""
        figures, turns = np.zeros((len(FIGURES), piece.deals), np.int64), Counter[int]()
        for opponent in self.opponents:
            for number, place in enumerate([(0, opponent), (opponent, 0)] if opponent else [(0, 0)]):
                self.table.play(self.terms.seed, piece, np.array(place, np.int8), number)
                games = self.table.table.games[: piece.deals]
                for seat in range(2):
                    if place[seat] == 0:
                        figures += figures_of(games, seat)
                        turns.update(games["table"]["turns"].tolist())
        return Counted(Moments.of(figures), turns)


@lru_cache(1)
def meetings_of(terms: HandsTerms) -> Meetings:
    """The table of a worker, kept from piece to piece."""
    return Meetings(terms, seat_players(terms.players).players)


def final_hands(
    player: Named, against: Named | list[Named] | list[str] | None = None, rules: Any = "paper", deals: int = 1000, seed: int | None = None,
    progress: Progress = ignore, *, on: str = "here", **more: Any,
) -> "FinalHands":  # fmt: skip
    """Play single hands of gin against one opponent or several, and look at what the player holds when they end.

    Without an opponent it plays against itself. Several opponents are a list; the rest are settings of `HandsSettings`.
    """
    settings = HandsSettings(rules=rules, deals=deals, seed=seed, on=on, **more)
    return gather_hands(player, [*against] if isinstance(against, list) else [against or player], settings, progress)


def gather_hands(player: Named, opponents: Sequence[Named], settings: HandsSettings, progress: Progress = ignore) -> "FinalHands":
    """Play as the settings say, against each opponent."""
    check_deals(settings.deals, "a look at final hands")
    seed = seed_of(settings)
    jobs.check(settings.on, settings.workers)
    _, house_rules, _ = game_and_rules("gin", settings.rules)
    sitting = seat_players([player, *check_list(opponents)], "gin")
    name, *others = sitting.names
    if not others or len(set(others)) < len(others):
        raise UserError(f"each opponent is named once, not {', '.join(others) or 'nobody'}")
    terms = HandsTerms(sitting.names, house_rules, seed, sitting.size(matches=False))
    work = Meetings(terms, sitting.players).play
    crew = HERE if sitting.stays_here else Crew(settings.on, settings.workers)
    pieces, found = cut_pieces(DEALS, 0, settings.deals, terms.size), None
    for piece, counted in zip(pieces, jobs.run(work, pieces, *crew), strict=True):
        found = found + counted if found else counted
        progress(piece.deals)
    assert found
    turns = dict(sorted(found.turns.items()))
    return FinalHands(name, tuple(others), spell_rules("gin", house_rules), seed, settings.deals, found.moments, turns)


# ---- what they show ----


class Evenness(NamedTuple):
    """Are the final hands spread evenly over the suits, or the face values?"""

    shares: dict[str, Interval]  # of all cards
    chi_squared: float
    freedom: int
    p_of_cards: float  # as if each card were drawn alone, as papers assume
    p_of_deals: float | None  # with the deal as the unit (Hotelling's test); None where there are too few deals
    cramers_v: float  # 0 for an even spread, 1 if all cards are of one kind: does not grow with the number of hands
    most: str  # the kind that is held most


class FinalHands(NamedTuple):
    """What a player's final hands showed: exact sums from which every figure follows."""

    player: str
    against: tuple[str, ...]
    rules: str
    seed: int
    deals: int
    moments: Moments  # of the sums of `FIGURES` over the hands of a deal
    turns: Mapping[int, int]  # for each number of turns, how many hands took it

    @property
    def hands(self) -> int:
        """How many final hands of the player there were."""
        return 2 * len(self.against) * self.deals

    def each(self, *figures: str) -> Estimate:
        """The mean of a figure, or of the sum of several, over the final hands. For ends and wins that is a share of hands."""
        weights = [int(figure in figures) for figure in FIGURES]
        return Estimate.of(self.moments, weights) / (2 * len(self.against))

    def wins(self) -> Estimate:
        """The share of hands that the player won; those that nobody won are not among them."""
        return self.each(*WON)

    def nobody(self) -> Estimate:
        """The share of hands that nobody won: void ones, and ties where the rules have them."""
        return self.each("void", "tie")

    def sets_share(self) -> Estimate:
        """How many of the melds are sets."""
        return self.each("sets") / self.each("sets", "runs")

    def median_turns(self) -> int:
        """Half of the hands took no more turns than this."""
        passed = np.cumsum(list(self.turns.values())) >= self.hands / 2
        return list(self.turns)[int(passed.argmax())]

    def suits(self) -> Evenness:
        """How evenly the hands are spread over the suits."""
        return self.evenness(SUITS)

    def faces(self) -> Evenness:
        """How evenly the hands are spread over the face values."""
        return self.evenness(FACES)

    def evenness(self, kinds: Sequence[str]) -> Evenness:
        """How evenly the cards are spread over these kinds."""
        chosen = [FIGURES.index(kind) for kind in kinds]
        counts = np.array([self.moments.sums[place] for place in chosen], float)
        even, freedom = counts.sum() / len(kinds), len(kinds) - 1
        chi_squared = float(((counts - even) ** 2).sum() / even)
        shares = {kind: (self.each(kind) / self.each(*kinds)).interval() for kind in kinds}
        return Evenness(
            shares, chi_squared, freedom, chi_squared_chance(chi_squared, freedom), chance_of_even_means(self.moments, chosen),
            math.sqrt(chi_squared / (counts.sum() * freedom)), kinds[int(counts.argmax())],
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        turns = {str(turns): hands for turns, hands in self.turns.items()}
        return {**self._asdict(), "against": list(self.against), "moments": self.moments.to_json(), "turns": turns}


def covariances(moments: Moments, chosen: Sequence[int]) -> NDArray[np.float64]:
    """The covariances of these figures from deal to deal, worked out in whole numbers, so that no digits are lost."""
    size, deals = len(moments.sums), moments.count
    products = np.zeros((size, size), object)
    products[np.triu_indices(size)] = moments.products
    products.T[np.triu_indices(size)] = moments.products
    sums = np.array(moments.sums, object)[chosen]
    return (deals * products[np.ix_(chosen, chosen)] - np.outer(sums, sums)).astype(float) / (deals * (deals - 1))


def chance_of_even_means(moments: Moments, chosen: Sequence[int]) -> float | None:
    """Hotelling's test that these figures have the same mean: the p-value. Each deal gives one vector of figures.

    The spread from deal to deal already contains whatever ties the cards of one deal together. None where there are too few deals.
    """
    deals = moments.count
    if deals < len(chosen):
        return None
    contrasts = np.eye(len(chosen)) - 1 / len(chosen)
    means = contrasts @ np.array([moments.sums[place] / deals for place in chosen])
    spreads, directions = np.linalg.eigh(contrasts @ covariances(moments, chosen) @ contrasts)
    along = directions.T @ means
    free = spreads > 1e-9 * max(spreads.max(), 1.0)  # leave out the sum of all figures, and what never varies
    if (np.abs(along[~free]) > 1e-9).any():
        return 0.0  # uneven in every single deal, always by the same amount
    rank = int(free.sum())
    t_squared = deals * float((along[free] ** 2 / spreads[free]).sum())
    return Fisher(rank, deals - rank).beyond(t_squared * (deals - rank) / (rank * (deals - 1))) if rank else 1.0
