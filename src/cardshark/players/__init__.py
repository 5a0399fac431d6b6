"""Who can sit down: a dict you can read, and the text that names a player with its options.

    random                      one of the players below
    terminal:symbols=no         with options
    ./mybot.py:MyBot:level=3    a class in a file
    exec:./engine --level 3     a program in any language
    timid                       whatever an installed package offers

docs/players.md tells how to write one.
"""

import inspect
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from cardshark.games import GAMES
from cardshark.players.external import program
from cardshark.players.gin.rummy.player import Rummy
from cardshark.players.gin.styles import Holdout, Keeper, Lookahead, Lowcards, Minimiser, Simple
from cardshark.players.hearts.falcon.player import Falcon
from cardshark.players.hearts.network.player import Network
from cardshark.players.hearts.network.rollouts import Rollouts
from cardshark.players.hearts.search.trees import Ismcts, Pomcp, Uct
from cardshark.players.hearts.styles import Greedy, Jake, Stock
from cardshark.players.load import from_file, from_package, made, offered, options_of, package_of
from cardshark.players.montecarlo import MonteCarlo
from cardshark.players.player import Player
from cardshark.players.terminal import Terminal
from cardshark.players.uniform import Random
from cardshark.text import choice, shown, split_options

PLAYERS: dict[str, Callable[..., Player]] = {
    "random": Random,  # every legal choice alike
    "greedy": Greedy,  # rules of thumb, from the simplest
    "stock": Stock,
    "jake": Jake,
    "network": Network,  # one that has learned, and one that has and thinks ahead
    "rollouts": Rollouts,
    "falcon": Falcon,  # one that has learned which kind of card to play when
    "montecarlo": MonteCarlo,  # those who think ahead
    "pomcp": Pomcp,
    "uct": Uct,
    "ismcts": Ismcts,
    "simple": Simple,  # rules of thumb for gin
    "holdout": Holdout,
    "minimiser": Minimiser,
    "lookahead": Lookahead,
    "lowcards": Lowcards,
    "keeper": Keeper,
    "rummy": Rummy,  # gin, learned
    "terminal": Terminal,  # a person at the keyboard
}
ONLY = {  # the game of those who play just one
    **dict.fromkeys(("greedy", "stock", "jake", "network", "rollouts", "falcon", "pomcp", "uct", "ismcts"), "hearts"),
    **dict.fromkeys(("rummy", "simple", "holdout", "minimiser", "lookahead", "lowcards", "keeper"), "gin"),
}


def seat(text: str) -> Player:
    """The player that a text names."""
    text = text.strip()
    if text.startswith(("exec:", "exec[")):
        return program(text)
    if text.partition(":")[0].strip().endswith(".py"):
        return from_file(text)
    name, options = split_options(text)
    if name not in PLAYERS:
        packaged = offered()
        return from_package(packaged[choice("player", name, [*PLAYERS, *packaged])], text, options)
    return made(PLAYERS[name], name, options)


def described() -> list[dict[str, Any]]:
    """Every player: its name, which games it plays (of a package's nobody knows), its options, what it does, where it comes from."""
    built_in = [
        {
            "name": name,
            "games": [ONLY[name]] if name in ONLY else list(GAMES),
            "options": {name: shown_default(option.default) for name, option in options_of(kind).items()},
            "meanings": {name: option.meaning for name, option in options_of(kind).items()},
            "settings": {name: settings(option.kind) for name, option in options_of(kind).items()},
            "about": (kind.__doc__ or "").split("\n")[0],
            "package": "cardshark",
        }
        for name, kind in PLAYERS.items()
    ]
    return built_in + [
        {
            "name": name,
            "games": [],
            "options": {},
            "meanings": {},
            "settings": {},
            "about": f"From the package {package_of(entry)}.",
            "package": package_of(entry),
        }
        for name, entry in offered().items()
        if name not in PLAYERS
    ]


def shown_default(default: Any) -> str:
    """What an option is if it is not set."""
    return "needed" if default is inspect.Parameter.empty else shown(default)


def settings(kind: Any) -> str:
    """What an option may be set to, for people."""
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return " | ".join(member.name.lower() for member in kind)
    return {bool: "yes | no", int: "whole number", float: "number"}.get(kind, "text")
