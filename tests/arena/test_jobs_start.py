"""How workers start and end, each time in a process of its own: what they find there, and that nobody is left behind."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.paths import python_path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

SETTINGS = {"PYTHONPATH": python_path(*sys.path), "OPENBLAS_NUM_THREADS": "3"}  # NumPy then has threads on any machine
THREAD = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"
UNKNOWN_THREAD = """
import ctypes
libc = ctypes.CDLL(None)
libc.pthread_create(ctypes.byref(ctypes.c_ulong()), None, libc.pause, None)  # as OpenMP does: Python does not know of it
"""
BESIDE = {"nobody": "", "a thread": THREAD, "an unknown thread": UNKNOWN_THREAD}
METHODS = {"nobody": "fork", "a thread": "forkserver", "an unknown thread": "forkserver"}


def start(script: str, beside: str = "nobody", **more) -> subprocess.Popen:
    """A script that runs beside nobody or somebody else in its process. A warning there is a mistake."""
    lines = f"{BESIDE[beside]}\nif __name__ == '__main__':\n" + "".join(f"    {line}\n" for line in script.splitlines())
    Path("script.py").write_text(lines)
    settings = {**os.environ, **SETTINGS}
    return subprocess.Popen([sys.executable, "-W", "error", "script.py"], stdout=subprocess.PIPE, text=True, env=settings, **more)


def finish(script: str, beside: str = "nobody") -> list:
    """What a script prints, line by line."""
    main = start(script, beside, stderr=subprocess.PIPE)
    out, err = main.communicate(timeout=100)
    assert (main.returncode, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


# ---- how they start ----

DUEL = """
import json, os, sys
from cardshark.arena import jobs
from cardshark.arena.duel import DuelTerms, Pairing, duel
from cardshark.arena.placing import game_and_rules, seat_players
from cardshark.arena.records import DEALS, cut_pieces
from functools import partial
from helpers.arena import look_around
name, rules, seats = game_and_rules("hearts", "dutch")
sitting = seat_players(["jake", "random"], name)
pairing = Pairing(DuelTerms(name, rules, sitting.names, 1, seats, 7, False, 50), sitting.players)
pieces = cut_pieces(DEALS, 0, 450, 50)
print(json.dumps(jobs.start_method()))
for seen in jobs.run(partial(look_around, pairing.play), pieces, "cores", 2):
    new = set(seen.pop("modules")) - set(sys.modules)
    print(json.dumps({**seen, "new": sorted(new), "is_worker": seen["who"] != os.getpid()}))
"""


@pytest.mark.long
@pytest.mark.parametrize("beside", BESIDE)
def test_a_process_forks_only_if_nobody_else_runs_in_it(beside):
    """The result is the same. A worker that was forked has nothing to import and no kernel to load."""
    method, first, *others = finish(DUEL, beside)
    assert method == METHODS[beside]
    assert not first["is_worker"] and all(each["is_worker"] for each in others)
    loaded = sum(each["waited"] > 0 for each in others)
    assert loaded == 0 if method == "fork" else 1 <= loaded <= 2
    assert method != "fork" or all(each["new"] == [] for each in others)
    here = finish(DUEL.replace('"cores", 2', '"here"'))
    assert [each["sums"] for each in [first, *others]] == [each["sums"] for each in here[1:]]


@pytest.mark.long
def test_threads_of_numpy_do_not_stand_in_the_way():
    script = """
import json, os
import numpy as np
from cardshark.arena import jobs
def threads():
    return len(os.listdir("/proc/self/task"))
matrix = np.ones((500, 500))
print(json.dumps([[matrix.dot(matrix)[0, 0], threads() > 1, jobs.start_method()] for _ in range(2)]))
"""
    assert finish(script) == [[[500.0, True, "fork"]] * 2]


@pytest.mark.long
def test_run_after_run_is_forked_also_after_one_that_was_left_early():
    script = """
import json, os
from cardshark.arena import jobs
from cardshark.journal import KeyedJournal
from helpers.arena import nap
from pathlib import Path
for _ in range(5):
    with KeyedJournal(Path("journal"), {}):  # locked, and a forked worker would keep it so
        workers = jobs.run(nap, range(9), "cores", 2)
        next(workers), next(workers)
        workers.close()
    print(json.dumps(jobs.start_method()))
"""
    assert finish(script) == ["fork"] * 5


# ---- how they end ----

SLEEPER = """
import sys
from cardshark.arena.jobs import run
from cardshark.journal import KeyedJournal
from helpers.arena import nap
from pathlib import Path
with KeyedJournal(Path("journal"), {}):
    for worker in run(nap, range(20), "cores", 6):
        print(worker, flush=True)
"""


def children(process: int) -> set[int]:
    """The processes that a process has started."""
    return {int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()}


def gone(process: int) -> bool:
    """Has a process ended (or is it only waiting to be counted)?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.long
@pytest.mark.parametrize("beside", ["nobody", "a thread"])
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_workers_never_outlive_the_run(ending, beside):
    """Ctrl-C ends promptly, with pieces under way; and after kill -9 nobody goes on working for nobody, or keeps a journal locked."""
    with Path("errors").open("w") as file:  # a file: a pipe would be held open by workers left behind
        main = start(SLEEPER, beside, stderr=file, start_new_session=True)
    assert main.stdout
    workers = {int(main.stdout.readline()) for _ in range(3)} - {main.pid}
    main.stdout.close()
    others = children(main.pid)
    assert workers and (beside != "nobody" or (workers <= others and len(others) == 6))
    if ending == signal.SIGINT:
        os.killpg(main.pid, ending)  # as a terminal does: everybody hears it
    else:
        main.send_signal(ending)
    main.wait(20)
    left, patience = workers | others, time.monotonic() + 20
    while left and time.monotonic() < patience:
        left = {process for process in left if not gone(process)}
        time.sleep(0.02)
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert not left
    from cardshark.journal import KeyedJournal

    KeyedJournal(Path("journal"), {}).close()
    assert Path("errors").read_text().count("Traceback") == (ending == signal.SIGINT)  # one, of the script itself: workers say nothing


@pytest.mark.long
def test_ctrl_c_while_workers_start_waits_until_they_do():
    """A worker that were hit before it is ready would complain."""
    script = """
import json, os, signal
from cardshark.arena import jobs
from helpers.arena import nap
fork = os.fork
def fork_and_interrupt():
    child = fork()
    if child == 0:
        os.kill(os.getpid(), signal.SIGINT)
    elif len(started) == 2:
        os.kill(os.getpid(), signal.SIGINT)
    started.append(child)
    return child
os.fork, started = fork_and_interrupt, []
try:
    list(jobs.run(nap, range(9), "cores", 3))
except KeyboardInterrupt:
    print(json.dumps(len(started)))
"""
    assert finish(script) == [4]  # one to see whether a fork is safe, and three workers
