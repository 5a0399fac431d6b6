"""Who can sit down in the browser: names, kinds in a few words, measured strength, and who sits down by default."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardshark import __version__
from cardshark.games import game_named, house
from cardshark.players import describe_players, title_of
from cardshark.players.brain_file import SUFFIX, path_of, shipped
from cardshark.players.levels import strength_words
from cardshark.text import UserError, split_options
from cardshark.web import messages as m
from cardshark.web.games import PAGES, page_of
from cardshark.web.table.ages import ages
from cardshark.web.table.brains import brain_of
from cardshark.web.table.table import YOU

NAMES = {2: ["Nora"], 3: ["Wilma", "Emil"], 4: ["Wilma", "Nora", "Emil"]}  # from the left: they sit west, north and east
WATCHED = {2: ["Sam", "Nora"], 3: ["Sam", "Wilma", "Emil"], 4: ["Sam", "Wilma", "Nora", "Emil"]}

AMONG_JAKES = "{} points a hand among three jakes (american)"
STRENGTHS = {  # from the tables in docs/strength.md
    "random": AMONG_JAKES.format("14.2"), "greedy": AMONG_JAKES.format("8.6"), "stock": AMONG_JAKES.format("7.7"),
    "jake": AMONG_JAKES.format("7.0"), "ismcts": AMONG_JAKES.format("6.5"), "uct": AMONG_JAKES.format("6.2"),
    "pomcp": AMONG_JAKES.format("6.1"), "montecarlo": AMONG_JAKES.format("6.2"),
    "montecarlo:deals=100,playout=jake,passing=search": AMONG_JAKES.format("4.8"),
    "network:brain=owl": "3.7 points a hand among three jakes (dutch)",
    "falcon:brain=hawk": "0.246 of the points among three jakes (falcon)",
    "falcon:brain=eagle": "0.244 of the points among three jakes (falcon)",
    "rummy:brain=shark": "wins 58 % of matches against lookahead", "lookahead": "wins 76 % of matches against simple",
    "holdout": "wins 67 % of matches against simple", "minimiser": "wins 47 % of matches against simple",
}  # fmt: skip


def names_at(seats: list[str]) -> list[str]:
    """The names of those at a table."""
    if YOU not in seats:
        return WATCHED[len(seats)]
    names, you = NAMES[len(seats)], seats.index(YOU)
    return ["You" if seat == you else names[(seat - you) % len(seats) - 1] for seat in range(len(seats))]


@lru_cache(256)
def kind_of(player: str) -> str:
    """A player in a few words: `Monte Carlo · 100 deals`."""
    if player.startswith(("exec:", "exec[")):
        return f"Program · {player.partition(':')[2].strip()[:40]}"
    file, _, name = player.partition(":")
    if file.endswith(".py"):
        return f"{name.partition(':')[0] or 'Player'} · {Path(file).name}"[:60]
    try:
        name, options = split_options(player)
    except UserError:
        return player[:60]
    words = [title_of(name)[:60]]
    if "brain" in options:
        words.append(Path(options["brain"]).name.removesuffix(SUFFIX)[:40])
    if "deals" in options:
        words.append(f"{options['deals']} deals")
    return " · ".join(words)


def default_seats(game: str, rules: str, count: int, mode: str) -> list[str]:
    """Who sits down if nobody is named."""
    chosen = page_of(game).usual_players(rules)
    first = [chosen[0]] if mode == "watch" else [YOU]
    return (first + chosen)[:count]


def kinds() -> list[m.PlayerKind]:
    """Everybody who can be asked to sit down."""
    found = [
        m.PlayerKind(row["name"], title_of(row["name"]), row["about"], [game for game in PAGES if plays(row, game)])
        for row in describe_players()
        if row["name"] != "terminal" and "needed" not in row["options"].values() and any(plays(row, game) for game in PAGES)
    ]
    about = {kind.player: kind.about for kind in found}
    for game, page in PAGES.items():
        found += [m.PlayerKind(text, title, about.get(text.partition(":")[0], ""), [game]) for text, title in page.MORE_PLAYERS.items()]
    for brain in [*shipped(), *trained()]:
        found += brain_kinds(brain, about)
    for kind in found:
        kind.strength = STRENGTHS.get(kind.player) or strength_words(kind.player)
        kind.ages = ages(kind.player)
    return found


def plays(player: Mapping[str, Any], game: str) -> bool:
    """Does a player (a row of `describe_players`) play a game? One that names no game plays all."""
    return not player["games"] or game in player["games"]


def trained() -> list[str]:
    """Brains in the working directory."""
    return sorted(f"./{path.name}" for path in Path().glob(f"*{SUFFIX}") if ".age" not in path.name)[:100]


def brain_kinds(brain: str, about: dict[str, str]) -> list[m.PlayerKind]:
    """The player that a brain makes; none if its file cannot be read or named in a text, or its game has no table here."""
    try:
        learned = brain_of(path_of(brain))
    except UserError:
        return []
    if any(sign in brain for sign in ",()=") or learned.game not in PAGES:
        return []
    text = f"{learned.player}:brain={brain}"
    return [m.PlayerKind(text, kind_of(text), about.get(learned.player, ""), [learned.game])]


def presets() -> list[m.Preset]:
    """The rules that have a name."""
    return [
        m.Preset(name, preset, house.spell(game_named(name).PRESETS, rules), page.rule_lines(rules))
        for name, page in PAGES.items()
        for preset, rules in game_named(name).PRESETS.items()
    ]


VERSION = __version__
