"""Players who can be asked to sit down beside the cast: those of the lab, and brains that were trained here."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cardshark.players import describe_players, title_of
from cardshark.players.brain_file import SUFFIX, path_of, shipped
from cardshark.text import UserError
from cardshark.web.brains import brain_of
from cardshark.web.games import PAGES
from cardshark.web.read_once import Stamp, stamp_of
from cardshark.web.table.ages import ages
from cardshark.web.table.people import kind_of

RUNS = Path("runs")  # where trainings put their brains
MOST_BRAINS = 100


class Kind(NamedTuple):
    """A player who can be asked to sit down."""

    player: str  # the text that names it
    title: str  # "Monte Carlo"
    games: list[str]
    ours: bool = True  # the lab's own, or with a brain from a file; nothing of a package is imported before it is asked for
    folder: str = ""  # where the file of its brain was found
    learned: int = 0  # from how many games, where that is known
    stamp: Stamp | None = None  # of the file: another one is another brain
    ages: tuple[str, ...] = ()  # checkpoints of its training, youngest first, as texts that name players


@lru_cache(1)
def of_the_lab() -> list[Kind]:
    """Players of the lab and of installed packages."""
    found = [
        Kind(row["name"], title_of(row["name"]), [game for game in PAGES if plays(row, game)], row["package"] == "cardshark")
        for row in describe_players()
        if row["name"] != "terminal" and "needed" not in row["options"].values() and any(plays(row, game) for game in PAGES)
    ]
    for game, page in PAGES.items():
        found += [Kind(text, title, [game]) for text, title in page.MORE_PLAYERS.items()]
    return found + [kind for brain in shipped() for kind in brain_kinds(brain)]


def of_ones_own() -> list[Kind]:
    """Players with brains that were trained here."""
    return [kind for brain in trained() for kind in brain_kinds(brain)]


def plays(player: Mapping[str, Any], game: str) -> bool:
    """Does a player (a row of `describe_players`) play a game? One that names no game plays all."""
    return not player["games"] or game in player["games"]


def trained() -> list[str]:
    """Brains in the working directory and in its folder `runs`, but not their younger selves."""
    files = [path for folder in (Path(), RUNS) for path in sorted(folder.glob(f"*{SUFFIX}")) if ".age" not in path.name]
    return [f"./{path.as_posix()}" for path in files[:MOST_BRAINS]]


def brain_kinds(brain: str) -> list[Kind]:
    """The player that a brain makes; none if its file cannot be read or named in a text, or its game has no table here."""
    path = path_of(brain)
    try:
        learned = brain_of(path)
    except UserError:
        return []
    if any(sign in brain for sign in ",()=") or not brain.isprintable() or learned.game not in PAGES:  # not in any bytes, for one
        return []
    text = f"{learned.player}:brain={brain}"
    if not brain.endswith(SUFFIX):
        return [Kind(text, kind_of(text), [learned.game])]
    games = learned.games if isinstance(learned.games, int) else 0
    return [Kind(text, kind_of(text), [learned.game], True, path.parent.name or ".", games, stamp_of(path), tuple(ages(text)))]
