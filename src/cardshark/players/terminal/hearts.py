"""Hearts as a person at a terminal sees it."""

from typing import Any

from rich.text import Text

from cardshark.cards import Card, listed, suit_of, trick_winner
from cardshark.games import hearts
from cardshark.games.plug import Game
from cardshark.players.terminal.seat import Line, TerminalSeat, card_text, does
from cardshark.text import UserError

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_ORDER = (0, 1, 3, 2)  # a hand alternates black and red
NUMBERS = ("none", "one card", "two cards", "three cards", "four cards")


def suit(cards: int, number: int) -> int:
    """The cards of one suit among these."""
    return cards & 0xFFFF << 16 * number


class HeartsSeat(TerminalSeat):
    """What a person on a seat of Hearts sees and types."""

    def __init__(self, game: Game, rules: Any, symbols: bool) -> None:
        super().__init__(game, rules, symbols)
        derived = rules.derived()
        self.forced, self.held_back, self.breakers = (int(derived[name]) for name in ("forced", "held_back", "breakers"))

    def show(self, view: Any) -> list[Line]:
        """The trick so far, the hand, and the points."""
        head = self.passing(view) if view.phase == hearts.PASS else [*self.received(view), self.trick(view)]
        return [*head, *self.scores(view), *self.hand(view)]

    def passing(self, view: Any) -> list[Line]:
        """From whom to whom."""
        taker, giver = ((view.turn + way) % self.rules.players for way in (view.across, -view.across))
        return [f"Pass {NUMBERS[self.rules.pass_count]} to {self.names[taker]}; {does(self.names[giver], 'pass')} to you."]

    def received(self, view: Any) -> list[Line]:
        """The cards that were passed to this seat, shown before its first card."""
        if not view.received or view.trick:
            return []
        giver = self.names[(view.turn - view.across) % self.rules.players]
        return [Text.assemble(f"{giver} passed you ", self.cards(listed(view.received)), ".")]

    def trick(self, view: Any) -> Text:
        """Who led what, who wins now, and what must be followed."""
        trick = list(view.history[view.start : view.played])
        line = Text(f"Trick {view.trick + 1}: ")
        if not trick:
            return line.append("you lead.")
        for i, played in enumerate(trick):
            who = self.names[(view.leader + i) % self.rules.players]
            line.append(f"{who} led " if i == 0 else f"{who} ").append_text(card_text(played, self.symbols))
            line.append(" (winning)" if i == trick_winner(trick) else "").append(", " if i < len(trick) - 1 else ". ")
        led = SUIT_NAMES[view.led]
        return line.append(f"Follow {led}." if suit(view.hand, view.led) else f"You have no {led}.")

    def hand(self, view: Any) -> list[Line]:
        """The hand by suits; what may be chosen is bright and underlined, the rest dim."""
        line, marks = Text(), ""
        for number in SUIT_ORDER:
            if not suit(view.hand, number):
                continue
            for held in listed(suit(view.hand, number)):
                legal = bool(view.legal >> held & 1)
                label = card_text(held, self.symbols, "bold" if legal else "dim")
                line.append(" " * (4 - len(label))).append_text(label)
                marks += (("─" if self.symbols else "-") * len(label) if legal else "").rjust(4)
            line, marks = line.append("  "), marks + "  "
        line.rstrip()
        return [line] if view.legal == view.hand else [line, Text(marks.rstrip(), style="bold")]

    def scores(self, view: Any) -> list[Line]:
        """Points taken in this hand, and the totals before it."""
        each = zip(self.names, view.points, view.totals, strict=False)
        return [Text("Points (total): " + " · ".join(f"{who} {points} ({total})" for who, points, total in each), style="dim")]

    def prompt(self, view: Any) -> str:
        """What is asked."""
        if view.phase == hearts.PASS:
            more = " more" if view.given else ""
            return f"Pass {NUMBERS[self.left_to_pass(view)]}{more}: "
        return "Your card (Enter plays it): " if self.moves(view) else "Your card: "

    def left_to_pass(self, view: Any) -> int:
        """How many cards must still be put aside."""
        return self.rules.pass_count - view.given.bit_count()

    def moves(self, view: Any) -> dict[str, int]:
        """Enter plays the only card that may be played."""
        return {"": view.choices[0]} if len(view.choices) == 1 else {}

    def choices(self, view: Any, words: list[str]) -> list[int]:
        """The card to play, or one or more cards to pass."""
        if not words:
            raise UserError("Type a card, like qs or 10h; ? explains more.")
        found = [self.find(view, word) for word in words]
        if len(set(found)) < len(found):
            raise UserError("Name each card once.")
        most = self.left_to_pass(view) if view.phase == hearts.PASS else 1
        if len(found) > most:
            raise UserError(f"That is too many: {NUMBERS[most]}, please.")
        return found

    def refusal(self, view: Any, chosen: Card) -> str:
        """The rule that forbids a card."""
        if view.phase == hearts.PASS:
            return f"{self.cards([chosen])} is already among the cards that you pass."
        leads = view.played == view.start
        if not leads and suit(view.hand, view.led) and suit_of(chosen) != view.led:
            return f"Follow {SUIT_NAMES[view.led]}."
        if view.played == 0 and self.forced:
            return f"The first lead is {self.cards(listed(self.forced))}."
        if leads and self.held_back >> chosen & 1 and not view.seen & self.breakers and view.hand & ~self.held_back:
            return "Hearts are not broken yet."
        return "No points on the first trick."

    def last(self, view: Any) -> list[Line]:
        """The trick before this one."""
        players = self.rules.players
        if view.trick == 0:
            return ["No trick of this hand is finished yet."]
        trick = list(view.history[view.start - players : view.start])
        led, took = self.names[(view.leader - trick_winner(trick)) % players], self.names[view.leader]  # who took it leads now
        return [Text.assemble(f"Last trick: {led} led ", self.cards(trick, ", "), f"; {took} took it.")]

    def help(self, view: Any) -> list[Line]:
        """What can be typed."""
        return [
            "Type a card by rank and suit: qs, 10h, th or Q♠. The rank alone will do",
            "where only one card can be meant. Underlined cards may be played.",
            "To pass, type the cards together (qs as 10h) or one by one.",
        ]
