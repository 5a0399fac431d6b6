"""A FALCON that watches: any recorded hands, shares of what was played, and a copy that plays like the one it watched."""

import json

import numpy as np
import pytest

from cardshark.games import hearts, house, transcript
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import play_hand
from cardshark.hands.saved import to_json
from cardshark.learning.falcon.course import FalconCourse, FalconLesson
from cardshark.learning.falcon.watching import Watched, decisions_of, hands_in, joined, watch
from cardshark.play import match
from cardshark.players.hearts.falcon.actions import ACTIONS
from cardshark.players.hearts.falcon.brain import FalconBrain
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.players.hearts.falcon.player import Falcon
from cardshark.text import UserError
from helpers.compiling import PLAIN
from reference.falcon_book import PAPER_PERCEPTS, actions, percepts, situation_of
from reference.hearts_book import NAME

RULES = "falcon"
NAMES = [each.name for each in ACTIONS[:29]]  # the paper's
HANDS = 2 if PLAIN else 12


def played(hands=HANDS, seed=3):
    """A match of several hands, with Jake on one seat."""
    return match("hearts", ["jake", "stock", "stock", "stock"], f"falcon:hands={hands},limit=0", seed=seed)


def test_decisions_come_from_transcripts_and_from_saved_hands_alike():
    text = str(played())
    hands = hands_in(text)
    assert len(hands) == HANDS
    seen = decisions_of(hands, "jake", RULES)
    assert len(seen.cards) == 13 * HANDS
    for view, card in zip(seen.views, seen.cards, strict=True):
        assert int(view["legal"]) >> int(card) & 1
    one = [hand._replace(names=("A", "B", "C", "D")) for hand in hands]
    saved = [decisions_of(hands_in(json.dumps(to_json(play_hand(hand, hand.choices)))), "jake", RULES) for hand in one]
    again = joined(saved)
    assert (again.cards == seen.cards).all()
    assert (again.views["hand"] == seen.views["hand"]).all() and (again.views["legal"] == seen.views["legal"]).all()


def test_an_export_of_the_table_is_read_as_text_and_as_json():
    """As `web.me.files` writes them: transcripts with remarks between them, or a list of hands with their times."""
    two = [str(played(1, seed)) for seed in (3, 4)]
    text = "\n".join(f"# 2026-11-18 05:00 UTC\n{each}" for each in two)
    hands = [hands_in(each)[0] for each in two]
    exported = {"cardshark": "hands 1", "hands": [{"when": "2026-11-18", "hand": to_json(play_hand(hand, hand.choices))} for hand in hands]}
    assert [hand.cards for hand in hands_in(text)] == [hand.cards for hand in hands]
    assert [hand.cards for hand in hands_in(json.dumps(exported))] == [hand.cards for hand in hands]


def test_a_training_can_begin_by_watching(tmp_path):
    file = tmp_path / "hands.txt"
    file.write_text(str(played()), encoding="utf-8")
    lesson = FalconLesson(games=5, watch=str(file), watched="jake")
    brain = FalconBrain(FalconDesign())
    watch(brain, decisions_of(hands_in(file.read_text(encoding="utf-8")), "jake", RULES))
    course = FalconCourse(FalconDesign(), lesson, 3)
    assert (course.brain.parts()["templates"] == brain.parts()["templates"]).all()
    course.advance(5)
    with pytest.raises(UserError, match="no hand has a decision of you"):
        FalconCourse(FalconDesign(), FalconLesson(games=5, watch=str(file)), 3)


def test_weights_are_the_shares_of_what_was_played():
    """Counted again by the book: in each category the share of the times that an action played the card, of those it was possible."""
    design = FalconDesign(separate=True)
    seen, rules = decisions_of(hands_in(str(played())), "jake", RULES), house.parse(hearts.PRESETS, RULES)
    brain = FalconBrain(design)
    account = watch(brain, seen)
    times, met, copied = {}, {}, 0
    for view, card in zip(seen.views, seen.cards.tolist(), strict=True):
        now = situation_of(view, rules)
        possible = {name: cards for name, cards in actions(now).items() if name in NAMES}
        if len(possible) < 2:
            continue
        same = {name for name, cards in possible.items() if cards == {NAME[card]} or cards == [NAME[card]]}
        copied += bool(same)
        facts = percepts(now, design.heartless.name.lower())
        key = tuple(facts[name] for name in PAPER_PERCEPTS), not now.trick
        for name, cards in possible.items():
            if len(cards) == 1:  # which card a middle one is, only its luck says
                times[key, name] = times.get((key, name), 0) + 1
                met[key, name] = met.get((key, name), 0) + (name in same)
    parts, start = brain.parts(), int(brain.record["art"][0]["starts"][1])
    found = {}
    for row, (bits, network) in enumerate(zip(parts["percepts"].tolist(), parts["networks"].tolist(), strict=True)):
        key = tuple(bool(bits >> number & 1) for number in range(10)), network == 1
        found |= {(key, each.name): float(parts["templates"][row, start + k]) for k, each in enumerate(ACTIONS)}
    assert account.decisions and 0 < copied <= account.copied <= account.decisions
    for (key, name), count in times.items():
        assert found[(tuple(map(bool, key[0])), key[1]), name] == pytest.approx(met[key, name] / count, abs=1e-6)


def test_a_copy_plays_like_the_one_it_watched():
    brain = FalconBrain(FalconDesign())
    watch(brain, decisions_of(hands_in(str(played(3 if PLAIN else 60))), "jake", RULES))
    seen = decisions_of(hands_in(str(played(3 if PLAIN else 60))), "jake", RULES)
    falcon, choices = Falcon(brain=brain), np.zeros(len(seen.cards), np.int8)
    falcon.sit(hearts, house.parse(hearts.PRESETS, RULES))
    falcon.choose(seen.views, choices)
    assert (choices == seen.cards).mean() > (0.4 if PLAIN else 0.6)


def test_more_room_is_made_for_what_is_seen():
    seen = decisions_of(hands_in(str(played(2 if PLAIN else 40))), "jake", RULES)
    wide = FalconDesign(percepts="paper+last+points+clubs_short+diamonds_short+spades_low+early", groups="1,2,2,3,2,2,1", separate=True)
    small, many = FalconBrain(wide), joined([seen, seen])
    watch(small, many)
    twice = FalconBrain(wide)
    watch(twice, seen)
    watch(twice, seen)
    assert (small.parts()["templates"] == twice.parts()["templates"]).all()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: decisions_of(hands_in(str(played(1))), "you", RULES), "no hand has a decision of you"),
        (lambda: decisions_of(hands_in(str(played(1))), "jake", "american"), "played by other rules than american"),
        (lambda: hands_in("{}"), "not a saved hand"),
        (lambda: hands_in('{"hands": [1]}'), "not an export of hands"),
        (lambda: joined([Watched(np.zeros(0), np.zeros(0, np.int8), rules) for rules in ("a", "b")]), "different rules"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_one_sentence(make, sentence):
    with pytest.raises(UserError, match=sentence):
        make()


def test_a_transcript_keeps_its_hands():
    found = transcript.read(str(played(2)))
    assert all(isinstance(hand, PlayedHand) for hand in hands_in(str(found)))
