"""Everything compiled beforehand: once, and resumable. What the errands meet is tried in test_signatures.py."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

from cardshark import warm
from cardshark.arena.jobs import cores
from cardshark.compiler import cache, store
from helpers.commands import START
from helpers.compiling import fresh, needs_compiler, printed, start


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """An empty place for kernels."""
    monkeypatch.setenv("CARDSHARK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_second_time_nothing_is_done(empty, monkeypatch):
    done, asked = [], []

    def run(names, workers):
        asked.append((list(names), workers))
        yield from [warm.Done(["a", "b"], [])] * len(names)

    monkeypatch.setattr(warm, "run_errands", run)
    errands = len(warm.TABLE)
    assert warm.warm("table", 3, done.append)[::2] == (2 * errands, False)
    assert (asked, done) == ([(warm.GROUPS["table"], 3)], [1] * errands)
    assert warm.warm("table")[::2] == (0, True)
    assert len(asked) == 1
    assert cache.ready("table") and not cache.ready("everything")
    store.clear(empty)
    assert not cache.ready("table")


@pytest.mark.usefixtures("empty")
def test_after_a_failure_it_is_not_said_that_everything_is_compiled(monkeypatch):
    def run(names, workers):
        yield warm.Done([], [])
        raise KeyboardInterrupt

    monkeypatch.setattr(warm, "run_errands", run)
    with pytest.raises(KeyboardInterrupt):
        warm.warm("table")
    assert not cache.ready("table")


def test_the_table_is_part_of_everything():
    assert set(warm.GROUPS["table"]) < set(warm.GROUPS["everything"]) == set(warm.ERRANDS)


ONE_ERRAND = """
import json
from cardshark import warm

if __name__ == "__main__":
    warm.GROUPS["one"] = ["random players of Hearts"]
    print(json.dumps(warm.warm("one", 1)))
"""


def state_of(pid):
    """How a process is (R, S, Z, ...), and who started it; nothing if there is none. Read from Linux itself: not everybody has `ps`."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[:2]
    except OSError:
        return "", 0
    return state, int(parent)


def workers_of(pid):
    """The processes that were started by this one."""
    return [int(each.name) for each in Path("/proc").glob("[0-9]*") if state_of(each.name)[1] == pid]


@pytest.mark.slow  # compiles a little
@needs_compiler
def test_after_kill_9_it_goes_on_where_it_was(empty):
    process = start(ONE_ERRAND, fresh(empty))
    while not list(empty.glob(f"*/*{store.KERNEL}")):
        assert process.poll() is None
        time.sleep(0.02)
    workers = workers_of(process.pid)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    wait = time.monotonic() + 20
    while any(state_of(pid)[0] not in ("", "Z", "X") for pid in workers):  # none of them outlives it
        assert time.monotonic() < wait
        time.sleep(0.05)
    kept = {file: file.read_bytes() for file in store.files(empty)}
    assert kept and all(store.read(file) for file in kept)
    compiled, _, already = printed(ONE_ERRAND, fresh(empty))
    assert compiled > 0 and not already
    assert {file: file.read_bytes() for file in kept} == kept  # none of them was compiled again
    assert printed(ONE_ERRAND, fresh(empty))[::2] == [0, True]


@pytest.mark.slow  # starts everything once if it is not compiled yet
@needs_compiler
def test_the_command_says_that_everything_is_compiled():
    for _ in range(2):
        done = subprocess.run([*START, "warm", "--workers", str(cores())], env=fresh(None), capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "Everything is compiled already.\n"
