"""Reading takes time in proportion to what is read, and what is too long gets one sentence."""

import json
import time

import pytest

from cardshark.games import transcript
from cardshark.games.gin import text as gin_text
from cardshark.games.transcript import MOST_LETTERS as MOST_TRANSCRIPT
from cardshark.games.transcript import Transcript
from cardshark.hands.link import MOST_LETTERS as MOST_LINK
from cardshark.hands.link import decode, encode
from cardshark.hands.played import house_rules, play_hand, scores
from cardshark.hands.saved import to_json
from cardshark.hands.verify import HAND_TAG, MOST_LETTERS, read, verify
from cardshark.text import UserError
from helpers.played import joined_hand, random_hand

RULES = "paper:max_turns=150"  # a hand of some 300 choices, in which the stock is renewed
NOTICED = 0.005  # seconds of a processor; less is called nothing


@pytest.fixture
def copied(monkeypatch):
    """How many choices were copied, each time one was added to a hand of gin."""
    lengths, usual = [], gin_text.choose

    def choose(match, hand, *others):
        lengths.append(len(hand.choices))
        return usual(match, hand, *others)

    monkeypatch.setattr(gin_text, "choose", choose)
    return lengths


def as_transcript(hand) -> str:
    """A hand as text."""
    return transcript.write(Transcript(hand.game, house_rules(hand), hand.players, (hand.cards,), hand.number))


# what is made of a hand beforehand, and what then reads it
READERS = {
    "verify": (to_json, verify),
    "scores": (lambda hand: hand, scores),
    "a link": (encode, decode),
    "into a link": (lambda hand: hand, encode),
    "a transcript": (as_transcript, transcript.read),
    "playing": (lambda hand: hand, lambda hand: play_hand(hand, hand.choices)),
}


@pytest.mark.parametrize("what", READERS)
def test_no_choice_copies_those_before_it(what, copied):
    hand = joined_hand("gin", RULES, 3)
    assert len(hand.choices) > 250 and hand.cards.renewals
    prepare, reader = READERS[what]
    given = prepare(hand)
    copied.clear()
    reader(given)
    assert len(copied) >= len(hand.choices)
    assert sum(copied) <= len(copied)  # of a turn at most: its draw before its discard


def seconds(size: int) -> float:
    """Seconds of a processor to refuse a page with so many beginnings of a hand and no end."""
    text = HAND_TAG * size
    begun = time.process_time()
    with pytest.raises(UserError, match="holds no saved hand"):
        read(text)
    return max(time.process_time() - begun, NOTICED)


def test_a_page_that_begins_over_and_over_again_is_read_in_linear_time():
    """336 kB of such a page took 11 seconds: every beginning was followed to the end."""
    assert seconds(8_000) < 6 * seconds(2_000)  # 16 times as much, if it were followed


def test_what_is_too_long_gets_one_sentence():
    for reader, text, most in (
        (read, "{" + " " * MOST_LETTERS, MOST_LETTERS), (decode, "1" + "A" * MOST_LINK, MOST_LINK),
        (transcript.read, "#" * (MOST_TRANSCRIPT + 1), MOST_TRANSCRIPT),
    ):  # fmt: skip
        with pytest.raises(UserError, match=f"at most {most}|at most {most:,}"):
            reader(text)


def test_pages_are_read_as_before():
    data = to_json(random_hand("hearts", "dutch", 1))
    assert read(f"<html><p>{HAND_TAG}{json.dumps(data)}</script><script></script>") == data
