"""What a review tells of a hand of gin: its turns, which bots play it too, and how hidden cards can be dealt anew."""

from typing import Any

import numpy as np

from cardshark.cards import ALL, listed, set_of
from cardshark.chance import decks
from cardshark.games import gin
from cardshark.games.match import Single
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import play_hand

STAND_IN = "lookahead"
BOTS = ("simple:epsilon=0.05", "holdout:epsilon=0.05", "minimiser:epsilon=0.05", "lookahead:epsilon=0.05")
TURN_TITLE = "Turn"
AFTER_DISCARD = (gin.MAY_KNOCK, gin.SPREAD, gin.LAY_OFF)  # these belong to the turn that has just been counted


# ---- what happened ----


def turn_number(table: Any) -> int:
    """The seat's turn, from 1."""
    return (int(table.turns) - (table.phase in AFTER_DISCARD)) // 2 + 1


def list_tricks(hand: PlayedHand) -> list[dict[str, Any]]:
    """None: there are no tricks at gin."""
    return []


def list_passes(hand: PlayedHand) -> list[list[str]]:
    """None: no cards are passed on at gin."""
    return []


def is_passing(view: Any) -> bool:
    """Never at gin."""
    return False


# ---- playing it otherwise ----


def one_hand_rules(rules: Any) -> Any:
    """A match of one hand."""
    return rules._replace(hands=1)


def begin_with(games: np.ndarray, hand: PlayedHand) -> None:
    """Nothing to do: a match with one hand ends after any."""


def swap_hidden(match: Single, word: int) -> dict[int, int]:
    """For each card that is hidden from the seat in turn, the card that takes its place; all orders are equally likely."""
    cards = hidden_cards(match)
    return dict(zip(cards, decks(np.array([word], np.uint64), set_of(cards))[0].tolist(), strict=True)) if cards else {}


def hidden_cards(match: Single) -> list[int]:
    """Cards that the seat in turn has never seen; cards of the pile that were shuffled into a new stock are not among them."""
    table, seat = match.state.table, int(match.state.table.turn)
    seen = int(match.state.hands[seat]) | int(table.piled) | int(table.known[1 - seat]) | int(table.laid_off) | 1 << int(table.upcard)
    seen |= set_of(card for card in table.discards.tolist() if card >= 0)
    return listed(int(ALL) & ~seen)


def swap_cards(hand: PlayedHand, swaps: dict[int, int]) -> PlayedHand:
    """The hand with cards in the place of others, in the hands and in the stock; what was chosen stays, because it was seen."""
    hands = tuple(set_of(swaps.get(card, card) for card in listed(held)) for held in hand.cards.hands)
    stock = tuple(swaps.get(card, card) for card in hand.cards.stock)
    return play_hand(hand._replace(cards=hand.cards._replace(hands=hands, stock=stock)), hand.choices)
