"""Which files decide what a kernel does: every way to import, and nothing that is not imported."""

import pytest

from cardshark.compiler import sources
from helpers.compiling import SOURCES


def test_a_module_depends_on_what_it_imports_and_on_nothing_else():
    found = {path.relative_to(SOURCES).as_posix() for path in sources.closure(SOURCES / "games/hearts/game.py", (SOURCES.parent,))}
    assert {"games/hearts/game.py", "games/hearts/rules.py", "cards.py", "bits.py", "jit.py"} <= found
    assert not [path for path in found if path.startswith(("players/", "learning/", "cli/", "games/gin/"))]


def test_what_changes_machine_code_counts():
    found = {path.relative_to(SOURCES).as_posix() for path in sources.closure(SOURCES / "cards.py", (SOURCES.parent,))}
    assert {"compiler/parts.py", "compiler/target.py", "jit.py"} <= found


IMPORTS = {
    "from . import rules": "rules.py",
    "from .import rules": "rules.py",
    "from .rules import PRICE": "rules.py",
    "from . import (\n    text,  # words\n    rules as law,\n)": "rules.py",
    "from .rules import \\\n    PRICE": "rules.py",
    "from .parts.deal import SIZE": "parts/deal.py",
    "from .parts import deal": "parts/deal.py",
    "from bridge.parts import deal": "parts/deal.py",
    "import numpy as np, bridge.rules as law": "rules.py",
}


def bridge(folder, line):
    """A package whose `game` imports something by this line."""
    files = {
        "__init__.py": "", "text.py": "", "rules.py": "PRICE = 3\n", "parts/__init__.py": "", "parts/deal.py": "SIZE = 13\n",
        "parts/score.py": "from ..rules import PRICE\nfrom .. import text\nfrom . import deal\n",
        "game.py": f"from cardshark.jit import kernel\n{line}\n",
    }  # fmt: skip
    for name, content in files.items():
        path = folder / "bridge" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder / "bridge"


@pytest.mark.parametrize("line", IMPORTS)
def test_a_package_depends_on_what_it_imports_from_itself(tmp_path, line):
    package = bridge(tmp_path, line)
    assert package / IMPORTS[line] in sources.closure(package / "game.py", (SOURCES.parent, tmp_path))


def test_dots_count_folders(tmp_path):
    package = bridge(tmp_path, "")
    found = sources.closure(package / "parts" / "score.py", (SOURCES.parent, tmp_path))
    assert [path.relative_to(package).as_posix() for path in found] == [
        "__init__.py", "parts/__init__.py", "parts/deal.py", "parts/score.py", "rules.py", "text.py",
    ]  # fmt: skip


def test_a_copy_elsewhere_has_the_same_digest(tmp_path):
    here, there = (bridge(tmp_path / name, "from .rules import PRICE") for name in ("here", "there"))
    digests = [sources.digest(each / "game.py", (SOURCES.parent, each.parent)) for each in (here, there)]
    assert digests[0] == digests[1]
