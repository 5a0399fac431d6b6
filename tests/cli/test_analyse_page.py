"""docs/analyse.md is true: its commands and its code run, and what it shows is what they show."""

import re
import shlex
import sys

from cardshark.cli import main
from cardshark.games.positions import read_position
from helpers.paths import ROOT

PAGE = (ROOT / "docs" / "analyse.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The blocks of a kind on the page."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_command_shows_what_stands_below_it(monkeypatch, capsys):
    (command,) = blocks("sh")
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    main()
    assert capsys.readouterr().out.startswith(blocks("text")[0])


def test_the_python_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    for block in blocks("python"):
        exec(compile(block, "analyse.md", "exec"), {})
    out = capsys.readouterr().out
    assert "2,000 imagined deals" in out
    assert "choose 3a93ee56e74c5746 4D 7D" in out


def test_the_text_and_the_json_are_the_same_position():
    text, (fields,) = read_position(blocks("text")[1]), blocks("json")
    assert read_position(fields).views.tobytes() == text.views.tobytes()
    assert text.to_json() == " ".join(fields.split())
