"""What only Hearts knows of a match that all seats look at: what to hide, the deal card by card, and worlds to retrace it in."""

from collections.abc import Callable
from functools import cache

import numpy as np

from cardshark.adapters.course import Course, chosen
from cardshark.cards import listed, lowest
from cardshark.games.hearts.batch import deal_these
from cardshark.games.hearts.rules import SEATS, FirstLead, Moon, Rules
from cardshark.games.hearts.state import PASS, PLAY
from cardshark.players.hearts.search.hidden import HIDDEN, learn_one
from cardshark.players.hearts.search.imagine import PLAN, deal_rows

TRIES = 64  # deals of which one is taken, where most may not agree
PASSED = 1 << 20  # numbers of the draws for cards that were passed out of sight: no deal uses these


def conceal(views: np.ndarray, turn: int) -> None:
    """Nothing but luck and legal cards is the seat's in turn alone: what is put aside to pass stands in each seat's own view."""


def longest(rules: Rules) -> tuple[int, int]:
    """The most choices and the most outcomes of chance in a hand."""
    deck = int(rules.deck()).bit_count()
    return deck + rules.players * rules.pass_count, deck - deck // rules.players + 1


def bounds(rules: Rules) -> tuple[float, float]:
    """The least and the most that a seat can win in a hand."""
    most = rules.derived()["all_penalties"]
    wins_them = rules.win_back or rules.moon in (Moon.SHOOTER_MINUS, Moon.CHOICE)
    return -float(most + (rules.jack_of_diamonds if rules.win_back else 0)), float(rules.jack_of_diamonds + (most if wins_them else 0))


def refuse(rules: Rules) -> None:
    """All rules can be followed."""


class HeartsCourse(Course):
    """A match of Hearts. Chance deals one hand after the other, the last seat gets the rest, and may say who leads."""

    def outcomes(self) -> list[int]:
        """The cards that are not dealt yet; or the first cards of the deck, which stand for seats, to say who leads."""
        deck = listed(int(self.referee.rules.deck()))
        if self.to_deal():
            return [card for card in deck if card not in self.fallen]
        return deck[: self.referee.seats]

    def may_fall(self, outcome: int) -> bool:
        """Is it among the outcomes? All that is ever chosen are cards of the deck."""
        return outcome not in self.fallen if self.to_deal() else outcome in self.outcomes()

    def to_deal(self) -> int:
        """How many cards are to be dealt by chance."""
        seats = self.referee.seats
        return int(self.referee.record["hand_size"][0]) * (seats - 1) - len(self.fallen)

    def fall(self, outcome: int) -> None:
        """Deal a card, or say who leads."""
        self.fallen.append(outcome)
        self.moves += 1
        chosen_leader = self.referee.rules.first_lead == FirstLead.RANDOM
        if self.to_deal() > (-1 if chosen_leader else 0):
            return
        deck, size = listed(int(self.referee.rules.deck())), int(self.referee.record["hand_size"][0])
        leader = deck.index(self.fallen.pop()) if chosen_leader else 0
        dealt = [*self.fallen, *(card for card in deck if card not in self.fallen)]
        hands = np.zeros(SEATS, np.uint64)
        for place, card in enumerate(dealt):
            hands[place // size] |= np.uint64(1 << card)
        deal_these(self.match, self.referee.record, hands, leader)
        self.dealing = False
        for seat, hand in enumerate(hands[: self.referee.seats]):
            self.show(seat, hand)

    def choose(self, choice: int) -> None:
        """Pass or play a card. After the last pass each seat sees what it got."""
        passing = self.referee.phase(self.match) == PASS
        super().choose(choice)
        if passing and self.referee.phase(self.match) == PLAY:
            for seat in range(self.referee.seats):
                self.show(seat, self.match["received"][0, seat])

    # ---- the same in another world ----

    def retrace(self, seat: int, word: int, twin: Course, apply: Callable[[int], None]) -> None:
        """Deal imagined hands with everything that was played put back, and choose as it was chosen."""
        view = self.referee.views(self.match)[seat : seat + 1]
        hands = self.imagined_hands(view, word)
        passed = self.imagined_passes(seat, hands, word)
        if self.referee.phase(self.match) == PLAY:  # take back what was passed
            for giver, taker in self.givers():
                for card in passed[giver]:
                    hands[giver], hands[taker] = hands[giver] | 1 << card, hands[taker] & ~(1 << card)
        for hand in hands[:-1]:
            for card in listed(hand):
                apply(card)
        if self.referee.rules.first_lead == FirstLead.RANDOM:
            apply(listed(int(self.referee.rules.deck()))[self.leader])
        for cards in passed:
            for card in cards:
                apply(card)
        for event in self.happened:
            if event.phase == PLAY:
                apply(event.choice)

    def imagined_hands(self, view: np.ndarray, word: int) -> list[int]:
        """Hands that agree with everything that was seen. Who is to lead first holds the card that leads, although a view says it later."""
        hidden, found = np.zeros(1, HIDDEN), np.zeros((TRIES, SEATS), np.uint64)
        learn_one(view, self.referee.record, hidden)
        table, rules = self.match["table"][0], self.referee.rules
        by_card = rules.first_lead not in (FirstLead.ROTATE, FirstLead.RANDOM)
        if not by_card or table["phase"] != PLAY or table["played"] > 0:
            deal_rows(hidden, plan_to_reuse(), False, np.uint64(word), found[:1])
            return found[0, : self.referee.seats].tolist()
        deal_rows(hidden, plan_to_reuse(), False, np.uint64(word), found)
        agrees = (found[:, table["leader"]] & np.uint64(1 << lowest(rules.deck()))).astype(np.bool_)
        return found[agrees.argmax(), : self.referee.seats].tolist()

    @property
    def leader(self) -> int:
        """Who led to the first trick, or is to do so."""
        played = [event.seat for event in self.happened if event.phase == PLAY]
        return played[0] if played else int(self.match["table"]["leader"][0])

    def givers(self) -> list[tuple[int, int]]:
        """Who passed cards to whom."""
        across, seats = int(self.match["table"]["across"][0]), self.referee.seats
        return [(giver, (giver + across) % seats) for giver in range(seats)] if across else []

    def imagined_passes(self, seat: int, hands: list[int], word: int) -> list[list[int]]:
        """What each seat passed in an imagined world, in the order of passing. `hands` get back what they have played."""
        passed: list[list[int]] = [[] for _ in hands]
        for event in self.happened:
            if event.phase == PLAY:
                hands[event.seat] |= 1 << event.choice
            else:
                passed[event.seat].append(event.choice)
        done = self.referee.phase(self.match) == PLAY
        for giver, taker in self.givers():
            if giver != seat and not (done and taker == seat):  # nobody else knows which cards
                choices = listed(hands[taker] if done else hands[giver])
                passed[giver] = chosen(choices, len(passed[giver]), word, PASSED + SEATS * giver)
        return passed


@cache
def plan_to_reuse() -> np.ndarray:
    """Memory for the ways to deal hidden cards: too much to ask for again and again."""
    return np.zeros(1, PLAN)


course = HeartsCourse
