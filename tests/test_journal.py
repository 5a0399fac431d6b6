"""Journals: kept line by line, locked, repaired when torn, refused when foreign, and the files of earlier versions gone on with."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from cardshark.arena.parts import read_part
from cardshark.arena.records import Clock, DealJournal, Piece, PlayedPiece
from cardshark.arena.stats import Moments
from cardshark.journal import KeyedJournal
from cardshark.text import UserError
from helpers.journals import relinked, unlinked

SETTINGS = {"paper": "toy", "scale": 0.01, "seed": 1}


def done(path, settings=SETTINGS):
    """What stands in a keyed journal."""
    with KeyedJournal(path, settings) as journal:
        return journal.done


def test_a_journal_computes_each_piece_once(tmp_path):
    path, calls = tmp_path / "runs" / "toy.jsonl", []

    def compute(key):
        calls.append(key)
        return {"key": key, "pair": (1, 0.1 + 0.2)}

    with KeyedJournal(path, SETTINGS) as journal:
        first = [journal.get(key, lambda key=key: compute(key)) for key in ("a", "b", "a")]
    with KeyedJournal(path, SETTINGS) as again:
        assert [again.get(key, lambda key=key: compute(key)) for key in ("a", "b", "a")] == first
    assert first[0] == {"key": "a", "pair": [1, 0.30000000000000004]}  # fresh or from the file: the same bits, the same lists
    assert calls == ["a", "b"]
    assert again.notes == journal.notes
    assert again.notes["a"].made.keys() == {"commit", "sources", "python", "numpy", "numba", "processor", "when"}


def test_a_torn_last_line_is_cut_away_wherever_it_tore(tmp_path):
    path = tmp_path / "toy.jsonl"
    with KeyedJournal(path, SETTINGS) as journal:
        journal.get("a", lambda: 1)
        kept = path.read_bytes()
        journal.get("é", lambda: 2)
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        with KeyedJournal(path, SETTINGS) as again:
            assert again.done == ({} if cut < len(kept) else {"a": 1})
            assert (again.get("a", lambda: 1), again.get("é", lambda: 2)) == (1, 2)
        assert done(path) == {"a": 1, "é": 2}


def test_a_piece_that_fails_leaves_nothing(tmp_path):
    with KeyedJournal(tmp_path / "toy.jsonl", SETTINGS) as journal, pytest.raises(ZeroDivisionError):
        journal.get("a", lambda: 1 / 0)
    assert done(tmp_path / "toy.jsonl") == {}


def test_a_journal_goes_on_under_its_own_settings_only(tmp_path):
    path = tmp_path / "toy.jsonl"
    with KeyedJournal(path, SETTINGS) as journal:
        journal.get("a", lambda: 1)
    with pytest.raises(UserError, match=r"records something else: scale is 0\.01 there and 1 here; .* or move this one away"):
        KeyedJournal(path, SETTINGS | {"scale": 1})
    with pytest.raises(UserError, match="sampler is None there and 'uniform' here"):
        KeyedJournal(path, SETTINGS | {"sampler": "uniform"})
    assert done(path) == {"a": 1}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("hello\n", "is not a journal of cardshark: line 1 is not one of its lines"),
        ("[1]\n", "is not a journal of cardshark: line 1 is not one of its lines"),
        ('{"settings": {}}\nhello\n', "is not a journal of cardshark: line 2 is not one of its lines"),
        ('{"settings": {}}\n{"key": "a"}\n', "line 2 of .* is not a finished piece of work"),
        ('{"settings": {}}\n{"key": ["a"], "value": 1, "seconds": 0, "made": {}}\n', "line 2 of .* is not a finished piece of work"),
        ('{"settings": {}}\n{"key": "a", "value": 1, "seconds": 0}\n{"torn', "records something else"),
        ('{"key": "a", "value": 1, "seconds": 0}\n', "is not a journal of cardshark: line 1 is not one of its lines"),
        ('{"cardshark": "duel", "format": 1}\n', "is not a journal of cardshark: line 1 is not one of its lines"),
        ('{"my": "precious notes"}', "is not a journal of cardshark: name another file"),
    ],
)
def test_what_is_not_a_journal_is_refused_and_left_alone(tmp_path, content, sentence):
    path = tmp_path / "toy.jsonl"
    path.write_bytes(relinked(content))
    with pytest.raises(UserError, match=sentence):
        KeyedJournal(path, {"a": 1} if "torn" in content else {})
    assert path.read_bytes() == relinked(content)


def test_a_journal_that_was_torn_in_its_first_line_is_begun_anew(tmp_path):
    torn = tmp_path / "torn.jsonl"
    torn.write_text('{"settings": {"a"', encoding="utf-8")
    assert done(torn, {"a": 1}) == {}
    assert unlinked(torn.read_bytes()) == '{"settings": {"a": 1}}\n'


def begin_long_computation(path):
    """Another process that computes for a while; it returns when some pieces are on disk."""
    code = (
        "import sys, time; from pathlib import Path; from cardshark.journal import KeyedJournal\n"
        "journal = KeyedJournal(Path(sys.argv[1]), {})\n"
        "for piece in range(1000): journal.get(str(piece), lambda: time.sleep(0.02) or piece**2)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(path)])
    deadline = time.monotonic() + 60
    while (not path.exists() or path.read_bytes().count(b"\n") < 4) and time.monotonic() < deadline:
        time.sleep(0.01)
    return process


def test_a_killed_computation_goes_on_where_it_was(tmp_path):
    path = tmp_path / "toy.jsonl"
    process = begin_long_computation(path)
    process.send_signal(signal.SIGKILL)
    process.wait()
    with KeyedJournal(path, {}) as journal:
        found = len(journal.done)
        assert 3 <= found < 1000
        fresh = []
        assert [journal.get(str(piece), lambda piece=piece: fresh.append(piece) or piece**2) for piece in range(found + 5)] == [
            piece**2 for piece in range(found + 5)
        ]
    assert fresh == list(range(found, found + 5))


def test_a_second_process_gets_one_sentence(tmp_path):
    path = tmp_path / "toy.jsonl"
    process = begin_long_computation(path)
    try:
        with pytest.raises(UserError, match="is being written by another run: wait for its end or name another file"):
            KeyedJournal(path, {})
        with pytest.raises(UserError, match="is being written by another run"):
            DealJournal(path, "duel", {})
    finally:
        process.kill()
        process.wait()
    assert len(done(path, {})) >= 3  # the lock has gone with the process


def test_a_disk_that_is_full_gets_one_sentence(tmp_path, monkeypatch):
    def full_disk(file):
        raise OSError(28, "No space left on device")

    with KeyedJournal(tmp_path / "toy.jsonl", {}) as journal:
        monkeypatch.setattr(os, "fsync", full_disk)
        with pytest.raises(UserError, match="cannot be written: No space left"):
            journal.put("a", 1)
        assert journal.done == {}


# ---- the files of earlier versions, and what is written today ----

OLD_PAPER = """\
{"settings": {"paper": "toy", "scale": 0.01, "note": "é"}}
{"key": "a é", "value": [1, 0.30000000000000004, null, "ö"], "seconds": 1.235}
"""
NEW_PAPER = """\
{"settings": {"paper": "toy", "scale": 0.01, "note": "é"}, "link": "0ed3c25c3a4f9171"}
{"key": "a é", "value": [1, 0.30000000000000004, null, "ö"], "seconds": 1.235, "made": {"commit": "abc"}, "link": "3ab032f01a41a074"}
{"key": "b", "value": {"x": [0, 1]}, "seconds": 0.0, "made": {"commit": "abc"}, "link": "496a0159289f0723"}
"""


def test_a_journal_without_links_is_refused_in_one_sentence_and_left_alone(tmp_path):
    path = tmp_path / "toy.jsonl"
    path.write_text(OLD_PAPER, encoding="utf-8")
    with pytest.raises(UserError, match=r"was begun by an earlier cardshark, whose lines are not linked, .*: move it away to begin anew"):
        KeyedJournal(path, {"paper": "toy", "scale": 0.01, "note": "é"})
    assert path.read_text(encoding="utf-8") == OLD_PAPER


def test_a_journal_is_written_in_these_bytes(tmp_path):
    path, settings = tmp_path / "toy.jsonl", {"paper": "toy", "scale": 0.01, "note": "é"}
    with KeyedJournal(path, settings) as journal:
        journal.put("a é", (1, 0.1 + 0.2, np.float64("nan"), "ö"), 1.23456, {"commit": "abc"})
        journal.put("b", {"x": np.arange(2)}, made={"commit": "abc"})
    assert path.read_text(encoding="utf-8") == NEW_PAPER


# ---- attacks on the chain ----


def keyed(path):
    with KeyedJournal(path, SETTINGS) as journal:
        for number in range(12):
            journal.put(f"piece {number}", {"sums": [number, number**2, 0.1 * number], "é": "ü"}, 0.25 * number)
    return lambda: KeyedJournal(path, SETTINGS).close()


def dealt(path):
    moments = {"points": Moments.of(np.arange(30).reshape(3, 10))}
    with DealJournal(path, "duel", SETTINGS) as journal:
        for start in range(0, 120, 10):
            journal.add(PlayedPiece(Piece("deal", start, 10), moments, [Clock(0.125, 70)]))
    return lambda: DealJournal(path, "duel", SETTINGS).close()


def part(path):
    """A part of a duel, as `cardshark merge` reads it."""
    with DealJournal(path, "duel", {**SETTINGS, "piece": "1/2"}) as journal:
        for start in range(0, 120, 10):
            journal.add(PlayedPiece(Piece("deal", start, 10), {}, [Clock(0.125, 70)]))
    return lambda: read_part(path)


KINDS = {"keyed": keyed, "dealt": dealt, "part": part}


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_digit_is_found_wherever_it_is(tmp_path, kind):
    path = tmp_path / "toy.jsonl"
    open_again = KINDS[kind](path)
    whole = path.read_bytes()
    places = [place for place, letter in enumerate(whole) if chr(letter) in "0123456789"]
    chance = np.random.RandomState(19)
    for place in chance.choice(places, 400):
        changed = bytearray(whole)
        changed[place] = ord("0") + (changed[place] - ord("0") + chance.randint(1, 10)) % 10
        path.write_bytes(changed)
        line = whole[:place].count(b"\n") + 1
        with pytest.raises(UserError, match=f"line {line} (of .* is not what was written there|is not one of its lines)"):
            open_again()
        assert path.read_bytes() == changed
    path.write_bytes(whole)
    open_again()


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_that_is_moved_lost_doubled_or_foreign_is_named(tmp_path, kind):
    path = tmp_path / "toy.jsonl"
    open_again = KINDS[kind](path)
    lines = path.read_bytes().splitlines(keepends=True)
    KINDS[kind](tmp_path / "other.jsonl")
    foreign = relinked((tmp_path / "other.jsonl").read_bytes().replace(b'"seed": 1', b'"seed": 2')).splitlines(keepends=True)
    damaged = {
        2: [lines[0], *foreign[1:]],
        3: [*lines[:2], foreign[2], *lines[3:]],
        4: [*lines[:3], *lines[4:]],
        5: [*lines[:4], lines[3], *lines[4:]],
        6: [*lines[:5], lines[6], lines[5], *lines[7:]],
    }
    for number, content in damaged.items():
        path.write_bytes(b"".join(content))
        with pytest.raises(UserError, match=f"line {number} of .* is not what was written there: it was changed, moved, or comes from"):
            open_again()


def test_links_cost_next_to_nothing(tmp_path):
    """Beside the wait for the disk: a fifth of a millisecond for a line of 40 kB."""
    value = {"curve": [0.123456789 + number for number in range(2000)]}
    with KeyedJournal(tmp_path / "toy.jsonl", {}) as journal:
        began = time.process_time()
        for number in range(50):
            journal.chain.add({"key": str(number), "value": value})
        linked = time.process_time() - began
        began = time.process_time()
        for number in range(50):
            json.dumps({"key": str(number), "value": value}).encode()
        plain = time.process_time() - began
    assert linked < 1.5 * plain + 0.01
