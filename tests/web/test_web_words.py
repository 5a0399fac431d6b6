"""The texts of the pages: in every language, none of them twice, and none of them missing."""

import json
import re

from cardshark.coach.sentences import WORDS, all_texts

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
