"""Gin rummy as text: choices (`names.py`) and positions (`position.py`), and a hand as lines of a transcript.

dealer 1
deal AC 2C ... | ...             the ten cards of seats 0 and 1
stock 7C 4D ...                  the up-card, then the stock, the next card first
0 pass                           leaves the offered up-card
0 stock 4D KS                    draws the four of diamonds, discards the king of spades
1 pile KS 9H on                  takes the king, discards the nine, could knock but plays on
renew 2D 5C ...                  the pile becomes the stock, the next card first
0 stock 5D QH knock
0 spread 7C+7D+7H 4S+5S+6S       which melds, where there is a choice
1 lays 8S                        lays off one card
1 done
score 12 -12
total 12 0
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import ALL, Card, CardSet, cards, listed, name, names, set_of
from cardshark.games.gin.batch import deal_these, restock
from cardshark.games.gin.melds import listed_arrangements
from cardshark.games.gin.names import CHOICES, choice_name, choice_number, gin_names, validate_melds
from cardshark.games.gin.position import position, words
from cardshark.games.gin.read_position import FIELDS, read_position
from cardshark.games.gin.rules import Rules
from cardshark.games.gin.state import DISCARD, DONE, HAND_SIZE, LAY_OFF, MAY_KNOCK, PILE, SEATS, SPREAD, STOCK
from cardshark.games.lines import Lines, Word, groups, numbers
from cardshark.games.match import Single, Step
from cardshark.text import UserError

__all__ = [
    "FIELDS", "Hand", "choice_name", "choice_number", "choose", "dealt", "position", "put", "read", "read_position", "words", "write",
]  # fmt: skip

SAME_LINE = (DISCARD, MAY_KNOCK)  # choices in these phases go on the line that the draw began


class Hand(NamedTuple):
    """A hand as it was dealt, and its choices in order."""

    dealer: int
    hands: tuple[CardSet, CardSet]
    stock: tuple[Card, ...]  # the up-card, then the stock in the order in which it is drawn
    choices: tuple[int, ...] = ()
    renewals: tuple[tuple[Card, ...], ...] = ()  # the stock, each time that the pile was turned over


def dealt(match: Single) -> Hand:
    """The hand that was just dealt."""
    state = match.state
    hands = (int(state.hands[0]), int(state.hands[1]))
    return Hand(int(state.table.dealer), hands, (int(state.table.upcard), *stock_of(state)))


def stock_of(state: Any) -> tuple[Card, ...]:
    """The stock of a game, the next card first."""
    return tuple(state.stock[: state.table.stock_left][::-1].tolist())


def put(match: Single, hand: Hand) -> None:
    """Replace the cards just dealt by those of this hand, and whoever dealt them."""
    match.games["table"]["dealer"] = hand.dealer
    deal_these(match.games, match.record, np.array(hand.hands, np.uint64), np.array(hand.stock, np.int8))


def choose(match: Single, hand: Hand, choice: int, recorded: Hand | None = None) -> Hand:
    """Carry out a choice and add it to the hand. A stock that is renewed comes in the order of the `recorded` hand, if there is one."""
    number, left = match.state.table.hand_number, match.state.table.stock_left
    match.choose(choice)
    hand = hand._replace(choices=(*hand.choices, choice))
    if match.state.table.hand_number != number or match.state.table.stock_left <= left:
        return hand
    renewed, before = stock_of(match.state), len(hand.renewals)
    if recorded and before < len(recorded.renewals):
        if sorted(recorded.renewals[before]) != sorted(renewed):
            raise UserError("a renewed stock must hold the cards of the pile, each once")
        renewed = recorded.renewals[before]
        restock(match.games, np.array(renewed, np.int8))
    return hand._replace(renewals=(*hand.renewals, renewed))


# ---- writing ----


def write(rules: Rules, hand: Hand, steps: Sequence[Step]) -> Iterator[str]:
    """The lines of a hand, from its cards and its steps."""
    yield f"dealer {hand.dealer}"
    yield "deal " + " | ".join(gin_names(cards) for cards in hand.hands)
    yield "stock " + names(hand.stock)
    line = ""
    for step in steps:
        table = step.before.table
        if line and table.phase not in SAME_LINE:
            yield line
            line = ""
        line += (" " if line else f"{table.turn} ") + words_of(step)
        if renews_stock(step):
            yield line
            line = "renew " + names(stock_of(step.after))
    if line:
        yield line
    if steps and steps[-1].ends_hand:
        yield "score " + " ".join(str(points) for points in steps[-1].after.scores)
        yield "total " + " ".join(str(points) for points in steps[-1].after.table.totals)


def words_of(step: Step) -> str:
    """A choice as it stands in a transcript: a draw with the card drawn, melds by their cards."""
    table, called = step.before.table, choice_name(int(step.before.table.phase), step.choice)
    if table.phase == SPREAD:
        melds = listed_arrangements(int(step.before.hands[table.turn]))[step.choice].melds
        return " ".join(["spread", *(gin_names(meld).replace(" ", "+") for meld in melds)])
    if step.choice in (STOCK, PILE):
        return f"{called} {name(int(step.after.drawn))}"
    return f"lays {called}" if table.phase == LAY_OFF and step.choice != DONE else called


def renews_stock(step: Step) -> bool:
    """Did the pile become the stock?"""
    return not step.ends_hand and bool(step.after.table.stock_left > step.before.table.stock_left)


# ---- reading ----


def read(match: Single, lines: Lines) -> Hand:
    """Read a hand, playing it on `match`."""
    number = int(match.state.table.hand_number)
    hand, made = read_deal(match, lines), []
    put(match, hand)
    while match.state.table.hand_number == number and lines.key().isdigit():
        seat, *words = lines.next()
        if seat.number() != match.state.table.turn:
            seat.wrong(f"it is the turn of seat {match.state.table.turn}, not {seat.text}")
        if not words:
            seat.wrong("here should stand what this seat does")
        renewals = len(hand.renewals)
        hand = read_turn(match, hand._replace(choices=()), words)  # or a long hand is copied at each turn
        made += hand.choices
        if len(hand.renewals) > renewals and lines.key():
            hand = read_renewal(match, hand, lines)
    if match.state.table.hand_number > number:
        for key, points in (("score", match.state.scores), ("total", match.state.table.totals)):
            word = lines.here()
            if numbers(lines.next(key), SEATS) != points.tolist():
                word.wrong(f"by the cards the {key} is {points[0]} {points[1]}")
    return hand._replace(choices=tuple(made))


def read_deal(match: Single, lines: Lines) -> Hand:
    """The cards as they were dealt."""
    start = lines.here()
    (dealer,) = numbers(lines.next("dealer"), 1)
    is_later = match.state.table.hand_number == match.first > 0  # who deals depends on hands that are not written here
    if dealer not in range(SEATS) or (dealer != match.state.table.dealer and not is_later):
        start.wrong(f"seat {match.state.table.dealer} deals this hand")
    start = lines.here()
    first, second = (set_of(word.card() for word in group) for group in groups(lines.next("deal"), SEATS))
    pile = tuple(word.card() for word in lines.next("stock")[1:])
    if first.bit_count() != HAND_SIZE or second.bit_count() != HAND_SIZE:
        start.wrong(f"each seat must have {HAND_SIZE} cards")
    everything = [*listed(first), *listed(second), *pile]
    if len(everything) != 52 or set_of(everything) != int(ALL):
        start.wrong("the deal and the stock together must hold each of the 52 cards once")
    return Hand(dealer, (first, second), pile)


def read_renewal(match: Single, hand: Hand, lines: Lines) -> Hand:
    """The stock after the pile was turned over."""
    words = lines.next("renew")
    renewed = tuple(word.card() for word in words[1:])
    if sorted(renewed) != sorted(stock_of(match.state)):
        words[0].wrong(f"the new stock holds {names(set_of(stock_of(match.state)))}, each once")
    restock(match.games, np.array(renewed, np.int8))
    return hand._replace(renewals=(*hand.renewals[:-1], renewed))


def read_turn(match: Single, hand: Hand, words: list[Word]) -> Hand:
    """Carry out the choices of one line, which are all of one seat."""
    while words:
        word = words[0]
        choice, used = read_choice(match, words)
        if not match.allows(choice):
            word.wrong(f"seat {match.state.table.turn} may not do this here")
        hand = choose(match, hand, choice)
        words = words[used:]
        if choice in (STOCK, PILE) and words:
            if words[0].card() != match.state.drawn:
                words[0].wrong(f"the card drawn is {name(int(match.state.drawn))}")
            words = words[1:]
    return hand


def read_choice(match: Single, words: list[Word]) -> tuple[int, int]:
    """The choice that the next words stand for, and how many words it takes."""
    word, phase = words[0], match.state.table.phase
    if phase == SPREAD and word.text == "spread":
        return read_melds(match, words), len(words)
    if phase == LAY_OFF and word.text == "lays":
        if len(words) != 2:
            word.wrong("here should stand one card that is laid off")
        return words[1].card(), 2
    if word.text in CHOICES:
        return CHOICES[word.text], 1
    if phase != DISCARD:
        word.wrong(f"{word.text!r} is not something to do here")
    return word.card(), 1


def read_melds(match: Single, words: list[Word]) -> int:
    """The arrangement that is laid down, as the referee accepts it."""
    table = match.state.table
    limit = int(table.knock_limit) if table.turn == table.knocker else 100
    try:
        melds = [cards(word.text.replace("+", " ")) for word in words[1:]]
        return validate_melds(int(match.state.hands[table.turn]), melds, limit)
    except (UserError, ValueError) as error:
        words[0].wrong(str(error))
