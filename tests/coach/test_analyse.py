"""`analyse`: the coach's own figures, the same from every kind of source, reasons that can be read, and one sentence for what is wrong."""

import io
import json
import re
import sys

import numpy as np
import pytest

from cardshark.cards import card
from cardshark.coach.analyse import Analysis, analyse
from cardshark.coach.judges import judge
from cardshark.coach.moments import find_position
from cardshark.coach.sentences import GAP, say, texts
from cardshark.games import game_named, hearts, transcript
from cardshark.games.positions import read_position, write_position
from cardshark.hands.link import encode
from cardshark.hands.played import play_hand
from cardshark.players import seat
from cardshark.text import UserError
from helpers.commands import check_refused, run_quietly
from helpers.paths import EXAMPLES, GOLDEN
from helpers.played import random_hand

POSITIONS = EXAMPLES / "positions"
HEARTS, GIN = (POSITIONS / "hearts.txt").read_text(encoding="utf-8"), (POSITIONS / "gin.txt").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("text", [HEARTS, GIN])
def test_an_analysis_is_what_the_judge_thinks(text):
    position = read_position(text)
    thinking = judge(position.game, position.rules, 200).think(position.view)
    found = analyse(text, deals=200)
    by_name = {each.choice: each for each in found.choices}
    assert len(by_name) == len(thinking.values)
    for value in thinking.values:
        mine = by_name[position.game.text.choice_name(int(position.view.table.phase), value.choice)]
        assert (mine.value, mine.low, mine.high, mine.chance) == value[1:]
    assert [each.value for each in found.choices] == sorted(each.value for each in found.choices)
    assert sum(each.chance or 0 for each in found.choices) == pytest.approx(1)
    assert (found.deals, found.independent, found.clear) == (thinking.deals, thinking.effective, thinking.clear)
    assert found == analyse(text, deals=200)


def test_every_choice_has_its_reasons_and_nothing_is_said_twice():
    best, *others = analyse(GIN).choices
    assert best.choice == "KS"
    assert "Without the king of spades you have 10 deadwood" in " ".join(best.why)
    for each in others:
        assert re.match(rf"It costs \d+\.\d\d points more than {best.choice} \(95 %: ", each.why[0])
        assert not {*each.why} & {*best.why}


@pytest.mark.parametrize("key", [key for key in texts() if re.match("(gin_)?why_", key)])
def test_every_sentence_of_the_coach_can_be_said(key):
    gaps = {gap[0] for gap in GAP.findall(texts()[key])}
    args = {gap: "S" if gap == "suit" else "QS" if gap.startswith("card") else 1 for gap in gaps}
    said = say({"key": key, "args": args})
    assert "{" not in said and "QS" not in said
    assert said[0].isupper() or said[0].isdigit()
    assert said.endswith(".")


def test_sentences_choose_between_one_and_many_and_name_seats():
    assert "1 unseen card would" in say({"key": "gin_why_play_on", "args": {"n": 1}})
    assert "2 unseen cards would" in say({"key": "gin_why_play_on", "args": {"n": 2}})
    assert say({"key": "why_void", "args": {"who": 2, "suit": "S"}}) == "Seat 2 plays after you and has no spades."


# ---- the same from every source ----


def test_text_json_files_and_positions_are_all_answered_alike(tmp_path):
    position = read_position(HEARTS)
    (tmp_path / "a.json").write_text(position.to_json(), encoding="utf-8")
    expected = analyse(HEARTS, deals=50)
    for source in (position, position.to_json(), write_position(position), tmp_path / "a.json", str(tmp_path / "a.json")):
        assert analyse(source, deals=50) == expected


def test_another_seed_imagines_other_deals():
    assert analyse(HEARTS, deals=50, seed=1) == analyse(HEARTS, deals=50, seed=1)
    assert analyse(HEARTS, deals=50, seed=1).choices != analyse(HEARTS, deals=50, seed=2).choices


def test_a_moment_of_a_transcript_is_found():
    text = (GOLDEN / "american.txt").read_text(encoding="utf-8")
    for at, place in (("1.0", "passing, seat 0"), ("1.0.2.3", "passing, seat 2"), ("2.1", "trick 1"), ("2.13.3", "trick 13, seat 3")):
        position = find_position(text, at)
        assert place in analyse(position, deals=20).place
    assert int(find_position(text, "1.0.2.3").view.given).bit_count() == 2
    match = transcript.read(text)
    assert find_position(match, "2.13.3").views.tobytes() == position.views.tobytes()
    assert find_position(GOLDEN / "american.txt", "2.13.3").views.tobytes() == position.views.tobytes()


def test_a_turn_of_gin_is_the_seats_own_turn_and_its_choices_are_numbered():
    draw, discard = find_position(GOLDEN / "eaai.txt", "1.3.0"), find_position(GOLDEN / "eaai.txt", "1.3.0.2")
    assert (draw.view.table.phase, discard.view.table.phase) == (1, 2)
    assert draw.view.table.turns == discard.view.table.turns
    assert draw.view.table.turn == discard.view.table.turn == 0


def test_a_match_that_breaks_off_is_asked_about_where_it_does():
    whole = transcript.load(GOLDEN / "american.txt")
    hand = whole.hands[0]
    broken = whole._replace(hands=(hand._replace(choices=hand.choices[:20]),))
    position = find_position(str(broken))
    assert position.view.table.played == 8
    assert position.views["hand"] == find_position(whole, "1.3").views["hand"]
    with pytest.raises(UserError, match="say which decision is meant, with --at HAND"):
        find_position(whole)


@pytest.mark.parametrize("game", ["hearts", "gin"])
def test_links_are_read_too(game):
    hand = random_hand(game, {"hearts": "american", "gin": "eaai"}[game], 3)
    broken = play_hand(hand, hand.choices[:18])
    position = find_position(f"http://localhost/#{encode(broken)}")
    assert position.game is game_named(game)
    assert find_position(encode(hand), "1.1").views["table"]["hand_number"][0] == 0
    with pytest.raises(UserError, match="say which decision"):
        find_position(encode(hand))


def test_saved_hands_are_read_too():
    position = find_position(GOLDEN / "hand.json", "1.2")
    assert position.view.table.trick == 1
    with pytest.raises(UserError, match="say which decision"):
        find_position(GOLDEN / "hand.json")


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("3", "--at is HAND.TRICK or HAND.TURN"),
        ("9.1", "there is no hand 9: there are the hands 1 to"),
        ("1.14", "hand 1 has no trick 14: it has 0 to 13"),
        ("1.2.7", "seat 7 decides nothing in trick 2 of hand 1"),
        ("1.2.1.2", "seat 1 makes 1 choices in trick 2 of hand 1, so there is no choice 2"),
        ("1.2.1.0", "so there is no choice 0"),
    ],
)
def test_moments_that_are_not_there(at, sentence):
    with pytest.raises(UserError, match=re.escape(sentence)):
        find_position(GOLDEN / "american.txt", at)


# ---- other players ----


@pytest.mark.long
def test_players_who_think_give_their_opinions():
    position = read_position(HEARTS)
    thinker = seat("montecarlo:deals=30")
    thinker.sit(hearts, position.rules)
    opinions = {each.choice: each for each in thinker.opinions(position.view)}
    found = analyse(HEARTS, player="montecarlo:deals=30")
    assert (found.player, found.deals) == ("montecarlo:deals=30", 30)
    for each in found.choices:
        assert (each.value, each.low, each.high) == opinions[card(each.choice)][1:4]
        assert each.chance is None


@pytest.mark.long
def test_a_network_estimates_without_an_interval():
    position = find_position(GOLDEN / "dutch.txt", "1.3")
    found = analyse(position, player="network:brain=owl")
    network = seat("network:brain=owl")
    network.sit(hearts, position.rules)
    chosen = np.zeros(1, np.int8)
    network.choose(position.views, chosen)
    assert card(found.best) == chosen[0]
    assert found.choices[0].low is None
    assert "an estimate, without imagined deals" in str(found)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"player": "jake"}, "jake has no values to show: ask the coach"),
        ({"player": "montecarlo", "deals": 5}, "--deals belongs to the coach"),
        ({"deals": 0}, "the number of deals is a whole number from 1 up, not 0"),
        ({"deals": "many"}, "the number of deals is a whole number from 1 up, not 'many'"),
        ({"deals": 10**30}, "the number of deals is a whole number from 1 to 1,000,000"),
        ({"seed": 1.5}, "a seed is a whole number from 0 up, not 1.5"),
        ({"at": 3}, "the place in a match (at) is a text here, not 3"),
        ({"player": 3}, "a player is a text here, not 3"),
        ({"at": "1.2"}, "this is one position"),
        ({"player": "jak"}, "there is no player 'jak'"),
    ],
)
def test_wrong_options_get_one_sentence(options, sentence):
    with pytest.raises(UserError, match=re.escape(sentence)):
        analyse(HEARTS, **options)


def test_wrong_sources_get_one_sentence(tmp_path):
    for source, sentence in (
        ("nowhere.txt", "nowhere.txt cannot be read: No such file"),
        ("a\0b", "cannot be read"),
        (tmp_path, "cannot be read: Is a directory"),
        (3, "a position, a transcript, a link or a file can be analysed, not int"),
        ("http://localhost/#1abc", "this link does not hold a hand"),
    ):
        with pytest.raises(UserError, match=re.escape(sentence)):
            analyse(source)


# ---- the command ----


def test_the_command_reads_a_file_and_prints_a_table(capsys, monkeypatch):
    status, out, _ = run_quietly(capsys, monkeypatch, "analyse", str(POSITIONS / "hearts.txt"))
    assert status == 0
    assert out == f"{analyse(HEARTS)}\n"
    assert re.search(r"7D +\d\.\d\d +\d\.\d\d to \d\.\d\d +\d+ %", out)


def test_the_command_reads_standard_input_and_prints_json(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(GIN))
    status, out, _ = run_quietly(capsys, monkeypatch, "analyse", "--json")
    found = json.loads(out)
    assert (status, found["best"], found["game"], len(found["choices"])) == (0, "KS", "gin", 11)
    assert found == json.loads(analyse(GIN).to_json())


def test_the_command_refuses_in_one_sentence(capsys, monkeypatch, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text(HEARTS.replace("2C", "2X"), encoding="utf-8")
    check_refused(capsys, monkeypatch, f"{bad}, line 12, column 9: '2X' is not a card", "analyse", str(bad))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    check_refused(capsys, monkeypatch, "there is nothing on standard input", "analyse")
    monkeypatch.setattr(sys, "stdin", io.StringIO(HEARTS.replace("seat 0", "seat 9")))
    check_refused(capsys, monkeypatch, "line 5, column 6: here should stand a number from 0 to 3", "analyse")


def test_an_analysis_shows_itself_in_a_notebook():
    found = analyse(HEARTS, deals=50)
    page = found._repr_html_()
    assert isinstance(found, Analysis)
    assert page.count("<tr>") == 3
    assert "<b>7D</b>" in page
