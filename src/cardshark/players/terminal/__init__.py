"""A person at the keyboard: what the seat may know is shown in a few calm lines, and one word is a choice.

`Terminal` is a player like any other. What is shown and typed differs between games: `hearts` and `gin` have their own seats,
every other game uses the seat in `plain`. What is the same in all of them stands in `seat`. Nothing depends on colour alone,
because of pipes and NO_COLOR.

The terminal table (`cardshark.terminal`) uses this room.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from rich.console import Console
from rich.text import Text

from cardshark.cards import cards
from cardshark.games.plug import Game
from cardshark.players.player import Choices, Player, Views, unpack
from cardshark.players.terminal.gin import GinSeat
from cardshark.players.terminal.hearts import HeartsSeat
from cardshark.players.terminal.plain import PlainSeat
from cardshark.players.terminal.seat import Line, TerminalSeat, chairs
from cardshark.text import UserError

Read = Callable[[str], str]  # shows a prompt and returns the line that was typed
Hint = Callable[[Views], list[Line]]  # what a coach says about one view

SEATS: dict[str, type[TerminalSeat]] = {"hearts": HeartsSeat, "gin": GinSeat}  # any other game has a plain one
QUEENS = cards("QC QD QH QS")
COMMANDS = "Also: {hint}l shows what lay here last, score the points, ? this help; q leaves the table."


class Leaves(Exception):
    """The person leaves the table; the text says so."""


@dataclass(eq=False)
class Terminal(Player):
    """A person who reads the terminal and types."""

    symbols: Annotated[bool, "show suits as ♣♦♥♠"] = True

    def __post_init__(self) -> None:
        self.join(Console())

    def join(self, console: Console, read: Read | None = None, names: list[str] | None = None, hint: Hint | None = None) -> None:
        """Use this console, this way to read a line, these names of the seats, and perhaps a coach."""
        self.console, self.read, self.names, self.hint = console, read or keyboard(console), names, hint

    def sit(self, game: Game, rules: Any) -> None:
        """Get ready for this game."""
        self.count = game.seats(rules)
        self.seat = SEATS.get(game.NAME, PlainSeat)(game, rules, self.symbols)
        self.promised: list[int] = []  # cards to pass that were typed on one line and not asked for yet
        self.promised_from = 0  # the hand that they are from
        self.welcome: list[Line] = [f"Type what you choose; ? explains how{', h asks the coach' if self.hint else ''}, q leaves the table."]

    def choose(self, views: Views, choices: Choices) -> None:
        """Ask the person for every row."""
        for row, view in enumerate(unpack(views)):
            if self.promised and view.hand == self.promised_from:
                choices[row] = self.promised.pop(0)
                continue
            self.seat.names = self.names or chairs(self.count, view.turn)
            self.view = views[row : row + 1].copy()  # as the coach wants it
            choices[row], *self.promised = self.ask(view)
            self.promised_from = view.hand

    def ask(self, view: Any) -> list[int]:
        """Show the table and ask until the answer is legal."""
        self.say(self.welcome)
        self.welcome = []
        who = self.seat.names[view.turn]
        self.say(["", *([] if who == "You" else [f"{who}, it is your turn."]), *self.seat.show(view)])  # several people may sit here
        while True:
            typed = self.line(self.seat.prompt(view)).lower()
            try:
                move = self.seat.moves(view).get(typed)
                if move is not None:
                    return [move]
                if not self.command(view, typed):
                    return self.seat.choices(view, typed.replace(",", " ").split())
            except UserError as error:
                self.say([str(error)])

    def command(self, view: Any, typed: str) -> bool:
        """Carry out what is not a choice; False if it may be one."""
        if typed == "quit" or (typed == "q" and self.leaves(view)):
            raise Leaves("You leave the table.")
        if typed in ("?", "help"):
            self.say([*self.seat.help(view), COMMANDS.format(hint="h asks the coach, " if self.hint else "")])
        elif typed in ("h", "hint") and self.hint:
            self.say(self.hint(self.view))
        elif typed in ("l", "score", "q"):
            self.say({"l": self.seat.last, "score": self.seat.scores, "q": self.seat.show}[typed](view))
        else:
            return False
        return True

    def leaves(self, view: Any) -> bool:
        """Is `q` meant? Somebody who holds a queen is asked."""
        return not view.hand & QUEENS or self.line("Leave the table (y), or did you mean a queen (n)? ").lower() in ("y", "yes")

    def line(self, prompt: str) -> str:
        """One line from the person, who leaves at the end of input or with Ctrl-C."""
        try:
            return self.read(prompt).strip()
        except EOFError:
            self.say([""])
            raise Leaves("The input has ended.") from None
        except KeyboardInterrupt:
            self.say([""])
            raise Leaves("You leave the table.") from None

    def say(self, lines: list[Line]) -> None:
        """Print lines as they are."""
        for line in lines:
            self.console.print(line, markup=False, highlight=False, soft_wrap=True)


def keyboard(console: Console) -> Read:
    """Read from standard input; what comes from a pipe is shown as if it had been typed."""

    def read(prompt: str) -> str:
        line = console.input(Text(prompt, style="bold"))
        if not sys.stdin.isatty():
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        return line

    return read
