"""Results for people: readable in a terminal, or as JSON and CSV.

A file for each thing that is shown, named after it: `arena` (duels and leagues), `gin_hands` (final hands of gin), `match` (a whole
match), `paper`, `players`, `games`, `training`, `explain` (a FALCON's rules), `features` (docs/features.md), `whole` (is a file
unchanged?). `notebook` shows results as HTML. The command line and the web use them.
"""

from rich.console import Console


class Printer(Console):
    """Rich would end the program with status 1 when its reader goes away, as `head` does."""

    def on_broken_pipe(self) -> None:
        """Say nothing more if these are remarks; a result that nobody reads is an error for whoever wanted it printed."""
        self.quiet = True
        if not self.stderr:
            raise BrokenPipeError


def printer(stderr: bool = False) -> Console:
    """Prints words as they are: in the name of a player, brackets and colons are no commands to Rich."""
    return Printer(stderr=stderr, highlight=False, markup=False, emoji=False)
