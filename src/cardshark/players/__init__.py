"""Who can sit down: a dict you can read, and the text that names a player with its options.

    random                      one of the players below
    terminal:symbols=no         with options
    ./mybot.py:MyBot:level=3    a class in a file
    exec:./engine --level 3     a program in any language
    timid                       whatever an installed package offers

docs/players.md tells how to write one. The loop, the arena and everything above may use this room.
"""

import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any, NamedTuple

from cardshark.games import game_names
from cardshark.options import allowed, make_object, options_of, shown_default
from cardshark.players.champion import Champion
from cardshark.players.external import program
from cardshark.players.gin.rummy.player import Rummy
from cardshark.players.gin.styles import Holdout, Keeper, Lookahead, Lowcards, Minimiser, Simple
from cardshark.players.hearts.falcon.player import Falcon
from cardshark.players.hearts.network.player import Network
from cardshark.players.hearts.network.rollouts import Rollouts
from cardshark.players.hearts.search.tree_players import Ismcts, Pomcp, Uct
from cardshark.players.hearts.styles import Greedy, Jake, Stock
from cardshark.players.load import class_of, from_file, from_package, offered_players, package_of
from cardshark.players.montecarlo import MonteCarlo
from cardshark.players.player import Player
from cardshark.players.policy_player import Policy
from cardshark.players.terminal import Terminal
from cardshark.players.uniform import Random
from cardshark.text import UserError, check_text, choice, split_options


class PlayerInfo(NamedTuple):
    """What is known of a player before it plays."""

    title: str  # as people write it
    kind: Callable[..., Player]
    games: tuple[str, ...] = ()  # that it plays; empty: all of them, also those from packages
    quick: bool = True  # answers at once: does not think ahead, and is no person

    def plays(self, game: str) -> bool:
        """Can it sit down at this game?"""
        return not self.games or game in self.games


HEARTS, GIN = ("hearts",), ("gin",)
BOTH = (*HEARTS, *GIN)

PLAYERS: dict[str, PlayerInfo] = {
    "random": PlayerInfo("Random", Random),  # every legal choice alike
    "greedy": PlayerInfo("Greedy", Greedy, HEARTS),  # rules of thumb, from the simplest
    "stock": PlayerInfo("Stock", Stock, HEARTS),
    "jake": PlayerInfo("Jake", Jake, HEARTS),
    "network": PlayerInfo("Network", Network, HEARTS),  # learned; the next one also thinks ahead
    "rollouts": PlayerInfo("Rollouts", Rollouts, HEARTS, quick=False),
    "policy": PlayerInfo("Policy", Policy, BOTH),  # learned by playing against itself
    "falcon": PlayerInfo("Falcon", Falcon, HEARTS),  # learned which kind of card to play when
    "montecarlo": PlayerInfo("Monte Carlo", MonteCarlo, quick=False),  # thinking ahead, like the next three
    "pomcp": PlayerInfo("POMCP", Pomcp, HEARTS, quick=False),
    "uct": PlayerInfo("UCT", Uct, HEARTS, quick=False),
    "ismcts": PlayerInfo("ISMCTS", Ismcts, HEARTS, quick=False),
    "simple": PlayerInfo("Simple", Simple, GIN),  # rules of thumb for gin
    "holdout": PlayerInfo("Holdout", Holdout, GIN),
    "minimiser": PlayerInfo("Minimiser", Minimiser, GIN),
    "lookahead": PlayerInfo("Look-ahead", Lookahead, GIN),
    "lowcards": PlayerInfo("Low cards", Lowcards, GIN),
    "keeper": PlayerInfo("Keeper", Keeper, GIN),
    "rummy": PlayerInfo("Rummy", Rummy, GIN),  # gin, learned
    "champion": PlayerInfo("Champion", Champion, BOTH, quick=False),  # a learned policy that thinks ahead
    "terminal": PlayerInfo("Terminal", Terminal, quick=False),  # a person at the keyboard
}
OPPONENTS = {"hearts": "jake", "gin": "rummy"}  # who plays against a person who names nobody
ANYBODY = "random"  # the same at every other game


def seat(text: str, game: str = "") -> Player:
    """The player that a text names; where there is none, the sentence lists those who play this game.

    thinker = seat("montecarlo:deals=200,playout=jake")
    """
    text = check_text("a player", text).strip()
    if is_program(text):
        return program(text)
    if is_file(text):
        return from_file(text)
    if "/" in re.split("[:(]", text)[0]:
        raise UserError(f"{text!r} does not name a Python file: a player in a file is written ./mybot.py:MyBot")
    name, options = split_options(text)
    if name not in PLAYERS:
        packaged = offered_players()
        playing = [each for each, known_as in PLAYERS.items() if not game or known_as.plays(game)]
        return from_package(packaged[choice("player", name, [*playing, *packaged])], text, options)
    return make_object(PLAYERS[name].kind, name, options)


def is_program(text: str) -> bool:
    """Does a text name a program in any language?"""
    return text.strip() == "exec" or text.strip().startswith(("exec:", "exec["))


def is_file(text: str) -> bool:
    """Does a text name a class in a file?"""
    return text.partition(":")[0].strip().endswith(".py")


def opponent(game: str) -> str:
    """Who plays this game against a person who names nobody."""
    return OPPONENTS.get(game, ANYBODY)


def player_info(name: str) -> PlayerInfo | None:
    """What is known of a player by its name alone; None where nothing is known.

    Nothing is imported here, because the name may come from somebody else's link. Of a package's player this returns what its class
    says, if the class was imported before.
    """
    if name in PLAYERS:
        return PLAYERS[name]
    entry = offered_players().get(name)
    kind = getattr(sys.modules.get(entry.module), entry.attr, None) if entry else None
    return info_from_class(kind, name) if kind else None


def info_from_class(kind: Any, name: str) -> PlayerInfo:
    """What the class of a package's player says with its attributes `title`, `games` and `quick`."""
    return PlayerInfo(getattr(kind, "title", name), kind, tuple(getattr(kind, "games", ())), getattr(kind, "quick", False))


def title_of(name: str) -> str:
    """A player's title; its name where it has none."""
    found = player_info(name)
    return found.title if found else name


# ---- for people ----


def describe_players(only: str | None = None) -> list[dict[str, Any]]:
    """Every player, or only one: its name, games (none where not known), options, what it does, and its package.

    A list of all players imports none from packages. A player that is asked for by name is imported, and so says more.
    """
    packaged = {name: entry for name, entry in offered_players().items() if name not in PLAYERS}
    if only in PLAYERS:
        return [description(only, PLAYERS[only], game_names())]
    if only in packaged:
        entry = packaged[only]
        return [description(only, info_from_class(class_of(entry), only), [], package_of(entry))]
    guests = [describe_offered(name, entry) for name, entry in packaged.items()]
    return [description(name, each, game_names()) for name, each in PLAYERS.items()] + guests


def description(name: str, player: PlayerInfo, usual: list[str], package: str = "cardshark") -> dict[str, Any]:
    """A player whose class is imported; `usual` are its games if it names none."""
    options = options_of(player.kind)
    return {
        "name": name,
        "games": list(player.games) or usual,
        "options": {name: shown_default(option.default) for name, option in options.items()},
        "meanings": {name: option.meaning for name, option in options.items()},
        "settings": {name: allowed(option.kind) for name, option in options.items()},
        "about": (player.kind.__doc__ or "").split("\n")[0],
        "package": package,
    }


def describe_offered(name: str, entry: EntryPoint) -> dict[str, Any]:
    """A player that a package offers, described without importing it."""
    found, nothing = player_info(name), {"options": {}, "meanings": {}, "settings": {}}
    games, about = list(found.games) if found else [], f"From the package {package_of(entry)}."
    return {"name": name, "games": games, **nothing, "about": about, "package": package_of(entry)}
