"""The fence around programs: secrets of tables, our memory and our processes are closed to them, and everything else is open."""

import json
import os
import sys
from pathlib import Path

import pytest

from cardshark.players.external import engine, fence
from cardshark.web.table.database import Database

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not fence.version(), reason="this kernel has no Landlock")

SPY = """
import json, os, sys
folder, process = sys.argv[1:]

def tried(deed):
    try:
        deed()
        return "done"
    except OSError as error:
        return type(error).__name__

print(json.dumps({
    "secret": tried(lambda: open(f"{folder}/tables.sqlite", "rb").read()),
    "log": tried(lambda: open(f"{folder}/tables.sqlite-wal", "rb").read()),
    "link": tried(lambda: os.link(f"{folder}/tables.sqlite", f"{folder}/below/mine")),
    "memory": tried(lambda: open(f"/proc/{process}/mem", "rb").read(0)),
    "signal": tried(lambda: os.kill(int(process), 0)),
    "neighbour": tried(lambda: open(f"{folder}/neighbour").read()),
    "diary": tried(lambda: open(f"{folder}/diary", "w").write("mine")),
    "below": tried(lambda: open(f"{folder}/below/new", "w").write("mine")),
    "elsewhere": tried(lambda: open(__file__).read()),
}), flush=True)
sys.stdin.read()
"""


@pytest.mark.long
def test_a_program_cannot_read_the_secrets_of_the_tables(tmp_path, monkeypatch):
    """A seated program of the same user, even of root: what the server keeps for a crash is closed to it."""
    monkeypatch.setattr(engine, "CLOSED", {})
    (tmp_path / "neighbour").write_text("open to all")
    (tmp_path / "below").mkdir()
    (tmp_path / "spy.py").write_text(SPY)
    path = tmp_path / "tables.sqlite"
    path.touch(0o644)  # as somebody may have left it
    database = Database(path)
    assert path.stat().st_mode & 0o777 == 0o600
    command = [sys.executable, str(tmp_path / "spy.py"), str(tmp_path), str(os.getpid())]
    spy = engine.Engine("spy", lambda: engine.start("spy", command))
    (told,) = spy.ask([], 20)
    closed = dict.fromkeys(("secret", "log", "memory", "signal"), "PermissionError")
    found = json.loads(told)
    assert found.pop("link") in ("PermissionError", "OSError")
    assert found == {**closed, **dict.fromkeys(("neighbour", "diary", "below", "elsewhere"), "done")}
    database.close()


def test_what_is_open_is_everything_beside(tmp_path):
    for name in ("a/b/secret", "a/b/other", "a/c/deep/down"):
        Path(tmp_path, name).parent.mkdir(parents=True, exist_ok=True)
        Path(tmp_path, name).write_text("")
    found = {path for path in fence.beside([tmp_path / "a" / "b" / "secret"]) if path.is_relative_to(tmp_path)}
    assert found == {tmp_path / "a" / "b" / "other", tmp_path / "a" / "c"}
    assert list(fence.beside([])) == []
