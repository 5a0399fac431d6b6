"""A brain for tests of learning."""

from pathlib import Path

import pytest

from cardshark.learning import train
from helpers.training import SHORT, SMALL


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A small brain that was trained without any interruption."""
    out = tmp_path_factory.mktemp("whole") / "my.safetensors"
    train(SMALL, SHORT, 7, out)
    return out
