"""cardshark: a laboratory of card players that learn.

    match      play one match, and print it            Tables     many tables at once, for learners
    duel       who is better, and how sure is that?    seat       the player that a text names
    sprt       is the new player better than the old?  analyse    what every choice in a position is worth
    league     everybody against everybody             review     a hand that was played, decision by decision
    train      teach a brain to play

Each is imported when it is first asked for, so that `import cardshark` takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardshark import moved

if TYPE_CHECKING:
    from cardshark.arena.duel import duel
    from cardshark.arena.league import league
    from cardshark.arena.sprt import sprt
    from cardshark.coach.analyse import analyse
    from cardshark.coach.reviewed import review
    from cardshark.learning.teach import train
    from cardshark.play import match
    from cardshark.players import seat
    from cardshark.tables import Tables

__all__ = ["Tables", "analyse", "duel", "league", "match", "review", "seat", "sprt", "train"]
__version__ = "0.1.0"

OFFERED = {  # where each name stands
    "Tables": "cardshark.tables",
    "analyse": "cardshark.coach.analyse",
    "duel": "cardshark.arena.duel",
    "league": "cardshark.arena.league",
    "match": "cardshark.play",
    "review": "cardshark.coach.reviewed",
    "seat": "cardshark.players",
    "sprt": "cardshark.arena.sprt",
    "train": "cardshark.learning.teach",
}

moved.install()


def __getattr__(name: str) -> Any:
    """Import what is offered here when it is first asked for."""
    if name not in OFFERED:
        raise AttributeError(f"module 'cardshark' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(OFFERED[name]), name)
    return found


def __dir__() -> list[str]:
    """What is offered, imported or not."""
    return sorted([*OFFERED, *(name for name in globals() if name.startswith("__"))])
