"""Work that is shared out: the same results in the same order, and no worker left behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from cardshark.arena import jobs
from cardshark.arena.jobs import in_order, run
from cardshark.players.player import IllegalChoice
from cardshark.text import UserError
from helpers.arena import complain
from helpers.paths import python_path


def double(number: int) -> int:
    return 2 * number


def whose(number: int) -> int:
    return os.getpid()


def vanish(number: int) -> int:
    if multiprocessing.parent_process():
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize(("on", "workers"), [("here", None), ("cores", None), ("cores", 1), ("cores", 2)])
def test_results_come_in_order(on, workers):
    assert list(run(double, range(20), on, workers)) == list(range(0, 40, 2))
    assert list(run(double, [], on, workers)) == []


def test_two_workers_work_and_are_sent_home():
    workers = run(whose, range(40), "cores", 2)
    assert next(workers) == os.getpid()  # the first piece compiles and is timed here
    assert next(workers) != os.getpid()
    workers.close()
    patience = time.monotonic() + 20
    while multiprocessing.active_children():
        assert time.monotonic() < patience
        time.sleep(0.05)


def test_little_work_calls_nobody():
    assert set(run(whose, range(50))) == {os.getpid()}
    assert not jobs.worth_it(took=2.0, done=1, pieces=100)  # perhaps it waited for the compiler
    assert jobs.worth_it(took=2.0, done=2, pieces=100)
    assert jobs.worth_it(took=20.0, done=1, pieces=100)
    assert not jobs.worth_it(took=0.02, done=2, pieces=100)


def test_pieces_are_handed_out_a_few_ahead():
    handed, got = [], []
    for result in in_order(lambda piece: handed.append(piece) or piece, double, range(10), ahead=3):
        got.append(result)
        assert len(handed) - len(got) <= 3
    assert got == list(range(0, 20, 2))


@pytest.mark.parametrize("error", [UserError, IllegalChoice])
@pytest.mark.parametrize("on", ["here", "cores"])
def test_a_mistake_arrives_as_the_same_sentence(on, error):
    with pytest.raises(error, match=r"^3 is too much$"):
        list(run(partial(complain, error), range(9), on, 2))


def test_a_worker_that_is_killed_is_missed():
    with pytest.raises(UserError, match="a worker was ended from outside"):
        list(run(vanish, range(9), "cores", 2))


def test_what_cannot_be_is_refused():
    with pytest.raises(UserError, match="there is no place to work 'moon'; there is here, cores, ray"):
        list(run(double, [1], "moon"))
    with pytest.raises(UserError, match="at least 1 worker is needed, not 0"):
        list(run(double, [1], "cores", 0))


def test_without_ray_there_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserError, match="Ray is not installed"):
        list(run(double, [1], "ray"))


SLEEPER = """
import time
from helpers.arena import nap
from cardshark.arena.jobs import run
if __name__ == "__main__":
    for worker in run(nap, range(9), "cores", 2):
        print(worker, flush=True)
"""


def gone(process: int) -> bool:
    """Has a process ended (or is it only waiting to be counted)?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_workers_never_outlive_the_run(ending, tmp_path):
    """Ctrl-C ends promptly, with pieces under way; and after kill -9 nobody goes on working for nobody."""
    script, errors = tmp_path / "sleeper.py", tmp_path / "errors"  # a file: a pipe would be held open by workers left behind
    script.write_text(SLEEPER)
    paths = python_path(*sys.path)
    with errors.open("w") as file:
        main = subprocess.Popen(
            [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=file, text=True, env={**os.environ, "PYTHONPATH": paths}
        )
    assert main.stdout
    workers = {int(main.stdout.readline()) for _ in range(3)} - {main.pid}
    main.stdout.close()
    main.send_signal(ending)
    main.wait(20)
    left, patience = workers, time.monotonic() + 20
    while left and time.monotonic() < patience:
        left = {worker for worker in left if not gone(worker)}
        time.sleep(0.05)
    for worker in left:
        os.kill(worker, signal.SIGKILL)
    assert workers
    assert not left
    assert errors.read_text().count("Traceback") == (ending == signal.SIGINT)  # one, of the script itself: workers say nothing
