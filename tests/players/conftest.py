"""A folder for players that tests write."""

import sys

import pytest


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """Write a file of players into an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def write(text: str, name: str = "bots.py") -> None:
        (tmp_path / name).write_text(text, encoding="utf-8")

    return write
