"""A game so small that its kernel is compiled in a second: for the tests of the compiler's cache."""

import importlib
import sys
from pathlib import Path
from typing import Any, NamedTuple

from cardshark.compiler import cache, sources
from cardshark.compiler.progress import PROGRESS
from helpers.compiling import SOURCES, fresh

FILES = {
    "__init__.py": "",
    "rules.py": "PRICE = 3\n",
    "state.py": "import numpy as np\nfrom cardshark.jit import record\n\nHAND = record([('tricks', np.int8)])\n",
    "score.py": "from cardshark.jit import rule\nfrom .rules import PRICE\n\n\n@rule\ndef worth(tricks):\n    return tricks * PRICE\n",
    "game.py": """
import numpy as np

from cardshark.jit import kernel
from whist.score import worth
from whist.state import HAND


@kernel
def price_all(hands):
    total = 0
    for i in range(len(hands)):
        total += worth(hands[i].tricks)
    return total


def price(tricks):
    hands = np.zeros(1, HAND)
    hands["tricks"] = np.array([tricks])
    return int(price_all(hands))
""",
    "page.py": "from .game import price\n\nTITLE = 'Whist'\n",
}
KERNEL = "whist.game.price_all"
TRICKS, PRICE = 200, -168  # one byte holds 200 as -56
SCRIPT = """
import json
from cardshark import jit
from cardshark.compiler.progress import PROGRESS
import whist.page

said = []
jit.announce(said.append)
price = whist.page.price(200)
print(json.dumps({"price": price, "compiled": PROGRESS.begun, "said": said}))
"""


class Start(NamedTuple):
    """What came of playing whist."""

    price: int
    compiled: list[str]
    said: list[str]


class Whist:
    """The game as a package in a folder, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.package, self.cache = folder, folder / "whist", folder / "cache"
        for name, content in FILES.items():
            path = self.package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")

    def start(self) -> Start:
        """Play as a new process would, which knows nothing but what lies on disk. It costs less than one."""
        self.forget()
        said: list[str] = []
        before, PROGRESS.say, PROGRESS.said = len(PROGRESS.begun), said.append, set()
        try:
            price = importlib.import_module("whist.page").price(TRICKS)
        finally:
            PROGRESS.say = None
        return Start(price, PROGRESS.begun[before:], said)

    @staticmethod
    def forget() -> None:
        """Nothing of whist was loaded, no source was read."""
        for name in [name for name in sys.modules if name.partition(".")[0] == "whist"]:
            del sys.modules[name]
        importlib.invalidate_caches()
        for remembered in (sources.content, sources.imports, sources.file_of, cache.folder_name):
            remembered.cache_clear()

    def environment(self, **settings: str) -> dict[str, str]:
        """Of a real process."""
        return fresh(self.cache, SOURCES.parent, self.folder, **settings)

    @property
    def files(self) -> list[Path]:
        """What is kept: the kernel and its part."""
        return sorted(path for path in self.cache.glob("whist.*/*"))


def free_turns(place: Path) -> Any:
    """A script that says whether nobody compiles anything."""
    return f"""
import fcntl, json, os
file = os.open({str(place / "locks")!r}, os.O_RDWR)
try:
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    print(json.dumps(True))
except BlockingIOError:
    print(json.dumps(False))
"""
