"""The proof that the cards of a hand were not changed: do seal, secret, cards, choices and score of a saved hand agree?

verify(read(text))       `text` is a saved page, a JSON file, or a link
"""

import json
import re
from typing import Any, NamedTuple

from cardshark.hands.games import hands_of
from cardshark.hands.hand import PlayedHand
from cardshark.hands.link import decode
from cardshark.hands.played import check_and_play, house_rules, play_hand, scores
from cardshark.hands.saved import read_form, read_unchecked, to_json
from cardshark.hands.seal import deal_sealed, seal_of, words_of
from cardshark.text import UserError, brief, check_text

MOST_LETTERS = 5_000_000  # of a file
HAND_TAG = '<script type="application/json" id="hand">'  # after it a saved page holds the hand
INSIDE = re.compile(re.escape(HAND_TAG) + "(.*?)</script>", re.DOTALL)
COPIES = ("seal", "secret", "scores", "dealt")  # what a review repeats of the hand that it holds


class Finding(NamedTuple):
    """The result: is the hand as it was sealed, and a sentence that says so or why not."""

    good: bool
    sentence: str


def read(text: str) -> dict[str, Any]:
    """The hand that a file (JSON, or a saved page) or a link holds, as plain data."""
    if len(check_text("a saved hand", text)) > MOST_LETTERS:
        raise UserError(f"a saved hand has at most {MOST_LETTERS} letters, not {len(text)}")
    text = text.strip()
    inside = INSIDE.search(text) if text.startswith("<") else None
    if not text.startswith(("{", "<")):
        return to_json(decode(text))
    try:
        data = json.loads(inside[1] if inside else text)
    except (ValueError, RecursionError):
        raise UserError("this holds no saved hand: a page or a JSON file that cardshark wrote is needed") from None
    if not isinstance(data, dict):
        raise UserError("this holds no saved hand: it should be one JSON object")
    return data


def verify(data: dict[str, Any]) -> Finding:
    """Do seal, secret, cards, luck, choices and score agree? Raises a UserError for data that are no saved hand."""
    if not isinstance(data, dict):
        raise UserError(f"a saved hand is a dict, as `read` returns it, not {brief(data)}")
    saved = read_form(data.get("played", data))
    for name in COPIES:
        if "played" in data and data.get(name) != data["played"].get(name):
            return Finding(False, f"The review says something else of {name} than the hand that it holds.")
    hand, choices = read_unchecked(saved)
    try:
        hand = check_and_play(hand, choices)
    except UserError as error:
        return Finding(False, f"This hand cannot have been played: {error}.")
    if scores(hand) != saved.scores:
        return Finding(False, f"By the cards the score is {points_row(scores(hand))}, not {points_row(saved.scores)}.")
    if not hand.secret:
        return Finding(False, "This hand was not sealed: choices and score are right, but nobody can tell whether cards were changed.")
    if seal_of(hand.secret) != saved.seal:
        return Finding(False, f"The seal is not that of the secret, which is {seal_of(hand.secret)}.")
    if not secret_deals_hand(hand):
        return Finding(False, "These are not the cards that the secret deals.")
    if words_of(hand.secret).luck != hand.luck:
        return Finding(False, "The luck of the players is not the secret's.")
    agree = f"secret, cards, {len(hand.choices)} choices and the score {points_row(saved.scores)} agree with the seal {saved.seal}"
    return Finding(True, f"Hand {hand.number + 1} is as it was sealed: {agree}; compare it with the one shown before the hand.")


def points_row(points: list[int]) -> str:
    """Points of all seats."""
    return " ".join(map(str, points)) or "not there yet"


def secret_deals_hand(hand: PlayedHand) -> bool:
    """Does the secret of the hand deal exactly these cards, and renew the stock in this order?"""
    kind = hands_of(hand.game)
    deal = deal_sealed(hand.game, house_rules(hand), hand.secret, hand.number, kind.dealer_of(hand.cards))
    try:
        return deal == kind.without_choices(hand.cards) and play_hand(hand._replace(cards=deal), hand.choices) == hand
    except UserError:
        return False
