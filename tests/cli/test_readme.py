"""The README is true: its code runs, its map is complete, its picture is what the program prints."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from rich.console import Console

from cardshark.cli import main
from cardshark.games import transcript
from cardshark.show.hand import show

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = {kind: re.findall(rf"^```{kind}\n(.*?)^```", README, re.DOTALL | re.MULTILINE) for kind in ("python", "sh")}
COMMANDS = [line.split("#")[0].strip() for block in BLOCKS["sh"] for line in block.splitlines() if line.startswith("cardshark ")]
TOO_LONG = {"cardshark bench"}  # tried in test_bench.py
NEEDS_A_PERSON = {
    "cardshark play",
    "cardshark play --terminal",
    "cardshark play gin --terminal",
}  # tried in test_browser.py, test_terminal.py


def test_a_hand_is_played_in_the_first_lines():
    head = README.splitlines()[:18]
    assert "make play" in head
    assert any("match(" in line for line in head)


def test_the_python_of_the_readme_runs(capsys):
    names: dict = {}
    for block in BLOCKS["python"]:
        exec(compile(block, "README.md", "exec"), names)
    out, _ = capsys.readouterr()
    assert out.startswith("cardshark hearts 1\nrules american:hands=1\n")
    assert "points a hand (95 %:" in out


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in TOO_LONG | NEEDS_A_PERSON])
def test_the_commands_of_the_readme_run(command, monkeypatch, capsys, tmp_path):
    for name in ("examples", "results", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)  # some write files
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    main()
    assert capsys.readouterr().out


def test_the_commands_left_out_stand_there_too():
    assert set(COMMANDS) > TOO_LONG | NEEDS_A_PERSON


def test_the_map_lists_every_file_once():
    tree = README[README.index("src/cardshark/\n") :]
    tree = tree[: tree.index("tests/ ")]
    found, folder = [], ""
    for line in tree.splitlines()[1:]:
        depth, name = len(line) - len(line.lstrip()), line.split()[0]
        if name == "static/":  # no Python
            continue
        if name.endswith("/"):
            folder = name
        else:
            found.append((folder if depth == 4 else "") + name)
    source = ROOT / "src" / "cardshark"
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.suffix in (".py", ".c")} - {"__init__.py"}
    assert sorted(found) == sorted(files)


def picture() -> str:
    """The hand of the README as the program shows it."""
    console = Console(record=True, width=84, file=io.StringIO(), highlight=False, force_terminal=True, color_system="truecolor")
    show(transcript.load(ROOT / "tests" / "golden" / "passleft.txt"), console)
    drawn = console.export_svg(title="cardshark show", unique_id="cardshark")
    return re.sub(r"@font-face {.*?}", "", drawn, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")  # nothing to fetch


def test_the_picture_is_what_the_program_prints():
    committed = ROOT / "docs" / "hand.svg"
    assert "cdnjs" not in picture()
    assert committed.read_text(encoding="utf-8") == picture()
