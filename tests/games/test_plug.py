"""What every game says of itself: ours do, a stranger's package must, and whoever asks never asks which game it is."""

import io
import re
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from cardshark.arena.placing import Placing, game_and_rules
from cardshark.arena.records import Piece
from cardshark.games import GAMES, game_named, game_names, gin, hearts, house, transcript
from cardshark.games.match import Single, replay
from cardshark.games.plug import Game, Text, missing_names, names_of
from cardshark.play import deal, match, play
from cardshark.players import seat
from cardshark.players.player import Bot, unpack
from cardshark.show.match import show
from cardshark.text import UserError
from helpers import peek
from helpers.gin.thrifty import Thrifty

OURS = [(hearts, "american:hands=2"), (hearts, "falcon:hands=1"), (gin, "tournament:hands=2"), (gin, "paper:max_turns=120")]


# ---- ours ----


@pytest.mark.parametrize("name", GAMES)
def test_our_games_have_every_name(name):
    game = game_named(name)
    assert missing_names(game) == []
    assert name == game.NAME and game.PHASES[game.OVER] == "over" and len(set(game.PHASES)) == len(game.PHASES)
    assert all(field in (game.GAME.names or ()) for field in game.COUNTED) and game.CYCLE >= 1
    assert all("hands" in rules._fields for rules in game.PRESETS.values())


def test_the_protocol_names_what_is_asked_for():
    assert {"NAME", "CYCLE", "PRESETS", "text", "begin_at", "is_public", "step_all"} <= set(names_of(Game))
    assert set(names_of(Text)) == {
        "choice_name", "choice_number", "position", "words", "dealt", "choose", "put", "write", "read",
    }  # fmt: skip


class Keeper(Bot):
    """Asks another player, and keeps every view."""

    def __init__(self, player):
        self.player, self.seen = player, []

    def sit(self, game, rules):
        self.player.sit(game, rules)

    def choose(self, views, choices):
        self.seen += unpack(views)
        self.player.choose(views, choices)


@pytest.mark.parametrize(("game", "rules"), [*OURS, (peek, "long")])
def test_every_choice_has_a_name_and_the_name_leads_back(game, rules):
    parsed = house.parse(game.PRESETS, rules)
    keeper = Keeper(Thrifty() if game is gin and "paper" not in rules else seat("random"))
    play(game, parsed, deal(game, parsed, 4, 8), [keeper])
    assert {view.phase for view in keeper.seen} >= {0, 1} - ({0} if "falcon" in rules or "paper" in rules else set())
    for view in keeper.seen:
        called = [game.text.choice_name(view.phase, choice) for choice in view.choices]
        assert [game.text.choice_number(view.phase, word) for word in called] == view.choices
        assert len(set(called)) == len(called) and not any(re.search(r"\s", word) for word in called)
        assert list(game.text.words(view).values()) == view.choices
        assert f"phase {game.PHASES[view.phase]}" in game.text.position(view, parsed)


def test_what_is_no_choice_has_no_name():
    assert hearts.text.choice_name(hearts.PLAY, 13) == "13" and gin.text.choice_name(gin.DISCARD, 61) == "61"
    for game, phase, word in (
        (hearts, hearts.PLAY, "stock"),
        (gin, gin.DRAW, "way-1"),
        (gin, gin.SPREAD, "2C"),
        (gin, gin.SPREAD, "way-0"),
    ):
        with pytest.raises(UserError):
            game.text.choice_number(phase, word)


def test_the_words_of_gin_are_those_of_transcripts_and_engines():
    moves = (gin.STOCK, gin.PILE, gin.PASS, gin.KNOCK, gin.PLAY_ON, gin.BIG_GIN, gin.DONE)
    assert [gin.text.choice_name(gin.DRAW, move) for move in moves] == ["stock", "pile", "pass", "knock", "on", "big-gin", "done"]
    assert gin.text.choice_name(gin.SPREAD, gin.STOCK) == "way-14"  # the number of an arrangement, and no move


@pytest.mark.parametrize(("game", "rules"), [*OURS, (peek, "usual")])
def test_a_match_may_begin_with_any_hand(game, rules):
    parsed = house.parse(game.PRESETS, rules)._replace(hands=1)
    table = Single(game, parsed, 5, 6, first=7)
    assert table.state.table.hand_number == 7 and game.hands_played(table.games).tolist() == [0]
    played = deal(game, parsed, 3, 30)
    assert (played["table"]["hand_number"] == np.arange(30) % game.CYCLE).all()
    play(game, parsed, played, [seat("random")])
    assert game.hands_played(played).tolist() == [1] * 30


def test_what_nobody_else_sees():
    assert not hearts.is_public(hearts.PASS, 3) and hearts.is_public(hearts.PLAY, 3)
    assert gin.is_public(gin.MAY_KNOCK, gin.KNOCK) and not gin.is_public(gin.MAY_KNOCK, gin.PLAY_ON)


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), [*OURS, (peek, "long")])
def test_a_hand_is_described_without_being_played_again(game, rules, with_peek):
    """The text of a hand comes from what happened; writing it twice, or not at all, changes no match."""
    parsed = house.parse(game.PRESETS, rules)
    players = ["random"] * game.seats(parsed)
    whole = match(game.NAME, players, rules, seed=8)
    table = Single(game, parsed)
    for hand in whole.hands:
        steps = replay(table, hand)
        after = table.games.copy()
        lines = list(game.text.write(parsed, hand, steps))
        assert lines == list(game.text.write(parsed, hand, steps)) and (table.games == after).all()
        assert [step.choice for step in steps] == list(hand.choices) and steps[-1].ends_hand
        assert all(line in str(whole).splitlines() for line in lines)


def test_a_renewed_stock_must_hold_the_pile():
    whole = match("gin", ["random", "random"], "paper:max_turns=120", seed=7)
    hand = whole.hands[0]
    assert hand.renewals
    wrong = hand._replace(renewals=(hand.renewals[0][1:] + hand.stock[:1], *hand.renewals[1:]))
    with pytest.raises(UserError, match="a renewed stock must hold the cards of the pile, each once"):
        replay(Single(gin, whole.rules), wrong)


# ---- a stranger's ----


def test_an_installed_game_is_found_by_its_name(with_peek):
    assert game_names() == ["hearts", "gin", "peek"] and game_named("peek") is peek
    with pytest.raises(UserError, match=r"^there is no game 'bridge'; there is hearts, gin, peek$"):
        game_named("bridge")


def test_our_games_keep_their_names(installed_games):
    installed_games("far-out", {"hearts": "helpers.peek"})
    assert game_named("hearts") is hearts and game_names() == ["hearts", "gin"]


def test_a_faulty_package_gets_one_sentence(installed_games, monkeypatch):
    half = ModuleType("half_made")
    half.__dict__.update({name: getattr(peek, name) for name in dir(peek) if not name.startswith("__")})
    del half.CYCLE, half.is_public
    half.text = SimpleNamespace(**{name: getattr(peek.text, name) for name in names_of(Text) if name != "words"})
    half.VIEW = np.dtype([(name, peek.VIEW[name]) for name in ("hand", "legal", "table")])
    half.GAME = np.dtype([("deals", np.uint64), ("luck", np.uint64), ("table", np.dtype([("turn", np.int8), ("phase", np.int8)]))])
    monkeypatch.setitem(sys.modules, "half_made", half)
    entries = {"lost": "no_such_module", "half": "half_made", "json": "json", "snap": "helpers.peek", "old": "helpers.peek.text:choose"}
    installed_games("far-out", entries)
    for name, sentence in {
        "lost": r"cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'",
        "half": r"is not complete: it has no CYCLE, is_public, text\.words, GAME\.table\.hand_number, GAME\.table\.totals, VIEW\.luck",
        "json": r"is not complete: it has no NAME, TITLE, .*text, .*step_all",
        "old": r"is not complete: it has no NAME, .*",
        "snap": r"calls itself 'peek': its NAME and its entry point must be the same word",
    }.items():
        with pytest.raises(UserError, match=rf"^the game {name} of the package far-out {sentence}$"):
            game_named(name)


def test_transcripts_of_an_installed_game(with_peek):
    whole = match("peek", ["random", "random"], seed=3)
    assert str(whole).startswith("cardshark peek 1\nrules usual\n") and len(whole.hands) == 3
    assert transcript.read(str(whole)) == whole
    assert transcript.transcript_as_json(whole)["hands"][0]["hands"] == whole.hands[0].hands
    with pytest.raises(UserError, match=r"^line 8, column 3: this is not allowed here$"):
        transcript.read(re.sub(r"(hand 1\ndeal .*\n0) \w+", r"\1 2C", str(whole)))
    page = io.StringIO()
    show(whole, Console(file=page, width=100))
    assert "hand 3" in page.getvalue() and "total" in page.getvalue()


def test_the_arena_counts_what_the_game_counts(with_peek):
    name, rules, seats = game_and_rules(peek, None)
    placing = Placing(name, rules, [seat("random"), seat("random")], matches=True, size=8)
    found = placing.play(1, Piece("deal", 0, 8), np.array([0, 1], np.int8), 0)
    assert seats == 2 and found.hands.tolist() == [3] * 8 and found.counted.sum() > 0
    best = found.points == found.points.max(axis=0)
    assert ((found.wins > 0) == best).all()
    assert (placing.places(found.points)[0] > 0).tolist() == best.tolist()
