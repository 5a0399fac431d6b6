"""A journal and its folder: a file that goes away while it is opened or while somebody works, and a name that is safe before any work."""

import pytest

from cardshark import journal as module
from cardshark.journal import KeyedJournal
from cardshark.text import UserError


def test_a_file_that_went_away_before_it_was_locked_is_not_written(tmp_path, monkeypatch):
    """Another run may have ended, and removed its empty file, between our opening it and our lock."""
    path = tmp_path / "toy.jsonl"

    def lock_too_late(file):
        path.rename(tmp_path / "elsewhere")

    monkeypatch.setattr(module, "lock", lock_too_late)
    with pytest.raises(UserError, match="is gone: somebody has moved or removed it"):
        KeyedJournal(path, {})
    assert (tmp_path / "elsewhere").read_bytes() == b""


def test_a_file_that_goes_away_during_the_work_is_told(tmp_path):
    path = tmp_path / "toy.jsonl"
    journal = KeyedJournal(path, {})
    path.unlink()
    with pytest.raises(UserError, match="is gone"):
        journal.put("a", 1)
    journal.close()


def test_the_name_of_a_new_file_is_safely_on_disk_before_any_work(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(module, "sync_folder", synced.append)
    with KeyedJournal(tmp_path / "toy.jsonl", {}) as journal:
        assert synced == [tmp_path]
        journal.put("a", 1)
    KeyedJournal(tmp_path / "toy.jsonl", {}).close()
    assert synced == [tmp_path]  # once for each file
