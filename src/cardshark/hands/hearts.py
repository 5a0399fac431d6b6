"""Hands of Hearts. Kept are also the number of the match's first hand, whether points are being won back, and who leads by chance."""

from typing import Any

from cardshark.cards import card, listed
from cardshark.games import house
from cardshark.games.hearts import text
from cardshark.games.hearts.rules import MOST_HANDS, MOST_TOTAL, FirstLead
from cardshark.games.match import Single
from cardshark.hands.digits import Digits, Reader, part_digit
from cardshark.hands.hand import PlayedHand
from cardshark.text import UserError

__all__ = ["MOST_HANDS", "MOST_TOTAL"]  # as `GameHands` names them


# ---- the match around a hand ----


def kept_fields(match: Single) -> dict[str, Any]:
    """The number of the match's first hand, and whether points are being won back."""
    return {"first": int(match.state.first), "back": bool(match.state.table.second_stage)}


def begin_match(match: Single, hand: PlayedHand) -> None:
    """Set a match to where it stood before these cards were dealt."""
    match.games["first"] = hand.first
    match.games["table"]["second_stage"] = hand.back


def score_sign(hand: PlayedHand) -> int:
    """1, because a score is a cost; -1 while points are won back."""
    return -1 if hand.back else 1


# ---- what is chosen ----


def without_choices(cards: text.Hand) -> text.Hand:
    """The cards as they were dealt."""
    return cards._replace(choices=())


def choice_name(phase: int, choice: int) -> str:
    """The name of a choice in saved hands: a card."""
    return text.choice_name(phase, choice)


def choice_number(word: str) -> int:
    """The choice with this name."""
    return card(word)


# ---- cards ----


def saved_cards(cards: text.Hand) -> dict[str, Any]:
    """Who leads, where chance decides it."""
    return {"leader": cards.leader}


def cards_from_saved(hands: tuple[int, ...], saved: Any) -> text.Hand:
    """The cards of a saved hand, without choices."""
    return text.Hand(hands, saved.leader)


def dealer_of(cards: text.Hand) -> int:
    """0: who deals does not matter."""
    return 0


def sealed_cards(match: Single, dealer: int) -> text.Hand:
    """The cards that were dealt in a match that has just begun."""
    return text.dealt(match)


def check_match(hand: PlayedHand) -> None:
    """Refuse boxes, which Hearts does not have."""
    if hand.boxes:
        raise UserError("there are no boxes in Hearts")


def check_cards(hand: PlayedHand, rules: Any) -> None:
    """Refuse a deal in which a card of the deck is missing or dealt twice, or hands differ in size."""
    deck, seats, hands = int(rules.deck()), rules.players, hand.cards.hands
    size = deck.bit_count() // seats
    union = 0
    for cards in hands:
        union |= cards
    whole = len(hands) == seats and all(cards.bit_count() == size for cards in hands)
    if not whole or sum(hands) != deck or union != deck:
        raise UserError(f"each of the {seats} seats must have {size} cards, and each card of the deck must be dealt once")
    if not 0 <= hand.cards.leader < seats:
        raise UserError(f"there is no seat {hand.cards.leader} that could lead")


# ---- links ----


def deal_digits(cards: text.Hand, rules: Any) -> Digits:
    """Digits for who leads, where chance decides it, and for every hand but the last, which is the rest of the deck."""
    digits = [(cards.leader, rules.players)] if rules.first_lead == FirstLead.RANDOM else []
    rest = listed(int(rules.deck()))
    for held in cards.hands[:-1]:
        digit, rest = part_digit(rest, held)
        digits.append(digit)
    return digits


def read_deal(reader: Reader, rules: Any, dealer: int) -> text.Hand:
    """The cards as they were dealt, from digits."""
    leader = reader.take(rules.players) if rules.first_lead == FirstLead.RANDOM else 0
    rest, size, hands = listed(int(rules.deck())), int(house.record(rules)[0].hand_size), []
    for _ in range(rules.players):
        held, rest = reader.part(rest, size)
        hands.append(held)
    return text.Hand(tuple(hands), leader)


def chance_digits(before: text.Hand, after: text.Hand) -> Digits:
    """Nothing: after the deal nothing is left to chance."""
    return []


def read_chance(reader: Reader, match: Single, before: text.Hand, after: text.Hand) -> text.Hand:
    """Nothing: after the deal nothing is left to chance."""
    return after
