"""What a person hears while kernels are compiled, and Ctrl-C meanwhile."""

import ast
import importlib
import signal
import sys
import threading
import time

import numba
import pytest
from numba.core.event import Listener, install_listener

from cardshark.compiler import progress
from cardshark.compiler.progress import FIRST, LONG, Interrupts, Progress, name_of, usual_seconds
from cardshark.compiler.store import read
from helpers.compiling import SOURCES, fresh, needs_compiler, start
from helpers.whist import KERNEL

# ---- what is said ----


def heard(monkeypatch, seconds):
    """What is said of these kernels, which usually take so long."""
    said, listener = [], Progress()
    monkeypatch.setattr(progress, "usual_seconds", lambda: seconds)
    listener.say = said.append
    for name in seconds:
        listener.announce(name)
    return said


def test_only_what_takes_long_is_named(monkeypatch):
    assert heard(monkeypatch, {"quick": 0.3, "slow": 18.7, "slower": 29.8}) == [FIRST, "  slow, about 19 s …", "  slower, about 30 s …"]


def test_without_a_listener_trouble_is_logged_once(caplog):
    listener = Progress()
    for _ in range(2):
        listener.trouble("The disk is full.")
        listener.tell("A remark.")
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == ["The disk is full."]


@pytest.mark.long
def test_the_seconds_are_those_of_kernels_that_there_are():
    """`about 19 s` is shown for what is compiled under this very name; a kernel that was renamed would be silent."""
    decorated = {
        f"{'.'.join(path.relative_to(SOURCES).with_suffix('').parts).removesuffix('.__init__')}.{node.name}"
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and {getattr(each, "id", "") for each in node.decorator_list} & {"kernel", "rule", "routine"}
    }
    assert usual_seconds().keys() - decorated == set()


def test_long_kernels_are_spelled_as_the_message_shows_them():
    for key in [key for key, seconds in usual_seconds().items() if seconds >= LONG]:
        module, _, name = key.rpartition(".")
        function = getattr(importlib.import_module(f"cardshark.{module}"), name)
        assert name_of(getattr(function, "py_func", function)) == key


# ---- Ctrl-C ----


@pytest.fixture
def interrupts():
    """In a process that hears Ctrl-C, as every command does; workers of pytest do not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield Interrupts()
    signal.signal(signal.SIGINT, before)


def state():
    wakeup = signal.set_wakeup_fd(-1)
    signal.set_wakeup_fd(wakeup)
    return signal.getsignal(signal.SIGINT), wakeup, threading.active_count()


def test_afterwards_everything_is_as_before(interrupts):
    before = state()
    interrupts.watch()
    assert state()[2] == before[2] + 1
    interrupts.rest()
    assert state() == before
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.long
def test_python_answers_where_nothing_is_half_done(interrupts):
    interrupts.watch()
    signal.raise_signal(signal.SIGINT)  # raises nothing here: amid LLVM's objects it would be lost, or a crash
    interrupts.rest()
    with pytest.raises(KeyboardInterrupt):
        interrupts.answer()
    interrupts.answer()  # once
    time.sleep(1.5 * progress.PATIENCE)  # and this process is not ended


@needs_compiler
def test_the_functions_of_others_are_left_alone(interrupts):
    """Nobody would answer afterwards."""
    found = []

    class Heard(Listener):
        def on_start(self, event):
            found.append(signal.getsignal(signal.SIGINT))

        def on_end(self, event):
            pass

    with install_listener("numba:compile", Heard()):
        assert numba.njit(lambda number: number + 1)(1) == 2
    assert found == [signal.default_int_handler]


def test_who_answers_ctrl_c_in_another_way_is_left_alone():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupts, threads = Interrupts(), threading.active_count()
    interrupts.watch()
    assert (signal.getsignal(signal.SIGINT), threading.active_count()) == (signal.SIG_IGN, threads)
    interrupts.rest()
    signal.signal(signal.SIGINT, before)


@needs_compiler
def test_compiling_leaves_no_thread_and_no_handler(whist, interrupts):
    """Workers are forked only where one thread runs."""
    before = state()
    assert whist.start().compiled == [KERNEL]
    assert state() == before


DEAF = """
import ctypes
from cardshark.compiler.progress import PROGRESS

mutex, libc = ctypes.create_string_buffer(128), ctypes.CDLL(None)
PROGRESS.interrupts.watch()
libc.pthread_mutex_lock(mutex)
print("deaf", flush=True)
libc.pthread_mutex_lock(mutex)  # C that never comes back, and hears no signal
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the mutex of Linux")
def test_ctrl_c_ends_a_process_that_is_busy_in_c():
    process = start(DEAF, fresh(None))
    assert process.stdout.readline() == "deaf\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20) == ("", "")
    assert process.returncode == 130


LINES = """
import sys
from cardshark.compiler.progress import PROGRESS

announce = PROGRESS.announce
PROGRESS.announce = lambda name: (announce(name), print(name, flush=True))
from cardshark.cli import main
sys.argv = ["cardshark", "duel", "hearts", "montecarlo:deals=2", "jake", "--deals", "2", "--on", "here"]
main()
"""
LONGEST = "players.hearts.search.montecarlo.think_all"


def interrupted(cache, delay):
    """A duel that is interrupted while it compiles its longest kernel: what it compiled before, and how it ended."""
    process, compiled = start(LINES, fresh(cache)), []
    while not compiled or compiled[-1] != LONGEST:
        compiled.append(process.stdout.readline().strip())
        assert compiled[-1], process.stderr.read()
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, said = process.communicate(timeout=60)
    return compiled[:-1], process.returncode, said, time.monotonic() - began


@pytest.mark.slow  # compiles for a few seconds
@needs_compiler
def test_ctrl_c_while_a_large_kernel_is_compiled(tmp_path):
    first, status, said, seconds = interrupted(tmp_path, 2.5)
    assert status == 130
    assert said.splitlines()[-1] == f"  {LONGEST}, about {usual_seconds()[LONGEST]:.0f} s …"
    assert "Traceback" not in said
    assert seconds < 3  # it ends within one; other tests may run at the same time
    assert first
    kept = [file for file in tmp_path.rglob("*") if file.is_file() and file.name != "locks"]
    assert kept and all(read(file) is not None for file in kept)  # nothing half-written
    second, status, said, seconds = interrupted(tmp_path, 0.5)
    assert (second, status, "Traceback" in said) == ([], 130, False)  # it goes on where it was
