"""A small game, with a cache of its own."""

import sys

import pytest

from helpers.whist import Whist


@pytest.fixture
def whist(tmp_path, monkeypatch):
    """It is compiled into an empty cache."""
    game = Whist(tmp_path)
    monkeypatch.setenv("CARDSHARK_CACHE", str(game.cache))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    yield game
    game.forget()
