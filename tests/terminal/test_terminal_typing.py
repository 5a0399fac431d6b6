"""What is typed at the terminal: cards in many ways, mistakes, leaving, saving and watching."""

import io
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from cardshark.cards import card, cards, name
from cardshark.chance import words
from cardshark.games import game_named, gin, hearts, house, transcript
from cardshark.games.match import Single
from cardshark.play import IllegalChoice
from cardshark.players import seat
from cardshark.players.player import Player
from cardshark.players.terminal import Leaves, Terminal
from cardshark.players.terminal.hearts import HeartsSeat
from cardshark.terminal.evening import Evening, evening
from cardshark.text import UserError
from helpers.typist import Typist, play

# ---- what is typed wrong ----


def ask(hand: str, legal: str, *lines: str, rules: str = "american", history: str = "", **table: int) -> tuple[str, str]:
    """The card that a person on seat 0 chooses, and all that was printed."""
    view = np.zeros(1, hearts.VIEW)
    view["hand"], view["legal"] = cards(hand), cards(legal)
    played = [card(each) for each in history.split()]
    view["table"]["history"][0, : len(played)] = played
    view["table"]["played"], view["table"]["phase"] = len(played), hearts.PLAY
    view["table"]["seen"] = sum(1 << each for each in played)
    for field, value in table.items():
        view["table"][field] = value
    typist, person, choices = Typist(*lines, patience=len(lines)), Terminal(), np.full(1, -1, np.int8)
    person.join(typist.console, typist)
    person.sit(hearts, house.parse(hearts.PRESETS, rules))
    person.choose(view, choices)
    return name(int(choices[0])), typist.page.getvalue()


@pytest.mark.parametrize("typed", ["qs", "QS", "Q♠", "q♠", " qs "])
def test_ways_to_type_a_card(typed: str):
    assert ask("QS 2H TS TH", "QS 2H TS TH", typed, history="2C 3C 4C", led=0, leader=1)[0] == "QS"


@pytest.mark.parametrize(("typed", "meant"), [("10s", "TS"), ("ts", "TS"), ("a", "AD"), ("10", "TS"), ("t", "TS")])
def test_a_rank_is_enough_if_only_one_card_can_be_meant(typed: str, meant: str):
    assert ask("AD TS TH", "AD TS", typed, history="2C 3C 4C", led=0, leader=1)[0] == meant


def test_which_one_is_meant():
    chosen, printed = ask("7S 7C", "7S 7C", "7", "9", "3d", "hello", "", "7s 7c", "7c")
    assert chosen == "7C"
    for answer in ("Which one: 7♣ or 7♠?", "You hold no 9.", "You do not hold 3♦.", "'hello' is not a card", "Type a card", "too many"):
        assert answer in printed


def test_why_a_card_is_refused():
    assert "Follow spades." in ask("2S 3H", "2S", "3h", "", history="4S 5S 6S", led=3, leader=1)[1]
    assert "Hearts are not broken yet." in ask("2S 3H", "2S", "3h", "2s", history="4C 5C 6C 7C", start=4, trick=1)[1]
    assert "The first lead is 2♣." in ask("2C 3C", "2C", "3c", "2c")[1]
    assert "No points on the first trick." in ask("QS 3D", "3D", "q", "n", "qs", "3d", history="2C 3C 4C", led=0, leader=1)[1]
    assert "Hearts are not broken yet." in ask("2S 3H", "2S", "3h", "2s", rules="passleft")[1]


def test_the_trick_is_told_with_its_winner():
    printed = ask("2S 3H", "2S", "", history="4S KS 5D", led=3, leader=1)[1]
    assert "Trick 1: West led 4♠, North K♠ (winning), East 5♦. Follow spades." in printed
    hand, marks = printed.splitlines()[4:6]
    assert hand.split() == ["2♠", "3♥"] and marks.rstrip() == " " * hand.index("2♠") + "──"


def test_the_last_trick_and_the_scores():
    printed = ask("2S", "2S", "l", "score", "?", "", history="4S KS 5D AS", led=3, start=4, trick=1)[1]
    assert "Last trick: West led 4♠, K♠, 5♦, A♠; You took it." in printed
    assert "Points (total): You 0 (0) · West 0 (0)" in printed and "q leaves the table" in printed


def test_three_cards_are_passed_at_once_or_one_by_one():
    for lines in (["as ks qs"], ["as", "ks,qs"], ["as", "as", "ks", "qs jc", "qs"], ["as as ks", "as ks qs 2c", "as ks qs"]):
        typist = Typist(*lines, patience=len(lines))
        held = pass_from("AS KS QS JC 2C", typist)
        assert held == ["AS", "KS", "QS"]


def pass_from(hand: str, typist: Typist) -> list[str]:
    """What a person passes from a hand, asked card by card as the rules do."""
    person, rules, chosen = Terminal(), house.parse(hearts.PRESETS, "american"), []
    person.join(typist.console, typist)
    person.sit(hearts, rules)
    for _ in range(3):
        view, choices = np.zeros(1, hearts.VIEW), np.full(1, -1, np.int8)
        view["hand"], view["given"] = cards(hand), cards(" ".join(chosen))
        view["legal"], view["table"]["across"] = view["hand"] & ~view["given"], 1
        person.choose(view, choices)
        chosen.append(name(int(choices[0])))
    return chosen


def test_gin_answers_what_is_typed_wrong():
    typist = Typist("x", "n", "p", "q", patience=4)
    assert not play("gin", "eaai:hands=1", typist, ["random"], seed=1)
    assert "Type what stands in brackets" in typist.page.getvalue()
    typist = Typist("p", "b", "kh kd", "?", "l")
    typist.lines.append(up_card(1))
    play("gin", "tournament:hands=1", typist, ["random"], seed=1)
    for answer in ("Big gin takes eleven melded cards.", "Type one card", "deadwood", "Pile, top first: empty", "just taken"):
        assert answer in typist.page.getvalue()


def up_card(seed: int) -> str:
    match = Single(gin, gin.PRESETS["tournament"], words(seed, "deal", 1)[0])
    return name(int(match.state.table.upcard))


# ---- leaving, saving, watching ----


@pytest.mark.parametrize("lines", [["quit"], ["q", "y"], ["q", ""], []])
def test_leaving_saves_the_transcript(lines: list[str], tmp_path: Path):
    typist = Typist("qc qd qh", *lines, patience=1 + len(lines))  # with this seed: three queens of four
    assert not play("hearts", "american", typist, ["random"] * 3, save=tmp_path / "match")
    assert "The match ends here." in typist.printed[-2] and "match" in typist.printed[-1]
    assert sum(len(hand.choices) for hand in transcript.load(tmp_path / "match").hands) >= 12
    assert [path.name for path in tmp_path.iterdir()] == ["match"]


def test_ctrl_c_leaves():
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    page = Console(file=io.StringIO(), width=80)
    players = [seat("terminal"), seat("random")]
    assert not evening(Evening("gin", gin.PRESETS["eaai"], ["terminal", "random"], 1), players, page, interrupt)


def test_a_terminal_raises_leaves():
    with pytest.raises(Leaves, match="The input has ended"):
        ask("2S", "2S")


def test_nothing_is_written_where_it_cannot_be(tmp_path: Path):
    with pytest.raises(UserError, match="name a file in a folder"):
        play("hearts", "dutch", Typist(), ["random"] * 3, save=tmp_path / "nowhere" / "match")
    (tmp_path / "match").mkdir()
    with pytest.raises(UserError, match="cannot be written"):
        play("hearts", "dutch", Typist(patience=0), ["random"] * 3, save=tmp_path / "match")
    assert [path.name for path in tmp_path.iterdir()] == ["match"]


def test_the_table_must_be_full():
    with pytest.raises(UserError, match="4 players sit at this table, not 3"):
        play("hearts", "dutch", Typist(), ["random"] * 2)


def test_an_illegal_choice_is_the_players_fault():
    class Silent(Player):
        def choose(self, views, choices) -> None:
            pass

    with pytest.raises(IllegalChoice, match="chose -1"):
        play("hearts", "dutch", Typist(), ["random", "random", Silent()])


@pytest.mark.long
@pytest.mark.parametrize(("game_name", "rules", "count"), [("hearts", "american", 4), ("gin", "eaai:hands=2", 2)])
def test_watching(game_name: str, rules: str, count: int):
    page = io.StringIO()
    names = ["random"] * count
    parsed = house.parse(game_named(game_name).PRESETS, rules)
    assert evening(Evening(game_name, parsed, names, 1), [seat(each) for each in names], Console(file=page, width=80))
    assert "South (random)" in page.getvalue() and "You" not in page.getvalue()


def test_two_people_are_asked_by_name():
    typist = Typist()
    texts = ["random", "terminal", "random", "terminal"]
    rules = house.parse(hearts.PRESETS, "dutch:hands=1")
    assert evening(Evening("hearts", rules, texts, 3), [seat(each) for each in texts], typist.console, typist)
    assert typist.page.getvalue().count("North, it is your turn.") == 8
    assert typist.printed[0] == "East (random) · You · West (random) · North (terminal)"


def test_a_moon_is_told():
    typist = Typist()
    for seed in range(40):  # with one card each, the first lead takes it all
        play(
            "hearts",
            "american:lowest=14,highest=14,pass_count=0,first_lead=random,first_lead_forced=no,hands=1",
            typist,
            ["random"] * 3,
            seed,
        )
    told = [line for line in typist.printed if line.endswith("the moon!")]
    assert "You take every penalty card and shoot the moon!" in told and "West takes every penalty card and shoots the moon!" in told


def test_without_symbols_everything_is_plain_text():
    typist = Typist(patience=0)
    texts = ["terminal:symbols=no", "random", "random", "random"]
    evening(Evening("hearts", hearts.PRESETS["american"], texts, 3), [seat(each) for each in texts], typist.console, typist)
    assert typist.page.getvalue().replace(" · ", " ").isascii()


def test_colours_show_what_may_be_played():
    for held, legal, codes in (("2S", "2S", "\x1b[1;39m"), ("3S", "2S", "\x1b[2;39m")):
        seat_of_hearts = HeartsSeat(hearts, hearts.PRESETS["american"], symbols=True)
        view = SimpleNamespace(hand=cards(held) | cards("2S"), legal=cards(legal))
        page = io.StringIO()
        Console(file=page, force_terminal=True, color_system="standard").print(seat_of_hearts.hand(view)[0])
        assert f"{codes}{held[0]}♠" in page.getvalue()
