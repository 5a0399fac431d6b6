"""Results for people: readable in a terminal, or as JSON and CSV."""

from rich.console import Console


def printer(stderr: bool = False) -> Console:
    """Prints words as they are: in the name of a player, brackets and colons are no commands to Rich."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
