"""The chain of a sealed hand: who sits there, the deal, every choice and the end, each linked to what came before.

A link is the HMAC-SHA-256, with the hand's secret as its key, of the JSON `[link before, what is linked]`. So a link can be shown while the
hand is played: it fixes everything up to there, and without the secret nobody can try out what it hides. The links of a hand are

    the opening    game, rules, players, names, number, totals and boxes before the hand, seal and promises: shown before any word is said
    the deal       the words, the cards and the players' luck
    every choice   by its name
    the end        scores and totals after the hand, whether something was taken back, and who chose for players that could not go on
"""

import hmac
import json
from collections.abc import Iterable, Iterator
from typing import Any

from cardshark.cards import listed, name
from cardshark.hands.games import hands_of
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import choice_name, end, ended, steps


def link(secret: bytes, before: str, what: Any) -> str:
    """The link of something that follows on another link."""
    text = json.dumps([before, what], separators=(",", ":"))
    return hmac.digest(secret, text.encode(), "sha256").hex()


def opening_link(hand: PlayedHand) -> str:
    """The first link: everything that is known before anybody says a word. It looks at no card."""
    promises = hand.sealing.promises if hand.sealing else ()
    place = [hand.number, hand.totals, hand.first, hand.back, hand.boxes]
    return link(hand.secret, "", [hand.game, hand.rules, hand.players, hand.names, *place, hand.seal, promises])


def deal_link(hand: PlayedHand) -> str:
    """The second link: what was dealt, and from which words."""
    kind = hands_of(hand.game)
    dealt = [[name(card) for card in listed(held)] for held in hand.cards.hands]
    others = kind.saved_cards(kind.without_choices(hand.cards))
    return link(hand.secret, opening_link(hand), [hand.words, dealt, others, f"{hand.luck:016x}"])


def links(hand: PlayedHand, choices: Iterable[str]) -> Iterator[str]:
    """The links from the opening on, the last after all choices, which are given by their names."""
    yield opening_link(hand)
    now = deal_link(hand)
    yield now
    for choice in choices:
        now = link(hand.secret, now, choice)
        yield now


def end_link(hand: PlayedHand) -> str:
    """The last link, over the whole hand as far as it was played."""
    words = [choice_name(match, choice) for match, choice in steps(hand)]
    *_, last = links(hand, words)
    return close_chain(hand, last, *result(hand))


def close_chain(hand: PlayedHand, last: str, scores: list[int], after: list[int]) -> str:
    """The link after the last choice: scores and totals after the hand; both are empty if it was not played to its end."""
    return link(hand.secret, last, [scores, after, hand.undone, *([hand.stood_in] if hand.stood_in else [])])


def result(hand: PlayedHand) -> tuple[list[int], list[int]]:
    """Scores and totals after a hand; empty if it was not played to its end."""
    match = end(hand)
    if not ended(hand, match):
        return [], []
    seats = match.game.seats(match.rules)
    return match.state.scores[:seats].tolist(), match.state.table.totals[:seats].tolist()
