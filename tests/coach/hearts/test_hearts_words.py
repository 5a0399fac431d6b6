"""Sentences of the coach at Hearts: in every language, and true."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest

from cardshark.cards import card, count
from cardshark.coach.hearts.judge import HeartsJudge
from cardshark.coach.hearts.tries import MISSED
from cardshark.coach.hearts.words import CardPair, numbers
from cardshark.coach.sentences import all_texts
from cardshark.coach.statistics import Thinking
from cardshark.games import hearts
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import rules_of
from helpers.hearts.judged import some
from reference.hearts_book import NUMBER

# ---- words ----


@pytest.mark.long
def test_every_sentence_exists_in_every_language_and_fills_its_gaps():
    rules, texts, keys = rules_of("american"), all_texts(), set()
    assert {key for key in texts["en"] if key.startswith("why_")} == {key for key in texts["nl"] if key.startswith("why_")}
    for text in ("american", "dutch"):
        rules = rules_of(text)
        for view, _ in some(rules, 10 if PLAIN else 120, seed=14, keep=lambda view: view["table"]["phase"] == hearts.PLAY):
            thinking = HeartsJudge(rules).think(view, 10 if PLAIN else 200)
            chosen = max(thinking.values, key=lambda value: value.mean).choice
            for sentences in (numbers(rules, view, thinking), numbers(rules, view, thinking, chosen)):
                assert 1 <= len(sentences) <= 3
                for sentence in sentences:
                    keys.add(sentence["key"])
                    for language in texts.values():
                        assert set(re.findall(r"\{(\w+)", language[sentence["key"]])) <= {*sentence["args"]}
                    json.dumps(sentence)
                    if sentence["key"] in ("why_queen", "why_moon", "why_moon_own"):
                        assert sentence["args"]["percent"] != sentence["args"]["percent2"]
    assert len(keys) > (4 if PLAIN else 12)


@compiled_only
def test_the_most_telling_fact_comes_first_and_is_true():
    rules = rules_of("american")
    for view, _ in some(rules, 40, seed=15, keep=lambda view: count(view["legal"]) > 1 and view["table"]["trick"] > 1):
        thinking = HeartsJudge(rules).think(view, 200)
        worst = max(thinking.values, key=lambda value: value.mean).choice
        if (thinking.costs[:, thinking.column(worst)] == thinking.costs[:, thinking.column(thinking.best)]).all():
            continue
        facts = sorted(CardPair(rules, view, thinking, thinking.best, worst).facts(), key=lambda fact: -fact.points)
        assert all(one.points >= two.points for one, two in pairwise(facts))
        for sentence in numbers(rules, view, thinking, worst):
            check_sentence(sentence, view, thinking, rules)


def check_sentence(sentence: dict, view: np.void, thinking: Thinking, rules):
    """Some sentences again, from the deals themselves."""
    args, me = sentence["args"], int(view["table"]["turn"])
    if sentence["key"] == "why_queen":
        taken = thinking.fates["queen"][:, thinking.column(card(args["card2"]))] == me
        assert args["percent2"] == round(100 * float(thinking.weights @ taken))
    if sentence["key"] == "why_ducks":
        assert (thinking.fates["trick"][:, thinking.column(card(args["card"]))] == MISSED).all()
    if sentence["key"] == "why_void":
        assert int(view["table"]["voids"][args["who"]]) >> "CDHS".index(args["suit"]) & 1
        assert args["who"] != me
    if sentence["key"] == "why_last":
        assert view["table"]["played"] - view["table"]["start"] == rules.players - 1
    if sentence["key"] == "why_highest_safe":
        assert NUMBER[args["card"]] < NUMBER[args["card2"]]
