"""Transcripts: exact round trips, golden files, and errors that point at their place."""

import os
import random

import pytest

from cardshark.cards import name
from cardshark.games import game_named, house, transcript
from cardshark.games.match import Single
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.text import UserError
from helpers.gin.thrifty import Thrifty
from helpers.paths import GOLDEN

CASES = {
    "american": ("hearts", "american:limit=30"),
    "dutch": ("hearts", "dutch:limit=20,win_back=yes"),
    "passleft": ("hearts", "passleft:hands=1"),
    "falcon": ("hearts", "falcon:hands=2"),
    "three": ("hearts", "american:players=3,removed=2D,hands=4,jack_of_diamonds=10,moon=choice"),
    "eaai": ("gin", "eaai:target=60"),
    "classic": ("gin", "classic:hands=4"),
    "tournament": ("gin", "tournament:hands=4"),
    "straight": ("gin", "straight:hands=2"),
    "oklahoma": ("gin", "oklahoma:hands=4"),
    "paper": ("gin", "paper:max_turns=120"),  # by random players, who use up the stock
    "best": ("gin", "tournament:hands=3,lay_off=best"),
}


def played(kind: str, rules_text: str, seed: int, number: int = 0, most: int | None = None) -> transcript.Transcript:
    """A match between test players, or the first `most` choices of it."""
    module = game_named(kind)
    rules = house.parse(module.PRESETS, rules_text)
    seats = module.seats(rules)
    games, start = deal(module, rules, seed, 1, number), Single(module, rules)
    start.games[:] = games
    thrifty = kind == "gin" and not rules_text.startswith("paper")
    players = [Thrifty() if thrifty else seat("random")] * seats
    (choices,) = play(module, rules, games, players, record=True)
    return transcript.record(kind, start, ["somebody"] * seats, choices[:most], seed, number)


@pytest.mark.parametrize("case", CASES)
def test_golden_matches_are_played_and_written_as_ever(case):
    path = GOLDEN / f"{case}.txt"
    text = str(played(*CASES[case], seed=7))
    if os.environ.get("CARDSHARK_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_golden_gin_shows_every_kind_of_line():
    text = "".join((GOLDEN / f"{case}.txt").read_text(encoding="utf-8") for case, (kind, _) in CASES.items() if kind == "gin")
    for word in ("pass", "stock", "pile", "knock", "on", "spread", "lays", "done", "renew"):
        assert f" {word}" in text or f"\n{word}" in text, word


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("number", range(3))
def test_what_is_written_reads_the_same(case, number):
    whole = played(*CASES[case], seed=11, number=number)
    assert transcript.read(str(whole)) == whole
    assert str(transcript.read(str(whole))) == str(whole)


@pytest.mark.long
@pytest.mark.parametrize("case", ["american", "falcon", "tournament", "best"])
def test_a_match_may_break_off_anywhere(case):
    length = sum(len(hand.choices) for hand in played(*CASES[case], seed=13).hands)
    for most in range(0, min(length, 150), 7):
        part = played(*CASES[case], seed=13, most=most)
        assert transcript.read(str(part)) == part


ERRORS = [
    ("cardshark hearts 1", "cardshark bridge 1", "line 1, column 11: there is no game 'bridge'; there is hearts, gin"),
    ("cardshark hearts 1", "cardshark hearts 9", "line 1, column 18: this is version 9 of the format; version 1 can be read"),
    ("american:limit=30", "american:limit=soon", "line 2, column 7: limit must be a whole number, not 'soon'"),
    ("seed 7 match 0", "seed seven match 0", "line 4, column 6: 'seven' is not a whole number"),
    ("hand 1\n", "hand 40000\n", "line 6, column 1: here should stand the number of the hand, from 1 to 10000"),
    ("hand 1\n", "hand 0\n", "line 6, column 1: here should stand the number of the hand"),
    ("\npass ", "\npas ", "here should stand"),
    ("score 18 3 0 5", "score 18 3 0 6", "by the cards the score is 18 3 0 5"),
    ("total 18 3 0 5", "total 18 3 5", "here should stand 4 numbers, not 3"),
    ("3 2C 4C 7C TC", "3 8C 4C 7C TC", "line 9, column 3: seat 3 may not choose 8C here, only 2C"),
    ("3 2C 4C 7C TC", "3 2C 4C 7C TX", "line 9, column 12: 'TX' is not a card"),
    ("3 2C 4C 7C TC", "1 2C 4C 7C TC", "line 9, column 1: seat 3 leads to this trick, not 1"),
    ("3 2C 4C 7C TC", "3 2C 4C 7C TC AC", "a trick has 4 cards, not 5"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), ERRORS)
def test_errors_point_at_their_place(right, wrong, message):
    text = (GOLDEN / "american.txt").read_text(encoding="utf-8")
    assert right in text
    with pytest.raises(UserError) as error:
        transcript.read(text.replace(right, wrong, 1))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("dealer 1", "dealer 0", "seat 1 deals this hand"),
        ("\n0 pass", "\n1 pass", "it is the turn of seat 0, not 1"),
        ("\n0 pass", "\n0 fold", "'fold' is not something to do here"),
    ],
)
def test_gin_errors_point_at_their_place(right, wrong, message):
    text = (GOLDEN / "eaai.txt").read_text(encoding="utf-8")
    assert right in text
    with pytest.raises(UserError, match=r"^line \d+, column \d+: ") as error:
        transcript.read(text.replace(right, wrong, 1))
    assert message in str(error.value)


def test_declared_melds_are_validated():
    texts = [(GOLDEN / f"{case}.txt").read_text(encoding="utf-8") for case, (kind, _) in CASES.items() if kind == "gin"]
    lines = next(text for text in texts if " spread " in text).splitlines()
    at = next(i for i, line in enumerate(lines) if " spread " in line)
    lines[at] = lines[at].rsplit("+", 1)[0]  # one card less in the last meld
    with pytest.raises(UserError, match=rf"^line {at + 1}, column 3: .*(no meld|left in the hand|deadwood)"):
        transcript.read("\n".join(lines))


@pytest.mark.long
@pytest.mark.parametrize("case", ["american", "dutch", "tournament", "paper"])
def test_damaged_files_get_a_sentence_never_a_crash(case):
    """Cut, doubled, swapped and overwritten pieces of a good file are read or refused, nothing else."""
    chance = random.Random(case)
    text = (GOLDEN / f"{case}.txt").read_text(encoding="utf-8")
    refused = 0
    for _ in range(120):
        a, b = sorted(chance.randrange(len(text)) for _ in range(2))
        piece = chance.choice(["", text[a:b][:20], "QS", "-1", "|", "\n", "9" * 20, "♠", "\0", name(chance.choice([0, 20, 60]))])
        try:
            transcript.read(text[:a] + piece + text[min(b, a + 12) :])
        except UserError as error:
            refused += str(error).startswith("line ")
    assert refused > 80


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(UserError, match=r"missing\.txt cannot be read: No such file"):
        transcript.load(tmp_path / "missing.txt")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="it is not text"):
        transcript.load(tmp_path / "binary.txt")
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(UserError, match=r"empty\.txt, line 1, column 1: "):
        transcript.load(tmp_path / "empty.txt")
