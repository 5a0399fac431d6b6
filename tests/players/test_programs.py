"""Players that are programs: what they are told, and the examples and the manual."""

import gc
import inspect
import json
import pickle
import re
import shlex
import shutil
import subprocess
import sys

import numpy as np
import pytest

from cardshark.cards import card, cards, listed, name, names, set_of
from cardshark.cli import main
from cardshark.games import gin, hearts
from cardshark.games.gin import position as gin_position
from cardshark.games.gin.names import WORDS
from cardshark.games.gin.rules import LayOff
from cardshark.games.hearts import position as hearts_position
from cardshark.games.match import Single
from cardshark.play import deal, match, play
from cardshark.players import seat
from cardshark.players.player import Bot, unpack
from helpers import peek
from helpers.external import GAMES, MODULES, PYTHON, VERSION_1, a_hand, command, heard, version_2
from helpers.gin.thrifty import Thrifty
from helpers.paths import EXAMPLES, ROOT

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


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_the_lines_say_what_the_view_says(name, rules):
    game = MODULES[name]
    reader = Reader(seat("random") if name == "hearts" else Thrifty(), name)
    play(game, rules, deal(game, rules, 2, 6), [reader])
    for view, lines, words in reader.told:
        said = [line.split() for line in lines]
        values = {key: rest for key, *rest in said}
        assert lines[:2] == [f"hand {view.hand_number + 1}", f"seat {view.turn}"]
        assert set_of(map(card, values["cards"])) == view.hand
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
    stock = set_of(state.stock[: table.stock_left].tolist())
    shown = set_of(each for each in [*table.discards.tolist(), int(table.upcard)] if each >= 0)  # a renewed stock was seen before
    return (others[0] | stock) & ~int(table.known[1 - table.turn]) & ~shown


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(("name", "rules"), [GAMES[0], GAMES[3], GAMES[4], GAMES[5], GAMES[7]])
def test_nothing_hidden_is_ever_sent(name, rules, version, tmp_path):
    game, log = MODULES[name], tmp_path / "lines"
    games = deal(game, rules, 8, 1)
    match = Single(game, rules)
    match.games[:] = games
    engine = seat(heard(command(VERSION_1 if version == 1 else version_2(tmp_path, "forced")), log))
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


@pytest.mark.long
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


# ---- the examples, and what is written about them ----


def test_the_session_in_the_manual_is_true(tmp_path):
    blocks = re.findall(r"^```\n(> .*?)^```", (ROOT / "docs" / "players.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    log = tmp_path / "talk"
    engine = f"exec[trace={log}]:{command(EXAMPLES / 'engine.py')}"
    match("hearts", [engine, "random", "random", "random"], rules="american:hands=1", seed=7)
    gc.collect()
    talk = log.read_text(encoding="utf-8")
    assert len(blocks) == 3
    assert talk.startswith(blocks[0])
    assert blocks[1] in talk
    assert talk.endswith(blocks[2])


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
    monkeypatch.setattr(sys, "argv", ["cardshark", "duel", *words, "--deals", "20", "--seed", "1", "--no-strangers", "--json"])
    main()
    return json.loads(capsys.readouterr().out)


def test_the_duck_beats_random(capsys, monkeypatch):
    found = duel(capsys, monkeypatch, "hearts", "./examples/duck.py:Duck", "random")
    assert found["high"] < 0


def test_the_engine_in_python_plays_both_games(capsys, monkeypatch):
    assert duel(capsys, monkeypatch, "hearts", f"exec:{PYTHON} examples/engine.py", "random")["high"] < 0
    assert duel(capsys, monkeypatch, "gin", f"exec[seconds=20]:{PYTHON} examples/engine.py", "random")["low"] > 0


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_the_engine_in_c_plays_both_games(capsys, monkeypatch, tmp_path):
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", tmp_path / "engine", EXAMPLES / "engine.c"], check=True)
    assert duel(capsys, monkeypatch, "hearts", f"exec:{tmp_path}/engine", "random")["high"] < 0
    duel(capsys, monkeypatch, "gin", f"exec:{tmp_path}/engine", "random")
