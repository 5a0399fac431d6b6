"""The texts of the pages: in every language, none of them twice, and none of them missing."""

import json
import re

from cardshark.coach.sentences import WORDS, all_texts
from cardshark.games import house
from cardshark.games.hearts.rules import PRESETS
from cardshark.web.games.hearts.rules import rule_lines

GAP = re.compile(r"\{(\w+)")


def test_no_text_stands_in_two_files():
    seen: dict[str, str] = {}
    for file in sorted(WORDS.glob("*.json")):
        for key in json.loads(file.read_text(encoding="utf-8"))["en"]:
            assert seen.setdefault(key, file.name) == file.name, f"{key} stands in {seen[key]} and in {file.name}"


def test_every_text_is_there_in_every_language_and_has_no_gap_of_its_own():
    english = all_texts()["en"]
    assert len(english) > 600
    for language, texts in all_texts().items():
        assert texts.keys() == english.keys(), language
        for key, text in texts.items():
            assert bool(text) == bool(english[key]) and {*GAP.findall(text)} <= {*GAP.findall(english[key])}, f"{language}: {key}"


def test_who_reads_is_spoken_to_in_words_of_their_own():
    """ "You takes" is no sentence: what is said of whoever acts at gin, or ends a hand, has other words for the person."""
    for language, texts in all_texts().items():
        told = [key for key in texts if re.match(r"gin_(says|end)_|end_moon", key) and re.search(r"\{(name|seat|who)\}", texts[key])]
        assert len(told) > 14
        assert [key for key in told if f"{key}_you" not in texts] == [], language
        assert [key for key in told if "{name}" in texts[f"{key}_you"]] == [], language


def test_nobody_sits_across_where_three_play():
    for text, across in (("american", True), ("american:players=3,removed=2D", False)):
        lines = rule_lines(house.parse(PRESETS, text))
        said = [all_texts()["en"][line.key] for line in lines]
        assert any("across" in line for line in said) == across


def test_a_single_hand_names_its_own_way_of_passing():
    for text, ways in (("american", ["cycle"] * 4), ("american:hands=1", ["left", "right", "across", "none"])):
        keys = [[line.key for line in rule_lines(house.parse(PRESETS, text), number)] for number in range(4)]
        assert [key for each in keys for key in each if "_pass_" in key] == [f"rule_pass_{way}" for way in ways]


def test_texts_that_no_page_shows_are_gone():
    english = all_texts()["en"]
    assert not {"luck_good", "luck_bad", "luck_luck", "n_points", "with_undo_short"} & english.keys()
    assert {f"rules_undo_{mode}" for mode in ("play", "practice", "watch", "family", "once", "club")} <= english.keys()
