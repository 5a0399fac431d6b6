"""Compiling: a cache that cannot go stale or get in the way, and the same games whichever way they run."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cardshark
from cardshark import jit, sources

SOURCES = Path(cardshark.__file__).parent

PLAY = """
import json
import numpy as np
from cardshark import jit
from cardshark.cards import listed
from cardshark.chance import words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS

said = []
jit.announce(said.append)
count = 12
rules, games = house.record(PRESETS["american"]._replace(hands=3)), np.zeros(count, hearts.GAME)
games["deals"], games["luck"] = words(1, "deal", count), words(1, "luck", count)
rows, views = np.arange(count, dtype=np.uint32), np.zeros(count, hearts.VIEW)
hearts.start_all(games, rules)
while games["table"]["phase"][0] != hearts.OVER:
    hearts.look_all(games, rules, rows, views)
    options = [listed(int(legal)) for legal in views["legal"]]
    choices = [cards[int(luck) % len(cards)] for cards, luck in zip(options, views["luck"])]
    assert hearts.choose_all(games, rules, rows, views, np.array(choices, np.int8)) >= 0
print(json.dumps({"totals": games["table"]["totals"].tolist(), "said": said}))
"""


def run(script, sources, cache, **settings):
    """What a script prints in a process of its own, as JSON."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COV_"))}
    env |= {"PYTHONPATH": str(sources), "XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1", **settings}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script], env=env, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def edit(path, old, new):
    text = path.read_text()
    assert text.count(old) == 1, f"{path.name} has changed: choose another edit"
    path.write_text(text.replace(old, new))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """What compiled kernels of a copy of the package play, from an empty cache; that copy, and that cache."""
    folder = tmp_path_factory.mktemp("compiled")
    shutil.copytree(SOURCES, folder / "src" / "cardshark", ignore=shutil.ignore_patterns("__pycache__"))
    return run(PLAY, folder / "src", folder / "cache"), folder / "src", folder / "cache"


def test_the_first_run_says_that_it_compiles_and_the_second_does_not_compile(compiled):
    first, sources, cache = compiled
    second = run(PLAY, sources, cache)
    assert len(first["said"]) == 1
    assert "Compiling" in first["said"][0]
    assert second == {"totals": first["totals"], "said": []}


def test_plain_python_plays_the_same(compiled):
    first, sources, cache = compiled
    assert run(PLAY, sources, cache, NUMBA_DISABLE_JIT="1") == {"totals": first["totals"], "said": []}


@pytest.mark.slow  # compiles everything once more
def test_kernels_with_checked_indices_play_the_same(compiled):
    first, sources, cache = compiled
    checked = run(PLAY, sources, cache, NUMBA_BOUNDSCHECK="1")
    assert checked["totals"] == first["totals"]
    assert checked["said"], "unchecked kernels came out of the cache"


@pytest.mark.slow  # compiles everything once more
def test_an_edited_rule_is_played_at_once(compiled):
    first, sources, cache = compiled
    file, before, after = sources / "cardshark" / "cards.py", "LANE = np.uint64(0x1FFF)", "LANE = np.uint64(0x0FFF)"
    # Numba itself looks only at the file that a kernel stands in; this is another one. Aces lose their suits.
    edit(file, before, after)
    edited = run(PLAY, sources, cache)
    assert edited["totals"] != first["totals"]
    assert edited["said"]
    edit(file, after, before)
    assert run(PLAY, sources, cache) == {"totals": first["totals"], "said": []}  # the earlier cache is still there


DECKS = """
import json
import numba

before = numba.config.CACHE_DIR
from cardshark import jit
from cardshark.chance import decks, words

deck = sorted(decks(words(1, "deal", 1))[0].tolist())
print(json.dumps({"cache": str(jit.CACHE), "deck": deck, "users": [before, numba.config.CACHE_DIR]}))
"""


def test_the_users_numba_cache_is_left_alone(tmp_path):
    mine = tmp_path / "mine"
    assert run(DECKS, SOURCES.parent, tmp_path / "cache", NUMBA_CACHE_DIR=str(mine))["users"] == [str(mine)] * 2
    assert not mine.exists()


def test_kernels_run_where_no_cache_can_be_written(tmp_path):
    file = tmp_path / "file"
    file.touch()
    found = run(DECKS, SOURCES.parent, file)
    assert found["cache"] == "None"
    assert len(found["deck"]) == 52


def test_no_home_is_no_error(monkeypatch):
    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert jit.cache_home() is None


def test_caches_that_nobody_uses_any_more_are_thrown_away(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    home = jit.cache_home()
    assert home is not None
    old, young = home / "old", home / "young"
    for other, days in ((old, 31), (young, 29)):
        other.mkdir()
        os.utime(other, (time.time() - days * 24 * 3600,) * 2)
    assert jit.cache_home() == home
    assert young.exists()
    assert not old.exists()


def test_another_setting_of_numba_has_another_cache(tmp_path):
    folder = """
import json, sys
from pathlib import Path
import cardshark
from cardshark import jit
source = Path(cardshark.__file__).parent / "play.py"
print(json.dumps(str(jit.cache_folder(source, source.parents[1]))))
"""
    usual, again, other = (run(folder, SOURCES.parent, tmp_path, **settings) for settings in ({}, {}, {"NUMBA_OPT": "1"}))
    assert usual == again != other


def test_a_module_depends_on_what_it_imports_and_on_nothing_else():
    found = {path.relative_to(SOURCES).as_posix() for path in sources.closure(SOURCES / "games/hearts/game.py", (SOURCES.parent,))}
    assert {"games/hearts/game.py", "games/hearts/rules.py", "cards.py", "bits.py", "jit.py"} <= found
    assert not [path for path in found if path.startswith(("players/", "learning/", "cli/", "games/gin/"))]


IMPORTS = {
    "from . import rules": "rules.py",
    "from .import rules": "rules.py",
    "from .rules import PRICE": "rules.py",
    "from . import (\n    text,  # words\n    rules as law,\n)": "rules.py",
    "from .rules import \\\n    PRICE": "rules.py",
    "from .parts.deal import SIZE": "parts/deal.py",
    "from .parts import deal": "parts/deal.py",
    "from whist.parts import deal": "parts/deal.py",
    "import numpy as np, whist.rules as law": "rules.py",
}


def whist(folder, line, price=3):
    """A small game as a package, whose kernel imports something by this line."""
    files = {
        "__init__.py": "", "text.py": "", "rules.py": f"PRICE = {price}\n", "parts/__init__.py": "", "parts/deal.py": "SIZE = 13\n",
        "parts/score.py": "from ..rules import PRICE\nfrom .. import text\nfrom . import deal\n",
        "game.py": f"from cardshark.jit import kernel\n{line}\n\n\n@kernel\ndef price(tricks):\n    return tricks * PRICE\n",
    }  # fmt: skip
    for name, content in files.items():
        path = folder / "whist" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return folder / "whist"


@pytest.mark.parametrize("line", IMPORTS)
def test_a_package_depends_on_what_it_imports_from_itself(tmp_path, line):
    package = whist(tmp_path, line)
    assert package / IMPORTS[line] in sources.closure(package / "game.py", (SOURCES.parent, tmp_path))


def test_dots_count_folders(tmp_path):
    package = whist(tmp_path, "")
    found = sources.closure(package / "parts" / "score.py", (SOURCES.parent, tmp_path))
    assert [path.relative_to(package).as_posix() for path in found] == [
        "__init__.py", "parts/__init__.py", "parts/deal.py", "parts/score.py", "rules.py", "text.py",
    ]  # fmt: skip


def test_an_edit_behind_a_relative_import_is_played_at_once(tmp_path):
    script, both = "from whist.game import price; print(price(10))", os.pathsep.join([str(tmp_path), str(SOURCES.parent)])
    for price in (3, 7, 3):
        whist(tmp_path, "from .rules import PRICE", price)
        assert run(script, both, tmp_path / "cache") == 10 * price
