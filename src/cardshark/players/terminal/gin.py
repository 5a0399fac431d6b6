"""Gin rummy as a person at a terminal sees it."""

from typing import Any

from rich.text import Text

from cardshark.cards import Card, CardSet, card
from cardshark.games import gin
from cardshark.games.gin.melds import Arrangement, listed_arrangements
from cardshark.games.gin.names import gin_names
from cardshark.players.terminal.seat import Line, TerminalSeat, cards_text
from cardshark.text import UserError

MOVES: dict[int, dict[str, int]] = {  # what can be typed in each phase besides cards
    gin.OFFER: {"p": gin.PILE, "y": gin.PILE, "n": gin.PASS},
    gin.DRAW: {"s": gin.STOCK, "p": gin.PILE},
    gin.DISCARD: {"b": gin.BIG_GIN},
    gin.MAY_KNOCK: {"k": gin.KNOCK, "y": gin.KNOCK, "": gin.KNOCK, "n": gin.PLAY_ON},
    gin.SPREAD: {"": 0},
    gin.LAY_OFF: {"d": gin.DONE, "n": gin.DONE, "": gin.DONE},
}


def gin_cards(cards: CardSet, symbols: bool) -> Text:
    """Cards in colour, by suit from the ace up, as gin players hold them."""
    return cards_text([card(each) for each in gin_names(cards).split()], symbols)


def arrangement_text(hand: CardSet, arrangement: Arrangement, symbols: bool) -> Text:
    """A hand in melds, the unmelded cards after a bar, and their points."""
    line = Text(" + ").join([gin_cards(meld, symbols) for meld in arrangement.melds])
    rest = hand & ~sum(arrangement.melds)
    if rest:
        line.append(" | " if arrangement.melds else "").append_text(gin_cards(rest, symbols))
    return line.append(f"   deadwood {arrangement.deadwood}", style="dim")


class GinSeat(TerminalSeat):
    """What a person on a seat of gin rummy sees and types."""

    def show(self, view: Any) -> list[Line]:
        """Stock, pile and scores; what is known of the other hand; the own hand in its best melds."""
        lines = [*self.scores(view), *self.known(view)]
        if view.phase == gin.DISCARD:
            lines.append(Text.assemble("You drew ", self.cards([view.drawn]), "."))
        if view.phase == gin.SPREAD:
            return [*lines, *self.ways(view)]
        return [*lines, Text("  ").append_text(arrangement_text(view.hand, listed_arrangements(view.hand)[0], self.symbols))]

    def top(self, view: Any) -> str:
        """The card on the pile."""
        return str(self.cards([view.pile[view.pile_size - 1]])) if view.pile_size else "empty"

    def scores(self, view: Any) -> list[Line]:
        """How hand and match stand."""
        points = " · ".join(f"{who} {total}" for who, total in zip(self.names, view.totals, strict=True))
        double = " · double" if view.doubling > 1 else ""
        knock = f"knock at {view.knock_limit}" if view.knock_limit else "gin only"
        return [Text(f"Stock {view.stock_left} · pile {self.top(view)} · {knock}{double} · points: {points}", style="dim")]

    def known(self, view: Any) -> list[Line]:
        """What everybody knows of the other hand: cards taken from the pile, or the melds of the knocker."""
        other = 1 - view.turn
        if view.knocker == other:
            melds = Text(" + ").join([gin_cards(meld, self.symbols) for meld in view.melds if meld])
            return [Text.assemble(f"{self.names[other]} laid down ", melds, ".")]
        if view.known[other] and view.knocker < 0:
            return [Text.assemble(f"{self.names[other]} holds ", gin_cards(view.known[other], self.symbols), " from the pile.")]
        return []

    def ways(self, view: Any) -> list[Line]:
        """The ways to lay down the hand, numbered from 1, the least deadwood first."""
        allowed = listed_arrangements(view.hand)[: len(view.choices)]
        return [Text(f"  {k}  ").append_text(arrangement_text(view.hand, way, self.symbols)) for k, way in enumerate(allowed, 1)]

    def prompt(self, view: Any) -> str:
        """What is asked."""
        top = self.top(view)
        return {
            gin.OFFER: f"Take the {top} (p) or leave it (n)? ",
            gin.DRAW: f"Draw from the stock (s) or take the {top} (p)? " if len(view.choices) > 1 else "Draw from the stock (s): ",
            gin.DISCARD: "Discard, or big gin (b): " if view.legal >> gin.BIG_GIN & 1 else "Discard: ",
            gin.MAY_KNOCK: "Knock (k or Enter), or play on (n)? ",
            gin.SPREAD: "Which melds (Enter for 1)? ",
            gin.LAY_OFF: "Lay off a card, or done (d or Enter): ",
        }[view.phase]

    def moves(self, view: Any) -> dict[str, int]:
        """The words for what may be done here; Enter draws where there is only the stock."""
        found = {word: move for word, move in MOVES[view.phase].items() if view.legal >> move & 1}
        if view.phase == gin.SPREAD:
            found |= {str(k + 1): k for k in view.choices}
        return found | ({"": view.choices[0]} if len(view.choices) == 1 else {})

    def choices(self, view: Any, words: list[str]) -> list[int]:
        """The card to discard or to lay off."""
        if view.phase == gin.DRAW and words == ["p"]:
            raise UserError("Both have left the up-card, so the stock it is.")
        if view.phase == gin.DISCARD and words == ["b"]:
            raise UserError("Big gin takes eleven melded cards." if self.rules.big_gin else "Big gin is not played by these rules.")
        if view.phase not in (gin.DISCARD, gin.LAY_OFF) or len(words) != 1:
            card_or_word = "Type one card, like qs or 10h" if view.phase in (gin.DISCARD, gin.LAY_OFF) else "Type what stands in brackets"
            raise UserError(f"{card_or_word}; ? explains more.")
        return [self.find(view, words[0])]

    def refusal(self, view: Any, chosen: Card) -> str:
        """Why a card may not be chosen."""
        shown = self.cards([chosen])
        if view.phase == gin.DISCARD:
            return f"You have just taken {shown} from the pile: discard another card."
        return f"{shown} fits none of the melds on the table."

    def last(self, view: Any) -> list[Line]:
        """The pile."""
        pile = list(view.pile[: view.pile_size])
        return [Text.assemble("Pile, top first: ", self.cards(pile[::-1]) if pile else "empty", ".")]

    def help(self, view: Any) -> list[Line]:
        """What can be typed."""
        return [
            "Draw with s (stock) or p (pile); discard by typing a card: qs, 10h, th or Q♠,",
            "or the rank alone where only one card can be meant. Your hand stands in its",
            "best melds; the cards after the bar are deadwood. With little enough of it",
            "you are asked after the discard whether you knock (k).",
        ]
