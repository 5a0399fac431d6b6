"""The games: each in a room of its own, `hearts` and `gin`, and what all games share.

    plug         what a game must have: the names that all other rooms ask for
    house        house rules as values
    match        one match, step by step
    lines        lines of text that know where they stand
    transcript   a match as text and back
    views        what a seat may know, as plain Python
    positions    what a seat may know, as text or JSON and back; `told` has what such a text says

Every room may use this one. It uses only cards, chance and text. A game is found by its name: the dict below has ours, and
installed packages offer others in the entry-point group `cardshark.games`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from cardshark.text import UserError, brief, check_text, choice

GAMES = {"hearts": "cardshark.games.hearts", "gin": "cardshark.games.gin"}
GROUP = "cardshark.games"  # of entry points


def game_named(name: str) -> Any:
    """The module of a game (see `plug.Game`); imported when asked for, because that prepares its kernels."""
    return import_module(GAMES[name]) if check_text("the name of a game", name) in GAMES else packaged_game(name)


def read_game(game: Any) -> Any:
    """The module of a game, which is named by a text or handed in itself."""
    if isinstance(game, str):
        return game_named(game)
    if not hasattr(game, "PRESETS") or not hasattr(game, "VIEW"):
        raise UserError(f"a game is a text ({', '.join(game_names())}) or a game's module, not {brief(game)}")
    return game


def game_names() -> list[str]:
    """Every game that can be played: ours, and those of installed packages."""
    return [*GAMES, *(name for name in offered_games() if name not in GAMES)]


def offered_games() -> dict[str, EntryPoint]:
    """The games that installed packages offer, by name; nothing of them is imported yet."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@cache
def packaged_game(name: str) -> Any:
    """The game that an installed package offers. One that cannot be loaded, or is not complete, is refused with one sentence."""
    from cardshark.games.plug import missing_names

    offered = offered_games()
    entry = offered[choice("game", name, [*GAMES, *offered])]
    who = f"the game {name} of the package {entry.dist.name if entry.dist else entry.module}"
    try:
        game = entry.load()
        missing = missing_names(game)
    except (Exception, SystemExit) as error:
        raise UserError(f"{who} cannot be loaded: {' '.join(f'{type(error).__name__}: {error}'.split()).removesuffix(':')}") from error
    if missing:
        raise UserError(f"{who} is not complete: it has no {', '.join(missing)}")
    if name != game.NAME:
        raise UserError(f"{who} calls itself {game.NAME!r}: its NAME and its entry point must be the same word")
    return game


game = game_named  # its name in the last release
