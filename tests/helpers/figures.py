"""docs/figures.py as a module: it plays and writes the figures of README and docs."""

import importlib.util
from functools import lru_cache
from typing import Any

from helpers.paths import ROOT


@lru_cache(1)
def figures() -> Any:
    """The module, read once."""
    spec = importlib.util.spec_from_file_location("figures", ROOT / "docs" / "figures.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
