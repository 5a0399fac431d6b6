"""Players from outside: files, packages and programs play whole games, learn nothing hidden, and cannot hang or hide a fault."""

import gc
import inspect
import json
import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import numpy as np
import pytest

from cardshark.arena.duel import duel as play_duel
from cardshark.cards import add, card, cards, listed, name, names
from cardshark.cli import main
from cardshark.games import gin, hearts
from cardshark.games.gin import position as gin_position
from cardshark.games.gin.names import WORDS
from cardshark.games.gin.rules import LayOff
from cardshark.games.hearts import position as hearts_position
from cardshark.games.match import Single
from cardshark.play import deal, match, play
from cardshark.players import PLAYERS, described, external, known, opponent, seat, title_of
from cardshark.players.load import Guest
from cardshark.players.player import Bot, IllegalChoice, unpack
from cardshark.text import UserError
from helpers import peek
from helpers.installed import install
from helpers.paths import EXAMPLES, ROOT
from helpers.thrifty import Thrifty

PYTHON = shlex.quote(sys.executable)
HAND = hearts.PRESETS["american"]._replace(hands=1)
GAMES = [
    ("hearts", HAND),
    ("hearts", hearts.PRESETS["american"]._replace(hands=5, jack_of_diamonds=10)),
    ("hearts", hearts.PRESETS["dutch"]._replace(limit=10, win_back=True)),
    ("hearts", hearts.PRESETS["american"]._replace(players=3, removed=type(HAND.removed)("2D"), hands=3)),
    ("gin", gin.PRESETS["eaai"]),
    ("gin", gin.PRESETS["tournament"]),
    ("gin", gin.PRESETS["oklahoma"]),
    ("gin", gin.PRESETS["paper"]),
]
MODULES = {"hearts": hearts, "gin": gin}
HELLO = 'read -r line; echo "engine 1 test"; until [ "$line" = begin ]; do read -r line; done; echo ready'


def a_hand(player, rules=HAND, count=3):
    """Play some hands with one player on every seat."""
    games = deal(hearts, rules, 1, count)
    play(hearts, rules, games, [player])
    return games


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """Write a file of players into an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def write(text: str, name: str = "bots.py") -> None:
        (tmp_path / name).write_text(text, encoding="utf-8")

    return write


@pytest.fixture
def script(tmp_path, monkeypatch):
    """Write a program for the shell and return the player that runs it; its process id is left in a file."""
    monkeypatch.chdir(tmp_path)

    def write(body: str, seconds: float = 10) -> str:
        (tmp_path / "engine").write_text(f"#!/bin/sh\necho $$ > pid\n{body}\n", encoding="utf-8")
        (tmp_path / "engine").chmod(0o755)
        return f"exec[seconds={seconds}]:./engine"

    return write


def gone(pid: int) -> bool:
    """Does this process run no more? One that nobody has waited for yet counts as gone, if it is not our own child."""
    for _ in range(200):
        state = subprocess.run(["ps", "-o", "ppid=,stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout.split()
        if not state or (state[1].startswith("Z") and int(state[0]) != os.getpid()):
            return True
        time.sleep(0.01)
    return False


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
        ("./bots.py:Fields:depth=3", r"there is no option of \./bots\.py:Fields 'depth'; there is level, name, mood, share"),
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
        ("./bots.py:Fin", "there is no player in ./bots.py 'Fin'; there is Fine, Fragile, Dizzy, Quitter, Cheat, Poet"),
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


@pytest.mark.parametrize(("name", "choice"), [("Cheat", "63"), ("Poet", "'QS'")])
def test_an_illegal_choice_names_the_file(bots, name, choice):
    bots(FAULTY)
    with pytest.raises(IllegalChoice, match=rf"^\./bots\.py:{name} chose {choice}, which is not"):
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
    rows = {row["name"]: row for row in described()}
    assert rows["timid"]["options"] == rows["timid"]["meanings"] == {} and rows["timid"]["games"] == []
    assert (rows["timid"]["about"], rows["timid"]["package"]) == ("From the package cardshark-timid.", "cardshark-timid")
    assert "cardshark_timid" not in sys.modules  # nobody has asked for it yet
    games = a_hand(seat("timid"))
    bold = a_hand(seat("timid:bold=yes"))
    assert (games["table"]["history"] != bold["table"]["history"]).any()
    with pytest.raises(UserError, match=r"^there is no option of timid 'brave'; there is bold$"):
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
    assert known("shy") is None and title_of("shy") == "shy" and known("nobody") is None
    (row,) = described("shy")  # asked for by name
    assert (row["games"], row["options"], row["about"]) == (["hearts"], {"level": "3"}, "Hides.")
    assert row["settings"] == {"level": "whole number"}
    found, plain = known("shy"), known("plain")
    assert (found.title, found.games, found.quick) == ("Shy One", ("hearts",), True) and title_of("shy") == "Shy One"
    assert found.plays("hearts") and not found.plays("gin")
    assert (plain.title, plain.games, plain.quick, plain.plays("gin")) == ("plain", (), False, True)
    games = {row["name"]: row["games"] for row in described()}
    assert (games["shy"], games["plain"]) == (["hearts"], [])
    monkeypatch.delitem(sys.modules, "shy_bots")


def test_what_is_known_of_our_own_players():
    assert title_of("lookahead") == "Look-ahead" and title_of("nobody") == "nobody"
    assert all(player.title and set(player.games) <= MODULES.keys() for player in PLAYERS.values())
    assert {name for name, player in PLAYERS.items() if not player.games} == {"random", "montecarlo", "terminal"}
    thinkers = {"rollouts", "montecarlo", "pomcp", "uct", "ismcts", "terminal"}
    assert {name for name, player in PLAYERS.items() if not player.quick} == thinkers
    for game in MODULES:
        assert PLAYERS[opponent(game)].plays(game)
    assert opponent("bridge") == "random"


def test_a_faulty_package_is_named_and_built_in_players_come_first(installed):
    installed("far-out", {"lost": "no_such_module:Lost", "odd": "json:dumps", "random": "no_such_module:Random"})
    assert seat("random") == PLAYERS["random"].kind()
    assert [row["package"] for row in described() if row["name"] == "random"] == ["cardshark"]
    with pytest.raises(UserError, match=r"^the player lost of the package far-out cannot be loaded: ModuleNotFoundError: No module"):
        seat("lost")
    with pytest.raises(UserError, match=r"^odd of the package far-out is not a player: json:dumps has no method play or choose$"):
        seat("odd")


def test_every_player_is_described_with_its_options():
    assert {row["name"]: row["options"] for row in described()}["terminal"] == {"symbols": "yes"}
    for row in described():
        assert row["about"].endswith(".")
        assert list(row) == ["name", "games", "options", "meanings", "settings", "about", "package"]


@pytest.mark.parametrize("name", list(PLAYERS))
def test_players_sit_down_at_the_games_that_they_are_said_to_play(name):
    """And at no other, where they say so in one sentence."""
    (games,) = [row["games"] for row in described() if row["name"] == name]
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
    assert play_duel("hearts", None, ("duck", duck), "random", 10, seed=1).hands == 40
    assert play_duel("gin", None, ("tidy", tidy), "random", 40, seed=1).low > 0


# ---- what a program is told ----


class Reader(Bot):
    """Asks another player, and keeps what a program would have been told."""

    def __init__(self, player, name):
        self.player, self.told, self.name = player, [], name

    def sit(self, game, rules):
        self.rules = rules
        self.player.sit(game, rules)

    def choose(self, views, choices):
        text = MODULES[self.name].text
        self.told += [(view, text.position(view, self.rules), text.words(view)) for view in unpack(views)]
        self.player.choose(views, choices)


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_the_lines_say_what_the_view_says(name, rules):
    game = MODULES[name]
    reader = Reader(seat("random") if name == "hearts" else Thrifty(), name)
    play(game, rules, deal(game, rules, 2, 6), [reader])
    for view, lines, words in reader.told:
        said = [line.split() for line in lines]
        values = {key: rest for key, *rest in said}
        assert lines[:2] == [f"hand {view.hand_number + 1}", f"seat {view.turn}"]
        assert add(map(card, values["cards"])) == view.hand
        assert list(map(int, values["totals"])) == list(view.totals[: game.seats(rules)])
        assert sorted(words.values()) == view.choices  # every legal choice has a name of its own
        assert all(word and " " not in word for word in words)
    phases = {lines[2].removeprefix("phase ") for _, lines, _ in reader.told}
    if name == "hearts":
        assert phases == ({"pass", "play"} if rules.pass_count else {"play"})
    else:
        assert phases >= {"draw", "discard", "knock"}
        assert phases <= {*gin.PHASES[: gin.OVER]}
        assert ("lay-off" in phases) == (rules.lay_off == LayOff.CHOSEN)


@pytest.mark.parametrize(("name", "rules"), GAMES[:4])
def test_tricks_are_told_with_their_leaders(name, rules):
    match, stream = Single(hearts, rules, deals=5, luck=6), 12345
    true: list[tuple[int, list[int]]] = []
    number = 0
    while not match.over:
        view = unpack(np.array([match.view()], hearts.VIEW))[0]
        if view.hand_number != number:
            true, number = [], view.hand_number
        if view.phase == hearts.PLAY:
            told = [line for line in MODULES[name].text.position(view, rules) if line.startswith("trick ")]
            assert told == [f"trick {leader} {names(trick)}" for leader, trick in true]
        stream = (stream * 6364136223846793005 + 1) % 2**64
        chosen = view.choices[(stream >> 33) % len(view.choices)]
        if view.phase == hearts.PLAY:
            if not true or len(true[-1][1]) == rules.players:
                true.append((view.turn, []))
            true[-1][1].append(chosen)
        match.choose(chosen)


@pytest.mark.parametrize(
    ("rules", "player"),
    [
        (gin.PRESETS["eaai"], Thrifty()),
        (gin.PRESETS["tournament"], Thrifty()),
        (gin.PRESETS["paper"]._replace(hands=3, max_turns=150), seat("random")),  # longer than anybody remembers
    ],
)
def test_turns_of_gin_are_told_as_they_happened(rules, player):
    games = deal(gin, rules, 4, 1)
    match = Single(gin, rules)
    match.games[:] = games
    (choices,) = play(gin, rules, games, [player], record=True)
    turns: list[list[str]] = []
    number = 0
    sources = {gin.STOCK: "stock", gin.PILE: "pile"}
    for chosen in choices.tolist():
        view = unpack(np.array([match.view()], gin.VIEW))[0]
        if view.hand_number != number:
            turns, number = [], view.hand_number
        told = [line.split()[1:] for line in gin.text.position(view, rules) if line.startswith("turn ")]
        expected = [[s, d, "?" if d == "stock" and s != str(view.turn) else c, *rest] for s, d, c, *rest in turns]
        assert told == expected[-len(told) :] if told else not expected
        assert len(told) >= min(len(expected), 63)
        phase = view.phase
        match.choose(chosen)
        if chosen in sources and phase in (gin.OFFER, gin.DRAW):
            turns.append([str(view.turn), sources[chosen], name(int(match.state.drawn))])
        elif phase == gin.DISCARD:
            turns[-1].append("big-gin" if chosen == gin.BIG_GIN else name(chosen))


def hidden(name, match) -> int:
    """The cards that the seat in turn may not know: in other hands and in the stock, as far as nobody has shown them."""
    state, table = match.state, match.state.table
    others = [int(hand) for seat, hand in enumerate(state.hands) if seat != table.turn]
    if name == "hearts":
        given = int(state.given[table.turn]) if table.phase == hearts.PLAY else 0
        return sum(others) & ~given
    stock = add(state.stock[: table.stock_left].tolist())
    shown = add(each for each in [*table.discards.tolist(), int(table.upcard)] if each >= 0)  # a renewed stock was seen before
    return (others[0] | stock) & ~int(table.known[1 - table.turn]) & ~shown


@pytest.mark.parametrize(("name", "rules"), [GAMES[0], GAMES[3], GAMES[4], GAMES[5], GAMES[7]])
def test_nothing_hidden_is_ever_sent(name, rules, tmp_path):
    game, log = MODULES[name], tmp_path / "lines"
    games = deal(game, rules, 8, 1)
    match = Single(game, rules)
    match.games[:] = games
    engine = seat(f"exec:sh -c 'tee {shlex.quote(str(log))} | {PYTHON} {shlex.quote(str(EXAMPLES / 'engine.py'))}'")
    (choices,) = play(game, rules, games, [engine], record=True)
    hello, *blocks = log.read_text(encoding="utf-8").split("\nhand ")
    assert hello.startswith(f"cardshark 1\ngame {name}\nrules ")
    assert len(blocks) == len(choices)
    for block, chosen in zip(blocks, choices.tolist(), strict=True):
        mentioned = cards(" ".join(set(re.findall(r"\b[2-9TJQKA][CDHS]\b", block))))
        view = match.view()
        assert mentioned & int(view.hand) == int(view.hand)
        assert listed(mentioned & hidden(name, match)) == []
        assert f"choose {int(view.luck):016x} " in block
        match.choose(chosen)


LUCKY = """
import sys
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == "cardshark": print("engine 1 lucky", flush=True)
    if keyword == "begin": print("ready", flush=True)
    if keyword == "choose": print("# thinking", words[1 + int(words[0], 16) % (len(words) - 1)], sep="\\n", flush=True)
"""


@pytest.mark.parametrize(
    ("game", "rules"), [(hearts, GAMES[0][1]), (gin, gin.PRESETS["eaai"]._replace(hands=1)), (peek, peek.PRESETS["usual"])]
)
def test_one_process_serves_many_games_in_any_batch(game, rules, tmp_path):
    class Lucky(Bot):
        def play(self, view):
            return list(game.text.words(view).values())[view.luck % len(view.choices)]

    (tmp_path / "lucky.py").write_text(LUCKY, encoding="utf-8")
    player = seat(f"exec:{PYTHON} {shlex.quote(str(tmp_path / 'lucky.py'))}")
    plain, together = deal(game, rules, 1, 150), deal(game, rules, 1, 150)
    play(game, rules, plain, [Lucky()])
    play(game, rules, together, [player])
    assert (plain == together).all()
    first = player.engine
    apart = deal(game, rules, 1, 150)
    play(game, rules, apart[:20], [player, *[Lucky()] * (game.seats(rules) - 1)])
    assert player.engine is first
    assert (plain[:20] == apart[:20]).all()
    assert (a_hand(pickle.loads(pickle.dumps(player))) == a_hand(player)).all()  # another game, same process


# ---- programs that misbehave ----


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("exec:", "exec: must be followed by a command, as in exec:./engine --level 3"),
        ("exec:./engine 'open", "exec:./engine 'open is not a command line: no closing quotation"),
        ("exec[seconds=0]:./engine", "seconds must be a number above 0, not 0.0"),
        ("exec[seconds=soon]:./engine", "seconds must be a number, not 'soon'"),
        ("exec[level=3]:./engine", "there is no option of exec 'level'; there is seconds"),
        ("exec[seconds=3", "'exec[seconds=3' does not name a program: write exec:COMMAND or exec[seconds=2]:COMMAND"),
        ("exec:./nothing", "exec:./nothing cannot be started: No such file or directory; name a program that can be run, with its path"),
        ("exec:./plain.txt", "exec:./plain.txt cannot be started: Permission denied; name a program that can be run, with its path"),
    ],
)
def test_a_command_that_cannot_run_gets_one_sentence(text, sentence, bots):
    bots("", "plain.txt")
    with pytest.raises(UserError) as error:
        a_hand(seat(text))
    assert str(error.value) == sentence


HANGS = {
    "sleeps": "exec sleep 60",
    "half a line": "printf 'engine 1'; exec sleep 60",
    "ignores every signal it can": "trap '' TERM INT HUP PIPE; while :; do sleep 1; done",
    "talks to standard error only": "while :; do echo hm >&2; done",
    "hangs when asked": f"{HELLO}; exec sleep 60",
    "does not read": f"{HELLO}; exec <&-; exec sleep 60",
    "remarks, slowly": f"{HELLO}; while :; do echo '# hm'; sleep 0.05; done",
}


@pytest.mark.parametrize("body", HANGS.values(), ids=HANGS)
def test_a_program_that_hangs_is_ended(script, monkeypatch, body):
    monkeypatch.setattr(external, "START_SECONDS", 3.0 if body.startswith("read") else 0.3)
    start = time.monotonic()
    with pytest.raises(UserError, match=r"^exec\[seconds=0\.3\]:\./engine did not answer within [0-9.]+ seconds"):
        a_hand(seat(script(body, 0.3)))
    assert time.monotonic() - start < 10
    assert gone(int(Path("pid").read_text()))


FAILS = {
    "exit 1": "ended with exit status 1",
    "echo 'reading weights' >&2; echo 'no weights' >&2; exit 3": "ended with exit status 3; its last words: no weights",
    "kill -9 $$": "was ended by signal 9",
    "exec >&-; exec sleep 60": "has closed its output",
    "exec yes": "said 'y' without being asked",
    "read -r line; echo hello; exec sleep 60": "should answer 'engine 1 NAME' to 'cardshark 1', not 'hello'",
    "exec yes '# thinking'": "wrote more than 1048576 bytes without an answer",
    "yes | tr -d '\\n'": "wrote more than 1048576 bytes without an answer",
    "read -r line; echo engine 2 newer": "speaks version 2 of the protocol, not version 1",
    "read -r line; echo engine": "speaks version ? of the protocol, not version 1",
    "read -r line; echo engine 1 test; read -r line; echo no; exec sleep 60": "should answer 'ready' to 'begin', not 'no'",
    f"{HELLO}; exit 1": "ended with exit status 1",
    f"{HELLO}; read -r line; kill -11 $$": "was ended by signal 11",
    f"{HELLO}; exec yes QS": "said 'QS' without being asked",
    f"{HELLO}; printf '\\377\\n\\377\\n'; exec sleep 60": "said '\ufffd' without being asked",
}


@pytest.mark.parametrize(("body", "sentence"), FAILS.items())
def test_a_program_that_fails_is_named_and_leaves_nothing_behind(script, body, sentence):
    text = script(body)
    with pytest.raises(UserError) as error:
        a_hand(seat(text), count=1)
    assert str(error.value) == f"exec:./engine {sentence}"
    assert gone(int(Path("pid").read_text()))


@pytest.mark.parametrize("answer", ["QQ", "what?", "13", "2c 3c", "é"])
def test_an_illegal_answer_is_quoted(script, answer):
    body = f"{HELLO}; while read -r key rest; do case $key in choose) echo '{answer}';; esac; done"
    with pytest.raises(IllegalChoice, match=rf"^exec:\./engine answered {re.escape(repr(answer))}, which is not one of: "):
        a_hand(seat(script(body)))


FIRST = f"{HELLO}; while read -r key luck choice rest; do case $key in choose) echo $choice;; quit) echo bye > bye; exit;; esac; done"


def test_what_a_program_has_started_ends_with_it(script):
    with pytest.raises(UserError, match="closed its output"):
        a_hand(seat(script("sleep 60 >/dev/null 2>&1 & echo $! > child; exec >&-; exec sleep 60")))
    assert gone(int(Path("child").read_text()))


def test_a_program_is_told_to_quit_when_nobody_needs_it(script):
    player = seat(script(FIRST))
    a_hand(player)
    pid = int(Path("pid").read_text())
    os.kill(pid, 0)
    del player
    gc.collect()
    assert gone(pid)
    assert Path("bye").read_text() == "bye\n"


def test_a_program_that_failed_is_started_again_by_the_next_game(script):
    player = seat(script(f"[ -e tried ] || {{ touch tried; exit 1; }}; {FIRST}"))
    with pytest.raises(UserError, match="ended with exit status 1"):
        a_hand(player)
    assert (a_hand(player)["table"]["phase"] == hearts.OVER).all()


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_programs_end_with_the_worker_that_started_them(script, method):
    text = script(FIRST.replace("exit;;", "while :; do sleep 1; done;;"))
    code = f"""
import multiprocessing, sys
from cardshark.games import hearts
from cardshark.play import deal, play
from cardshark.players import seat
keep = []
def work(text):
    rules = hearts.PRESETS["american"]._replace(hands=1)
    keep.append(seat(text))
    play(hearts, rules, deal(hearts, rules, 1, 2), [keep[0]])
if __name__ == "__main__":
    worker = multiprocessing.get_context({method!r}).Process(target=work, args=({text!r},))
    worker.start()
    worker.join()
    sys.exit(worker.exitcode)
"""
    Path("work.py").write_text(code, encoding="utf-8")
    subprocess.run([sys.executable, "work.py"], check=True, timeout=100)
    assert gone(int(Path("pid").read_text()))


# ---- the examples, and what is written about them ----


def test_the_session_in_the_manual_is_true(tmp_path):
    blocks = re.findall(r"^```\n(> .*?)^```", (ROOT / "docs" / "players.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    told, said = ([re.findall(rf"^{mark} (.*\n)", block, re.MULTILINE) for block in blocks] for mark in "><")
    log, answers = tmp_path / "told", tmp_path / "said"
    command = f"tee {shlex.quote(str(log))} | {PYTHON} {shlex.quote(str(EXAMPLES / 'engine.py'))} | tee {shlex.quote(str(answers))}"
    match("hearts", [f"exec:sh -c {shlex.quote(command)}", "random", "random", "random"], rules="american:hands=1", seed=7)
    gc.collect()
    lines = log.read_text(encoding="utf-8")
    assert len(blocks) == 3
    assert lines.startswith("".join(told[0]))
    assert "".join(told[1]) in lines
    assert lines.endswith("".join(told[2]))
    first, second = "".join(said[0]), said[1][0]
    number = lines[: lines.index("".join(told[1]))].count("choose ")  # of the second question
    assert answers.read_text(encoding="utf-8").startswith(first)
    assert answers.read_text(encoding="utf-8").splitlines(keepends=True)[2 + number] == second


def test_the_manual_knows_every_line_that_is_sent():
    manual = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    source = inspect.getsource(hearts_position) + inspect.getsource(gin_position)
    keywords = set(re.findall(r'f?"([a-z_]+) \{', source)) | set(re.findall(r'line\(f?"([a-z_]+)', source)) | {"stage", "laid_off"}
    assert len(keywords) > 15
    for word in {*keywords, *gin.PHASES[: gin.OVER], *hearts.PHASES[: hearts.OVER], *WORDS.values()}:
        assert re.search(rf"`{word}[ `]", manual), word


def duel(capsys, monkeypatch, *words: str) -> dict:
    """The result of a duel, through the command line."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["cardshark", "duel", *words, "--deals", "20", "--json"])
    main()
    return json.loads(capsys.readouterr().out)


def test_the_duck_beats_random(capsys, monkeypatch):
    found = duel(capsys, monkeypatch, "hearts", "./examples/duck.py:Duck:queen=12", "random")
    assert found["high"] < 0


def test_the_engine_in_python_plays_both_games(capsys, monkeypatch):
    assert duel(capsys, monkeypatch, "hearts", f"exec:{PYTHON} examples/engine.py", "random")["high"] < 0
    assert duel(capsys, monkeypatch, "gin", f"exec[seconds=20]:{PYTHON} examples/engine.py", "random")["low"] > 0


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_the_engine_in_c_plays_both_games(capsys, monkeypatch, tmp_path):
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", tmp_path / "engine", EXAMPLES / "engine.c"], check=True)
    assert duel(capsys, monkeypatch, "hearts", f"exec:{tmp_path}/engine", "random")["high"] < 0
    duel(capsys, monkeypatch, "gin", f"exec:{tmp_path}/engine", "random")
