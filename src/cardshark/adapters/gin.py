"""What only gin rummy knows of a match that both seats look at: what to hide, the deal card by card, and worlds to retrace it in."""

from collections.abc import Callable

import numpy as np

from cardshark.adapters.course import CHANCE, WAY, Course, Happened, chosen
from cardshark.cards import ALL, is_card, listed
from cardshark.games.gin.batch import deal_these, restock
from cardshark.games.gin.rules import Rules, StockOut
from cardshark.games.gin.state import (
    BIG_GIN,
    DISCARD,
    DONE,
    DRAW,
    HAND_SIZE,
    KNOCK,
    LAY_OFF,
    MAY_KNOCK,
    NOBODY,
    PILE,
    PILE_ROOM,
    PLAY_ON,
    SPREAD,
    STOCK,
)
from cardshark.jit import kernel
from cardshark.players.gin.search.worlds import imagined_hand
from cardshark.text import UserError

DEALT = 2 * HAND_SIZE + 1  # cards that chance deals: two hands and the up-card
MOST_DEADWOOD = 100
DRAWN = 1 << 20  # numbers of the draws for cards that the other player drew out of sight


def conceal(views: np.ndarray, turn: int) -> None:
    """Nobody sees which card the other has just drawn from the stock, or that the other could knock and does not say so."""
    for seat in range(len(views)):
        if seat != turn:
            table = views[seat : seat + 1]["table"]
            views["drawn"][seat] = NOBODY
            if table["phase"][0] == MAY_KNOCK:
                table["phase"] = DRAW


def longest(rules: Rules) -> tuple[int, int]:
    """The most choices and the most outcomes of chance in a hand."""
    return 3 * rules.derived()["last_turn"] + 2 + 2 * HAND_SIZE, DEALT + PILE_ROOM


def bounds(rules: Rules) -> tuple[float, float]:
    """More than a seat can lose or win in a hand, with its part of what is counted at the end."""
    hand = 2 * (MOST_DEADWOOD + max(rules.gin_bonus, rules.big_gin, rules.undercut_bonus))
    boxes = 2 * rules.box * (1 + max(rules.gin_boxes, rules.undercut_boxes))
    most = 2.0 * (hand + boxes + 2 * rules.game_bonus)
    return -most, most


def refuse(rules: Rules) -> None:
    """Where the stock is renewed, a view does not remember which cards went back into it: no world could be sure to agree with that."""
    if rules.stock_out != StockOut.VOID:
        raise UserError("OpenSpiel can play only rules by which the stock is never renewed: set stock_out=void")


@kernel
def imagine_hands(views, words, found):
    """A hand that the other player may hold, for each view."""
    for i in range(len(views)):
        found[i] = imagined_hand(views[i], words[i])


class GinCourse(Course):
    """A match of gin rummy. Chance deals the hands by turns, then the up-card, and each card of the stock when it is drawn."""

    drawing = False  # is a card of the stock to be drawn by chance?
    shown = False  # has the knocker laid down?

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return CHANCE if self.drawing else super().turn

    def begin_hand(self) -> None:
        """Chance is to deal the next hand."""
        super().begin_hand()
        self.shown = False

    def outcomes(self) -> list[int]:
        """The cards that are not dealt yet, or the cards of the stock."""
        if self.dealing:
            return [card for card in listed(int(ALL)) if card not in self.fallen]
        return sorted(self.stock())

    def may_fall(self, outcome: int) -> bool:
        """Is it among the outcomes?"""
        return is_card(outcome) and outcome not in self.fallen if self.dealing else outcome in self.stock()

    def stock(self) -> list[int]:
        """The cards of the stock, the next one first."""
        return self.match["stock"][0, : int(self.match["table"]["stock_left"][0])].tolist()[::-1]

    def fall(self, outcome: int) -> None:
        """Deal a card, or draw one."""
        self.moves += 1
        if self.drawing:
            self.draw(outcome)
            return
        self.fallen.append(outcome)
        if len(self.fallen) < DEALT:
            return
        first = 1 - int(self.match["table"]["dealer"][0])
        hands = np.zeros(2, np.uint64)
        for place, card in enumerate(self.fallen[:-1]):
            hands[(first + place) % 2] |= np.uint64(1 << card)
        stock = [outcome, *(card for card in listed(int(ALL)) if card not in self.fallen)]
        deal_these(self.match, self.referee.record, hands, np.array(stock, np.int8))
        self.dealing = False
        for seat in range(2):
            self.show(seat, hands[seat])
            self.show(seat, 1 << outcome)

    def draw(self, card: int) -> None:
        """Draw this card from the stock. Only who draws it sees it."""
        seat = self.referee.turn(self.match)
        restock(self.match, np.array([card, *(each for each in self.stock() if each != card)], np.int8))
        self.drawing = False
        self.referee.carry_out(self.match, STOCK)
        self.tell(Happened(seat, DRAW, STOCK, card))
        self.show(seat, 1 << card)

    def choose(self, choice: int) -> None:
        """Carry out a choice; a card from the stock is then drawn by chance."""
        table = self.match["table"]
        if choice == STOCK and self.referee.legal(self.match) >> STOCK & 1:
            self.drawing = True
            self.moves += 1
            return
        taken = int(table["pile"][0, table["pile_size"][0] - 1]) if choice == PILE else NOBODY
        super().choose(choice)
        if taken != NOBODY:
            self.happened[-1] = self.happened[-1]._replace(card=taken)
        if not self.shown and not self.dealing and table["melds"][0].any():
            self.shown = True
            self.show(1 - int(table["knocker"][0]), table["known"][0, table["knocker"][0]])

    def event(self, phase: int, choice: int) -> int:
        """The event of a choice."""
        return WAY + choice if phase == SPREAD else choice

    # ---- the same in another world ----

    def retrace(self, seat: int, word: int, twin: Course, apply: Callable[[int], None]) -> None:
        """Deal imagined cards, and choose as it was chosen. Whether the other could knock and did not may differ from world to world."""
        phase, turn = self.referee.phase(self.match), self.referee.turn(self.match)
        if phase in (SPREAD, LAY_OFF) and turn != seat:
            raise UserError(f"seat {seat} waits while the other lays down, which tells more than a view: ask for the seat in turn")
        hand, drawn = self.imagined_draws(seat, word)
        self.retrace_deal(seat, hand, apply)
        for place, event in enumerate(self.happened):
            if event.seat != seat and event.phase == MAY_KNOCK and event.choice == PLAY_ON:
                continue  # nobody saw that
            if event.choice != KNOCK and asked_to_knock(twin, 1 - seat):
                apply(PLAY_ON)
            apply(event.choice)
            if event.choice == STOCK and event.phase == DRAW:
                apply(drawn.get(place, event.card))
        if asked_to_knock(twin, 1 - seat) and not (phase == MAY_KNOCK and turn != seat):
            apply(PLAY_ON)
        if self.drawing:
            apply(STOCK)

    def retrace_deal(self, seat: int, other_hand: int, apply: Callable[[int], None]) -> None:
        """Deal the own cards and imagined ones."""
        first = 1 - int(self.match["table"]["dealer"][0])
        imagined = iter(listed(other_hand))
        for place, card in enumerate(self.fallen[:-1]):
            apply(card if (first + place) % 2 == seat else next(imagined))
        apply(self.fallen[-1])

    def imagined_draws(self, seat: int, word: int) -> tuple[int, dict[int, int]]:
        """What the other player was dealt in an imagined world, and what they drew from the stock, by the place in `happened`.

        The hand is imagined as it is now. Then everything is taken back, turn by turn: a card drawn from the stock is one that the other
        held then and had not taken from the pile.
        """
        views, found = self.referee.views(self.match)[seat : seat + 1], np.zeros(1, np.uint64)
        imagine_hands(views, np.array([word], np.uint64), found)
        held, drawn = int(found[0]), {}
        theirs = [(place, event) for place, event in enumerate(self.happened) if event.seat != seat]
        for k in reversed(range(len(theirs))):
            place, event = theirs[k]
            if event.phase in (DISCARD, LAY_OFF) and event.choice not in (BIG_GIN, DONE):
                held |= 1 << event.choice
            elif event.phase <= DRAW and event.choice == PILE:
                held &= ~(1 << event.card)
            elif event.phase == DRAW and event.choice == STOCK:
                taken = {earlier.card for _, earlier in theirs[:k] if earlier.choice == PILE and earlier.phase <= DRAW}
                possible = [card for card in listed(held) if card not in taken]
                (drawn[place],) = chosen(possible, 1, word, DRAWN + place)
                held &= ~(1 << drawn[place])
        return held, drawn


def asked_to_knock(course: Course, seat: int) -> bool:
    """Is this seat asked whether to knock?"""
    return course.turn == seat and course.referee.phase(course.match) == MAY_KNOCK


course = GinCourse
