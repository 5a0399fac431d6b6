"""Who can sit down in the browser: names, kinds in a few words, how strong they are where that was measured, and who sits by default."""

from functools import lru_cache
from pathlib import Path

from cardshark import __version__
from cardshark.games import game as game_named
from cardshark.games import house
from cardshark.players import described, title_of
from cardshark.players.brain_file import SUFFIX, path_of, shipped
from cardshark.text import UserError, split_options
from cardshark.web import messages as m
from cardshark.web.games import rule_lines
from cardshark.web.lab.finds import brain_of
from cardshark.web.table.table import YOU

NAMES = {2: ["Nora"], 3: ["Wilma", "Emil"], 4: ["Wilma", "Nora", "Emil"]}  # from the left: they sit west, north and east
WATCHED = {2: ["Sam", "Nora"], 3: ["Sam", "Wilma", "Emil"], 4: ["Sam", "Wilma", "Nora", "Emil"]}

AMONG_JAKES = "{} points a hand among three jakes (american)"
STRENGTHS = {  # from the tables in the README
    "random": AMONG_JAKES.format("14.2"), "greedy": AMONG_JAKES.format("8.6"), "stock": AMONG_JAKES.format("7.7"),
    "jake": "6.5 is fair among equals", "ismcts": AMONG_JAKES.format("6.5"), "uct": AMONG_JAKES.format("6.2"),
    "pomcp": AMONG_JAKES.format("6.1"), "montecarlo": AMONG_JAKES.format("6.2"),
    "montecarlo:deals=100,playout=jake,passing=search": AMONG_JAKES.format("4.8"),
    "network:brain=champion": "3.7 points a hand among three jakes (dutch)",
    "falcon:brain=hawk": "0.246 of the points among three jakes (falcon)",
    "falcon:brain=eagle": "0.244 of the points among three jakes (falcon)",
    "rummy:brain=shark": "wins 58 % of matches against lookahead", "lookahead": "wins 76 % of matches against simple",
    "holdout": "wins 67 % of matches against simple", "minimiser": "wins 47 % of matches against simple",
}  # fmt: skip
MORE = {  # players with options that are worth a line of their own, beside those of `cardshark.players`
    "montecarlo:deals=100,playout=jake,passing=search": ("Monte Carlo · jake's playouts", ["hearts"]),
    "rollouts:brain=champion": ("Rollouts of the champion", ["hearts"]),
    "montecarlo:deals=100,sampler=weighted,pool=20,loose=0.02": ("Monte Carlo · weighted", ["gin"]),
}
DEFAULTS = {
    "hearts": ["jake", "montecarlo:deals=100,playout=jake,passing=search", "uct"],
    "dutch": ["network:brain=champion", "rollouts:brain=champion", "jake"],
    "gin": ["rummy:brain=shark"],
}


def names_at(seats: list[str]) -> list[str]:
    """What those at a table are called."""
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
    said = [title_of(name)[:60]]
    if "brain" in options:
        said.append(Path(options["brain"]).name.removesuffix(SUFFIX)[:40])
    if "deals" in options:
        said.append(f"{options['deals']} deals")
    return " · ".join(said)


def default_seats(game: str, rules: str, count: int, mode: str) -> list[str]:
    """Who sits down if nobody is named."""
    chosen = DEFAULTS["dutch" if game == "hearts" and rules.startswith("dutch") else game]
    first = [chosen[0]] if mode == "watch" else [YOU]
    return (first + chosen)[:count]


def kinds() -> list[m.Kind]:
    """Everybody who can be asked to sit down."""
    found = [
        m.Kind(row["name"], title_of(row["name"]), row["about"], row["games"] or ["hearts", "gin"])
        for row in described()
        if row["name"] != "terminal" and "needed" not in row["options"].values()
    ]
    about = {kind.player: kind.about for kind in found}
    for text, (title, games) in MORE.items():
        found.append(m.Kind(text, title, about.get(text.partition(":")[0], ""), games))
    for brain in [*shipped(), *trained()]:
        found += brain_kinds(brain, about)
    for kind in found:
        kind.strength = STRENGTHS.get(kind.player, "")
        kind.ages = ages_of(kind.player)
    return found


def trained() -> list[str]:
    """Brains in the working directory."""
    return sorted(f"./{path.name}" for path in Path().glob(f"*{SUFFIX}") if ".age" not in path.name)[:100]


def brain_kinds(brain: str, about: dict[str, str]) -> list[m.Kind]:
    """The player that a brain makes; none if its file cannot be read or named in a text."""
    try:
        player = brain_of(path_of(brain)).player
    except UserError:
        return []
    if any(sign in brain for sign in ",()="):
        return []
    text = f"{player}:brain={brain}"
    return [m.Kind(text, kind_of(text), about.get(player, ""), ["gin" if player == "rummy" else "hearts"])]


def ages_of(player: str) -> list[str]:
    """The checkpoints of a learner, youngest first."""
    from cardshark.web.lab.ages import ages

    return ages(player)


def presets() -> list[m.Preset]:
    """The rules that have a name."""
    return [
        m.Preset(name, preset, house.spell(game_named(name).PRESETS, rules), rule_lines(name, rules))
        for name in ("hearts", "gin")
        for preset, rules in game_named(name).PRESETS.items()
    ]


VERSION = __version__
