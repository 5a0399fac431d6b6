"""Results for people: readable in a terminal, or as JSON and CSV.

A file for each thing that is shown, named after it: `arena` (duels and leagues), `gin_hands` (final hands of gin), `match` (a whole
match), `paper`, `players`, `games`, `training`, `explain` (a FALCON's rules), `features` (docs/features.md). `notebook` shows results as
HTML. The command line and the web use them.
"""

from rich.console import Console


def printer(stderr: bool = False) -> Console:
    """Prints words as they are: in the name of a player, brackets and colons are no commands to Rich."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
