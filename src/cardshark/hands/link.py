"""A whole hand as the end of an address: short enough to send to a friend, and nothing to look up anywhere.

A code is `1` (the version of the format), who played by which rules as packed text, a full stop, and one large number. The number
holds the deal and every choice, in mixed radix: a value out of `base` possible ones is a digit of base `base`, the first digit lowest.

    the deal         which of the (52 choose 13) hands seat 0 has, and so on: 96 bits for four hands of 13 cards
                     or, where it was sealed, the secret from which the cards follow: so a link can be verified
    every choice     its place among the legal ones; one that is forced costs nothing

Whoever reads a code trusts nothing in it: what is not a hand by the rules is refused in one sentence, and a player that would start a
program, read a file or think for ever is not even named (`UNKNOWN`).
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cardshark.cards import listed
from cardshark.coach.bots import UNKNOWN, harmless
from cardshark.games import gin, house, text_of
from cardshark.games.gin import text as gin_lines
from cardshark.games.hearts import text as hearts_lines
from cardshark.games.hearts.rules import FirstLead
from cardshark.hands.played import (
    MOST_CHOICES,
    PlayedHand,
    carry_out,
    check,
    check_place,
    end,
    ended,
    house_rules,
    renewals_of,
    start,
    untouched,
)
from cardshark.hands.seal import SECRET_BYTES, dealt, words_of
from cardshark.text import UserError

VERSION = "1"
MOST_LETTERS = 16_000  # of a code; a hand of Hearts takes some 150
MOST_TEXT = 4_000  # bytes of the packed text
FORM = re.compile(VERSION + r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]*)")
YOU = "you"
BROKEN = "this link does not hold a hand: copy the whole of it"

# What most links say: zlib packs a text by pointing back to it. A change here is a new VERSION.
USUAL = (
    b'"passleft""falcon""paper""straight""oklahoma""tournament""classic"true,ismcts pomcp rummy:brain=shark falcon:brain=eagle '
    b"holdout minimiser lowcards keeper simple random greedy stock montecarlo:deals=100,sampler=weighted,pool=20,loose=0.02"
    b"rollouts:brain=champion network:brain=champion uct montecarlo:deals=100,playout=jake,passing=search"
    b'["gin","eaai",0,0,false,[0,0],[0,0],["you","lookahead"],["You","Nora"],1,"",true,-1]'
    b'["hearts","dutch",0,0,false,[0,0,0,0],[],["you","jake","jake","jake"],["You","Wilma","Nora","Emil"],0,"",true,-1]'
    b'["hearts","american",'
)


class Text(NamedTuple):
    """What a code says in words; as JSON it is a list in this order."""

    game: str
    rules: str
    number: int
    first: int
    back: bool
    totals: tuple[int, ...]
    boxes: tuple[int, ...]
    players: tuple[str, ...]
    names: tuple[str, ...]
    dealer: int
    luck: str  # in hexadecimal digits; empty where it follows from the secret
    sealed: bool
    choices: int  # how many; -1 where the hand was played to its end


# ---- writing ----


def encode(hand: PlayedHand) -> str:
    """The code of a hand."""
    sealed = bool(hand.secret)
    rules = house_rules(hand)
    dealer = getattr(hand.cards, "dealer", 0)
    if sealed and dealt(hand.game, rules, hand.secret, hand.number, dealer) != untouched(hand.cards):
        raise UserError("these are not the cards that were sealed")
    luck = "" if sealed and words_of(hand.secret).luck == hand.luck else f"{hand.luck:x}"
    count = -1 if ended(hand, end(hand)) else len(hand.choices)
    text = Text(
        hand.game, hand.rules, hand.number, hand.first, hand.back, hand.totals, hand.boxes, hand.players, hand.names, dealer, luck,
        sealed, count,
    )  # fmt: skip
    digits: Digits = [(int.from_bytes(hand.secret, "big"), 1 << 8 * SECRET_BYTES)] if sealed else deal_digits(hand, rules)
    number = joined(digits + choice_digits(hand))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, USUAL)
    packed = packer.compress(msgspec.json.encode(text)) + packer.flush()
    return f"{VERSION}{letters(packed)}.{letters(number.to_bytes((number.bit_length() + 7) // 8, 'big'))}"


def letters(data: bytes) -> str:
    """Bytes as letters that an address may hold."""
    return urlsafe_b64encode(data).decode().rstrip("=")


Digits = list[tuple[int, int]]  # value and base, the value below the base


def joined(digits: Digits) -> int:
    """One number that holds all digits, the first lowest."""
    number = 0
    for value, base in reversed(digits):
        number = number * base + value
    return number


def deal_digits(hand: PlayedHand, rules: Any) -> Digits:
    """The cards as they were dealt."""
    if hand.game == "gin":
        cards = hand.cards
        rest = [card for card in range(64) if card & 15 < 13]
        first, rest = part_digit(rest, cards.hands[0])
        second, rest = part_digit(rest, cards.hands[1])
        return [first, second, *order_digits(rest, cards.stock)]
    digits = [(hand.cards.leader, rules.players)] if rules.first_lead == FirstLead.RANDOM else []
    rest = listed(int(rules.deck()))
    for cards in hand.cards.hands[:-1]:
        digit, rest = part_digit(rest, cards)
        digits.append(digit)
    return digits


def part_digit(rest: list[int], part: int) -> tuple[tuple[int, int], list[int]]:
    """Which part of these cards somebody has, among all parts of that size; and the cards that remain."""
    places = [place for place, card in enumerate(rest) if part >> card & 1]
    value = sum(comb(place, count) for count, place in enumerate(places, 1))
    return (value, comb(len(rest), len(places))), [card for card in rest if not part >> card & 1]


def order_digits(cards: Sequence[int], order: Sequence[int]) -> Digits:
    """In which order these cards lie."""
    rest, digits = list(cards), []
    for card in order:
        digits.append((rest.index(card), len(rest)))
        rest.remove(card)
    return digits


def choice_digits(hand: PlayedHand) -> Digits:
    """Every choice by its place among the legal ones, and a stock that is renewed (unless it follows from the secret)."""
    digits: Digits = []
    match, cards = start(hand), untouched(hand.cards)
    for choice in hand.choices:
        legal = listed(int(match.view().legal))
        digits.append((legal.index(choice), len(legal)))
        before = len(renewals_of(cards))
        cards = carry_out(match, cards, choice, hand)
        if not hand.secret and len(renewals_of(cards)) > before:
            digits += order_digits(sorted(cards.renewals[-1]), cards.renewals[-1])
    return digits


# ---- reading ----


class Reader:
    """Takes one digit after another from a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def take(self, base: int) -> int:
        """The next digit."""
        self.number, value = divmod(self.number, base)
        return value

    def part(self, rest: list[int], size: int) -> tuple[int, list[int]]:
        """So many of these cards as a set, and the cards that remain."""
        value, found, left = self.take(comb(len(rest), size)), 0, size
        for place in range(len(rest) - 1, -1, -1):
            if left and comb(place, left) <= value:
                value -= comb(place, left)
                found |= 1 << rest[place]
                left -= 1
        return found, [card for card in rest if not found >> card & 1]

    def order(self, cards: Sequence[int]) -> tuple[int, ...]:
        """An order of these cards."""
        rest = list(cards)
        return tuple(rest.pop(self.take(len(rest))) for _ in cards)


def decode(code: str) -> PlayedHand:
    """The hand that a code (or an address that ends with one) holds."""
    try:
        return read(code.strip().rpartition("#")[2])
    except UserError:
        raise
    except (ValueError, IndexError, OverflowError, zlib.error):
        raise UserError(BROKEN) from None


def read(code: str) -> PlayedHand:
    """The hand that a code holds; anything may go wrong."""
    if len(code) > MOST_LETTERS:
        raise UserError(f"a link has at most {MOST_LETTERS} letters, not {len(code)}")
    form = FORM.fullmatch(code)
    if not form:
        raise UserError(BROKEN)
    text = read_text(data_of(form[1]))
    players = tuple(player if player == YOU or harmless(player, text.game) else UNKNOWN for player in text.players)
    reader = Reader(int.from_bytes(data_of(form[2]), "big"))
    hand = PlayedHand(
        text.game, text.rules, players, text.names, None, text.number, text.totals, text.first, text.back, text.boxes,
        int(text.luck or "0", 16), reader.take(1 << 8 * SECRET_BYTES).to_bytes(SECRET_BYTES, "big") if text.sealed else b"",
    )  # fmt: skip
    if text.dealer not in (0, 1) or not -1 <= text.choices <= MOST_CHOICES:
        raise UserError(BROKEN)
    check_place(hand)
    if text.sealed and not text.luck:
        hand = hand._replace(luck=words_of(hand.secret).luck)
    hand = hand._replace(cards=read_deal(hand, text.dealer, reader))
    check(hand)
    hand = read_choices(hand, text.choices, reader)
    if reader.number:
        raise UserError(BROKEN)
    return hand


def data_of(letters: str) -> bytes:
    """The bytes that letters stand for."""
    return urlsafe_b64decode(letters + "=" * (-len(letters) % 4))


def read_text(packed: bytes) -> Text:
    """What a code says in words."""
    unpacker = zlib.decompressobj(-15, USUAL)
    text = unpacker.decompress(packed, MOST_TEXT)
    if not unpacker.eof or unpacker.unused_data:
        raise UserError(BROKEN)
    return msgspec.json.decode(text, type=Text)


def read_deal(hand: PlayedHand, dealer: int, reader: Reader) -> Any:
    """The cards as they were dealt."""
    rules = house_rules(hand)
    if hand.secret:
        return dealt(hand.game, rules, hand.secret, hand.number, dealer)
    if hand.game == "gin":
        first, rest = reader.part([card for card in range(64) if card & 15 < 13], gin.HAND_SIZE)
        second, rest = reader.part(rest, gin.HAND_SIZE)
        return gin_lines.Hand(dealer, (first, second), reader.order(rest))
    leader = reader.take(rules.players) if rules.first_lead == FirstLead.RANDOM else 0
    rest, size, hands = listed(int(rules.deck())), int(house.record(rules)[0].hand_size), []
    for _ in range(rules.players):
        cards, rest = reader.part(rest, size)
        hands.append(cards)
    return hearts_lines.Hand(tuple(hands), leader)


def read_choices(hand: PlayedHand, count: int, reader: Reader) -> PlayedHand:
    """Play the hand on, choice after choice, to its end or so far as it was played."""
    match, cards, text = start(hand), hand.cards, text_of(hand.game)
    while len(cards.choices) != count and not ended(hand, match):
        if len(cards.choices) >= MOST_CHOICES:
            raise UserError(BROKEN)
        legal = listed(int(match.view().legal))
        before = len(renewals_of(cards))
        cards = text.choose(match, cards, legal[reader.take(len(legal))])
        if not hand.secret and len(renewals_of(cards)) > before:
            renewed = reader.order(sorted(cards.renewals[-1]))
            gin.restock(match.games, np.array(renewed, np.int8))
            cards = cards._replace(renewals=(*cards.renewals[:-1], renewed))
    if count not in (-1, len(cards.choices)):
        raise UserError(BROKEN)
    return hand._replace(cards=cards)
