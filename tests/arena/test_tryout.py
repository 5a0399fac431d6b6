"""A tryout finds what is wrong with a player, and nothing where nothing is wrong."""

import pytest

from cardshark.arena.tryout import Tryout
from cardshark.cli import main
from cardshark.games import gin, hearts
from cardshark.text import UserError

HAND = hearts.PRESETS["american"]._replace(hands=1)

PLAYERS = """
import itertools
from cardshark.players.player import Player

class Low:
    def play(self, view):
        return view.choices[0]

class Fickle:  # its choices do not follow from what it sees
    count = itertools.count()
    def play(self, view):
        return view.choices[next(self.count) // 7 % len(view.choices)]

class Muddled(Player):  # it takes the number of all questions since its last match began for something about this table
    asked = 0
    def begin(self, rows):
        self.asked = 0
    def choose(self, views, choices):
        for row, legal in enumerate(views["legal"].tolist()):
            self.asked += 1
            bits = [bit for bit in range(64) if legal >> bit & 1]
            choices[row] = bits[self.asked % len(bits)]

class Proud(Player):  # it is sure that a hand can only shrink
    def begin(self, rows):
        self.least = {}
    def choose(self, views, choices, rows=None):
        seats = zip(rows.tolist(), views["table"]["turn"].tolist())
        for row, (seat, legal, hand) in enumerate(zip(seats, views["legal"].tolist(), views["hand"].tolist())):
            choices[row] = legal.bit_length() - 1 if hand.bit_count() <= self.least.get(seat, 13) else 63
            self.least[seat] = hand.bit_count()
"""


@pytest.fixture
def tried(tmp_path, monkeypatch):
    """Try out one of the players above, or somebody else."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(PLAYERS, encoding="utf-8")
    return lambda text, game=hearts, rules=HAND: list(Tryout(game, rules, text, 4, 1).findings())


@pytest.mark.parametrize("text", ["random", "jake", "./bots.py:Low"])
def test_nothing_is_wrong_with_a_proper_player(tried, text):
    findings = tried(text)
    assert [finding.good for finding in findings] == [True] * 4
    assert findings[0].sentence.startswith("4 matches of Hearts, 2") and findings[0].sentence.endswith(" s, all legal (seed 1)")
    assert findings[3].sentence.endswith(" times, and it went on legally")


def test_other_games_are_tried_too(tried):
    assert all(finding.good for finding in tried("simple", gin, gin.PRESETS["eaai"]._replace(hands=2)))


@pytest.mark.parametrize(
    ("name", "verdicts", "sentence"),
    [
        ("Fickle", [True, False, True], "went another way when it was played again: choices must follow from the position"),
        ("Muddled", [True, True, False, True], "went another way when it was played alone: something is remembered of other tables, or of"),
        ("Proud", [True, True, True, False], "./bots.py:Proud chose 63 in phase"),
    ],
)
def test_what_is_wrong_is_said(tried, name, verdicts, sentence):
    findings = tried(f"./bots.py:{name}")
    assert [finding.good for finding in findings] == verdicts
    assert sentence in next(finding.sentence for finding in findings if not finding.good)


def test_who_chooses_otherwise_after_cards_were_taken_back_hears_when_that_is_right(tried):
    sentence = tried("./bots.py:Muddled")[-1].sentence
    assert "it went on legally; it chose otherwise after " in sentence
    assert sentence.endswith(" of them, which is right only for a player that remembers")


def test_a_program_that_fails_is_named(tried):
    (finding,) = tried("exec:false")
    assert finding == (False, "exec:false ended with exit status 1")


def test_only_players_are_tried(tried):
    with pytest.raises(UserError, match=r"^a person cannot be tried out"):
        tried("terminal")
    with pytest.raises(UserError, match=r"^there is no player 'jak': did you mean jake\?"):
        tried("jak")


@pytest.mark.parametrize(("player", "status"), [("./bots.py:Low", None), ("./bots.py:Muddled", 1), ("./bots.py:Nobody", 2)])
def test_the_exit_status_says_how_it_went(tried, player, status, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["cardshark", "check", "hearts", player, "--rules", "american:hands=1"])
    if status:
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == status
    else:
        main()
    assert capsys.readouterr().out.count("✗") == (status == 1)
