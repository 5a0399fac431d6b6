"""Names that the README, the docs and the examples of the last release imported: they work, and say where they are now."""

import subprocess
import sys
import warnings
from importlib import import_module

import pytest

from cardshark.moved import MOVED

OLD_NAMES = {  # every import of README.md, docs/*.md, docs/*.py and examples/ before the modules got their rooms
    "cardshark.arena.duel": ["duel"],
    "cardshark.cards": ["highest", "lowest", "name"],
    "cardshark.coach": ["hand", "link"],
    "cardshark.coach.hand": ["dealt", "played"],
    "cardshark.coach.link": ["encode"],
    "cardshark.games": ["game", "gin", "hearts", "house", "melds"],
    "cardshark.games.gin": ["BIG_GIN", "DISCARD", "KNOCK", "SPREAD", "PRESETS"],
    "cardshark.games.hearts": ["PLAY", "PRESETS"],
    "cardshark.games.melds": ["deadwood"],
    "cardshark.games.single": ["Single"],
    "cardshark.jit": ["kernel"],
    "cardshark.learning": ["Design", "Lesson", "load", "train"],
    "cardshark.learning.falcon_rules": ["FalconRules"],
    "cardshark.learning.falcon_school": ["FalconCourse", "FalconLesson"],
    "cardshark.learning.feedback": ["Update"],
    "cardshark.learning.percept_search": ["experience", "find_percepts"],
    "cardshark.play": ["deal", "match", "play"],
    "cardshark.players": ["seat"],
    "cardshark.players.falcon_brain": ["FalconDesign"],
    "cardshark.players.table": ["Bot", "Choices", "Player", "Views"],
    "cardshark.show.features": [],
    "cardshark.terminal_table": ["ask"],
    "cardshark.text": ["UserError", "split_options"],
}


@pytest.fixture
def forgotten(monkeypatch):
    """As in a fresh process: nobody has imported an old name yet."""
    for old in MOVED:
        parent, _, name = old.rpartition(".")
        monkeypatch.delitem(sys.modules, old, raising=False)
        monkeypatch.delattr(import_module(parent), name, raising=False)


@pytest.mark.parametrize("module", OLD_NAMES)
@pytest.mark.usefixtures("forgotten")
def test_every_old_name_works(module):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        names: dict = {}
        exec("\n".join([f"import {module}", *(f"from {module} import {name}" for name in OLD_NAMES[module])]), names)
    assert all(names[name] is not None for name in OLD_NAMES[module])
    old = [MOVED[name] for name in [module, *(f"{module}.{each}" for each in OLD_NAMES[module])] if name in MOVED]
    assert [str(each.message).split("; ")[0].rpartition(" is now ")[2] for each in said] == old


@pytest.mark.usefixtures("forgotten")
def test_an_old_name_is_the_module_itself_and_says_where_it_moved_to_whoever_imports_it():
    with pytest.warns(DeprecationWarning, match=r"^cardshark\.players\.table is now cardshark\.players\.player; the old name") as said:
        from cardshark.players import table
    from cardshark.players import player

    assert table is player and player.__name__ == "cardshark.players.player"
    assert player.__spec__.name == "cardshark.players.player"
    assert said[0].filename == __file__


@pytest.mark.long
def test_nothing_of_ours_uses_an_old_name():
    code = (
        "import sys; import cardshark.web.app, cardshark.cli.training; from cardshark.moved import MOVED; print(MOVED.keys() & sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip() == "set()"


def test_what_never_was_is_still_not_there():
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'cardshark\.players\.chairs'"):
        import_module("cardshark.players.chairs")
