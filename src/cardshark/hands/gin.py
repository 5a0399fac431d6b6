"""Hands of gin rummy. Beside the hands they have a dealer, boxes, the order of the stock, and stocks made of the pile."""

from typing import Any

import numpy as np

from cardshark.cards import ALL, card, listed, name, set_of
from cardshark.games import gin
from cardshark.games.gin import names, text
from cardshark.games.match import Single
from cardshark.hands.digits import Digits, Reader, order_digits, part_digit
from cardshark.hands.hand import PlayedHand
from cardshark.text import UserError

MOST_TOTAL = 1_000_000
MOST_HANDS = 1_000_000
ALL_CARDS = listed(int(ALL))

# Moves that are not cards, as they are saved. This is older than the words of transcripts, and two are spelled differently.
WORDS = {**names.WORDS, gin.PLAY_ON: "play_on", gin.BIG_GIN: "big_gin"}
CHOICES = {word: choice for choice, word in WORDS.items()}


# ---- the match around a hand ----


def kept_fields(match: Single) -> dict[str, Any]:
    """The boxes that were won before the hand."""
    return {"boxes": tuple(match.state.table.boxes.tolist())}


def begin_match(match: Single, hand: PlayedHand) -> None:
    """Set a match to where it stood before these cards were dealt."""
    table = match.games["table"]
    table["dealer"] = hand.cards.dealer
    table["boxes"][0, : len(hand.boxes)] = hand.boxes


def score_sign(hand: PlayedHand) -> int:
    """-1: a score is something won."""
    return -1


# ---- what is chosen ----


def without_choices(cards: text.Hand) -> text.Hand:
    """The cards as they were dealt."""
    return cards._replace(choices=(), renewals=())


def choice_name(phase: int, choice: int) -> str:
    """The name of a choice in saved hands: a card, or a word for a move; the ways to lay a hand down are numbered from 1."""
    if phase == gin.SPREAD:
        return f"way {choice + 1}"
    return WORDS[choice] if choice in WORDS else text.choice_name(phase, choice)


def choice_number(word: str) -> int:
    """The choice with this name."""
    if word in CHOICES:
        return CHOICES[word]
    if word.startswith("way ") and word[4:].isdecimal() and len(word) < 8:
        return int(word[4:]) - 1
    return card(word)


# ---- cards ----


def saved_cards(cards: text.Hand) -> dict[str, Any]:
    """Who deals, and the stock with all that were made of the pile."""
    renewals = [[name(card) for card in renewal] for renewal in cards.renewals]
    return {"dealer": cards.dealer, "stock": [name(card) for card in cards.stock], "renewals": renewals}


def cards_from_saved(hands: tuple[int, ...], saved: Any) -> text.Hand:
    """The cards of a saved hand, without choices; the number of hands is checked later."""
    renewals = tuple(tuple(map(card, names)) for names in saved.renewals)
    return text.Hand(saved.dealer, hands, tuple(map(card, saved.stock)), (), renewals)  # type: ignore[arg-type]


def dealer_of(cards: text.Hand) -> int:
    """Who dealt."""
    return cards.dealer


def sealed_cards(match: Single, dealer: int) -> text.Hand:
    """The cards that were dealt in a match that has just begun. Seat 1 deals in it; if seat 0 deals, the two hands are swapped."""
    cards = text.dealt(match)
    return cards if dealer == 1 else cards._replace(dealer=dealer, hands=cards.hands[::-1])


def check_match(hand: PlayedHand) -> None:
    """Refuse boxes that are not one number for each seat."""
    if len(hand.boxes) != gin.SEATS or any(not 0 <= boxes <= MOST_TOTAL for boxes in hand.boxes):
        raise UserError(f"there must be a number of boxes, 0 to {MOST_TOTAL}, for each of the {gin.SEATS} seats")


def check_cards(hand: PlayedHand, rules: Any) -> None:
    """Refuse a deal in which a card is missing or dealt twice, or no seat deals."""
    cards = hand.cards
    dealt = [*(card for held in cards.hands for card in listed(held)), *cards.stock]
    sizes = [held.bit_count() for held in cards.hands]
    if sizes != [gin.HAND_SIZE] * gin.SEATS or sorted(dealt) != listed(set_of(dealt)) or len(dealt) != len(ALL_CARDS):
        raise UserError("both seats must have ten cards, and they, the up-card and the stock must hold each of the 52 cards once")
    if cards.dealer not in (0, 1):
        raise UserError(f"seat 0 or seat 1 deals, not {cards.dealer}")


# ---- links ----


def deal_digits(cards: text.Hand, rules: Any) -> Digits:
    """Digits for both hands and the order of the stock."""
    first, rest = part_digit(ALL_CARDS, cards.hands[0])
    second, rest = part_digit(rest, cards.hands[1])
    return [first, second, *order_digits(rest, cards.stock)]


def read_deal(reader: Reader, rules: Any, dealer: int) -> text.Hand:
    """Both hands and the order of the stock, from digits."""
    first, rest = reader.part(ALL_CARDS, gin.HAND_SIZE)
    second, rest = reader.part(rest, gin.HAND_SIZE)
    return text.Hand(dealer, (first, second), reader.order(rest))


def put_renewal(match: Single, cards: text.Hand, renewed: tuple[int, ...]) -> text.Hand:
    """Put the stock that was just renewed into this order."""
    gin.restock(match.games, np.array(renewed, np.int8))
    return cards._replace(renewals=(*cards.renewals[:-1], renewed))


def chance_digits(before: text.Hand, after: text.Hand) -> Digits:
    """Digits for the order of a stock that was renewed."""
    if len(after.renewals) == len(before.renewals):
        return []
    return order_digits(sorted(after.renewals[-1]), after.renewals[-1])


def read_chance(reader: Reader, match: Single, before: text.Hand, after: text.Hand) -> text.Hand:
    """The order of a stock that was renewed, from digits."""
    if len(after.renewals) == len(before.renewals):
        return after
    return put_renewal(match, after, reader.order(sorted(after.renewals[-1])))
