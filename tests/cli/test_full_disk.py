"""Disks that are full, readers that go away, and Ctrl-C: one sentence or silence, a right exit status, and nothing lost."""

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.commands import START, files, run_quietly
from helpers.compiling import fresh, needs_compiler, start
from helpers.paths import GOLDEN

MATCH = str(GOLDEN / "american.txt")
PRINTING = ["games", "games --json", "players", "players jake --json", "brains", f"show {MATCH}", f"show {MATCH} --json", "cache", "--help"]
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.is_char_device(), reason="this system has no /dev/full")


# ---- standard output ----


@contextmanager
def printing_to(monkeypatch, opened):
    """Standard output is this file; what is left in it cannot be written, and nobody complains."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", opened)
        yield
    opened.close()  # would raise here if anything were left


@needs_full
@pytest.mark.parametrize("line", PRINTING)
def test_a_result_that_cannot_be_printed_gets_one_sentence(line, capsys, monkeypatch):
    with printing_to(monkeypatch, FULL.open("w", encoding="utf-8")):
        status, _, err = run_quietly(capsys, monkeypatch, *shlex.split(line))
    assert (status, err) == (2, "cardshark: the result cannot be printed: No space left on device")


@pytest.mark.parametrize("line", PRINTING)
def test_a_reader_that_goes_away_is_no_mistake(line, capsys, monkeypatch):
    reading, writing = os.pipe()
    os.close(reading)
    with printing_to(monkeypatch, os.fdopen(writing, "w", encoding="utf-8")):
        assert run_quietly(capsys, monkeypatch, *shlex.split(line)) == (0, "", "")


@pytest.mark.long
@pytest.mark.parametrize("line", ["games", "verify nothing.json", "players --json"])
def test_python_does_not_complain_at_the_end(line):
    """In a process of its own: after the last line Python flushes what is left, and would print what it thinks of it."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*START, *shlex.split(line)], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    refused = line.startswith("verify")
    assert (done.returncode, len(done.stderr.splitlines())) == ((2, 1) if refused else (0, 0))


@needs_full
@pytest.mark.long
def test_a_full_disk_in_a_process_of_its_own():
    with FULL.open("w") as full:
        done = subprocess.run([*START, "games", "--json"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "cardshark: the result cannot be printed: No space left on device\n")


def test_remarks_that_nobody_hears_do_not_matter(capsys, monkeypatch):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", buffering=1, encoding="utf-8") as nobody, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", nobody)
        status, out, _ = run_quietly(capsys, monkeypatch, "games", "bridge")
        os.dup2(os.open(os.devnull, os.O_WRONLY), nobody.fileno())
    assert (status, out) == (2, "")


def test_names_that_a_terminal_cannot_show_are_printed_all_the_same(capsys, monkeypatch, tmp_path):
    with printing_to(monkeypatch, (tmp_path / "out").open("w", encoding="latin-1")):
        assert run_quietly(capsys, monkeypatch, "show", MATCH) == (0, "", "")
    assert r"\u2660" in (tmp_path / "out").read_text(encoding="latin-1")


# ---- files ----


@contextmanager
def disk_of(size: int):
    """No file may grow beyond this many bytes: the next write is refused, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


DUEL = "duel hearts random greedy --rules dutch --deals 5000 --seed 1 --on here --json"
TIMES = ("seconds", "hands_a_second", "seconds_a", "seconds_b")


def figures(out: str) -> dict:
    return {name: value for name, value in json.loads(out).items() if name not in TIMES}


@pytest.mark.long
def test_a_duel_goes_on_after_the_disk_was_full(tmp_path, capsys, monkeypatch):
    """Wherever the journal was cut off: in its header, in its first line, in its last."""
    monkeypatch.chdir(tmp_path)
    words = [*shlex.split(DUEL), "--record", "duel.jsonl"]
    status, whole, _ = run_quietly(capsys, monkeypatch, *words)
    assert status == 0
    header, piece, *more = [len(line) + 1 for line in Path("duel.jsonl").read_bytes().splitlines()]
    assert len(more) == 2
    for size in (0, 10, header, header + 100, header + piece + 100, header + piece + more[0] + 100):  # times in a line vary by some bytes
        Path("duel.jsonl").unlink()
        with disk_of(size):
            status, out, err = run_quietly(capsys, monkeypatch, *words)
        assert (status, out) == (2, "")
        assert err == "cardshark: duel.jsonl cannot be written: File too large; the same command goes on where it was"
        assert files() == (["duel.jsonl"] if size > header + piece else [])  # nothing was kept: nothing is left
        status, out, _ = run_quietly(capsys, monkeypatch, *words)
        assert (status, figures(out)) == (0, figures(whole))


@pytest.mark.parametrize(
    "line",
    [
        "play hearts random --watch --terminal --rules dutch:hands=1 --seed 1 --save match.txt",
        "hands random --deals 4 --on here --out hands.html",
        "train hindsight --games 2 --rules dutch:limit=60 --hidden 16 --out my.safetensors",
    ],
)
def test_a_file_is_written_whole_or_not_at_all(line, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_quietly(capsys, monkeypatch, *shlex.split(line))[0] == 0  # so that everything is compiled
    for file in tmp_path.iterdir():
        file.unlink()
    with disk_of(50):
        status, _, err = run_quietly(capsys, monkeypatch, *shlex.split(line))
    assert status == 2 and err.startswith("cardshark: ") and err.endswith("cannot be written: File too large")
    assert len(err.splitlines()) == 1 and files() == []


# ---- Ctrl-C ----

DEAF = """
import ctypes
from cardshark.compiler.progress import PROGRESS
from cardshark.learning.trainer import stoppable

mutex, libc = ctypes.create_string_buffer(128), ctypes.CDLL(None)
with stoppable():
    PROGRESS.interrupts.watch()
    libc.pthread_mutex_lock(mutex)
    print("deaf", flush=True)
    libc.pthread_mutex_lock(mutex)  # as LLVM, which hears no signal
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the mutex of Linux")
def test_ctrl_c_ends_a_training_that_waits_for_the_compiler():
    process = start(DEAF, fresh(None))
    assert process.stdout.readline() == "deaf\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20) == ("", "")
    assert process.returncode == 130


LONGEST = "  learning.gin.td.play_hands, about "


@pytest.mark.slow  # compiles for a few seconds
@needs_compiler
def test_ctrl_c_while_train_compiles(tmp_path):
    """It says what is compiled, and ends at once. A checkpoint is there, and no brain."""
    env = fresh(tmp_path / "cache")
    words = [*START, "train", "td", "--games", "3", "--out", str(tmp_path / "out" / "my.safetensors")]
    process = subprocess.Popen(words, env=env, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    said = [""]
    while not said[-1].startswith(LONGEST):
        said.append(process.stderr.readline())
        assert said[-1], said
    time.sleep(1)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 130 and time.monotonic() - began < 3
    assert [name for name in files(tmp_path / "out") if not name.endswith(".lock")] == [
        "my.safetensors.part"
    ]  # which nobody holds any more


@pytest.mark.long
@needs_full
def test_a_server_whose_client_is_gone_ends_in_silence_or_with_one_sentence():
    """Its tasks fail together, as a group of errors."""
    pytest.importorskip("mcp")
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}) + "\n"
    with FULL.open("w") as full:
        ended = subprocess.run([*START, "mcp"], input=line, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stderr) == (2, "cardshark: the result cannot be printed: No space left on device\n")


def test_ctrl_c_is_heard_while_the_commands_are_imported(monkeypatch):
    import cardshark.__main__ as program

    class Interrupted:
        def find_spec(self, name, *where):
            if name == "cardshark.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "cardshark.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit) as stop:
        program.main()
    assert stop.value.code == 130


def test_ctrl_c_is_told_what_is_kept(tmp_path, capsys, monkeypatch):
    from cardshark.arena import duel

    def interrupted(game, a, b, settings, progress, announce):
        if a == "jake":
            progress(8)
        raise KeyboardInterrupt

    monkeypatch.setattr(duel, "play_duel", interrupted)
    record = tmp_path / "my.jsonl"
    for player, is_there, said in (
        ("random", False, "Stopped. Nothing was finished yet."),
        ("jake", False, f"Stopped. What was done is kept for {record}: the same command goes on."),
        ("random", True, f"Stopped. What was done is kept for {record}: the same command goes on."),
    ):
        if is_there:
            record.touch()
        status, out, err = run_quietly(capsys, monkeypatch, "duel", "hearts", player, "random", "--record", str(record))
        assert (status, out, err) == (130, "", said)
