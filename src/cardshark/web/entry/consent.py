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

    def allows(self, players: Iterable[str]) -> bool:
        """May these run? If not, the terminal says what the owner can do."""
        asked = sorted(set(players) - self.named)
        if self.given or not asked:
            return True
        names = ", ".join(map(ascii, asked))[:300]
        self.tell(f"A page wants to run {names} on this machine, as you. If that is you, type {self.fresh()} there.")
        return False

    def fresh(self) -> str:
        """The number to type."""
        if not self.number:
            self.number, self.tries = f"{secrets.randbelow(10**6):06}", 0
        return self.number

    def confirm(self, number: str) -> bool:
        """The owner types a number. After a few wrong ones there is another, so that nobody finds it by trying."""
        self.given = self.given or (bool(self.number) and secrets.compare_digest(number.strip().encode(), self.number.encode()))
        self.tries += 1
        if self.given or self.tries >= TRIES:
            self.number = ""
        return self.given
