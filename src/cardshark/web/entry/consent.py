"""What the owner allows to run: players from files, and programs, do as the owner could.

Whoever controls a browser that was let in could seat such a player. So the owner says yes once in a run, with a number that only the
terminal shows in which the server was started. What the command line names needs no second yes.
"""

import secrets
from collections.abc import Callable, Iterable

TRIES = 5  # wrong numbers until there is a new one


class Consent:
    """The owner's yes."""

    def __init__(self, tell: Callable[[str], None] = print) -> None:
        self.tell = tell  # in the terminal
        self.named: set[str] = set()  # by the command line
        self.given = False
        self.number, self.tries = "", 0
        self.asked = ""  # what wants to run, as the terminal names it

    def allows(self, players: Iterable[str]) -> bool:
        """May these run? If not, the terminal says what the owner can do."""
        asked = sorted(set(players) - self.named)
        if self.given or not asked:
            return True
        self.asked = ", ".join(map(ascii, asked))[:300]
        self.ask()
        return False

    def ask(self) -> None:
        """Show the number to type; a new one if there is none."""
        if not self.number:
            self.number, self.tries = f"{secrets.randbelow(10**6):06}", 0
        self.tell(f"A page wants to run {self.asked} on this machine, as you. If that is you, type {self.number} there.")

    def confirm(self, number: str) -> bool:
        """The owner types a number. After a few wrong ones the terminal shows another, so that nobody finds it by trying."""
        if self.given or not self.number:
            return self.given
        self.given = secrets.compare_digest(number.strip().encode(), self.number.encode())
        self.tries += 1
        if self.given or self.tries >= TRIES:
            self.number = ""
        if not self.number and not self.given:
            self.ask()
        return self.given
