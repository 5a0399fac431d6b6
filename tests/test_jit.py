"""Compiling the real games: the same hands whichever way they run, and an edited rule is played at once."""

import shutil

import llvmlite.binding as llvm
import pytest

from helpers.compiling import SOURCES, edit, fresh, needs_compiler, printed

pytestmark = [needs_compiler, pytest.mark.slow]  # every test compiles Hearts
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


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """What compiled kernels of a copy of the package play, from an empty cache; and how to play again with other settings."""
    folder = tmp_path_factory.mktemp("compiled")
    shutil.copytree(SOURCES, folder / "src" / "cardshark", ignore=shutil.ignore_patterns("__pycache__", "static"))

    def play(**settings):
        return printed(PLAY, fresh(folder / "cache", folder / "src", **settings))

    return play(), play, folder / "src" / "cardshark"


def test_the_first_run_says_that_it_compiles_and_the_second_does_not_compile(compiled):
    first, play, _ = compiled
    assert len(first["said"]) == 1
    assert "Compiling" in first["said"][0]
    assert play() == {"totals": first["totals"], "said": []}


def test_plain_python_plays_the_same(compiled):
    first, play, _ = compiled
    assert play(NUMBA_DISABLE_JIT="1") == {"totals": first["totals"], "said": []}


@pytest.mark.parametrize(
    "settings", [{"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_CPU_NAME": llvm.get_host_cpu_name()}, {"NUMBA_CPU_NAME": "generic"}], ids=str
)
def test_other_settings_play_the_same_with_other_kernels(compiled, settings):
    """Checked indices; for this very processor; for one without its instructions."""
    first, play, _ = compiled
    found = play(**settings)
    assert found["totals"] == first["totals"]
    assert found["said"], "kernels of another kind came out of the cache"


def test_an_edited_rule_is_played_at_once(compiled):
    first, play, package = compiled
    file, before, after = package / "cards.py", "LANE = np.uint64(0x1FFF)", "LANE = np.uint64(0x0FFF)"
    # Numba itself looks only at the file that a kernel stands in; this is another one. Aces lose their suits.
    edit(file, before, after)
    edited = play()
    assert edited["totals"] != first["totals"]
    assert edited["said"]
    edit(file, after, before)
    assert play() == {"totals": first["totals"], "said": []}  # the earlier cache is still there
