"""Hearts told as it happens."""

from typing import Any

from rich.text import Text

from cardshark.cards import Card, listed, trick_winner
from cardshark.games import hearts
from cardshark.players.player import Views
from cardshark.players.terminal.hearts import NUMBERS
from cardshark.players.terminal.seat import Line, cards_text, does
from cardshark.terminal.story import Story, count_points


class HeartsStory(Story):
    """Who passes to whom, every card, who takes the trick, and the score."""

    def begin_hand(self) -> None:
        super().begin_hand()
        rules, across = self.match.rules, int(self.table.across)
        if across:
            ways = (f"{giver} to {self.names[(seat + across) % rules.players]}" for seat, giver in enumerate(self.names))
            self.say(f"{NUMBERS[rules.pass_count].capitalize()} each: {', '.join(ways)}.")
        elif rules.passing and rules.pass_count:
            self.say("No cards are passed in this hand.")

    def tell(self, before: Any, chosen: int) -> None:
        if before.table.phase == hearts.PASS:
            return  # the direction was told when the hand began, and the cards are secret
        leads = before.table.played == before.table.start
        if leads:
            self.say("")
        self.tell_card(before.table.turn, "lead" if leads else "play", chosen, f".{self.news(before, chosen)}")
        trick = [*before.table.history[before.table.start : before.table.played].tolist(), chosen]
        if len(trick) == self.match.rules.players:
            self.tell_trick(before, trick)

    def news(self, before: Any, chosen: Card) -> str:
        """Something special about this card: hearts are broken, or the queen of spades falls."""
        record, bit = self.match.record[0], 1 << chosen
        if record.held_back and int(record.breakers) & bit and not before.table.seen & record.breakers:
            return " Hearts are broken."
        return " The queen of spades falls." if chosen == hearts.QUEEN_OF_SPADES and self.match.rules.queen_of_spades else ""

    def tell_trick(self, before: Any, trick: list[Card]) -> None:
        """Who takes the trick, and the score where the hand is over."""
        taker = (before.table.leader + trick_winner(trick)) % len(trick)
        over = self.hand_over(before)
        taken = int(self.match.record[0].all_penalties if over else self.table.points.sum()) - int(before.table.points.sum())
        self.tell_that(taker, "take", f"the trick, {count_points(taken)}." if taken else "the trick.")
        if over:
            self.tell_end(before)

    def tell_end(self, before: Any) -> None:
        """A moon, and the score."""
        state = self.match.state
        for seat, who in enumerate(self.names):
            if state.moons[seat] > before.moons[seat]:
                self.say(f"\n{does(who, 'take')} every penalty card and {'shoot' if who == 'You' else 'shoots'} the moon!")
        self.score(before)
        if self.table.second_stage > before.table.second_stage and not self.match.over:
            self.say("From now on points are won back; whoever gets to zero first wins.")

    def advise(self, symbols: bool, views: Views) -> list[Line]:
        """What the coach says; when passing, all the cards to pass."""
        if views[0].table.phase != hearts.PASS:
            return super().advise(symbols, views)
        return [Text.assemble("The coach would pass ", cards_text(listed(self.judge().think(views[0]).best), symbols), ".")]
