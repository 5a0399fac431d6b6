"""Any game as a person at a terminal sees it: the position as a program gets it, and the names of the legal choices."""

from typing import Any

from rich.text import Text

from cardshark.cards import Card
from cardshark.players.terminal.seat import NAMES, Line, TerminalSeat, word_text
from cardshark.text import UserError


class PlainSeat(TerminalSeat):
    """What a person on a seat sees and types in a game that has no seat of its own."""

    def show(self, view: Any) -> list[Line]:
        """The position, line by line, and what may be chosen."""
        lines: list[Line] = [self.coloured(line) for line in self.game.text.position(view, self.rules)]
        return [*lines, Text.assemble("You may choose: ", self.offer(view))]

    def coloured(self, line: str) -> Text:
        """A line with its cards in their colours."""
        return Text(" ").join([word_text(word, self.symbols) for word in line.split()])

    def offer(self, view: Any) -> Text:
        """The names of what may be chosen."""
        return self.coloured(" ".join(self.game.text.words(view)))

    def prompt(self, view: Any) -> str:
        """What is asked."""
        only = " (Enter for the only choice)" if len(view.choices) == 1 else ""
        return f"Your choice, {self.game.PHASES[view.phase]}{only}: "

    def moves(self, view: Any) -> dict[str, int]:
        """The legal choices by name; Enter makes the only one."""
        found = {word.lower(): choice for word, choice in self.game.text.words(view).items()}
        return found | ({"": view.choices[0]} if len(view.choices) == 1 else {})

    def choices(self, view: Any, words: list[str]) -> list[int]:
        """A card that is typed in another way than by its name, if there are cards to choose."""
        if len(words) != 1 or not NAMES & {*self.game.text.words(view)}:
            raise UserError(f"Type one of: {self.offer(view)}.")
        return [self.find(view, words[0])]

    def refusal(self, view: Any, chosen: Card) -> str:
        """A sentence that the rules do not allow a card; only the game knows why."""
        return f"{self.cards([chosen])} may not be chosen here, only: {self.offer(view)}."

    def last(self, view: Any) -> list[Line]:
        """The position again, which shows what was played."""
        return self.show(view)

    def scores(self, view: Any) -> list[Line]:
        """The points before this hand."""
        return ["Points: " + " · ".join(f"{who} {total}" for who, total in zip(self.names, view.totals, strict=False))]

    def help(self, view: Any) -> list[Line]:
        """What can be typed."""
        return [
            "Type what you choose as it stands there; small letters will do. A card can",
            "also be typed as 10h or Q♠, or by its rank where only one can be meant.",
        ]
