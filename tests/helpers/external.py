"""Hands in which a stranger's player sits, and packages that look as if they had been installed."""

import os
import shlex
import subprocess
import sys
import time
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
VERSION_1 = Path(__file__).parent / "engine_v1.py"  # a program that plays both games


def command(program: Path, *words: str) -> str:
    """The command line that runs a Python program."""
    return " ".join([PYTHON, shlex.quote(str(program)), *words])


def version_2(folder: Path, wishes: str = "") -> Path:
    """The program of version 1, which now says that it speaks version 2, and has these wishes."""
    text = VERSION_1.read_text(encoding="utf-8").replace('"engine 1 ', '"engine 2 ').replace('"ready"', f'"ready {wishes}"')
    (folder / "engine_v2.py").write_text(text, encoding="utf-8")
    return folder / "engine_v2.py"


def heard(player: str, log: Path) -> str:
    """A program that also keeps in a file what it is told."""
    return f"exec:sh -c {shlex.quote(f'tee {shlex.quote(str(log))} | {player}')}"


def gone(pid: int) -> bool:
    """Does this process run no more? One that nobody has waited for yet counts as gone, if it is not our own child."""
    for _ in range(200):
        state = subprocess.run(["ps", "-o", "ppid=,stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout.split()
        if not state or (state[1].startswith("Z") and int(state[0]) != os.getpid()):
            return True
        time.sleep(0.01)
    return False


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
