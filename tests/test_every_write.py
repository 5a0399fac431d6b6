"""Disks that fill up and processes that are killed, at any change of any file: `make writes` tries all of them, and here is a sample."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from cardshark.files import lock_file, open_locked, reserved, unfinished, write_whole
from cardshark.journal import KeyedJournal
from cardshark.learning.trainer import Training, train
from cardshark.text import UserError
from helpers.commands import files
from helpers.paths import ROOT, python_path
from helpers.training import SHORT, SMALL
from helpers.writes.calls import works_here
from helpers.writes.disk import FOR_GOOD, ONCE, STOPPED, STOPPED_FULL, VANISHED, Trouble, run
from helpers.writes.jobs import NAMES

needs_calls = pytest.mark.skipif(not works_here(), reason="this system does not hand over calls")


@needs_calls
@pytest.mark.long
@pytest.mark.parametrize("jobs", [["duel", "league", "train with ages", "export npz"], ["reproduce", "the table"]])
def test_whatever_happens_to_a_write_the_same_command_goes_on(jobs):
    """A sample of everything that can happen, at a sample of the changes, in a process that has only this to do."""
    words = [sys.executable, "-m", "helpers.writes", *jobs, "--sample", "149"]
    environment = {**os.environ, "PYTHONPATH": python_path(ROOT / "src", ROOT / "tests")}
    tried = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert len(tried.stdout.splitlines()) == 1 + len(jobs)


def test_the_record_is_of_every_trouble_at_every_change_of_every_job():
    record = json.loads((ROOT / "results" / "writes.json").read_text(encoding="utf-8"))
    assert [*record] == [*NAMES]
    for row in record.values():
        assert (row["sample"], row["problems"]) == (1, 0)
        assert {row["kinds"][kind] for kind in (*ONCE, *FOR_GOOD, VANISHED, STOPPED, STOPPED_FULL)} == {row["changes"]}
        assert row["kinds"]["killed"] == row["changes"] + 1  # and at its end
        assert row["failures"] + row["kills"] == sum(row["kinds"].values())


@needs_calls
@pytest.mark.parametrize("kind", ["short", "no space", "torn"])
def test_the_shim_does_what_it_says(kind, tmp_path):
    """Half of a write, none of it, or half of it and death."""

    def work() -> int:
        file = os.open("x", os.O_WRONLY | os.O_CREAT)
        try:
            return os.write(file, b"12345678")
        except OSError as error:
            return error.errno

    ended = run(tmp_path, work, Trouble(kind, 2))
    assert [change.call for change in ended.changes] == ["openat", "write", *([] if kind == "torn" else ["exit_group"])]
    written = {"short": (4, b"1234"), "no space": (28, b""), "torn": (-9, b"1234")}
    assert (ended.status, (tmp_path / "x").read_bytes()) == written[kind]


@needs_calls
def test_a_file_takes_its_place_when_it_is_on_disk_and_so_is_its_name(tmp_path):
    ended = run(tmp_path, lambda: write_whole(tmp_path / "x", "content") or 0)
    assert [change.call for change in ended.changes][-6:] == ["write", "fsync", "chmod", "rename", "fsync", "exit_group"]
    assert ended.changes[-2].path == "."


# ---- what was found ----


def test_what_a_killed_writer_left_is_written_over(tmp_path):
    (tmp_path / ".x.unfinished").write_text("much more than is written now")
    write_whole(tmp_path / "x", "now")
    assert files(tmp_path) == ["x"] and (tmp_path / "x").read_text() == "now"


def test_two_writers_of_one_file_take_two_names(tmp_path):
    with unfinished(tmp_path / "x") as first:
        first.write_text("first")
        write_whole(tmp_path / "x", "second")
        assert (tmp_path / "x").read_text() == "second"
    assert files(tmp_path) == ["x"] and (tmp_path / "x").read_text() == "first"


def test_what_another_user_left_is_left_to_them(tmp_path, monkeypatch):
    theirs, usual = tmp_path / ".x.unfinished", os.open
    theirs.write_text("theirs")

    def opened(path, *more):
        if path == theirs or not tmp_path.stat().st_mode & 0o200:
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, *more)

    monkeypatch.setattr(os, "open", opened)
    write_whole(tmp_path / "x", "now")
    assert files(tmp_path) == [".x.unfinished", "x"] and theirs.read_text() == "theirs"
    tmp_path.chmod(0o500)
    with pytest.raises(UserError, match="x cannot be written: Permission denied"):
        write_whole(tmp_path / "x", "later")
    tmp_path.chmod(0o700)


def test_nothing_is_written_through_a_link_that_somebody_laid(tmp_path):
    (tmp_path / "precious").write_text("precious")
    (tmp_path / ".x.unfinished").symlink_to(tmp_path / "precious")
    with pytest.raises(UserError, match="x cannot be written"):
        write_whole(tmp_path / "x", "now")
    assert (tmp_path / "precious").read_text() == "precious"


@pytest.mark.parametrize("folder", [True, False])
def test_a_journal_that_is_gone_is_missed(folder, tmp_path):
    """It stayed open, and everything went into a file without a name."""
    (tmp_path / "run").mkdir()
    with KeyedJournal(tmp_path / "run" / "my.jsonl", {}) as journal:
        journal.put("one", 1)
        shutil.rmtree(tmp_path / "run") if folder else (tmp_path / "run" / "my.jsonl").unlink()
        with pytest.raises(UserError, match="is gone"):
            journal.put("two", 2)


def test_a_lock_that_was_removed_while_it_was_taken_is_taken_again(tmp_path, monkeypatch):
    from cardshark import files as module

    usual, removed = module.lock, []

    def lock(file) -> bool:
        if not removed:
            removed.append((tmp_path / "x").unlink())
        return usual(file)

    monkeypatch.setattr(module, "lock", lock)
    with open_locked(tmp_path / "x"):
        assert files(tmp_path) == ["x"] and open_locked(tmp_path / "x") is None


@pytest.mark.long
def test_a_finished_training_leaves_no_checkpoint_and_no_lock(tmp_path):
    """Killed after the brain was written, it left both for ever."""
    out = tmp_path / "my.safetensors"
    train(SMALL, SHORT, 7, out)
    for left in (Training(SMALL, SHORT, 7, out).part, lock_file(out), tmp_path / ".my.safetensors.unfinished"):
        left.write_text("left")
    brain = out.read_bytes()
    train(SMALL, SHORT, 7, out)
    assert files(tmp_path) == ["my.safetensors"] and out.read_bytes() == brain


def test_a_finished_training_is_there_for_whoever_may_not_write(tmp_path):
    out = tmp_path / "my.safetensors"
    train(SMALL, SHORT, 7, out)
    lock_file(out).mkdir()  # nobody can lock that
    assert train(SMALL, SHORT, 7, out).about["games"] == SHORT.games


def test_a_lock_that_cannot_be_removed_stops_nobody(tmp_path, monkeypatch):
    def refuse(path, missing_ok=False):
        raise OSError(30, "Read-only file system", str(path))

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.unlink", refuse)
        with reserved(tmp_path / "x"):
            pass
    assert files(tmp_path) == [".x.lock"]
    with reserved(tmp_path / "x"):
        pass
    assert files(tmp_path) == []
