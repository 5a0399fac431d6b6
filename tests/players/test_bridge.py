"""An engine with a memory, behind a bridge: what it believes agrees with the position, at every table and after every jump."""

import importlib.util
import io
import re
import shlex
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cli import main
from cardshark.games import gin, hearts
from cardshark.games.match import Single
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.player import Bot, ask_player, unpack
from cardshark.text import UserError
from helpers.external import HAND, command
from helpers.gin.thrifty import Thrifty
from helpers.paths import EXAMPLES, ROOT

BRIDGE = f"exec:{command(EXAMPLES / 'bridge.py')}"  # it ends where the engine's idea is not the position
GIN = gin.PRESETS["eaai"]._replace(hands=3)
MATCH = hearts.PRESETS["american"]._replace(hands=3)
THREE = hearts.PRESETS["american"]._replace(players=3, removed=type(HAND.removed)("2D"), hands=2)


@pytest.mark.long
@pytest.mark.parametrize("rules", [MATCH, THREE], ids=["four", "three"])
def test_tables_in_turn_or_one_after_the_other_make_no_difference(rules):
    """The bridge sits on two seats, and all tables are asked about in turn. At every decision it compares engine and position."""
    bridge, other = seat(BRIDGE), seat("random")
    players, seating = [bridge, other], np.tile(np.arange(rules.players, dtype=np.int8) % 2, (12, 1))
    together, apart = deal(hearts, rules, 1, 12), deal(hearts, rules, 1, 12)
    play(hearts, rules, together, players, seating)
    for number in range(12):
        play(hearts, rules, apart[number : number + 1], players, seating[:1])
    assert (together == apart).all()


@pytest.mark.long
def test_the_bridge_wins_a_duel():
    assert duel("hearts", None, BRIDGE, "random", 20, seed=1, strangers=False).high < 0
    assert duel("hearts", MATCH, BRIDGE, "random", 4, seed=1, matches=True, strangers=False).difference < 0


# ---- inside the bridge ----


class Bridged(Bot):
    """Plays through the functions of the bridge, and counts the engines that it needs."""

    def __init__(self, monkeypatch):
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))  # so it ends at once
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        monkeypatch.syspath_prepend(EXAMPLES)
        spec = importlib.util.spec_from_file_location("bridge", EXAMPLES / "bridge.py")
        assert spec and spec.loader
        self.bridge = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.bridge)
        self.made = 0
        make = self.bridge.Engine

        def counted(players):
            self.made += 1
            return make(players)

        monkeypatch.setattr(self.bridge, "Engine", counted)

    def sit(self, game, rules):
        self.rules = rules
        self.bridge.rules["players"] = str(rules.players)

    def begin(self, rows):
        for row in rows.tolist():
            self.bridge.memories.pop(str(row), None)

    def choose(self, views, choices, rows=None):
        for number, (view, row) in enumerate(zip(unpack(views), rows.tolist(), strict=True)):
            position: dict[str, list[list[str]]] = {"table": [[str(row)]]}
            for line in hearts.text.position(view, self.rules):
                keyword, *words = line.split()
                position.setdefault(keyword, []).append(words)
            words = hearts.text.words(view)
            choices[number] = words[self.bridge.answer(position, 1, [*words])]


def test_an_engine_lives_as_long_as_its_hand(monkeypatch):
    bridged = Bridged(monkeypatch)
    play(hearts, MATCH, deal(hearts, MATCH, 2, 5), [bridged])
    assert bridged.made == 5 * 4 * 3  # for each table, seat and hand
    play(hearts, MATCH, deal(hearts, MATCH, 2, 5), [bridged])
    assert bridged.made == 2 * 5 * 4 * 3  # other matches, although the cards are the same


def test_after_a_jump_the_engine_knows_the_position(monkeypatch):
    """Again and again cards are taken back, the hand goes on another way for a while, and then as before."""
    bridged, match, earlier = Bridged(monkeypatch), Single(hearts, HAND, deals=3, luck=4), []
    bridged.sit(hearts, HAND)
    while not match.over:
        chosen, made = ask(bridged, match), bridged.made
        assert chosen == ask(bridged, match) and made == bridged.made  # the same position again is no jump
        stand = match.games.copy()
        if earlier and len(earlier) % 3 == 0:
            match.games[:] = earlier[len(earlier) // 2]
            for _ in range(6):
                ask(bridged, match)
                match.choose(int(match.view().legal).bit_length() - 1)
            match.games[:] = stand
            assert ask(bridged, match) == chosen
        earlier.append(stand)
        match.choose(chosen)
    assert bridged.made > 4 * 5  # one for each seat, and one more for each jump


def ask(player, match):
    """What a player chooses in the match's position."""
    match.view()
    choices = np.full(1, -1, np.int8)
    ask_player(player, match.views.copy(), choices, np.zeros(1, np.uint32))
    return int(choices[0])


SABOTAGE = {
    "hand": ("self.hand.discard(card)", "pass"),
    "trick": ("self.trick.append((seat, card))", "self.trick.append((seat, card ^ 1))"),
    "turn": ("(seat + 1)", "(seat + 2)"),
    "void": ("self.out[seat].add(", "self.out[0].add("),
}


@pytest.mark.parametrize("what", SABOTAGE)
def test_an_engine_that_is_wrong_is_stopped_and_says_why(what, tmp_path):
    shutil.copy(EXAMPLES / "bridge.py", tmp_path)
    source, (good, bad) = (EXAMPLES / "foreign.py").read_text(encoding="utf-8"), SABOTAGE[what]
    assert source.count(good) == 1
    (tmp_path / "foreign.py").write_text(source.replace(good, bad), encoding="utf-8")
    with pytest.raises(UserError, match=rf"status 1; its last words: at table \d the engine has another {what} than the position$"):
        play(hearts, HAND, deal(hearts, HAND, 1, 3), [seat(f"exec:{command(tmp_path / 'bridge.py')}")])


def test_the_bridge_refuses_a_game_that_the_engine_does_not_play():
    with pytest.raises(UserError, match=r"ended with exit status 1; its last words: this engine plays Hearts only$"):
        seat(BRIDGE).sit(gin, gin.PRESETS["eaai"])


# ---- gin ----


class Remembering(Thrifty):
    """Compares the events of each position with those of the one before."""

    def begin(self, rows):
        self.told: dict[int, list] = {}

    def play(self, view):
        lines = [line.split() for line in gin.text.position(view, GIN)]
        found: list[tuple] = [("hand", view.hand_number)]
        for player, source, drawn, *discard in (words for keyword, *words in lines if keyword == "turn"):
            found += [("draws", player, source, drawn), *(("discards", player, card) for card in discard)]
        before = self.told.get(view.turn, [])
        assert before == found[: len(before)] or before[0] != found[0]
        self.told[view.turn] = found
        return super().play(view)


def test_at_gin_the_turns_are_events():
    """As the manual says: what was told before is the beginning of what is told now, as long as the hand lasts."""
    player = Remembering()
    play(gin, GIN, deal(gin, GIN, 2, 1), [player])
    assert all(len(events) > 5 for events in player.told.values())


# ---- the manual ----


MANUAL = (ROOT / "docs" / "bridges.md").read_text(encoding="utf-8")


def test_the_code_of_the_manual_is_that_of_the_bridge():
    blocks = re.findall(r"^```python\n(.*?)^```", MANUAL, re.DOTALL | re.MULTILINE)
    source = (EXAMPLES / "bridge.py").read_text(encoding="utf-8")
    assert len(blocks) == 3 and all(block in source for block in blocks)
    engine = (EXAMPLES / "foreign.py").read_text(encoding="utf-8")
    calls = re.findall(r"^\| `(\w+)\((.*?)\)`", MANUAL, re.MULTILINE)
    assert len(calls) == 6
    for name, words in calls:
        assert f"def {'__init__' if name == 'Engine' else name}(self, {words}):" in engine


@pytest.mark.long
def test_the_commands_of_the_manuals_work(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("examples").symlink_to(EXAMPLES)
    pages = MANUAL + (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    commands = re.findall(r"^cardshark \w+ hearts \"exec.*", pages, re.MULTILINE)
    assert len(commands) == 5
    for line in commands:
        monkeypatch.setattr(sys, "argv", shlex.split(line))
        main()
        assert re.search(r"difference -\d|(✓.*\n){4}", capsys.readouterr().out), line
    assert Path("talk.txt").read_text(encoding="utf-8").startswith("> cardshark 1\n< engine 2 ")
