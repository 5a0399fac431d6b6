"""Gin rummy told as it happens."""

from typing import Any

from rich.text import Text

from cardshark.games import gin
from cardshark.games.gin.melds import listed_arrangements
from cardshark.games.gin.rules import HandResult
from cardshark.players.terminal.gin import arrangement_text
from cardshark.players.terminal.seat import cards_text, does
from cardshark.terminal.story import Story, count_points


class GinStory(Story):
    """Draws, discards, the knock and the score."""

    def begin_hand(self) -> None:
        super().begin_hand()
        table = self.table
        limit = f"knock at {table.knock_limit} or less" if table.knock_limit else "gin only"
        double = ", and the hand counts double" if table.doubling > 1 else ""
        dealer = does(self.names[table.dealer], "deal")
        self.say(Text.assemble(f"{dealer}. The up-card is ", cards_text([int(table.upcard)], self.symbols), f": {limit}{double}."))

    def tell(self, before: Any, chosen: int) -> None:
        phase, seat = before.table.phase, int(before.table.turn)
        if phase in (gin.OFFER, gin.DRAW):
            self.tell_draw(before, seat, chosen)
        elif phase == gin.DISCARD and chosen != gin.BIG_GIN:
            self.tell_card(seat, "discard", chosen)
        elif phase == gin.LAY_OFF and chosen != gin.DONE:
            self.tell_card(seat, "lay", chosen, " off.")
        elif phase == gin.SPREAD and seat == before.table.knocker:
            self.tell_knocker(before, chosen)
        elif phase != gin.SPREAD and chosen in (gin.KNOCK, gin.BIG_GIN):  # nothing is told of a player who could knock and plays on
            self.tell_that(seat, *(("knock", ".") if chosen == gin.KNOCK else ("call", "big gin.")))
            if self.hand_over(before) or self.table.turn != seat:
                self.tell_knocker(before, 0)  # there was only one way to lay them down
        if self.hand_over(before):
            self.tell_end(before, chosen)
        elif self.table.stock_left > before.table.stock_left:
            self.say("  The pile becomes the stock again.")

    def tell_draw(self, before: Any, seat: int, chosen: int) -> None:
        """Where a card was drawn from; which card it was only if it lay open."""
        top = int(before.table.pile[before.table.pile_size - 1])
        if chosen == gin.STOCK:
            self.tell_that(seat, "draw", "from the stock.")
        else:
            self.tell_card(seat, "take" if chosen == gin.PILE else "leave", top)

    def tell_knocker(self, before: Any, number: int) -> None:
        """What the knocker lays down."""
        self.knocker, hand = int(before.table.turn), int(before.hands[before.table.turn])
        self.knocked = listed_arrangements(hand)[number]
        self.tell_that(self.knocker, "show", arrangement_text(hand, self.knocked, self.symbols))

    def tell_end(self, before: Any, chosen: int) -> None:
        """The other hand, once somebody has knocked; how it ended; the score."""
        result, points = HandResult(int(self.match.state.result)), self.hand_points()
        if result != HandResult.VOID:
            self.tell_other(before, chosen, result, max(points) // int(before.table.doubling))
        wins = f"{does(self.names[points.index(max(points))], 'win')} {count_points(max(points))}."
        self.say("\n" + {
            HandResult.VOID: "The hand is void: nobody scores.",
            HandResult.KNOCK: wins,
            HandResult.GIN: f"Gin! {wins}",
            HandResult.BIG_GIN: f"Big gin! {wins}",
            HandResult.UNDERCUT: f"Undercut! {wins}",
            HandResult.TIE: "Both have the same deadwood: nobody scores.",
        }[result])  # fmt: skip
        self.score(before)

    def tell_other(self, before: Any, chosen: int, result: HandResult, points: int) -> None:
        """The hand of the knocker's opponent, and its deadwood after lay-offs, worked out from the points."""
        other, rules, own = 1 - self.knocker, self.match.rules, self.knocked.deadwood
        hand = int(self.match.state.shown[other])
        way = listed_arrangements(hand)[chosen if before.table.phase == gin.SPREAD and before.table.turn == other else 0]
        left = {
            HandResult.KNOCK: own + points,
            HandResult.GIN: points - rules.gin_bonus,
            HandResult.BIG_GIN: points - rules.big_gin,
            HandResult.UNDERCUT: own + rules.undercut_bonus - points,
        }.get(result, own)
        shown = arrangement_text(hand, way, self.symbols)
        self.tell_that(other, "show", shown if left == way.deadwood else shown.append(f", {left} left", style="dim"))

    def total_title(self, before: Any) -> str:
        """At the end of a match bonuses are added."""
        added_up = [total + more for total, more in zip(before.table.totals.tolist(), self.hand_points(), strict=True)]
        return "total with bonuses" if self.match.over and added_up != self.totals() else "total"

    def choice_text(self, phase: int, choice: int, symbols: bool) -> Text:
        """A choice as the coach calls it: `play on`, `big gin`, `way 1`."""
        if phase == gin.MAY_KNOCK and choice == gin.PLAY_ON:
            return Text("play on")
        text = super().choice_text(phase, choice, symbols)
        return Text(text.plain.replace("-", " ")) if "-" in text.plain else text
