"""docs/analyse.md and docs/mcp.md are true: commands and code run, and what is shown is what they show."""

import json
import re
import shlex
import sys

from cardshark.cli import app, main
from cardshark.games.positions import read_position
from cardshark.visitor.tables import MOST_TABLES, VisitorTable
from helpers.paths import ROOT

MCP = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
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


def test_the_page_about_language_models_shows_a_table_and_every_tool():
    config = json.loads(re.findall(r"^```json\n(.*?)^```", MCP, re.DOTALL | re.MULTILINE)[0])
    server = config["mcpServers"]["cardshark"]
    assert server["command"] == "cardshark"
    assert [*app[server["args"][0]].name] == ["mcp"]
    (shown,) = re.findall(r"^```text\n(.*?)^```", MCP, re.DOTALL | re.MULTILINE)
    assert shown == VisitorTable("hearts", "american", [], 3).as_text() + "\n"
    server_source = (ROOT / "src" / "cardshark" / "visitor" / "server.py").read_text(encoding="utf-8")
    tools = re.search(r"^TOOLS = \((.*?)\)", server_source, re.MULTILINE)
    assert tools
    assert re.findall(r"^\| `(\w+)` \|", MCP, re.MULTILINE) == re.findall(r'"(\w+)"', tools[1])
    assert "eight tables" in MCP and MOST_TABLES == 8
