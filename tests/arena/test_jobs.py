"""Work that is shared out: the same results in the same order, and no worker left behind."""

import multiprocessing
import os
import signal
import sys
import time
from contextlib import nullcontext
from functools import partial

import pytest
from numba.core.compiler_lock import global_compiler_lock

from cardshark.arena import jobs
from cardshark.arena.jobs import in_order, run
from cardshark.players.player import IllegalChoice
from cardshark.text import UserError
from helpers.arena import complain


def double(number: int) -> int:
    return 2 * number


def whose(number: int) -> int:
    return os.getpid()


def wait_for_compiler(number: int) -> int:
    """Who does it. The first piece waits as long as if a kernel were compiled, and a worker would be worth it if that were work."""
    if number == 0:
        with global_compiler_lock:
            time.sleep(0.5)
    return os.getpid()


def vanish(number: int) -> int:
    if multiprocessing.parent_process():
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.long
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
    assert not jobs.worth_it(0.1, lambda: pytest.fail("nobody needs to know"))
    assert jobs.worth_it(0.5, lambda: "fork")
    for slow in ("forkserver", "spawn"):
        assert not jobs.worth_it(2.0, lambda slow=slow: slow)
        assert jobs.worth_it(20.0, lambda slow=slow: slow)


@pytest.mark.long
def test_waiting_for_the_compiler_is_not_work(monkeypatch):
    monkeypatch.setattr(jobs, "cores", lambda: 2)
    assert set(run(wait_for_compiler, range(9))) == {os.getpid()}
    monkeypatch.setattr(jobs, "compiling", lambda: nullcontext(lambda: 0.0))
    assert set(run(wait_for_compiler, range(9))) != {os.getpid()}


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


@pytest.mark.long
def test_a_worker_that_is_killed_is_missed():
    with pytest.raises(UserError, match="a worker was ended from outside"):
        list(run(vanish, range(9), "cores", 2))


def test_what_cannot_be_is_refused():
    with pytest.raises(UserError, match="there is no place to work 'moon'; there is here, cores, ray"):
        list(run(double, [1], "moon"))
    with pytest.raises(UserError, match="the number of workers is a whole number from 1 up, not 0"):
        list(run(double, [1], "cores", 0))


def test_without_ray_there_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserError, match="Ray is not installed"):
        list(run(double, [1], "ray"))
