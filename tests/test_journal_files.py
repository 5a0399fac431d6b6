"""The file of a journal: when it is made, kept and removed, whoever it belongs to, and what is said of it."""

import contextlib
import errno
import json
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardshark.arena.records import DealJournal
from cardshark.chain import Chain, chained
from cardshark.journal import Journal, KeyedJournal, OutOfOrder, check_free
from cardshark.text import UserError
from helpers.journals import relinked


def failing(path, before):
    """Somebody's work fails inside a journal, after this was done with it."""
    with contextlib.suppress(ZeroDivisionError), KeyedJournal(path, {}) as journal:
        before(journal)
        raise ZeroDivisionError


def test_a_journal_is_free_while_nobody_writes_it(tmp_path):
    path = tmp_path / "toy.jsonl"
    check_free(path)
    with KeyedJournal(path, {}) as journal:
        journal.put("a", 1)
        with pytest.raises(UserError, match=r"toy\.jsonl is being written by another run"):
            check_free(path)
    assert path.exists()
    check_free(path)


# ---- a file is left behind only if there is something in it ----


def test_without_a_path_nothing_is_kept():
    journal = Journal(None, {"a": 1})
    journal.write({"b": 2})
    assert (journal.path, journal.file, journal.is_new) == (None, None, False)
    journal.close()


def test_folders_are_made_on_the_way(tmp_path):
    KeyedJournal(tmp_path / "one" / "two" / "toy.jsonl", {}).close()
    assert (tmp_path / "one" / "two" / "toy.jsonl").exists()


def test_a_journal_in_which_nothing_was_done_is_kept_if_nothing_went_wrong(tmp_path):
    with KeyedJournal(tmp_path / "toy.jsonl", {}):
        pass
    assert (tmp_path / "toy.jsonl").exists()


@pytest.mark.parametrize(
    ("before", "is_left"),
    [
        (lambda journal: None, False),
        (lambda journal: journal.put("a", 1), True),
        (lambda journal: journal.keep_file(), True),  # a part without any work is a part all the same
    ],
    ids=["nothing", "a piece", "to be kept"],
)
def test_a_new_journal_stays_after_a_failure_only_with_work_in_it(tmp_path, before, is_left):
    failing(tmp_path / "toy.jsonl", before)
    assert (tmp_path / "toy.jsonl").exists() == is_left


def test_a_journal_that_was_there_before_stays_after_a_failure(tmp_path):
    KeyedJournal(tmp_path / "toy.jsonl", {}).close()
    failing(tmp_path / "toy.jsonl", lambda journal: None)
    assert (tmp_path / "toy.jsonl").exists()


@pytest.mark.parametrize("error", [OSError(errno.ENOLCK, "No locks available"), KeyboardInterrupt()], ids=["refused", "interrupted"])
def test_a_journal_that_cannot_be_opened_leaves_its_file_closed(tmp_path, monkeypatch, error):
    def refuse(self):
        raise error

    monkeypatch.setattr(KeyedJournal, "lock", refuse)
    journal = KeyedJournal.__new__(KeyedJournal)
    with pytest.raises(UserError if isinstance(error, OSError) else KeyboardInterrupt, match=r"toy\.jsonl cannot be written: No locks|^$"):
        journal.__init__(tmp_path / "toy.jsonl", {})
    assert journal.file.closed


# ---- one clear sentence ----


def test_what_is_no_file_is_refused(tmp_path):
    """By a link, not by its own name: a journal that is broken, as by `make mutants`, may remove what it was given, and root may do so."""
    nowhere = tmp_path / "nowhere"
    nowhere.symlink_to("/dev/null")
    with pytest.raises(UserError, match="nowhere is not a file that can be kept: name another file"):
        KeyedJournal(nowhere, {})
    assert nowhere.is_char_device()
    with pytest.raises(UserError, match="cannot be written: Is a directory"):
        KeyedJournal(tmp_path, {})


def test_four_settings_that_differ_are_named_at_most(tmp_path):
    KeyedJournal(tmp_path / "toy.jsonl", dict.fromkeys("abcdef", 1)).close()
    with pytest.raises(UserError) as error:
        KeyedJournal(tmp_path / "toy.jsonl", dict.fromkeys("abcdef", 2))
    assert str(error.value).count("is 1 there and 2 here") == 4


def test_something_else_without_links_is_called_so_and_not_an_old_journal(tmp_path):
    (tmp_path / "toy.jsonl").write_text('{"settings": {"paper": "other"}}\n', encoding="utf-8")
    with pytest.raises(UserError, match="records something else: paper is 'other' there and 'toy' here"):
        KeyedJournal(tmp_path / "toy.jsonl", {"paper": "toy"})


class Rising(Journal):
    """A journal of numbers that must rise."""

    last = 0

    def take(self, line):
        if line["number"] <= self.last:
            raise OutOfOrder
        self.last = line["number"]


def test_a_line_out_of_order_is_named(tmp_path):
    path = tmp_path / "toy.jsonl"
    path.write_bytes(relinked('{"kind": "rising"}\n{"number": 1}\n{"number": 3}\n{"number": 2}\n'))
    with pytest.raises(UserError, match=r"line 4 of .* does not follow on the lines before"):
        Rising(path, {"kind": "rising"})
    with pytest.raises(NotImplementedError):  # a plain journal does not know any pieces
        Journal(path, {"kind": "rising"})


# ---- what is written ----


def test_letters_beyond_ascii_stand_as_each_kind_of_journal_has_them(tmp_path):
    DealJournal(tmp_path / "duel.jsonl", "duel", {"note": "é"}).close()
    KeyedJournal(tmp_path / "paper.jsonl", {"note": "é"}).close()
    assert rb"\u00e9" in (tmp_path / "duel.jsonl").read_bytes()
    assert "é".encode() in (tmp_path / "paper.jsonl").read_bytes()


@pytest.mark.parametrize("options", [{}, {"escaped": True}, {"escaped": False}])
def test_a_whole_file_of_lines_is_a_chain(options):
    lines = [{"note": "é"}, {"number": 2}, {"number": 3}]
    content, chain = chained(lines, **options), Chain()
    for number, line in enumerate(content.splitlines(), 1):
        chain.follow(Path("toy.jsonl"), number, line)
        assert {**lines[number - 1], "link": chain.end.decode()} == json.loads(line)
    assert number == 3
    assert (rb"\u00e9" in content) == options.get("escaped", True)
    assert content == b"".join([*map(Chain().add, lines)]) or not options.get("escaped", True)


@dataclass
class Pair:
    """Any two numbers."""

    first: int
    second: float


def test_a_dataclass_is_kept_as_its_fields(tmp_path):
    with KeyedJournal(tmp_path / "toy.jsonl", {}) as journal:
        assert journal.get("a", lambda: [Pair(1, float("inf"))]) == [{"first": 1, "second": None}]


def test_the_seconds_of_a_piece_are_those_of_the_processor(tmp_path):
    def work() -> int:
        began = time.process_time()
        while time.process_time() < began + 0.03:
            pass
        return 1

    with KeyedJournal(tmp_path / "toy.jsonl", {}) as journal:
        began = time.process_time()
        journal.get("a", work)
        assert 0.03 <= journal.notes["a"].seconds + 0.001 <= time.process_time() - began + 0.002
