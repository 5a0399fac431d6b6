"""The house rules of Hearts, and the games that have a name.

A variant is a value. To add a rule: one field here, and the line in `game.py` that reads it.
"""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np

from cardshark.cards import CLUBS, HEARTS, RANKS, card, cards, count, lowest
from cardshark.games.house import CardsOf
from cardshark.text import UserError

SEATS = 4  # room for this many players
NOBODY = -1  # where a seat could stand
MOST_CARDS = 52  # that can be played in a hand
MOST_POINTS = 127  # of a hand, and
MOST_TOTAL = 32_000  # of a match: what the game's record has room for, and
MOST_HANDS = 30_000  # of a match


class Passing(IntEnum):
    """To whom cards are passed."""

    NONE = 0
    LEFT = 1  # always to the next player
    CYCLE = 2  # left, right, across (where someone sits there), hold


class FirstLead(IntEnum):
    """Who leads to the first trick."""

    TWO_OF_CLUBS = 0  # whoever holds it
    LOWEST_CLUB = 1  # whoever holds the lowest club of the deck
    ROTATE = 2  # the player on the dealer's left
    RANDOM = 3


class Breaking(IntEnum):
    """What must have been played before a heart may be led."""

    NONE = 0
    HEART = 1
    HEART_OR_QUEEN = 2  # a heart or the queen of spades


class Moon(IntEnum):
    """What happens to a player who takes every penalty card."""

    NONE = 0  # they pay
    OTHERS_PLUS = 1  # they pay nothing, everybody else pays it all
    SHOOTER_MINUS = 2  # it is taken off their total
    CHOICE = 3  # whichever of the two is better for them in the match


class Ties(IntEnum):
    """When a match ends and two players have the lowest total."""

    SHARED = 0  # they share the first place
    PLAY_ON = 1  # another hand is dealt


class Rules(NamedTuple):
    """House rules of Hearts; the defaults are the common American game."""

    players: Annotated[int, "how many sit down, 3 or 4"] = 4
    lowest: Annotated[int, "lowest rank in the deck: 2 makes 52 cards, 7 makes 32"] = 2
    highest: Annotated[int, "highest rank in the deck, 14 is the ace"] = 14
    removed: Annotated[CardsOf, "cards taken out so that the deck divides evenly"] = CardsOf(0)
    heart: Annotated[int, "points for each heart"] = 1
    queen_of_spades: Annotated[int, "points for the queen of spades"] = 13
    jack_of_clubs: Annotated[int, "points for the jack of clubs"] = 0
    jack_of_diamonds: Annotated[int, "points taken off for the jack of diamonds; never part of a moon"] = 0
    passing: Annotated[Passing, "to whom cards are passed"] = Passing.CYCLE
    pass_count: Annotated[int, "how many cards are passed, 0 to 4"] = 3
    first_lead: Annotated[FirstLead, "who leads to the first trick"] = FirstLead.TWO_OF_CLUBS
    first_lead_forced: Annotated[bool, "the two (or lowest) of clubs itself must be led"] = True
    hearts_breaking: Annotated[Breaking, "what must be played before a heart may be led"] = Breaking.HEART
    first_trick_points: Annotated[bool, "penalty cards may be played to the first trick"] = False
    moon: Annotated[Moon, "what happens when one player takes every penalty card"] = Moon.OTHERS_PLUS
    limit: Annotated[int, "the match ends when a total gets here; 0 for no limit"] = 100
    above_limit: Annotated[bool, "a total must be above the limit to end the match, not just reach it"] = False
    hands: Annotated[int, "the match ends after this many hands; 0 for no such end"] = 0
    ties: Annotated[Ties, "what happens when the lowest total is shared at the end"] = Ties.SHARED
    win_back: Annotated[bool, "after the limit points are won back; who first gets to zero wins (Dutch second stage)"] = False

    def deck(self) -> np.uint64:
        """The cards in play."""
        ranks = sum(1 << rank - 2 for rank in range(self.lowest, self.highest + 1))
        return np.uint64(sum(ranks << 16 * suit for suit in range(4)) & ~int(self.removed))

    def costs(self) -> dict[str, int]:
        """What each card in the deck costs, if it costs anything."""
        all_costs = {"QS": self.queen_of_spades, "JC": self.jack_of_clubs, **{f"{rank}H": self.heart for rank in RANKS}}
        deck = int(self.deck())
        return {name: cost for name, cost in all_costs.items() if cost and deck >> card(name) & 1}

    def penalties(self) -> np.uint64:
        """The cards that cost something."""
        return np.uint64(cards(" ".join(self.costs())))

    def derived(self) -> dict[str, Any]:
        """What follows from the rules, worked out once for the kernels."""
        deck = self.deck()
        costs = self.costs()
        forced = self.first_lead_forced and self.first_lead in (FirstLead.TWO_OF_CLUBS, FirstLead.LOWEST_CLUB)
        queen = cards("QS") if self.hearts_breaking == Breaking.HEART_OR_QUEEN else 0
        return {
            "deck": deck,
            "hand_size": count(deck) // self.players,
            "all_penalties": sum(costs.values()),  # what all penalty cards cost together: a moon
            "penalties": self.penalties(),
            "banned": self.penalties() if not self.first_trick_points else np.uint64(0),  # from the first trick
            "forced": np.uint64(1 << lowest(deck) if forced else 0),  # the card that must be led first
            "held_back": HEARTS if self.hearts_breaking else np.uint64(0),  # may not be led before ...
            "breakers": HEARTS | np.uint64(queen),  # ... one of these was played
        }

    def check(self) -> None:
        """Refuse what cannot be played, in one sentence."""
        if not 3 <= self.players <= SEATS:
            raise UserError(f"Hearts is played here by 3 or 4 players, not {self.players}")
        if not 2 <= self.lowest <= self.highest <= 14:
            raise UserError(f"ranks run from 2 to 14 (the ace), so a deck cannot run from {self.lowest} to {self.highest}")
        if count(self._replace(removed=CardsOf(0)).deck()) - count(self.deck()) != count(self.removed):
            raise UserError(f"{self.removed} cannot be removed because not all of it is in the deck")
        size = count(self.deck())
        if size == 0 or size % self.players:
            spare = size % self.players or "fewer"
            example = "2D" if spare == 1 else "2D+..."
            raise UserError(f"{size} cards cannot be dealt evenly to {self.players} players: remove {spare} (removed={example})")
        self._check_cards(size // self.players)
        self._check_numbers()

    def _check_cards(self, hand_size: int) -> None:
        if not 0 <= self.pass_count <= 4:
            raise UserError(f"0 to 4 cards can be passed, not {self.pass_count}")
        if self.pass_count > hand_size:
            raise UserError(f"{self.pass_count} cards cannot be passed from a hand of {hand_size}")
        clubs = self.deck() & CLUBS
        if self.first_lead == FirstLead.TWO_OF_CLUBS and not clubs & np.uint64(1):
            raise UserError("the two of clubs cannot lead because it is not in the deck: use first_lead=lowest_club")
        if self.first_lead == FirstLead.LOWEST_CLUB and not clubs:
            raise UserError("the lowest club cannot lead because no club is in the deck: use first_lead=rotate")

    def _check_numbers(self) -> None:
        for name in ("heart", "queen_of_spades", "jack_of_clubs", "jack_of_diamonds"):
            if not 0 <= getattr(self, name) <= 100:
                raise UserError(f"{name} must be 0 to 100 points, not {getattr(self, name)}")
        total = self.derived()["all_penalties"]
        if total > MOST_POINTS:
            raise UserError(f"all penalty cards together may cost at most {MOST_POINTS} points, not {total}")
        if self.limit < 0 or not 0 <= self.hands <= MOST_HANDS:
            raise UserError(f"limit is 0 (none) or above, hands is 0 (none) to {MOST_HANDS}")
        if not self.hands and self.moon == Moon.SHOOTER_MINUS and count(self.penalties()) == 1:
            raise UserError("with one penalty card every hand would be a moon, and no total would ever rise: set moon=none or hands")
        if not self.hands and not (self.limit and total > self.jack_of_diamonds):
            raise UserError("a match needs an end: set limit (and penalties above the jack's bonus) or hands above 0")
        if self.ties == Ties.PLAY_ON and not total:
            raise UserError("without penalty cards a tie would be played on for ever: set ties=shared")
        if self.limit + total > MOST_TOTAL or (not self.limit and self.hands * max(total, self.jack_of_diamonds) > MOST_TOTAL):
            raise UserError(f"totals can grow to at most {MOST_TOTAL} points: set a lower limit or fewer hands")
        if self.win_back and not self.limit:
            raise UserError("points can be won back only after a limit: set limit above 0")


DUTCH = Rules(
    lowest=7, queen_of_spades=5, jack_of_clubs=2, passing=Passing.NONE, pass_count=0, first_lead=FirstLead.ROTATE,
    first_lead_forced=False, hearts_breaking=Breaking.NONE, first_trick_points=True,
)  # fmt: skip

PRESETS: dict[str, Rules] = {
    "american": Rules(),
    "dutch": DUTCH,  # the 32-card game of the two neural network theses
    "passleft": Rules(  # the POMCP report: thousand hands, always three cards to the left
        passing=Passing.LEFT, first_lead_forced=False, first_trick_points=True, limit=0, hands=1000,
    ),
    "falcon": Rules(  # the adaptive-resonance paper: no passing, no moon, free leads
        passing=Passing.NONE, pass_count=0, first_lead=FirstLead.RANDOM, first_lead_forced=False,
        hearts_breaking=Breaking.NONE, first_trick_points=True, moon=Moon.NONE, above_limit=True,
    ),
}  # fmt: skip
