"""What kind of mistake a choice at Hearts was, by facts of the position that the seat knew. The most telling kind comes first."""

from typing import Any, NamedTuple

from cardshark.cards import SPADES_SUIT, card, listed, rank_of, set_of, suit_of, trick_winner
from cardshark.games import hearts

QUEEN, KING, ACE = card("QS"), card("KS"), card("AS")
LOW = 3  # the rank of a five: cards up to it are exits
FEW = 2  # points that one seat must have taken, and no other any, before a moon is in the air


class Spot(NamedTuple):
    """A position as a player remembers it, and the two cards that are compared."""

    view: Any
    rules: Any
    chosen: int
    best: int

    @property
    def trick(self) -> list[int]:
        """The cards of this trick so far."""
        table = self.view.table
        return [int(each) for each in table.history[int(table.start) : int(table.played)]]

    @property
    def leads(self) -> bool:
        """Does the seat lead to the trick?"""
        return not self.trick

    @property
    def queen_is_out(self) -> bool:
        """Does somebody else hold the queen of spades?"""
        return not (int(self.view.table.seen) | int(self.view.hand)) >> QUEEN & 1 and bool(int(self.rules.deck()) >> QUEEN & 1)

    @property
    def is_last(self) -> bool:
        """Does nobody play after this seat?"""
        return len(self.trick) == self.rules.players - 1

    def follows(self, choice: int) -> bool:
        """Is this card of the suit that was led?"""
        return not self.leads and suit_of(choice) == suit_of(self.trick[0])

    def wins(self, choice: int) -> bool:
        """Would this card take the trick so far?"""
        return trick_winner([*self.trick, choice]) == len(self.trick)


def kind_of_mistake(view: Any, rules: Any, chosen: str, best: str) -> str:
    """The name of the kind; empty where no fact tells. Choices are named as in saved hands, cards that are passed together in one text."""
    if view.table.phase == hearts.PASS:
        return kind_of_pass({*map(card, chosen.split())}, {*map(card, best.split())})
    spot = Spot(view, rules, card(chosen), card(best))
    return next((kind for kind, applies in (LEADS if spot.leads else FOLLOWS).items() if applies(spot)), "")


def kind_of_pass(chosen: set[int], best: set[int]) -> str:
    """Cards that go on to the next player, all at once."""
    kept, given = best - chosen, chosen - best
    if kept & {QUEEN, KING, ACE}:
        return "kept_danger"
    return "passed_low" if any(rank_of(each) <= LOW for each in given) else "passed_other"


# ---- facts ----


def led_spades(spot: Spot) -> bool:
    """A spade is led while somebody else has the queen."""
    return spot.queen_is_out and suit_of(spot.chosen) == SPADES_SUIT != suit_of(spot.best)


def held_over_queen(spot: Spot) -> bool:
    """The king or ace of spades stays in the hand, although it could go, and the queen is still to come."""
    return spot.queen_is_out and spot.best in (KING, ACE) and spot.chosen not in (KING, ACE)


def held_queen(spot: Spot) -> bool:
    """The queen of spades could go, and stays."""
    return spot.best == QUEEN


def led_high(spot: Spot) -> bool:
    """A high card is led where a lower one is better."""
    return rank_of(spot.chosen) > rank_of(spot.best)


def fed_moon(spot: Spot) -> bool:
    """Points go to the one who has taken all of them so far."""
    points = [int(each) for each in spot.view.table.points[: spot.rules.players]]
    taker = max(range(len(points)), key=points.__getitem__)
    ahead = (int(spot.view.table.leader) + trick_winner(spot.trick)) % spot.rules.players
    costly = set_of(listed(int(spot.rules.penalties())))
    gives = bool(costly >> spot.chosen & 1) and not spot.wins(spot.chosen)
    return points[taker] == sum(points) >= FEW and taker == ahead and gives and not costly >> spot.best & 1


def missed_safe_trick(spot: Spot) -> bool:
    """The last player could take a trick without points, with a card that is dangerous later, and does not."""
    costly = int(spot.rules.penalties())
    return spot.is_last and not any(costly >> each & 1 for each in spot.trick) and spot.wins(spot.best) and not spot.wins(spot.chosen)


def went_over(spot: Spot) -> bool:
    """The card takes the trick, and the best one would have stayed under it."""
    return spot.wins(spot.chosen) and not spot.wins(spot.best)


def wasted_low(spot: Spot) -> bool:
    """A low card follows, and a higher one would have been as safe."""
    return spot.follows(spot.chosen) and rank_of(spot.chosen) < rank_of(spot.best)


def threw_wrong(spot: Spot) -> bool:
    """A card of another suit is thrown away, but not the one that should go."""
    return not spot.follows(spot.chosen)


def led_low(spot: Spot) -> bool:
    """A low card is led where a higher one could go."""
    return rank_of(spot.chosen) < rank_of(spot.best)


def led_other(spot: Spot) -> bool:
    """Something else is wrong with the lead."""
    return spot.leads


LEADS = {
    "led_spades": led_spades,
    "held_over_queen": held_over_queen,
    "held_queen": held_queen,
    "led_high": led_high,
    "led_low": led_low,
    "led_other": led_other,
}
FOLLOWS = {
    "fed_moon": fed_moon,
    "held_queen": held_queen,
    "held_over_queen": held_over_queen,
    "missed_safe_trick": missed_safe_trick,
    "went_over": went_over,
    "wasted_low": wasted_low,
    "threw_wrong": threw_wrong,
}
