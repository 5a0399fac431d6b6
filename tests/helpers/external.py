"""Hands in which a stranger's player sits, and packages that look as if they had been installed."""

import shlex
import sys
from pathlib import Path

from cardshark.games import gin, hearts
from cardshark.play import deal, play

PYTHON = shlex.quote(sys.executable)
HAND = hearts.PRESETS["american"]._replace(hands=1)
GAMES = [
    ("hearts", HAND),
    ("hearts", hearts.PRESETS["american"]._replace(hands=5, jack_of_diamonds=10)),
    ("hearts", hearts.PRESETS["dutch"]._replace(limit=10, win_back=True)),
    ("hearts", hearts.PRESETS["american"]._replace(players=3, removed=type(HAND.removed)("2D"), hands=3)),
    ("gin", gin.PRESETS["eaai"]),
    ("gin", gin.PRESETS["tournament"]),
    ("gin", gin.PRESETS["oklahoma"]),
    ("gin", gin.PRESETS["paper"]),
]
MODULES = {"hearts": hearts, "gin": gin}


def a_hand(player, rules=HAND, count=3):
    """Play some hands with one player on every seat."""
    games = deal(hearts, rules, 1, count)
    play(hearts, rules, games, [player])
    return games


def install(folder: Path, package: str, group: str, entries: dict[str, str]) -> None:
    """Write what an installer would leave of a package with these entry points; the folder must be on `sys.path`."""
    place = folder / f"{package.replace('-', '_')}-0.1.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\n", encoding="utf-8")
    lines = [f"{name} = {value}\n" for name, value in entries.items()]
    (place / "entry_points.txt").write_text(f"[{group}]\n" + "".join(lines), encoding="utf-8")
