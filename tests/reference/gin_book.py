"""Gin rummy as the rule book tells it: slow, obvious, and written without a look at the engine.

Cards are names ("7C"), hands are sets of names, the pile and the stock are lists. The book is given the shuffled decks and the
choices, and tells whose turn it is, what may be chosen, and the score.
"""

from collections.abc import Callable
from typing import Any

from reference.gin_melds import (
    DECK,
    Melds,
    arrangements,
    best_deadwood_after_laying_off,
    deadwood,
    fitting,
    left_after_laying_off_all,
    points,
    unmelded,
    with_card,
)

# What can be chosen besides a card and, when melds are shown, besides an arrangement of melds.
STOCK, PILE, PASS, KNOCK, PLAY_ON, BIG_GIN, DONE = "stock", "pile", "pass", "knock", "play on", "big gin", "done"

Choice = str | Melds


class Match:
    """A match hand after hand.

    `decks` gives the deck of each hand in dealing order; `shuffled` gives the new order of discards that become the stock.
    """

    def __init__(self, rules: Any, decks: Callable[[int], list[str]], shuffled: Callable[[list[str]], list[str]] = list) -> None:
        self.rules = rules
        self.decks = decks
        self.shuffled = shuffled
        self.dealer = 1
        self.hand_number = 0
        self.running = [0, 0]  # points of the hands, without the bonuses of the match
        self.totals = [0, 0]
        self.boxes = [0, 0]
        self.scores = [0, 0]
        self.ending = "none"
        self.last_hands: list[set[str]] = [set(), set()]  # at the end of the hand before, with what was laid off
        self.deal()

    # ---- the deal ----

    def deal(self) -> None:
        """Ten cards each, one by one, the non-dealer first; the next card is turned up; the rest is the stock."""
        deck = list(self.decks(self.hand_number))
        assert len(deck) == 52 and set(deck) == DECK
        other = 1 - self.dealer
        self.hands: list[set[str]] = [set(), set()]
        self.hands[other] = set(deck[0:20:2])
        self.hands[self.dealer] = set(deck[1:20:2])
        self.up_card = deck[20]
        self.pile = [self.up_card]
        self.stock = deck[21:]
        self.known: list[set[str]] = [set(), set()]
        self.turn = other
        self.turns = 0
        self.passes = 0
        self.drawn: str | None = None  # the card just drawn
        self.from_pile = False  # whether it came from the pile
        self.draws: list[list[str]] = [[], []]  # every card that each player drew
        self.history: list[tuple[int, str | None, bool]] = []  # of each turn: whose, what he threw, whether he had taken from the pile
        self.knocker: int | None = None
        self.shown: Melds = frozenset()  # the knocker's melds, with what has been laid off on them
        self.knocker_deadwood = 0
        self.laid_off: set[str] = set()
        self.limit, self.factor = self.terms_of_the_hand()
        self.phase = "offer" if self.rules.upcard_offer else "draw"

    def terms_of_the_hand(self) -> tuple[int, int]:
        """The most deadwood a knocker may have, and what the points are multiplied by: Oklahoma looks at the up-card."""
        limit, factor = self.rules.knock_limit, 1
        if self.rules.upcard_limit:
            limit = min(limit, points([self.up_card]))
            if self.up_card[0] == "A" and self.rules.ace_means_gin:
                limit = 0
        if self.rules.spades_double and self.up_card[1] == "S":
            factor = 2
        return limit, factor

    # ---- what may be chosen ----

    def legal(self) -> set[Choice]:
        """What the player in turn may choose."""
        hand = frozenset(self.hands[self.turn])
        if self.phase == "offer":
            return {PILE, PASS}
        if self.phase == "draw":
            return {STOCK} if self.passes == 2 and self.turns == 0 else {STOCK, PILE}
        if self.phase == "discard":
            cards = hand if self.rules.throw_back or not self.from_pile else hand - {self.drawn}
            return {*cards, BIG_GIN} if self.rules.big_gin and deadwood(hand) == 0 else set(cards)
        if self.phase == "knock":
            return {KNOCK, PLAY_ON}
        if self.phase == "spread":
            most = self.limit if self.turn == self.knocker else 1000
            return {melds for melds, left in arrangements(hand).items() if left <= most}
        if self.phase == "lay off":
            return {*fitting(hand, self.shown), DONE}
        return set()

    def choose(self, choice: Choice) -> None:
        """Carry out a legal choice of the player in turn."""
        assert choice in self.legal(), f"{choice} is not among {self.legal()}"
        if self.phase == "offer":
            self.answer_offer(choice)
        elif self.phase == "draw":
            self.draw(choice)
        elif self.phase == "discard":
            self.discard(choice)
        elif self.phase == "knock":
            self.knock() if choice == KNOCK else self.next_turn()
        elif self.phase == "spread":
            self.spread(choice)
        else:
            self.lay_off(choice)

    # ---- a turn ----

    def answer_offer(self, choice: Choice) -> None:
        """The non-dealer may take the up-card, then the dealer; if both decline, the non-dealer draws from the stock."""
        if choice == PILE:
            self.draw(PILE)
            return
        self.passes += 1
        self.turn = 1 - self.turn
        if self.passes == 2:
            self.phase = "draw"

    def draw(self, choice: Choice) -> None:
        """Take the top of the pile, which everybody sees, or of the stock."""
        self.from_pile = choice == PILE
        self.drawn = self.pile.pop() if self.from_pile else self.stock.pop(0)
        self.draws[self.turn].append(self.drawn)
        self.hands[self.turn].add(self.drawn)
        if self.from_pile:
            self.known[self.turn].add(self.drawn)
        self.phase = "discard"

    def discard(self, choice: Choice) -> None:
        """Throw a card away; then the player may knock if little enough is left. With eleven cards melded nothing need be thrown."""
        self.turns += 1
        self.history.append((self.turn, None if choice == BIG_GIN else choice, self.from_pile))
        if choice == BIG_GIN:
            self.knocker, self.drawn = self.turn, None
            ways = arrangements(frozenset(self.hands[self.turn]))
            self.spread(min(ways, key=lambda melds: ways[melds]))
            return
        self.hands[self.turn].remove(choice)
        self.known[self.turn].discard(choice)
        self.pile.append(choice)
        if deadwood(frozenset(self.hands[self.turn])) <= self.limit:
            self.phase = "knock"
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """Nobody knocked: the other player draws, unless the stock or the patience is at its end."""
        if self.rules.max_turns and self.turns >= self.rules.max_turns:
            self.nobody_scores("void")
            return
        if len(self.stock) <= self.rules.stock_left:
            if self.rules.stock_out.name == "VOID":
                self.nobody_scores("void")
                return
            self.renew_stock()
        self.turn = 1 - self.turn
        self.drawn = None
        self.phase = "draw"

    def renew_stock(self) -> None:
        """All discards but the top one are the stock again, turned over (first thrown, first drawn) or shuffled."""
        self.stock, self.pile = self.stock + self.pile[:-1], self.pile[-1:]
        if self.rules.stock_out.name == "RESHUFFLE":
            before = sorted(self.stock)
            self.stock = self.shuffled(self.stock)
            assert sorted(self.stock) == before

    # ---- the end of a hand ----

    def knock(self) -> None:
        """The player in turn ends the hand."""
        self.knocker, self.drawn = self.turn, None
        self.ask_for_melds()

    def ask_for_melds(self) -> None:
        """The player in turn chooses what to lay down, where there is a choice."""
        self.phase = "spread"
        ways = self.legal()
        if len(ways) == 1:
            self.spread(ways.pop())

    def spread(self, melds: Melds) -> None:
        """Melds are on the table: the knocker's, to which the defender answers, or the defender's own."""
        hand = frozenset(self.hands[self.turn])
        rest = unmelded(hand, melds)
        if self.turn == self.knocker:
            self.shown, self.knocker_deadwood = melds, points(rest)
            self.known[self.turn] = set(hand)
            self.turn = 1 - self.turn
            self.defend()
        else:
            self.compare(points(rest) if self.knocker_deadwood == 0 else left_after_laying_off_all(rest, self.shown))

    def defend(self) -> None:
        """What the defender may lay off depends on the school; on gin nothing may be."""
        hand = frozenset(self.hands[self.turn])
        kind = self.rules.lay_off.name
        if kind == "AFTER_MELDS":
            self.ask_for_melds()
        elif self.knocker_deadwood == 0 or kind == "NONE":
            self.compare(deadwood(hand))
        elif kind == "BEST":
            self.compare(best_deadwood_after_laying_off(hand, self.shown))
        elif fitting(hand, self.shown):
            self.phase = "lay off"
        else:
            self.compare(deadwood(hand))

    def lay_off(self, choice: Choice) -> None:
        """The defender adds a card to the knocker's melds, or has done; then the referee counts the best of what is left."""
        hand = self.hands[self.turn]
        if choice != DONE:
            self.shown = with_card(self.shown, choice)
            hand.remove(choice)
            self.known[self.turn].discard(choice)
            self.laid_off.add(choice)
        if choice == DONE or not fitting(frozenset(hand), self.shown):
            self.compare(deadwood(frozenset(hand)))

    def compare(self, defender_deadwood: int) -> None:
        """Gin wins a bonus; a knocker who has less wins the difference; one who has not is undercut."""
        difference = defender_deadwood - self.knocker_deadwood
        defender = 1 - self.knocker
        if len(self.hands[self.knocker]) == 11:
            self.win(self.knocker, self.rules.big_gin + difference, "big gin")
        elif self.knocker_deadwood == 0:
            self.win(self.knocker, self.rules.gin_bonus + difference, "gin")
        elif difference > 0:
            self.win(self.knocker, difference, "knock")
        elif difference == 0 and self.rules.tie.name == "NOBODY":
            self.nobody_scores("tie")
        else:
            self.win(defender, self.rules.undercut_bonus - difference, "undercut")

    # ---- the score ----

    def win(self, seat: int, amount: int, ending: str) -> None:
        """A player scores the hand, and a box; Scarne gives more boxes for gin and for an undercut."""
        amount *= self.factor
        extra = {"knock": 0, "undercut": self.rules.undercut_boxes}.get(ending, self.rules.gin_boxes)
        self.scores = [amount, -amount] if seat == 0 else [-amount, amount]
        self.running[seat] += amount
        self.boxes[seat] += (1 + extra) * (self.factor if self.rules.double_boxes else 1)
        dealers = {"ALTERNATE": 1 - self.dealer, "WINNER": seat, "LOSER": 1 - seat}
        self.dealer = dealers[self.rules.dealer.name]
        self.finish_hand(ending)

    def nobody_scores(self, ending: str) -> None:
        """A hand without a score: the same dealer deals again."""
        self.scores = [0, 0]
        self.finish_hand(ending)

    def finish_hand(self, ending: str) -> None:
        """The match ends when a side has the points, or after so many hands; otherwise the next hand is dealt."""
        self.ending = ending
        self.last_hands = [set(hand) for hand in self.hands]
        if self.knocker is not None:
            self.last_hands[1 - self.knocker] |= self.laid_off
        self.hand_number += 1
        self.totals = list(self.running)
        target, hands = self.rules.target, self.rules.hands
        if (target and max(self.running) >= target) or (hands and self.hand_number >= hands):
            self.finish_match()
        else:
            self.deal()

    def finish_match(self) -> None:
        """The bonuses of the match: boxes for both, the game bonus for the winner, more if the loser never scored."""
        self.phase = "over"
        self.totals = final_totals(self.rules, self.running, self.boxes)


# ---- the score sheet ----


def final_totals(rules: Any, running: list[int], boxes: list[int]) -> list[int]:
    """The score sheet at the end of a match, from the points of the hands and the boxes of both sides."""
    totals = [running[seat] + rules.box * boxes[seat] for seat in (0, 1)]
    for seat in (0, 1):
        if rules.target and running[seat] >= rules.target:
            totals[seat] += rules.game_bonus
            if boxes[1 - seat] == 0 and rules.shut_out.name == "PLUS":
                totals[seat] += rules.game_bonus
            if boxes[1 - seat] == 0 and rules.shut_out.name == "DOUBLE":
                totals[seat] *= 2
    return totals


def hollywood(rules: Any, hands: list[tuple[int, int]]) -> list[list[int]]:
    """Three games at once, out of (winner, points) of each hand: the totals of each game, with its own bonuses.

    A side's first win counts in the first game, its second in the first two, from the third on in all. A game that has reached the
    target is closed; a side that won nothing before that starts in the next.
    """
    sheet, boxes = [[0, 0] for _ in range(3)], [[0, 0] for _ in range(3)]
    counting: list[list[int]] = [[], []]  # the games in which each side's wins count
    for seat, amount in hands:
        still_open = [game for game in range(3) if max(sheet[game]) < rules.target]
        first = counting[seat][0] if counting[seat] else min(still_open, default=3)
        counting[seat] = list(range(first, min(first + len(counting[seat]) + 1, 3)))
        for game in set(counting[seat]) & set(still_open):
            sheet[game][seat] += amount
            boxes[game][seat] += 1
    closed = [max(points) >= rules.target for points in sheet]
    return [final_totals(rules, sheet[game], boxes[game]) if closed[game] else sheet[game] for game in range(3)]
