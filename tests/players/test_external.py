"""Players that strangers wrote in Python: classes in files, and installed packages."""

import pickle
import re
import sys
import tomllib
from pathlib import Path

import pytest

from cardshark.arena.duel import duel as play_duel
from cardshark.players import PLAYERS, describe_players, opponent, player_info, seat, title_of
from cardshark.players.load import Guest
from cardshark.players.player import Bot, IllegalChoice
from cardshark.text import UserError
from helpers.external import MODULES, a_hand, install
from helpers.paths import EXAMPLES, ROOT

# ---- classes in files ----


def test_a_class_with_just_play_takes_a_seat(bots):
    bots("class Low:\n    def play(self, view):\n        return view.choices[0]\n")

    class Lowest(Bot):
        def play(self, view):
            return view.choices[0]

    player = seat("./bots.py:Low")
    assert str(player) == "./bots.py:Low"
    assert (a_hand(player) == a_hand(Lowest())).all()
    again = pickle.loads(pickle.dumps(player))
    assert (a_hand(again) == a_hand(Lowest())).all()
    assert not list(Path().rglob("__pycache__"))


def test_what_a_class_prints_does_not_mix_with_results(bots, capsys):
    bots("print('read')\nclass Talks:\n    def play(self, view):\n        print('thinks')\n        return view.choices[0]\n")
    a_hand(seat("./bots.py:Talks"))
    out, err = capsys.readouterr()
    assert out == ""
    assert set(err.split()) >= {"read", "thinks"}


def test_a_class_with_choose_plays_in_bulk_and_hears_the_game(bots):
    bots("""
class Any:
    def sit(self, game, rules):
        self.rules = rules
    def choose(self, views, choices):
        assert self.rules.hands == 1
        for i in range(len(views)):
            choices[i] = int(views["legal"][i]).bit_length() - 1
class Deaf:
    choose = Any.__dict__["choose"]
    rules = type("Rules", (), {"hands": 1})
""")
    assert (a_hand(seat("./bots.py:Any")) == a_hand(seat("./bots.py:Deaf"))).all()


@pytest.mark.parametrize("start", ["", "from __future__ import annotations\n"])
def test_options_are_fields_or_parameters(bots, start):
    bots(start + """
from dataclasses import dataclass
from enum import IntEnum
from cardshark.players.player import Bot
class Mood(IntEnum):
    CALM = 0
    WILD = 1
@dataclass
class Fields(Bot):
    level: int = 1
    name: str = "nobody"
    mood: Mood = Mood.CALM
    share: float | None = None
    def play(self, view): return view.choices[0]
class Parameters:
    def __init__(self, level: int, *rest, name="nobody", mood: Mood = Mood.CALM, share: float = 0.5, keen=False):
        self.level, self.name, self.mood, self.share, self.keen = level, name, mood, share, keen
    def play(self, view): return view.choices[0]
""")  # fmt: skip
    for kind in ("Fields", "Parameters"):
        found = seat(f"./bots.py:{kind}:level=3,name=x(a=1,b=2),mood=wild,share=0.25").player
        assert (found.level, found.name, found.mood.name, found.share) == (3, "x(a=1,b=2)", "WILD", 0.25)
    assert seat("./bots.py:Parameters:level=1,keen=yes").player.keen is True
    for text, sentence in [
        ("./bots.py:Fields:depth=3", r"\./bots\.py:Fields has no option 'depth'; it has level, name, mood, share"),
        ("./bots.py:Fields:level=high", "level must be a whole number, not 'high'"),
        ("./bots.py:Fields:mood=sad", "there is no setting for mood 'sad'; there is calm, wild"),
        ("./bots.py:Parameters", r"\./bots\.py:Parameters needs the option level: write \./bots\.py:Parameters:level=\.\.\."),
    ]:
        with pytest.raises(UserError, match=f"^{sentence}$"):
            seat(text)


FAULTY = """
import sys
class Fine:
    def play(self, view): return view.choices[0]
class Idle: pass
class Fragile:
    def __init__(self, level: list[int] = ()): raise KeyError("weights")
    def play(self, view): return 0
class Dizzy:
    def play(self, view):
        return self.turn(view) / 0
    def turn(self, view): return 1
class Quitter:
    def play(self, view): sys.exit(3)
class Cheat:
    def play(self, view): return 63
class Poet:
    def play(self, view): return "QS"
def Function(view): pass
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("./nothing.py:Fine", "./nothing.py cannot be read: No such file or directory"),
        ("./bots.py", "./bots.py must be followed by the name of a class: write ./bots.py:Fine"),
        ("./bots.py:Fin", "there is no player in ./bots.py 'Fin': did you mean Fine? (there is Fine, Fragile, Dizzy, Quitter, Cheat, Poet"),
        ("./bots.py:Function", "there is no player in ./bots.py 'Function'; there is Fine,"),
        ("./bots.py:Idle", "Idle in ./bots.py is not a player: it needs a method play(self, view) or choose(self, views, choices)"),
        ("./bots.py:Fragile", "./bots.py:Fragile cannot be made: KeyError: 'weights' (bots.py, line 7)"),
        ("./bots.py:Fragile:level=3", "the option level of ./bots.py:Fragile cannot be typed"),
        ("./bots.py:Dizzy", "./bots.py:Dizzy failed: ZeroDivisionError: division by zero (bots.py, line 11)"),
        ("./bots.py:Quitter", "./bots.py:Quitter failed: SystemExit: 3 (bots.py, line 14)"),
        ("./broken.py:Fine", "./broken.py cannot be loaded: SyntaxError: '(' was never closed (broken.py, line 1)"),
        ("./missing.py:Fine", "./missing.py cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_faulty_file_gets_one_sentence(bots, text, sentence):
    bots(FAULTY)
    bots("print((\n", "broken.py")
    bots("import no_such_module\n", "missing.py")
    with pytest.raises(UserError) as error:
        a_hand(seat(text))
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("Cheat", r"63 in phase \w+; it may choose \w\w \(\d+\)"), ("Poet", "'QS', which is not a number from 0 to 63")],
)
def test_an_illegal_choice_names_the_file(bots, name, sentence):
    bots(FAULTY)
    with pytest.raises(IllegalChoice, match=rf"^\./bots\.py:{name} chose {sentence}"):
        a_hand(seat(f"./bots.py:{name}"))


def test_a_file_may_use_its_neighbours_and_is_read_again_when_it_changes(bots):
    bots("LEVEL = 7\n", "neighbour_of_bots.py")
    text = "import neighbour_of_bots\nclass One:\n    level = neighbour_of_bots.LEVEL\n    def play(self, view): return view.choices[0]\n"
    bots(text)
    first = seat("bots.py:One").player
    assert first.level == 7
    assert type(seat("./bots.py:One").player) is type(first)  # run once
    bots(text.replace(".LEVEL", ".LEVEL + 1"))
    assert seat("./bots.py:One").player.level == 8
    assert not list(Path().rglob("__pycache__"))


# ---- packages ----


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Make entry points look as if their package had been installed."""
    monkeypatch.syspath_prepend(tmp_path)
    return lambda package, players: install(tmp_path, package, "cardshark.players", players)


def test_the_example_of_a_package_plays(installed, monkeypatch):
    project = tomllib.loads((EXAMPLES / "plugin" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed(project["name"], project["entry-points"]["cardshark.players"])
    monkeypatch.syspath_prepend(EXAMPLES / "plugin")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    sys.modules.pop("cardshark_timid", None)
    rows = {row["name"]: row for row in describe_players()}
    assert rows["timid"]["options"] == rows["timid"]["meanings"] == {} and rows["timid"]["games"] == []
    assert (rows["timid"]["about"], rows["timid"]["package"]) == ("From the package cardshark-timid.", "cardshark-timid")
    assert "cardshark_timid" not in sys.modules  # nobody has asked for it yet
    games = a_hand(seat("timid"))
    bold = a_hand(seat("timid:bold=yes"))
    assert (games["table"]["history"] != bold["table"]["history"]).any()
    with pytest.raises(UserError, match=r"^timid has no option 'brave'; it has bold$"):
        seat("timid:brave=yes")
    with pytest.raises(UserError, match=r"^there is no player 'shark'; there is random, .*timid"):
        seat("shark")


SHY = """
class Shy:
    "Hides."

    title, games, quick = "Shy One", ("hearts",), True

    def __init__(self, level: int = 3):
        pass

    def play(self, view):
        pass


class Plain:
    def play(self, view):
        pass
"""


def test_a_packages_player_says_its_title_and_games_once_somebody_asked_for_it(installed, tmp_path, monkeypatch):
    (tmp_path / "shy_bots.py").write_text(SHY, encoding="utf-8")
    installed("shy", {"shy": "shy_bots:Shy", "plain": "shy_bots:Plain"})
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.delitem(sys.modules, "shy_bots", raising=False)
    assert player_info("shy") is None and title_of("shy") == "shy" and player_info("nobody") is None
    (row,) = describe_players("shy")  # asked for by name
    assert (row["games"], row["options"], row["about"]) == (["hearts"], {"level": "3"}, "Hides.")
    assert row["settings"] == {"level": "whole number"}
    found, plain = player_info("shy"), player_info("plain")
    assert (found.title, found.games, found.quick) == ("Shy One", ("hearts",), True) and title_of("shy") == "Shy One"
    assert found.plays("hearts") and not found.plays("gin")
    assert (plain.title, plain.games, plain.quick, plain.plays("gin")) == ("plain", (), False, True)
    games = {row["name"]: row["games"] for row in describe_players()}
    assert (games["shy"], games["plain"]) == (["hearts"], [])
    monkeypatch.delitem(sys.modules, "shy_bots")


def test_what_is_known_of_our_own_players():
    assert title_of("lookahead") == "Look-ahead" and title_of("nobody") == "nobody"
    assert all(player.title and set(player.games) <= MODULES.keys() for player in PLAYERS.values())
    assert {name for name, player in PLAYERS.items() if not player.games} == {"random", "montecarlo", "terminal"}
    thinkers = {"rollouts", "montecarlo", "pomcp", "uct", "ismcts", "champion", "terminal"}
    assert {name for name, player in PLAYERS.items() if not player.quick} == thinkers
    for game in MODULES:
        assert PLAYERS[opponent(game)].plays(game)
    assert opponent("bridge") == "random"


def test_a_faulty_package_is_named_and_built_in_players_come_first(installed):
    installed("far-out", {"lost": "no_such_module:Lost", "odd": "json:dumps", "random": "no_such_module:Random"})
    assert seat("random") == PLAYERS["random"].kind()
    assert [row["package"] for row in describe_players() if row["name"] == "random"] == ["cardshark"]
    with pytest.raises(UserError, match=r"^the player lost of the package far-out cannot be loaded: ModuleNotFoundError: No module"):
        seat("lost")
    with pytest.raises(UserError, match=r"^odd of the package far-out is not a player: json:dumps has no method play or choose$"):
        seat("odd")


def test_every_player_is_described_with_its_options():
    assert {row["name"]: row["options"] for row in describe_players()}["terminal"] == {"symbols": "yes"}
    for row in describe_players():
        assert row["about"].endswith(".")
        assert list(row) == ["name", "games", "options", "meanings", "settings", "about", "package"]


@pytest.mark.parametrize("name", list(PLAYERS))
def test_players_sit_down_at_the_games_that_they_are_said_to_play(name):
    """And at no other, where they say so in one sentence."""
    (games,) = [row["games"] for row in describe_players() if row["name"] == name]
    for game, module in MODULES.items():
        said = ""
        try:
            seat(name).sit(module, next(iter(module.PRESETS.values())))
        except UserError as error:
            said = str(error)
        if "needs the option" in said:
            continue  # nobody who could be asked
        assert ("only" in said) == (game not in games), said


def test_the_players_of_the_manual_play():
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "players.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    names: dict = {}
    for block in blocks:
        exec(compile(block, "players.md", "exec"), names)
    duck, tidy = (Guest(player, names[player]()) for player in ("Duck", "Tidy"))
    assert play_duel("hearts", None, ("duck", duck), "random", 40, seed=1).high < 0
    assert play_duel("gin", None, ("tidy", tidy), "random", 40, seed=1).low > 0
