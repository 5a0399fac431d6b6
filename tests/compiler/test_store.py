"""Kernels on disk: where, whole or not at all, whose turn it is, and what is thrown away."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardshark.compiler import store
from helpers.compiling import fresh, printed, start

NAME = "game-0123456789abcdef/price-0123456789abcdef.kernel"


# ---- where ----


def test_the_folder_follows_the_settings(monkeypatch, tmp_path):
    monkeypatch.delenv("CARDSHARK_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.home() == tmp_path / ".cache" / "cardshark"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert store.home() == tmp_path / "xdg" / "cardshark"
    monkeypatch.setenv("CARDSHARK_CACHE", str(tmp_path / "mine"))
    assert store.home() == tmp_path / "mine"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDSHARK_CACHE", "here")
    assert store.home() == tmp_path / "here"


def test_no_home_is_no_error(monkeypatch):
    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CARDSHARK_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert store.home() is None


# ---- whole or not at all ----


def test_what_is_written_is_read_and_nobody_else_may_write_it(tmp_path):
    file = tmp_path / "cache" / NAME
    store.write(file, b"code")
    assert store.read(file) == b"code"
    assert [each.stat().st_mode & 0o777 for each in (file, file.parent)] == [0o600, 0o700]


@pytest.mark.parametrize("error", [OSError("full"), KeyboardInterrupt()])
def test_what_cannot_be_written_to_the_end_leaves_nothing(tmp_path, monkeypatch, error):
    def fail(self, target):
        raise error

    file = tmp_path / "cache" / NAME
    store.write(file, b"old")
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(type(error)):
        store.write(file, b"new")
    assert list(file.parent.iterdir()) == [file]
    assert store.read(file) == b"old"


def test_kernels_that_came_with_the_package_may_be_anybodys(tmp_path):
    """A package is installed by somebody who may be neither root nor this user; whoever can change it can change the sources too."""
    file = tmp_path / "cache" / NAME
    store.write(file, b"code")
    file.chmod(0o666)
    assert (store.read(file), store.read(file, ours=False)) == (None, b"code")


# ---- turns ----


def held(place: Path) -> str:
    """A script that takes a turn, says so, and waits."""
    return f"""
import time
from pathlib import Path
from cardshark.compiler.store import Turns
print(Turns().take(Path({str(place)!r}), {NAME!r}, wait=False), flush=True)
time.sleep(600)
"""


needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")


@needs_locks
def test_a_turn_is_taken_once_and_ends_with_its_process(tmp_path):
    other = start(held(tmp_path), fresh(None))
    assert other.stdout.readline() == "True\n"
    turns = store.Turns()
    assert not turns.take(tmp_path, NAME, wait=False)
    assert turns.take(tmp_path, NAME.replace("price", "deal"), wait=False)  # another kernel
    other.send_signal(signal.SIGKILL)
    other.communicate()
    assert turns.take(tmp_path, NAME, wait=False)
    third = start(held(tmp_path), fresh(None))
    assert third.stdout.readline() == "False\n"
    third.kill()
    third.communicate()
    turns.give(NAME)
    assert start_and_end(held(tmp_path)) == "True\n"


def start_and_end(script: str) -> str:
    """The first line of a script that is then ended."""
    process = start(script, fresh(None))
    line = process.stdout.readline()
    process.kill()
    process.communicate()
    return line


FORK = """
import json, os, subprocess, sys
from pathlib import Path
from cardshark.compiler.store import Turns

place, name, turns = Path({place!r}), {name!r}, Turns()
ask = [sys.executable, "-c", "from pathlib import Path; from cardshark.compiler.store import Turns;"
       "print(Turns().take(Path({place!r}), {name!r}, wait=False))"]
found = [turns.take(place, name, wait=False)]
read, write = os.pipe()
child = os.fork()
if child == 0:
    os.write(write, bytes([turns.take(place, name, wait=False)]))  # it is the parent's, not the child's
    turns.give(name)  # and the child cannot give it away
    os.close(turns.file)
    os._exit(0)
os.waitpid(child, 0)
found.append(bool(os.read(read, 1)[0]))
found.append(subprocess.run(ask, capture_output=True, text=True).stdout == "True\\n")
turns.give(name)
found.append(subprocess.run(ask, capture_output=True, text=True).stdout == "True\\n")
print(json.dumps(found))
"""


@needs_locks
def test_a_fork_neither_has_nor_loses_the_turn(tmp_path):
    assert printed(FORK.format(place=str(tmp_path), name=NAME), fresh(None)) == [True, False, False, True]


def test_where_locks_do_not_work_nobody_is_stopped(tmp_path):
    place = tmp_path / "file"
    place.touch()
    turns = store.Turns()
    assert turns.take(place, NAME, wait=True)
    turns.give(NAME)


# ---- what is thrown away ----


def aged(place: Path, name: str, days: float, file: str = "price-0.kernel") -> Path:
    """A folder that was used so long ago."""
    folder = place / name
    folder.mkdir(parents=True)
    (folder / file).write_bytes(b"")
    os.utime(folder, (time.time() - days * store.DAY,) * 2)
    return folder


def version(number: int) -> str:
    return f"whist.game-{number:016x}"


def test_what_nobody_used_for_a_month_is_thrown_away(tmp_path):
    old, young = aged(tmp_path, version(1), 31), aged(tmp_path, version(2), 29)
    earlier = aged(tmp_path, f"{3:016x}", 31, "price-9.py311.1.nbc")  # as earlier releases named them
    store.sweep(tmp_path)
    assert [each.exists() for each in (old, young, earlier)] == [False, True, False]


def test_the_latest_versions_of_each_source_file_are_kept(tmp_path):
    found = [aged(tmp_path, version(number), 2 + number) for number in range(store.KEPT_VERSIONS + 2)]
    other = aged(tmp_path, f"whist.score-{9:016x}", 20)
    today = [aged(tmp_path, version(100 + number), 0.5) for number in range(2)]  # of today as many as there are
    store.sweep(tmp_path)
    assert [each.exists() for each in found] == [True] * (store.KEPT_VERSIONS - 2) + [False] * 4
    assert all(each.exists() for each in [other, *today])


def test_what_is_used_is_kept(tmp_path):
    folder = aged(tmp_path, version(1), 29)
    store.keep(folder)
    assert time.time() - folder.stat().st_mtime < store.DAY


def test_a_sweep_takes_the_word_back_that_everything_is_compiled(tmp_path):
    aged(tmp_path, version(1), 31)
    (tmp_path / f"{store.WARM}everything-0").touch()
    store.sweep(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("throw_away", [store.sweep, store.clear])
def test_what_others_put_there_stays(tmp_path, throw_away):
    """CARDSHARK_CACHE may name any folder, even a home."""
    mine = [
        aged(tmp_path, "photos", 99, "cat.jpg"),
        aged(tmp_path, "downloads", 99, "film.part"),
        aged(tmp_path, version(1), 99, "notes.txt"),
    ]
    (tmp_path / "letter.txt").write_text("Dear")
    throw_away(tmp_path)
    assert [len(list(folder.iterdir())) for folder in mine] == [1, 1, 1]
    assert (tmp_path / "letter.txt").read_text() == "Dear"


def test_clear_leaves_nothing_of_ours_but_whose_turn_it_is(tmp_path):
    store.write(tmp_path / NAME, b"code")
    (tmp_path / NAME).with_name(".half.unfinished").touch()
    turns = store.Turns()
    turns.take(tmp_path, NAME, wait=False)
    (tmp_path / f"{store.WARM}table-0").touch()
    store.clear(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [store.LOCKS]
    code = "import pathlib, sys; from cardshark.compiler.store import Turns; print(Turns().take(pathlib.Path(), sys.argv[1], False))"
    assert subprocess.run([sys.executable, "-c", code, NAME], cwd=tmp_path, capture_output=True, text=True, check=True).stdout == "False\n"
    store.clear(tmp_path / "missing")
