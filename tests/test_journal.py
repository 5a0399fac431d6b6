"""Journals: kept line by line, locked, repaired when torn, refused when foreign, and the files of earlier versions gone on with."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from cardshark.arena.records import DealJournal
from cardshark.journal import KeyedJournal
from cardshark.text import UserError

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
    assert again.seconds == journal.seconds


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
        ('{"settings": {}}\n{"key": ["a"], "value": 1, "seconds": 0}\n', "line 2 of .* is not a finished piece of work"),
        ('{"settings": {}}\n{"key": "a", "value": 1, "seconds": 0}\n{"torn', "records something else"),
        ('{"key": "a", "value": 1, "seconds": 0}\n', "is not a journal of cardshark: line 1 is not one of its lines"),
        ('{"cardshark": "duel", "format": 1}\n', "is not a journal of cardshark: line 1 is not one of its lines"),
        ('{"my": "precious notes"}', "is not a journal of cardshark: name another file"),
    ],
)
def test_what_is_not_a_journal_is_refused_and_left_alone(tmp_path, content, sentence):
    path = tmp_path / "toy.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match=sentence):
        KeyedJournal(path, {"a": 1} if "torn" in content else {})
    assert path.read_text(encoding="utf-8") == content


def test_a_journal_that_was_torn_in_its_first_line_is_begun_anew(tmp_path):
    torn = tmp_path / "torn.jsonl"
    torn.write_text('{"settings": {"a"', encoding="utf-8")
    assert done(torn, {"a": 1}) == {}
    assert torn.read_text(encoding="utf-8") == '{"settings": {"a": 1}}\n'


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


# ---- the files of earlier versions ----

OLD_PAPER = """\
{"settings": {"paper": "toy", "scale": 0.01, "note": "é"}}
{"key": "a é", "value": [1, 0.30000000000000004, null, "ö"], "seconds": 1.235}
{"key": "b", "value": {"x": [0, 1]}, "seconds": 0.0}
"""


def test_the_journal_of_an_old_paper_is_written_in_the_same_bytes_and_gone_on_with(tmp_path):
    path, settings = tmp_path / "toy.jsonl", {"paper": "toy", "scale": 0.01, "note": "é"}
    with KeyedJournal(path, settings) as journal:
        journal.put("a é", (1, 0.1 + 0.2, np.float64("nan"), "ö"), 1.23456)
        journal.put("b", {"x": np.arange(2)})
    assert path.read_bytes() == OLD_PAPER.encode()
    assert journal.seconds == 1.235
    for whole in (1, 2, 3):  # lines that were finished when it was killed
        path.write_bytes(b"".join(OLD_PAPER.encode().splitlines(keepends=True)[:whole]) + b'{"key": "b", "val')
        with KeyedJournal(path, settings) as journal:
            journal.get("a é", lambda: (1, 0.1 + 0.2, None, "ö"))
            journal.get("b", lambda: {"x": [0, 1]})
        assert [line.partition(', "seconds"')[0] for line in path.read_text(encoding="utf-8").splitlines()] == [
            line.partition(', "seconds"')[0] for line in OLD_PAPER.splitlines()
        ]
