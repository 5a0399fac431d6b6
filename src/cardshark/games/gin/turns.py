"""The turns of a hand of gin, as a position tells them, played again: what lies on the pile, how many cards the stock has, and who is
known to hold what. A turn that cannot have happened is refused with its place.

Only the last 63 turns are told. In a longer hand the pile at their beginning is worked out backwards from the pile at their end.
"""

from typing import NamedTuple

from cardshark.cards import Card, CardSet, name, names, set_of
from cardshark.games.gin.names import CHOICES, WORDS
from cardshark.games.gin.rules import Rules, StockOut
from cardshark.games.gin.state import BIG_GIN, HAND_SIZE, PILE, PILE_ROOM, SEATS, STOCK
from cardshark.games.lines import Word
from cardshark.games.told import Told, in_range

UNKNOWN = "?"


class Turn(NamedTuple):
    """One turn: whose, where the card came from, the card if it is known, and the discard (or BIG_GIN) if it is finished."""

    seat: int
    source: int
    card: Card | None
    discard: int | None
    words: list[Word]  # for errors: the seat, the source, the card, the discard


def read_turns(told: Told, seat: int) -> list[Turn]:
    """The turns as they are told, each by itself."""
    return [read_turn(words, seat) for words in told.all("turn")]


def read_turn(words: list[Word], own: int) -> Turn:
    """One line: `turn 0 stock ? KD`."""
    start, *words = words
    if not 3 <= len(words) <= 4:
        start.wrong("a turn is a seat, stock or pile, the card drawn, and the discard unless it is still to come")
    seat = in_range(words[0], 0, SEATS - 1)
    if CHOICES.get(words[1].text) not in (STOCK, PILE):
        words[1].wrong(f"here should stand stock or pile, not {words[1].text!r}")
    source = CHOICES[words[1].text]
    card = None if words[2].text == UNKNOWN else words[2].card()
    if (card is None) != (source == STOCK and seat != own):
        words[2].wrong("a card that the other player drew from the stock is '?', and every other card is known")
    discard = None
    if len(words) == 4:
        discard = BIG_GIN if words[3].text == WORDS[BIG_GIN] else words[3].card()
    return Turn(seat, source, card, discard, words)


class Story:
    """The table of a hand while its turns are played again."""

    def __init__(self, rules: Rules, own: int, hand: CardSet, turns: list[Turn]) -> None:
        self.rules, self.own, self.turns = rules, own, turns
        self.hand = self.first_hand(hand)  # of the own seat: all of it is known at any time
        self.pile: list[Card | None] = []  # None where a card is not told any more
        self.stock = 0
        self.known = [0] * SEATS
        self.renewed: list[Card] | None = None  # the stock as it was renewed last, the oldest discard first
        self.gone = 0  # of these, what was drawn for all to see, or is proved to have been drawn
        self.drawn = [0] * SEATS  # cards that each seat drew from the renewed stock
        self.taken_out = 0  # cards that the other player must have drawn from it

    def first_hand(self, hand: CardSet) -> CardSet:
        """The own hand before the first of these turns, from the hand after the last."""
        for turn in reversed(self.turns):
            if turn.seat == self.own and turn.card is not None:
                if turn.discard is not None and turn.discard != BIG_GIN:
                    if hand >> turn.discard & 1:
                        turn.words[3].wrong(f"{name(turn.discard)} was discarded here, but is still in the hand")
                    hand |= 1 << turn.discard
                if not hand >> turn.card & 1:
                    turn.words[2].wrong(f"{name(turn.card)} was drawn here, but is neither in the hand nor discarded")
                hand &= ~(1 << turn.card)
        return hand

    def begin(self, upcard: Card) -> None:
        """The hand is dealt."""
        self.pile, self.stock = [*self.pile, upcard], PILE_ROOM - 1

    def begin_later(self, pile: list[Card], stock: int, known: list[CardSet]) -> None:
        """The turns begin in mid-hand; `pile`, `stock` and `known` are those of the end."""
        size, renewed = len(pile), False
        for turn in reversed(self.turns):
            if turn.discard is not None:
                if stock == PILE_ROOM - 1 and turn.source == STOCK:
                    size, stock, renewed = PILE_ROOM, 0, True
                size -= 1
            size, stock = (size, stock + 1) if turn.source == STOCK else (size + 1, stock)
        taken = set_of(turn.card for turn in self.turns if turn.source == PILE and turn.card is not None)
        first = self.turns[0]
        kept = size - (first.source == PILE)
        bottom: list[Card | None] = [None] * kept if renewed else list(pile[:kept])
        self.pile = bottom + ([first.card] if first.source == PILE else [])
        self.stock, self.known = stock, [cards & ~taken for cards in known]

    def play(self, finished: int, goes_on: bool) -> None:
        """Play the turns again, `finished` of them before the first; `goes_on`: it is somebody's turn again after the last discard."""
        last = self.turns[-1] if self.turns else None
        for number, turn in enumerate(self.turns, finished + 1):
            self.draw(turn)
            if turn.discard is None:
                continue
            self.throw(turn, is_last=turn is last)
            if turn is not last or goes_on:
                self.pass_turn(turn, number)

    def draw(self, turn: Turn) -> None:
        """Draw a card from the stock or from the pile."""
        if turn.source == PILE:
            if not self.pile:
                turn.words[1].wrong("the pile is empty here")
            if self.pile[-1] not in (None, turn.card):
                turn.words[2].wrong(f"on the pile lies {names([card for card in self.pile[-1:] if card is not None])} here")
            self.pile.pop()
            self.known[turn.seat] |= 1 << (turn.card or 0)
        else:
            if not self.stock:
                turn.words[1].wrong("the stock is empty here")
            self.stock -= 1
            self.draw_from_stock(turn)
        if turn.seat == self.own:
            self.hand |= 1 << (turn.card or 0)

    def draw_from_stock(self, turn: Turn) -> None:
        """Check that a card can have come from the stock, as far as it is known."""
        order = sum(self.drawn)
        self.drawn[turn.seat] += 1
        if turn.card is None:
            return
        if (self.hand | self.known[1 - self.own] | self.lying()) >> turn.card & 1:
            turn.words[2].wrong(f"{name(turn.card)} was not in the stock here")
        if self.renewed is not None:
            right = self.renewed[order] == turn.card if self.rules.stock_out == StockOut.TURN_OVER else turn.card in self.renewed
            if not right or self.gone >> turn.card & 1:
                turn.words[2].wrong(f"{name(turn.card)} was not the card that the renewed stock had here")
            self.gone |= 1 << turn.card

    def throw(self, turn: Turn, is_last: bool) -> None:
        """Discard a card."""
        if turn.discard is None or turn.discard == BIG_GIN:
            if not is_last or not self.rules.big_gin:
                turn.words[3].wrong("big gin ends a hand, where the rules have it")
            return
        card, bit = turn.discard, 1 << turn.discard
        if turn.source == PILE and card == turn.card and not self.rules.throw_back:
            turn.words[3].wrong(f"{name(card)} was just taken from the pile and may not be discarded at once")
        if turn.seat != self.own and (self.hand | self.lying() | self.known[self.own]) & bit:
            turn.words[3].wrong(f"seat {turn.seat} cannot have had {name(card)} here")
        if turn.seat != self.own and self.renewed and card in self.renewed and not (self.gone | self.known[turn.seat]) & bit:
            self.taken_out += 1  # it lay on the pile, so it was drawn from the renewed stock since
            self.gone |= bit
            if self.taken_out > self.drawn[turn.seat]:
                turn.words[3].wrong(f"seat {turn.seat} cannot have had {name(card)} here, because it was still in the stock")
        self.known[turn.seat] &= ~bit
        if turn.seat == self.own:
            self.hand &= ~bit
        self.pile.append(card)
        if self.known[turn.seat].bit_count() > HAND_SIZE:
            turn.words[0].wrong(f"seat {turn.seat} would hold more than {HAND_SIZE} cards here")

    def lying(self) -> CardSet:
        """The cards on the pile that are known."""
        return set_of(card for card in self.pile if card is not None)

    def pass_turn(self, turn: Turn, finished: int) -> None:
        """The other player's turn, unless the hand is over; a stock that is used up is renewed."""
        used_up = self.stock <= self.rules.stock_left
        if finished >= self.rules.derived()["last_turn"] or (used_up and self.rules.stock_out == StockOut.VOID):
            turn.words[0].wrong("after this turn the hand is void, because the stock or the turns have run out")
        if used_up:
            cards = [card for card in self.pile[:-1] if card is not None]
            self.renewed = cards if len(cards) == len(self.pile) - 1 else None
            self.stock, self.pile = len(self.pile) - 1, self.pile[-1:]
            self.gone, self.drawn, self.taken_out = 0, [0] * SEATS, 0
