"""Who sits at a table in the browser: names, faces, kinds in a few words, and who sits down by default."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cardshark.players import ANYBODY, title_of
from cardshark.players.brain_file import SUFFIX
from cardshark.text import UserError, split_options
from cardshark.web.table.cast import cast, member_of
from cardshark.web.table.table import YOU

USUAL_COMPANY = ("wilma", "jake", "emil", "lotte")  # of the cast, who sits down if nobody is named: from the left
AGAIN = ("", " II", " III", " IV")  # what tells several copies of one player apart
MOST_LETTERS = 20  # of a name at the table
RUNS_SCRIPTS = re.compile(
    r"(python|pypy|node|deno|ruby|perl|lua|php|bash|sh|java|Rscript)[0-9.]*(\.exe)?"
)  # what these run names the player


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
        found.append(sitter._replace(name=again(sitter.name, met[sitter.name])))
        met[sitter.name] += 1
    return found


def again(name: str, before: int) -> str:
    """The name of somebody of whom some sit at the table already."""
    return name + AGAIN[min(before, len(AGAIN) - 1)]


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
        scripts = [word for word in words[1:] if not word.startswith("-")] if words and RUNS_SCRIPTS.fullmatch(Path(words[0]).name) else []
        return (Path((scripts or words)[0]).stem if words else "Program")[:MOST_LETTERS]
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


def player_at(game: str, rules: str, text: str) -> str:
    """The player whom a text names at a table by these rules: somebody of the cast may be called by name, in small letters."""
    return next((member.player for member in cast(game, rules) if member.who == text), text)
