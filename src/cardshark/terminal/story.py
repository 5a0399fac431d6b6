"""A match in words, for everybody at the table: who does what, the score, who wins. And what a coach says to one of them.

`Story` tells any game by the names of its choices; a game with better words has a story of its own.
"""

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardshark.cards import Card
from cardshark.games.match import Single
from cardshark.players.player import Views
from cardshark.players.terminal.seat import Line, cards_text, does, word_text

HINTS = 5  # choices that a hint names


class Story:
    """A match in words; a game may have its own."""

    def __init__(self, console: Console, match: Single, names: list[str], symbols: bool) -> None:
        self.console, self.match, self.names, self.symbols = console, match, names, symbols

    @property
    def table(self) -> Any:
        """What is public now."""
        return self.match.state.table

    def say(self, line: Line) -> None:
        """Print a line as it is."""
        self.console.print(line, markup=False, emoji=False, highlight=False, soft_wrap=True)

    def margin(self, seat: int) -> str:
        """The spaces before a name that align the names to the right."""
        return " " * (2 + max(map(len, self.names)) - len(self.names[seat]))

    def tell_that(self, seat: int, verb: str, what: Line) -> None:
        """Tell what somebody does, with the names aligned."""
        self.say(Text.assemble(self.margin(seat), does(self.names[seat], verb), "" if what == "." else " ", what))

    def tell_card(self, seat: int, verb: str, played: Card, rest: str = ".") -> None:
        """`West plays 7♠.`"""
        self.tell_that(seat, verb, Text.assemble(cards_text([played], self.symbols), rest))

    def introduce(self, players: Iterable[str]) -> None:
        """Who sits where."""
        known = zip(self.names, players, strict=True)
        self.say(" · ".join(who if who == "You" else f"{who} ({player})" for who, player in known))
        self.begin_hand()

    def begin_hand(self) -> None:
        """What everybody sees when the cards are dealt."""
        self.say("")
        self.say(Text(f"Hand {self.table.hand_number + 1}", style="bold"))

    def tell(self, before: Any, chosen: int) -> None:
        """What everybody saw of the choice that was just made, `before` being the game as it was."""
        game, phase, seat = self.match.game, int(before.table.phase), int(before.table.turn)
        if game.is_public(phase, chosen):
            called = word_text(game.text.choice_name(phase, chosen), self.symbols)
            self.say(Text.assemble(self.margin(seat), f"{self.names[seat]}: {game.PHASES[phase]} ", called))
        if self.hand_over(before):
            self.score(before)

    def hand_over(self, before: Any) -> bool:
        """Has the hand ended with the choice that was just made?"""
        return bool(self.table.hand_number > before.table.hand_number)

    def hand_points(self) -> list[int]:
        """What each seat scored in the hand that ended last."""
        return self.match.game.hand_points(self.match.games, self.match.rules)[0].tolist()

    def score(self, before: Any) -> None:
        """The score of the hand that has just ended; then the next one begins."""
        sheet = Table("", *self.names, box=box.SIMPLE, show_edge=False)
        for column in sheet.columns[1:]:
            column.justify = "right"
        sheet.add_row(f"hand {before.table.hand_number + 1}", *map(str, self.hand_points()))
        sheet.add_row(self.total_title(before), *map(str, self.totals()), style="bold")
        self.console.print()
        self.console.print(sheet)
        if not self.match.over:
            self.begin_hand()

    def total_title(self, before: Any) -> str:
        """What the totals after a hand are called."""
        return "total"

    def totals(self) -> list[int]:
        """The points of the match."""
        return self.table.totals[: len(self.names)].tolist()

    def finish(self) -> None:
        """Who has won."""
        totals = self.totals()
        best = min(totals) if self.match.game.LOWEST_WINS else max(totals)
        winners = [who for who, total in zip(self.names, totals, strict=True) if total == best]
        wins = f"{does(winners[0], 'win')} the match" if len(winners) == 1 else f"{' and '.join(winners)} share the first place"
        self.say(Text(f"\n{wins} with {count_points(best)}.", style="bold"))

    # ---- the coach ----

    def judge(self) -> Any:
        """The coach's judge for this game; a game without one gets one sentence."""
        from cardshark.coach.judges import judge  # kernels: only when somebody asks

        return judge(self.match.game, self.match.rules)

    def advise(self, symbols: bool, views: Views) -> list[Line]:
        """What the coach says: the best choices and what each is expected to cost, from what the seat may know and nothing else."""
        judge, view = self.judge(), views[0]
        thinking = judge.think(view)
        lines: list[Line] = [
            f"The coach expects of this hand, if all play on like {judge.name} (worth {thinking.effective:,.0f} imagined deals):"
        ]
        for value in sorted(thinking.values, key=lambda each: each.mean)[:HINTS]:
            shown = self.choice_text(int(view.table.phase), value.choice, symbols)
            shown.pad_right(8 - len(shown))
            points = f"{value.mean:5.1f} points (95 %: {value.low:.1f} to {value.high:.1f})"
            lines.append(Text.assemble("  ", shown, f" {points}, best with a chance of {value.best:.0%}"))
        return [*lines, *([] if thinking.clear else ["The best two cannot be told apart."])]

    def choice_text(self, phase: int, choice: int, symbols: bool) -> Text:
        """A choice as the coach calls it."""
        return word_text(self.match.game.text.choice_name(phase, choice), symbols)


def count_points(points: int) -> str:
    """`1 point`, `26 points`."""
    return f"{points} point{'' if abs(points) == 1 else 's'}"
