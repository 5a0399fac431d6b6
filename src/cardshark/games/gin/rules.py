"""The house rules of gin rummy, and the games that have a name.

A variant is a value. To add a rule: one field here, and the line in `game.py` that reads it.
"""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

from cardshark.text import UserError

LONGEST_HAND = 30_000  # turns after which a hand is void even where the rules name no such end
LONGEST_MATCH = 1_000_000  # hands, likewise
OUT_OF_REACH = 2**31 - 1  # more points than any match sees


class Tie(IntEnum):
    """What happens when the opponent has as much deadwood as the knocker."""

    UNDERCUT = 0  # the opponent wins the hand, as if they had less
    NOBODY = 1  # nobody scores


class LayOff(IntEnum):
    """How the opponent gets rid of cards that fit the knocker's melds."""

    NONE = 0  # not at all
    BEST = 1  # done for the opponent, so that melds and lay-offs together leave least
    CHOSEN = 2  # the opponent chooses card by card; then what is left is melded as well as it can be
    AFTER_MELDS = 3  # the opponent chooses melds; then every other card that fits is laid off


class StockOut(IntEnum):
    """What happens when the stock is used up."""

    VOID = 0  # nobody scores
    RESHUFFLE = 1  # the pile but its top card becomes the stock, shuffled
    TURN_OVER = 2  # the same in its order, the oldest discard first


class NextDealer(IntEnum):
    """Who deals after a hand that somebody won; after any other the same player deals again."""

    ALTERNATE = 0
    WINNER = 1
    LOSER = 2


class ShutOut(IntEnum):
    """What a match is worth against somebody who won no hand."""

    NONE = 0  # no more than otherwise
    PLUS = 1  # the game bonus once more
    DOUBLE = 2  # everything twice


class HandResult(IntEnum):
    """How a hand ended."""

    VOID = 0  # the stock or the turns ran out
    KNOCK = 1
    GIN = 2
    BIG_GIN = 3
    UNDERCUT = 4
    TIE = 5  # and nobody scored


class Rules(NamedTuple):
    """House rules of gin rummy; the defaults are the game of the EAAI undergraduate challenge."""

    knock_limit: Annotated[int, "a player with at most this much deadwood may knock"] = 10
    upcard_limit: Annotated[bool, "the value of the first up-card caps the knock (Oklahoma)"] = False
    ace_means_gin: Annotated[bool, "with upcard_limit, an ace asks for gin instead of a knock at 1"] = False
    spades_double: Annotated[bool, "a spade as first up-card doubles the hand"] = False
    double_boxes: Annotated[bool, "a doubled hand counts its boxes twice too"] = False
    gin_bonus: Annotated[int, "points for gin besides the opponent's deadwood"] = 25
    big_gin: Annotated[int, "points in place of gin_bonus for eleven melded cards; 0 where it is not played"] = 0
    undercut_bonus: Annotated[int, "points for an undercut besides the difference"] = 25
    tie: Annotated[Tie, "what happens when both have the same deadwood"] = Tie.UNDERCUT
    lay_off: Annotated[LayOff, "how the opponent lays off on the knocker's melds"] = LayOff.AFTER_MELDS
    upcard_offer: Annotated[bool, "the first up-card is offered to both before anybody draws from the stock"] = True
    throw_back: Annotated[bool, "a card taken from the pile may be discarded at once"] = False
    stock_left: Annotated[int, "the stock counts as used up when this many cards are left after a turn"] = 2
    stock_out: Annotated[StockOut, "what happens when the stock is used up"] = StockOut.VOID
    max_turns: Annotated[int, "a hand is void after this many turns of both players together; 0 for no such end"] = 0
    dealer: Annotated[NextDealer, "who deals the next hand"] = NextDealer.ALTERNATE
    target: Annotated[int, "the match ends when a total gets here; 0 for no target"] = 100
    hands: Annotated[int, "the match ends after this many hands, void ones included; 0 for no such end"] = 0
    game_bonus: Annotated[int, "points for reaching the target"] = 0
    box: Annotated[int, "points for each box, counted at the end; each hand won is a box"] = 0
    gin_boxes: Annotated[int, "further boxes for gin"] = 0
    undercut_boxes: Annotated[int, "further boxes for an undercut"] = 0
    shut_out: Annotated[ShutOut, "what a match is worth against somebody who won no hand"] = ShutOut.NONE

    def derived(self) -> dict[str, Any]:
        """What follows from the rules, worked out once for the kernels: where every hand and match ends at the latest."""
        return {
            "last_turn": self.max_turns or LONGEST_HAND,
            "last_hand": self.hands or LONGEST_MATCH,
            "goal": self.target or OUT_OF_REACH,
        }

    def check(self) -> None:
        """Refuse what cannot be played, in one sentence."""
        ranges = {"knock_limit": 100, "stock_left": 30, "max_turns": LONGEST_HAND, "target": 1_000_000, "hands": LONGEST_MATCH}
        ranges |= dict.fromkeys(("gin_bonus", "big_gin", "undercut_bonus", "game_bonus", "box"), 1000)
        ranges |= dict.fromkeys(("gin_boxes", "undercut_boxes"), 10)
        for name, most in ranges.items():
            if not 0 <= getattr(self, name) <= most:
                raise UserError(f"{name} must be 0 to {most}, not {getattr(self, name)}")
        if not self.target and not self.hands:
            raise UserError("a match needs an end: set target or hands above 0")
        if self.stock_out != StockOut.VOID and self.stock_left:
            raise UserError("the pile becomes the stock only when the stock is empty: set stock_left=0, or stock_out=void")
        if self.stock_out != StockOut.VOID and not self.max_turns:
            raise UserError("a hand whose stock is renewed could last for ever: set max_turns above 0, or stock_out=void")


TOURNAMENT = Rules(
    big_gin=31, lay_off=LayOff.CHOSEN, dealer=NextDealer.LOSER, game_bonus=100, box=25, shut_out=ShutOut.DOUBLE,
)  # fmt: skip

PRESETS: dict[str, Rules] = {
    "eaai": Rules(),  # the undergraduate challenge: to 100, no bonus at the end
    "classic": Rules(  # as in the books
        gin_bonus=20, undercut_bonus=10, lay_off=LayOff.CHOSEN, dealer=NextDealer.WINNER, game_bonus=100, box=20, shut_out=ShutOut.PLUS,
    ),
    "tournament": TOURNAMENT,  # the modern game
    "straight": TOURNAMENT._replace(knock_limit=0),  # gin or nothing
    "oklahoma": TOURNAMENT._replace(upcard_limit=True, spades_double=True, target=150),
    "paper": Rules(  # the temporal-difference and evolution paper: single hands, no lay-offs, the stock renewed
        lay_off=LayOff.NONE, upcard_offer=False, stock_left=0, stock_out=StockOut.RESHUFFLE, max_turns=5000, dealer=NextDealer.WINNER,
        target=0, hands=1,
    ),
}  # fmt: skip
