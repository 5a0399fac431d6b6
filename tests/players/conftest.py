"""A folder for players that tests write, in Python or for the shell."""

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


@pytest.fixture
def script(tmp_path, monkeypatch):
    """Write a program for the shell and return the player that runs it; its process id is left in a file."""
    monkeypatch.chdir(tmp_path)

    def write(body: str, seconds: float = 10) -> str:
        (tmp_path / "engine").write_text(f"#!/bin/sh\necho $$ > pid\n{body}\n", encoding="utf-8")
        (tmp_path / "engine").chmod(0o755)
        return f"exec[seconds={seconds}]:./engine"

    return write
