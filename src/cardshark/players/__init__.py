"""Who can sit down: a dict you can read, and the text that names a player with its options."""

import dataclasses
from collections.abc import Callable
from typing import Any, get_type_hints

from cardshark.players.handmade import Greedy, Jake, Stock
from cardshark.players.table import Player
from cardshark.players.terminal import Terminal
from cardshark.players.uniform import Random
from cardshark.text import choice, convert, shown, split_options

PLAYERS: dict[str, Callable[..., Player]] = {
    "random": Random,  # every legal choice alike
    "greedy": Greedy,  # rules of thumb, from the simplest
    "stock": Stock,
    "jake": Jake,
    "terminal": Terminal,  # a person at the keyboard
}


def seat(text: str) -> Player:
    """The player that a text names: `random`, or with options `terminal:symbols=no`."""
    name, options = split_options(text)
    kind = PLAYERS[choice("player", name, PLAYERS)]
    kinds = get_type_hints(kind)
    for option in options:
        choice(f"option of {name}", option, kinds)
    return kind(**{option: convert(option, kinds[option], value) for option, value in options.items()})


def described() -> list[dict[str, Any]]:
    """Every player: its name, its options with their defaults, and what it does."""
    return [
        {
            "name": name,
            "options": {field.name: shown(field.default) for field in dataclasses.fields(kind)},  # type: ignore[arg-type]
            "about": (kind.__doc__ or "").split("\n")[0],
        }
        for name, kind in PLAYERS.items()
    ]
