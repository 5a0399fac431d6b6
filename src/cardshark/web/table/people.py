"""Who can sit down in the browser: names, kinds in a few words, measured strength, and who sits down by default."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cardshark import __version__
from cardshark.games import game_named, house
from cardshark.players import ANYBODY, describe_players, title_of
from cardshark.players.brain_file import SUFFIX, path_of, shipped
from cardshark.players.levels import strength_words
from cardshark.text import UserError, split_options
from cardshark.web import messages as m
from cardshark.web.games import PAGES
from cardshark.web.table.ages import ages
from cardshark.web.table.brains import brain_of
from cardshark.web.table.cast import cast, member_of
from cardshark.web.table.table import YOU

USUAL_COMPANY = ("wilma", "jake", "emil", "lotte")  # of the cast, who sits down if nobody is named: from the left
AGAIN = ("", " II", " III", " IV")  # what tells several copies of one player apart
MOST_LETTERS = 20  # of a name at the table

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


class Sitter(NamedTuple):
    """Somebody at a table as people see them."""

    name: str
    who: str  # the face: somebody of the cast, "you", or "bot"
    kind: str  # how a bot plays, in a few words; of the cast the page knows the level


def sitters(game: str, rules: str, seats: Sequence[str]) -> list[Sitter]:
    """Everybody at a table. Whoever sits there twice is counted: Jake, Jake II."""
    found, met = [], Counter[str]()
    for text in seats:
        sitter = sitter_of(game, rules, text)
        name = sitter.name + AGAIN[min(met[sitter.name], len(AGAIN) - 1)]
        met[sitter.name] += 1
        found.append(sitter._replace(name=name))
    return found


def names_at(game: str, rules: str, seats: Sequence[str]) -> list[str]:
    """The names of those at a table."""
    return [sitter.name for sitter in sitters(game, rules, seats)]


@lru_cache(1024)
def sitter_of(game: str, rules: str, player: str) -> Sitter:
    """One player at a table by these rules."""
    if player == YOU:
        return Sitter("You", YOU, "")
    member = member_of(game, rules, player)
    if member:
        return Sitter(member.name, member.who, "")
    name, kind = short_name(player), kind_of(player)
    return Sitter(name, "bot", kind.removeprefix(f"{name} · ") if kind != name else "")


def short_name(player: str) -> str:
    """The name of a player who is not of the cast: of its brain, its program, its class, or its kind."""
    if player.startswith(("exec:", "exec[")):
        words = player.partition(":")[2].split()
        return (Path(words[0]).stem if words else "Program")[:MOST_LETTERS]
    file, _, rest = player.partition(":")
    if file.endswith(".py"):
        return (rest.partition(":")[0] or Path(file).stem)[:MOST_LETTERS]
    try:
        name, options = split_options(player)
    except UserError:
        return player[:MOST_LETTERS]
    brain = options.get("brain", "")
    if not brain:
        return title_of(name)[:MOST_LETTERS]
    return Path(brain).name.removesuffix(SUFFIX)[:MOST_LETTERS] if brain.endswith(SUFFIX) else brain.capitalize()[:MOST_LETTERS]


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
    people = {member.who: member.player for member in cast(game, rules)}
    company = [people[who] for who in USUAL_COMPANY if who in people] or [ANYBODY]
    others = [company[number % len(company)] for number in range(count)]
    return others if mode == "watch" else [YOU, *others[: count - 1]]


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
