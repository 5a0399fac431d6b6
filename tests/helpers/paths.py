"""Where things stand in the repository."""

import os
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
GOLDEN = TESTS / "golden"
EXAMPLES = ROOT / "examples"


def python_path(*folders: str | Path) -> str:
    """These folders as a PYTHONPATH that holds in any working directory."""
    return os.pathsep.join(str(Path(folder).absolute()) for folder in folders if str(folder))
